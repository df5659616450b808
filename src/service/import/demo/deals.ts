import type { CompanyRecord, DealRecord } from '../records.ts';
import { fitsSector, drawCompanion, drawHouse, drawPartners } from './firms.ts';
import { angelKey, dayMs, investorKey, toDay, type Market } from './market.ts';
import type { DemoPlace } from './places.ts';
import type { Random } from './random.ts';
import type { DemoRound } from './rounds.ts';
import { writeArticles, writeDealTexts } from './texts.ts';

const minuteMs = 60_000;
/** Rounds that nobody buys shares in. */
const gifts = new Set(['GRANT', 'NON_EQUITY_ASSISTANCE', 'CROWDFUNDING', 'INITIAL_COIN_OFFERING']);

type Valuation = NonNullable<DealRecord['valuation']>;

type Parts = {
  market: Market;
  company: CompanyRecord;
  home: DemoPlace;
  round: DemoRound;
  key: string;
  /** Firms of the company's earlier rounds; those of this one are added. */
  backers: number[];
};

export function buildDeal(parts: Parts, random: Random): DealRecord {
  const { market, company, home, round, key } = parts;
  const { type, pre, extension, intermediate, usd, native, disclosed } = round;
  const moment = market.today - round.daysAgo * dayMs;
  const firms = pickFirms(parts, random);
  const lead = firms.length > 0 && random.chance(0.8) ? firms[0] : undefined;
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
    date: random.chance(0.996) || round.daysAgo < 8 ? toDay(moment) : null,
    createdAt: new Date(added).toISOString(),
    raised: disclosed ? usd : null,
    valuation: buildValuation(round, home, random),
    ...writeDealTexts({ company, home, round, lead: lead === undefined ? lead : drawHouse(market, lead).name }, random),
    financings: [
      { type, ...amounts(1 - part) },
      ...(part > 0 ? [{ type: 'DEBT_FINANCING' as const, ...amounts(part) }] : []),
    ],
    investors: firms.map((firm) => ({
      key: investorKey(firm),
      lead: lead === undefined ? null : firm === lead,
      partners: firm === lead ? drawPartners(market, firm, random.whole(1, 2)) : [],
    })),
    angels: pickAngels(parts, random),
    articles: writeArticles(company, moment, market.today, random),
  };
}

/** Firms of another kind than the round wants are drawn again so often, and then taken. */
const tries = 3;

/** The lead and those it takes along: half of them its usual circle, some who are in already, some new. */
function pickFirms({ market, round, backers }: Parts, random: Random): number[] {
  const wanted = gifts.has(round.type) ? random.whole(0, 1) : random.whole(1, Math.min(7, 2 + round.stage));
  if (wanted === 0) return [];
  const draw = (take: () => number): number => {
    let firm = take();
    for (let time = 1; time < tries && !fitsSector(market, firm, round.stage); time += 1) firm = take();
    return firm;
  };
  const lead = draw(() => random.skewed(market.firmCount, 2));
  const firms = new Set([lead]);
  for (let place = 1; place < wanted; place += 1) {
    const backer = random.chance(0.3) ? backers[random.whole(0, backers.length - 1)] : undefined;
    const known = backer ?? (random.chance(0.75) ? draw(() => drawCompanion(market, lead, random)) : undefined);
    firms.add(known ?? draw(() => random.skewed(market.firmCount, 1.8)));
  }
  backers.push(...firms);
  return [...firms];
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
