import type { CompanySort } from '#contract/companies.ts';
import type { DealSort } from '#contract/deals.ts';
import type { InvestorSort } from '#contract/investors.ts';
import type { PersonSort } from '#contract/people.ts';

type Names<Sort extends string> = Readonly<Record<Sort, string>>;

/** The orders of each search in words: one wording for its screen, its saved searches and its ledger. */
export const sortNames = {
  deals: {
    most_recent_deal: 'newest first',
    oldest_deal: 'oldest first',
    largest_raise: 'largest first',
    smallest_raise: 'smallest first',
  } satisfies Names<DealSort>,
  companies: {
    most_recent_raise: 'latest raise first',
    oldest_raise: 'oldest raise first',
    most_recent_founded: 'youngest company first',
    oldest_founded: 'oldest company first',
    largest_valuation: 'highest valuation first',
    smallest_valuation: 'lowest valuation first',
    largest_total_raise: 'most raised first',
    smallest_total_raise: 'least raised first',
    most_funding_rounds: 'most rounds first',
    most_investors: 'most investors first',
  } satisfies Names<CompanySort>,
  investors: {
    most_recent_deal: 'newest deal first',
    recent_deals: 'most deals in 12 months first',
    deals_led_ltm: 'most led in 12 months first',
    total_deals: 'most deals first',
    matching_deals: 'most matching deals first',
  } satisfies Names<InvestorSort>,
  people: {
    most_recent_deal_date: 'newest deal first',
    total_raised: 'most raised by the employer first',
    latest_deal_size: 'largest latest round of the employer first',
    name: 'by name',
    total_deal_count: 'most deals first',
    deal_count_last_12_months: 'most deals in 12 months first',
    lead_deal_count: 'most led first',
    lead_deal_count_last_12_months: 'most led in 12 months first',
    filtered_deal_count: 'most matching deals first',
  } satisfies Names<PersonSort>,
};
