import { continentPermalinks, readGazetteer } from '../../lookups/gazetteer.ts';
import type { RecordPlace } from '../records.ts';
import { type CompanyName, type Name, splitParts } from './names.ts';
import type { Random } from './random.ts';

/** The parameters of the market. */
export type Market = {
  seed: number;
  /** The start of the newest day in UTC, in milliseconds. */
  today: number;
  investorCount: number;
  angelCount: number;
  toHome: (random: Random) => DemoPlace;
  /** By the company's number, its sector, its number in the sector, and whether it has an ending. */
  toCompanyName: (index: number, sector: number, ordinal: number, hasEnding: boolean) => CompanyName;
};

export const companyKey = (index: number) => `c${index}`;
export const investorKey = (index: number) => `f${index}`;
export const angelKey = (index: number) => `a${index}`;
export const partnerKey = (investor: number, index: number) => `p${investor}-${index}`;

export const dayMs = 86_400_000;
const days = new Map<number, string>();

/** The day of a time, YYYY-MM-DD. It is called millions of times for a few thousand days, so each is formatted once. */
export function formatDemoDay(moment: number): string {
  const number = Math.floor(moment / dayMs);
  let day = days.get(number);
  if (day === undefined) days.set(number, (day = new Date(moment).toISOString().slice(0, 10)));
  return day;
}

/** A city for companies and investors, with its currency and the value of a unit in US dollars. */
export type DemoPlace = {
  place: RecordPlace;
  city: Name;
  /** With its article: `the United States`. */
  countryName: string;
  countryCode: string;
  /** The legal form of companies there. */
  legalForm: string;
  currency: string;
  rate: number;
};

/** Country codes by legal form; `Ltd` for all others. */
const legalForms = new Map(
  `US CA: Inc. | DE AT: GmbH | CH: AG | FR: SAS | NL: B.V. | SE: AB | NO: AS | DK: ApS | FI: Oy | EE: OÜ |
  PL: sp. z o.o. | ES: S.L. | PT: Lda. | IT: S.r.l. | BR: Ltda. | MX: S.A. de C.V. | IN: Pvt. Ltd. |
  SG: Pte. Ltd. | AU: Pty Ltd | ZA: (Pty) Ltd | JP: K.K. | KR CN: Co., Ltd. | TR: A.Ş. | AE: FZ-LLC | EG: LLC`
    .split('|')
    .map((entry) => entry.trim().split(': '))
    .flatMap(([codes = '', form = '']) => codes.split(' ').map((code) => [code, form] as const)),
);
const articled = new Set(['US', 'GB', 'NL', 'AE']);

/** Cities with their weight, and their currency unless it is the dollar. */
const market = `
  san-francisco-california 150 | new-york-new-york 90 | london-england 75 GBP | boston-massachusetts 40 |
  bengaluru-karnataka 40 INR | palo-alto-california 36 | los-angeles-california 36 | berlin-berlin 34 EUR |
  paris-ile-de-france 34 EUR | seattle-washington 26 | singapore-singapore 26 SGD | tel-aviv-tel-aviv 26 |
  austin-texas 24 | cambridge-massachusetts 22 | mumbai-maharashtra 20 INR | stockholm-stockholm 20 SEK |
  toronto-ontario 20 CAD | chicago-illinois 18 | beijing-beijing 18 CNY | shanghai-shanghai 16 CNY |
  amsterdam-north-holland 16 EUR | san-diego-california 16 | denver-colorado 14 | munich-bavaria 14 EUR |
  sao-paulo-sao-paulo 14 BRL | tokyo-tokyo 14 JPY | seoul-seoul 14 KRW | sydney-new-south-wales 14 AUD |
  zurich-zurich 12 CHF | miami-florida 12 | atlanta-georgia 10 | dublin-leinster 10 EUR |
  barcelona-catalonia 10 EUR | copenhagen-capital-region 10 DKK | helsinki-uusimaa 10 EUR | oslo-oslo 8 NOK |
  melbourne-victoria 8 AUD | montreal-quebec 8 CAD | jakarta-jakarta 8 | shenzhen-guangdong 8 CNY |
  dubai-dubai 8 | lagos-lagos 8 | cambridge-england 6 GBP | manchester-england 6 GBP | hamburg-hamburg 6 EUR |
  madrid-madrid 6 EUR | milan-lombardy 6 EUR | lisbon-lisbon 6 EUR | vienna-vienna 6 EUR |
  tallinn-harjumaa 6 EUR | warsaw-mazovia 6 PLN | mexico-city-mexico-city 6 | vancouver-british-columbia 6 CAD |
  delhi-delhi 6 INR | hyderabad-telangana 5 INR | istanbul-istanbul 5 | cairo-cairo 4 |
  cape-town-western-cape 4 | lyon-auvergne-rhone-alpes 4 EUR`
  .split('|')
  .map((entry) => {
    const [permalink = '', weight, currency = 'USD'] = entry.trim().split(' ');
    return { permalink, weight: Number(weight), currency };
  });

/** US dollars for one unit: fixed figures, so that the same seed always gives the same amounts. */
// prettier-ignore
const rates: Record<string, number> = {
  USD: 1, EUR: 1.1, GBP: 1.3, CHF: 1.2, SEK: 0.1, NOK: 0.095, DKK: 0.15, PLN: 0.26, INR: 0.012, SGD: 0.75,
  CAD: 0.72, AUD: 0.66, CNY: 0.14, JPY: 0.0067, KRW: 0.00072, BRL: 0.18,
};

/** Draws cities at random by weight. */
export function openDemoPlaces(): (random: Random) => DemoPlace {
  const places = new Map(readGazetteer().map((place) => [place.permalink, place]));
  const homes = market.map(({ permalink, currency }): DemoPlace => {
    const city = places.get(permalink);
    if (!city) throw new Error(`the gazetteer has no ${permalink}`);
    const above = city.above.map((name) => places.get(name));
    const find = (type: string) => above.find((place) => place?.type === type);
    const country = find('COUNTRY');
    const code = country?.code ?? '';
    return {
      place: {
        city: permalink,
        state: find('STATE')?.permalink ?? null,
        country: country?.permalink ?? null,
        region: city.above.find((name) => continentPermalinks.includes(name)) ?? null,
      },
      city: splitParts(city.name)[0],
      countryName: `${articled.has(code) ? 'the ' : ''}${country?.name ?? city.name}`,
      countryCode: code,
      legalForm: legalForms.get(code) ?? 'Ltd',
      currency,
      rate: rates[currency] ?? 1,
    };
  });
  // One entry for each unit of weight turns a draw into a lookup.
  const drawn = homes.flatMap((home, index) => Array.from({ length: market[index]?.weight ?? 0 }, () => home));
  return (random) => {
    const home = drawn[random.whole(0, drawn.length - 1)];
    if (!home) throw new Error('there is no home');
    return home;
  };
}
