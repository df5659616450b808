import { continentPermalinks, readGazetteer, type Place } from '../../lookups/gazetteer.ts';
import { toPlaceResolver, type PlaceResolver } from '../../lookups/resolve.ts';
import type { RecordPlace } from '../records.ts';

/** What a source says of where a record lies, each as it stands there. */
export type PlaceWords = {
  city?: string | undefined;
  state?: string | undefined;
  country?: string | undefined;
  /** A metro area, a group of countries or a continent. */
  region?: string | undefined;
  /** All in one: "Los Angeles, CA", "Berlin, Germany". */
  location?: string | undefined;
};

export type ReadPlace = {
  place: RecordPlace;
  /** What the source says, where that is more than was found. */
  placeText: string | null;
  /** Words that mean no place of ours. */
  doubts: { reason: string; value: string }[];
};

type Found = {
  country?: Place | undefined;
  state?: Place | undefined;
  city?: Place | undefined;
  metro?: Place | undefined;
  /** Whether every part of a text was understood. */
  whole?: boolean;
};

/** Finds where records lie, never further than their own words say. */
export function openPlaceReader(): (words: PlaceWords) => ReadPlace {
  const places = readGazetteer();
  const byPermalink = new Map(places.map((place) => [place.permalink, place]));
  const resolver = toPlaceResolver(places);
  // Sources name the same places over and over; a name is looked for once.
  const known = new Map<string, ReadPlace>();
  return (words) => {
    const key = JSON.stringify([words.city, words.state, words.country, words.region, words.location]);
    const before = known.get(key);
    if (before) return before;
    const read = readPlace(words, resolver, byPermalink);
    if (known.size < 100_000) known.set(key, read);
    return read;
  };
}

function readPlace(words: PlaceWords, resolver: PlaceResolver, places: ReadonlyMap<string, Place>): ReadPlace {
  const doubts: ReadPlace['doubts'] = [];
  const found = words.location ? readLocation(words, resolver) : readLevels(words, resolver, doubts);
  const above = [found.city, found.state, found.country].find(Boolean)?.above ?? [];
  const levelOf = (type: Place['type']) => above.find((permalink) => places.get(permalink)?.type === type);
  const text = toText(words);
  if (words.location && !found.whole) {
    const reason = found.state || found.country ? 'city is not known in its country or state' : 'place is not known';
    doubts.push({ reason, value: text });
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
    doubts,
  };
}

function toText({ city, state, country, region, location }: PlaceWords): string {
  const parts = location ? [location, country] : [city, state, country ?? region];
  return parts.filter(Boolean).join(', ');
}

/** Each level by its own column; one that is not known leaves the levels below it open too. */
function readLevels(words: PlaceWords, resolver: PlaceResolver, doubts: ReadPlace['doubts']): Found {
  const country = words.country ? resolver.country(words.country) : undefined;
  if (words.country && !country) {
    doubts.push({ reason: 'country is not known', value: toText(words) });
    return {};
  }
  const state = words.state ? resolver.state(words.state, country) : undefined;
  if (words.state && !state) doubts.push({ reason: 'state is not known', value: toText(words) });
  const hints = { ...(state ? { state } : {}), ...(country ? { country } : {}) };
  // A state that is said and not known says that the city is not the one that its country makes us think of.
  const city = words.city && (state || !words.state) ? resolver.city(words.city, hints) : undefined;
  if (words.city && !city && (state || !words.state)) {
    doubts.push({ reason: 'city is not known in its country or state', value: toText(words) });
  }
  return { country, state, city, metro: readMetro(words, resolver, { country, state, city }) };
}

/** A metro area or continent is kept where nothing speaks against it: it has the city, or no city is known. */
function readMetro(words: PlaceWords, resolver: PlaceResolver, { country, city }: Found): Place | undefined {
  const metro = words.region ? resolver.region(words.region) : undefined;
  if (!metro || country?.above.includes(metro.permalink) || city?.above.includes(metro.permalink)) {
    return undefined;
  }
  return city || country ? undefined : metro;
}

/** "City, State, Country", "City, Country", "Country", "City": read from the right, the widest last. */
function readLocation(words: PlaceWords, resolver: PlaceResolver): Found {
  const parts = (words.location ?? '')
    .split(/,| - |;/)
    .map((part) => part.trim())
    .filter(Boolean);
  const said = words.country ? resolver.country(words.country) : undefined;
  if (words.country && !said) return {};
  const whole = parts.join(', ');
  const city = resolver.city(whole, said ? { country: said } : {}) ?? readCityBefore(parts, said, resolver);
  if (city) return { city, country: said, whole: true };
  const last = parts.at(-1) ?? '';
  const country = said ?? resolver.country(last);
  const state =
    resolver.state(parts.length > 1 && !said ? (parts.at(-2) ?? '') : last, country) ?? resolver.state(last, said);
  const metro = state ? undefined : resolver.region(whole);
  if (!state && !country) return { metro, whole: Boolean(metro) };
  const isUnderstood = (part: string) =>
    resolver.country(part) === country || (state && resolver.state(part, country) === state);
  const understood = parts.filter(isUnderstood).length;
  return { country, state, whole: understood >= parts.length || Boolean(metro) };
}

function readCityBefore(parts: string[], said: Place | undefined, resolver: PlaceResolver): Place | undefined {
  const [name, ...rest] = parts;
  const last = rest.at(-1);
  if (!name || !last) return undefined;
  const country = said ?? resolver.country(last);
  if (!country) return undefined;
  const states = (said ? rest : rest.slice(0, -1)).map((part) => resolver.state(part, country));
  const state = states.find((place) => place !== undefined);
  return resolver.city(name, { country, ...(state ? { state } : {}) });
}
