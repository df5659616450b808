import type { Endpoint } from '#contract/endpoint.ts';
import { readCompanyDeals, readInvestorDeals, readPersonDeals, searchDeals } from '#contract/deals.ts';
import { searchCompanies } from '#contract/companies.ts';
import { searchInvestors } from '#contract/investors.ts';
import { searchPeople } from '#contract/people.ts';
import { convertToNewestRounds } from '#contract/newest-rounds.ts';
import { type PageRequest, type PaidEndpoint, planPages } from '#contract/quote.ts';
import {
  type SearchPreview,
  type SearchRequest,
  type SearchResource,
  searchResource,
  type StoredSearch,
} from '#contract/workspace/searches.ts';
import type { Transaction } from '../db/pool.ts';
import { countInvestorsOfDeals } from '../db/deal-investors.ts';
import type { Sql } from '../db/sql.ts';
import { createValidationError, HttpError } from '../http/http-error.ts';
import type { PaidCall, PaidResponse, Payer } from './paid-call.ts';
import { type Press, purchase, type Purchasing, type StoredRows } from './purchase.ts';
import { hashSearch } from './request-hash.ts';
import { readNewestRounds, readResponseRecords, type ResponseRecords } from './response-records.ts';
import {
  findStoredSearch,
  lockSearch,
  readStoredSearch,
  rowKinds,
  type StoredPage,
  writeStoredPage,
} from './stored-searches.ts';
import { findLocked, storeRecords } from './unlocked-records.ts';

/** The endpoint of each resource; histories send their search as a query. */
const endpoints = {
  deals: searchDeals,
  companies: searchCompanies,
  investors: searchInvestors,
  people: searchPeople,
  company_deals: readCompanyDeals,
  investor_deals: readInvestorDeals,
  person_deals: readPersonDeals,
} as const satisfies Record<SearchResource, Endpoint>;

/** The members of a body that name its records by id, by resource. */
const idMembers: Partial<Record<SearchResource, string>> = {
  deals: 'deal_ids',
  companies: 'ids',
  investors: 'ids',
  people: 'ids',
};

type Started = SearchRequest & { readonly rows: number; readonly refresh: boolean };

/**
 * Loads the first rows of a search and stores them. What is stored is not bought again unless `refresh` says so, and ids
 * that are unlocked are left out of a request for ids alone.
 */
export async function runSearch(purchasing: Purchasing, press: Press, started: Started): Promise<StoredSearch> {
  const { db } = purchasing;
  const { accountId } = press.payer.owner;
  const hash = hashSearch(started.resource, started.body, started.via);
  let { refresh } = started;
  for (;;) {
    const find = async (sql: Sql) => (refresh ? undefined : findStoredSearch(sql, accountId, hash));
    const stored = await find(db);
    if (stored && hasRows(stored, started.rows)) return stored;
    if (stored && stored.loaded > 0) return loadMoreRows(purchasing, press, stored.id, started.rows - stored.loaded);
    const isStored = async (tx: Sql) => ((await find(tx))?.loaded ?? 0) !== (stored?.loaded ?? 0);
    const ids = listIdsAlone(started);
    const outcome = ids
      ? await buyIds(purchasing, press, started, { ids, hash, refresh })
      : await buyPage(purchasing, press, started, { page: 0, size: started.rows }, isStored);
    // What another press has bought in the meantime is there for this one too, also for a refresh.
    if (outcome === 'twin') refresh = false;
    else return requireSearch(await findStoredSearch(db, accountId, hash));
  }
}

/** Whether that many rows are stored, or all that there are. */
const hasRows = ({ loaded, total, ended }: StoredSearch, rows: number): boolean =>
  loaded >= rows || ended || (total !== null && loaded >= total);

/** Loads up to `rows` further rows of a stored search with one request. */
export async function loadMoreRows(
  purchasing: Purchasing,
  press: Press,
  id: string,
  rows: number,
): Promise<StoredSearch> {
  const { db } = purchasing;
  const { accountId } = press.payer.owner;
  const before = requireSearch(await readStoredSearch(db, accountId, id));
  const [request] = planPages(before.loaded, rows);
  if (!request || hasRows(before, before.loaded + 1)) return before;
  const isStored = async (tx: Sql) => (await readStoredSearch(tx, accountId, id))?.loaded !== before.loaded;
  await buyPage(purchasing, press, before, request, isStored);
  return requireSearch(await readStoredSearch(db, accountId, id));
}

function requireSearch(search: StoredSearch | undefined): StoredSearch {
  if (!search) throw new HttpError('searchNotFound');
  return search;
}

function buyPage(
  purchasing: Purchasing,
  press: Press,
  search: SearchRequest,
  request: PageRequest,
  isStored: (tx: Sql) => Promise<boolean>,
) {
  const { call, read } = buildCall(search, request);
  const store = async (tx: Transaction, response: PaidResponse) => {
    const found = read(call, response);
    const stored = await storeFound(tx, purchasing, press, found);
    await addPage(tx, purchasing, press, search, { request, response, found });
    return stored;
  };
  return purchase(purchasing, press, call, store, { isStored });
}

/** What the first rows of a search would charge, without reading them; null where only a paid request tells. */
export async function previewFirstRows(
  { db, backend }: Purchasing,
  payer: Payer,
  { rows, ...search }: SearchRequest & { readonly rows: number },
): Promise<SearchPreview | null> {
  if (!backend.findIds || search.via !== null) return null;
  const { call } = buildCall(search, { page: 0, size: rows });
  const { records, total } = await backend.findIds(call, payer);
  const kind = rowKinds[search.resource];
  const ids = records.map(({ id }) => id);
  const locked = await findLocked(db, payer.owner.accountId, kind, ids);
  return {
    total,
    unlocked: ids.length - locked.length,
    investors: kind === 'deals' ? await countInvestorsOfDeals(db, locked) : 0,
  };
}

/** Stores the response to a request that was sent again: its records, and its page if it was one of a search. */
export async function storeSearchResponse(
  tx: Transaction,
  purchasing: Purchasing,
  press: Press,
  { call, response }: { readonly call: PaidCall; readonly response: PaidResponse },
): Promise<StoredRows> {
  const found = readResponseRecords(call, response);
  const stored = await storeFound(tx, purchasing, press, found);
  const resource = searchResource.options.find((name) => endpoints[name].id === call.endpoint.id);
  const { page, page_size: size, ...body } = call.body ?? call.query ?? {};
  if (resource && typeof page === 'number' && typeof size === 'number') {
    await addPage(tx, purchasing, press, { resource, body, via: null }, { request: { page, size }, response, found });
  }
  return stored;
}

const notConvertible = {
  field: 'via',
  value: 'companies',
  message: 'via: this search cannot be answered by way of companies',
  code: 'INVALID_ENUM_VALUE',
} as const;

/** The request for a page, and what reads its response. */
function buildCall(
  { resource, body, via }: SearchRequest,
  { page, size }: PageRequest,
): { readonly call: PaidCall; readonly read: (call: PaidCall, response: PaidResponse) => ResponseRecords } {
  const input = { ...body, page, page_size: size };
  if (via === 'companies') {
    const converted = resource === 'deals' ? convertToNewestRounds(input) : undefined;
    if (!converted) throw createValidationError([{ ...notConvertible, validOptions: [] }]);
    return { call: { endpoint: searchCompanies, body: converted }, read: readNewestRounds };
  }
  const endpoint: PaidEndpoint = endpoints[resource];
  const call = endpoint.method === 'GET' ? { endpoint, query: input } : { endpoint, body: input };
  return { call, read: readResponseRecords };
}

async function storeFound(
  tx: Transaction,
  { clock }: Purchasing,
  { payer }: Press,
  { records, count }: ResponseRecords,
): Promise<StoredRows> {
  return { rows: count, unlockedRows: await storeRecords(tx, payer.owner.accountId, records, clock()) };
}

type ReceivedPage = {
  readonly request: PageRequest;
  readonly response: PaidResponse;
  readonly found: ResponseRecords;
};

/** Adds a page to a stored search, or starts it anew with the first one. */
async function addPage(
  tx: Transaction,
  { clock }: Purchasing,
  { payer, screen }: Press,
  search: SearchRequest,
  { request: { page, size }, response, found }: ReceivedPage,
): Promise<void> {
  const { accountId } = payer.owner;
  const now = clock();
  const hash = hashSearch(search.resource, search.body, search.via);
  const before = page === 0 ? undefined : await lockSearch(tx, accountId, hash);
  // Somebody has forgotten it, or started it anew: its rows are unlocked, and belong to no search.
  if (page > 0 && before?.loaded !== page * size) return;
  const held = new Set(before?.ids);
  const added = [...new Map(found.rows.map((row) => [row.id, row])).values()].filter(({ id }) => !held.has(id));
  const total = readTotal(response);
  const firstTotal = before ? (before.moved_from ?? before.total) : total;
  const next: StoredPage = {
    ...search,
    hash,
    screen,
    memberId: payer.memberId,
    ids: [...(before?.ids ?? []), ...added.map(({ id }) => id)],
    figures: {
      ...before?.figures,
      ...Object.fromEntries(
        added.flatMap(({ id, figures }) => (Object.keys(figures).length > 0 ? [[id, figures]] : [])),
      ),
    },
    total,
    moved_from: firstTotal === total ? null : firstTotal,
    loaded: page * size + size,
    duplicates: (before?.duplicates ?? 0) + found.rows.length - added.length,
    ended: found.count < size,
    ignored: [...response.ignored],
    more_ignored: response.moreIgnored,
    surprises: (before?.surprises ?? 0) + found.unreadable,
    ranked_by: response.rankedBy,
    billed_tenths: (before?.billed_tenths ?? 0) + (response.tenths ?? 0),
    firstAt: before ? new Date(before.first_at) : now,
    now,
  };
  await writeStoredPage(tx, accountId, next);
}

function readTotal({ meta }: PaidResponse): number | null {
  const { total_count: total } = meta;
  return typeof total === 'number' && Number.isSafeInteger(total) && total >= 0 && total <= 2 ** 31 - 1 ? total : null;
}

/** The ids of a search whose only filter is ids; undefined for any other. */
function listIdsAlone({ resource, body, via }: SearchRequest): readonly string[] | undefined {
  const name = idMembers[resource];
  const { page: _page, page_size: _size, sort_by: _sort, identifiers, ...others } = body;
  if (name === undefined || via !== null || Object.keys(others).length > 0) return undefined;
  const { [name]: ids, ...more } = (identifiers ?? {}) as Readonly<Record<string, readonly string[] | undefined>>;
  return ids && Object.keys(more).length === 0 ? [...new Set(ids)] : undefined;
}

type WantedIds = { readonly ids: readonly string[]; readonly hash: Buffer; readonly refresh: boolean };

/** Buys those of the ids that are not unlocked, and stores all that are as the rows of the search, in the order given. */
async function buyIds(
  purchasing: Purchasing,
  press: Press,
  search: Started,
  { ids, hash, refresh }: WantedIds,
): Promise<'bought' | 'twin'> {
  const { db, clock } = purchasing;
  const { accountId } = press.payer.owner;
  const kind = search.resource as 'deals' | 'companies' | 'investors' | 'people';
  const locked = refresh ? ids : await findLocked(db, accountId, kind, ids);
  const write = async (tx: Sql, billed: number, surprises: number) => {
    const now = clock();
    const rows = await tx<{ id: string }[]>`
      SELECT id FROM unlocked_records WHERE account_id = ${accountId} AND kind = ${kind} AND id = ANY(${[...ids]}::uuid[])
        AND record IS NOT NULL`;
    const found = new Set(rows.map((row) => row.id));
    const known = ids.filter((id) => found.has(id.toLowerCase()));
    await writeStoredPage(tx, accountId, {
      ...search,
      hash,
      screen: press.screen,
      memberId: press.payer.memberId,
      ids: known,
      figures: {},
      total: known.length,
      moved_from: null,
      loaded: known.length,
      duplicates: 0,
      ended: true,
      ignored: [],
      more_ignored: 0,
      surprises,
      ranked_by: null,
      billed_tenths: billed,
      firstAt: now,
      now,
    });
  };
  if (locked.length === 0) {
    await db.begin((tx) => write(tx, 0, 0));
    return 'bought';
  }
  const body = {
    ...search.body,
    identifiers: { [idMembers[kind] ?? 'ids']: locked },
    page: 0,
    page_size: locked.length,
  };
  const call: PaidCall = { endpoint: endpoints[kind], body };
  const store = async (tx: Transaction, response: PaidResponse) => {
    const found = readResponseRecords(call, response);
    const received = new Set(found.rows.map(({ id }) => id));
    // Unreadable rows do not tell which ids the service knows.
    const unknown = found.unreadable > 0 ? [] : locked.filter((id) => !received.has(id.toLowerCase()));
    const records = [...found.records, ...unknown.map((id) => ({ kind, id, record: null }))];
    const stored = await storeFound(tx, purchasing, press, { ...found, records });
    await write(tx, response.tenths ?? 0, found.unreadable);
    return stored;
  };
  const isStored = async (tx: Sql) => !refresh && (await findLocked(tx, accountId, kind, ids)).length < locked.length;
  return purchase(purchasing, press, call, store, { isStored });
}
