import type { Predicate } from '../db/predicates.ts';
import { recordAliases } from '../db/page.ts';
import { type Bits, createBits, addBit, hasBit, listRows } from './bits.ts';
import { countedLinks, linkFlags } from './catalogue.ts';
import { type BoundRows, evaluate } from './evaluate.ts';
import type { IndexedRecords, LinkedRows } from './read-records.ts';
import { reverseLinks } from './reverse-links.ts';

/** A table whose records took part in deals. */
export type CountedTable = keyof typeof countedLinks;
export const isCounted = (table: string): table is CountedTable => table in countedLinks;

/** The deals of each row that satisfy a predicate, and those that the row led. */
export type DealCounts = { readonly deals: Int32Array; readonly led: Int32Array; readonly part: CountedPart };

/** Deals, and the flags that the link to a deal must have. */
export type CountedPart = { readonly within: Bits | undefined; readonly flags: number };

/** The rows of each counted table that took part in each deal. */
export type DealParts = Readonly<Record<CountedTable, LinkedRows>>;

/** Reads who took part in each deal from the deals of each. */
export const listDealParts = ({ links, tables }: IndexedRecords): DealParts => ({
  investors: reverseLinks(links.investorDeals, tables.d.rows),
  people: reverseLinks(links.personDeals, tables.d.rows),
});

/** Counts deals for every row of a table: of some deals by who took part in each, of all deals row by row. */
export function countDeals(
  records: IndexedRecords,
  parts: DealParts,
  table: CountedTable,
  part: CountedPart,
): DealCounts {
  const { rows } = records.tables[recordAliases[table]];
  const counts = { deals: new Int32Array(rows), led: new Int32Array(rows), part };
  if (part.within) countSome(parts[table], counts, listRows(part.within));
  else countAll(records.links[countedLinks[table]], counts);
  return counts;
}

function countSome(
  { offsets, targets, flags }: LinkedRows,
  { deals, led, part }: DealCounts,
  within: Int32Array,
): void {
  for (const deal of within) {
    const end = offsets[deal + 1] as number;
    for (let at = offsets[deal] as number; at < end; at += 1) {
      const flag = flags?.[at] as number;
      if ((flag & part.flags) !== part.flags) continue;
      const row = targets[at] as number;
      deals[row] = (deals[row] as number) + 1;
      if (flag & 1) led[row] = (led[row] as number) + 1;
    }
  }
}

function countAll({ offsets, flags }: LinkedRows, { deals, led, part }: DealCounts): void {
  for (let row = 0; row < deals.length; row += 1) {
    const end = offsets[row + 1] as number;
    for (let at = offsets[row] as number; at < end; at += 1) {
      const flag = flags?.[at] as number;
      if ((flag & part.flags) !== part.flags) continue;
      deals[row] = (deals[row] as number) + 1;
      led[row] = (led[row] as number) + (flag & 1);
    }
  }
}

/** The moment of the last counted deal of a row; NaN when none has a date. */
export function findLastDeal(records: IndexedRecords, table: CountedTable, { part }: DealCounts, row: number): number {
  const { offsets, targets, flags } = records.links[countedLinks[table]];
  const dates = records.columns['d.date'];
  let last = NaN;
  for (let at = offsets[row] as number; at < (offsets[row + 1] as number); at += 1) {
    const deal = targets[at] as number;
    if (((flags?.[at] as number) & part.flags) !== part.flags || (part.within && !hasBit(part.within, deal))) continue;
    const date = dates[deal] as number;
    if (!(date <= last) && !Number.isNaN(date)) last = date;
  }
  return last;
}

/** The rows with at least so many deals. */
export function selectCounted({ deals }: DealCounts, min: number): Bits {
  const bits = createBits(deals.length);
  for (let row = 0; row < deals.length; row += 1) if ((deals[row] as number) >= min) addBit(bits, row);
  return bits;
}

/** The part of a predicate over a deal and someone's part in it: flags belong to the link, everything else to the deal. */
export function splitPredicate(
  records: IndexedRecords,
  predicate: Predicate | undefined,
  bound: BoundRows,
): CountedPart {
  const parts = predicate?.is === 'all' ? predicate.of : predicate ? [predicate] : [];
  const ofDeal = parts.filter(({ is }) => is !== 'flag');
  return {
    within: ofDeal.length === 0 ? undefined : evaluate(records, { is: 'all', of: ofDeal }, 'd', bound),
    flags: parts.reduce((flags, part) => flags | (part.is === 'flag' ? (linkFlags[part.column] ?? 0) : 0), 0),
  };
}
