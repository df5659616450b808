import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { runBatch, useAllowance, useBatch } from '../fetch/batch.ts';
import { clearPicked, type Narrowing, pickQuery, type SearchQuery, type SearchUrl } from '../query/search-query.ts';
import { answered, fetchFirstPage } from '../fetch/fetch-results.ts';
import type { AnyResource } from '../resource/resource.ts';
import type { Arrangement } from '../table/use-row-order.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { ApiError } from '../../platform/http/api-error.ts';
import { toDraft, buildDraftSchema, findFieldOfError, type Draft } from '../query/draft.ts';
import type { Filter } from '#contract/filters.ts';

/** What a search screen reads and writes of its address. */
export type SearchPlace = {
  readonly value: SearchUrl;
  readonly blank: SearchQuery;
  readonly write: (next: SearchUrl, how?: 'step' | 'replace') => void;
};

/**
 * A search screen without its looks: the query of the address, its answer as far as it was bought, the form of the
 * next query (use-next-search.ts), and the acts. Only the acts ask for what costs; everything else watches.
 */
export function useSearch(resource: AnyResource, { value, blank, write }: SearchPlace, onSearched: () => void) {
  const client = useQueryClient();
  const query = pickQuery(value);
  const forQuery = (one: SearchQuery) => ({ resource, query: one });
  const asked = value.asked === true;
  const answer = useQuery(answered(forQuery(query)));
  const form = useSearchForm(resource, query, asked ? answer.error : null);
  const allowance = useAllowance(forQuery(query));
  const batch = useBatch(forQuery(query));

  return {
    resource,
    blank,
    form,
    query,
    asked,
    allowance,
    narrowing: { mark: value.mark, hide: value.hide === true },
    onNarrow: ({ mark, hide }: Narrowing) => write({ ...value, mark, hide: hide || undefined }, 'replace'),
    arrangement: {
      arranged: value.arranged,
      find: value.find,
      onArranged: (arranged) => write({ ...value, arranged }, 'replace'),
      onFind: (find) => write({ ...value, find }, 'replace'),
    } satisfies Arrangement,
    answer: asked ? answer.data : undefined,
    answeredAt: answer.dataUpdatedAt,
    failure: asked ? answer.error : null,
    pending: asked && answer.isFetching,
    onSearched: (valid: SearchQuery) => {
      // A wish to see certain marks, certain words, or the rows of certain bars, and an order that was made on the
      // screen, belong to the rows on the screen, not to what comes next.
      write({ ...valid, asked: true, hide: value.hide, ...clearPicked(value) });
      onSearched();
    },
    onAgain: (authorization: SpendAuthorization) =>
      void fetchFirstPage(authorization, client, forQuery(query), answer.data !== undefined),
    batch,
    onMore: (authorization: SpendAuthorization, rows: number) => runBatch(authorization, client, forQuery(query), rows),
  };
}
/** A search as its screen sees it. */
export type Search = ReturnType<typeof useSearch>;

/** The filter form of a search screen; its drafts live here until they are searched. */
export type SearchForm = UseFormReturn<Draft, unknown, SearchQuery>;

const schemas = new Map<readonly Filter[], ReturnType<typeof buildDraftSchema>>();

/** The schema of a resource's form, made once. */
export function buildFormSchema({ filters }: AnyResource): ReturnType<typeof buildDraftSchema> {
  const made = schemas.get(filters) ?? buildDraftSchema(filters);
  schemas.set(filters, made);
  return made;
}

/** The filter form, filled from the address; what the service refused stands beside its field. */
export function useSearchForm(resource: AnyResource, query: SearchQuery, failure: Error | null): SearchForm {
  const form = useForm<Draft, unknown, SearchQuery>({
    resolver: zodResolver(buildFormSchema(resource)),
    mode: 'onTouched',
    values: toDraft(resource.filters, query),
  });
  const { setError } = form;
  const { filters } = resource;
  // Errors of the form live outside React's data flow: they are set when a refusal arrives.
  useEffect(() => {
    if (!(failure instanceof ApiError)) return;
    for (const { field = '', message = failure.message } of failure.facts.problems ?? []) {
      const name = findFieldOfError(filters, field);
      if (name) setError(name, { type: 'service', message: message.charAt(0).toUpperCase() + message.slice(1) });
    }
  }, [failure, filters, setError]);
  return form;
}
