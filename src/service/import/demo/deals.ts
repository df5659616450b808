import type { FinancingType, Intermediate } from '#contract/enums.ts';
import type { ImportedCompany, ImportedDeal } from '../records.ts';
import {
  drawCompanion,
  drawInvestor,
  drawPartners,
  followsAt,
  type Opening,
  pickInvestor,
  pickSpecial,
} from './investors.ts';
import { angelKey, dayMs, type DemoPlace, investorKey, type Market, formatDemoDay } from './market.ts';
import type { Random } from './random.ts';
import { type Sector, sectors } from './sectors.ts';
import { writeArticles, writeDealTexts } from './texts.ts';

/** A round without investors. Amounts are in the company's own currency and in US dollars. */
export type DemoRound = {
  type: FinancingType;
  pre: boolean;
  extension: boolean;
  intermediate: Intermediate;
  /** 0 is the first check, 1 the seed round, 2 series A, and so on. */
  stage: number;
  daysAgo: number;
  usd: number;
  native: number;
  disclosed: boolean;
  postMoney: number | null;
};

type Step = Pick<DemoRound, 'type' | 'pre' | 'extension' | 'intermediate' | 'stage'> & {
  share: number;
  gapDays: [number, number];
};

/** The stages of companies, with the usual and the largest amounts in US dollars. */
const ladder: readonly [FinancingType, number, number][] = [
  ['SEED', 700_000, 4_000_000],
  ['SEED', 2_800_000, 20_000_000],
  ['SERIES_A', 10_000_000, 80_000_000],
  ['SERIES_B', 24_000_000, 200_000_000],
  ['SERIES_C', 50_000_000, 400_000_000],
  ['SERIES_D', 90_000_000, 700_000_000],
  ['SERIES_E', 140_000_000, 1_200_000_000],
  ['SERIES_F', 200_000_000, 1_600_000_000],
  ['SERIES_G', 260_000_000, 2_000_000_000],
  ['SERIES_H', 320_000_000, 2_400_000_000],
];
const lastRung = ladder[9] as (typeof ladder)[number];
/** The largest amounts, in US dollars, of rounds that are not a stage. */
const mostOf: Partial<Record<FinancingType, number>> = {
  GRANT: 12_000_000,
  NON_EQUITY_ASSISTANCE: 250_000,
  CROWDFUNDING: 5_000_000,
  SAFE: 3_000_000,
  CONVERTIBLE_NOTE: 5_000_000,
};
/** Companies in other countries raise a third less. */
const richCountries = new Set(['US', 'CN', 'CH', 'IL', 'GB', 'SG']);
const early = ['SAFE', 'CONVERTIBLE_NOTE', 'GRANT', 'CROWDFUNDING', 'NON_EQUITY_ASSISTANCE', 'FUNDING_ROUND'] as const;
const late = [
  'DEBT_FINANCING',
  'DEBT_FINANCING',
  'GRANT',
  'EQUITY',
  'PREFERRED',
  'SECONDARY_MARKET',
  'FUNDING_ROUND',
] as const;

type Background = { home: DemoPlace; sector: Sector };

/** All rounds of one company, oldest first; amounts nearly always rise, valuations always. */
export function listRounds(
  random: Random,
  count: number,
  newestDaysAgo: number,
  { home, sector }: Background,
): DemoRound[] {
  const steps = buildSteps(random, count, sector.name === 'Blockchain and crypto');
  const ages = drawAges(random, steps, newestDaysAgo);
  // Some companies raise more in every round, and one in a hundred much more.
  const heat = random.around(1, 0.35) * (random.chance(0.01) ? random.whole(2, 5) : 1);
  const usualShare = sector.size * heat * (richCountries.has(home.countryCode) ? 1 : 0.65);
  let lastUsd = 0;
  let post = 0;
  let total = 0;
  const rounds = steps.map((step, position): DemoRound => {
    const { type, pre, extension, intermediate, stage, share } = step;
    const [, usual, most] = ladder[stage] ?? lastRung;
    const isPriced = share === 1;
    const least = isPriced && !random.chance(0.07) ? lastUsd * 1.1 : 0;
    const drawn = Math.max(random.around(usual, 0.32) * usualShare * share, least);
    // A round between two priced rounds is small compared with the company's valuation.
    const native = roundMoney(
      Math.min(drawn, isPriced || post === 0 ? most : post * 0.1, mostOf[type] ?? most) / home.rate,
    );
    const usd = Math.round(native * home.rate);
    total += usd;
    if (isPriced) {
      lastUsd = usd;
      post = Math.max(usd / (random.next() * 0.1 + (stage < 3 ? 0.14 : 0.09)), post * 1.15, total * 1.9);
    }
    const disclosed = !random.chance(0.11);
    return {
      type,
      pre,
      extension,
      intermediate,
      stage,
      usd,
      native,
      disclosed,
      daysAgo: ages[position] ?? newestDaysAgo,
      postMoney: isPriced ? roundMoney(post) : null,
    };
  });
  hideValuations(rounds, random);
  return rounds;
}

/** Once disclosed, all later valuations of a company are too, so that the latest known one is never an early one. */
function hideValuations(rounds: DemoRound[], random: Random): void {
  let isOpen = true;
  for (const round of rounds.toReversed()) {
    if (round.postMoney === null) continue;
    isOpen = isOpen && round.disclosed && random.chance(0.45);
    if (!isOpen) round.postMoney = null;
  }
}

/** The ages of the rounds in days, with the usual gaps between them. */
function drawAges(random: Random, steps: Step[], newestDaysAgo: number): number[] {
  const ages = [newestDaysAgo];
  for (const { gapDays } of steps.slice(1).toReversed()) ages.unshift((ages[0] ?? 0) + random.whole(...gapDays));
  return ages;
}

const buildStep = (type: FinancingType, stage: number, share: number, gapDays: [number, number]): Step => ({
  type,
  pre: false,
  extension: false,
  intermediate: 'NONE',
  stage,
  share,
  gapDays,
});

/** The sequence of rounds; `share` is the part of the stage's usual amount, 1 for the stage's own round. */
function buildSteps(random: Random, count: number, isCrypto: boolean): Step[] {
  const steps: Step[] = [];
  let stage = random.pick([0, 0, 0, 0, 1, 1, 1, 1, 2]) - 1;
  for (let position = 0; position < count; position += 1) {
    const rung = ladder[stage]?.[0];
    const reached = Math.max(stage, 0);
    if (random.chance(0.15)) {
      const type =
        isCrypto && random.chance(0.4) ? 'INITIAL_COIN_OFFERING' : stage < 2 ? random.pick(early) : random.pick(late);
      steps.push(buildStep(type, reached, 0.4, [60, 300]));
    } else if (rung && random.chance(0.12)) {
      const step = buildStep(rung, reached, 0.35, [90, 260]);
      step.pre = stage === 0;
      step.extension = true;
      steps.push(step);
    } else if (rung && stage > 1 && random.chance(0.08)) {
      const step = buildStep(rung, reached, 0.6, [120, 360]);
      step.intermediate = random.pick(['ONE', 'TWO', 'PLUS'] as const);
      steps.push(step);
    } else {
      stage = Math.min(stage + 1, ladder.length - 1);
      const step = buildStep(ladder[stage]?.[0] ?? 'SERIES_H', stage, 1, [240, 760]);
      step.pre = stage === 0;
      steps.push(step);
    }
  }
  return steps;
}

/** Rounds to two and a half digits: 11,500,000 instead of 11,483,292. */
function roundMoney(amount: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(amount, 1))) - 1) / 2;
  return Math.max(1, Math.round(amount / step) * step);
}

const minuteMs = 60_000;
/** Rounds that only one kind of investor joins. */
const specials = {
  GRANT: 'grant',
  NON_EQUITY_ASSISTANCE: 'program',
  DEBT_FINANCING: 'debt',
  INITIAL_COIN_OFFERING: 'tokens',
} as const;
const isSpecial = (type: FinancingType): type is keyof typeof specials => type in specials;

type Valuation = NonNullable<ImportedDeal['valuation']>;

type Parts = {
  market: Market;
  company: ImportedCompany;
  sector: number;
  home: DemoPlace;
  round: DemoRound;
  key: string;
  /** Investors of the company's earlier rounds; those of this one are added. */
  backers: number[];
};

export function generateDeal(parts: Parts, random: Random): ImportedDeal {
  const { market, company, sector, home, round, key } = parts;
  const { type, pre, extension, intermediate, usd, native, disclosed } = round;
  const moment = market.today - round.daysAgo * dayMs;
  const investors = pickInvestors(parts, random);
  const lead = investors.length > 0 && type !== 'GRANT' && random.chance(0.8) ? investors[0] : undefined;
  // Added some time after the day it is dated, but not in the future.
  const added = Math.min(moment + random.whole(5, 4_000) * minuteMs, market.today + random.whole(5, 55) * minuteMs);
  const part = disclosed && round.stage > 3 && random.chance(0.1) ? 0.2 : 0;
  const amounts = (share: number) =>
    disclosed
      ? { sizeUsd: Math.round(usd * share), sizeNative: Math.round(native * share), currency: home.currency }
      : {};
  return {
    kind: 'deal',
    key,
    companyKey: company.key,
    roundType: type,
    pre,
    extension,
    intermediate,
    date: random.chance(0.996) || round.daysAgo < 8 ? formatDemoDay(moment) : null,
    createdAt: new Date(added).toISOString(),
    raised: disclosed ? usd : null,
    valuation: buildValuation(round, home, random),
    ...writeDealTexts(
      {
        company,
        sector: sectors[sector] ?? sectors[0],
        home,
        round,
        lead: lead === undefined ? lead : drawInvestor(market, lead).name,
      },
      random,
    ),
    financings: [
      { type, ...amounts(1 - part) },
      ...(part > 0 ? [{ type: 'DEBT_FINANCING' as const, ...amounts(part) }] : []),
    ],
    investors: investors.map((investor) => ({
      key: investorKey(investor),
      lead: lead === undefined ? null : investor === lead,
      partners: investor === lead ? drawPartners(market, investor, random.whole(1, 2)) : [],
    })),
    angels: pickAngels(parts, random),
    articles: writeArticles(company, moment, market.today, random),
  };
}

/** The lead and its co-investors: many that it often invests with, some earlier investors, some new. */
function pickInvestors({ market, sector, home, round, backers }: Parts, random: Random): number[] {
  const { type, stage } = round;
  const country = home.countryCode;
  if (type === 'CROWDFUNDING') return [];
  if (isSpecial(type)) {
    const investor = pickSpecial(market, specials[type], country, random);
    return investor === undefined ? [] : [investor];
  }
  const opening = { sector, stage, country, leads: false } satisfies Opening;
  const wanted = random.whole(1, Math.min(7, 3 + stage));
  const lead = pickInvestor(market, { ...opening, leads: true }, random);
  const investors = new Set([lead]);
  for (let place = 1; place < wanted; place += 1) {
    const backer = random.chance(0.4) ? backers[random.whole(0, backers.length - 1)] : undefined;
    if (backer !== undefined && followsAt(backer, stage)) investors.add(backer);
    else if (random.chance(0.6)) investors.add(drawCompanion(market, lead, opening, random));
    else investors.add(pickInvestor(market, opening, random));
  }
  backers.push(...investors);
  return [...investors];
}

/** Angels put small sums into small rounds. */
function pickAngels({ market, round }: Parts, random: Random): string[] {
  if (isSpecial(round.type) || round.type === 'CROWDFUNDING' || market.angelCount === 0) return [];
  if (!random.chance(round.stage < 2 ? 0.5 : round.stage === 2 ? 0.06 : 0)) return [];
  const count = round.stage < 2 ? random.whole(1, 3) : 1;
  return [...new Set(Array.from({ length: count }, () => angelKey(random.skewed(market.angelCount, 1.3))))];
}

function buildValuation({ postMoney, usd }: DemoRound, home: DemoPlace, random: Random): Valuation | null {
  if (postMoney === null) return null;
  const type = random.pick(['POST_MONEY', 'POST_MONEY', 'POST_MONEY', 'PRE_MONEY', 'DEFAULT'] as const);
  const value = type === 'PRE_MONEY' ? postMoney - usd : postMoney;
  return { type, currency: home.currency, usd: value, native: Math.round(value / home.rate) };
}
