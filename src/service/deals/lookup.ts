import type { Deal, DealWithArticles, DealAngel, DealInvestor } from '#contract/deals.ts';
import type { Fragment, Sql } from '../db/sql.ts';
import { currentId, matchIdentifier, type Identifier } from '../db/identifiers.ts';
import { findNewestDeals } from '../db/newest-deals.ts';
import { findPage, type IndexSnapshot, type Page, type PageQuery, recordAliases, selectIds } from '../db/page.ts';
import { buildPredicateCondition } from '../db/predicate-sql.ts';
import { type Predicate, related } from '../db/predicates.ts';
import { dealSqlColumns, type DealSqlRow, buildDeal, shownDeals } from './search.ts';

/** One deal with its articles, the primary one first; undefined when there is none. */
export async function readOneDeal(sql: Sql, id: string): Promise<DealWithArticles | undefined> {
  const [row] = await sql<(DealSqlRow & { articles: DealWithArticles['articles'] })[]>`
    SELECT ${dealSqlColumns(sql)}, (
      SELECT coalesce(json_agg(json_build_object('is_primary', ar.is_primary, 'link', ar.link, 'date', ar.date)
        ORDER BY ar.is_primary DESC, ar.position), '[]')
      FROM articles ar WHERE ar.deal_id = d.id
    ) AS articles
    FROM deals d LEFT JOIN deal_texts dt ON dt.deal_id = d.id WHERE d.uuid = ${currentId(sql, id)}`;
  return row && { ...buildDeal(row), articles: row.articles };
}

/** The investors of a deal; undefined when there is no such deal. */
export async function findDealInvestors(
  sql: Sql,
  id: string,
): Promise<{ investors: DealInvestor[]; angel_investors: DealAngel[] } | undefined> {
  const person = sql`'id', p.uuid, 'name', p.name, 'linkedin', p.linkedin, 'crunchbase', p.crunchbase, 'twitter', p.twitter`;
  const financingType = (position: Fragment) => sql`coalesce(
    (SELECT f.type FROM financings f WHERE f.deal_id = d.id AND f.position = ${position}), d.round_type)`;
  const [row] = await sql<{ investors: DealInvestor[]; angel_investors: DealAngel[] }[]>`
    SELECT (
      SELECT coalesce(json_agg(json_build_object('id', i.uuid, 'name', i.name, 'lead_investor', di.lead,
        'personnel', (
          SELECT coalesce(json_agg(json_build_object(${person}) ORDER BY p.folded, p.uuid), '[]')
          FROM deal_partners dp JOIN people p ON p.id = dp.person_id
          WHERE dp.deal_id = d.id AND dp.investor_id = i.id
        ),
        'financing_type', ${financingType(sql`di.financing_position`)},
        'domain', i.domain, 'linkedin', i.linkedin, 'crunchbase', i.crunchbase
      ) ORDER BY di.lead DESC NULLS LAST, i.folded, i.uuid), '[]')
      FROM deal_investors di JOIN investors i ON i.id = di.investor_id WHERE di.deal_id = d.id
    ) AS investors, (
      SELECT coalesce(json_agg(json_build_object(${person},
        'financing_type', ${financingType(sql`da.financing_position`)}) ORDER BY p.folded, p.uuid), '[]')
      FROM deal_angels da JOIN people p ON p.id = da.person_id WHERE da.deal_id = d.id
    ) AS angel_investors
    FROM deals d WHERE d.uuid = ${currentId(sql, id)}`;
  return row;
}

/** A page of a history, newest first; undefined if no record has the identifier. */
type DealHistoryPage = Page<Deal> | undefined;

const dealsOf = { companies: 'companyOfDeal', investors: 'investorsOfDeal', people: 'peopleOfDeal' } as const;

/** The deals of all companies, investors or people that an identifier names (contract 1.5). */
export async function readDealHistory(
  sql: Sql,
  table: keyof typeof dealsOf,
  identifier: Identifier,
  { snapshot, ...paging }: { page: number; page_size: number; snapshot: IndexSnapshot | undefined },
): Promise<DealHistoryPage> {
  const alias = recordAliases[table];
  const owner = matchIdentifier(alias, identifier);
  const found = await findPage(sql, buildHistoryQuery(sql, table, owner, paging), snapshot);
  if (found.total > 0) return found;
  const [known] = await sql`
    SELECT FROM ${sql.identifier(table)} ${sql.identifier(alias)} WHERE ${buildPredicateCondition(sql, owner)} LIMIT 1`;
  return known && found;
}

/** The ids of that page. */
export function findDealHistoryIds(
  sql: Sql,
  table: keyof typeof dealsOf,
  identifier: Identifier,
  { snapshot, ...paging }: Paging & { readonly snapshot: IndexSnapshot | undefined },
): Promise<Page<{ id: string }>> {
  const owner = matchIdentifier(recordAliases[table], identifier);
  return findPage(sql, selectIds(sql, buildHistoryQuery(sql, table, owner, paging)), snapshot);
}

type Paging = { readonly page: number; readonly page_size: number };

const buildHistoryQuery = (
  sql: Sql,
  table: keyof typeof dealsOf,
  owner: Predicate,
  { page, page_size: pageSize }: Paging,
): PageQuery<DealSqlRow, Deal> => ({
  ...findNewestDeals(sql, related(dealsOf[table], owner), () => shownDeals(sql)),
  build: buildDeal,
  cachedAs: 'deals',
  page,
  pageSize,
});
