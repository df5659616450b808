import { useMemo } from 'react';
import { useRowsVersion } from '../../library/records/records.ts';
import { findSort, type AnyResource, type ResourceQuery } from '../resource/resource.ts';
import { isFilterSet } from '../query/search-query.ts';
import { type SlicedWork, useSlicedWork } from '../table/slices.ts';
import type { SearchResultPages } from './search-results.ts';

/** Unlocked records that match a query and are not in its results, as far as their own fields tell. */
type UnlockedRows = {
  /** Their sort values. */
  readonly values: readonly number[];
  /** When the newest of them was loaded, in milliseconds. */
  readonly at: number;
};

const none: UnlockedRows = { values: [], at: 0 };

/** Finds them; where a filter is set that this device cannot check, it finds none. */
export function* findUnlockedRows(
  { resource, query }: ResourceQuery,
  loaded: ReadonlySet<string>,
): SlicedWork<UnlockedRows> {
  const { unlockedMatches, filters } = resource;
  const { figure } = findSort(resource, query.sort);
  const isChecked = filters.every(
    (one) => !isFilterSet(one, query) || one.keys.every((key) => unlockedMatches?.keys.includes(key)),
  );
  if (!unlockedMatches || !figure || !isChecked) return none;
  const values: number[] = [];
  let [at, read] = [0, 0];
  for (const { row, at: loadedAt } of unlockedMatches.rows()) {
    read += 1;
    if (read % 64 === 0) yield;
    if (loaded.has(row.id) || !unlockedMatches.isMatch(row.id, query)) continue;
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
  results: SearchResultPages | undefined,
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

/** Unlocked records that match a query and are not in its results; undefined while they are looked for. */
export function useUnlockedRows(
  search: ResourceQuery,
  results: SearchResultPages | undefined,
): UnlockedRows | undefined {
  const version = useRowsVersion();
  const { resource, query } = search;
  const key = JSON.stringify(query);
  const ids = results?.ids;
  const { count, make } = useMemo(() => createWork({ resource, key, ids, version }), [resource, key, ids, version]);
  return useSlicedWork(count, make);
}

type Work = {
  readonly resource: AnyResource;
  /** The query as text, which stays the same where nothing changed. */
  readonly key: string;
  readonly ids: readonly string[] | undefined;
  readonly version: number;
};
const createWork = ({ resource, key, ids }: Work) => ({
  count: resource.unlockedMatches?.count() ?? 0,
  make: () => findUnlockedRows({ resource, query: JSON.parse(key) as ResourceQuery['query'] }, new Set(ids)),
});
