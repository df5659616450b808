import { useMemo, useState } from 'react';
import { toFolded, toFoundRows, toSortedRows, toSortKeys, type SortKeys } from './arrange.ts';
import type { GridColumn, GridRow, GridView, Sorted } from './grid-column.ts';

/** Loaded rows as a person arranged them on the screen: ordered by a column, narrowed to what was looked for. */
export type Arranged<R extends GridRow> = {
  readonly view: GridView<R>;
  /** The column that was pressed; undefined while the rows stand as the service gave them. */
  readonly sorted: Sorted | undefined;
  readonly onSort: (column: string) => void;
  /** The head of a column is about to be pressed: its keys are read before. */
  readonly onNear: (column: string) => void;
  readonly wanted: string;
  readonly onFind: (wanted: string) => void;
};

/**
 * Arranges rows by index: keys and texts are read once for all rows of an answer, and ordering or finding moves
 * numbers alone, so that 100,000 rows follow the hand (measured: README, Screens). `toRow` stays the same function
 * while what is owned stays the same.
 */
export function useArranged<R extends GridRow>(
  ids: readonly string[],
  toRow: (id: string) => R | undefined,
  columns: readonly GridColumn<R>[],
): Arranged<R> {
  const [sorted, setSorted] = useState<Sorted>();
  const [wanted, setWanted] = useState('');
  const keys = useMemo(() => createKeys(ids, toRow, columns), [ids, toRow, columns]);
  const finds = wanted.trim() !== '';
  const texts = useMemo(() => (finds ? toTexts(ids, toRow, columns) : undefined), [finds, ids, columns, toRow]);
  const order = useMemo(() => {
    const found = texts ? toFoundRows(texts, wanted) : Uint32Array.from(ids.keys());
    const read = sorted && keys(sorted.column);
    return read && sorted ? toSortedRows(found, read, sorted.direction) : found;
  }, [ids, texts, wanted, keys, sorted]);
  const idAt = (index: number) => ids[order[index] ?? -1];
  return {
    view: {
      count: order.length,
      idAt,
      rowAt: (index) => {
        const id = idAt(index);
        return id === undefined ? undefined : toRow(id);
      },
    },
    sorted,
    onNear: (id) => void keys(id),
    onSort: (id) => setSorted((before) => toNext(before, id)),
    wanted,
    onFind: setWanted,
  };
}

/** Reads the keys of a column once; undefined for a column that says nothing to order by. */
function createKeys<R extends GridRow>(
  ids: readonly string[],
  toRow: (id: string) => R | undefined,
  columns: readonly GridColumn<R>[],
): (column: string) => SortKeys | undefined {
  const held = new Map<string, SortKeys>();
  return (id) => {
    const key = columns.find((column) => column.id === id)?.key;
    if (!key) return undefined;
    const keyAt = (at: number) => {
      const row = toRow(ids[at] ?? '');
      return row && key(row);
    };
    const keys = held.get(id) ?? toSortKeys(ids.length, keyAt);
    held.set(id, keys);
    return keys;
  };
}

/** One press orders upwards, another downwards, a third, or a blank name, as the service gave the rows. */
function toNext(before: Sorted | undefined, column: string): Sorted | undefined {
  if (column === '') return undefined;
  if (before?.column !== column) return { column, direction: 'ascending' };
  return before.direction === 'ascending' ? { column, direction: 'descending' } : undefined;
}

/** What each row says in all its columns, folded. */
const toTexts = <R extends GridRow>(
  ids: readonly string[],
  toRow: (id: string) => R | undefined,
  columns: readonly GridColumn<R>[],
): string[] =>
  ids.map((id) => {
    const row = toRow(id);
    return row ? toFolded(columns.map(({ key }) => key?.(row) ?? '').join('\n')) : '';
  });
