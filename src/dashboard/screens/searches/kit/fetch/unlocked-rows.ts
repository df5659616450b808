import { useQuery, queryOptions } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listSearches, previewSearch, type SearchRequest, type SearchResource } from '#contract/workspace/searches.ts';
import { useHasWorkspace, callWorkspace } from '../../../../platform/http/workspace.ts';
import { useRowsVersion } from '../../../../records/record-store.ts';
import { findSort, type Resource, type ResourceQuery } from '../resource/resource.ts';
import { isFilterSet } from '../query/search-query.ts';
import { useDebounced } from '../../../../platform/state.ts';
import { buildSearchRequest, type SearchResults, readStoredRows } from './stored-results.ts';

/** Unlocked records that match a query and are not in its results, as far as their own fields tell. */
type UnlockedRows = {
  /** Their sort values. */
  readonly values: readonly number[];
  /** When the newest of them was loaded, in milliseconds. */
  readonly at: number;
};

const none: UnlockedRows = { values: [], at: 0 };

/** Finds them; where a filter is set that this device cannot check, it finds none. */
export function findUnlockedRows({ resource, query }: ResourceQuery, loaded: ReadonlySet<string>): UnlockedRows {
  const { unlocked, unlockedMatch, filters } = resource;
  const { figure } = findSort(resource, query.sort);
  const isChecked = filters.every(
    (one) => !isFilterSet(one, query) || one.keys.every((key) => unlockedMatch?.keys.some((known) => known === key)),
  );
  if (!unlockedMatch || !figure || !isChecked) return none;
  const values: number[] = [];
  let at = 0;
  for (const { row, at: loadedAt } of unlocked.rows()) {
    if (loaded.has(row.id) || !unlockedMatch.isMatch(row.id, query)) continue;
    const value = figure(row.id, undefined);
    values.push(typeof value === 'number' ? value : Number.NaN);
    at = Math.max(at, loadedAt);
  }
  return { values, at };
}

/**
 * How many of the next rows are probably unlocked. The loaded rows tell how far the next ones reach in the order of the
 * search, where values that fall do so in proportion: a few amounts are very large. Without any loaded row, all that
 * match could be among the first.
 */
export function estimateUnlocked(
  { resource, query }: ResourceQuery,
  { values }: UnlockedRows,
  rows: number,
  results: SearchResults | undefined,
): number {
  const { figure, direction } = findSort(resource, query.sort);
  const [first, last] = [results?.ids[0], results?.ids.at(-1)].map((id) => id && figure?.(id, undefined));
  if (!results || typeof first !== 'number' || typeof last !== 'number') return Math.min(rows, values.length);
  const share = rows / results.ids.length;
  const end = last > 0 && last < first ? last * (last / first) ** share : last + (last - first) * share;
  const [low, high] = direction === 'ascending' ? [last, end] : [end, last];
  const ahead = values.filter((value) => value >= low && value <= high);
  return Math.min(rows, ahead.length);
}

/** What the first rows of a search would charge; free. Null in front of a hosted service. */
export const previewQuery = (request: SearchRequest, rows: number, version: number) =>
  queryOptions({
    queryKey: ['workspace', 'preview', request, rows, version],
    queryFn: async ({ signal }) =>
      (await callWorkspace(previewSearch, { body: { ...request, rows }, signal })).preview ?? null,
  });

/**
 * How many of the first rows of a search are unlocked: as the service counts them, or as far as this page knows in
 * front of a hosted one. Undefined until it is counted.
 */
export function useUnlockedCount(search: ResourceQuery, unlocked: UnlockedRows, rows: number): number | undefined {
  const wanted = JSON.stringify(buildSearchRequest(search));
  const key = useDebounced(wanted, settleMs);
  const query = previewQuery(JSON.parse(key) as SearchRequest, rows, useRowsVersion());
  const { data } = useQuery({ ...query, enabled: useHasWorkspace() });
  if (key !== wanted || data === undefined) return undefined;
  return data?.unlocked ?? estimateUnlocked(search, unlocked, rows, undefined);
}

/** How long typing pauses before rows are counted. */
const settleMs = 300;

/** Unlocked records that match a query and are not in its results. */
export function useUnlockedRows(search: ResourceQuery, results: SearchResults | undefined): UnlockedRows {
  const version = useRowsVersion();
  const { resource, query } = search;
  useQuery({ ...recentRowsQuery(resource.name), enabled: useHasWorkspace() && resource.unlockedMatch !== undefined });
  const key = JSON.stringify(query);
  const ids = results?.ids;
  return useMemo(() => findByKey({ resource, key, ids, version }), [resource, key, ids, version]);
}

type KeyedSearch = {
  readonly resource: Resource;
  /** The query as text, which stays the same where nothing changed. */
  readonly key: string;
  readonly ids: readonly string[] | undefined;
  readonly version: number;
};
const findByKey = ({ resource, key, ids }: KeyedSearch) =>
  findUnlockedRows({ resource, query: JSON.parse(key) as ResourceQuery['query'] }, new Set(ids));

/** So many of the last searches are read, and so many of their rows. */
const [maxSearches, maxRows] = [20, 5000];

/**
 * Reads the rows of the last searches of a resource, so that a page knows what another search would charge again; once
 * for each visit, since later searches add theirs. Free.
 */
const recentRowsQuery = (resource: SearchResource) =>
  queryOptions({
    queryKey: ['workspace', 'recent rows', resource],
    queryFn: async ({ signal }) => {
      const { searches } = await callWorkspace(listSearches, { query: { limit: 100 }, signal });
      const recent = searches.filter((search) => search.resource === resource && search.rows > 0).slice(0, maxSearches);
      let left = maxRows;
      for (const search of recent) {
        const count = Math.min(search.rows, left);
        if (count > 0) await readStoredRows(search, { from: 0, count }, signal);
        left -= count;
      }
      return maxRows - left;
    },
  });
