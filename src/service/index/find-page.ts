import {
  type SearchFigures,
  type FoundIds,
  type PageNumber,
  type PagePlan,
  type RankedIds,
  recordAliases,
  type RecordTable,
} from '../db/page.ts';
import { type Bits, countBits, hasBit, intersect } from './bits.ts';
import {
  countDealsByOwner,
  type CountedTable,
  type DealCounts,
  type DealParts,
  isCounted,
  selectCounted,
  splitPredicate,
  summarizeCounted,
} from './count-deals.ts';
import { type BoundRows, evaluate, findRows } from './evaluate.ts';
import { findLastYear, type LastYear, orderByCount, takePage } from './order.ts';
import type { IndexedRecords } from './read-records.ts';
import { summarizeDeals } from './summarize.ts';

/** Finds the ids of a page; undefined for an order that the index does not have. */
export type FindPage = (plan: PagePlan, paging: PageNumber, bound: BoundRows) => FoundIds | undefined;

/** Finds pages of these records; it caches what depends only on the day. */
export function createFindPage(records: IndexedRecords, parts: DealParts): FindPage {
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
      figures: found.readFigures?.(rows),
      summaries: readSummaries(records, plan.table, rows, year),
      total: found.total,
      generation: records.generation,
    };
  };
}

type SearchedRows = {
  readonly order: Int32Array;
  readonly matching: Bits | undefined;
  readonly total: number;
  readonly readFigures: ((rows: readonly number[]) => SearchFigures[]) | undefined;
};

type SearchContext = {
  readonly records: IndexedRecords;
  readonly parts: DealParts;
  readonly bound: BoundRows;
  readonly year: LastYear;
};

/** All matching rows, and at least the first `end` in order; undefined for an order that the index does not have. */
function search(
  { records, parts, bound, year }: SearchContext,
  { table, where, order, counted }: PagePlan,
  end: number,
): SearchedRows | undefined {
  const alias = recordAliases[table];
  const satisfying = where && evaluate(records, where, alias, bound);
  if (typeof order !== 'string') return searchRanked(records, table, order, satisfying);
  const counts =
    counted && isCounted(table)
      ? countDealsByOwner(records, parts, table, splitPredicate(records, counted.deals, bound), parts[table].counts)
      : undefined;
  const enough = counts && counted && selectCounted(counts, counted.min);
  const matching = enough && satisfying ? intersect(enough, satisfying) : (enough ?? satisfying);
  const rows =
    records.orders[`${table}.${order}`] ??
    (isCounted(table) ? orderByCount(records, parts, { table, order, counts, matching, end }, year) : undefined);
  const total = matching ? countBits(matching) : records.tables[alias].count;
  const readFigures =
    counts && isCounted(table) ? (page: readonly number[]) => readCounts(records, table, counts, page) : undefined;
  return rows && { order: rows, matching, total, readFigures };
}

/** The matching rows among the records of a search text. */
function searchRanked(
  records: IndexedRecords,
  table: RecordTable,
  { ids, relevances }: RankedIds,
  matching: Bits | undefined,
): SearchedRows {
  const alias = recordAliases[table];
  const rows = findRows(records, alias, ids);
  const { base } = records.tables[alias];
  const order = matching ? rows.filter((row) => hasBit(matching, row)) : rows;
  return {
    order,
    matching: undefined,
    total: order.length,
    readFigures: (page) => page.map((row) => ({ similarity: relevances[ids.indexOf(row + base)] as number })),
  };
}

function readCounts(
  records: IndexedRecords,
  table: CountedTable,
  counts: DealCounts,
  rows: readonly number[],
): SearchFigures[] {
  return rows.map((row) => {
    const { led, last } = summarizeCounted(records, table, counts, row);
    return {
      filtered_deal_count: counts.deals[row] as number,
      filtered_lead_count: led,
      ...(table === 'people' && { filtered_most_recent_date: toDay(last) }),
    };
  });
}

/** The most summaries that are cached per table, of a few hundred bytes each. */
const maxSummaries = 20_000;

/** The summaries of rows as JSON; those of the day are cached. */
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

/** The UTC day of a time; null when unknown. */
const toDay = (microseconds: number): string | null =>
  Number.isNaN(microseconds)
    ? null
    : new Date(Date.UTC(2000) + Math.floor(microseconds / 1000)).toISOString().slice(0, 10);
