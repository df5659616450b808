import { continentPermalinks, type Place } from '../../lookups/gazetteer.ts';
import type { PlaceResolver } from '../../lookups/resolve.ts';
import type { RecordPlace } from '../records.ts';
import type { WorldCities } from '../world-cities.ts';
import type { Cells, companyColumns } from './columns.ts';

type Company = Pick<Cells<typeof companyColumns>, 'country_code' | 'state_code' | 'city' | 'region'>;

export type PlacedCompany = {
  place: RecordPlace;
  /** What the export says of the place, where that is more than we know. */
  placeText: string | null;
  /** Why `place` says less than the export does. */
  doubts: { reason: string; value: string }[];
  /** A place that our gazetteer lacks. */
  added?: Place;
};

/** Words in the column `region` that name no metro area. */
const noMetro = /^(|unknown|TBD|.* - Other)$/;

/** Finds where companies are: never further than the export's own state code says, for city names alone repeat. */
export function openCompanyPlaces(
  places: Place[],
  resolver: PlaceResolver,
  world?: WorldCities,
): (company: Company) => PlacedCompany {
  const metroStates = toMetroStates(places);

  const findCity = (text: string, state: Place): { city?: Place; added?: Place } => {
    const comma = text.lastIndexOf(',');
    const [rest, name] = [text.slice(comma + 1).trim(), text.slice(0, comma)];
    const inState = comma > 0 && (rest === '' || resolver.state(rest, toCountry(state))?.permalink === state.permalink);
    const word = (inState ? name : text).replace(/[\s,.]+$/, '');
    const city = resolver.city(word, { state });
    if (city) return { city };
    const added = world?.find(word, state);
    return added ? { city: added, added } : {};
  };
  const toCountry = (state: Place) =>
    places.find(({ permalink, type }) => type === 'COUNTRY' && state.above.includes(permalink));

  const findMetro = (word: string, state: Place | undefined): { metro?: string; doubt?: string } => {
    // Without a state nothing says which of several places of that name is meant; that there is none is told already.
    if (!state || noMetro.test(word)) return {};
    const metro = resolver.region(word);
    const states = metro && metroStates.get(metro.permalink);
    if (!metro || !states) return { doubt: 'metro area is not known' };
    if (!states.has(state.permalink)) return { doubt: 'metro area lies in another state' };
    return { metro: metro.permalink };
  };

  return (company) => {
    const country = resolver.country(company.country_code);
    const state = country && company.state_code ? resolver.state(company.state_code, country) : undefined;
    const { city, added } = state && company.city ? findCity(company.city, state) : {};
    const { metro, doubt } = findMetro(company.region, state);
    const doubts = [];
    if (!country) doubts.push({ reason: 'country is not known', value: company.country_code });
    else if (!company.state_code) doubts.push({ reason: 'no state: placed in its country only', value: company.city });
    else if (!state) doubts.push({ reason: 'state is not known', value: company.state_code });
    else if (!company.city) doubts.push({ reason: 'no city: placed in its state only', value: company.state_code });
    else if (!city)
      doubts.push({ reason: 'city is not known in its state', value: `${company.city}, ${company.state_code}` });
    if (doubt) doubts.push({ reason: doubt, value: [company.region, company.state_code].filter(Boolean).join(', ') });
    const above = [city, state, country].find(Boolean)?.above ?? [];
    const text = [company.city, company.state_code, company.country_code].filter(Boolean).join(', ');
    return {
      place: {
        city: city?.permalink ?? null,
        state: state?.permalink ?? null,
        country: country?.permalink ?? null,
        region: above.find((permalink) => continentPermalinks.includes(permalink)) ?? null,
        tags: metro ? [metro] : [],
      },
      placeText: city ? null : text || null,
      doubts,
      ...(added ? { added } : {}),
    };
  };
}

/** The states in which a metro area has cities. */
function toMetroStates(places: Place[]): Map<string, Set<string>> {
  const types = new Map(places.map(({ permalink, type }) => [permalink, type]));
  const continents = new Set(continentPermalinks);
  const states = new Map<string, Set<string>>();
  for (const city of places) {
    if (city.type !== 'CITY') continue;
    const state = city.above.find((permalink) => types.get(permalink) === 'STATE');
    for (const above of city.above) {
      if (!state || types.get(above) !== 'REGION' || continents.has(above)) continue;
      states.set(above, (states.get(above) ?? new Set()).add(state));
    }
  }
  return states;
}
