import type { CompanyRecord, DealRecord } from '../records.ts';
import { dayMs, toDay } from './market.ts';
import type { Home } from './places.ts';
import type { Random } from './random.ts';
import type { DemoRound } from './rounds.ts';
import type { Offer } from './sectors.ts';

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A line and a paragraph about a company. */
export function toCompanyTexts(name: string, { product, customers, benefit }: Offer, home: Home, random: Random) {
  const shortDescription = random.pick([
    `${name} makes ${product} for ${customers}.`,
    `${capitalize(product)} for ${customers}, so that they ${benefit}.`,
    `With ${name}, ${customers} ${benefit}.`,
    `${name} helps ${customers} ${benefit}.`,
    `${name} sells ${product} to ${customers}.`,
  ]);
  const what = random.pick([
    `The company from ${home.cityName} sells ${product} to ${customers}, who ${benefit}.`,
    `Its product is ${product}: with it, ${customers} ${benefit}.`,
    `From ${home.cityName} it offers ${product}, and ${customers} ${benefit}.`,
  ]);
  const longDescription = `${shortDescription} ${what} ${toBeginning(random)} ${toManner(random)}`;
  return { shortDescription, longDescription } satisfies Partial<CompanyRecord>;
}

const toBeginning = (random: Random) =>
  random.pick([
    `It began with ${random.whole(2, 9)} pilot customers and now serves ${random.whole(12, 900)}.`,
    `Its team of ${random.whole(4, 80)} includes people who did the same work by hand before.`,
    `A first version was built within ${random.whole(3, 18)} months, and ${random.whole(11, 99)} customers waited for it.`,
    `The idea came up in a kitchen, and the first ${random.whole(20, 400)} orders were packed there.`,
    `It grew out of ${random.whole(2, 11)} years of research and holds ${random.whole(1, 14)} patents.`,
    `In its last year it doubled its customers to ${random.whole(40, 4_000)}.`,
  ]);

const toManner = (random: Random) =>
  random.pick([
    'It is paid by use, and most customers come by recommendation.',
    'Customers pay by the year and may leave in any month.',
    'It works with partners in three countries.',
    'Half of its staff works from home.',
    'Whoever joins spends the first week with a customer.',
    'It publishes what went wrong as well as what went right.',
    'It has no sales team: the product has to explain itself.',
  ]);

type DealParts = { company: CompanyRecord; home: Home; round: DemoRound; lead: string | undefined };

/** What the news said of a round. */
export function toDealTexts({ company, home, round, lead }: DealParts, random: Random) {
  const amount = round.disclosed ? `${home.currency} ${toShort(round.native)}` : 'an undisclosed amount';
  const led = lead === undefined ? '' : `, led by ${lead}`;
  const shortDescription = random.pick([
    `${company.name} raised ${amount}${led}.`,
    `${company.name} of ${home.cityName} takes in ${amount}${led}.`,
    `${capitalize(amount)} for ${company.name}${led}.`,
  ]);
  if (!random.chance(0.85)) return { shortDescription, longDescription: null };
  const plan = random.pick([
    'The money goes into hiring and a second office.',
    'It pays for a larger plant and the certificates that customers ask for.',
    'The company wants to enter two more countries within a year.',
    'Most of it is set aside for research.',
    'It follows a year in which sales doubled.',
    'The board keeps a third of it for harder times.',
    'With it the company buys a smaller competitor.',
    'The next round is not planned for two years.',
  ]);
  return { shortDescription, longDescription: `${shortDescription} ${company.shortDescription ?? ''} ${plan}` };
}

const papers = ['news', 'ledger', 'courier'] as const;

/** Up to three articles of the day of a round or the days after it, the first the primary one. */
export function toArticles(
  { permalink, key }: CompanyRecord,
  moment: number,
  today: number,
  random: Random,
): NonNullable<DealRecord['articles']> {
  const count = random.chance(0.7) ? random.whole(1, papers.length) : 0;
  return papers.slice(0, count).map((paper, position) => {
    const date = toDay(Math.min(today, moment + position * dayMs));
    const link = `https://${paper}.example/${date.slice(0, 4)}/${date.slice(5, 7)}/${permalink}-${key}-${date.slice(8)}`;
    return { link, isPrimary: position === 0, date };
  });
}

function toShort(amount: number): string {
  const [unit, name] = amount >= 1e9 ? [1e9, 'bn'] : amount >= 1e6 ? [1e6, 'm'] : [1e3, 'k'];
  return `${Number((amount / unit).toPrecision(3))}${name}`;
}
