import { foldText } from '../../platform/format.ts';
import type { GridColumn, GridRow, GridSort, GroupSpan, ColumnKey } from './grid-column.ts';
import { finishWork, maxRowsAtOnce, runInSlices, type SlicedWork } from './slices.ts';

/** Sort keys and texts of the loaded rows, read once. */
export type RowIndex = {
  /**
   * How many rows can be sorted by the column, and searched where `finds`, counted from the first one: all of them once
   * they are read, fewer while someone waits for them.
   */
  readonly countReady: (column: string | undefined, finds: boolean) => number;
  /** Reads what someone is waiting for first: the texts, or the keys of a column. The newest request wins. */
  readonly request: (column: string | undefined) => void;
  /**
   * Those of the row numbers whose row contains a text, sorted by columns, the last one first. Of rows that are not
   * read yet none is found, and they are sorted last.
   */
  readonly arrange: (rows: Uint32Array, sorted: readonly GridSort[], text: string) => Uint32Array;
  /** Where the key of a column changes in an order of rows. Call it after `arrange` by this column. */
  readonly findSpans: (order: Uint32Array, column: string) => GroupSpan[];
  /** Reads the rows while the browser is idle and calls back as parts get ready. Returns a function that stops. */
  readonly start: (onReady: () => void) => () => void;
};

/** Rows after which a first part is shown to someone who waits; each further part doubles what is read. */
const firstPart = 1000;

/**
 * Creates the index. Few rows are read when first needed; more are read in slices after `start`. Columns that are `off`
 * are read on request; those of `hidden` are only sorted by, not searched.
 */
export function createRowIndex<R extends GridRow>(
  ids: readonly string[],
  toRow: (id: string) => R | undefined,
  columns: readonly GridColumn<R>[],
  hidden: readonly GridColumn<R>[] = [],
): RowIndex {
  const keyed = [...columns, ...hidden];
  const reader = createRowReader(ids, toRow, columns);
  const { sortKeys, texts, requested, countFound } = reader;
  const isSmall = ids.length <= maxRowsAtOnce;
  const sortable = new Set(keyed.filter(({ key }) => key).map(({ id }) => id));
  const shown = columns.filter(({ key, display }) => key && display.off !== true);
  /** The shown columns and the texts. */
  const everything = reader.read(shown, true);
  /** Requested columns; each pauses while a newer request is read. */
  const works = new Map<string, SlicedWork<void>>();
  let stop: (() => void) | undefined;

  const countKeys = (column: string | undefined) =>
    column !== undefined && sortable.has(column) ? (sortKeys.get(column)?.rows ?? 0) : ids.length;
  const lacks = (target: string | undefined) => (target === undefined ? countFound() : countKeys(target)) < ids.length;

  /** The work that reads a column soonest, or the texts for undefined. */
  const findWork = (target: string | undefined): SlicedWork<void> => {
    // Texts need all shown columns; where half of them is read, the rest takes no longer than a column from the start.
    const withAll = requested.has(undefined) || texts.length > ids.length / 2;
    if (target === undefined || (withAll && shown.some(({ id }) => id === target))) return everything;
    const work =
      works.get(target) ??
      reader.read(
        keyed.filter(({ id }) => id === target),
        false,
      );
    works.set(target, work);
    return work;
  };

  const readNext = () => {
    for (const target of requested) if (!lacks(target)) requested.delete(target);
    reader.restartParts();
    const waits = requested.size > 0;
    const onDone = () => {
      stop = undefined;
      if (waits) readNext();
    };
    stop = runInSlices(waits ? findWork([...requested].at(-1)) : everything, onDone, waits);
  };

  return {
    countReady: (column, finds) =>
      isSmall ? ids.length : Math.min(countKeys(column), finds ? countFound() : ids.length),
    request(column) {
      if (isSmall || !lacks(column)) return;
      requested.delete(column);
      requested.add(column);
      stop?.();
      readNext();
    },
    arrange(rows, sorted, text) {
      const needle = foldText(text.trim());
      if (isSmall) {
        const wanted = keyed.filter(({ id }) => lacks(id) && sorted.some(({ column }) => column === id));
        const withTexts = needle !== '' && countFound() === 0;
        if (wanted.length > 0 || withTexts) finishWork(reader.read(wanted, withTexts));
      }
      const known = countFound();
      const found = needle === '' ? rows : rows.filter((row) => row < known && texts[row]?.includes(needle));
      return sorted.reduce((order, { column, direction }) => sortRows(order, sortKeys.get(column), direction), found);
    },
    findSpans: (order, column) => findSpans(order, sortKeys.get(column)),
    start(onReady) {
      if (isSmall) return () => undefined;
      reader.watch(onReady);
      if (!stop) readNext();
      return () => {
        reader.watch(() => undefined);
        stop?.();
        stop = undefined;
      };
    },
  };
}

/** Reads keys and texts of rows, in parts while someone waits for them. */
function createRowReader<R extends GridRow>(
  ids: readonly string[],
  toRow: (id: string) => R | undefined,
  columns: readonly GridColumn<R>[],
) {
  /** The keys of each column, and of how many rows. */
  const sortKeys = new Map<string, SortKeys & { readonly rows: number }>();
  const texts: string[] = [];
  let foundRows = 0;
  let notify = (): void => undefined;
  /** What someone waits for: columns, or undefined for the texts; the newest is the last one. */
  const requested = new Set<string | undefined>();
  /** The number of read rows at which the next part is shown. */
  let nextPart = firstPart;

  /** Reads these columns of every row, and the text of all columns where `withTexts`. */
  function* read(wanted: readonly GridColumn<R>[], withTexts: boolean): SlicedWork<void> {
    const readers = wanted.map(({ id, key }) => ({ id, key, keys: createSortKeys(ids.length) }));
    for (let at = 0; at < ids.length; at += 1) {
      const row = toRow(ids[at] ?? '');
      for (const { key, keys } of readers) keys.add(row && key?.(row));
      if (withTexts) texts[at] = row ? foldText(columns.map(({ key }) => key?.(row) ?? '').join('\n')) : '';
      if (at % 32 !== 31) continue;
      yield;
      if (requested.size === 0 || at + 1 < nextPart) continue;
      nextPart = (at + 1) * 2;
      const awaited = readers.filter(({ id }) => requested.has(id));
      yield* publish(at + 1, awaited, withTexts);
    }
    yield* publish(ids.length, readers, withTexts);
  }

  /** Makes the keys and texts of the first rows available, unless more of a column is there. */
  function* publish(rows: number, readers: readonly ColumnReader[], withTexts: boolean): SlicedWork<void> {
    if (withTexts) foundRows = rows;
    notify();
    for (const { id, keys } of readers) {
      if (rows <= (sortKeys.get(id)?.rows ?? 0)) continue;
      sortKeys.set(id, { ...(yield* keys.rank()), rows });
      notify();
    }
  }

  return {
    sortKeys,
    texts,
    requested,
    /** How many of the texts are ready. */
    countFound: () => foundRows,
    read,
    /** Shows the next part at once where enough rows are read. */
    restartParts: () => void (nextPart = firstPart),
    watch: (onReady: () => void) => void (notify = onReady),
  };
}

type ColumnReader = { readonly id: string; readonly keys: ReturnType<typeof createSortKeys> };

/**
 * The sort keys of one column: for each row the rank of its key among all distinct keys. A row without a key has the
 * rank after the last.
 */
type SortKeys = { readonly ranks: Uint32Array; readonly distinct: number };

/** Where the keys change in an order of rows. */
function findSpans(order: Uint32Array, keys: SortKeys | undefined): GroupSpan[] {
  const firsts: number[] = [];
  for (let at = 0; at < order.length; at += 1) {
    if (at === 0 || keys?.ranks[order[at] ?? 0] !== keys?.ranks[order[at - 1] ?? 0]) firsts.push(at);
  }
  return firsts.map((first, at) => ({ first, count: (firsts[at + 1] ?? order.length) - first }));
}

/** Keys handled before the work may pause. */
const sliceKeys = 1000;

/** Collects the keys of a column row by row; repeated keys are held once. */
export function createSortKeys(rows: number) {
  const codes = new Uint32Array(rows);
  const codeOf = new Map<string | number, number>();
  let added = 0;
  let isText = false;
  return {
    /** Adds the key of the next row. */
    add(key: ColumnKey | undefined): void {
      const row = added;
      added += 1;
      if (key === null || key === undefined || Number.isNaN(key)) return;
      isText ||= typeof key === 'string';
      const code = codeOf.get(key) ?? codeOf.size + 1;
      codeOf.set(key, code);
      codes[row] = code;
    },
    /** Ranks the keys that were added. */
    *rank(): SlicedWork<SortKeys> {
      const raw = [...codeOf.keys()];
      const keys = isText ? yield* foldTexts(raw) : (raw as number[]);
      const distinct = isText ? yield* sortTexts([...new Set(keys as string[])]) : sortNumbers(keys as number[]);
      const rankOf = new Map<ColumnKey, number>();
      for (let rank = 0; rank < distinct.length; rank += 1) {
        rankOf.set(distinct[rank] ?? null, rank);
        if (rank % sliceKeys === 0) yield;
      }
      // Code 0 means no key.
      const ranks = Uint32Array.from([distinct.length, ...keys.map((key) => rankOf.get(key) ?? 0)]);
      yield;
      return { ranks: codes.map((code) => ranks[code] ?? distinct.length), distinct: distinct.length };
    },
  };
}

/** Longer texts sort by their start: 500 names of 100,000 letters took nine seconds to compare. */
const maxSortedLength = 200;

function* foldTexts(keys: readonly (string | number)[]): SlicedWork<string[]> {
  const folded: string[] = [];
  for (const key of keys) {
    folded.push(foldText(String(key).slice(0, maxSortedLength)));
    if (folded.length % sliceKeys === 0) yield;
  }
  return folded;
}

const sortNumbers = (keys: readonly number[]): number[] => Array.from(Float64Array.from(keys).toSorted());

/** Sorts runs and merges them, because one sort of 100,000 texts blocks the page for 0.4 s (README.md). */
function* sortTexts(texts: readonly string[]): SlicedWork<string[]> {
  let runs: string[][] = [];
  for (let from = 0; from < texts.length; from += sliceKeys) {
    runs.push(texts.slice(from, from + sliceKeys).toSorted());
    yield;
  }
  while (runs.length > 1) {
    const merged: string[][] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(yield* mergeRuns(runs[at] ?? [], runs[at + 1] ?? []));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergeRuns(one: readonly string[], other: readonly string[]): SlicedWork<string[]> {
  const merged: string[] = [];
  let [left, right] = [0, 0];
  for (;;) {
    const [a, b] = [one[left], other[right]];
    if (a === undefined || b === undefined) return merged.concat(one.slice(left), other.slice(right));
    if (b < a) right += 1;
    else left += 1;
    merged.push(b < a ? b : a);
    if (merged.length % sliceKeys === 0) yield;
  }
}

/**
 * Row numbers sorted by their keys, rows without a key last in both directions; the sort is stable. A counting sort,
 * because a comparator takes 60 times as long over 100,000 rows (README.md).
 */
export function sortRows(
  rows: Uint32Array,
  keys: SortKeys | undefined,
  direction: 'ascending' | 'descending',
): Uint32Array {
  if (!keys) return rows;
  const { ranks, distinct } = keys;
  const getRank = (row: number) => {
    const rank = ranks[row] ?? distinct;
    return direction === 'ascending' || rank === distinct ? rank : distinct - 1 - rank;
  };
  const starts = new Uint32Array(distinct + 2);
  for (const row of rows) starts[getRank(row) + 1] = (starts[getRank(row) + 1] ?? 0) + 1;
  for (let rank = 1; rank < starts.length; rank += 1) starts[rank] = (starts[rank] ?? 0) + (starts[rank - 1] ?? 0);
  const sorted = new Uint32Array(rows.length);
  for (const row of rows) {
    const rank = getRank(row);
    const at = starts[rank] ?? 0;
    sorted[at] = row;
    starts[rank] = at + 1;
  }
  return sorted;
}
