import type { FinancingType, Intermediate } from '#contract/enums.ts';
import type { DemoPlace } from './places.ts';
import type { Random } from './random.ts';

/** A round before anyone is in it. Amounts are in the company's own currency and in US dollars. */
export type DemoRound = {
  type: FinancingType;
  pre: boolean;
  extension: boolean;
  intermediate: Intermediate;
  /** 0 is the first cheque, 1 the seed, 2 the series A, and so on. */
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

/** The rungs that companies climb, with the usual size in US dollars. */
const ladder: readonly [FinancingType, number][] = [
  ['SEED', 700_000],
  ['SEED', 2_800_000],
  ['SERIES_A', 11_000_000],
  ['SERIES_B', 26_000_000],
  ['SERIES_C', 55_000_000],
  ['SERIES_D', 110_000_000],
  ['SERIES_E', 180_000_000],
  ['SERIES_F', 260_000_000],
  ['SERIES_G', 340_000_000],
  ['SERIES_H', 420_000_000],
];
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

/** All rounds of one company, oldest first, the newest so many days ago; sizes and valuations rise, nearly always. */
export function listRounds(
  random: Random,
  count: number,
  newestDaysAgo: number,
  { home, isCrypto }: { home: DemoPlace; isCrypto: boolean },
): DemoRound[] {
  const steps = buildSteps(random, count, isCrypto);
  const ages = drawAges(random, steps, newestDaysAgo);
  // Some are sought after in every round; one in a hundred is out of all proportion.
  const heat = random.around(1, 0.4) * (random.chance(0.01) ? random.whole(3, 8) : 1);
  let lastUsd = 0;
  let lastPost = 0;
  return steps.map((step, position) => {
    const [, usual] = ladder[step.stage] ?? ['SERIES_H', 420_000_000];
    const priced = step.share === 1;
    const least = priced && !random.chance(0.07) ? lastUsd * 1.1 : 0;
    const native = roundMoney(Math.max(random.around(usual, 0.35) * heat * step.share, least) / home.rate);
    const usd = Math.round(native * home.rate);
    if (priced) lastUsd = usd;
    const post = priced ? Math.max(usd / (0.13 + random.next() * 0.1), lastPost * 1.15) : 0;
    if (priced) lastPost = post;
    const { type, pre, extension, intermediate, stage } = step;
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
      postMoney: priced && disclosed && random.chance(0.4) ? roundMoney(post) : null,
    };
  });
}

/** How many days ago each round was: from the newest back, each as long before the next as is usual between them. */
function drawAges(random: Random, steps: Step[], newestDaysAgo: number): number[] {
  const ages = [newestDaysAgo];
  for (const { gapDays } of steps.slice(1).toReversed()) ages.unshift((ages[0] ?? 0) + random.whole(...gapDays));
  return ages;
}

/** What kind of round follows what; `share` is the part of the rung's usual size, 1 for the rung itself. */
function buildSteps(random: Random, count: number, isCrypto: boolean): Step[] {
  const steps: Step[] = [];
  let stage = random.pick([0, 0, 0, 0, 1, 1, 1, 1, 2]) - 1;
  for (let position = 0; position < count; position += 1) {
    const rung = ladder[stage]?.[0];
    const plain = { pre: false, extension: false, intermediate: 'NONE', stage: Math.max(stage, 0) } as const;
    if (random.chance(0.15)) {
      const type =
        isCrypto && random.chance(0.4) ? 'INITIAL_COIN_OFFERING' : stage < 2 ? random.pick(early) : random.pick(late);
      steps.push({ ...plain, type, share: 0.4, gapDays: [60, 300] });
    } else if (rung && random.chance(0.12)) {
      steps.push({ ...plain, type: rung, pre: stage === 0, extension: true, share: 0.35, gapDays: [90, 260] });
    } else if (rung && stage > 1 && random.chance(0.08)) {
      const intermediate = random.pick(['ONE', 'TWO', 'PLUS'] as const);
      steps.push({ ...plain, type: rung, intermediate, share: 0.6, gapDays: [120, 360] });
    } else {
      stage = Math.min(stage + 1, ladder.length - 1);
      const type = ladder[stage]?.[0] ?? 'SERIES_H';
      steps.push({ ...plain, type, stage, pre: stage === 0, share: 1, gapDays: [240, 760] });
    }
  }
  return steps;
}

/** Two digits and a half, as people write amounts: 11,500,000 rather than 11,483,292. */
function roundMoney(amount: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(amount, 1))) - 1) / 2;
  return Math.max(1, Math.round(amount / step) * step);
}
