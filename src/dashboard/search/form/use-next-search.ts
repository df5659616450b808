import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { Permalink } from '../lookups/permalink.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import type { SearchResultPages } from '../fetch/search-results.ts';
import {
  priceFirstPage,
  answered,
  fetchFirstPage,
  fetchTotal,
  counted,
  reportReuse,
  readComplete,
  reorder,
  formatQueryKey,
} from '../fetch/fetch-results.ts';
import { toDraft } from '../query/draft.ts';
import type { SearchQuery } from '../query/search-query.ts';
import type { AnyResource } from '../resource/resource.ts';
import { buildFormSchema, type Search, type SearchForm } from './use-search.ts';
import type { Filter } from '#contract/filters.ts';
import { findUnchecked } from '../lookups/permalink-search.ts';

/** A query that waits for a word: these of its values are not proved, and so it was not sent. */
type Waiting = { readonly key: string; readonly doubtful: readonly Permalink[] };

/** What the form asks; undefined while it holds nonsense. Every key that is pressed in the form changes it. */
export function useNextStep(resource: AnyResource, form: SearchForm): SearchQuery | undefined {
  return buildFormSchema(resource).safeParse(useWatch({ control: form.control })).data;
}

/**
 * The next query of a search screen, apart from what stands on the screen, which is not drawn again with every key:
 * its price, whether it was answered, and the acts that ask it.
 */
export function useNextSearch(search: Search) {
  const { resource, blank, query, form, asked, onSearched } = search;
  const client = useQueryClient();
  const forQuery = (one: SearchQuery) => ({ resource, query: one });
  const draft = useNextStep(resource, form);
  const next = draft ?? query;
  const nextKey = formatQueryKey(forQuery(next));
  const nextAnswer = useQuery(answered(forQuery(next)));
  const nextTotal = useQuery(counted(forQuery(next)));
  const [waiting, setWaiting] = useState<Waiting>();
  const changed = asked && (!draft || nextKey !== formatQueryKey(forQuery(query)));
  const doubtful = waiting?.key === nextKey ? waiting.doubtful : [];

  const whenProved = (run: (valid: SearchQuery) => void) =>
    void form.handleSubmit(async (valid) => {
      const found = await findUncheckedPermalinks(client, resource.filters, valid);
      setWaiting(found.length > 0 ? { key: formatQueryKey(forQuery(valid)), doubtful: found } : undefined);
      if (found.length === 0) run(valid);
    })();
  const ask = (authorization: SpendAuthorization, valid: SearchQuery) => {
    setWaiting(undefined);
    onSearched(valid);
    const wanted = forQuery(valid);
    const held = client.getQueryData<SearchResultPages>(answered(wanted).queryKey);
    const complete = held ?? readComplete(client, wanted);
    if (complete) void reportReuse(resource, complete);
    if (held) return;
    void (complete ? reorder(client, wanted, complete) : fetchFirstPage(authorization, client, wanted, false));
  };

  return {
    resource,
    next: draft,
    tenths: priceFirstPage(forQuery(next), false),
    withoutTenths: priceFirstPage(forQuery(withoutPermalinks(resource.filters, next, doubtful)), false),
    answered:
      draft !== undefined && (nextAnswer.data !== undefined || readComplete(client, forQuery(next)) !== undefined),
    changed,
    onlyOrder: changed && formatQueryKey(forQuery({ ...next, sort: query.sort })) === formatQueryKey(forQuery(query)),
    total: draft ? nextTotal.data : undefined,
    failure: nextTotal.error,
    doubtful,
    pending: { search: nextAnswer.isFetching, count: nextTotal.isFetching },
    onSearch: (authorization: SpendAuthorization) => whenProved((valid) => ask(authorization, valid)),
    onSearchWithout: (authorization: SpendAuthorization) =>
      void form.handleSubmit((valid) => ask(authorization, withoutPermalinks(resource.filters, valid, doubtful)))(),
    onCount: (authorization: SpendAuthorization) =>
      whenProved((valid) => void fetchTotal(authorization, client, forQuery(valid))),
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
  const kept = verifiedFilters(filters).map(({ key }) => [
    key,
    readPermalinks(query, key).filter(({ permalink }) => !removed.some((one) => one.permalink === permalink)),
  ]);
  return { ...query, ...Object.fromEntries(kept) };
}
