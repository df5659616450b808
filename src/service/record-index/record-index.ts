import { setTimeout as sleep } from 'node:timers/promises';
import {
  type FindIds,
  type FoundIds,
  type HeldRecords,
  type PagePlan,
  recordAliases,
  type RecordTable,
} from '../db/page.ts';
import { currentGeneration, readAllPermalinks } from '../db/permalinks.ts';
import { createPoolLike, type Pool } from '../db/pool.ts';
import { all } from '../db/predicates.ts';
import { type Bits, countBits, intersect } from './bits.ts';
import { bindPredicate } from './bind.ts';
import { countByFacet } from './count-facets.ts';
import { countDeals, type DealCounts, findLastDeal, isCounted, selectCounted, splitPredicate } from './count-deals.ts';
import { type BoundRows, evaluate } from './evaluate.ts';
import { findLastYear, type LastYear, orderByCount, takePage } from './order.ts';
import { ReplacedRecords } from './read-arrays.ts';
import { nameRecordFile, readRecordFile, writeRecordFile } from './record-file.ts';
import { type IndexedRecords, readIndexedRecords } from './read-records.ts';
import { createRowCache } from './row-cache.ts';
import { summarizeDeals } from './summarize.ts';

/** An index of all records in this process. */
export type RecordIndex = {
  /** What is held of a load of the records; undefined when it is another one, and until it is read. */
  readonly at: (generation: number | undefined) => HeldRecords | undefined;
  /** Reads the records of the database, if the index has not those already. */
  readonly update: (sql: Pool) => Promise<void>;
  /** Whether records are held. */
  readonly isReady: () => boolean;
  /** How many searches the index answered. */
  readonly countAnswers: () => number;
};

/** Creates an index without records; with a folder, it keeps the records of the last generation in a file there. */
export function createRecordIndex(folder?: string): RecordIndex {
  let held: HeldRecords | undefined;
  let answers = 0;
  return {
    at: (generation) => (held?.permalinks.generation === generation ? held : undefined),
    async update(sql) {
      const [current] = await sql<{ generation: number }[]>`SELECT ${currentGeneration(sql)} AS generation`;
      if (!current || current.generation === held?.permalinks.generation) return;
      held = undefined;
      await checkMemory(sql);
      const records = await readRecords(sql, folder, current.generation);
      const permalinks = await readAllPermalinks(sql);
      if (permalinks.generation !== current.generation) throw new ReplacedRecords();
      const find = createFindIds(records);
      const findIds: FindIds = async (...plan) => {
        const found = await find(...plan);
        if (found) answers += 1;
        return found;
      };
      held = {
        findIds,
        async countByFacet(connection, where) {
          const bound = await bindPredicate(connection, records, where ?? all());
          return bound && countByFacet(records, where, bound);
        },
        permalinks,
        rows: createRowCache(),
      };
    },
    isReady: () => held !== undefined,
    countAnswers: () => answers,
  };
}

/** Reads the records of a generation from their file, else from the database. */
async function readRecords(sql: Pool, folder: string | undefined, generation: number): Promise<IndexedRecords> {
  const file = folder === undefined ? undefined : await nameRecordFile(sql, folder, generation);
  const stored = file && (await readRecordFile(file).catch(() => undefined));
  if (stored?.generation === generation) return stored;
  const records = await readAll(sql, generation);
  if (file) await writeRecordFile(file, records);
  return records;
}

function createFindIds(records: IndexedRecords): FindIds {
  let lastYear: LastYear | undefined;
  return async (sql, plan, { page, pageSize }) => {
    const bound = await bindPredicate(sql, records, all(plan.where ?? all(), plan.counted?.deals ?? all()));
    if (!bound) return undefined;
    const year = (lastYear = findLastYear(records, plan.now ?? new Date(), lastYear));
    const found = search(records, plan, bound, year);
    if (!found) return undefined;
    const rows = takePage(found.order, found.matching, {
      first: page * pageSize,
      end: Math.min(found.total, (page + 1) * pageSize),
    });
    const { base } = records.tables[recordAliases[plan.table]];
    return {
      ids: rows.map((row) => row + base),
      counts: found.counts && readCounts(records, plan.table, found.counts, rows),
      summaries: readSummaries(records, plan.table, rows, year.deals),
      total: found.total,
      generation: records.generation,
    };
  };
}

type SearchedRows = { order: Int32Array; matching: Bits | undefined; total: number; counts: DealCounts | undefined };

/** All rows that match, and their order; undefined for an order that the index has not. */
function search(
  records: IndexedRecords,
  { table, where, order, counted }: PagePlan,
  bound: BoundRows,
  lastYear: LastYear,
): SearchedRows | undefined {
  const alias = recordAliases[table];
  const counts =
    counted && isCounted(table) ? countDeals(records, table, splitPredicate(records, counted.deals, bound)) : undefined;
  const enough = counts && counted && selectCounted(counts, counted.min);
  const satisfying = where && evaluate(records, where, alias, bound);
  const matching = enough && satisfying ? intersect(enough, satisfying) : (enough ?? satisfying);
  const rows =
    records.orders[`${table}.${order}`] ??
    (isCounted(table) ? orderByCount(records, { table, order }, counts, lastYear) : undefined);
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

function readSummaries(records: IndexedRecords, table: RecordTable, rows: number[], lastYear: Bits): string[] {
  return isCounted(table) ? summarizeDeals(records, table, rows, lastYear).map((one) => JSON.stringify(one)) : [];
}

/** A moment as PostgreSQL reads it, to the millisecond; null when unknown. */
const formatMoment = (microseconds: number): string | null =>
  Number.isNaN(microseconds) ? null : new Date(Date.UTC(2000) + Math.floor(microseconds / 1000)).toISOString();

/** Bytes of the index for each record, of any kind. */
const bytesPerRecord = 150;

/** Throws when the index would take more than a quarter of the memory that is left. */
async function checkMemory(sql: Pool): Promise<void> {
  const [totals] = await sql<{ records: number }[]>`
    SELECT deals::bigint + companies + investors + people AS records FROM totals`;
  const [needed, available] = [(totals?.records ?? 0) * bytesPerRecord, process.availableMemory()].map((bytes) =>
    Math.ceil(bytes / 2 ** 20),
  ) as [number, number];
  if (needed * 4 <= available) return;
  throw new Error(
    `it needs ${needed} MB, and four times as much must be free, but ${available} MB are. PostgreSQL answers.`,
  );
}

async function readAll(sql: Pool, generation: number): Promise<IndexedRecords> {
  const pool = createPoolLike(sql, {
    max: 1,
    // One process of the database reads, in the order of the statement.
    settings: { application_name: 'fundscope index', max_parallel_workers_per_gather: 0, work_mem: '64MB' },
  });
  try {
    const connection = await pool.reserve();
    try {
      return await readIndexedRecords(connection, generation);
    } finally {
      connection.release();
    }
  } finally {
    await pool.end({ timeout: 0 });
  }
}

const idleMs = 2_000;

/** Keeps an index up to date until `signal` aborts; reports each new reason why it cannot be. */
export async function maintainRecordIndex(
  index: RecordIndex,
  sql: Pool,
  signal: AbortSignal,
  report: (text: string) => void,
): Promise<void> {
  let reported = '';
  while (!signal.aborted) {
    // The database may be unavailable, or an import may have replaced the records: the next round tries again.
    await index.update(sql).catch((error: Error) => {
      if (signal.aborted || error instanceof ReplacedRecords || error.message === reported) return;
      reported = error.message;
      report(`Index in memory: ${error.message}`);
    });
    await sleep(idleMs, undefined, { signal }).catch(() => undefined);
  }
}
