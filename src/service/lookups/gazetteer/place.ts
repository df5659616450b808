export type Place = {
  permalink: string;
  name: string;
  /** "San Francisco, California, United States". */
  fullName: string;
  type: 'CITY' | 'STATE' | 'COUNTRY' | 'REGION';
  /** Population of a city in GeoNames; 0 when unknown and for every other type. */
  population: number;
  /** "United States/California/San Francisco": the input of permalink suffixes. */
  path: string;
  /** Permalinks of all places above it, transitively, those directly above first; without itself. */
  above: string[];
  /** Other names and short forms. */
  names: string[];
  /** Country: ISO 3166-1 alpha-2. State: ISO 3166-2, such as US-CA, if known. */
  code?: string;
};

/**
 * A place as written in the data file; `above` has only the places directly above. The file has one place per line,
 * places above before places below, tab-separated: type, permalink, name, line numbers of the places directly above
 * (first the one that is part of the full name), population, code, other names (`|`), and the GeoNames id if two places
 * have the same path.
 */
export type PlaceLine = Pick<Place, 'type' | 'permalink' | 'name' | 'population' | 'names'> & {
  above: number[];
  code: string;
  geonameId: string;
};

const letters = { C: 'CITY', S: 'STATE', N: 'COUNTRY', R: 'REGION' } as const;

export function formatPlaceLine(place: PlaceLine): string {
  const letter = Object.entries(letters).find(([, type]) => type === place.type)?.[0] ?? '';
  const { permalink, name, above, population, code, names, geonameId } = place;
  return [letter, permalink, name, above.join(','), population || '', code, names.join('|'), geonameId]
    .join('\t')
    .trimEnd();
}

export function parsePlaces(text: string): Place[] {
  const places: Place[] = [];
  // Most cities of a state have the same places above them and share one array.
  const closures = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    if (line !== '') places.push(toPlace(line.split('\t'), places, closures));
  }
  return places;
}

function toPlace(cells: string[], places: Place[], closures: Map<string, string[]>): Place {
  const [letter = '', permalink = '', name = '', aboveLines = '', population, code, names, geonameId] = cells;
  const type = letters[letter as keyof typeof letters];
  const parents = aboveLines === '' ? [] : aboveLines.split(',').map((line) => places[Number(line)] as Place);
  const above = closures.get(aboveLines) ?? buildClosure(parents);
  closures.set(aboveLines, above);
  const first = parents[0];
  // Continents and groups are above a country, but not part of its full name.
  const named = type !== 'COUNTRY' && first && first.type !== 'REGION' ? first : undefined;
  return {
    permalink,
    name,
    fullName: named ? `${name}, ${named.fullName}` : name,
    type,
    population: Number(population ?? 0),
    path: (named ? `${named.path}/` : '') + name + (geonameId ? `#${geonameId}` : ''),
    above,
    names: names ? names.split('|') : [],
    ...(code ? { code } : {}),
  };
}

function buildClosure(parents: Place[]): string[] {
  return [...new Set([...parents.map(({ permalink }) => permalink), ...parents.flatMap(({ above }) => above)])];
}
