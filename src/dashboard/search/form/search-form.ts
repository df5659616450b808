import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import type { Filter } from '#contract/filters.ts';
import { capitalize } from '../../platform/format.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { useConnected } from '../../platform/http/connection.ts';
import { chooseRequest } from '../fetch/extras.ts';
import { buildDraftSchema, type Draft, findFieldOfError, type SearchQuery, toDraft } from '../query/search-query.ts';
import type { AnyResource } from '../resource/resource.ts';

/** The filter form of a search screen; it holds the draft until the search is sent. */
export type SearchForm = UseFormReturn<Draft, unknown, SearchQuery>;

const schemas = new Map<readonly Filter[], ReturnType<typeof buildDraftSchema>>();

/** The schema of a resource's form, built once. */
function buildFormSchema({ filters }: AnyResource): ReturnType<typeof buildDraftSchema> {
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

/** The query as the form is filled in; undefined while a field is invalid. */
export function useFilledQuery(resource: AnyResource, form: SearchForm): SearchQuery | undefined {
  return buildFormSchema(resource).safeParse(useWatch({ control: form.control })).data;
}

/** The query that the form sends: the cheaper of two requests, unless the user chose one. */
export function useFormQuery(resource: AnyResource, form: SearchForm): SearchQuery | undefined {
  useConnected();
  const filled = useFilledQuery(resource, form);
  return filled && chooseRequest(resource, filled);
}
