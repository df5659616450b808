/** Resolves names in a source to places and industries; undefined if uncertain: a wrong place is worse than none. */
import { buildNameKey } from '../db/name-key.ts';
import type { Place } from './gazetteer/place.ts';
import type { TaxonomyEntry } from './taxonomy.ts';

/** What a source says about the state and country of a city, as text or as resolved places. */
type CityHints = { state?: string | Place | undefined; country?: string | Place | undefined };

export type PlaceResolver = {
  /** By name, ISO alpha-2, alpha-3 or short form. */
  country(word: string): Place | undefined;
  /** By name, "US-CA", or the short code within the country; without a country only codes that are unique. */
  state(word: string, country?: string | Place): Place | undefined;
  /** By name, with or without ", state" after it. */
  city(word: string, hints?: CityHints): Place | undefined;
  /** Continents, groups and metro areas; "Boston" is Greater Boston here. */
  region(word: string): Place | undefined;
};

type IndustryResolver = {
  industry(word: string): TaxonomyEntry | undefined;
  superCategory(word: string): TaxonomyEntry | undefined;
};

/** Of several places with one name, the largest is chosen if it is this many times as populous as the next. */
const timesWithinCountry = 5;
const timesInTheWorld = 10;
/** A name without state and country may mean a village that we do not have, unless our place has this population. */
const largeCity = 250_000;

type Index = Record<Place['type'], Map<string, Place[]>>;

export function createPlaceResolver(places: Place[]): PlaceResolver {
  const index: Index = {
    CITY: buildKeys(places, 'CITY'),
    STATE: buildKeys(places, 'STATE'),
    COUNTRY: buildKeys(places, 'COUNTRY'),
    REGION: buildKeys(places, 'REGION'),
  };
  return {
    country: (word) => readCountry(index, word),
    state: (word, country) => readState(index, word, country),
    city: (word, hints = {}) => readCity(index, word, hints),
    region: (word) => readRegion(index, word),
  };
}

function readCountry({ COUNTRY }: Index, word: string): Place | undefined {
  return only(COUNTRY.get(buildPlaceKey(word)));
}

function readState(index: Index, word: string, country?: string | Place): Place | undefined {
  const above = typeof country === 'string' ? readCountry(index, country) : country;
  if (country !== undefined && !above) return undefined;
  return only(index.STATE.get(buildPlaceKey(word))?.filter((place) => isBelow(place, above)));
}

function readCity(index: Index, word: string, hints: CityHints): Place | undefined {
  const country = typeof hints.country === 'string' ? readCountry(index, hints.country) : hints.country;
  const state = typeof hints.state === 'string' ? readState(index, hints.state, country) : hints.state;
  // An unknown state may be a county, so the country still counts; an unknown country leaves the city unresolved.
  if (hints.country ? !country : hints.state && !state) return undefined;
  if (state && !isBelow(state, country)) return undefined;
  const above = state ?? country;
  return findLargest(findCities(index, word, above), above) ?? readCityBeforeComma(index, word, above);
}

/** "Los Angeles, CA": the part after the comma may be a state or a country; whichever has that city is chosen. */
function readCityBeforeComma(index: Index, word: string, above: Place | undefined): Place | undefined {
  const comma = word.lastIndexOf(',');
  if (comma < 1) return undefined;
  const [name, rest] = [word.slice(0, comma), word.slice(comma + 1).trim()];
  if (rest === '') return findLargest(findCities(index, name, above), above);
  const named = [index.STATE, index.COUNTRY].flatMap((places) => places.get(buildPlaceKey(rest)) ?? []);
  const within = named.filter((place) => place === above || isBelow(place, above));
  const cities = within.map((place) => findLargest(findCities(index, name, place), place));
  return only([...new Set(cities.filter((city) => city !== undefined))]);
}

function findCities({ CITY }: Index, word: string, above: Place | undefined): Place[] {
  return CITY.get(buildPlaceKey(word))?.filter((place) => isBelow(place, above)) ?? [];
}

function readRegion({ REGION }: Index, word: string): Place | undefined {
  const key = buildPlaceKey(word);
  const keys = [key, `greater ${key}`, `${key} area`, `${key} metro`];
  return keys.map((variant) => only(REGION.get(variant))).find((place) => place !== undefined);
}

export function createIndustryResolver(taxonomy: TaxonomyEntry[]): IndustryResolver {
  const find = (type: TaxonomyEntry['type']) => {
    const index = new Map<string, TaxonomyEntry[]>();
    for (const entry of taxonomy.filter((candidate) => candidate.type === type)) {
      const keys = new Set([entry.name, entry.permalink, ...entry.names].map(buildNameKey));
      for (const key of keys) index.set(key, [...(index.get(key) ?? []), entry]);
    }
    return (word: string) => only(index.get(buildNameKey(word)));
  };
  return { industry: find('INDUSTRY'), superCategory: find('SUPER_CATEGORY') };
}

function buildKeys(places: Place[], type: Place['type']): Map<string, Place[]> {
  const index = new Map<string, Place[]>();
  for (const place of places) {
    if (place.type !== type) continue;
    const code = type === 'STATE' && place.code ? [place.code, place.code.slice(3)] : [];
    for (const key of new Set([place.name, ...place.names, ...code].map(buildPlaceKey))) {
      const known = index.get(key);
      if (known) known.push(place);
      else index.set(key, [place]);
    }
  }
  return index;
}

/** The name key, equal for "Saint Louis" and "St. Louis", "U.S.A." and "USA". */
function buildPlaceKey(word: string): string {
  return buildNameKey(word)
    .replace(/\b(\p{L}) (?=\p{L}\b)/gu, '$1')
    .replace(/\b(saint|sankt)\b/g, 'st')
    .replace(/\bsainte\b/g, 'ste')
    .replace(/\bmount\b/g, 'mt')
    .replace(/\bfort\b/g, 'ft');
}

function isBelow(place: Place, above: Place | undefined): boolean {
  return !above || place.above.includes(above.permalink);
}

function findLargest(found: Place[], above: Place | undefined): Place | undefined {
  const [first, next] = found.toSorted((a, b) => b.population - a.population);
  if (!first) return undefined;
  if (above) return !next || first.population >= timesWithinCountry * next.population ? first : undefined;
  return first.population >= largeCity && first.population >= timesInTheWorld * (next?.population ?? 0)
    ? first
    : undefined;
}

function only<T>(found: T[] | undefined): T | undefined {
  return found?.length === 1 ? found[0] : undefined;
}
