import sectorsText from './sectors.txt?raw';
import { formatRoundName } from '#contract/rounds.ts';
import type { ImportedCompany, ImportedDeal } from '../records.ts';
import type { DemoRound } from './deals.ts';
import { dayMs, type DemoPlace, type Random, formatDemoDay } from './market.ts';
import { type NameParts, splitParts } from './names.ts';

/** What a company sells, to whom, and why: `${customers} ${benefit}` is a sentence. */
export type Offer = { product: string; customers: string; benefit: string };

/** A sector: its industries by permalink, the offers and the name endings of its companies. */
export type Sector = {
  weight: number;
  tails: NameParts;
  industries: readonly [string, ...string[]];
  offers: readonly [Offer, ...Offer[]];
};

/** Every sector of sectors.txt: its weight, name endings, industries, and one offer a line (product, customers, benefit). */
export const sectors = sectorsText
  .trim()
  .split('\n\n')
  .map((text): Sector => {
    const [weight, tails = '', industries = '', ...offers] = text.split('\n');
    return {
      weight: Number(weight),
      tails: splitParts(tails),
      industries: industries.split('; ') as [string, ...string[]],
      offers: offers.map((line): Offer => {
        const [product = '', customers = '', benefit = ''] = line.split(' | ');
        return { product, customers, benefit };
      }) as [Offer, ...Offer[]],
    };
  }) as [Sector, ...Sector[]];

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A short description, and the rest for the long one. */
type Shape = (name: string, offer: Offer, where: string, city: string) => readonly [string, string];

const shapes: readonly [Shape, ...Shape[]] = [
  (name, { product, customers, benefit }, where) => [
    `${name} makes ${product} for ${customers}${where}.`,
    `Its customers ${benefit}.`,
  ],
  (name, { product, customers, benefit }, where) => [
    `${name} sells ${product} to ${customers}${where}.`,
    `Its customers ${benefit}.`,
  ],
  (name, { product, customers, benefit }, where, city) => [
    `${capitalize(product)} for ${customers}${where}, so that they ${benefit}.`,
    `${name} is based in ${city}.`,
  ],
  (name, { product, customers, benefit }, where) => [
    `With ${name}, ${customers}${where} ${benefit}.`,
    `It sells ${product}.`,
  ],
  (name, { product, customers, benefit }, where) => [
    `${name} helps ${customers}${where} ${benefit}.`,
    `Its answer: ${product}.`,
  ],
  (name, { product, customers, benefit }, _where, city) => [
    `${capitalize(product)} from ${city}, with which ${customers} ${benefit}.`,
    `Behind it stands ${name}.`,
  ],
  (name, { product, customers, benefit }, where, city) => [
    `${capitalize(product)} for ${customers}${where}, made in ${city}.`,
    `Those who use ${name} ${benefit}.`,
  ],
];

/** The short and the long description of a company. */
export function writeCompanyTexts(name: string, offer: Offer, home: DemoPlace, random: Random) {
  const { cityName: city, countryName: country } = home;
  const where = random.pick(['', ` in ${country}`, ` in ${country}`, ` in and around ${city}`]);
  const [shortDescription, more] = random.pick(shapes)(name, offer, where, city);
  const longDescription = `${shortDescription} ${more} ${writeBeginning(random)} ${chooseManner(random)}`;
  return { shortDescription, longDescription } satisfies Partial<ImportedCompany>;
}

const formatCount = (random: Random, low: number, high: number) => counts.format(random.whole(low, high));
const counts = new Intl.NumberFormat('en');

const writeBeginning = (random: Random) =>
  random.pick([
    `It began with ${random.whole(2, 9)} pilot customers and now serves ${random.whole(12, 900)}.`,
    `Its team of ${random.whole(4, 80)} includes people who did the same work by hand before.`,
    `A first version was built within ${random.whole(3, 18)} months, and ${random.whole(11, 99)} customers waited for it.`,
    `The founders met at work and asked ${random.whole(20, 400)} people before they gave notice.`,
    `It grew out of ${random.whole(2, 11)} years of research.`,
    `In its last year it doubled its customers to ${formatCount(random, 40, 4_000)}.`,
  ]);

const chooseManner = (random: Random) =>
  random.pick([
    'It is paid by use, and most customers come by recommendation.',
    'Customers pay by the year and may leave in any month.',
    'It works with partners in three countries.',
    'Half of its staff works from home.',
    'Whoever joins spends the first week with a customer.',
    'It publishes what went wrong as well as what went right.',
    'It has no sales team: the product has to explain itself.',
  ]);

type DealParts = { company: ImportedCompany; home: DemoPlace; round: DemoRound; lead: string | undefined };

/** Phrases for round types without a series name. */
const ways: Partial<Record<DemoRound['type'], string>> = {
  SAFE: 'on a SAFE',
  CONVERTIBLE_NOTE: 'on a convertible note',
  EQUITY: 'for new shares',
  PREFERRED: 'for preferred shares',
  SECONDARY_MARKET: 'in a sale of existing shares',
  DEBT_FINANCING: 'as a loan',
  GRANT: 'as a grant',
  NON_EQUITY_ASSISTANCE: 'from an accelerator, for no shares',
  CROWDFUNDING: 'from the crowd',
  INITIAL_COIN_OFFERING: 'by a sale of tokens',
  FUNDING_ROUND: 'in a new round',
};

/** The use of the money by stage. */
const plans = {
  early: [
    'The money is to last for eighteen months.',
    'It pays for a first product that customers can buy.',
    'Most of it is set aside for research.',
    'The founders want to hire six people this year.',
    'Next come trials with ten customers.',
  ],
  growing: [
    'The money goes into hiring and a second office.',
    'It pays for the certificates that larger customers ask for.',
    'The company wants to enter two more countries within a year.',
    'It follows a year in which sales doubled.',
    'A third of it goes into sales, the rest into the product.',
  ],
  late: [
    'With it the company buys a smaller competitor.',
    'The board keeps a third of it for harder times.',
    'The next round is not planned for two years.',
    'It is meant to be the last before the stock exchange.',
    'Early employees may sell a part of their shares.',
  ],
} as const;

/** The descriptions of a round. */
export function writeDealTexts({ company, home, round, lead }: DealParts, random: Random) {
  const amount = round.disclosed ? `${home.currency} ${shorten(round.native)}` : 'an undisclosed amount';
  const led = lead === undefined ? '' : `, led by ${lead}`;
  const way = ways[round.type] ?? `in a ${formatRoundName(round)} round`;
  const shortDescription = random.pick([
    `${company.name} raised ${amount} ${way}${led}.`,
    `${company.name} of ${home.cityName} takes in ${amount} ${way}${led}.`,
    `${capitalize(amount)} for ${company.name} ${way}${led}.`,
  ]);
  if (!random.chance(0.85)) return { shortDescription, longDescription: null };
  const plan = random.pick(plans[round.stage < 2 ? 'early' : round.stage < 4 ? 'growing' : 'late']);
  return { shortDescription, longDescription: `${shortDescription} ${company.shortDescription ?? ''} ${plan}` };
}

const papers = ['news', 'ledger', 'courier'] as const;

/** Up to three articles on a round, of its day or the days after; the first is the primary one. */
export function writeArticles(
  { permalink, key }: ImportedCompany,
  moment: number,
  today: number,
  random: Random,
): NonNullable<ImportedDeal['articles']> {
  const count = random.chance(0.7) ? random.whole(1, papers.length) : 0;
  return papers.slice(0, count).map((paper, position) => {
    const date = formatDemoDay(Math.min(today, moment + position * dayMs));
    const link = `https://${paper}.example/${date.slice(0, 4)}/${date.slice(5, 7)}/${permalink}-${key}-${date.slice(8)}`;
    return { link, isPrimary: position === 0, date };
  });
}

function shorten(amount: number): string {
  const [unit, name] = amount >= 1e9 ? [1e9, 'bn'] : amount >= 1e6 ? [1e6, 'm'] : [1e3, 'k'];
  return `${Number((amount / unit).toPrecision(3))}${name}`;
}
