import type { ColumnKey } from './grid-column.ts';

/** The keys of one column for all rows, made once: numbers apart from texts, so that comparing is cheap. */
export type SortKeys =
  | { readonly kind: 'numbers'; readonly values: Float64Array }
  | { readonly kind: 'texts'; readonly values: readonly (string | null)[]; readonly heads: Float64Array };

/** Text as it is compared and found: without case and accents. */
export const toFolded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Reads the keys of so many rows. */
export function toSortKeys(count: number, read: (index: number) => ColumnKey | undefined): SortKeys {
  const raw = Array.from({ length: count }, (_, index) => read(index) ?? null);
  if (!raw.some((key) => typeof key === 'string')) {
    return { kind: 'numbers', values: Float64Array.from(raw, (key) => (typeof key === 'number' ? key : Number.NaN)) };
  }
  const values = raw.map((key) => (key === null ? null : toFolded(String(key))));
  return { kind: 'texts', values, heads: Float64Array.from(values, toHead) };
}

/** The first three letters as a number: most comparisons end there, without touching a string. */
function toHead(text: string | null): number {
  if (text === null) return Number.NaN;
  const unit = (at: number) => (at < text.length ? text.charCodeAt(at) + 1 : 0);
  return unit(0) * 2 ** 34 + unit(1) * 2 ** 17 + unit(2);
}

/** Row numbers in the order of their keys; rows without a key come last either way, ties stay as they stand. */
export function toSortedRows(rows: Uint32Array, keys: SortKeys, direction: 'ascending' | 'descending'): Uint32Array {
  const sign = direction === 'ascending' ? 1 : -1;
  const heads = keys.kind === 'numbers' ? keys.values : keys.heads;
  const texts = keys.kind === 'texts' ? keys.values : undefined;
  const known = rows.filter((row) => !Number.isNaN(heads[row]));
  const unknown = rows.filter((row) => Number.isNaN(heads[row]));
  known.sort((one, other) => {
    const difference = (heads[one] ?? 0) - (heads[other] ?? 0);
    if (difference !== 0) return sign * difference;
    const [text, otherText] = [texts?.[one] ?? '', texts?.[other] ?? ''];
    if (text === otherText) return one - other;
    return text < otherText ? -sign : sign;
  });
  const sorted = new Uint32Array(rows.length);
  sorted.set(known);
  sorted.set(unknown, known.length);
  return sorted;
}

/** The row numbers whose folded text holds what is looked for; all of them when that is blank. */
export function toFoundRows(texts: readonly string[], wanted: string): Uint32Array {
  const needle = toFolded(wanted.trim());
  const all = Uint32Array.from(texts.keys());
  return needle === '' ? all : all.filter((row) => texts[row]?.includes(needle));
}
