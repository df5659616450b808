import type { FinancingType } from '#contract/enums.ts';
import type { ImportedCompany, ImportedDeal } from '../records.ts';
import {
  drawCompanion,
  drawPartners,
  followsAt,
  type MarketWithInvestors,
  type Opening,
  pickInvestor,
  pickSpecial,
} from './investors.ts';
import { angelKey, dayMs, type DemoPlace, investorKey, formatDemoDay } from './market.ts';
import type { Random } from './random.ts';
import type { DemoRound } from './rounds.ts';
import { type Sector, sectors } from './sectors.ts';
import { writeArticles, writeDealTexts } from './texts.ts';

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
  market: MarketWithInvestors;
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
  // Added some time after the day on which it was reported, but not in the future.
  const added = Math.min(
    moment + round.delayDays * dayMs + random.whole(5, 4_000) * minuteMs,
    market.today + random.whole(5, 55) * minuteMs,
  );
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
      { company, sector: sectors[sector] as Sector, home, round, lead: market.investors.names[lead ?? -1] },
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
