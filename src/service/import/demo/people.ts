import type { PersonRecord } from '../records.ts';
import { angelKey, type Market } from './market.ts';
import { drawEmployerName, drawPersonName, drawSchoolName } from './names.ts';
import { openRandom, type Random } from './random.ts';

type Job = NonNullable<PersonRecord['employments']>[number];

export type Career = {
  /** The year in which it began; some time in the last years when not given. */
  begun?: number;
  /** What it is, where that is a job. */
  job?: Job;
  /** Where it may have come from; an employer outside the demo when not given. */
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

/** Somebody who invests own money. */
export function drawAngel(market: Market, index: number): PersonRecord {
  const about = openRandom(market.seed, 'motive', index).pick(motives);
  return buildPerson(market, angelKey(index), { title: 'Angel investor', about }, {});
}

/** A person with what the caller knows of them. */
export function buildPerson(market: Market, key: string, known: Partial<PersonRecord>, career: Career): PersonRecord {
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

/** The job itself, and for most an earlier one, which ended when it began. */
function drawJobs(random: Random, since: number, begun: number, { job, former }: Career): Job[] {
  const jobs = job ? [{ startDate: `${begun}-07-01`, ...job }] : [];
  if (!random.chance(0.7)) return jobs;
  const employer = former ?? { companyName: drawEmployerName(random) };
  const [startDate, endDate] = [`${since}-09-01`, `${begun}-05-31`];
  return [...jobs, { ...employer, title: random.pick(trades), startDate, endDate, isCurrent: false }];
}

/** A degree, and of some another one, the newer first. */
function drawStudies(random: Random, left: number): NonNullable<PersonRecord['educations']> {
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
