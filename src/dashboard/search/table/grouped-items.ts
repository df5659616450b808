import type { GroupSpan } from './grid-column.ts';

/** An item of a list with groups: a row, or the head over the rows of a group; both by number. */
type GroupedItem = { readonly row: number } | { readonly head: number };

/** Rows and the heads of their groups as one list. */
type GroupedItems = {
  readonly count: number;
  readonly at: (item: number) => GroupedItem;
  readonly findItem: (row: number) => number;
  /** The head over an item, as an item; undefined without groups. */
  readonly findHead: (item: number) => number | undefined;
};

/** Puts a head before the first row of each group; without groups every item is a row. */
export function createGroupedItems(rows: number, spans: readonly GroupSpan[] = []): GroupedItems {
  /** The last group that begins at or before a value; -1 before the first. */
  const findLast = (begin: (group: number) => number, value: number): number => {
    let [low, high] = [0, spans.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (begin(middle) <= value) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };
  const firstOf = (group: number) => spans[group]?.first ?? 0;
  const headOf = (group: number) => firstOf(group) + group;
  return {
    count: rows + spans.length,
    at(item) {
      const group = findLast(headOf, item);
      return group >= 0 && headOf(group) === item ? { head: group } : { row: item - group - 1 };
    },
    findItem: (row) => row + findLast(firstOf, row) + 1,
    findHead(item) {
      const group = findLast(headOf, item);
      return group < 0 ? undefined : headOf(group);
    },
  };
}
