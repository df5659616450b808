import { useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type {
  GridColumn,
  GridGroups,
  Grouping,
  GridRow,
  GridSort,
  GridView,
  GroupSpan,
  GroupValue,
} from './grid-column.ts';
import { createRowIndex, type RowIndex } from './row-index.ts';

const debounceMs = 200;

/** A text on screen that is not in the URL yet, and the URL's text when it was typed. */
type PendingText = { readonly text: string; readonly of: string };

/**
 * A text in the URL that changes while the user types. The first text follows every change at once, the second one when
 * what depends on it is drawn; 200 ms later `write` gets it, undefined for a blank one, because a change of the URL
 * would start the drawing anew. Any other change of the URL wins.
 */
export function useSettledValue(
  urlText: string | undefined,
  write: (next: string | undefined) => void,
): [now: string, drawn: string, onChange: (next: string) => void] {
  const text = urlText ?? '';
  const [pending, setPending] = useState<PendingText>();
  const settle = useEffectEvent(write);
  if (pending && pending.of !== text) setPending(undefined);
  const shown = pending?.of === text ? pending.text : text;
  const drawn = useDeferredValue(shown);
  useEffect(() => {
    if (shown === text || drawn !== shown) return undefined;
    const timer = setTimeout(() => settle(shown === '' ? undefined : shown), debounceMs);
    return () => clearTimeout(timer);
  }, [shown, drawn, text]);
  return [shown, drawn, (next) => setPending({ text: next, of: text })];
}

/** The sort and the find text of the loaded rows, as the URL has them; undefined for the default order. */
export type Arrangement = {
  /** The sorted column and its direction, `size~descending`. */
  readonly arranged: string | undefined;
  /** The find text. */
  readonly find: string | undefined;
  readonly onArranged: (arranged: string | undefined) => void;
  readonly onFind: (find: string | undefined) => void;
};

/** What is arranged: the rows, their columns, and how they are grouped. */
type ArrangedRows<R extends GridRow> = {
  readonly ids: readonly string[];
  /** Must stay the same function until more is unlocked. */
  readonly toRow: (id: string) => R | undefined;
  readonly columns: readonly GridColumn<R>[];
  /** The numbers of the rows that a filter left; without it all rows are shown. */
  readonly rows: Uint32Array | undefined;
  readonly grouping?: Grouping<R> | undefined;
};

/** The loaded rows, sorted by a column and filtered by a find text. */
export type RowOrder<R extends GridRow> = {
  readonly view: GridView<R>;
  /** The numbers of the rows in view, in their order; the same array until the view changes. */
  readonly order: Uint32Array;
  /** The groups of the rows; undefined where they are not grouped. */
  readonly groups: GridGroups | undefined;
  /** The sorted column; undefined in the default order. */
  readonly sorted: GridSort | undefined;
  readonly onSort: (column: string) => void;
  /** The pointer is over the head of a column, so its keys are read first. */
  readonly onNear: (column: string) => void;
  /**
   * How many rows are read for the sort and find; until it is all of them, the view is of these and the rest follows.
   */
  readonly readRows: number;
  /** The text in the find field. */
  readonly wanted: string;
  /** The text that the view is for; it follows `wanted` once the field has been drawn. */
  readonly found: string;
  readonly onFind: (wanted: string) => void;
};

/**
 * Sorts and finds by row number: keys and texts are read once while the browser is idle, so that a sort of 100,000
 * rows moves numbers only (README.md).
 */
export function useRowOrder<R extends GridRow>(
  { ids, toRow, columns, rows, grouping }: ArrangedRows<R>,
  place: Arrangement,
): RowOrder<R> {
  // The field and the button answer first, then the rows.
  const [, pressed, setPressed] = useSettledValue(place.arranged, place.onArranged);
  const [typed, wanted, setWanted] = useSettledValue(place.find, place.onFind);
  const sorted = useMemo(() => parseSort(columns, pressed), [columns, pressed]);
  const hidden = useMemo(() => (grouping ? [buildGroupColumn(grouping)] : []), [grouping]);
  const index = useRowIndex(ids, toRow, columns, hidden);
  const finds = wanted.trim() !== '';
  const readRows = index.countReady(sorted?.column, finds);
  // Groups of some rows would be wrong, where some sorted or found rows are only incomplete.
  const waitsForGroups = grouping !== undefined && index.countReady(groupColumn, false) < ids.length;
  useEffect(() => {
    if (finds) index.request(undefined);
  }, [finds, index]);
  useEffect(() => {
    if (sorted) index.request(sorted.column);
  }, [sorted, index]);
  useEffect(() => {
    if (waitsForGroups) index.request(groupColumn);
  }, [waitsForGroups, index]);
  const all = useMemo(() => rows ?? Uint32Array.from(ids.keys()), [rows, ids]);
  const computed = useMemo(
    () => (waitsForGroups || readRows === 0 ? undefined : arrange(index, { all, sorted, wanted, grouping })),
    [waitsForGroups, readRows, index, all, sorted, wanted, grouping],
  );
  const { order, spans, sorted: shown } = useLastOrder(computed, all);
  const readRow = useMemo(() => cacheRows(toRow), [toRow]);
  const groups = useMemo(
    () =>
      spans && grouping
        ? { spans, readAt: (first: number) => getGroup(grouping, readRow(ids[order[first] ?? -1] ?? '')) }
        : undefined,
    [spans, grouping, readRow, ids, order],
  );
  const idAt = (at: number) => ids[order[at] ?? -1];
  return {
    view: {
      count: order.length,
      idAt,
      rowAt: (at) => {
        const id = idAt(at);
        return id === undefined ? undefined : readRow(id);
      },
    },
    order,
    groups,
    sorted: shown,
    readRows: waitsForGroups ? 0 : readRows,
    onNear: (id) => {
      // Passing another head delays no sort or find that someone waits for.
      if (readRows === ids.length) index.request(id);
    },
    onSort: (id) => setPressed(formatSort(cycleSort(sorted, id))),
    wanted: typed,
    found: wanted,
    onFind: setWanted,
  };
}

/** The id of the column by which rows are grouped; no column of a table has it. */
const groupColumn = 'group';

const buildGroupColumn = <R extends GridRow>({ read }: Grouping<R>): GridColumn<R> => ({
  id: groupColumn,
  header: '',
  display: { width: 0, off: true },
  cell: () => null,
  key: (row) => read(row)?.order ?? null,
});

const getGroup = <R extends GridRow>({ read, none }: Grouping<R>, row: R | undefined): GroupValue =>
  (row && read(row)) ?? { order: '', name: none };

type Arranging<R extends GridRow> = {
  readonly all: Uint32Array;
  readonly sorted: GridSort | undefined;
  readonly wanted: string;
  readonly grouping: Grouping<R> | undefined;
};

/** Sorts by the column, then by the group: the sort is stable. */
function arrange<R extends GridRow>(index: RowIndex, { all, sorted, wanted, grouping }: Arranging<R>): ComputedOrder {
  const grouped = grouping && { column: groupColumn, direction: grouping.direction };
  const order = index.arrange(
    all,
    [sorted, grouped].filter((one) => one !== undefined),
    wanted,
  );
  return { order, sorted, all, spans: grouped && index.findSpans(order, groupColumn) };
}

/** More rows than fit on a screen. */
const maxCachedRows = 400;

/** Creates each row once while it is on screen, so that React does not render unchanged rows again. */
function cacheRows<R extends GridRow>(toRow: (id: string) => R | undefined): (id: string) => R | undefined {
  const held = new Map<string, R>();
  return (id) => {
    const row = held.get(id) ?? toRow(id);
    if (held.size >= maxCachedRows) held.clear();
    if (row) held.set(id, row);
    return row;
  };
}

/** The index of these rows; renders again whenever more of it is ready. */
function useRowIndex<R extends GridRow>(
  ids: readonly string[],
  toRow: (id: string) => R | undefined,
  columns: readonly GridColumn<R>[],
  hidden: readonly GridColumn<R>[],
): RowIndex {
  const index = useMemo(() => createRowIndex(ids, toRow, columns, hidden), [ids, toRow, columns, hidden]);
  const [, setVersion] = useState(0);
  useEffect(() => index.start(() => setVersion((version) => version + 1)), [index]);
  return index;
}

/** An order of these rows, its groups, and the column it is sorted by. */
type ComputedOrder = {
  readonly order: Uint32Array;
  readonly spans: readonly GroupSpan[] | undefined;
  readonly sorted: GridSort | undefined;
  readonly all: Uint32Array;
};

/** The newest order of these rows; the default order where there is none yet. */
function useLastOrder(computed: ComputedOrder | undefined, all: Uint32Array): Omit<ComputedOrder, 'all'> {
  const [last, setLast] = useState(computed);
  if (computed && computed !== last) setLast(computed);
  return computed ?? (last?.all === all ? last : { order: all, spans: undefined, sorted: undefined });
}

/** The sorted column from the URL; undefined for a column that cannot be sorted. */
function parseSort<R extends GridRow>(columns: readonly GridColumn<R>[], pressed: string): GridSort | undefined {
  const [column = '', direction] = pressed.split('~');
  if (!columns.some(({ id, key }) => id === column && key)) return undefined;
  return { column, direction: direction === 'descending' ? 'descending' : 'ascending' };
}

const formatSort = (sorted: GridSort | undefined): string => (sorted ? `${sorted.column}~${sorted.direction}` : '');

/** Ascending, then descending, then the default order, which a blank name restores at once. */
function cycleSort(before: GridSort | undefined, column: string): GridSort | undefined {
  if (column === '') return undefined;
  if (before?.column !== column) return { column, direction: 'ascending' };
  return before.direction === 'ascending' ? { column, direction: 'descending' } : undefined;
}
