import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm, type UseFormReturn } from 'react-hook-form';
import { ApiError } from '../../platform/http/api-error.ts';
import { toDraft, buildDraftSchema, findFieldOfError, type Draft } from '../query/draft.ts';
import type { Filter } from '#contract/filters.ts';
import type { SearchQuery } from '../query/search-query.ts';
import type { AnyResource } from '../resource/resource.ts';

/** The filter form of a search screen; its drafts live here until they are searched. */
export type SearchForm = UseFormReturn<Draft, unknown, SearchQuery>;

const schemas = new Map<readonly Filter[], ReturnType<typeof buildDraftSchema>>();

/** The schema of a resource's form, made once. */
export function toFormSchema({ filters }: AnyResource): ReturnType<typeof buildDraftSchema> {
  const made = schemas.get(filters) ?? buildDraftSchema(filters);
  schemas.set(filters, made);
  return made;
}

/** The filter form, filled from the address; what the service refused stands beside its field. */
export function useSearchForm(resource: AnyResource, query: SearchQuery, failure: Error | null): SearchForm {
  const form = useForm<Draft, unknown, SearchQuery>({
    resolver: zodResolver(toFormSchema(resource)),
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
