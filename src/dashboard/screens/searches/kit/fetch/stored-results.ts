import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQueries,
  useQuery,
} from '@tanstack/react-query';
import { useMemo } from 'react';
import type { SearchCatalogue } from '#contract/filters.ts';
import { convertToNewestRounds } from '#contract/newest-rounds.ts';
import { sureMatch } from '#contract/relevance.ts';
import {
  findSearch,
  readSearchRows,
  type SearchRequest,
  type SearchResource,
  type StoredSearch,
} from '#contract/workspace/searches.ts';
import { addSearchRows } from '../../../../records/records.ts';
import { readConnected, useConnected } from '../../../../platform/http/connection.ts';
import { useFetchAllPages } from '../../../../platform/http/fetch-all-pages.ts';
import { callWorkspace, useHasWorkspace, workspaceKey } from '../../../../platform/http/workspace.ts';
import { getFilterValues } from '../query/filter-kinds.ts';
import { buildBody, isFilterSet, type SearchQuery } from '../query/search-query.ts';
import { type Figures, findSort, type Resource, type ResourceQuery, sortIds } from '../resource/resource.ts';

/** A stored search with the ids of its rows in order, as far as this page has read them. The rows are in the stores. */
export type SearchResults = StoredSearch & {
  readonly ids: readonly string[];
  /** Figures of this search for a record, such as matching deals, by id. */
  readonly figures: Readonly<Record<string, Figures>>;
};

/** What the gateway stores a query under: two queries with the same request have the same rows. */
export function buildSearchRequest({
  resource,
  query,
}: {
  readonly resource: SearchCatalogue & Pick<Resource, 'extras'>;
  readonly query: SearchQuery;
}): SearchRequest {
  const { page: _page, page_size: _size, ...body } = buildBody(resource.filters, query);
  const isNewest = query.rounds === 'newest' && resource.extras && convertToNewestRounds(body) !== undefined;
  return { resource: resource.name, body, via: isNewest ? 'companies' : null };
}

/** The request as text; names of permalinks do not matter. */
export const formatQueryKey = (search: ResourceQuery): string => JSON.stringify(buildSearchRequest(search));

/** The stored search with a request; null where nothing is stored. Free. */
export const storedSearchQuery = (request: SearchRequest) =>
  queryOptions({
    queryKey: workspaceKey('searches', 'find', request),
    queryFn: async ({ signal }) => (await callWorkspace(findSearch, { body: request, signal })).search,
  });

/** Where the first rows are read in a small page, so that they show at once. */
const [firstRows, furtherRows] = [500, 2500];

/** The kind of the rows of a resource. */
const getRowKind = (resource: SearchResource) =>
  resource === 'company_deals' || resource === 'investor_deals' || resource === 'person_deals' ? 'deals' : resource;

/** Reads some stored rows into the stores of records; returns their ids and figures. Free. */
export async function readStoredRows(
  { id, resource }: Pick<StoredSearch, 'id' | 'resource'>,
  { from, count }: { readonly from: number; readonly count: number },
  signal?: AbortSignal,
) {
  const request = { params: { id }, query: { from, count }, ...(signal ? { signal } : {}) };
  const { rows, related } = await callWorkspace(readSearchRows, request);
  addSearchRows(getRowKind(resource), rows, related);
  return {
    to: from + count,
    ids: rows.map(({ record }) => record.id),
    figures: Object.fromEntries(rows.map(({ record, figures }) => [record.id, figures as Figures])),
  };
}

/** The rows of a stored search in pages. A search that was started anew has other rows, so another key. */
const storedRowsQuery = (search: StoredSearch | undefined) =>
  infiniteQueryOptions({
    queryKey: ['workspace', 'rows', search?.id, search?.first_at],
    queryFn: ({ pageParam: from, signal }) => {
      if (!search) throw new Error('There are no rows without a search.');
      const count = Math.max(1, Math.min(from === 0 ? firstRows : furtherRows, search.rows - from));
      return readStoredRows(search, { from, count }, signal);
    },
    initialPageParam: 0,
    getNextPageParam: ({ to }) => (search && to < search.rows ? to : undefined),
    enabled: search !== undefined,
  });

/** Whether every match is loaded, so that another order needs no request. */
export const isComplete = ({ rows, total, moved_from: movedFrom }: StoredSearch): boolean =>
  movedFrom === null && total !== null && rows === total;

/** Requests for the same rows in another order, where the rows can be sorted here. */
const listOtherOrders = ({ resource, query }: ResourceQuery): SearchRequest[] =>
  findSort(resource, query.sort).figure
    ? resource.sorts.flatMap(({ value }) =>
        value === query.sort ? [] : [buildSearchRequest({ resource, query: { ...query, sort: value } })],
      )
    : [];

/** The stored search with a query, or a complete one in another order; null where there is neither, undefined before it is known. */
function useStoredSearch(search: ResourceQuery, isWanted: boolean) {
  const isEnabled = useHasWorkspace() && isWanted;
  const isUnknown = useConnected() === undefined && isWanted;
  const {
    data: exact,
    isLoading,
    error,
  } = useQuery({ ...storedSearchQuery(buildSearchRequest(search)), enabled: isEnabled });
  const complete = useQueries({
    queries: isEnabled && exact === null ? listOtherOrders(search).map(storedSearchQuery) : [],
    combine: (results) => results.find(({ data }) => data && isComplete(data))?.data ?? undefined,
  });
  // Another part of the screen may have looked for it.
  const stored = isWanted ? (exact ?? complete) : undefined;
  return { stored, isReordered: !exact && complete !== undefined, isLoading: isLoading || isUnknown, error };
}

/** The same outside React, of what this page has looked for. */
export const findLoadedSearch = (
  read: (request: SearchRequest) => StoredSearch | null | undefined,
  search: ResourceQuery,
): StoredSearch | undefined =>
  read(buildSearchRequest(search)) ??
  listOtherOrders(search)
    .map(read)
    .find((one) => one && isComplete(one)) ??
  undefined;

/** The rows of a stored search, read page by page; `ids` is undefined until the first page is here. */
function useStoredRows(stored: StoredSearch | undefined) {
  const query = useInfiniteQuery(storedRowsQuery(stored));
  useFetchAllPages(query);
  const { data, isLoading, error } = query;
  const rows = useMemo(
    () => ({
      ids: data?.pages.flatMap((page) => page.ids),
      figures: Object.assign({}, ...(data?.pages ?? []).map((page) => page.figures)) as Record<string, Figures>,
    }),
    [data],
  );
  return { ...rows, isLoading, error };
}

/**
 * The stored results of a query; never sends a paid request. `isLoading` until the first rows are here, `isUnread` where
 * the gateway did not send them.
 */
export function useStoredResults(search: ResourceQuery, isWanted: boolean) {
  const { stored, isReordered, isLoading, error } = useStoredSearch(search, isWanted);
  const { ids, figures, isLoading: isReading, error: rowsError } = useStoredRows(stored);
  const { resource, query } = search;
  const { sort } = query;
  const isSorted = isReordered || buildIdsOnly(search) !== undefined;
  const results = useMemo((): SearchResults | undefined => {
    if (!stored || !ids) return undefined;
    return { ...stored, ids: isSorted ? sortIds(ids, findSort(resource, sort), figures) : ids, figures };
  }, [stored, ids, figures, isSorted, resource, sort]);
  return { results, isLoading: isLoading || isReading, isUnread: Boolean(error ?? rowsError) };
}

/** The same for any request, such as of a history; null where nothing is stored, undefined before that is known. */
export function useStoredRequest(request: SearchRequest | undefined): SearchResults | null | undefined {
  const { data: stored } = useQuery({
    ...storedSearchQuery(request ?? noRequest),
    enabled: useHasWorkspace() && request !== undefined,
  });
  const { ids, figures } = useStoredRows(stored ?? undefined);
  return useMemo(() => (stored ? (ids ? { ...stored, ids, figures } : undefined) : stored), [stored, ids, figures]);
}

const noRequest: SearchRequest = { resource: 'deals', body: {}, via: null };

/** Takes over a stored search as it is after a purchase. */
export const showStoredSearch = (client: QueryClient, request: SearchRequest, stored: StoredSearch): void =>
  void client.setQueryData(storedSearchQuery(request).queryKey, stored);

/** The ids of a query whose only filter is pasted ids and whose order is known here; else undefined. */
export function buildIdsOnly({ resource, query }: ResourceQuery): readonly string[] | undefined {
  const [filter, ...others] = resource.filters.filter((one) => isFilterSet(one, query));
  if (filter?.kind !== 'ids' || others.length > 0 || !findSort(resource, query.sort).figure) return undefined;
  return getFilterValues<'ids'>(filter, query)[0];
}

/** Rows that are not loaded yet; undefined when the service reports no total. */
export function countRemaining({ loaded, total, ended }: StoredSearch): number | undefined {
  if (total === null) return ended ? 0 : undefined;
  return Math.max(0, total - loaded);
}

/** Whether results of a search by meaning may lack what was asked for; unknown for a service with a scale of its own. */
export function isUncertainMatch(
  { ids, figures }: Pick<SearchResults, 'ids' | 'figures'>,
  service = readConnected()?.service,
): boolean {
  const first = figures[ids[0] ?? '']?.['similarity'];
  return typeof first === 'number' && first < sureMatch && service === 'own';
}
