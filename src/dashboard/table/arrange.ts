import type { ColumnKey } from './grid-column.ts';

/**
 * The keys of one column for all rows, made once: the place of each key among all distinct keys, so that ordering
 * counts numbers and compares nothing. A row without a key has the place after the last.
 */
export type SortKeys = { readonly places: Uint32Array; readonly distinct: number };

const isLatin = /^[\x20-\x7E]*$/;

/** Text as it is compared and found: without case and accents. */
export const toFolded = (text: string): string =>
  (isLatin.test(text) ? text : text.normalize('NFKD').replaceAll(/\p{M}/gu, '')).toLowerCase();

/** Reads the keys of so many rows. */
export function toSortKeys(count: number, read: (index: number) => ColumnKey | undefined): SortKeys {
  const raw = Array.from({ length: count }, (_, index) => toKnown(read(index)));
  const isText = raw.some((key) => typeof key === 'string');
  const keys = isText ? raw.map((key) => (key === null ? null : toFolded(String(key)))) : raw;
  const distinct = toDistinct(keys);
  const placeOf = new Map(distinct.map((key, place) => [key, place]));
  const places = Uint32Array.from(keys, (key) => (key === null ? distinct.length : (placeOf.get(key) ?? 0)));
  return { places, distinct: distinct.length };
}

const toKnown = (key: ColumnKey | undefined): ColumnKey => (key === undefined || Number.isNaN(key) ? null : key);

/** The distinct keys in order, all texts or all numbers. */
function toDistinct(keys: readonly ColumnKey[]): ColumnKey[] {
  const distinct = [...new Set(keys)].filter((key) => key !== null);
  if (typeof distinct[0] !== 'number') return (distinct as string[]).toSorted();
  return Array.from(Float64Array.from(distinct, Number).toSorted());
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

/** The row numbers whose folded text holds what is looked for; all of them when that is blank. */
export function toFoundRows(texts: readonly string[], wanted: string): Uint32Array {
  const needle = toFolded(wanted.trim());
  const all = Uint32Array.from(texts.keys());
  return needle === '' ? all : all.filter((row) => texts[row]?.includes(needle));
}
