import { countedOrders } from '../db/record-orders.ts';
import type { Predicate } from '../db/predicates.ts';
import { recordAliases } from '../db/page.ts';
import { type Bits, hasBit, toBits } from './bits.ts';
import { leadFlag } from '../db/catalogue.ts';
import { countDealsByOwner, type CountedTable, type DealCounts, type DealParts } from './count-deals.ts';
import { evaluate } from './evaluate.ts';
import type { Codes, IndexedRecords } from './read-records.ts';

/**
 * The deals of the last 12 months, and what was computed from them on one day: the orders by them, by table and figure,
 * and the summaries of rows.
 */
export type LastYear = {
  readonly day: string;
  readonly deals: Bits;
  readonly orders: Map<string, Int32Array>;
  readonly summaries: Readonly<Record<CountedTable, Map<number, string>>>;
};

/** The last 12 months at a time; `held` if it is still the same day. */
export function findLastYear(records: IndexedRecords, now: Date, held: LastYear | undefined): LastYear {
  const day = now.toISOString().slice(0, 10);
  if (held?.day === day) return held;
  const deals = evaluate(records, buildLastYearPredicate(now), 'd', new Map());
  return { day, deals, orders: new Map(), summaries: { investors: new Map(), people: new Map() } };
}

type CountedOrderQuery = {
  readonly table: CountedTable;
  readonly order: string;
  readonly counts: DealCounts | undefined;
  readonly matching: Bits | undefined;
  /** How many of the matching rows are needed, from the first. */
  readonly end: number;
};

/**
 * The rows by deal counts: the first matching ones by matching deals, otherwise all by the deals of the last 12 months.
 */
export function orderByCount(
  records: IndexedRecords,
  parts: DealParts,
  { table, order, counts, matching = records.tables[recordAliases[table]].present, end }: CountedOrderQuery,
  { deals, orders }: LastYear,
): Int32Array | undefined {
  const { of, figure } = countedOrders[order] ?? {};
  const byId = records.orders[`${table}.id`];
  if (!figure || !byId) return undefined;
  if (of === 'matching')
    return counts && sortDescending(selectFirst(byId, matching, counts.deals, end, parts[table].max), counts.deals);
  const found = orders.get(`${table}.${figure}`);
  if (found) return found;
  const flags = figure === 'led' ? leadFlag : 0;
  const lastYear = countDealsByOwner(records, parts, table, { within: deals, flags });
  // People who do not invest have no figures; they are last.
  const known = table === 'people' ? (records.columns['p.is_investor'] as Codes) : undefined;
  const rows = sortDescending(byId, lastYear.deals, known);
  orders.set(`${table}.${figure}`, rows);
  return rows;
}

/**
 * The matching rows with the highest figures, none above `max`: at least `end` of them if there are that many, ordered
 * by id.
 */
function selectFirst(byId: Int32Array, matching: Bits, figures: Int32Array, end: number, max: number): Int32Array {
  const having = new Int32Array(max + 1);
  const candidates: number[] = [];
  let [least, wanted] = [0, 0];
  for (let row = 0; row < figures.length; row += 1) {
    const figure = figures[row] as number;
    // Almost all rows end here, because the lowest figure that is still wanted rises early.
    if (figure < least || !hasBit(matching, row)) continue;
    candidates.push(row);
    having[figure] = (having[figure] as number) + 1;
    wanted += 1;
    for (; wanted - (having[least] as number) >= end; least += 1) wanted -= having[least] as number;
  }
  const isWanted = toBits(
    figures.length,
    candidates.filter((row) => (figures[row] as number) >= least),
  );
  const first = new Int32Array(wanted);
  for (let at = 0, count = 0; count < wanted; at += 1) {
    const row = byId[at] as number;
    if (!hasBit(isWanted, row)) continue;
    first[count] = row;
    count += 1;
  }
  return first;
}

/** Sorts rows, which are ordered by id, by a figure, largest first; rows where `known` is 0 are last. */
function sortDescending(rows: Int32Array, figures: Int32Array, known?: Codes): Int32Array {
  const placeOf = (row: number) => (known?.[row] === 0 ? 0 : (figures[row] as number) + 1);
  let max = 0;
  for (const row of rows) max = Math.max(max, placeOf(row));
  const ends = new Int32Array(max + 2);
  for (const row of rows) ends[max - placeOf(row) + 1] = (ends[max - placeOf(row) + 1] as number) + 1;
  for (let at = 1; at < ends.length; at += 1) ends[at] = (ends[at] as number) + (ends[at - 1] as number);
  const sorted = new Int32Array(rows.length);
  for (const row of rows) {
    const place = max - placeOf(row);
    sorted[ends[place] as number] = row;
    ends[place] = (ends[place] as number) + 1;
  }
  return sorted;
}

/** Deals of the last 12 months: (today - 12 months, today], in UTC days (contract 2). */
function buildLastYearPredicate(now: Date): Predicate {
  const [year, month, day] = [now.getUTCFullYear() - 1, now.getUTCMonth(), now.getUTCDate()];
  const daysOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const before = new Date(Date.UTC(year, month, Math.min(day, daysOfMonth) + 1));
  return {
    is: 'all',
    of: [
      { is: 'since', column: 'd.date', day: before.toISOString().slice(0, 10) },
      { is: 'until', column: 'd.date', day: now.toISOString().slice(0, 10) },
    ],
  };
}

/** The rows of a page; `first` and `end` count the matching rows of an order. */
export function takePage(
  order: Int32Array,
  matching: Bits | undefined,
  { first, end }: { first: number; end: number },
): number[] {
  if (first >= end) return [];
  if (!matching) return [...order.subarray(first, end)];
  const found: number[] = [];
  for (let at = 0, place = 0; place < end; at += 1) {
    const row = order[at] as number;
    if (!hasBit(matching, row)) continue;
    if (place >= first) found.push(row);
    place += 1;
  }
  return found;
}
