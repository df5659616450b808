import type { Person } from '#contract/people.ts';
import type { Fragment, Sql } from '../db/sql.ts';
import { inLastYear, summaryOf, topColumns } from '../db/record-columns.ts';

type Highlights = NonNullable<Person['investor_highlights']>;

/** A person as read from the database. */
export type PersonSqlRow = Omit<Person, 'investor_highlights' | 'filtered_most_recent_date'> & {
  most_recent_deal_date: Date | null;
  filtered_most_recent_date: Date | null;
} & Omit<Highlights, 'most_recent_deal_date' | 'total_deal_count' | 'lead_deal_count'> & {
    total_deal_count: number | null;
    lead_deal_count: number | null;
  };

/** Entries of each history: at most three in a list, all on a profile (contract 2). */
type Histories = 'short' | 'whole';

/**
 * Columns of a PersonSqlRow without filtered figures, for a person `p` and a `summary` such as that of `personJoins`.
 */
export const personSqlColumns = (sql: Sql, histories: Histories, top = topColumns(sql)): Fragment => sql`
  p.uuid AS id, p.name, p.title, p.linkedin AS linkedin_url, p.crunchbase AS crunchbase_url, p.twitter AS twitter_url,
  p.location_text AS location, p.city, p.country_code, p.about, p.is_founder,
  (SELECT json_build_object('id', c.uuid, 'name', c.name, 'permalink', c.permalink, 'domain', c.domain)
    FROM companies c WHERE c.id = p.current_company_id) AS current_company,
  ${historyColumns(sql, histories === 'short' ? sql`LIMIT 3` : sql``)}, p.is_investor,
  EXISTS (SELECT FROM person_deals pd WHERE pd.person_id = p.id AND pd.angel) AS is_angel,
  coalesce(p.lead_deal_count, 0) > 0 AS has_led_deal, ${firmsColumn(sql)} AS investment_firms,
  p.total_deal_count, p.lead_deal_count, p.most_recent_deal_date,
  summary.last_deals AS deal_count_last_12_months, summary.last_led AS lead_deal_count_last_12_months,
  ${top}`;

const historyColumns = (sql: Sql, limit: Fragment): Fragment => sql`
  (SELECT coalesce(json_agg(json_build_object('title', e.title, 'company_name', coalesce(e.company_name, e.name),
      'company_id', e.uuid, 'company_url', e.company_url, 'location', e.location, 'description', e.description,
      'start_date', e.start_date, 'end_date', e.end_date, 'is_current', e.is_current) ORDER BY e.position), '[]')
    FROM (SELECT e.*, c.name, c.uuid FROM employments e LEFT JOIN companies c ON c.id = e.company_id
      WHERE e.person_id = p.id ORDER BY e.position ${limit}) AS e) AS employment_history,
  (SELECT coalesce(json_agg(json_build_object('school_name', ed.school_name, 'school_id', ed.school_id,
      'school_url', ed.school_url, 'degree', ed.degree, 'field_of_study', ed.field_of_study, 'start_date', ed.start_date,
      'end_date', ed.end_date, 'description', ed.description) ORDER BY ed.position), '[]')
    FROM (SELECT ed.* FROM educations ed WHERE ed.person_id = p.id ORDER BY ed.position ${limit}) AS ed) AS education_history`;

/** The investors a person works for, with the deals that the person did there as a partner. */
const firmsColumn = (sql: Sql): Fragment => sql`
  (SELECT coalesce(json_agg(json_build_object('id', i.uuid, 'name', i.name, 'permalink', i.permalink,
      'domain', i.domain, 'deal_count', own.deals, 'last_deal_date', own.latest) ORDER BY own.deals DESC, i.uuid), '[]')
    FROM person_firms pf JOIN investors i ON i.id = pf.investor_id CROSS JOIN LATERAL (
      SELECT count(*)::int AS deals, max(d.date)::date AS latest
      FROM deal_partners dp JOIN deals d ON d.id = dp.deal_id
      WHERE dp.person_id = p.id AND dp.investor_id = i.id
    ) AS own WHERE pf.person_id = p.id)`;

/** The joins that `personSqlColumns` needs. */
export const personJoins = (sql: Sql, now: Date): Fragment => sql`
  JOIN people p ON p.id = page.id CROSS JOIN LATERAL ${summaryOf(sql, now, 'p')}`;

/**
 * `last_year (person_id, deals, led)`: the deals of the last 12 months of everyone who has any, for sorting. The counts
 * are materialized, because otherwise every parallel worker of PostgreSQL repeats them.
 */
export const peopleLastYear = (sql: Sql, now: Date): Fragment => sql`(
    WITH counted AS MATERIALIZED (
      SELECT pd.person_id, count(*) AS deals, count(*) FILTER (WHERE pd.led) AS led
      FROM person_deals pd JOIN deals d ON d.id = pd.deal_id WHERE ${inLastYear(sql, now)} GROUP BY pd.person_id
    ) SELECT * FROM counted
  ) AS last_year`;

const formatDay = (moment: Date | null): string | null => moment?.toISOString().slice(0, 10) ?? null;

/** Converts a row to the shape of the API; the highlights are null for people who do not invest (contract 2). */
export function buildPerson(row: PersonSqlRow): Person {
  const {
    most_recent_deal_date,
    total_deal_count,
    lead_deal_count,
    deal_count_last_12_months,
    lead_deal_count_last_12_months,
    top_industries,
    top_locations,
    top_round_types,
    ...shown
  } = row;
  return {
    ...shown,
    investor_highlights: row.is_investor
      ? {
          total_deal_count: total_deal_count ?? 0,
          lead_deal_count: lead_deal_count ?? 0,
          deal_count_last_12_months,
          lead_deal_count_last_12_months,
          most_recent_deal_date: formatDay(most_recent_deal_date),
          top_industries,
          top_locations,
          top_round_types,
        }
      : null,
    filtered_most_recent_date: formatDay(row.filtered_most_recent_date),
  };
}
