import type { CompanySort } from '#contract/companies.ts';
import type { DealSort } from '#contract/deals.ts';
import type { InvestorSort } from '#contract/investors.ts';
import type { PersonSort } from '#contract/people.ts';

/**
 * The orders of a search: SQL over `from`, or over it with counted figures; ties are ordered by id, unknown values are
 * last.
 */
type Orders<S extends string> = { readonly from: string; readonly by: Readonly<Record<S, string>> };

/** Every order of the four searches. */
export const recordOrders = {
  deals: {
    from: 'deals d',
    by: {
      most_recent_deal: 'd.date DESC NULLS LAST, d.uuid',
      oldest_deal: 'd.date ASC NULLS LAST, d.uuid',
      largest_raise: 'd.total_round_raised DESC NULLS LAST, d.uuid',
      smallest_raise: 'd.total_round_raised ASC NULLS LAST, d.uuid',
    } satisfies Record<DealSort, string>,
  },
  companies: {
    from: 'companies c',
    by: {
      most_recent_raise: 'c.latest_deal_date DESC NULLS LAST, c.uuid',
      oldest_raise: 'c.latest_deal_date ASC NULLS LAST, c.uuid',
      most_recent_founded: 'c.founded DESC NULLS LAST, c.uuid',
      oldest_founded: 'c.founded ASC NULLS LAST, c.uuid',
      largest_valuation: 'c.latest_valuation_usd DESC NULLS LAST, c.uuid',
      smallest_valuation: 'c.latest_valuation_usd ASC NULLS LAST, c.uuid',
      largest_total_raise: 'c.total_raised DESC NULLS LAST, c.uuid',
      smallest_total_raise: 'c.total_raised ASC NULLS LAST, c.uuid',
      most_funding_rounds: 'c.num_funding_rounds DESC, c.uuid',
      most_investors: 'c.num_investors DESC, c.uuid',
    } satisfies Record<CompanySort, string>,
  },
  investors: {
    from: 'investors i',
    by: {
      most_recent_deal: 'i.most_recent_deal_date DESC NULLS LAST, i.uuid',
      recent_deals: 'i.deals DESC, i.uuid',
      deals_led_ltm: 'i.led DESC, i.uuid',
      total_deals: 'i.total_deal_count DESC, i.uuid',
      matching_deals: 'i.filtered_deal_count DESC, i.uuid',
    } satisfies Record<InvestorSort, string>,
  },
  people: {
    from: `(SELECT p.*, c.total_raised, d.total_round_raised AS latest_deal_size FROM people p
      LEFT JOIN companies c ON c.id = p.current_company_id LEFT JOIN deals d ON d.id = c.latest_deal_id) p`,
    by: {
      most_recent_deal_date: 'p.most_recent_deal_date DESC NULLS LAST, p.uuid',
      total_raised: 'p.total_raised DESC NULLS LAST, p.uuid',
      latest_deal_size: 'p.latest_deal_size DESC NULLS LAST, p.uuid',
      name: 'p.folded, p.uuid',
      total_deal_count: 'p.total_deal_count DESC NULLS LAST, p.uuid',
      deal_count_last_12_months: 'p.last_deals DESC NULLS LAST, p.uuid',
      lead_deal_count: 'p.lead_deal_count DESC NULLS LAST, p.uuid',
      lead_deal_count_last_12_months: 'p.last_led DESC NULLS LAST, p.uuid',
      filtered_deal_count: 'p.filtered_deal_count DESC, p.uuid',
    } satisfies Record<PersonSort, string>,
  },
} as const satisfies Record<string, Orders<string>>;

type CountedOrder = { readonly of: 'lastYear' | 'matching'; readonly figure: 'deals' | 'led' };

/** The orders by a count that depends on day or filters: deals or lead deals, of the last 12 months or matching. */
export const countedOrders: Readonly<Record<string, CountedOrder>> = {
  recent_deals: { of: 'lastYear', figure: 'deals' },
  deals_led_ltm: { of: 'lastYear', figure: 'led' },
  matching_deals: { of: 'matching', figure: 'deals' },
  deal_count_last_12_months: { of: 'lastYear', figure: 'deals' },
  lead_deal_count_last_12_months: { of: 'lastYear', figure: 'led' },
  filtered_deal_count: { of: 'matching', figure: 'deals' },
} satisfies Partial<Record<InvestorSort | PersonSort, CountedOrder>>;
