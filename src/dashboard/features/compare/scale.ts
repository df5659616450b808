/** A cell of a comparison. */
export type Cell =
  | {
      readonly kind: 'figure';
      readonly text: string;
      /** The length of its bar, 0 to 1, on the scale that all cells of its row share. */
      readonly share: number;
    }
  | { readonly kind: 'text'; readonly text: string }
  /** Why there is no figure, in a word. */
  | { readonly kind: 'unknown'; readonly text: string }
  /** The record is locked. */
  | { readonly kind: 'blank' };

/** One measure of all records that stand side by side. */
export type ComparedRow = { readonly name: string; readonly cells: readonly Cell[] };

/** Rows under one heading, and what they rest on. */
export type Section = { readonly title: string; readonly basis?: string; readonly rows: readonly ComparedRow[] };

/** A fact of a record, read for one row. */
export type Measure<R> =
  | {
      readonly name: string;
      readonly figure: (row: R) => number | null;
      readonly toText: (figure: number) => string;
      /** The end of the axis, where that is not the largest figure. */
      readonly full?: number;
      /** What is said where there is no figure; never 0. */
      readonly missing?: string;
    }
  | { readonly name: string; readonly text: (row: R) => string | null };

/** The cells of a measure: all bars of a row begin at zero and end at the same figure. */
export function toRow<R>(measure: Measure<R>, records: readonly (R | undefined)[]): ComparedRow {
  const { name } = measure;
  if ('text' in measure) {
    return { name, cells: records.map((record) => (record ? formatTextCell(measure.text(record)) : blank)) };
  }
  const { figure, toText, full, missing = 'Unknown' } = measure;
  const figures = records.map((record) => record && figure(record));
  const most = full ?? Math.max(0, ...figures.filter((one) => typeof one === 'number'));
  const cells = figures.map((one): Cell => {
    if (one === undefined) return blank;
    if (one === null) return { kind: 'unknown', text: missing };
    return { kind: 'figure', text: toText(one), share: most > 0 ? Math.min(1, one / most) : 0 };
  });
  return { name, cells };
}

const blank: Cell = { kind: 'blank' };

const formatTextCell = (text: string | null): Cell =>
  text === null || text === '' ? { kind: 'unknown', text: 'Unknown' } : { kind: 'text', text };

/** A name with its count, of the few that a service names. */
export type Top = { readonly name: string | null; readonly count: number | null };

const mostTops = 8;

/** The most frequent values of all records as rows, those that most of them share first. */
export function findTopRows<R>(
  read: (record: R) => readonly Top[] | null,
  records: readonly (R | undefined)[],
): ComparedRow[] {
  const counts = records.map((record) => record && countByKey(read(record) ?? []));
  const names = [...new Set(counts.flatMap((one) => [...(one?.keys() ?? [])]))];
  const most = Math.max(0, ...counts.flatMap((one) => [...(one?.values() ?? [])]));
  const sharedBy = (name: string) => counts.filter((one) => one?.has(name)).length;
  const sum = (name: string) => counts.reduce((total, one) => total + (one?.get(name) ?? 0), 0);
  return names
    .toSorted((a, b) => sharedBy(b) - sharedBy(a) || sum(b) - sum(a) || a.localeCompare(b))
    .slice(0, mostTops)
    .map((name) => ({ name, cells: counts.map((one) => renderTopCell(one, name, most)) }));
}

const countByKey = (tops: readonly Top[]): ReadonlyMap<string, number> =>
  new Map(tops.flatMap(({ name, count }) => (name === null || count === null ? [] : [[name, count]])));

function renderTopCell(counts: ReadonlyMap<string, number> | undefined, name: string, most: number): Cell {
  if (!counts) return blank;
  const count = counts.get(name);
  // Named are the most frequent only: another count is not known, and so not 0.
  if (count === undefined) return { kind: 'unknown', text: 'Not named' };
  return { kind: 'figure', text: count.toLocaleString('en-US'), share: most > 0 ? count / most : 0 };
}
