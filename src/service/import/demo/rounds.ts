import type { FinancingType, Intermediate } from '#contract/enums.ts';
import type { DemoPlace } from './market.ts';
import type { Random } from './random.ts';
import type { Sector } from './sectors.ts';

/** A round without investors. Amounts are in the company's own currency and in US dollars. */
export type DemoRound = {
  type: FinancingType;
  pre: boolean;
  extension: boolean;
  intermediate: Intermediate;
  /** 0 is the first check, 1 the seed round, 2 series A, and so on. */
  stage: number;
  daysAgo: number;
  /** Whole days until it was reported. */
  delayDays: number;
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
      delayDays: 0,
      postMoney: isPriced ? roundMoney(post) : null,
    };
  });
  hideValuations(rounds, random);
  return rounds;
}

/** Of early rounds many are reported late, of later ones few; the rest is known within days. */
const lateShares = [0.6, 0.53, 0.16, 0.06, 0.05, 0.03];
const meanDelayDays = 150;
const longestDelayDays = 548;

/**
 * Draws when each round was reported: with these delays 40 % of seed rounds are not known at the end of their quarter,
 * 12 % of series A, and 2 to 5 % of later ones. While one would not be known yet, the company's rounds are moved to
 * another age of the newest one, so that recent quarters lack what is reported late; without `drawAge` it is known at
 * once.
 */
export function delayRounds(
  rounds: readonly DemoRound[],
  drawAge: ((random: Random) => number) | undefined,
  random: Random,
): void {
  drawDelays(rounds, random);
  if (drawAge) {
    while (rounds.some(({ delayDays, daysAgo }) => delayDays > daysAgo)) {
      const moved = drawAge(random) - (rounds.at(-1)?.daysAgo ?? 0);
      for (const round of rounds) round.daysAgo += moved;
      drawDelays(rounds, random);
    }
  }
  for (const round of rounds) round.delayDays = Math.min(round.delayDays, round.daysAgo);
}

function drawDelays(rounds: readonly DemoRound[], random: Random): void {
  for (const round of rounds) {
    const isLate = random.chance(lateShares[Math.min(round.stage, lateShares.length - 1)] ?? 0);
    const delay = isLate ? Math.floor(-Math.log(1 - random.next()) * meanDelayDays) : 0;
    round.delayDays = Math.min(longestDelayDays, delay);
  }
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
