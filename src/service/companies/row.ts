import type { Company, LatestDeal } from '#contract/companies.ts';
import { angelIdsOf, financingsOf, investorIdsOf } from '../db/deal-parts.ts';
import type { Fragment, Sql } from '../db/sql.ts';
import { placementColumn } from '../db/placement.ts';

type Shown = Omit<Company, 'latest_valuation_date' | 'latest_deal' | 'region'>;

/** A company as the database gives it. */
export type CompanyRow = Shown & {
  latest_valuation_date: Date | null;
  latest_deal: (Omit<LatestDeal, 'date'> & { date: number | null }) | null;
};

/** The columns of a CompanyRow, read for a company `d` with its texts `t`. */
export const companyColumns = (sql: Sql): Fragment => sql`
  d.uuid AS id, d.name, d.legal_name, d.permalink AS guru_permalink, d.domain, t.short_description, t.long_description,
  d.num_employees, d.linkedin, d.twitter, d.facebook, d.pitchbook, d.crunchbase, d.address,
  CASE WHEN d.status = 'public' THEN 'public' WHEN d.status IS NOT NULL THEN 'private' END AS ipo_status,
  d.num_funding_rounds, d.num_investors, d.total_raised, d.latest_valuation_usd, d.latest_valuation_date,
  (SELECT coalesce(json_agg(json_build_object('name', n.name, 'permalink', n.permalink) ORDER BY ci.position), '[]')
    FROM company_industries ci JOIN industries n ON n.id = ci.industry_id WHERE ci.company_id = d.id) AS industries,
  ${placementColumn(sql)} AS location,
  (SELECT ${latestDealObject(sql)} FROM deals l LEFT JOIN deal_texts lt ON lt.deal_id = l.id
    WHERE l.id = d.latest_deal_id) AS latest_deal,
  array(SELECT i.uuid FROM investors i WHERE i.id IN (
    SELECT di.investor_id FROM deals a JOIN deal_investors di ON di.deal_id = a.id WHERE a.company_id = d.id
    UNION ALL SELECT investor_id FROM company_investors WHERE company_id = d.id) ORDER BY i.uuid) AS all_investor_ids`;

/** The latest round in the names it has on a company; its date as milliseconds, null when unknown. */
const latestDealObject = (sql: Sql): Fragment => sql`
  json_build_object('id', l.uuid, 'type', l.round_type, 'total_round_raised', l.total_round_raised,
    'date', extract(epoch FROM l.date) * 1000, 'extension', l.extension, 'pre', l.pre, 'intermediate', l.intermediate,
    'description', json_build_object('short_description', lt.short_description, 'long_description', lt.long_description),
    'investors', ${investorIdsOf(sql, sql`l.id`)}, 'angel_investor_ids', ${angelIdsOf(sql, sql`l.id`)},
    'financings', ${financingsOf(sql, sql`l.id`)})`;

/** A row as the wire shows it: flat `region` is the state's name, `location.region` the continent (contract 2). */
export function toCompany(row: CompanyRow): Company {
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
