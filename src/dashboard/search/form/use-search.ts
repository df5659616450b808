import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PurchasePart } from '../../purchase/priced-button.tsx';
import { findAffordableRows } from '../../purchase/price.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { capitalize, formatCount } from '../../platform/format.ts';
import { runBatch, useAllowance, useBatch } from '../fetch/batch.ts';
import {
  buildDraftSchema,
  clearPicked,
  type Draft,
  findFieldOfError,
  type Narrowing,
  pickQuery,
  type SearchQuery,
  type SearchUrl,
  toDraft,
} from '../query/search-query.ts';
import {
  fetchFirstPage,
  fetchTotal,
  formatQueryKey,
  priceFirstPage,
  readComplete,
  reorder,
  reportReuse,
  resultsQuery,
  sharedQuery,
  totalQuery,
} from '../fetch/fetch-results.ts';
import { type SearchResultPages } from '../fetch/search-results.ts';
import { chooseRequest } from '../fetch/extras.ts';
import type { AnyResource } from '../resource/resource.ts';
import { useConnected } from '../../platform/http/connection.ts';
import type { Arrangement } from '../table/use-row-order.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Filter } from '#contract/filters.ts';
import type { Permalink } from '../lookups/permalink.ts';
import { findUnchecked } from '../lookups/permalink-search.ts';

/** What a search screen reads and writes of its address. */
export type SearchPlace = {
  readonly value: SearchUrl;
  readonly blank: SearchQuery;
  readonly write: (next: SearchUrl, how?: 'step' | 'replace') => void;
};

/**
 * The state of a search screen: the query of the address, its loaded results, the form of the next query, and the
 * actions. Only the actions send paid requests.
 */
export function useSearch(resource: AnyResource, { value, blank, write }: SearchPlace, onSearched: () => void) {
  const client = useQueryClient();
  const query = pickQuery(value);
  const forQuery = (one: SearchQuery) => ({ resource, query: one });
  const isRun = value.asked === true;
  const { shared } = value;
  const results = useQuery(shared === undefined ? resultsQuery(forQuery(query)) : sharedQuery(resource, shared));
  const leaveShared = () => write({ ...value, shared: undefined });
  const form = useSearchForm(resource, query, isRun ? results.error : null);
  const allowance = useAllowance(forQuery(query), shared);
  const batch = useBatch(forQuery(query));

  return {
    resource,
    blank,
    form,
    query,
    isRun,
    /** Whether the results are those of a shared link. */
    isShared: shared !== undefined,
    leaveShared,
    allowance,
    narrowing: { status: value.mark, hide: value.hide === true, who: value.who },
    onNarrow: ({ status, hide, who }: Narrowing) =>
      write({ ...value, mark: status, hide: hide || undefined, who }, 'replace'),
    arrangement: {
      arranged: value.arranged,
      find: value.find,
      onArranged: (arranged) => write({ ...value, arranged }, 'replace'),
      onFind: (find) => write({ ...value, find }, 'replace'),
    } satisfies Arrangement,
    group: value.group,
    onGroup: (group: string | undefined) => write({ ...value, group }, 'replace'),
    results: isRun ? results.data : undefined,
    loadedAt: results.dataUpdatedAt,
    failure: isRun ? results.error : null,
    pending: isRun && results.isFetching,
    onSearched: (valid: SearchQuery) => {
      // Status filter, find text, selected bars and local order belong to the previous results.
      write({ ...valid, asked: true, hide: value.hide, group: value.group, ...clearPicked(value) });
      onSearched();
    },
    onAgain: (authorization: SpendAuthorization) => {
      if (shared !== undefined) leaveShared();
      void fetchFirstPage(authorization, client, forQuery(query), results.data !== undefined);
    },
    batch,
    onMore: (authorization: SpendAuthorization, rows: number) => runBatch(authorization, client, forQuery(query), rows),
  };
}
/** The state and actions of a search screen. */
export type Search = ReturnType<typeof useSearch>;

/** The filter form of a search screen; it holds the draft until the search is sent. */
export type SearchForm = UseFormReturn<Draft, unknown, SearchQuery>;

const schemas = new Map<readonly Filter[], ReturnType<typeof buildDraftSchema>>();

/** The schema of a resource's form, built once. */
export function buildFormSchema({ filters }: AnyResource): ReturnType<typeof buildDraftSchema> {
  const made = schemas.get(filters) ?? buildDraftSchema(filters);
  schemas.set(filters, made);
  return made;
}

/** The filter form, filled from the address. Errors of the service are shown at their fields. */
export function useSearchForm(resource: AnyResource, query: SearchQuery, failure: Error | null): SearchForm {
  const form = useForm<Draft, unknown, SearchQuery>({
    resolver: zodResolver(buildFormSchema(resource)),
    mode: 'onTouched',
    values: toDraft(resource.filters, query),
  });
  const { setError } = form;
  const { filters } = resource;
  // react-hook-form keeps errors outside React: they are set when an error response arrives.
  useEffect(() => {
    if (!(failure instanceof ApiError)) return;
    for (const { field = '', message = failure.message } of failure.facts.problems ?? []) {
      const name = findFieldOfError(filters, field);
      if (name) setError(name, { type: 'service', message: capitalize(message) });
    }
  }, [failure, filters, setError]);
  return form;
}

/** A query that was not sent, because the service does not know these of its values. */
type BlockedQuery = { readonly key: string; readonly unverified: readonly Permalink[] };

/** The query of the form; undefined while a field is invalid. */
export function useNextStep(resource: AnyResource, form: SearchForm): SearchQuery | undefined {
  useConnected();
  const { data } = buildFormSchema(resource).safeParse(useWatch({ control: form.control }));
  return data && chooseRequest(resource, data);
}

/**
 * The next query of a search screen. It is apart from the current results, which do not render again on every key:
 * its price, whether its results are loaded, and its actions.
 */
export function useNextSearch(search: Search) {
  const { resource, blank, query, form, isRun, onSearched } = search;
  const client = useQueryClient();
  const forQuery = (one: SearchQuery) => ({ resource, query: one });
  const draft = useNextStep(resource, form);
  const next = draft ?? query;
  const nextKey = formatQueryKey(forQuery(next));
  const nextResults = useQuery(resultsQuery(forQuery(next)));
  const nextTotal = useQuery(totalQuery(forQuery(next)));
  const [blocked, setBlocked] = useState<BlockedQuery>();
  const changed = isRun && (!draft || nextKey !== formatQueryKey(forQuery(query)));
  const unverified = blocked?.key === nextKey ? blocked.unverified : [];

  const whenVerified = (run: (valid: SearchQuery) => void) =>
    void form.handleSubmit(async (typed) => {
      const valid = chooseRequest(resource, typed);
      const found = await findUncheckedPermalinks(client, resource.filters, valid);
      setBlocked(found.length > 0 ? { key: formatQueryKey(forQuery(valid)), unverified: found } : undefined);
      if (found.length === 0) run(valid);
    })();
  const runSearch = (authorization: SpendAuthorization, valid: SearchQuery) => {
    setBlocked(undefined);
    onSearched(valid);
    const wanted = forQuery(valid);
    const loaded = client.getQueryData<SearchResultPages>(resultsQuery(wanted).queryKey);
    const complete = loaded ?? readComplete(client, wanted);
    if (complete) void reportReuse(resource, complete);
    if (loaded) return;
    void (complete ? reorder(client, wanted, complete) : fetchFirstPage(authorization, client, wanted, false));
  };

  return {
    resource,
    next: draft,
    tenths: priceFirstPage(forQuery(next), false),
    withoutTenths: priceFirstPage(forQuery(withoutPermalinks(resource.filters, next, unverified)), false),
    isLoaded:
      draft !== undefined && (nextResults.data !== undefined || readComplete(client, forQuery(next)) !== undefined),
    changed,
    onlyOrder: changed && formatQueryKey(forQuery({ ...next, sort: query.sort })) === formatQueryKey(forQuery(query)),
    total: draft ? nextTotal.data : undefined,
    failure: nextTotal.error,
    unverified,
    pending: { search: nextResults.isFetching, count: nextTotal.isFetching },
    onSearch: (authorization: SpendAuthorization) => whenVerified((valid) => runSearch(authorization, valid)),
    /** The search for as many rows as so many tenths pay for. */
    findPart: (leftTenths: number): PurchasePart | undefined => {
      const price = (rows: number) => priceFirstPage(forQuery({ ...next, rows }), false);
      const rows = findAffordableRows(next.rows - 1, leftTenths, price);
      if (rows === 0) return undefined;
      return {
        name: `Search, ${formatCount(rows, 'row')} within budget`,
        tenths: price(rows),
        onConfirm: (authorization) => whenVerified((valid) => runSearch(authorization, { ...valid, rows })),
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

const readPermalinks = (query: SearchQuery, key: string) => query[key] as readonly Permalink[];

/** The places and industries of a query that the service does not know. */
export async function findUncheckedPermalinks(
  client: QueryClient,
  filters: readonly Filter[],
  query: SearchQuery,
): Promise<Permalink[]> {
  const found = verifiedFilters(filters).map(({ key, field }) =>
    findUnchecked(client, field, readPermalinks(query, key)),
  );
  return (await Promise.all(found)).flat();
}

/** The query without some of its places and industries. */
export function withoutPermalinks(
  filters: readonly Filter[],
  query: SearchQuery,
  removed: readonly Permalink[],
): SearchQuery {
  const remaining = verifiedFilters(filters).map(({ key }) => [
    key,
    readPermalinks(query, key).filter(({ permalink }) => !removed.some((one) => one.permalink === permalink)),
  ]);
  return { ...query, ...Object.fromEntries(remaining) };
}
