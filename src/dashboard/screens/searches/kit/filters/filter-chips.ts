import { useWatch } from 'react-hook-form';
import type { Filter } from '#contract/filters.ts';
import { getFilterValues } from '../query/filter-kinds.ts';
import { buildBody, buildDraftSchema, type Draft, isFilterSet, type SearchQuery } from '../query/search-query.ts';
import { collectNames, describeValues } from '../query/sentence.ts';
import { useResults, useSearchQuery } from '../search/search-context.tsx';
import type { SearchForm } from '../search/next-search.ts';

/** A filter as the bar shows it. */
export type FilterChip = {
  readonly filter: Filter;
  readonly label: string;
  /** Its values in words; blank for a filter that is only on or off. */
  readonly text: string;
  /** How the form differs from the search on the screen. */
  readonly change: 'none' | 'changed' | 'removed' | 'invalid';
  /** Whether the service ignored one of its values. */
  readonly isIgnored: boolean;
};

/** The filters that the form or the search on the screen sets, in the order of the catalogue. */
export function useFilterChips(): FilterChip[] {
  const { resource, query, isRun, form } = useSearchQuery();
  const { ignored } = useResults();
  const draft = useWatch({ control: form.control });
  return resource.filters.flatMap((filter): FilterChip[] => {
    const { data } = findSchema(filter).safeParse(draft);
    const [before, after] = [isFilterSet(filter, query), data === undefined || isFilterSet(filter, data)];
    if (!before && !after) return [];
    const shown = data !== undefined && after ? data : query;
    const findChange = (): FilterChip['change'] => {
      if (data === undefined) return 'invalid';
      if (!after) return 'removed';
      return isRun && formatValues(filter, data) !== formatValues(filter, query) ? 'changed' : 'none';
    };
    return [
      {
        filter,
        label: filter.label.replace(/, USD$/, ''),
        text: describeValues(filter, buildBody([filter], shown), collectNames(shown)) ?? '',
        change: findChange(),
        isIgnored: formatValues(filter, query)
          .split('"')
          .some((value) => ignored.has(value)),
      },
    ];
  });
}

/** Fills the fields of one filter as another draft has them. */
export function setFields(form: SearchForm, { keys }: Filter, draft: Draft): void {
  for (const key of keys) form.setValue(key, draft[key], { shouldDirty: true });
  void form.trigger([...keys]);
}

const formatValues = (filter: Filter, query: SearchQuery): string => JSON.stringify(getFilterValues(filter, query));

const schemas = new Map<Filter, ReturnType<typeof buildDraftSchema>>();

function findSchema(filter: Filter): ReturnType<typeof buildDraftSchema> {
  const schema = schemas.get(filter) ?? buildDraftSchema([filter]);
  schemas.set(filter, schema);
  return schema;
}
