import type { Predicate } from '../db/predicates.ts';
import { recordAliases } from '../db/page.ts';
import { type Bits, hasBit, selectRows } from './bits.ts';
import { leadFlag, readColumn } from '../db/catalogue.ts';
import { countedLinks, type LinkedRows } from '../db/indexed-links.ts';
import { type BoundRows, evaluate } from './evaluate.ts';
import type { IndexedRecords } from './read-records.ts';

/** A table whose records took part in deals. */
export type CountedTable = keyof typeof countedLinks;
export const isCounted = (table: string): table is CountedTable => table in countedLinks;

/** How many deals of each row satisfy a predicate. */
export type DealCounts = { readonly deals: Int32Array; readonly part: CountedPart };

/** Deals, and the flags that the link to a deal must have. */
type CountedPart = { readonly within: Bits | undefined; readonly flags: number };

/** The participants of deals. */
type TakenParts = {
  /** The rows that took part in each deal. */
  readonly ofDeals: LinkedRows;
  /** The largest number of deals of a row. */
  readonly max: number;
  /** Working memory to count the deals of one search. */
  readonly counts: Int32Array;
};
export type DealParts = Readonly<Record<CountedTable, TakenParts>>;

/** Lists who took part in each deal, from the deals of each participant. */
export function listDealParts({ links, tables }: IndexedRecords): DealParts {
  const listParts = (own: LinkedRows, rows: number): TakenParts => ({
    ofDeals: reverseLinks(own, tables.d.rows),
    max: own.offsets.reduce((max, end, row) => Math.max(max, end - (own.offsets[row - 1] ?? 0)), 0),
    counts: new Int32Array(rows),
  });
  return {
    investors: listParts(links.investorDeals, tables.i.rows),
    people: listParts(links.personDeals, tables.p.rows),
  };
}

/** The same links in the other direction: for each of `rows` rows the rows that link to it, with their flags. */
export function reverseLinks({ offsets, targets, flags }: LinkedRows, rows: number): LinkedRows {
  const ends = new Int32Array(rows + 1);
  for (const target of targets) ends[target + 1] = (ends[target + 1] as number) + 1;
  for (let row = 0; row < rows; row += 1) ends[row + 1] = (ends[row + 1] as number) + (ends[row] as number);
  const next = ends.slice();
  const reversed = {
    offsets: ends,
    targets: new Int32Array(targets.length),
    flags: flags && new Uint8Array(flags.length),
  };
  for (let row = 0; row + 1 < offsets.length; row += 1) {
    const end = offsets[row + 1] as number;
    for (let at = offsets[row] as number; at < end; at += 1) {
      const target = targets[at] as number;
      const place = next[target] as number;
      next[target] = place + 1;
      reversed.targets[place] = row;
      if (flags && reversed.flags) reversed.flags[place] = flags[at] as number;
    }
  }
  return reversed;
}

/** Counts deals for every row of a table: some deals by their participants, all deals row by row. */
export function countDealsByOwner(
  records: IndexedRecords,
  parts: DealParts,
  table: CountedTable,
  part: CountedPart,
  deals: Int32Array = new Int32Array(records.tables[recordAliases[table]].rows),
): DealCounts {
  if (part.within) countSome(parts[table].ofDeals, deals.fill(0), part.within, part.flags);
  else countAll(records.links[countedLinks[table]], deals, part.flags);
  return { deals, part };
}

/**
 * Reads the links of adjacent deals in one run: deals of one company, which company filters find together, are
 * adjacent. Without a branch for the flags, which a processor would mispredict.
 */
function countSome({ offsets, targets, flags }: LinkedRows, deals: Int32Array, within: Bits, wanted: number): void {
  for (let place = 0; place < within.length; place += 1) {
    let word = within[place] as number;
    while (word !== 0) {
      const lowest = word & -word;
      // The lowest bit of the run carries over into the bit after it.
      const after = (word + lowest) | 0;
      const first = place * 32 + 31 - Math.clz32(lowest);
      const end = place * 32 + (after === 0 ? 32 : 31 - Math.clz32(after & -after));
      const last = offsets[end] as number;
      for (let at = offsets[first] as number; at < last; at += 1) {
        const row = targets[at] as number;
        const counted = wanted === 0 ? 1 : Number(((flags?.[at] as number) & wanted) === wanted);
        deals[row] = (deals[row] as number) + counted;
      }
      word &= after;
    }
  }
}

function countAll({ offsets, flags }: LinkedRows, deals: Int32Array, wanted: number): void {
  for (let row = 0; row < deals.length; row += 1) {
    const [from, end] = [offsets[row] as number, offsets[row + 1] as number];
    let count = wanted === 0 ? end - from : 0;
    if (wanted !== 0) {
      for (let at = from; at < end; at += 1) count += Number(((flags?.[at] as number) & wanted) === wanted);
    }
    deals[row] = count;
  }
}

/** How many of a row's counted deals it led, and the time of the last one; NaN if none has a date. */
export function summarizeCounted(
  records: IndexedRecords,
  table: CountedTable,
  { part }: DealCounts,
  row: number,
): { readonly led: number; readonly last: number } {
  const { offsets, targets, flags } = records.links[countedLinks[table]];
  const dates = records.columns['d.date'];
  let [led, last] = [0, NaN];
  for (let at = offsets[row] as number; at < (offsets[row + 1] as number); at += 1) {
    const deal = targets[at] as number;
    const flag = flags?.[at] as number;
    if ((flag & part.flags) !== part.flags || (part.within && !hasBit(part.within, deal))) continue;
    led += flag & leadFlag;
    const date = dates[deal] as number;
    if (!(date <= last) && !Number.isNaN(date)) last = date;
  }
  return { led, last };
}

/** The rows with at least `min` deals. */
export function selectCounted({ deals }: DealCounts, min: number): Bits {
  return selectRows(deals.length, (first, end) => {
    let word = 0;
    for (let row = first; row < end; row += 1) word |= Number((deals[row] as number) >= min) << (row & 31);
    return word;
  });
}

/** Splits a predicate over a deal and its participant: flags belong to the link, everything else to the deal. */
export function splitPredicate(
  records: IndexedRecords,
  predicate: Predicate | undefined,
  bound: BoundRows,
): CountedPart {
  const parts = predicate?.is === 'all' ? predicate.of : predicate ? [predicate] : [];
  const ofDeal = parts.filter(({ is }) => is !== 'flag');
  return {
    within: ofDeal.length === 0 ? undefined : evaluate(records, { is: 'all', of: ofDeal }, 'd', bound),
    flags: parts.reduce((flags, part) => flags | (part.is === 'flag' ? (readColumn(part.column).linkFlag ?? 0) : 0), 0),
  };
}
