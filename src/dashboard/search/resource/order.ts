import { isSet, type Question } from '../query/search-query.ts';
import type { AnyResource, Figures, Sort } from './resource.ts';

type Key = number | string | null;

/** Ids in an order of the service: undisclosed last in both directions, then by id (contract, conventions). */
export function toOrdered(
  ids: readonly string[],
  { figure, direction }: Pick<Sort, 'figure' | 'direction'>,
  figures: Readonly<Record<string, Figures>> = {},
): string[] {
  const sign = direction === 'ascending' ? 1 : -1;
  const keyed = ids.map((id) => ({ id, key: toKey(figure?.(id, figures[id])) }));
  return keyed
    .toSorted((one, other) => compare(one.key, other.key, sign) || (one.id < other.id ? -1 : 1))
    .map(({ id }) => id);
}

const toKey = (figure: Key | undefined): Key => (figure === undefined || Number.isNaN(figure) ? null : figure);

function compare(one: Key, other: Key, sign: 1 | -1): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return one === other ? 0 : sign * (one < other ? -1 : 1);
}

/** How the rows of an answer stand: by relevance where something was searched by meaning, else in the order asked. */
export function toShownOrder(resource: AnyResource, question: Question): Pick<Sort, 'name' | 'column' | 'direction'> {
  const isRanked = resource.filters.some((filter) => filter.kind === 'meaning' && isSet(filter, question));
  return isRanked
    ? { name: 'most relevant first', column: 'similarity', direction: 'descending' }
    : toSort(resource, question.sort);
}

/** The order of a resource by its name on the wire. */
export const toSort = ({ sorts }: AnyResource, value: string): Sort => {
  const sort = sorts.find((one) => one.value === value) ?? sorts[0];
  if (!sort) throw new Error('A resource has no order.');
  return sort;
};
