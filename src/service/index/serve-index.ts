import type { MessagePort } from 'node:worker_threads';
import type {
  CountedFacets,
  Facet,
  IndexFigures,
  FoundIds,
  NameLimits,
  PageNumber,
  PagePlan,
  SimilarNames,
} from '../db/page.ts';
import { createPool, type Pool, type PoolOptions } from '../db/pool.ts';
import type { Predicate } from '../db/predicates.ts';
import { createRequestOrder } from '../threads/request-order.ts';
import { type RequestMessage, respond } from '../threads/thread.ts';
import { type NamedTable, namedTables } from '../db/indexed-links.ts';
import { type CountFacets, createCountFacets } from './count-facets.ts';
import { type AnswerMarket, createAnswerMarket } from './answer-market.ts';
import { type AnswerRoutes, createAnswerRoutes } from './answer-routes.ts';
import { listDealParts } from './count-deals.ts';
import type { BoundRows } from './evaluate.ts';
import type { MarketFigures, MarketTask } from '../market/compute-market.ts';
import type { PositionFigures, PositionQuestion } from '../market/position-figures.ts';
import type { RouteFigures } from '../routes/compute-routes.ts';
import type { RouteQuestion } from '../routes/find-best-routes.ts';
import { createFindPage, type FindPage } from './find-page.ts';
import { findSimilarNames } from './name-trigrams.ts';
import { nameRecordFile, readRecordFile, writeRecordFile } from './record-file.ts';
import { type IndexedRecords, type IndexedTables, readIndexedRecords } from './read-records.ts';

/** What the thread that holds the records does; undefined if it has none of that generation. */
export type IndexTasks = {
  /** Reads a generation of a database in place of the previous one; with a folder, from the file there. */
  readonly load: (request: LoadRequest) => Promise<IndexedTables>;
  readonly find: (request: {
    readonly generation: number;
    readonly plan: PagePlan;
    readonly page: PageNumber;
    readonly bound: BoundRows;
  }) => FoundIds | undefined;
  readonly facets: (request: {
    readonly generation: number;
    readonly where: Predicate | undefined;
    readonly by: readonly Facet[];
    readonly bound: BoundRows;
  }) => CountedFacets | undefined;
  readonly market: (
    request: MarketTask & { readonly generation: number; readonly bound: BoundRows },
  ) => IndexFigures<MarketFigures> | undefined;
  /** The deal of the question is an id. */
  readonly position: (
    request: PositionQuestion & { readonly generation: number; readonly bound: BoundRows },
  ) => IndexFigures<PositionFigures> | undefined;
  /** The rows of question and figures are ids. */
  readonly routes: (
    request: RouteQuestion & { readonly generation: number },
  ) => { readonly generation: number; readonly routes: RouteFigures[] } | undefined;
  readonly names: (request: {
    readonly generation: number;
    readonly table: NamedTable;
    readonly name: string;
    readonly limits: NameLimits;
  }) => SimilarNames | undefined;
};

type LoadRequest = {
  readonly database: Pick<PoolOptions, 'address' | 'settings'>;
  readonly folder: string | undefined;
  readonly generation: number;
};

type Loaded = {
  readonly records: IndexedRecords;
  readonly find: FindPage;
  readonly count: CountFacets;
  readonly answer: AnswerMarket;
  readonly answerRoutes: AnswerRoutes;
};

/**
 * Holds the records and serves the requests that arrive on a port, light ones first. Reading records leaves arrays
 * behind which V8 would keep until as many again are allocated: `collectGarbage` frees them.
 */
export function serveIndex(port: MessagePort, collectGarbage: () => void = () => undefined): void {
  let loaded: Loaded | undefined;
  const findLoad = (generation: number) => (loaded?.records.generation === generation ? loaded : undefined);
  const tasks: IndexTasks = {
    async load(request) {
      // Frees what is loaded before memory for the next generation is allocated.
      loaded = undefined;
      const records = await loadRecords(request);
      const { generation, tables } = records;
      const parts = listDealParts(records);
      loaded = {
        records,
        find: createFindPage(records, parts),
        count: createCountFacets(records),
        answer: createAnswerMarket(records, parts),
        answerRoutes: createAnswerRoutes(records, parts),
      };
      collectGarbage();
      // Numbers only: a message with one array of a file includes the whole file.
      const entries = Object.entries(tables).map(([alias, { base, rows }]) => [alias, { base, rows }]);
      return { generation, tables: Object.fromEntries(entries) as IndexedTables['tables'] };
    },
    find: ({ generation, plan, page, bound }) => findLoad(generation)?.find(plan, page, bound),
    facets: ({ generation, where, by, bound }) => findLoad(generation)?.count(where, by, bound),
    market({ generation, bound, ...task }) {
      const { answer } = findLoad(generation) ?? {};
      return answer && { generation, figures: answer.market(task, bound), firstIds: answer.firstIds };
    },
    position({ generation, bound, ...question }) {
      const { answer } = findLoad(generation) ?? {};
      if (!answer) return undefined;
      const { firstIds } = answer;
      const figures = answer.position({ ...question, deal: question.deal - firstIds.d }, bound);
      return { generation, figures, firstIds };
    },
    routes({ generation, ...question }) {
      const { answerRoutes } = findLoad(generation) ?? {};
      return answerRoutes && { generation, routes: answerRoutes(question) };
    },
    names({ generation, table, name, limits }) {
      const { names, tables } = findLoad(generation)?.records ?? {};
      const found = names?.[table] && findSimilarNames(names[table], name, limits);
      if (!found || !tables) return undefined;
      const { base } = tables[namedTables[table]];
      return { similarity: found.similarity, ids: found.rows.map((row) => row + base) };
    },
  };
  const waiting = createRequestOrder<RequestMessage>();
  let isServing = false;
  // One request per turn of the event loop, so that those that arrive in the meantime are ordered too.
  const serveNext = () => {
    const message = waiting.take();
    isServing = message !== undefined;
    if (!message) return;
    void respond(tasks, message).then((response) => port.postMessage(response));
    setImmediate(serveNext);
  };
  port.on('message', (message: RequestMessage) => {
    waiting.add(message, isHeavy(message));
    if (!isServing) setImmediate(serveNext);
    isServing = true;
  });
}

/** Whether a request takes longer the more deals match it. */
function isHeavy({ name, request }: RequestMessage): boolean {
  return (
    name === 'facets' ||
    name === 'market' ||
    name === 'routes' ||
    (name === 'find' && (request as Parameters<IndexTasks['find']>[0]).plan.counted !== undefined)
  );
}

async function loadRecords({ database, folder, generation }: LoadRequest): Promise<IndexedRecords> {
  const sql = createPool({
    ...database,
    max: 1,
    // A single database process reads, in the order of the statement.
    settings: {
      ...database.settings,
      application_name: 'fundscope index',
      max_parallel_workers_per_gather: 0,
      work_mem: '64MB',
    },
  });
  try {
    await checkMemory(sql);
    const file = folder === undefined ? undefined : await nameRecordFile(sql, folder, generation);
    const stored = file && (await readRecordFile(file).catch(() => undefined));
    if (stored?.generation === generation) return stored;
    const records = await readRecords(sql, generation);
    // The file only makes the next start faster: a full disk must not keep the index from answering.
    if (file) await writeRecordFile(file, records).catch(() => undefined);
    return records;
  } finally {
    await sql.end({ timeout: 0 });
  }
}

async function readRecords(sql: Pool, generation: number): Promise<IndexedRecords> {
  const connection = await sql.reserve();
  try {
    return await readIndexedRecords(connection, generation);
  } finally {
    connection.release();
  }
}

/** Bytes of the index for each record, of any kind. */
const bytesPerRecord = 150;

/** Throws if the index would take more than a quarter of the available memory. */
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
