import { type FoundIds, type PageNumber, type PagePlan, recordAliases, type RecordTable } from '../db/page.ts';
import { type Bits, countBits, intersect } from './bits.ts';
import {
  countDeals,
  type DealCounts,
  type DealParts,
  findLastDeal,
  isCounted,
  listDealParts,
  selectCounted,
  splitPredicate,
} from './count-deals.ts';
import { type BoundRows, evaluate } from './evaluate.ts';
import { findLastYear, type LastYear, orderByCount, takePage } from './order.ts';
import type { IndexedRecords } from './read-records.ts';
import { summarizeDeals } from './summarize.ts';

/** Finds the ids of a page; undefined for an order that the index has not. */
export type FindPage = (plan: PagePlan, paging: PageNumber, bound: BoundRows) => FoundIds | undefined;

/** Finds pages of these records; it keeps what depends on nothing but the day. */
export function createFindPage(records: IndexedRecords): FindPage {
  const parts = listDealParts(records);
  let lastYear: LastYear | undefined;
  return (plan, { page, pageSize }, bound) => {
    const year = (lastYear = findLastYear(records, plan.now ?? new Date(), lastYear));
    const found = search({ records, parts, bound, year }, plan, (page + 1) * pageSize);
    if (!found) return undefined;
    const rows = takePage(found.order, found.matching, {
      first: page * pageSize,
      end: Math.min(found.total, (page + 1) * pageSize),
    });
    const { base } = records.tables[recordAliases[plan.table]];
    return {
      ids: rows.map((row) => row + base),
      counts: found.counts && readCounts(records, plan.table, found.counts, rows),
      summaries: readSummaries(records, plan.table, rows, year),
      total: found.total,
      generation: records.generation,
    };
  };
}
type SearchedRows = { order: Int32Array; matching: Bits | undefined; total: number; counts: DealCounts | undefined };

type SearchContext = {
  readonly records: IndexedRecords;
  readonly parts: DealParts;
  readonly bound: BoundRows;
  readonly year: LastYear;
};

/** All rows that match, and an order of at least the first `end` of those; undefined for an order that the index has not. */
function search(
  { records, parts, bound, year }: SearchContext,
  { table, where, order, counted }: PagePlan,
  end: number,
): SearchedRows | undefined {
  const alias = recordAliases[table];
  const counts =
    counted && isCounted(table)
      ? countDeals(records, parts, table, splitPredicate(records, counted.deals, bound))
      : undefined;
  const enough = counts && counted && selectCounted(counts, counted.min);
  const satisfying = where && evaluate(records, where, alias, bound);
  const matching = enough && satisfying ? intersect(enough, satisfying) : (enough ?? satisfying);
  const rows =
    records.orders[`${table}.${order}`] ??
    (isCounted(table) ? orderByCount(records, parts, { table, order, counts, matching, end }, year) : undefined);
  const total = matching ? countBits(matching) : records.tables[alias].count;
  return rows && { order: rows, matching, total, counts };
}

function readCounts(
  records: IndexedRecords,
  table: RecordTable,
  counts: DealCounts,
  rows: number[],
): FoundIds['counts'] {
  if (!isCounted(table)) return undefined;
  return {
    deals: rows.map((row) => counts.deals[row] as number),
    led: rows.map((row) => counts.led[row] as number),
    latest: rows.map((row) => formatMoment(findLastDeal(records, table, counts, row))),
  };
}

/** The most summaries that are kept of each table, of a few hundred bytes each. */
const maxSummaries = 20_000;

/** The summaries of rows as JSON; those of the day are kept. */
function readSummaries(records: IndexedRecords, table: RecordTable, rows: number[], year: LastYear): string[] {
  if (!isCounted(table)) return [];
  const kept = year.summaries[table];
  if (kept.size > maxSummaries) kept.clear();
  const missing = rows.filter((row) => !kept.has(row));
  for (const [at, summary] of summarizeDeals(records, table, missing, year.deals).entries()) {
    kept.set(missing[at] as number, JSON.stringify(summary));
  }
  return rows.map((row) => kept.get(row) as string);
}

/** A moment as PostgreSQL reads it, to the millisecond; null when unknown. */
const formatMoment = (microseconds: number): string | null =>
  Number.isNaN(microseconds) ? null : new Date(Date.UTC(2000) + Math.floor(microseconds / 1000)).toISOString();
