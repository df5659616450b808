import { financingTypes } from '#contract/enums.ts';
import { type Bits, hasBit } from './bits.ts';
import { countedLinks, type LinkedRows } from '../db/indexed-links.ts';
import type { CountedTable } from './count-deals.ts';
import type { IndexedRecords } from './read-records.ts';

/** The maximum length of each list of a summary (contract 2). */
const maxTop = 5;

/** What an investor or a person invested in, as PostgreSQL reads it (`summaryColumns`): ids with counts, ties by id. */
type DealSummary = {
  readonly industries: readonly { id: number; count: number }[];
  readonly locations: readonly { id: number; count: number }[];
  readonly rounds: readonly { type: string; count: number }[];
  readonly last_deals: number;
  readonly last_led: number;
};

/** Summarizes all deals of each row; `lastYear` are the deals of the last 12 months. */
export function summarizeDeals(
  { links, references, columns, tables }: IndexedRecords,
  table: CountedTable,
  rows: readonly number[],
  lastYear: Bits,
): DealSummary[] {
  const { offsets, targets, flags } = links[countedLinks[table]];
  const industries = createCounts(tables.n.rows);
  const locations = createCounts(tables.l.rows);
  const rounds = createCounts(financingTypes.length + 1);
  const takeIds = (counts: Counts, base: number) => takeTop(counts).map(([id, count]) => ({ id: id + base, count }));
  return rows.map((row) => {
    let [last_deals, last_led] = [0, 0];
    for (let at = offsets[row] as number; at < (offsets[row + 1] as number); at += 1) {
      const deal = targets[at] as number;
      const company = references.dealCompany[deal] as number;
      countTargets(links.companyIndustries, company, industries);
      const place = references.companyPlace[company] as number;
      if (place !== -1) increment(locations, place);
      // The code of a round is four times its type, plus its modifiers.
      increment(rounds, (columns['d.round'][deal] as number) >>> 2);
      if (!hasBit(lastYear, deal)) continue;
      last_deals += 1;
      last_led += (flags?.[at] as number) & 1;
    }
    return {
      industries: takeIds(industries, tables.n.base),
      locations: takeIds(locations, tables.l.base),
      rounds: takeTop(rounds).map(([type, count]) => ({ type: financingTypes[type - 1] as string, count })),
      last_deals,
      last_led,
    };
  });
}

/** How often each row was counted, and the rows that were. */
type Counts = { readonly times: Int32Array; readonly rows: number[] };
const createCounts = (rows: number): Counts => ({ times: new Int32Array(rows), rows: [] });

function increment({ times, rows }: Counts, row: number): void {
  if (times[row] === 0) rows.push(row);
  times[row] = (times[row] as number) + 1;
}

function countTargets({ offsets, targets }: LinkedRows, row: number, counts: Counts): void {
  const end = offsets[row + 1] as number;
  for (let at = offsets[row] as number; at < end; at += 1) increment(counts, targets[at] as number);
}

/** The most frequent rows with their counts; resets the counts. */
function takeTop({ times, rows }: Counts): [number, number][] {
  const top: [row: number, count: number][] = [];
  for (const row of rows) {
    const count = times[row] as number;
    times[row] = 0;
    // Most rows rank below the last of the top.
    const [last = row, least = 0] = top[maxTop - 1] ?? [];
    if (count < least || (count === least && row > last)) continue;
    top.push([row, count]);
    top.sort(([a, n], [b, m]) => m - n || a - b);
    top.length = Math.min(top.length, maxTop);
  }
  rows.length = 0;
  return top;
}
