import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { forgetBatch, runBatch, useAllowance, useBatch } from '../fetch/batch.ts';
import { fetchFirstPage, resultsQuery, sharedQuery } from '../fetch/fetch-results.ts';
import {
  clearPicked,
  formatAddress,
  type Narrowing,
  pickQuery,
  type SearchQuery,
  type SearchUrl,
} from '../query/search-query.ts';
import type { WriteMode } from '../../platform/url/url.ts';
import type { AnyResource } from '../resource/resource.ts';
import type { Arrangement } from '../table/use-row-order.ts';
import type { SearchForm } from './search-form.ts';

/** What a search screen reads and writes of its address. */
type SearchPlace = {
  readonly value: SearchUrl;
  readonly blank: SearchQuery;
  readonly write: (next: SearchUrl, how?: WriteMode) => void;
};

/**
 * The state of a search screen: the query of the address, its loaded results, the form of the next query, and the
 * actions. Only the actions send paid requests.
 */
export function useSearch(resource: AnyResource, { value, blank, write }: SearchPlace) {
  const client = useQueryClient();
  const query = pickQuery(value);
  const forQuery = (one: SearchQuery) => ({ resource, query: one });
  const isRun = value.asked === true;
  const { shared } = value;
  const stored = useQuery(shared === undefined ? resultsQuery(forQuery(query)) : sharedQuery(resource, shared));
  const results = isRun ? stored.data : undefined;
  const ignored = useMemo(() => new Set(results?.ignored.map((one) => one.value)), [results]);
  const leaveShared = () => write({ ...value, shared: undefined });
  const [form, onForm] = useState<SearchForm>();
  const [draftText, onDraft] = useState<string>();
  const address = formatAddress(resource, query);
  const draft = parseDraft(draftText, address);
  const allowance = useAllowance(forQuery(query), shared);
  const batch = useBatch(forQuery(query));

  return {
    resource,
    blank,
    /** The address of the screen. */
    place: value,
    write,
    /** Undefined until its code is loaded (`FormState`). */
    form,
    onForm,
    query,
    /** The query as the form is filled in, once typing pauses; counts follow it. */
    draft: draft ?? query,
    onDraft,
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
    results,
    /** Permalinks in these results that the service ignored. */
    ignored,
    loadedAt: stored.dataUpdatedAt,
    failure: isRun ? stored.error : null,
    pending: isRun && stored.isFetching,
    onSearched: (valid: SearchQuery) => {
      // Status filter, find text, selected bars and local order belong to the previous results.
      write({ ...valid, asked: true, hide: value.hide, group: value.group, ...clearPicked(value) });
    },
    onSearchAgain: (authorization: SpendAuthorization, rows = query.rows) => {
      if (shared !== undefined) leaveShared();
      forgetBatch(forQuery(query));
      void fetchFirstPage(authorization, client, forQuery(query), stored.data !== undefined, rows);
    },
    batch,
    onMore: (authorization: SpendAuthorization, rows: number) => runBatch(authorization, client, forQuery(query), rows),
  };
}

/** The query of a form as text, with the address that the form was filled from. */
export const formatDraft = (address: string, draft: SearchQuery | undefined): string =>
  JSON.stringify([address, draft]);

/** Undefined while a field is invalid, or the form does not follow the address yet. */
export function parseDraft(draftText: string | undefined, address: string): SearchQuery | undefined {
  const [of, draft] = JSON.parse(draftText ?? '[]') as [string?, (SearchQuery | null)?];
  return of === address ? (draft ?? undefined) : undefined;
}

/** The state and actions of a search screen. */
export type Search = ReturnType<typeof useSearch>;

/** The same, with something to do once a search was sent. */
export const withSearchCallback = (search: Search, run: () => void): Search => ({
  ...search,
  onSearched(valid) {
    search.onSearched(valid);
    run();
  },
});
