import type { Company, LatestDeal } from '#contract/companies.ts';
import { angelIdsOf, financingsOf, investorIdsOf, placementColumn } from '../db/record-columns.ts';
import type { Fragment, Sql } from '../db/sql.ts';

type Shown = Omit<Company, 'latest_valuation_date' | 'latest_deal' | 'region'>;

/** A company as read from the database. */
export type CompanySqlRow = Shown & {
  latest_valuation_date: Date | null;
  latest_deal: (Omit<LatestDeal, 'date'> & { date: number | null }) | null;
};

/** The columns of a CompanySqlRow, read for a company `c` with its texts `ct`. */
export const companySqlColumns = (sql: Sql): Fragment => sql`
  c.uuid AS id, c.name, c.legal_name, c.permalink AS guru_permalink, c.domain, ct.short_description, ct.long_description,
  c.num_employees, c.linkedin, c.twitter, c.facebook, c.pitchbook, c.crunchbase, c.address,
  CASE WHEN c.status = 'public' THEN 'public' WHEN c.status IS NOT NULL THEN 'private' END AS ipo_status,
  c.num_funding_rounds, c.num_investors, c.total_raised, c.latest_valuation_usd, c.latest_valuation_date,
  (SELECT coalesce(json_agg(json_build_object('name', n.name, 'permalink', n.permalink) ORDER BY ci.position), '[]')
    FROM company_industries ci JOIN industries n ON n.id = ci.industry_id WHERE ci.company_id = c.id) AS industries,
  ${placementColumn(sql, 'c')} AS location,
  (SELECT ${latestDealObject(sql)} FROM deals d LEFT JOIN deal_texts dt ON dt.deal_id = d.id
    WHERE d.id = c.latest_deal_id) AS latest_deal,
  array(SELECT i.uuid FROM investors i WHERE i.id IN (
    SELECT di.investor_id FROM deals d JOIN deal_investors di ON di.deal_id = d.id WHERE d.company_id = c.id
    UNION ALL SELECT investor_id FROM company_investors WHERE company_id = c.id) ORDER BY i.uuid) AS all_investor_ids`;

/** The latest round, with the field names of a company; its date as milliseconds, null when unknown. */
const latestDealObject = (sql: Sql): Fragment => sql`
  json_build_object('id', d.uuid, 'type', d.round_type, 'total_round_raised', d.total_round_raised,
    'date', extract(epoch FROM d.date) * 1000, 'extension', d.extension, 'pre', d.pre, 'intermediate', d.intermediate,
    'description', json_build_object('short_description', dt.short_description, 'long_description', dt.long_description),
    'investors', ${investorIdsOf(sql, sql`d.id`)}, 'angel_investor_ids', ${angelIdsOf(sql, sql`d.id`)},
    'financings', ${financingsOf(sql, sql`d.id`)})`;

/**
 * Converts a row to the API's shape: flat `region` is the state's name, `location.region` the continent (contract 2).
 */
export function buildCompany(row: CompanySqlRow): Company {
  const { latest_deal, latest_valuation_date, ...shown } = row;
  const { id, name, legal_name, guru_permalink, domain, ...others } = shown;
  return {
    id,
    name,
    legal_name,
    guru_permalink,
    domain,
    region: shown.location.state?.name ?? null,
    ...others,
    latest_valuation_date: latest_valuation_date?.toISOString() ?? null,
    latest_deal: latest_deal && {
      ...latest_deal,
      date: latest_deal.date === null ? null : new Date(latest_deal.date).toISOString(),
    },
  };
}
