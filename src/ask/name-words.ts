import type { RecordKind } from '#contract/filters.ts';
import type { Industry, Location } from '#contract/lookups.ts';
import {
  demonyms,
  fillers,
  industryNames,
  placeNames,
  placeWords,
  stateCodes,
  wellKnownAreas,
  wellKnownCities,
} from './vocabulary.ts';
import { findMeant, indexByLetter, isNameTypo } from './spelling.ts';

/** A place, industry or super category of the API. */
export type FoundName = { readonly permalink: string; readonly name: string; readonly kind: string };

/** A company, investor or person of the API. */
export type KnownRecord = { readonly id: string; readonly name: string };

/** The free searches by name that the reader of a sentence may use; each returns its matches, best first. */
export type NameSearches = {
  /** Companies, investors and people whose names are already known; none if nothing is unlocked. */
  readonly findKnown?: (kind: RecordKind, name: string) => readonly KnownRecord[];
  readonly findLocations: (name: string) => Promise<readonly Location[]>;
  readonly findIndustries: (name: string) => Promise<readonly Industry[]>;
};

/** One name, several that it could mean, or none. `isSure`: the letters are the same. */
type NameReading = { readonly found: readonly FoundName[]; readonly isSure: boolean };

const fold = (text: string): string =>
  text
    // Marks are dropped twice, because "normalize" takes minutes to order a megabyte of them.
    .replaceAll(/\p{M}/gu, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
const join = (text: string): string => fold(text).replaceAll(' ', '');
const singular = (text: string): string =>
  fold(text)
    .replace(/(?<=\w{3})ies$/, 'y')
    .replace(/(?<=\w{2}[^s])s$/, '');

const maxCandidates = 6;
type Match = { readonly permalink?: string | undefined; readonly name?: string | undefined };
const toFoundNames = <M extends Match>(
  matches: readonly M[],
  readKind: (match: M) => string | undefined,
): FoundName[] =>
  matches.flatMap((match) =>
    match.permalink ? [{ permalink: match.permalink, name: match.name ?? '', kind: readKind(match) ?? '' }] : [],
  );
const findPlaces = async (name: string, { findLocations }: NameSearches): Promise<FoundName[]> =>
  toFoundNames(await findLocations(name), ({ location_type: type }) => type);

/** The place of a name: by itself, by its short name, or as "Springfield, Illinois". Undefined if there is none. */
export async function readPlaceName(name: string, searches: NameSearches): Promise<NameReading | undefined> {
  const text = fold(name).replace(/^the /, '');
  const typed = name.trim().toLowerCase().replace(/^the /, '');
  const state = /(.+) state$/.exec(text)?.[1];
  if (state) {
    // "new york state" is not the city of that name, and "georgia state" not the country.
    const found = await findPlaces(state, searches);
    const states = found.filter(({ kind, name: of }) => kind === 'STATE' && fold(of) === state);
    if (states.length > 0) return { found: states, isSure: true };
  }
  const meant = placeNames.get(typed) ?? placeNames.get(text) ?? demonyms.get(text);
  const wanted = fold(meant ?? text);
  const known = await findPlaces(meant ?? name, searches);
  const called = (spelled: string) => known.filter(({ name: of }) => fold(of) === spelled);
  const mistyped = called(wanted).length > 0 || fillers.has(text) ? undefined : findMeant(text, knownPlaces);
  if (mistyped !== undefined && !placeWords.has(text)) return readPlaceName(mistyped, searches);
  // Words shorter than seven letters are one letter from some small town.
  const near = text.length < 7 ? [] : known.map((one) => fold(one.name)).filter((one) => isNameTypo(wanted, one));
  const exact = [wanted, ...near].map(called).find(({ length }) => length > 0);
  if (!exact) return undefined;
  return { found: choosePlaces(exact, wanted, text), isSure: meant !== undefined || !isPlainCity(exact, wanted) };
}

const knownPlaces = indexByLetter(placeWords);
const knownIndustries = indexByLetter(industryNames.keys());
const usStates = new Set(stateCodes.values());
const isPlainCity = (exact: readonly FoundName[], wanted: string): boolean =>
  !wellKnownCities.has(wanted) && exact.every(({ kind }) => kind === 'CITY');

/** The places that a name means: one, unless it has several of about the same weight. */
function choosePlaces(exact: readonly FoundName[], wanted: string, typed: string): readonly FoundName[] {
  const ofKind = (kind: string) => exact.filter((one) => one.kind === kind);
  const [countries = [], states = [], cities = [], regions = []] = ['COUNTRY', 'STATE', 'CITY', 'REGION'].map(ofKind);
  // "washington" alone is a city or a state.
  const isCapital = wanted === 'washington';
  if (isCapital && typed !== wanted) return cities.slice(0, 1);
  if (wellKnownCities.has(wanted)) return (countries[0] ? countries : cities).slice(0, 1);
  const ofUnitedStates = states.filter(({ permalink }) => permalink.endsWith('united-states'));
  if (countries.length === 1 && ofUnitedStates.length === 0) return countries;
  if (countries.length > 0 || isCapital) return exact.slice(0, maxCandidates);
  if (ofUnitedStates.length > 0 && usStates.has(wanted)) return ofUnitedStates.slice(0, 1);
  if (regions.length === 1) return regions;
  return states.length === 1 ? states : exact.slice(0, maxCandidates);
}

/** A city with its state or country: "Cambridge, MA", "Paris, France". */
export async function readQualifiedPlace(
  city: string,
  area: string,
  isPair: boolean,
  searches: NameSearches,
): Promise<FoundName | undefined> {
  const state = stateCodes.get(area.trim().toLowerCase());
  const region = await readPlaceName(state ?? area, searches);
  const around = region?.found.filter(({ kind }) => kind !== 'CITY');
  if (!around || around.length === 0) return undefined;
  const meant = fold(placeNames.get(city.toLowerCase()) ?? city);
  const cities = (await findPlaces(city, searches)).filter((one) => fold(one.name) === meant && one.kind === 'CITY');
  const areas = around.flatMap(({ name }) =>
    name === 'United Kingdom' ? ['england', 'scotland', 'wales', 'northern ireland'] : [fold(name)],
  );
  const inside = cities.find(({ permalink }) =>
    areas.some((one) => permalink.endsWith(`-${one.replaceAll(' ', '-')}`)),
  );
  if (inside) return inside;
  const isState = around.some(({ kind }) => kind === 'STATE');
  if (!isPair || isState || (cities.length !== 1 && !wellKnownCities.has(fold(city)))) return undefined;
  // "media, Germany" is no city in Pennsylvania.
  return wellKnownCities.has(fold(city)) || !(await readIndustryName(city, searches)) ? cities[0] : undefined;
}

/** "Waterloo Ontario", "cambridge ma": a city with its state or country, without a comma. */
export async function readCityInArea(name: string, searches: NameSearches): Promise<FoundName | undefined> {
  const words = name.split(/\s+/);
  for (let at = 1; at < words.length; at += 1) {
    const area = words.slice(at).join(' ');
    const lower = area.toLowerCase();
    const isArea = wellKnownAreas.has(lower) || placeNames.has(lower) || stateCodes.has(lower);
    if (isArea && !fillers.has(lower)) return readQualifiedPlace(words.slice(0, at).join(' '), area, true, searches);
  }
  return undefined;
}

/** The industry of a name: equal letters, a short name, or initials; undefined if there is none. */
export async function readIndustryName(name: string, searches: NameSearches): Promise<NameReading | undefined> {
  const text = fold(name);
  if (text.length < 2) return undefined;
  const known = [text, singular(text), join(text)].map((one) => industryNames.get(one)).find(Boolean);
  const mistyped = known !== undefined || text.length < 6 ? undefined : findMeant(text, knownIndustries);
  const meant = known ?? (mistyped === undefined ? undefined : industryNames.get(mistyped));
  const all = toFoundNames(await searches.findIndustries(meant ?? name), ({ industry_type: type }) => type);
  const wanted = meant ?? text;
  const exact =
    all.find((one) => isSameName(wanted, one.name)) ??
    all.find((one) => wanted.length > 6 && isNameTypo(wanted, fold(one.name)));
  if (exact) return { found: [exact], isSure: true };
  const first = all[0];
  if (first && (isShortName(text, first.name) || (text.length > 4 && isShortName(singular(text), first.name))))
    return { found: [first], isSure: true };
  if (first && isPartOf(text, first.name)) return { found: [first], isSure: false };
  return undefined;
}

const isSameName = (text: string, name: string): boolean =>
  join(text) === join(name) || singular(text).replaceAll(' ', '') === singular(name).replaceAll(' ', '');

/** Whether the text consists of beginnings of the words in order: "fintech", "SaaS", "AI". */
export function isShortName(text: string, name: string): boolean {
  const words = fold(name).split(' ');
  const matches = (left: string, at: number): boolean => {
    if (left === '') return at >= words.length;
    const word = words[at];
    if (word === undefined) return false;
    for (let length = Math.min(word.length, left.length); length > 0; length -= 1)
      if (left.startsWith(word.slice(0, length)) && matches(left.slice(length), at + 1)) return true;
    return false;
  };
  return words.length > 1 && matches(fold(text).replaceAll(' ', ''), 0);
}

/** "climate" for "Climate tech": all its words are whole words of the name, which has at most two more. */
const isPartOf = (text: string, name: string): boolean => {
  const words = singular(name).split(' ').map(singular);
  const given = singular(text).split(' ').map(singular);
  return given.every((word) => words.includes(word)) && words.length <= given.length + 2;
};
