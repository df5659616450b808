import { isFilterSet, type SearchQuery } from '../query/search-query.ts';
import type { AnyResource, Figures, Sort } from './resource.ts';

type SortValue = number | string | null;

/** Sorts ids as the service does: undisclosed last in both directions, then by id (contract, conventions). */
export function sortIds(
  ids: readonly string[],
  { figure, direction }: Pick<Sort, 'figure' | 'direction'>,
  figures: Readonly<Record<string, Figures>> = {},
): string[] {
  const sign = direction === 'ascending' ? 1 : -1;
  const keyed = ids.map((id) => ({ id, value: orNull(figure?.(id, figures[id])) }));
  return keyed
    .toSorted((one, other) => compare(one.value, other.value, sign) || (one.id < other.id ? -1 : 1))
    .map(({ id }) => id);
}

const orNull = (value: SortValue | undefined): SortValue => (value === undefined || Number.isNaN(value) ? null : value);

function compare(one: SortValue, other: SortValue, sign: 1 | -1): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one === other ? 0 : sign * (one < other ? -1 : 1);
}

type ShownSort = Pick<Sort, 'column' | 'direction'> & { readonly label: string };

/** How results are sorted: by relevance after a search by meaning, else as the query says. */
export function findShownSort(resource: AnyResource, query: SearchQuery): ShownSort {
  const isRanked = resource.filters.some((filter) => filter.kind === 'semantic' && isFilterSet(filter, query));
  if (isRanked) return { label: 'most relevant first', column: 'similarity', direction: 'descending' };
  const sort = findSort(resource, query.sort);
  return { ...sort, label: resource.sortLabels[sort.value] ?? sort.value };
}

/** The sort order with that name on the wire; the default order for an unknown name. */
export const findSort = ({ sorts }: AnyResource, value: string): Sort => {
  const sort = sorts.find((one) => one.value === value) ?? sorts[0];
  if (!sort) throw new Error('A resource needs at least one sort order.');
  return sort;
};
