import type { ImportedInvestor, ImportedPerson } from '../records.ts';
import { angelKey, investorKey, type Market, openRandom, partnerKey, type Random } from './market.ts';
import {
  drawEmployerName,
  drawInvestorName,
  drawPersonName,
  drawSchoolName,
  type Name,
  type NameParts,
  splitParts,
} from './names.ts';

type Job = NonNullable<ImportedPerson['employments']>[number];

type Career = {
  /** The year in which the current job began; the default is random. */
  begun?: number;
  /** The current job. */
  job?: Job;
  /** The former employer; the default is one outside the demo. */
  former?: Pick<Job, 'companyKey' | 'companyName'> | undefined;
};

const trades = ['Analyst', 'Engineer', 'Product manager', 'Head of sales', 'Consultant', 'Researcher'] as const;
/** The first degree in a subject, and those that may follow. */
type Subject = { name: string; degrees: readonly [string, string, string] };

const subjects: readonly [Subject, ...Subject[]] = [
  { name: 'Computer science', degrees: ['BSc', 'MSc', 'PhD'] },
  { name: 'Economics', degrees: ['BA', 'MA', 'MBA'] },
  { name: 'Biology', degrees: ['BSc', 'MSc', 'PhD'] },
  { name: 'Engineering', degrees: ['BEng', 'MSc', 'MBA'] },
  { name: 'Physics', degrees: ['BSc', 'PhD', 'PhD'] },
  { name: 'Design', degrees: ['BA', 'MA', 'MBA'] },
  { name: 'Law', degrees: ['LLB', 'LLM', 'MBA'] },
];
const motives = [
  'Invests own money in young companies.',
  'Sold a company and now backs first-time founders.',
  'Writes small cheques and answers the telephone.',
  'Backs teams from the same home town.',
] as const;

/** A person who invests their own money. */
export function drawAngel(market: Market, index: number): ImportedPerson {
  const about = openRandom(market.seed, 'motive', index).pick(motives);
  return generatePerson(market, angelKey(index), { title: 'Angel investor', about }, {});
}

/** A person with what the caller knows of them. */
export function generatePerson(
  market: Market,
  key: string,
  known: Partial<ImportedPerson>,
  career: Career,
): ImportedPerson {
  const random = openRandom(market.seed, 'person', key);
  const { name, slug } = drawPersonName(random);
  const home = market.toHome(random);
  const address = `${slug}-${key}-example`;
  const begun = career.begun ?? new Date(market.today).getUTCFullYear() - random.whole(1, 18);
  const left = begun - random.whole(3, 12);
  return {
    kind: 'person',
    key,
    name,
    linkedin: `https://www.linkedin.com/in/${address}`,
    crunchbase: random.chance(0.5) ? `https://www.crunchbase.com/person/${address}` : null,
    twitter: random.chance(0.3) ? `https://twitter.com/${slug.slice(0, 4)}_${key.replace('-', '_')}` : null,
    email: random.chance(0.4) ? `${slug}@mail.example` : null,
    city: home.cityName,
    countryCode: home.countryCode,
    locationText: home.cityName,
    educations: random.chance(0.75) ? drawStudies(random, left) : [],
    employments: drawJobs(random, left + 2, begun, career),
    ...known,
  };
}

/** The current job, and for most people an earlier one that ended before. */
function drawJobs(random: Random, since: number, begun: number, { job, former }: Career): Job[] {
  const jobs = job ? [{ startDate: `${begun}-07-01`, ...job }] : [];
  if (!random.chance(0.7)) return jobs;
  const employer = former ?? { companyName: drawEmployerName(random) };
  const [startDate, endDate] = [`${since}-09-01`, `${begun}-05-31`];
  return [...jobs, { ...employer, title: random.pick(trades), startDate, endDate, isCurrent: false }];
}

/** One degree, or two with the newer first. */
function drawStudies(random: Random, left: number): NonNullable<ImportedPerson['educations']> {
  const { name: fieldOfStudy, degrees } = random.pick(subjects);
  const first = {
    schoolName: drawSchoolName(random),
    degree: degrees[0],
    fieldOfStudy,
    startDate: `${left - 4}-09-01`,
    endDate: `${left}-06-30`,
  };
  if (!random.chance(0.4)) return [first];
  const degree = degrees[random.whole(1, 2)] ?? degrees[1];
  const years = degree === 'PhD' ? 4 : 2;
  const second = {
    schoolName: drawSchoolName(random),
    degree,
    fieldOfStudy: degree === 'MBA' ? 'Business' : fieldOfStudy,
    startDate: `${left}-09-01`,
    endDate: `${left + years}-06-30`,
  };
  return [second, first];
}

type Focus = {
  tails: NameParts;
  stages: string[];
  does: string;
  /** The first and the last stage at which it usually invests. */
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

/** The number of investors that a lead often invests with. */
const circleSize = 10;
/** Every 40th investor is a second fund with its parent's domain. */
const secondHouse = 40;

const parentOf = (index: number) => (index % secondHouse === secondHouse - 1 ? index - 1 : index);

/** The focus of an investor, which a second fund shares. */
const drawFocus = (seed: number, parent: number) => openRandom(seed, 'focus', parent).pick(focuses);

/** Whether an investor usually invests at this stage. */
export function fitsStage({ seed }: Market, investor: number, stage: number): boolean {
  const [first, last] = drawFocus(seed, parentOf(investor)).rungs;
  return first <= stage && stage <= last;
}

/** The name of an investor; a second fund has that of its parent. */
export function drawInvestor({ seed }: Market, index: number): Name {
  const parent = parentOf(index);
  const random = openRandom(seed, 'firm', parent);
  const { name, slug } = drawInvestorName(random, drawFocus(seed, parent).tails);
  return parent === index ? { name, slug } : { name: `${name} Opportunities`, slug: `${slug}-opportunities` };
}

/** One of the investors that often invest with a lead; it can be the lead itself, which then invests alone. */
export function drawCompanion({ seed, investorCount }: Market, lead: number, random: Random): number {
  return openRandom(seed, 'circle', `${lead}/${random.whole(1, circleSize)}`).skewed(investorCount, 1.6);
}

/** The number of an investor's partners: the well-known ones, which are first, have more. */
export function countPartners({ seed, investorCount }: Market, investor: number): number {
  const known = 1 - investor / investorCount;
  return 1 + openRandom(seed, 'partners', investor).skewed(1 + Math.round(known * 4), 2);
}

/** Up to `most` of an investor's partners. */
export function drawPartners(market: Market, investor: number, most: number): string[] {
  return Array.from({ length: Math.min(most, countPartners(market, investor)) }, (_, index) =>
    partnerKey(investor, index),
  );
}

/** An investor and its partners. */
export function* generateInvestor(market: Market, index: number): Generator<ImportedInvestor | ImportedPerson> {
  const random = openRandom(market.seed, 'house', index);
  const home = market.toHome(random);
  const { name, slug } = drawInvestor(market, index);
  const parent = parentOf(index);
  const { stages, does } = drawFocus(market.seed, parent);
  const domain = `${drawInvestor(market, parent).slug}-${parent}.example`;
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
    yield generatePerson(market, key, known, { job: { companyName: name, title, isCurrent: true } });
  }
}
