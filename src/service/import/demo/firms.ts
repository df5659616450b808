import type { InvestorRecord, PersonRecord } from '../records.ts';
import { investorKey, partnerKey, type Market } from './market.ts';
import { drawInvestorName, splitParts, type Name, type NameParts } from './names.ts';
import { buildPerson } from './people.ts';
import { openRandom, type Random } from './random.ts';

type Focus = {
  tails: NameParts;
  stages: string[];
  does: string;
  /** The first and the last rung of a company's ladder on which it usually comes in. */
  rungs: readonly [number, number];
};

const focuses: readonly [Focus, ...Focus[]] = [
  { tails: splitParts('Seed|Angels|Ventures|First'), stages: ['Seed'], does: 'writes first cheques', rungs: [0, 1] },
  {
    tails: splitParts('Ventures|Capital|Partners|Fund'),
    stages: ['Early Stage Venture', 'Seed'],
    does: 'backs founders from the first sketch to the first hundred customers',
    rungs: [0, 2],
  },
  {
    tails: splitParts('Ventures|Capital|Partners|Fund'),
    stages: ['Early Stage Venture', 'Venture'],
    does: 'leads early rounds and takes a seat on the board',
    rungs: [1, 3],
  },
  {
    tails: splitParts('Growth|Equity|Holdings|Capital'),
    stages: ['Late Stage Venture', 'Private Equity'],
    does: 'buys into companies that have found their market',
    rungs: [3, 9],
  },
  {
    tails: splitParts('Capital|Credit|Growth|Partners'),
    stages: ['Debt', 'Late Stage Venture'],
    does: 'lends to growing companies and takes part in their rounds',
    rungs: [2, 9],
  },
];
const tastes = [
  'Most of its partners have founded a company themselves.',
  'It invests in two new companies a month at most.',
  'It keeps half of each fund for later rounds.',
  'Its money comes from pension funds and families.',
  'It reads every letter that founders send.',
] as const;

/** How many a syndicate's lead knows well enough to call first. */
const circleSize = 10;
/** Of so many firms one is a second house under its parent's domain. */
const secondHouse = 40;

const parentOf = (index: number) => (index % secondHouse === secondHouse - 1 ? index - 1 : index);

/** What a house does, which a second one does as well. */
const drawFocus = (seed: number, parent: number) => openRandom(seed, 'focus', parent).pick(focuses);

/** Whether a firm usually comes in on this rung. */
export function fitsSector({ seed }: Market, firm: number, stage: number): boolean {
  const [first, last] = drawFocus(seed, parentOf(firm)).rungs;
  return first <= stage && stage <= last;
}

/** The name of a firm; a second house carries that of its parent. */
export function drawHouse({ seed }: Market, index: number): Name {
  const parent = parentOf(index);
  const random = openRandom(seed, 'firm', parent);
  const { name, slug } = drawInvestorName(random, drawFocus(seed, parent).tails);
  return parent === index ? { name, slug } : { name: `${name} Opportunities`, slug: `${slug}-opportunities` };
}

/** One of the firms that a lead takes along again and again; a few of them are the lead itself, which goes alone then. */
export function drawCompanion({ seed, firmCount }: Market, lead: number, random: Random): number {
  return openRandom(seed, 'circle', `${lead}/${random.whole(1, circleSize)}`).skewed(firmCount, 1.6);
}

/** How many partners a firm has: more in the well-known ones, which stand first. */
export function countPartners({ seed, firmCount }: Market, firm: number): number {
  const known = 1 - firm / firmCount;
  return 1 + openRandom(seed, 'partners', firm).skewed(1 + Math.round(known * 4), 2);
}

/** Up to so many of a firm's partners. */
export function drawPartners(market: Market, firm: number, most: number): string[] {
  return Array.from({ length: Math.min(most, countPartners(market, firm)) }, (_, index) => partnerKey(firm, index));
}

/** A firm and its partners. */
export function* toFirm(market: Market, index: number): Generator<InvestorRecord | PersonRecord> {
  const random = openRandom(market.seed, 'house', index);
  const home = market.toHome(random);
  const { name, slug } = drawHouse(market, index);
  const parent = parentOf(index);
  const { stages, does } = drawFocus(market.seed, parent);
  const domain = `${drawHouse(market, parent).slug}-${parent}.example`;
  yield {
    kind: 'investor',
    key: investorKey(index),
    permalink: slug,
    name,
    legalName: random.chance(0.5) ? `${name} LLP` : null,
    description: `${name} ${does}, from its office in ${home.cityName}. ${random.pick(tastes)}`,
    domain,
    website: `https://${domain}`,
    linkedin: `https://www.linkedin.com/company/${slug}-${index}-example`,
    crunchbase: random.chance(0.8) ? `https://www.crunchbase.com/organization/${slug}-${index}-example` : null,
    numEmployees: random.pick(['1-10', '1-10', '11-50', '11-50', '51-100', '101-250']),
    investmentStages: stages,
    contactEmail: random.chance(0.6) ? `hello@${domain}` : null,
    place: home.place,
  };
  for (const key of drawPartners(market, index, Infinity)) {
    const title = random.pick(['Partner', 'General partner', 'Managing partner', 'Principal']);
    const known = { title, worksFor: [investorKey(index)], about: `${title} at ${name}.` };
    yield buildPerson(market, key, known, { job: { companyName: name, title, isCurrent: true } });
  }
}
