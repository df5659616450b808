import type { EmployeeRange } from '#contract/enums.ts';
import { toSlug } from '../../db/name-key.ts';
import type { ImportedCompany, ImportedPerson, SourceRecord } from '../records.ts';
import { generateDeal } from './deals.ts';
import { countPartners, generateInvestor, type MarketWithInvestors, openInvestors } from './investors.ts';
import {
  angelKey,
  companyKey,
  dayMs,
  type DemoPlace,
  formatDemoDay,
  type DemoMarket,
  openDemoPlaces,
} from './market.ts';
import { type CompanyName, openCompanyNames } from './names.ts';
import { generateAngel, generatePerson } from './people.ts';
import { openRandom, type Random } from './random.ts';
import { delayRounds, type DemoRound, listRounds } from './rounds.ts';
import { type Niche, type Sector, sectors } from './sectors.ts';
import { writeCompanyTexts } from './texts.ts';

const meanAgeDays = 700;
const oldestDays = 4_000;

/** Head counts by stage. */
const sizes: readonly (readonly EmployeeRange[])[] = [
  ['1-10'],
  ['1-10', '11-50'],
  ['11-50', '11-50', '51-100'],
  ['51-100', '101-250'],
  ['101-250', '251-500'],
  ['251-500', '501-1000'],
  ['501-1000', '1001-5000'],
  ['1001-5000', '5001-10000'],
  ['5001-10000', '10001+'],
];

type Plan = {
  roundCount: number;
  founderCount: number;
  /** The age of the newest round; the default is random. */
  newestDaysAgo: number | undefined;
};

/** How many days ago a company raised its newest round. */
const drawAge = (random: Random): number =>
  Math.min(oldestDays, Math.floor(-Math.log(1 - random.next()) * meanAgeDays));

/** One company with its founders and rounds. */
function* generateCompany(market: MarketWithInvestors, index: number, plan: Plan): Generator<SourceRecord> {
  const random = openRandom(market.seed, 'company', index);
  const identity = buildIdentity(market, index, random);
  const home = market.drawHome(random);
  const usual = drawAge(random);
  const rounds = listRounds(random, plan.roundCount, plan.newestDaysAgo ?? usual, { home, sector: identity.sector });
  delayRounds(rounds, plan.newestDaysAgo === undefined ? drawAge : undefined, openRandom(market.seed, 'delay', index));
  const company = buildRecord({ market, index, identity, home, rounds }, random);
  yield company;
  for (let place = 0; place < plan.founderCount; place += 1) {
    yield buildFounder(market, { index, place, company, subjects: identity.sector.subjects });
  }
  const backers: number[] = [];
  const sector = identity.sectorNumber;
  for (const [position, round] of rounds.entries()) {
    yield generateDeal({ market, company, sector, home, round, key: `${company.key}-${position}`, backers }, random);
  }
}

type Parts = { market: DemoMarket; index: number; identity: Identity; home: DemoPlace; rounds: DemoRound[] };

function buildRecord({ market, index, identity, home, rounds }: Parts, random: Random): ImportedCompany {
  const { named, sector, niche, variant } = identity;
  const { name } = named;
  const stage = Math.max(0, ...rounds.map((round) => round.stage));
  const permalink = toSlug(name);
  const slug = named.isFirst ? permalink : `${permalink}-${index}`;
  const first = rounds[0]?.daysAgo ?? random.whole(100, 3_000);
  const founded = formatDemoDay(market.today - (first + random.whole(60, 900) + (rounds[0]?.stage ?? 0) * 400) * dayMs);
  return {
    kind: 'company',
    key: companyKey(index),
    permalink,
    name,
    legalName: random.chance(0.6) ? `${name} ${home.legalForm}` : null,
    domain: `${slug}.example`,
    linkedin: `https://www.linkedin.com/company/${slug}-example`,
    crunchbase: random.chance(0.9) ? `https://www.crunchbase.com/organization/${slug}-example` : null,
    twitter: random.chance(0.5) ? `https://twitter.com/${slug.replaceAll('-', '_')}_example` : null,
    founded,
    numEmployees: random.chance(0.92) ? random.pick(sizes[Math.min(stage, sizes.length - 1)] ?? []) : null,
    status: chooseStatus(stage, rounds.at(-1)?.daysAgo ?? Infinity, random),
    place: home.place,
    industries: [...new Set([...niche.industries, ...sector.industries])],
    ...writeCompanyTexts({ name, sector, niche, variant, home }, founded, stage, random),
  };
}

/** A company closes only this many days after its last round. */
const lastDaysOfMoney = 500;

function chooseStatus(stage: number, newestDaysAgo: number, random: Random): NonNullable<ImportedCompany['status']> {
  if (stage >= 5 && random.chance(0.25)) return random.chance(0.9) ? 'public' : 'delisted';
  if (random.chance(0.07)) return 'acquired';
  return newestDaysAgo > lastDaysOfMoney && random.chance(0.1) ? 'closed' : 'private';
}

type FounderParts = { index: number; place: number; company: ImportedCompany; subjects: readonly string[] };

/** The first founder is the CEO, unless a CEO was hired; some founders worked for an older company before. */
function buildFounder(market: DemoMarket, { index, place, company, subjects }: FounderParts): ImportedPerson {
  const key = `${company.key}-founder${place || ''}`;
  const random = openRandom(market.seed, 'founder', key);
  const { name, founded, status } = company;
  const hired = place === 0 && random.chance(0.1);
  const title = hired
    ? 'Chief executive officer'
    : place === 0
      ? random.pick(['Founder and CEO', 'Co-founder and CEO'])
      : random.pick(['Co-founder and CTO', 'Co-founder', 'Co-founder and COO']);
  const job = { companyKey: company.key, companyName: name, title, startDate: founded ?? null };
  const begun = Number(founded?.slice(0, 4));
  const known = { title, isFounder: !hired, about: `${title} of ${name}.` };
  const former = random.chance(0.3) && index > 0 ? drawFormerJob(market, random.whole(0, index - 1)) : undefined;
  return generatePerson(market, key, known, {
    begun,
    job: { ...job, isCurrent: status !== 'closed' },
    former,
    subjects,
  });
}

const drawFormerJob = (market: DemoMarket, index: number) => ({
  companyKey: companyKey(index),
  companyName: buildIdentity(market, index, openRandom(market.seed, 'company', index)).named.name,
});

type Identity = { sector: Sector; sectorNumber: number; niche: Niche; variant: number; named: CompanyName };

/** Sectors by weight, ordered so that neighbors differ. */
const turns = sectors
  .flatMap(({ weight }, number) =>
    Array.from({ length: weight }, (_, rank) => ({ number, rank, at: (rank + 0.5) / weight })),
  )
  .toSorted((a, b) => a.at - b.at);

/**
 * Depends only on the number, so that a name can be computed again without the other records. Companies of a sector
 * take its niches in turn, and those of a niche its sentences, so that none repeats before all are used.
 */
function buildIdentity(market: DemoMarket, index: number, random: Random): Identity {
  const { number: sectorNumber, rank } = turns[index % turns.length] ?? { number: 0, rank: 0 };
  const sector = sectors[sectorNumber] as Sector;
  const ordinal = Math.floor(index / turns.length) * sector.weight + rank;
  const niche = sector.niches[ordinal % sector.niches.length] as Niche;
  const variant = (Math.floor(ordinal / sector.niches.length) + market.seed) * niche.step;
  return {
    sector,
    sectorNumber,
    niche,
    variant,
    named: market.nameCompany(index, sectorNumber, ordinal, random.chance(0.4)),
  };
}

export type DemoSize = { companies: number; deals: number; seed: number; today: string };

/**
 * Generates a market: the same size, seed and day always give the same records. Every record depends only on its
 * number, so almost nothing is kept in memory and a million deals need hardly more than ten.
 */
export function* generateDemo({ companies, deals, seed, today }: DemoSize): Generator<SourceRecord> {
  const base: DemoMarket = {
    seed,
    today: Date.parse(`${today}T00:00:00Z`),
    investorCount: Math.max(1, Math.round(companies * 0.3)),
    angelCount: Math.round(companies * 0.15),
    drawHome: openDemoPlaces(),
    nameCompany: openCompanyNames(seed),
  };
  const market: MarketWithInvestors = { ...base, investors: openInvestors(base) };
  let people = Math.round(companies * 1.5) - market.angelCount;
  for (let index = 0; index < market.investorCount; index += 1) {
    people -= countPartners(market, index);
    yield* generateInvestor(market, index);
  }
  for (let index = 0; index < market.angelCount; index += 1) yield generateAngel(market, angelKey(index), index);
  yield* spread(market, companies, deals, Math.max(0, people));
}

/** The first companies with rounds raised on each of the last days, so that the last week is never empty. */
const busyDays = 7;

/** Companies with rounds and founders: a few have many, many have a few, and the totals are exact. */
function* spread(
  market: MarketWithInvestors,
  companies: number,
  deals: number,
  founders: number,
): Generator<SourceRecord> {
  const getWeight = (index: number) => 0.35 + openRandom(market.seed, 'weight', index).next() ** 4 * 3;
  let total = 0;
  for (let index = 0; index < companies; index += 1) total += getWeight(index);
  let reached = 0;
  let active = 0;
  const given = { rounds: 0, founders: 0 };
  for (let index = 0; index < companies; index += 1) {
    reached += getWeight(index);
    const share = index === companies - 1 ? 1 : reached / total;
    const due = { rounds: Math.floor(share * deals), founders: Math.floor(share * founders) };
    const isBusy = due.rounds > given.rounds && active < busyDays;
    yield* generateCompany(market, index, {
      roundCount: due.rounds - given.rounds,
      founderCount: due.founders - given.founders,
      newestDaysAgo: isBusy ? active++ : undefined,
    });
    Object.assign(given, due);
  }
}
