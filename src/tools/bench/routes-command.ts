import type { Command } from 'commander';
import type { RouteKind } from '#contract/routes.ts';
import { parseCount } from '../../gateway/cli/command.ts';
import type { Shutdown } from '../../gateway/shutdown.ts';
import { currentGeneration } from '../../service/db/permalinks.ts';
import type { Pool } from '../../service/db/pool.ts';
import type { Fragment } from '../../service/db/sql.ts';
import { loadDemo } from '../../service/import/demo/load-demo.ts';
import { createAnswerRoutes } from '../../service/index/answer-routes.ts';
import { listDealParts } from '../../service/index/count-deals.ts';
import { nameRecordFile, readRecordFile, writeRecordFile } from '../../service/index/record-file.ts';
import { readIndexedRecords } from '../../service/index/read-records.ts';
import { toDayNumber } from '../../service/market/deal-table.ts';
import type { GraphNode } from '../../service/routes/route-graph.ts';
import { openTemporaryDatabase } from '../data-folder.ts';
import { readMachineLoad } from '../machine-load.ts';
import { addToolAction } from '../tool-action.ts';

/** How many ask, and how many records of each kind each asks for. */
const askers = 20;
const targets = 10;

type Options = { readonly deals: number; readonly data?: string };

/** Milliseconds of processor time. */
type Times = { readonly median: number; readonly p95: number; readonly max: number };
type RouteTimes = { readonly load: number; readonly routes: number } & Record<'first' | 'next', Times>;

/** Adds `bench routes`. */
export function registerRoutesBench(bench: Command, shutdown: Shutdown): void {
  const command = bench
    .command('routes')
    .description('Ask for routes from investors with few and many rounds to investors, companies and people')
    .option('--deals <n>', 'number of demo deals, with half as many companies', parseCount, 1_000_000)
    .option('--data <folder>', 'use the records of this data folder');
  addToolAction(command, shutdown, { run: (options: Options) => runRoutesBench(options, shutdown), format });
}

async function runRoutesBench({ deals, data }: Options, shutdown: Shutdown): Promise<RouteTimes> {
  const { sql, dataDir } = await openTemporaryDatabase(shutdown, data);
  if (data === undefined) await loadDemo(sql, { companies: Math.ceil(deals / 2), deals, onProgress: console.error });
  const records = await readRecords(sql, dataDir);
  const answer = createAnswerRoutes(records, listDealParts(records));
  const ours = await listInvestors(sql);
  const to = (
    await Promise.all((['investor', 'company', 'person'] as const).map((kind) => listTargets(sql, kind)))
  ).flat();
  const today = toDayNumber(new Date().toISOString().slice(0, 10));
  const first: number[] = [];
  const next: number[] = [];
  let routes = 0;
  const ask = (investor: GraphNode, target: GraphNode, into: number[]) => {
    const before = process.cpuUsage();
    routes += answer({ from: [investor], to: target, maxHops: 4, maxRoutes: 3, today }).length;
    const { user, system } = process.cpuUsage(before);
    into.push((user + system) / 1000);
  };
  // The first question builds the graph.
  ask(ours[0] as GraphNode, ours[1] as GraphNode, []);
  for (const investor of ours) to.forEach((target, at) => ask(investor, target, at === 0 ? first : next));
  return { load: readMachineLoad(), routes, first: summarize(first), next: summarize(next) };
}

async function readRecords(sql: Pool, folder: string) {
  const [{ generation } = { generation: 0 }] = await sql<
    { generation: number }[]
  >`SELECT ${currentGeneration(sql)} AS generation`;
  const file = await nameRecordFile(sql, folder, generation);
  const stored = await readRecordFile(file).catch(() => undefined);
  if (stored) return stored;
  const connection = await sql.reserve();
  const records = await readIndexedRecords(connection, generation).finally(() => connection.release());
  await writeRecordFile(file, records);
  return records;
}

/** Investors from the one with the most rounds to those with ten. */
const listInvestors = (sql: Pool): Promise<GraphNode[]> =>
  listEvenly(
    sql,
    'investor',
    askers,
    sql`(SELECT * FROM investors WHERE total_deal_count >= 10)`,
    sql`total_deal_count DESC,`,
  );

const tables = { investor: 'investors', company: 'companies', person: 'people' } as const;

const listTargets = (sql: Pool, kind: RouteKind): Promise<GraphNode[]> =>
  listEvenly(sql, kind, targets, sql.identifier(tables[kind]), sql``);

/** So many records of a table, evenly spaced in an order. */
async function listEvenly(sql: Pool, kind: RouteKind, count: number, from: Fragment, order: Fragment) {
  const found = await sql<{ row: number }[]>`
    SELECT id AS row FROM (SELECT id, row_number() OVER (ORDER BY ${order} id) AS place, count(*) OVER () AS found
      FROM ${from} AS listed) AS placed WHERE place % (found / ${count}) = 1 ORDER BY place LIMIT ${count}`;
  return found.map(({ row }) => ({ kind, row }));
}

function summarize(times: readonly number[]): Times {
  const ordered = times.toSorted((a, b) => a - b);
  const at = (share: number) => ordered[Math.min(ordered.length - 1, Math.floor(share * ordered.length))] ?? 0;
  return { median: at(0.5), p95: at(0.95), max: at(1) };
}

const formatTimes = ({ median, p95, max }: Times): string =>
  `median ${median.toFixed(1)}, 95th percentile ${p95.toFixed(1)}, longest ${max.toFixed(1)} ms of processor time`;

const format = ({ load, routes, first, next }: RouteTimes): string[] => [
  `first question of an investor: ${formatTimes(first)}`,
  `further questions: ${formatTimes(next)}`,
  `${routes} routes, load ${load}`,
];
