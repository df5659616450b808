import { setTimeout as sleep } from 'node:timers/promises';
import { type FindIds, recordAliases } from '../db/page.ts';
import { currentGeneration } from '../db/permalinks.ts';
import { createPoolLike, type Pool } from '../db/pool.ts';
import { type Bits, countBits, hasBit } from './bits.ts';
import { bindPredicate } from './bind.ts';
import { evaluate } from './evaluate.ts';
import { ReplacedRecords } from './read-arrays.ts';
import { type IndexedRecords, readIndexedRecords } from './read-records.ts';

/** An index of all records in this process; until it is there, and where it cannot answer, it finds nothing. */
export type RecordIndex = {
  readonly findIds: FindIds;
  /** Reads the records of the database, if the index has not those already. */
  readonly update: (sql: Pool) => Promise<void>;
  /** How many searches the index answered. */
  readonly countAnswers: () => number;
};

/** Creates an index without records. */
export function createRecordIndex(): RecordIndex {
  let records: IndexedRecords | undefined;
  let answers = 0;
  return {
    async findIds(sql, { table, where, order }, { page, pageSize }) {
      const held = records;
      const rows = held?.orders.get(`${table}.${order}`);
      if (!held || !rows) return undefined;
      const bound = where && (await bindPredicate(sql, held, where));
      if (where && !bound) return undefined;
      const alias = recordAliases[table];
      const matching = where && bound && evaluate(held, where, alias, bound);
      const { base, count } = held.tables[alias];
      const total = matching ? countBits(matching) : count;
      const found = takePage(rows, matching, { first: page * pageSize, end: Math.min(total, (page + 1) * pageSize) });
      answers += 1;
      return { ids: found.map((row) => row + base), total, generation: held.generation };
    },
    async update(sql) {
      const [current] = await sql<{ generation: number }[]>`SELECT ${currentGeneration(sql)} AS generation`;
      if (!current || current.generation === records?.generation) return;
      records = undefined;
      await checkMemory(sql);
      records = await readAll(sql, current.generation);
    },
    countAnswers: () => answers,
  };
}

/** Walks an order; `first` and `end` count the matching rows. */
function takePage(
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
    `It needs ${needed} MB, and only ${available} MB of memory are free: at least four times as much is required.`,
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
      report(`Searches are answered without the index in memory. ${error.message}`);
    });
    await sleep(idleMs, undefined, { signal }).catch(() => undefined);
  }
}
