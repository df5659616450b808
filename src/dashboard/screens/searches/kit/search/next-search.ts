import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, useEffect, useEffectEvent, useRef } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import type { Filter } from '#contract/filters.ts';
import { formatCount, capitalize } from '../../../../platform/format.ts';
import { useHasWorkspace } from '../../../../platform/http/workspace.ts';
import { findAffordableRows } from '../../../../spending/price.ts';
import type { PurchasePart } from '../../../../spending/priced-button.tsx';
import type { SpendAuthorization } from '../../../../spending/spend-authorization.ts';
import { ApiError } from '../../../../platform/http/api-error.ts';
import { useConnected } from '../../../../platform/http/connection.ts';
import { priceFirstPage, useRowsPurchase } from '../fetch/buy-rows.ts';
import { chooseRequest } from '../fetch/extras.ts';
import { useMatchCount, useBoughtTotal } from '../fetch/counts.ts';
import { buildSearchRequest, findLoadedSearch, formatQueryKey, storedSearchQuery } from '../fetch/stored-results.ts';
import type { Permalink } from '../lookups/permalink.ts';
import { findUnchecked } from '../lookups/permalink-search.ts';
import { getFilterValues } from '../query/filter-kinds.ts';
import {
  type SearchQuery,
  buildDraftSchema,
  type Draft,
  findFieldOfError,
  formatAddress,
  toDraft,
} from '../query/search-query.ts';
import type { ResourceQuery, Resource } from '../resource/resource.ts';

/** The search that is on the screen. */
type CurrentSearch = ResourceQuery & { readonly isRun: boolean };

/** Where the next query comes from. */
type NextQuery = {
  /** Undefined while it is invalid. */
  readonly draft: SearchQuery | undefined;
  /** The same once typing pauses: it is counted. */
  readonly settled: SearchQuery;
  /** Runs with the query where it is valid. */
  readonly whenValid: (run: (valid: SearchQuery) => void | Promise<void>) => void;
};

/** The next search of a screen: its price, whether its results are loaded, its number of matches, and its presses. */
export function useNextSearch(current: CurrentSearch, nextQuery: NextQuery, onSend: (sent: SearchQuery) => void) {
  const { resource, isRun } = current;
  const { draft, whenValid } = nextQuery;
  const search = { resource, query: draft ?? current.query };
  const { query } = search;
  const readStored = useStoredReader(search, nextQuery);
  const purchase = useRowsPurchase(search);
  const { total, isFree, buy: buyTotal, ...counting } = useNextCount(search, nextQuery);
  const { blocked, unblock, whenVerified } = useVerification(search, whenValid);
  // Rows that do not exist are not quoted, where the service counts them.
  const rows = isFree && typeof total === 'number' ? Math.min(query.rows, Math.max(1, total)) : query.rows;
  const price = (max: number) => priceFirstPage(search, false, max);
  const send = (authorization: SpendAuthorization, valid: SearchQuery) => {
    unblock();
    onSend(valid);
    const sent = { resource, query: valid };
    if (readStored(sent)) return;
    purchase.buy({ search: sent, authorization, rows: Math.min(valid.rows, rows), mode: 'start' });
  };
  const withoutUnverified = (one: SearchQuery) => withoutPermalinks(resource.filters, one, blocked?.unverified ?? []);

  return {
    /** Undefined while a field is invalid. */
    next: draft,
    /** The maximum number of rows of the first page, and its highest price in tenths. */
    rows,
    tenths: price(rows),
    isLoaded: draft !== undefined && readStored(search) !== undefined,
    /** Whether it differs from the search on the screen. */
    changed: isRun && (!draft || formatQueryKey(search) !== formatQueryKey(current)),
    pending: purchase.pending,
    onSearch: (authorization: SpendAuthorization) => whenVerified((valid) => send(authorization, valid)),
    /** The same search with as many rows as the given tenths pay for. */
    findPart: (leftTenths: number): PurchasePart | undefined => {
      const affordable = findAffordableRows(rows - 1, leftTenths, price);
      if (affordable === 0) return undefined;
      return {
        name: `Search for ${formatCount(affordable, 'row')}`,
        tenths: price(affordable),
        onConfirm: (authorization) => whenVerified((valid) => send(authorization, { ...valid, rows: affordable })),
      };
    },
    /** Its matches: undefined until they are counted, by the service itself where that is free. */
    count: {
      ...counting,
      total,
      isFree,
      onCount: (authorization: SpendAuthorization) =>
        whenVerified((valid) => buyTotal({ authorization, search: { resource, query: valid } })),
    },
    /** Why it was not sent, and what sends it without the values that the service does not know. */
    blocked: blocked && {
      ...blocked,
      tenths: priceFirstPage({ resource, query: withoutUnverified(query) }, false),
      onSearch: (authorization: SpendAuthorization) =>
        whenValid((valid) => send(authorization, withoutUnverified(chooseRequest(resource, valid)))),
    },
  };
}

/** Returns what reads the stored search with a query, of those that were looked for; the next one is, once it is settled. */
function useStoredReader(search: ResourceQuery, { draft, settled }: NextQuery) {
  const client = useQueryClient();
  const isSettled = formatQueryKey({ ...search, query: settled }) === formatQueryKey(search);
  useQuery({
    ...storedSearchQuery(buildSearchRequest(search)),
    enabled: useHasWorkspace() && draft !== undefined && isSettled,
  });
  return (wanted: ResourceQuery) =>
    findLoadedSearch((request) => client.getQueryData(storedSearchQuery(request).queryKey), wanted);
}

/** How many records the next search matches, as the service counts them for free, or as bought. */
function useNextCount(search: ResourceQuery, { draft, settled }: NextQuery) {
  const { resource } = search;
  const { total: bought, ...buying } = useBoughtTotal(search);
  const { total: counted, isFree } = useMatchCount(resource, settled);
  const isOfNext = formatQueryKey({ resource, query: chooseRequest(resource, settled) }) === formatQueryKey(search);
  const known = isFree ? (isOfNext ? counted : undefined) : bought;
  return { ...buying, total: draft && known, isFree };
}

/** A query that was not sent, because the service does not know these of its values, or they could not be checked. */
type BlockedQuery = {
  readonly key: string;
  readonly unverified: readonly Permalink[];
  readonly checkFailure?: Error | undefined;
};

/** Runs with a valid query once the service knows its places and industries; else the query is blocked. */
function useVerification(search: ResourceQuery, whenValid: NextQuery['whenValid']) {
  const { resource } = search;
  const client = useQueryClient();
  const [blocked, setBlocked] = useState<BlockedQuery>();
  return {
    blocked: blocked?.key === formatQueryKey(search) ? blocked : undefined,
    unblock: () => setBlocked(undefined),
    whenVerified: (run: (valid: SearchQuery) => void) =>
      whenValid(async (typed) => {
        const valid = chooseRequest(resource, typed);
        const problem = await checkPermalinks(client, resource.filters, valid);
        setBlocked(problem && { ...problem, key: formatQueryKey({ resource, query: valid }) });
        if (!problem) run(valid);
      }),
  };
}

/** The filters of a query whose values a free search can verify, with these values. */
const listVerified = (filters: readonly Filter[], query: SearchQuery) =>
  filters.flatMap((filter) => {
    if (filter.kind !== 'locations' && filter.kind !== 'industries') return [];
    const [values] = getFilterValues<'locations' | 'industries'>(filter, query);
    const field: 'location' | 'industry' = filter.kind === 'locations' ? 'location' : 'industry';
    return [{ key: filter.keys[0], field, values }];
  });

/** The places and industries of a query that the service does not know, or why that is not known; else undefined. */
async function checkPermalinks(
  client: QueryClient,
  filters: readonly Filter[],
  query: SearchQuery,
): Promise<Omit<BlockedQuery, 'key'> | undefined> {
  const found = listVerified(filters, query).map(({ field, values }) => findUnchecked(client, field, values));
  try {
    const unverified = (await Promise.all(found)).flat();
    return unverified.length > 0 ? { unverified } : undefined;
  } catch (error) {
    return { unverified: [], checkFailure: error as Error };
  }
}

/** The query without some of its places and industries. */
function withoutPermalinks(filters: readonly Filter[], query: SearchQuery, removed: readonly Permalink[]): SearchQuery {
  const remaining = listVerified(filters, query).map(({ key, values }) => [
    key,
    values.filter(({ permalink }) => !removed.some((one) => one.permalink === permalink)),
  ]);
  return { ...query, ...Object.fromEntries(remaining) };
}

/** The filter form of a search screen; it holds the draft until the search is sent. */
export type SearchForm = UseFormReturn<Draft, unknown, SearchQuery>;

const schemas = new Map<readonly Filter[], ReturnType<typeof buildDraftSchema>>();

/** The schema of a resource's form, built once. */
function buildFormSchema({ filters }: Resource): ReturnType<typeof buildDraftSchema> {
  const made = schemas.get(filters) ?? buildDraftSchema(filters);
  schemas.set(filters, made);
  return made;
}

/** The filter form, filled from the address. Errors of the service are shown at their fields. */
export function useSearchForm(resource: Resource, query: SearchQuery, failure: Error | null): SearchForm {
  const form = useForm<Draft, unknown, SearchQuery>({
    resolver: zodResolver(buildFormSchema(resource)),
    mode: 'onTouched',
    defaultValues: toDraft(resource.filters, query),
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

/** How long typing must pause, in milliseconds. */
const pauseMs = 250;

/**
 * The query as the form is filled in once typing pauses; keystrokes render only the form. Undefined until something is
 * typed, and while a field is invalid. `onSettled` may write it to the address; any other address fills the form anew.
 */
export function useSettledQuery(
  resource: Resource,
  form: SearchForm,
  query: SearchQuery,
  onSettled: ((settled: SearchQuery) => void) | undefined,
): SearchQuery | undefined {
  const address = formatAddress(resource, query);
  const [last, setLast] = useState<{ readonly address: string; readonly settled: SearchQuery | undefined }>();
  const filled = useRef(address);
  const fill = useEffectEvent((next: string) => {
    if (filled.current === next) return;
    filled.current = next;
    form.reset(toDraft(resource.filters, query), { keepFieldsRef: true });
  });
  useEffect(() => fill(address), [address]);
  const settle = useEffectEvent(() => {
    const settled = buildFormSchema(resource).safeParse(form.getValues()).data;
    setLast({ address, settled });
    if (!settled || !onSettled) return;
    const next = formatAddress(resource, settled);
    if (next === address) return;
    filled.current = next;
    onSettled(settled);
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer);
        timer = setTimeout(settle, pauseMs);
      },
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [form]);
  return last?.address === address ? last.settled : undefined;
}

/**
 * The query that the form sends: the cheaper of two requests, unless the user chose one. Undefined while a field is
 * invalid.
 */
export function useFormQuery(resource: Resource, form: SearchForm): SearchQuery | undefined {
  useConnected();
  const filled = buildFormSchema(resource).safeParse(useWatch({ control: form.control })).data;
  return filled && chooseRequest(resource, filled);
}
