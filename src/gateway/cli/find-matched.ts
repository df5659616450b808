import { searchCompanies } from '#contract/companies.ts';
import { searchDeals } from '#contract/deals.ts';
import { searchInvestors } from '#contract/investors.ts';
import { searchPeople } from '#contract/people.ts';
import { findCompanies } from '../../service/companies/search.ts';
import type { Page, RecordTable } from '../../service/db/page.ts';
import type { Sql } from '../../service/db/sql.ts';
import { findDeals } from '../../service/deals/search.ts';
import { parseBody } from '../../service/http/validation.ts';
import { findInvestors } from '../../service/investors/search.ts';
import { findPeople } from '../../service/people/search.ts';
import { createRelevance } from '../../service/relevance/search.ts';
import type { MatchedRecords } from '../../service/export/export-records.ts';

type Paging = { readonly page: number; readonly page_size: number };
type FindPage = (sql: Sql, body: unknown, paging: Paging) => Promise<Page<{ readonly id: string }>>;

const sources = { relevance: createRelevance(), snapshot: undefined };

/** The search of each table, without an index in memory. */
const searches: Readonly<Record<RecordTable, FindPage>> = {
  deals: (sql, body, paging) => findDeals(sql, { ...parseBody(searchDeals.body, body), ...paging }, undefined),
  companies: (sql, body, paging) =>
    findCompanies(sql, { ...parseBody(searchCompanies.body, body), ...paging }, sources),
  investors: (sql, body, paging) =>
    findInvestors(sql, { ...parseBody(searchInvestors.body, body), ...paging }, new Date(), sources),
  people: (sql, body, paging) =>
    findPeople(sql, { ...parseBody(searchPeople.body, body), ...paging }, new Date(), sources),
};

const pageRows = 5000;

/** Everything that a request body of a search matches. Throws an HttpError for a body that the API rejects. */
export async function findMatchedRecords(
  sql: Sql,
  table: RecordTable,
  body: unknown,
  signal: AbortSignal,
): Promise<MatchedRecords> {
  const ids: string[] = [];
  for (let page = 0; ; page += 1) {
    signal.throwIfAborted();
    const { records } = await searches[table](sql, body, { page, page_size: pageRows });
    for (const { id } of records) ids.push(id);
    if (records.length < pageRows) return { table, ids };
  }
}
