import type { ColumnKey } from './grid-column.ts';
import { finish, type Work } from './slices.ts';

/**
 * The keys of one column for all rows, made once: the place of each key among all distinct keys, so that ordering
 * counts numbers and compares nothing. A row without a key has the place after the last.
 */
export type SortKeys = { readonly places: Uint32Array; readonly distinct: number };

const isLatin = /^[\x20-\x7E]*$/;

/** Text as it is compared and found: without case and accents. */
export const addToDays = (text: string): string =>
  (isLatin.test(text) ? text : text.normalize('NFKD').replaceAll(/\p{M}/gu, '')).toLowerCase();

/** Reads the keys of so many rows, all at once. */
export function toSortKeys(count: number, read: (index: number) => ColumnKey | undefined): SortKeys {
  const keys = createKeyReader(count);
  for (let index = 0; index < count; index += 1) keys.add(read(index));
  return finish(keys.finish());
}

/** Reads the keys of a column row by row; what a row says is held once, however many rows say it. */
export function createKeyReader(count: number) {
  const codes = new Uint32Array(count);
  const codeOf = new Map<string | number, number>();
  let added = 0;
  let isText = false;
  return {
    /** Adds the key of the next row. */
    add(key: ColumnKey | undefined): void {
      const at = added;
      added += 1;
      if (key === null || key === undefined || Number.isNaN(key)) return;
      isText ||= typeof key === 'string';
      const code = codeOf.get(key) ?? codeOf.size + 1;
      codeOf.set(key, code);
      codes[at] = code;
    },
    /** Puts what was read in order. */
    *finish(): Work<SortKeys> {
      const raw = [...codeOf.keys()];
      const keys = isText ? yield* toFoldedKeys(raw) : (raw as number[]);
      const distinct = isText
        ? yield* toSortedTexts([...new Set(keys as string[])])
        : toSortedNumbers(keys as number[]);
      const placeOf = new Map<ColumnKey, number>();
      for (let place = 0; place < distinct.length; place += 1) {
        placeOf.set(distinct[place] ?? null, place);
        if (place % sliceRows === 0) yield;
      }
      // Code 0 is no key.
      const places = Uint32Array.from([distinct.length, ...keys.map((key) => placeOf.get(key) ?? 0)]);
      yield;
      return { places: codes.map((code) => places[code] ?? distinct.length), distinct: distinct.length };
    },
  };
}

/** So many keys are handled between two frames. */
const sliceRows = 1000;

function* toFoldedKeys(keys: readonly (string | number)[]): Work<string[]> {
  const folded: string[] = [];
  for (const key of keys) {
    folded.push(addToDays(String(key)));
    if (folded.length % sliceRows === 0) yield;
  }
  return folded;
}

const toSortedNumbers = (keys: readonly number[]): number[] => Array.from(Float64Array.from(keys).toSorted());

/** Sorts texts in runs, then merges the runs, so that no frame waits for all of it. */
function* toSortedTexts(texts: readonly string[]): Work<string[]> {
  let runs: string[][] = [];
  for (let from = 0; from < texts.length; from += sliceRows) {
    runs.push(texts.slice(from, from + sliceRows).toSorted());
    yield;
  }
  while (runs.length > 1) {
    const merged: string[][] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(yield* toMerged(runs[at] ?? [], runs[at + 1] ?? []));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* toMerged(one: readonly string[], other: readonly string[]): Work<string[]> {
  const merged: string[] = [];
  let [left, right] = [0, 0];
  for (;;) {
    const [a, b] = [one[left], other[right]];
    if (a === undefined || b === undefined) return merged.concat(one.slice(left), other.slice(right));
    if (b < a) right += 1;
    else left += 1;
    merged.push(b < a ? b : a);
    if (merged.length % sliceRows === 0) yield;
  }
}

/** Row numbers in the order of their keys; rows without a key come last either way, ties stay as they stand. */
export function toSortedRows(
  rows: Uint32Array,
  { places, distinct }: SortKeys,
  direction: 'ascending' | 'descending',
): Uint32Array {
  const toPlace = (row: number) => {
    const place = places[row] ?? distinct;
    return direction === 'ascending' || place === distinct ? place : distinct - 1 - place;
  };
  const starts = new Uint32Array(distinct + 2);
  for (const row of rows) starts[toPlace(row) + 1] = (starts[toPlace(row) + 1] ?? 0) + 1;
  for (let place = 1; place < starts.length; place += 1)
    starts[place] = (starts[place] ?? 0) + (starts[place - 1] ?? 0);
  const sorted = new Uint32Array(rows.length);
  for (const row of rows) {
    const place = toPlace(row);
    const at = starts[place] ?? 0;
    sorted[at] = row;
    starts[place] = at + 1;
  }
  return sorted;
}
