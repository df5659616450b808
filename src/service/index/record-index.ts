import { setTimeout as sleep } from 'node:timers/promises';
import type { FindIds, FoundIds, IndexSnapshot, PageNumber, PagePlan } from '../db/page.ts';
import { currentGeneration, readAllPermalinks } from '../db/permalinks.ts';
import type { Pool } from '../db/pool.ts';
import { all, type Predicate } from '../db/predicates.ts';
import type { Sql } from '../db/sql.ts';
import { LruCache } from '../lru-cache.ts';
import { ThreadEnded } from '../threads/thread.ts';
import { bindPredicate } from './bind.ts';
import type { BoundRows } from './evaluate.ts';
import { type IndexThread, startIndexThread } from './index-thread.ts';
import { ReplacedRecords } from './read-arrays.ts';
import type { IndexedTables } from './read-records.ts';

/** Records of a few kilobytes each. */
const maxRecords = 5_000;
const maxPages = 100;
const maxRowsOfPage = 50;

/** An index of all records, in its own thread. */
export type RecordIndex = {
  /** The snapshot of a load of the records; undefined for another load, and until it is read. */
  readonly at: (generation: number | undefined) => IndexSnapshot | undefined;
  /** Reads the records of the database, unless the index already has them; throws once why its thread ended. */
  readonly update: (sql: Pool) => Promise<void>;
  /** Whether there is a snapshot. */
  readonly isReady: () => boolean;
  /** How many searches and counts the index answered. */
  readonly countAnswers: () => number;
  readonly close: () => Promise<void>;
};

/** Creates an index without records; with a folder, it stores the records of the last generation in a file there. */
export function createRecordIndex(folder?: string, startThread = startIndexThread): RecordIndex {
  let thread: IndexThread | undefined;
  let snapshot: IndexSnapshot | undefined;
  let answers = 0;
  const findSnapshot = () => (thread?.readEnd() ? undefined : snapshot);
  const countAnswer = <T>(answer: T): T => {
    if (answer !== undefined) answers += 1;
    return answer;
  };
  return {
    at(generation) {
      const current = findSnapshot();
      return current?.permalinks.generation === generation ? current : undefined;
    },
    async update(sql) {
      const ended = thread?.readEnd();
      if (ended) {
        thread = snapshot = undefined;
        throw new Error(`${ended.message} PostgreSQL answers until another one has the records.`);
      }
      const [current] = await sql<{ generation: number }[]>`SELECT ${currentGeneration(sql)} AS generation`;
      if (!current || current.generation === snapshot?.permalinks.generation) return;
      snapshot = undefined;
      const { generation } = current;
      const running = (thread ??= startThread());
      const { address, settings } = sql.options;
      const tables = await running.send('load', { database: { address, settings }, folder, generation });
      const permalinks = await readAllPermalinks(sql);
      if (permalinks.generation !== generation) throw new ReplacedRecords();
      snapshot = { ...createSearches(running, tables, countAnswer), permalinks, records: new LruCache(maxRecords) };
    },
    isReady: () => findSnapshot() !== undefined,
    countAnswers: () => answers,
    async close() {
      snapshot = undefined;
      await thread?.close();
    },
  };
}

/** Searches and counts that the thread answers, after PostgreSQL has looked up the values that only it compares. */
function createSearches(
  thread: IndexThread,
  tables: IndexedTables,
  countAnswer: <T>(answer: T) => T,
): Omit<IndexSnapshot, 'permalinks' | 'records'> {
  const { generation } = tables;
  async function sendBound<T>(sql: Sql, where: Predicate, send: (bound: BoundRows) => Promise<T>) {
    const bound = await bindPredicate(sql, tables, where);
    return bound && (await send(bound).catch(leaveToPostgres));
  }
  const findIds = cachePages((sql, plan, { page, pageSize }) =>
    sendBound(sql, all(plan.where ?? all(), plan.counted?.deals ?? all()), (bound) =>
      thread.send('find', { generation, plan: copyRanked(plan), page: { page, pageSize }, bound }),
    ),
  );
  return {
    findIds: async (...search) => countAnswer(await findIds(...search)),
    countByFacet: async (sql, where, by) =>
      countAnswer(
        await sendBound(sql, where ?? all(), (bound) => thread.send('facets', { generation, where, by, bound })),
      ),
    readMarket: async (sql, task) =>
      countAnswer(
        await sendBound(sql, all(task.where ?? all(), task.leads ?? all()), (bound) =>
          thread.send('market', { generation, bound, ...task }),
        ),
      ),
    readPosition: async (sql, question) =>
      countAnswer(
        await sendBound(sql, all(...question.groups.filter((group) => group !== undefined)), (bound) =>
          thread.send('position', { generation, bound, ...question }),
        ),
      ),
    findRoutes: async (question) =>
      countAnswer(await thread.send('routes', { generation, ...question }).catch(leaveToPostgres)),
    async findNames(table, name, limits) {
      const request = { generation, table, name, limits };
      return countAnswer(await thread.send('names', request).catch(leaveToPostgres));
    },
  };
}

/** Caches short pages that depend only on an order and the day, such as the newest deals. */
function cachePages(findIds: FindIds): FindIds {
  const pages = new LruCache<FoundIds>(maxPages);
  return async (sql, plan, paging) => {
    const name = namePage(plan, paging);
    const cached = name === undefined ? undefined : pages.get(name);
    if (cached) return cached;
    const found = await findIds(sql, plan, paging);
    if (name !== undefined && found) pages.set(name, found);
    return found;
  };
}

/** The values that a page depends on; undefined for one that is long or has a filter. */
const namePage = ({ table, where, order, counted, now }: PagePlan, { page, pageSize }: PageNumber) =>
  where || counted || typeof order !== 'string' || pageSize > maxRowsOfPage
    ? undefined
    : [table, order, now?.toISOString().slice(0, 10), page, pageSize].join(' ');

/** A message with part of an array includes all of its memory. */
const copyRanked = ({ order, ...plan }: PagePlan): PagePlan => ({
  ...plan,
  order: typeof order === 'string' ? order : { ids: order.ids.slice(), relevances: order.relevances.slice() },
});

function leaveToPostgres(error: unknown): undefined {
  if (error instanceof ThreadEnded) return undefined;
  throw error;
}

const idleMs = 2_000;

/** Keeps an index up to date until `signal` aborts, which closes it; reports each new reason why it cannot. */
export async function maintainRecordIndex(
  index: RecordIndex,
  sql: Pool,
  signal: AbortSignal,
  report: (text: string) => void,
): Promise<void> {
  let reported = '';
  signal.addEventListener('abort', () => void index.close());
  while (!signal.aborted) {
    // The database may be unavailable, or an import may have replaced the records; the next round tries again.
    await index.update(sql).catch((error: Error) => {
      if (signal.aborted || error.name === 'ReplacedRecords' || error.message === reported) return;
      reported = error.message;
      report(`Index in memory: ${error.message}`);
    });
    await sleep(idleMs, undefined, { signal }).catch(() => undefined);
  }
  await index.close();
}
