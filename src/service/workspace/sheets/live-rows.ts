import { searchCompanies } from '#contract/companies.ts';
import { searchDeals } from '#contract/deals.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { searchInvestors } from '#contract/investors.ts';
import { searchPeople } from '#contract/people.ts';
import type { SavedRowSearch } from '#contract/workspace/saved-searches.ts';
import type { LooseRecord } from '#contract/workspace/workspace-endpoint.ts';
import { placementColumn } from '../../db/record-columns.ts';
import type { Sql } from '../../db/sql.ts';
import type { HandlerContext } from '../../http/handler.ts';
import type { ServiceOptions } from '../../http/options.ts';
import { parseBody } from '../../http/validation.ts';
import { readNewestRounds } from '../response-records.ts';
import { maxSheetRows } from './sheet-limits.ts';
import type { SheetKind, SheetRows } from './sheet-columns.ts';

const endpoints = {
  deals: searchDeals,
  companies: searchCompanies,
  investors: searchInvestors,
  people: searchPeople,
} as const satisfies Record<SheetKind, Endpoint>;

type Reader = Pick<HandlerContext<Endpoint>, 'db' | 'now' | 'caller' | 'generation' | 'snapshot'>;

/** Runs a saved search on our own records and returns its first rows, with the names of what they mention. */
export async function findLiveRows(
  { handlers }: Pick<ServiceOptions, 'handlers'>,
  { screen, via, body: given }: SavedRowSearch,
  reader: Reader,
): Promise<SheetRows> {
  const kind = via ?? screen;
  const endpoint: Endpoint = endpoints[kind];
  const registered = handlers.get(endpoint.id);
  if (!registered || !endpoint.body) throw new Error(`${endpoint.id} is not registered`);
  const body: unknown = { ...parseBody(endpoint.body, given), page: 0, page_size: maxSheetRows };
  const context = { ...reader, body, query: undefined, params: undefined };
  const { data } = await registered.handle(context as HandlerContext<Endpoint>);
  const found = data as Readonly<Record<string, LooseRecord[]>>;
  const records = via ? findNewestRounds(endpoint, found) : (found[kind] ?? []);
  return { records, ...(await findMentioned(reader.db, screen, records)) };
}

function findNewestRounds(endpoint: Endpoint, data: Readonly<Record<string, unknown>>): LooseRecord[] {
  const { records } = readNewestRounds({ endpoint: endpoint as typeof searchCompanies }, { data });
  return records.flatMap(({ kind, record }) => (kind === 'deals' && record ? [record] : []));
}

type Mentioned = Omit<SheetRows, 'records'>;

async function findMentioned(sql: Sql, screen: SheetKind, records: readonly LooseRecord[]): Promise<Mentioned> {
  const list = (member: string) => [...new Set(records.flatMap((record) => (record[member] ?? []) as string[]))];
  const isDeals = screen === 'deals';
  const investorIds = list(isDeals ? 'investor_ids' : 'all_investor_ids');
  const companies = isDeals ? await readCompanies(sql, list('company_id')) : [];
  const leads = isDeals ? await readLeads(sql, list('id')) : [];
  const named = await readNames(sql, investorIds, isDeals ? list('angel_investor_ids') : []);
  return {
    companies: new Map(companies.map((company) => [company.id, company])),
    leads: new Map(leads.map(({ id, names }) => [id, names])),
    names: new Map(named.map(({ id, name }) => [id, name])),
  };
}

const readCompanies = (sql: Sql, ids: readonly string[]): Promise<LooseRecord[]> => sql<LooseRecord[]>`
  SELECT c.uuid AS id, c.name, c.domain, c.num_employees, ${placementColumn(sql, 'c')} AS location,
    (SELECT coalesce(json_agg(json_build_object('name', n.name) ORDER BY ci.position), '[]')
      FROM company_industries ci JOIN industries n ON n.id = ci.industry_id WHERE ci.company_id = c.id) AS industries
  FROM companies c WHERE c.uuid = ANY(${ids}::uuid[])`;

const readLeads = (sql: Sql, ids: readonly string[]) => sql<{ id: string; names: string[] }[]>`
  SELECT d.uuid AS id, array_agg(i.name ORDER BY i.folded) AS names
  FROM deals d JOIN deal_investors di ON di.deal_id = d.id AND di.lead JOIN investors i ON i.id = di.investor_id
  WHERE d.uuid = ANY(${ids}::uuid[]) GROUP BY d.uuid`;

const readNames = (sql: Sql, investorIds: readonly string[], personIds: readonly string[]) => sql<
  { id: string; name: string }[]
>`
  SELECT uuid AS id, name FROM investors WHERE uuid = ANY(${investorIds}::uuid[])
  UNION ALL SELECT uuid, name FROM people WHERE uuid = ANY(${personIds}::uuid[])`;
