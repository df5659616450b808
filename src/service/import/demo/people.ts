import { toSlug } from '../../db/name-key.ts';
import type { ImportedPerson } from '../records.ts';
import careers from './data/careers.json';
import type { DemoMarket } from './market.ts';
import { drawPersonName } from './names.ts';
import { openRandom, type Random } from './random.ts';

type Job = NonNullable<ImportedPerson['employments']>[number];

type Career = {
  /** The year in which the current job began; the default is random. */
  begun?: number;
  /** The current job. */
  job?: Job;
  /** The former employer; the default is one outside the demo. */
  former?: Pick<Job, 'companyKey' | 'companyName'> | undefined;
  /** Subjects that fit the work; the default is any. */
  subjects?: readonly string[];
};

/** What is known of a person; `about` is called with the former job, if there is one. */
type Known = { title: string; about: string; isFounder?: boolean; worksFor?: string[] };

const { trades, employers, schools, motives } = careers;
/** The degrees in a subject: the first, and those that may follow. */
const degrees: Record<string, readonly string[]> = careers.degrees;
const scientific = ['BSc', 'MSc', 'PhD'];
const anySubject = ['Economics', 'Business', 'Computer science', 'Engineering', 'Law', 'Mathematics', 'Biology'];

/** Generates a person from the given facts; the rest is random. */
export function generatePerson(market: DemoMarket, key: string, known: Known, career: Career): ImportedPerson {
  const random = openRandom(market.seed, 'person', key);
  const home = market.drawHome(random);
  const name = drawPersonName(random, home.cultures);
  const slug = toSlug(name);
  const address = `${slug}-${key}-example`;
  const begun = career.begun ?? new Date(market.today).getUTCFullYear() - random.whole(1, 18);
  const left = begun - random.whole(3, 12);
  const jobs = drawJobs(random, left, begun, career);
  const former = jobs[career.job ? 1 : 0];
  return {
    kind: 'person',
    key,
    name,
    linkedin: `https://www.linkedin.com/in/${address}`,
    crunchbase: random.chance(0.5) ? `https://www.crunchbase.com/person/${address}` : null,
    twitter: random.chance(0.3) ? `https://twitter.com/${slug.slice(0, 4)}_${key.replace('-', '_')}` : null,
    email: random.chance(0.4) ? `${slug}@mail.example` : null,
    city: home.city,
    countryCode: home.countryCode,
    locationText: home.city,
    educations: random.chance(0.75) ? drawStudies(random, left, career.subjects ?? anySubject) : [],
    employments: former && random.chance(0.25) ? [...jobs.slice(0, -1), ...splitJob(random, former)] : jobs,
    title: known.title,
    about: former ? `${known.about} ${buildFormer(former)}` : known.about,
    ...(known.isFounder === undefined ? undefined : { isFounder: known.isFounder }),
    ...(known.worksFor && { worksFor: known.worksFor }),
  };
}

const buildFormer = ({ title, companyName }: Job) =>
  `Formerly ${title?.toLowerCase() ?? 'employed'} at ${companyName}.`;

/** The current job, and for most people an earlier one. */
function drawJobs(random: Random, left: number, begun: number, { job, former }: Career): Job[] {
  const month = random.whole(0, 2);
  const jobs: Job[] = job ? [job] : [];
  if (!random.chance(0.7)) return jobs;
  jobs.push({
    companyKey: former?.companyKey ?? null,
    companyName: former?.companyName ?? random.pick(employers),
    title: random.pick(trades),
    startDate: `${left + random.whole(0, 2)}-0${month + 7}-01`,
    endDate: `${begun - 1}-1${month}-28`,
    isCurrent: false,
  });
  return jobs;
}

const yearsOfJob = 3;

/** Splits a long job into several, newest first and at the same employer; returns a short one unchanged. */
function splitJob(random: Random, whole: Job): Job[] {
  const [first = 0, last = 0] = [whole.startDate, whole.endDate].map((date) => Number(date?.slice(0, 4)));
  const jobs = [whole];
  for (let year = last - yearsOfJob; year - yearsOfJob >= first; year -= yearsOfJob) {
    const later = jobs.pop() ?? whole;
    const employer = { companyKey: null, companyName: random.pick(employers), title: random.pick(trades) };
    jobs.push({ ...later, startDate: `${year}-09-01` }, { ...whole, ...employer, endDate: `${year}-06-30` });
  }
  return jobs;
}

/** One degree, or two with the newer first. */
function drawStudies(
  random: Random,
  left: number,
  subjects: readonly string[],
): NonNullable<ImportedPerson['educations']> {
  const fieldOfStudy = random.pick(subjects);
  const [usual = '', ...further] = degrees[fieldOfStudy] ?? scientific;
  const first = {
    schoolName: random.pick(schools),
    degree: usual,
    fieldOfStudy,
    startDate: `${left - 4}-09-01`,
    endDate: `${left}-06-30`,
  };
  if (!random.chance(0.4)) return [first];
  const degree = further[random.whole(0, 1)] ?? usual;
  const years = degree === 'PhD' || degree === 'MD' ? 4 : 2;
  const second = {
    schoolName: random.pick(schools),
    degree,
    fieldOfStudy: degree === 'MBA' ? 'Business' : fieldOfStudy,
    startDate: `${left}-09-01`,
    endDate: `${left + years}-06-30`,
  };
  return [second, first];
}

/** A person who invests their own money. */
export function generateAngel(market: DemoMarket, key: string, index: number): ImportedPerson {
  const about = openRandom(market.seed, 'motive', index).pick(motives);
  return generatePerson(market, key, { title: 'Angel investor', about }, {});
}
