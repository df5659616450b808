import { createKeyReader, toSortedRows, type SortKeys } from './arrange.ts';
import { createFindText, type FindText } from './find-text.ts';
import type { GridColumn, GridRow, Sorted } from './grid-column.ts';
import { finish, mostAtOnce, runInSlices, type Running, type Work } from './slices.ts';

/** Keys and texts of the rows of an answer, read once for all of them. */
export type Prepared = {
  /** Whether the rows can be ordered by a column, and found by a text where that is wanted. */
  readonly isReady: (column: string | undefined, finds: boolean) => boolean;
  /** Somebody waits for the texts or for the keys of a column. */
  readonly need: (column: string | undefined) => void;
  /** Those of the row numbers that hold a text, in the order of a column; all that it takes is ready. */
  readonly arrange: (rows: Uint32Array, sorted: Sorted | undefined, wanted: string) => Uint32Array;
  /** Reads through the rows while the browser is idle; tells whenever something is ready. Returns the way to stop. */
  readonly start: (onReady: () => void) => () => void;
};

/** Prepares rows; a few are read at once when they are asked for, as many as 100,000 in slices before. */
export function createPrepared<R extends GridRow>(
  ids: readonly string[],
  toRow: (id: string) => R | undefined,
  columns: readonly GridColumn<R>[],
): Prepared {
  const held = new Map<string, SortKeys>();
  let text: FindText | undefined;
  let tell = (): void => undefined;
  const isSmall = ids.length <= mostAtOnce;
  const keyed = new Set(columns.filter(({ key }) => key).map(({ id }) => id));

  /** Reads these columns of every row, and the text of all columns while there is none and it is wanted. */
  function* read(wanted: readonly GridColumn<R>[], withText: boolean): Work<void> {
    const readers = wanted.map(({ id, key }) => ({ id, key, keys: createKeyReader(ids.length) }));
    const found = withText && !text ? createFindText() : undefined;
    for (let at = 0; at < ids.length; at += 1) {
      const row = toRow(ids[at] ?? '');
      for (const { key, keys } of readers) keys.add(row && key?.(row));
      found?.add(row ? columns.map(({ key }) => key?.(row) ?? '').join('\n') : '');
      if (at % 32 === 31) yield;
    }
    text ??= found;
    tell();
    for (const { id, keys } of readers) {
      if (!held.has(id)) held.set(id, yield* keys.finish());
      tell();
    }
  }

  const usual = columns.filter(({ key, look }) => key && look.off !== true);
  /** The usual columns and the text of every row; put down for a column that somebody waits for. */
  const everything = read(usual, true);
  const awaited = new Set<string>();
  let running: Running | undefined;
  let isReadingAwaited = false;
  let isHurried = false;

  const readNext = () => {
    const wanted = columns.filter(({ id }) => awaited.has(id) && !held.has(id));
    isReadingAwaited = wanted.length > 0;
    running = runInSlices(isReadingAwaited ? read(wanted, false) : everything, () => {
      running = undefined;
      if (isReadingAwaited) readNext();
    });
    if (isReadingAwaited || isHurried) running.hurry();
  };

  const lacks = (column: string | undefined): column is string =>
    column !== undefined && keyed.has(column) && !held.has(column);

  return {
    isReady: (column, finds) => isSmall || !(lacks(column) || (finds && !text)),
    need(column) {
      if (isSmall) return;
      // With the text the rows are read: what is left to do for the usual columns is their order.
      const isRead = text !== undefined && usual.some(({ id }) => id === column);
      if (lacks(column) && !isRead) awaited.add(column);
      else isHurried = true;
      if (isReadingAwaited && running) return;
      running?.stop();
      readNext();
    },
    arrange(rows, sorted, wanted) {
      const column = columns.find(({ id }) => id === sorted?.column);
      const finds = wanted.trim() !== '';
      if (isSmall && (lacks(column?.id) || (finds && !text)))
        finish(read(column && lacks(column.id) ? [column] : [], true));
      const keys = sorted && held.get(sorted.column);
      const found = finds && text ? toCommon(rows, text.find(wanted), ids.length) : rows;
      return keys && sorted ? toSortedRows(found, keys, sorted.direction) : found;
    },
    start(onReady) {
      if (isSmall) return () => undefined;
      tell = onReady;
      if (!running) readNext();
      return () => {
        tell = () => undefined;
        running?.stop();
        running = undefined;
        isReadingAwaited = false;
      };
    },
  };
}

/** Those of the rows that were found, as they stand. */
function toCommon(rows: Uint32Array, found: Uint32Array, count: number): Uint32Array {
  if (rows.length === count) return found;
  const isFound = new Uint8Array(count);
  for (const row of found) isFound[row] = 1;
  return rows.filter((row) => isFound[row] === 1);
}
