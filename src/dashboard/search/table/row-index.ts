import type { GridColumn, GridRow, GridSort } from './grid-column.ts';
import { finishWork, maxRowsAtOnce, runInSlices, type SlicedRun, type SlicedWork } from './slices.ts';
import { createSortKeys, foldText, sortRows, type SortKeys } from './sort-rows.ts';

/** Sort keys and texts of the loaded rows, read once. */
export type RowIndex = {
  /** Whether the rows can be sorted by the column, and searched where `finds`. */
  readonly isReady: (column: string | undefined, finds: boolean) => boolean;
  /** Reads what someone is waiting for first: the texts, or the keys of a column. */
  readonly request: (column: string | undefined) => void;
  /** Those of the row numbers whose row contains a text, sorted by a column. Call it only when `isReady`. */
  readonly arrange: (rows: Uint32Array, sorted: GridSort | undefined, text: string) => Uint32Array;
  /** Reads the rows while the browser is idle and calls back as parts get ready. Returns a function that stops. */
  readonly start: (onReady: () => void) => () => void;
};

/** Creates the index. Few rows are read when first needed; more are read in slices after `start`. */
export function createRowIndex<R extends GridRow>(
  ids: readonly string[],
  toRow: (id: string) => R | undefined,
  columns: readonly GridColumn<R>[],
): RowIndex {
  const sortKeys = new Map<string, SortKeys>();
  let texts: string[] | undefined;
  let notify = (): void => undefined;
  const isSmall = ids.length <= maxRowsAtOnce;
  const sortable = new Set(columns.filter(({ key }) => key).map(({ id }) => id));

  /** Reads these columns of every row, and the text of all columns where it is missing and `withTexts`. */
  function* read(wanted: readonly GridColumn<R>[], withTexts: boolean): SlicedWork<void> {
    const readers = wanted.map(({ id, key }) => ({ id, key, keys: createSortKeys(ids.length) }));
    const found: string[] | undefined = withTexts && !texts ? [] : undefined;
    for (let at = 0; at < ids.length; at += 1) {
      const row = toRow(ids[at] ?? '');
      for (const { key, keys } of readers) keys.add(row && key?.(row));
      found?.push(row ? foldText(columns.map(({ key }) => key?.(row) ?? '').join('\n')) : '');
      if (at % 32 === 31) yield;
    }
    texts ??= found;
    notify();
    for (const { id, keys } of readers) {
      if (!sortKeys.has(id)) sortKeys.set(id, yield* keys.rank());
      notify();
    }
  }

  const shown = columns.filter(({ key, look }) => key && look.off !== true);
  /** The shown columns and the texts; paused while a requested column is read. */
  const everything = read(shown, true);
  const requested = new Set<string>();
  let running: SlicedRun | undefined;
  let isReadingRequested = false;
  let isHurried = false;

  const readNext = () => {
    const wanted = columns.filter(({ id }) => requested.has(id) && !sortKeys.has(id));
    isReadingRequested = wanted.length > 0;
    running = runInSlices(isReadingRequested ? read(wanted, false) : everything, () => {
      running = undefined;
      if (isReadingRequested) readNext();
    });
    if (isReadingRequested || isHurried) running.hurry();
  };

  const lacks = (column: string | undefined): column is string =>
    column !== undefined && sortable.has(column) && !sortKeys.has(column);

  return {
    isReady: (column, finds) => isSmall || !(lacks(column) || (finds && !texts)),
    request(column) {
      if (isSmall) return;
      // Once the texts are there, all rows are read: the shown columns only wait for their ranks.
      const isRead = texts !== undefined && shown.some(({ id }) => id === column);
      if (lacks(column) && !isRead) requested.add(column);
      else isHurried = true;
      if (isReadingRequested && running) return;
      running?.stop();
      readNext();
    },
    arrange(rows, sorted, text) {
      const column = columns.find(({ id }) => id === sorted?.column);
      const needle = foldText(text.trim());
      if (isSmall && (lacks(column?.id) || (needle !== '' && !texts)))
        finishWork(read(column && lacks(column.id) ? [column] : [], true));
      const keys = sorted && sortKeys.get(sorted.column);
      const found = needle === '' ? rows : rows.filter((row) => texts?.[row]?.includes(needle));
      return keys && sorted ? sortRows(found, keys, sorted.direction) : found;
    },
    start(onReady) {
      if (isSmall) return () => undefined;
      notify = onReady;
      if (!running) readNext();
      return () => {
        notify = () => undefined;
        running?.stop();
        running = undefined;
        isReadingRequested = false;
      };
    },
  };
}
