import { maxValueLength, trimValue } from '#contract/scalars.ts';
import { continentPermalinks, readGazetteer } from '../../lookups/gazetteer.ts';
import type { Place } from '../../lookups/gazetteer/place.ts';
import { createIndustryResolver, createPlaceResolver, type PlaceResolver } from '../../lookups/resolve.ts';
import { readTaxonomy } from '../../lookups/taxonomy.ts';
import type { RecordPlace } from '../records.ts';

/** The place of a record in the source's words. */
export type PlaceWords = {
  city?: string | undefined;
  state?: string | undefined;
  country?: string | undefined;
  /** A metro area, a group of countries or a continent. */
  region?: string | undefined;
  /** All levels in one text: "Los Angeles, CA", "Berlin, Germany". */
  location?: string | undefined;
};

export type ReadPlace = {
  place: RecordPlace;
  /** The source's text, if it says more than the resolved place. */
  placeText: string | null;
  /** Words that match none of our places. */
  problems: { reason: string; value: string }[];
  /** A city of the reference files that our gazetteer does not have. */
  added?: Place | undefined;
};

/** Cities that our gazetteer does not have. */
export type WorldCities = { find: (name: string, above: Place) => Place | undefined };

type PlaceIndex = {
  resolver: PlaceResolver;
  places: ReadonlyMap<string, Place>;
  /** The states in which a metro area has cities. */
  metroStates: ReadonlyMap<string, ReadonlySet<string>>;
};

type Context = PlaceIndex & { world: WorldCities | undefined };

type FoundPlaces = {
  country?: Place | undefined;
  state?: Place | undefined;
  city?: Place | undefined;
  metro?: Place | undefined;
  /** Whether every part of a text was understood. */
  whole?: boolean;
};

/** Our own places, indexed once, which takes a quarter of a second. */
let ourPlaces: PlaceIndex | undefined;

const indexPlaces = (places: Place[]): PlaceIndex => ({
  places: new Map(places.map((place) => [place.permalink, place])),
  resolver: createPlaceResolver(places),
  metroStates: findMetroStates(places),
});

/** Resolves places, never more precisely than the words say; a word can also be one of our permalinks. */
export function openPlaceReader(world?: WorldCities): (words: PlaceWords) => ReadPlace {
  const context: Context = { ...(ourPlaces ??= indexPlaces(readGazetteer())), world };
  // Sources repeat the same places, so each text is resolved once.
  const known = new Map<string, ReadPlace>();
  return (words) => {
    if (Object.values(words).some((word = '') => word.length > maxValueLength)) return createUnknownPlace(words);
    const key = JSON.stringify([words.city, words.state, words.country, words.region, words.location]);
    const before = known.get(key);
    if (before) return before;
    const read = readPlace(words, context);
    if (known.size < 100_000) known.set(key, read);
    return read;
  };
}

const createUnknownPlace = (words: PlaceWords): ReadPlace => ({
  place: { city: null, state: null, country: null, region: null, tags: [] },
  placeText: null,
  problems: [{ reason: 'place is not known', value: toText(words) }],
});

function readPlace(words: PlaceWords, context: Context): ReadPlace {
  const { places } = context;
  const problems: ReadPlace['problems'] = [];
  const found = words.location ? readLocation(words, context.resolver) : readLevels(words, context, problems);
  const above = [found.city, found.state, found.country].find(Boolean)?.above ?? [];
  const levelOf = (type: Place['type']) => above.find((permalink) => places.get(permalink)?.type === type);
  const text = toText(words);
  if (words.location && !found.whole) {
    const reason = found.state || found.country ? 'city is not known in its country or state' : 'place is not known';
    problems.push({ reason, value: text });
  }
  const region = found.metro && continentPermalinks.includes(found.metro.permalink) ? found.metro : undefined;
  return {
    place: {
      city: found.city?.permalink ?? null,
      state: found.state?.permalink ?? levelOf('STATE') ?? null,
      country: found.country?.permalink ?? levelOf('COUNTRY') ?? null,
      region: above.find((permalink) => continentPermalinks.includes(permalink)) ?? region?.permalink ?? null,
      tags: found.metro && !region ? [found.metro.permalink] : [],
    },
    placeText: !found.city && text !== '' ? text : null,
    problems,
    added: found.city && !places.has(found.city.permalink) ? found.city : undefined,
  };
}

function toText({ city, state, country, region, location }: PlaceWords): string {
  const parts = location ? [location, country] : [city, state, country ?? region];
  return parts.filter(Boolean).join(', ');
}

/** Resolves each level by its own column; below an unknown level everything is unknown. */
function readLevels(words: PlaceWords, context: Context, problems: ReadPlace['problems']): FoundPlaces {
  const { resolver, world } = context;
  const ours = (word: string, type: Place['type']) => {
    const place = context.places.get(word);
    return place?.type === type ? place : undefined;
  };
  const report = (reason: string) => void problems.push({ reason, value: toText(words) });
  const country = words.country ? (ours(words.country, 'COUNTRY') ?? resolver.country(words.country)) : undefined;
  if (words.country && !country) {
    report('country is not known');
    return {};
  }
  const state = words.state ? (ours(words.state, 'STATE') ?? resolver.state(words.state, country)) : undefined;
  if (words.state && !state) report('state is not known');
  const hints = { ...(state ? { state } : {}), ...(country ? { country } : {}) };
  // With an unknown state, the city of that name in the country may be another one.
  const name = state || !words.state ? words.city?.replace(/[\s,.]+$/, '') : undefined;
  const above = state ?? country;
  const city = name
    ? (ours(name, 'CITY') ?? resolver.city(name, hints) ?? (above && world?.find(name, above)))
    : undefined;
  if (name && !city) report('city is not known in its country or state');
  return { country, state, city, metro: readMetro(words, context, { country, state, city }, problems) };
}

/** A metro area or continent counts only if nothing contradicts it: it is in the state, or no other place is known. */
function readMetro(
  words: PlaceWords,
  { resolver, metroStates }: Context,
  { country, state, city }: FoundPlaces,
  problems: ReadPlace['problems'],
): Place | undefined {
  const metro = words.region ? resolver.region(words.region) : undefined;
  if (!metro || country?.above.includes(metro.permalink) || city?.above.includes(metro.permalink)) return undefined;
  const states = metroStates.get(metro.permalink);
  if (!state || !states) return city || country ? undefined : metro;
  if (states.has(state.permalink)) return metro;
  problems.push({ reason: 'metro area is in another state', value: [words.region, words.state].join(', ') });
  return undefined;
}

function findMetroStates(places: readonly Place[]): Map<string, Set<string>> {
  const types = new Map(places.map(({ permalink, type }) => [permalink, type]));
  const states = new Map<string, Set<string>>();
  for (const city of places) {
    if (city.type !== 'CITY') continue;
    const state = city.above.find((permalink) => types.get(permalink) === 'STATE');
    for (const above of city.above) {
      if (!state || types.get(above) !== 'REGION' || continentPermalinks.includes(above)) continue;
      states.set(above, (states.get(above) ?? new Set()).add(state));
    }
  }
  return states;
}

/** "City, State, Country", "City, Country", "Country" or "City", read from the right. */
function readLocation(words: PlaceWords, resolver: PlaceResolver): FoundPlaces {
  const parts = (words.location ?? '')
    .split(/,| - |;/)
    .map((part) => part.trim())
    .filter(Boolean);
  // "Berlin, Berlin, Germany, Europe": the country implies the region that contains it.
  const around = resolver.region(parts.at(-1) ?? '');
  if (around && resolver.country(parts.at(-2) ?? '')?.above.includes(around.permalink)) parts.pop();
  const stated = words.country ? resolver.country(words.country) : undefined;
  if (words.country && !stated) return {};
  const whole = parts.join(', ');
  const city = resolver.city(whole, stated ? { country: stated } : {}) ?? readCityBefore(parts, stated, resolver);
  if (city) return { city, country: stated, whole: true };
  const last = parts.at(-1) ?? '';
  const country = stated ?? resolver.country(last);
  const state =
    resolver.state(parts.length > 1 && !stated ? (parts.at(-2) ?? '') : last, country) ?? resolver.state(last, stated);
  const metro = state ? undefined : resolver.region(whole);
  if (!state && !country) return { metro, whole: Boolean(metro) };
  const isUnderstood = (part: string) =>
    resolver.country(part) === country || (state && resolver.state(part, country) === state);
  const understood = parts.filter(isUnderstood).length;
  return { country, state, whole: understood >= parts.length || Boolean(metro) };
}

function readCityBefore(parts: string[], stated: Place | undefined, resolver: PlaceResolver): Place | undefined {
  const [name, ...rest] = parts;
  const last = rest.at(-1);
  if (!name || !last) return undefined;
  const country = stated ?? resolver.country(last);
  if (!country) return undefined;
  const states = (stated ? rest : rest.slice(0, -1)).map((part) => resolver.state(part, country));
  const state = states.find((place) => place !== undefined);
  return resolver.city(name, { country, ...(state ? { state } : {}) });
}

/** Industries by permalink in the order of the words, and the words that match none. */
export type ReadIndustries = { industries: string[]; unknown: string[] };

/** Finds our industries for a source's words; `own` adds words of the source: a permalink, or null for none. */
export function openIndustryReader(own: Record<string, string | null> = {}): (words: string[]) => ReadIndustries {
  const resolver = createIndustryResolver(readTaxonomy());
  const known = new Map<string, string | null | undefined>(
    Object.entries(own).map(([word, meaning]) => [word.toLowerCase(), meaning]),
  );
  const findIndustry = (word: string) => (resolver.industry(word) ?? resolver.superCategory(word))?.permalink;
  // An abbreviation in brackets adds nothing: "Artificial Intelligence (AI)".
  const find = (given: string) => {
    const word = trimValue(given);
    const key = word.toLowerCase();
    if (!known.has(key)) known.set(key, findIndustry(word) ?? findIndustry(word.replace(/\s*\([^()]*\)$/, '')));
    return known.get(key);
  };
  return (words) => {
    const found = words.map((word) => ({ word, permalink: find(word) }));
    return {
      industries: [
        ...new Set(found.map(({ permalink }) => permalink).filter((permalink) => typeof permalink === 'string')),
      ],
      unknown: found.filter(({ permalink }) => permalink === undefined).map(({ word }) => word),
    };
  };
}
