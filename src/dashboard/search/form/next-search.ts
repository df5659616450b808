import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Filter } from '#contract/filters.ts';
import { formatCount } from '../../platform/format.ts';
import { findAffordableRows } from '../../purchase/price.ts';
import type { PurchasePart } from '../../purchase/priced-button.tsx';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { chooseRequest } from '../fetch/extras.ts';
import {
  fetchFirstPage,
  fetchTotal,
  formatQueryKey,
  priceFirstPage,
  readComplete,
  reorder,
  reportReuse,
  resultsQuery,
  totalQuery,
} from '../fetch/fetch-results.ts';
import { type SearchResultPages } from '../fetch/search-results.ts';
import { useMatchCount } from '../fetch/match-counts.ts';
import type { Permalink } from '../lookups/permalink.ts';
import { findUnchecked } from '../lookups/permalink-search.ts';
import { type SearchQuery, toDraft } from '../query/search-query.ts';
import { type SearchForm, useFormQuery } from './search-form.ts';
import type { Search } from './use-search.ts';

/** A query that was not sent, because the service does not know these of its values, or they could not be checked. */
type BlockedQuery = {
  readonly key: string;
  readonly unverified: readonly Permalink[];
  readonly checkFailure?: Error | undefined;
};

/**
 * The next query of a search screen. It is apart from the current results, which do not render again on every key:
 * its price, whether its results are loaded, and its actions. `settled` is that query once typing pauses: it is counted.
 */
export function useNextSearch(search: Search, form: SearchForm, settled = search.draft) {
  const { resource, blank, query, isRun, onSearched } = search;
  const client = useQueryClient();
  const forQuery = (one: SearchQuery) => ({ resource, query: one });
  const draft = useFormQuery(resource, form);
  const next = draft ?? query;
  const nextKey = formatQueryKey(forQuery(next));
  const nextResults = useQuery(resultsQuery(forQuery(next)));
  const bought = useQuery(totalQuery(forQuery(next)));
  const counted = useMatchCount(resource, settled);
  const [blocked, setBlocked] = useState<BlockedQuery>();
  const changed = isRun && (!draft || nextKey !== formatQueryKey(forQuery(query)));
  const stopped = blocked?.key === nextKey ? blocked : undefined;
  const unverified = stopped?.unverified ?? [];

  const findTotal = () => {
    if (!draft) return undefined;
    if (!counted.isFree) return bought.data;
    return formatQueryKey(forQuery(chooseRequest(resource, settled))) === nextKey ? counted.total : undefined;
  };
  const total = findTotal();
  // Rows that do not exist are not quoted, where the service counts them.
  const rows = counted.isFree && typeof total === 'number' ? Math.min(next.rows, Math.max(1, total)) : next.rows;

  const whenVerified = (run: (valid: SearchQuery) => void) =>
    void form.handleSubmit(async (typed) => {
      const valid = chooseRequest(resource, typed);
      const problem = await checkPermalinks(client, resource.filters, valid);
      setBlocked(problem && { ...problem, key: formatQueryKey(forQuery(valid)) });
      if (!problem) run(valid);
    })();
  const runSearch = (authorization: SpendAuthorization, valid: SearchQuery) => {
    setBlocked(undefined);
    onSearched(valid);
    const wanted = forQuery(valid);
    const loaded = client.getQueryData<SearchResultPages>(resultsQuery(wanted).queryKey);
    const complete = loaded ?? readComplete(client, wanted);
    if (complete) void reportReuse(resource, complete);
    if (loaded) return;
    const first = Math.min(valid.rows, rows);
    void (complete ? reorder(client, wanted, complete) : fetchFirstPage(authorization, client, wanted, false, first));
  };

  return {
    resource,
    /** Undefined while a field is invalid. */
    next: draft,
    /** The maximum number of rows of the first page. */
    rows,
    /** Its highest price, in tenths, and that without the unverified values. */
    tenths: priceFirstPage(forQuery(next), false, rows),
    withoutTenths: priceFirstPage(forQuery(withoutPermalinks(resource.filters, next, unverified)), false),
    isLoaded:
      draft !== undefined && (nextResults.data !== undefined || readComplete(client, forQuery(next)) !== undefined),
    changed,
    /** Undefined until the matches are counted, by the service itself where `isCountFree`. */
    total,
    isCountFree: counted.isFree,
    /** Why counting failed. */
    failure: bought.error,
    /** Values that the service does not know; the search is not sent with them. */
    unverified,
    /** The query as it was not sent, and why its values could not be checked. */
    blocked: stopped,
    pending: { search: nextResults.isFetching, count: bought.isFetching },
    onSearch: (authorization: SpendAuthorization) => whenVerified((valid) => runSearch(authorization, valid)),
    /** The same search with as many rows as the given tenths pay for. */
    findPart: (leftTenths: number): PurchasePart | undefined => {
      const price = (max: number) => priceFirstPage(forQuery(next), false, max);
      const affordable = findAffordableRows(rows - 1, leftTenths, price);
      if (affordable === 0) return undefined;
      return {
        name: `Search for ${formatCount(affordable, 'row')}`,
        tenths: price(affordable),
        onConfirm: (authorization) => whenVerified((valid) => runSearch(authorization, { ...valid, rows: affordable })),
      };
    },
    onSearchWithout: (authorization: SpendAuthorization) =>
      void form.handleSubmit((valid) =>
        runSearch(authorization, withoutPermalinks(resource.filters, chooseRequest(resource, valid), unverified)),
      )(),
    onCount: (authorization: SpendAuthorization) =>
      whenVerified((valid) => void fetchTotal(authorization, client, forQuery(valid))),
    onReset: () => form.reset(toDraft(resource.filters, blank)),
  };
}
/** The next query as the form shows it. */
export type NextSearch = ReturnType<typeof useNextSearch>;

type VerifiedFilter = { readonly key: string; readonly field: 'location' | 'industry' };

/** The filters whose values a free search can verify. */
const verifiedFilters = (filters: readonly Filter[]): VerifiedFilter[] =>
  filters.flatMap(({ kind, keys }): VerifiedFilter[] => {
    if (kind === 'locations') return [{ key: keys[0], field: 'location' }];
    return kind === 'industries' ? [{ key: keys[0], field: 'industry' }] : [];
  });

const getPermalinks = (query: SearchQuery, key: string) => query[key] as readonly Permalink[];

/** The places and industries of a query that the service does not know, or why that is not known; else undefined. */
async function checkPermalinks(
  client: QueryClient,
  filters: readonly Filter[],
  query: SearchQuery,
): Promise<Omit<BlockedQuery, 'key'> | undefined> {
  const found = verifiedFilters(filters).map(({ key, field }) =>
    findUnchecked(client, field, getPermalinks(query, key)),
  );
  try {
    const unverified = (await Promise.all(found)).flat();
    return unverified.length > 0 ? { unverified } : undefined;
  } catch (error) {
    return { unverified: [], checkFailure: error as Error };
  }
}

/** The query without some of its places and industries. */
function withoutPermalinks(filters: readonly Filter[], query: SearchQuery, removed: readonly Permalink[]): SearchQuery {
  const remaining = verifiedFilters(filters).map(({ key }) => [
    key,
    getPermalinks(query, key).filter(({ permalink }) => !removed.some((one) => one.permalink === permalink)),
  ]);
  return { ...query, ...Object.fromEntries(remaining) };
}
