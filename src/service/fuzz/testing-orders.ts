import type { CompanySort } from '#contract/companies.ts';
import type { DealSort } from '#contract/deals.ts';
import type { InvestorSort } from '#contract/investors.ts';
import type { PersonSort } from '#contract/people.ts';
import { buildNameKey } from '../db/name-key.ts';
import type { Counted } from './testing-model.ts';
import type { CompanyFacts, DealFacts, InvestorFacts, PersonFacts } from './testing-facts.ts';

type Figure = string | number | null | undefined;
type Order<T> = { figure: (record: T) => Figure; descending: boolean };

const down = <T>(figure: (record: T) => Figure): Order<T> => ({ figure, descending: true });
const up = <T>(figure: (record: T) => Figure): Order<T> => ({ figure, descending: false });

/** Sorts as the contract says: unknown values last in both directions, then by id. */
export function sortModel<T>(
  records: readonly T[],
  { figure, descending }: Order<T>,
  toId: (record: T) => string,
): T[] {
  const compare = (a: Figure, b: Figure): number => {
    if (a === b || (isUnknown(a) && isUnknown(b))) return 0;
    if (isUnknown(a)) return 1;
    if (isUnknown(b)) return -1;
    return (a < b ? -1 : 1) * (descending ? -1 : 1);
  };
  return records.toSorted((a, b) => compare(figure(a), figure(b)) || (toId(a) < toId(b) ? -1 : 1));
}

const isUnknown = (figure: Figure): figure is null | undefined => figure === null || figure === undefined;

/** Every order of POST /deals. */
export const dealOrders: Record<DealSort, Order<DealFacts>> = {
  most_recent_deal: down(({ date }) => date),
  oldest_deal: up(({ date }) => date),
  largest_raise: down(({ total_round_raised }) => total_round_raised),
  smallest_raise: up(({ total_round_raised }) => total_round_raised),
};

/** Every order of POST /companies. */
export const companyOrders: Record<CompanySort, Order<CompanyFacts>> = {
  most_recent_raise: down(({ latest }) => latest?.date),
  oldest_raise: up(({ latest }) => latest?.date),
  most_recent_founded: down(({ founded }) => founded),
  oldest_founded: up(({ founded }) => founded),
  largest_valuation: down(({ latest_valuation_usd }) => latest_valuation_usd),
  smallest_valuation: up(({ latest_valuation_usd }) => latest_valuation_usd),
  largest_total_raise: down(({ total_raised }) => total_raised),
  smallest_total_raise: up(({ total_raised }) => total_raised),
  most_funding_rounds: down(({ num_funding_rounds }) => num_funding_rounds),
  most_investors: down(({ num_investors }) => num_investors),
};

/** Every order of POST /investors. */
export const investorOrders: Record<InvestorSort, Order<Counted<InvestorFacts>>> = {
  most_recent_deal: down(({ record }) => record.most_recent_deal_date),
  recent_deals: down(({ record }) => record.deal_count_last_12_months),
  deals_led_ltm: down(({ record }) => record.lead_deal_count_last_12_months),
  total_deals: down(({ record }) => record.total_deal_count),
  matching_deals: down(({ record, counted }) => counted?.length ?? record.total_deal_count),
};

type Highlights = NonNullable<PersonFacts['investor_highlights']>;
const done = (figure: (highlights: Highlights) => Figure) =>
  down<Counted<PersonFacts>>(({ record }) => record.investor_highlights && figure(record.investor_highlights));
const employed = (figure: (employer: CompanyFacts) => Figure) =>
  down<Counted<PersonFacts>>(({ record: { employer } }) => employer && figure(employer));

/** Every order of POST /people; people to whom a figure does not apply are last. */
export const personOrders: Record<PersonSort, Order<Counted<PersonFacts>>> = {
  most_recent_deal_date: done(({ most_recent_deal_date }) => most_recent_deal_date),
  total_raised: employed(({ total_raised }) => total_raised),
  latest_deal_size: employed(({ latest }) => latest?.total_round_raised),
  name: up(({ record }) => Buffer.from(buildNameKey(record.name)).toString('hex')),
  total_deal_count: done(({ total_deal_count }) => total_deal_count),
  deal_count_last_12_months: done(({ deal_count_last_12_months }) => deal_count_last_12_months),
  lead_deal_count: done(({ lead_deal_count }) => lead_deal_count),
  lead_deal_count_last_12_months: done(({ lead_deal_count_last_12_months }) => lead_deal_count_last_12_months),
  filtered_deal_count: down(({ record, counted }) => counted?.length ?? record.investor_highlights?.total_deal_count),
};
