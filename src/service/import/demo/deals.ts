import type { FinancingType, Intermediate } from '#contract/enums.ts';
import type { ImportedCompany, ImportedDeal } from '../records.ts';
import { drawCompanion, drawInvestor, drawPartners, fitsStage } from './investors.ts';
import { angelKey, dayMs, type DemoPlace, investorKey, type Market, type Random, formatDemoDay } from './market.ts';
import { writeArticles, writeDealTexts } from './texts.ts';

/** A round without investors. Amounts are in the company's own currency and in US dollars. */
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

/** The stages of companies, with the usual amounts in US dollars. */
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

/** All rounds of one company, the oldest first; amounts and valuations nearly always rise. */
export function listRounds(
  random: Random,
  count: number,
  newestDaysAgo: number,
  { home, isCrypto }: { home: DemoPlace; isCrypto: boolean },
): DemoRound[] {
  const steps = buildSteps(random, count, isCrypto);
  const ages = drawAges(random, steps, newestDaysAgo);
  // Some companies raise more in every round, and one in a hundred much more.
  const heat = random.around(1, 0.4) * (random.chance(0.01) ? random.whole(3, 8) : 1);
  let lastUsd = 0;
  let lastPost = 0;
  return steps.map((step, position) => {
    const [, usual] = ladder[step.stage] ?? ['SERIES_H', 420_000_000];
    const priced = step.share === 1;
    const min = priced && !random.chance(0.07) ? lastUsd * 1.1 : 0;
    const native = roundMoney(Math.max(random.around(usual, 0.35) * heat * step.share, min) / home.rate);
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

/** The ages of the rounds in days, with the usual gaps between them. */
function drawAges(random: Random, steps: Step[], newestDaysAgo: number): number[] {
  const ages = [newestDaysAgo];
  for (const { gapDays } of steps.slice(1).toReversed()) ages.unshift((ages[0] ?? 0) + random.whole(...gapDays));
  return ages;
}

/** The sequence of rounds; `share` is the part of the stage's usual amount, 1 for the stage's own round. */
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

/** Rounds to two and a half digits: 11,500,000 instead of 11,483,292. */
function roundMoney(amount: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(amount, 1))) - 1) / 2;
  return Math.max(1, Math.round(amount / step) * step);
}

const minuteMs = 60_000;
/** Rounds without shares. */
const gifts = new Set(['GRANT', 'NON_EQUITY_ASSISTANCE', 'CROWDFUNDING', 'INITIAL_COIN_OFFERING']);

type Valuation = NonNullable<ImportedDeal['valuation']>;

type Parts = {
  market: Market;
  company: ImportedCompany;
  home: DemoPlace;
  round: DemoRound;
  key: string;
  /** Investors of the company's earlier rounds; those of this one are added. */
  backers: number[];
};

export function generateDeal(parts: Parts, random: Random): ImportedDeal {
  const { market, company, home, round, key } = parts;
  const { type, pre, extension, intermediate, usd, native, disclosed } = round;
  const moment = market.today - round.daysAgo * dayMs;
  const investors = pickInvestors(parts, random);
  const lead = investors.length > 0 && random.chance(0.8) ? investors[0] : undefined;
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
      { company, home, round, lead: lead === undefined ? lead : drawInvestor(market, lead).name },
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

/** Investors that do not fit the stage are drawn again, at most this often. */
const tries = 3;

/** The lead and its co-investors: half of them from its usual circle, some earlier investors, some new. */
function pickInvestors({ market, round, backers }: Parts, random: Random): number[] {
  const wanted = gifts.has(round.type) ? random.whole(0, 1) : random.whole(1, Math.min(7, 2 + round.stage));
  if (wanted === 0) return [];
  const draw = (take: () => number): number => {
    let investor = take();
    for (let time = 1; time < tries && !fitsStage(market, investor, round.stage); time += 1) investor = take();
    return investor;
  };
  const lead = draw(() => random.skewed(market.investorCount, 2));
  const investors = new Set([lead]);
  for (let place = 1; place < wanted; place += 1) {
    const backer = random.chance(0.3) ? backers[random.whole(0, backers.length - 1)] : undefined;
    const known = backer ?? (random.chance(0.75) ? draw(() => drawCompanion(market, lead, random)) : undefined);
    investors.add(known ?? draw(() => random.skewed(market.investorCount, 1.8)));
  }
  backers.push(...investors);
  return [...investors];
}

function pickAngels({ market, round }: Parts, random: Random): string[] {
  if (gifts.has(round.type) || round.stage > 2 || market.angelCount === 0) return [];
  const count = round.stage < 2 ? random.whole(0, 4) : random.skewed(3, 3);
  return [...new Set(Array.from({ length: count }, () => angelKey(random.skewed(market.angelCount, 1.7))))];
}

function buildValuation({ postMoney, usd }: DemoRound, home: DemoPlace, random: Random): Valuation | null {
  if (postMoney === null) return null;
  const type = random.pick(['POST_MONEY', 'POST_MONEY', 'POST_MONEY', 'PRE_MONEY', 'DEFAULT'] as const);
  const value = type === 'PRE_MONEY' ? postMoney - usd : postMoney;
  return { type, currency: home.currency, usd: value, native: Math.round(value / home.rate) };
}
