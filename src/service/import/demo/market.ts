import { parse } from 'csv-parse/sync';
import { continentPermalinks, readGazetteer } from '../../lookups/gazetteer.ts';
import type { RecordPlace } from '../records.ts';
import citiesText from './data/cities.csv?raw';
import countriesText from './data/countries.csv?raw';
import currenciesText from './data/currencies.csv?raw';
import type { CompanyName } from './names.ts';
import type { Random } from './random.ts';

/** The parameters of the market. */
export type DemoMarket = {
  seed: number;
  /** The start of the newest day in UTC, in milliseconds. */
  today: number;
  investorCount: number;
  angelCount: number;
  drawHome: (random: Random) => DemoPlace;
  nameCompany: (index: number, sector: number, ordinal: number, hasTail: boolean) => CompanyName;
};

export const companyKey = (index: number) => `c${index}`;
export const investorKey = (index: number) => `f${index}`;
export const angelKey = (index: number) => `a${index}`;
export const partnerKey = (investor: number, index: number) => `p${investor}-${index}`;

export const dayMs = 86_400_000;
/** The day of a time, YYYY-MM-DD. */
export const formatDemoDay = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

/** A city for companies and investors. */
export type DemoPlace = {
  place: RecordPlace;
  city: string;
  /** With its article: `the United States`. */
  countryName: string;
  countryCode: string;
  /** The legal form of companies there. */
  legalForm: string;
  /** The usual cultures of names; those that are repeated are more common. */
  cultures: readonly string[];
  currency: string;
  /** US dollars for one unit: a fixed figure, so that the same seed always gives the same amounts. */
  rate: number;
  /** The sign of the currency. */
  sign: string;
};

type TableRow = Record<string, string>;
const readRows = (text: string): TableRow[] => parse(text, { columns: true });

/** Draws cities at random by weight. */
export function openDemoPlaces(): (random: Random) => DemoPlace {
  const find = (rows: TableRow[], code: string) => rows.find((row) => row['code'] === code) ?? {};
  const places = new Map(readGazetteer().map((place) => [place.permalink, place]));
  const [countries, currencies] = [readRows(countriesText), readRows(currenciesText)];
  // One entry for each unit of weight turns a draw into a lookup.
  const homes = readRows(citiesText).flatMap(({ permalink = '', weight, currency = '' }) => {
    const city = places.get(permalink);
    if (!city) throw new Error(`the gazetteer has no ${permalink}`);
    const above = city.above.map((name) => places.get(name));
    const findAbove = (type: string) => above.find((place) => place?.type === type);
    const country = findAbove('COUNTRY');
    const { article, legal_form: legalForm = 'Ltd', cultures } = find(countries, country?.code ?? '');
    const { usd, sign = '' } = find(currencies, currency);
    const home: DemoPlace = {
      place: {
        city: permalink,
        state: findAbove('STATE')?.permalink ?? null,
        country: country?.permalink ?? null,
        region: city.above.find((name) => continentPermalinks.includes(name)) ?? null,
      },
      city: city.name,
      countryName: `${article ?? ''}${country?.name ?? city.name}`,
      countryCode: country?.code ?? '',
      legalForm,
      cultures: cultures ? cultures.split(' ') : [],
      currency,
      rate: Number(usd),
      sign,
    };
    return Array.from({ length: Number(weight) }, () => home);
  });
  return (random) => random.pick(homes);
}
