import { useEffect, useMemo, useState } from 'react';
import { useSettled } from '../../platform/url/use-settled.ts';
import { createPrepared, type Prepared } from './prepared.ts';
import type { GridColumn, GridRow, GridView, Sorted } from './grid-column.ts';

/** How a person arranged the loaded rows, in the words of the address; nothing where they stand as they came. */
export type Arrangement = {
  /** The column that was pressed and its direction, `size~descending`. */
  readonly arranged: string | undefined;
  /** The text that was looked for. */
  readonly find: string | undefined;
  readonly onArranged: (arranged: string | undefined) => void;
  readonly onFind: (find: string | undefined) => void;
};

/** Loaded rows as a person arranged them on the screen: ordered by a column, narrowed to what was looked for. */
export type Arranged<R extends GridRow> = {
  readonly view: GridView<R>;
  /** The numbers of the rows in view among the loaded ones, in their order; the same until the view changes. */
  readonly order: Uint32Array;
  /** The column that was pressed; undefined while the rows stand as the service gave them. */
  readonly sorted: Sorted | undefined;
  readonly onSort: (column: string) => void;
  /** The head of a column is about to be pressed: its keys are read before. */
  readonly onNear: (column: string) => void;
  /** The rows are still read through for what was asked; they stand as before until then. */
  readonly waits: boolean;
  readonly wanted: string;
  readonly onFind: (wanted: string) => void;
};

/**
 * Arranges rows by index: keys and texts are read once for all rows of an answer, before anybody asks and while the
 * browser is idle, and ordering or finding moves numbers alone, so that 100,000 rows follow the hand (measured:
 * README, Speed). `toRow` stays the same function while what is owned stays the same. `rows` are the numbers of the
 * rows that are shown at all; without it all are. `place` is what the address says of them.
 */
export function useArranged<R extends GridRow>(
  ids: readonly string[],
  toRow: (id: string) => R | undefined,
  columns: readonly GridColumn<R>[],
  rows: Uint32Array | undefined,
  place: Arrangement,
): Arranged<R> {
  const [pressed, setPressed] = useSettled(place.arranged, place.onArranged);
  const [wanted, setWanted] = useSettled(place.find, place.onFind);
  const sorted = useMemo(() => toSorted(columns, pressed), [columns, pressed]);
  const prepared = usePrepared(ids, toRow, columns);
  const finds = wanted.trim() !== '';
  const waits = !prepared.isReady(sorted?.column, finds);
  useEffect(() => {
    if (waits) prepared.need(sorted?.column);
  }, [waits, prepared, sorted]);
  const all = useMemo(() => rows ?? Uint32Array.from(ids.keys()), [rows, ids]);
  const made = useMemo(
    () => (waits ? undefined : { order: prepared.arrange(all, sorted, wanted), sorted, all }),
    [waits, prepared, all, sorted, wanted],
  );
  const { order, sorted: shown } = useLast(made, all);
  const toHeldRow = useMemo(() => holdRows(toRow), [toRow]);
  const idAt = (index: number) => ids[order[index] ?? -1];
  return {
    view: {
      count: order.length,
      idAt,
      rowAt: (index) => {
        const id = idAt(index);
        return id === undefined ? undefined : toHeldRow(id);
      },
    },
    order,
    sorted: shown,
    waits,
    onNear: (id) => prepared.need(id),
    onSort: (id) => setPressed(toText(toNext(sorted, id))),
    wanted,
    onFind: setWanted,
  };
}

/** More rows than are in sight. */
const mostHeld = 400;

/** Makes each row once while it is in sight, so that what did not change is not drawn again. */
function holdRows<R extends GridRow>(toRow: (id: string) => R | undefined): (id: string) => R | undefined {
  const held = new Map<string, R>();
  return (id) => {
    const row = held.get(id) ?? toRow(id);
    if (held.size >= mostHeld) held.clear();
    if (row) held.set(id, row);
    return row;
  };
}

/** What is prepared of these rows, drawn again whenever more of it is ready. */
function usePrepared<R extends GridRow>(
  ids: readonly string[],
  toRow: (id: string) => R | undefined,
  columns: readonly GridColumn<R>[],
): Prepared {
  const prepared = useMemo(() => createPrepared(ids, toRow, columns), [ids, toRow, columns]);
  const [, setVersion] = useState(0);
  useEffect(() => prepared.start(() => setVersion((version) => version + 1)), [prepared]);
  return prepared;
}

/** An order that was made of these rows, and the column that it goes by. */
type Made = { readonly order: Uint32Array; readonly sorted: Sorted | undefined; readonly all: Uint32Array };

/** The newest order that was made of these rows; as they stand where none was. */
function useLast(made: Made | undefined, all: Uint32Array): Omit<Made, 'all'> {
  const [last, setLast] = useState(made);
  if (made && made !== last) setLast(made);
  return made ?? (last?.all === all ? last : { order: all, sorted: undefined });
}

/** The column of an arrangement; undefined where there is none that rows can be ordered by. */
function toSorted<R extends GridRow>(columns: readonly GridColumn<R>[], pressed: string): Sorted | undefined {
  const [column = '', direction] = pressed.split('~');
  if (!columns.some(({ id, key }) => id === column && key)) return undefined;
  return { column, direction: direction === 'descending' ? 'descending' : 'ascending' };
}

const toText = (sorted: Sorted | undefined): string => (sorted ? `${sorted.column}~${sorted.direction}` : '');

/** One press orders upwards, another downwards, a third, or a blank name, as the service gave the rows. */
function toNext(before: Sorted | undefined, column: string): Sorted | undefined {
  if (column === '') return undefined;
  if (before?.column !== column) return { column, direction: 'ascending' };
  return before.direction === 'ascending' ? { column, direction: 'descending' } : undefined;
}
