import type { Investor } from '#contract/investors.ts';
import type { Fragment, Sql } from '../db/sql.ts';
import { placementColumn } from '../db/placement.ts';
import { inLastYear, summaryOf, topColumns } from '../db/top-values.ts';

/** A firm without the counts that only portfolio filters give. */
export type InvestorProfile = Omit<Investor, 'filtered_deal_count' | 'filtered_lead_count'>;

/** A firm as the database gives it. */
export type ProfileRow = Omit<InvestorProfile, 'most_recent_deal_date'> & { most_recent_deal_date: Date | null };
export type InvestorRow = ProfileRow & Pick<Investor, 'filtered_deal_count' | 'filtered_lead_count'>;

/** The columns of a ProfileRow, read for a firm `d` after `investorJoins`. */
export const investorColumns = (sql: Sql): Fragment => sql`
  d.uuid AS id, d.name, d.legal_name, d.description, d.permalink AS guru_permalink, d.total_deal_count,
  d.lead_deal_count, summary.last_deals AS deal_count_last_12_months, summary.last_led AS lead_deal_count_last_12_months,
  d.most_recent_deal_date, d.domain, d.website, d.linkedin, d.pitchbook, d.crunchbase, d.num_employees,
  array_to_string(d.investment_stages, ', ') AS investment_stage, d.contact_email, d.contact_phone,
  ${placementColumn(sql)} AS location,
  ${topColumns(sql)}`;

/** The joins that the columns need. */
export const investorJoins = (sql: Sql, now: Date): Fragment => sql`
  JOIN investors d ON d.id = page.id CROSS JOIN LATERAL ${summaryOf(
    sql,
    now,
    sql`deal_investors di JOIN deals a ON a.id = di.deal_id WHERE di.investor_id = d.id`,
    sql`di.lead`,
  )}`;

/** `last_year (investor_id, deals, led)`: the deals of the last 12 months of every firm that has any, for sorting. */
export const lastYearOfAll = (sql: Sql, now: Date): Fragment => sql`(
    SELECT di.investor_id, count(*) AS deals, count(*) FILTER (WHERE di.lead) AS led
    FROM deal_investors di JOIN deals a ON a.id = di.deal_id WHERE ${inLastYear(sql, now)} GROUP BY di.investor_id
  ) AS last_year`;

/** A row as the wire shows it. */
export const toInvestor = (row: InvestorRow): Investor => ({
  ...toProfile(row),
  filtered_deal_count: row.filtered_deal_count,
  filtered_lead_count: row.filtered_lead_count,
});

/** A row as GET /investor shows it. */
export function toProfile(row: ProfileRow): InvestorProfile {
  return { ...row, most_recent_deal_date: row.most_recent_deal_date?.toISOString() ?? null };
}
