import { z } from 'zod';
import { queryInteger, uuid } from '../scalars.ts';
import { bill, spending } from './purchases.ts';
import { relatedRecords } from './records.ts';
import { anyObject, looseRecord, moment, tenths, workspaceEndpoint } from './workspace-endpoint.ts';

/** What can be searched and stored: the four searches, and the histories of deals. */
export const searchResource = z.enum([
  'deals',
  'companies',
  'investors',
  'people',
  'company_deals',
  'investor_deals',
  'person_deals',
]);
export type SearchResource = z.infer<typeof searchResource>;

/**
 * What is searched: the request body of the endpoint, or its query for a history, without `page` and `page_size`.
 * With `via: 'companies'`, deals are the newest rounds of companies, which costs one credit for deal and company.
 */
const request = {
  resource: searchResource,
  body: anyObject,
  via: z.literal('companies').nullable().default(null),
};
export const searchRequest = z.strictObject(request);
export type SearchRequest = z.infer<typeof searchRequest>;

/** The most rows of one request to the API. */
const maxRows = 500;
const rows = z.int().min(1).max(maxRows);

/** A search whose rows are stored, as far as they are loaded. */
const storedSearch = z.strictObject({
  id: uuid,
  ...request,
  /** The screen that sent it last. */
  screen: z.string(),
  by: uuid.nullable(),
  /** All matches; null if the service did not report it. */
  total: z.int().nullable(),
  /** The total of the first page, if a later page reported another one. */
  moved_from: z.int().nullable(),
  /** Rows requested from the start; the next page continues here. */
  loaded: z.int(),
  /** Distinct rows that are stored. */
  rows: z.int(),
  /** Rows of later pages that were loaded before, because the results changed in between. */
  duplicates: z.int(),
  /** Whether the last page was short, so that nothing follows. */
  ended: z.boolean(),
  /** Filter values that the service did not know and ignored; and how many more it did not name. */
  ignored: z.array(z.strictObject({ member: z.string(), value: z.string() })),
  more_ignored: z.int(),
  /** Values that could not be read as the contract has them. */
  surprises: z.int(),
  /** What ranked the rows of a search by meaning. */
  ranked_by: z.string().nullable(),
  billed_tenths: tenths,
  first_at: moment,
  loaded_at: moment,
});
export type StoredSearch = z.infer<typeof storedSearch>;

const search = z.strictObject({ search: storedSearch, bill });
const params = z.strictObject({ id: uuid });

/**
 * POST /workspace/searches: loads the first rows of a search and stores them. Rows that are stored are not bought
 * again, unless `refresh` replaces them; ids that are unlocked are left out of a request for ids.
 */
export const startSearch = workspaceEndpoint('startSearch', 'POST', '/searches', {
  summary: 'Search and store the first rows',
  body: z.strictObject({ ...request, ...spending, rows, refresh: z.boolean().default(false) }),
  data: search,
  spends: true,
});

/**
 * POST /workspace/searches/{id}/more: loads up to `rows` further rows with one request. If the total changed, the rows
 * are stored and `moved_from` says so.
 */
export const loadMore = workspaceEndpoint('loadMore', 'POST', '/searches/{id}/more', {
  summary: 'Load further rows of a search',
  params,
  body: z.strictObject({ ...spending, rows }),
  data: search,
  spends: true,
});

/** POST /workspace/searches/find: the stored search with this request; null if there is none. */
export const findSearch = workspaceEndpoint('findSearch', 'POST', '/searches/find', {
  summary: 'Find a stored search by its request',
  body: searchRequest,
  data: z.strictObject({ search: storedSearch.nullable() }),
});

/** What the first rows of a search are: how many are unlocked, and how many investors the locked deals name. */
const searchPreview = z.strictObject({ total: z.int().nullable(), unlocked: z.int(), investors: z.int() });
export type SearchPreview = z.infer<typeof searchPreview>;

/**
 * POST /workspace/searches/preview: what a search would charge again, and what completing its deals costs; free. Null in
 * front of a hosted service, where only a paid request tells.
 */
export const previewSearch = workspaceEndpoint('previewSearch', 'POST', '/searches/preview', {
  summary: 'Count what the first rows of a search would charge',
  body: z.strictObject({ ...request, rows }),
  data: z.strictObject({ preview: searchPreview.nullable() }),
});

/** GET /workspace/searches: the stored searches of the four screens, last loaded first. */
export const listSearches = workspaceEndpoint('listSearches', 'GET', '/searches', {
  summary: 'List the stored searches',
  query: z.strictObject({
    before: uuid.optional(),
    limit: queryInteger.min(1).max(500).default(100),
  }),
  data: z.strictObject({ searches: z.array(storedSearch), more: z.boolean() }),
});

/** GET /workspace/searches/{id}: one stored search, such as of a link that somebody shared. */
export const readSearch = workspaceEndpoint('readSearch', 'GET', '/searches/{id}', {
  summary: 'Read a stored search',
  params,
  data: z.strictObject({ search: storedSearch }),
});

/** A row: its record as it came, and the figures that belong to this search, such as `similarity`. */
const searchRow = z.strictObject({ record: looseRecord, unlocked_at: moment, figures: anyObject });
export type SearchRow = z.infer<typeof searchRow>;

/** GET /workspace/searches/{id}/rows: stored rows in the order of the search, with what is unlocked of their records. */
export const readSearchRows = workspaceEndpoint('readSearchRows', 'GET', '/searches/{id}/rows', {
  summary: 'Read the stored rows of a search',
  params,
  query: z.strictObject({
    from: queryInteger.min(0).default(0),
    count: queryInteger.min(1).max(5000).default(500),
  }),
  data: z.strictObject({ rows: z.array(searchRow), related: relatedRecords, more: z.boolean() }),
});

/** DELETE /workspace/searches/{id}: forgets a search. Its records stay unlocked. */
export const forgetSearch = workspaceEndpoint('forgetSearch', 'DELETE', '/searches/{id}', {
  summary: 'Forget a stored search',
  params,
  data: z.strictObject({ forgotten: z.boolean() }),
});
