import type { Investor } from '#contract/investors.ts';
import type { Fragment, Sql } from '../db/sql.ts';
import { inLastYear, placementColumn, summaryOf, topColumns } from '../db/record-columns.ts';

/** An investor without the counts that only portfolio filters return. */
export type InvestorProfile = Omit<Investor, 'filtered_deal_count' | 'filtered_lead_count'>;

/** An investor as read from the database. */
export type ProfileRow = Omit<InvestorProfile, 'most_recent_deal_date'> & { most_recent_deal_date: Date | null };
export type InvestorSqlRow = ProfileRow & Pick<Investor, 'filtered_deal_count' | 'filtered_lead_count'>;

/** The columns of a ProfileRow, read for an investor `i` and its `summary`, such as `investorJoins` joins. */
export const investorSqlColumns = (sql: Sql, top = topColumns(sql)): Fragment => sql`
  i.uuid AS id, i.name, i.legal_name, i.description, i.permalink AS guru_permalink, i.total_deal_count,
  i.lead_deal_count, summary.last_deals AS deal_count_last_12_months, summary.last_led AS lead_deal_count_last_12_months,
  i.most_recent_deal_date, i.domain, i.website, i.linkedin, i.pitchbook, i.crunchbase, i.num_employees,
  array_to_string(i.investment_stages, ', ') AS investment_stage, i.contact_email, i.contact_phone,
  ${placementColumn(sql, 'i')} AS location,
  ${top}`;

/** The joins that `investorSqlColumns` needs. */
export const investorJoins = (sql: Sql, now: Date): Fragment => sql`
  JOIN investors i ON i.id = page.id CROSS JOIN LATERAL ${summaryOf(sql, now, 'i')}`;

/** `last_year (investor_id, deals, led)`: deals of the last 12 months of every investor that has any, for sorting. */
export const investorsLastYear = (sql: Sql, now: Date): Fragment => sql`(
    SELECT di.investor_id, count(*) AS deals, count(*) FILTER (WHERE di.lead) AS led
    FROM deal_investors di JOIN deals d ON d.id = di.deal_id WHERE ${inLastYear(sql, now)} GROUP BY di.investor_id
  ) AS last_year`;

/** Converts a row to the shape of POST /investors. */
export const buildInvestor = (row: InvestorSqlRow): Investor => ({
  ...buildProfile(row),
  filtered_deal_count: row.filtered_deal_count,
  filtered_lead_count: row.filtered_lead_count,
});

/** Converts a row to the shape of GET /investor. */
export function buildProfile(row: ProfileRow): InvestorProfile {
  return { ...row, most_recent_deal_date: row.most_recent_deal_date?.toISOString() ?? null };
}
