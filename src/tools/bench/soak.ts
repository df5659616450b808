import { randomInt } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAccount } from '../../service/accounts/accounts.ts';
import type { Pool } from '../../service/db/pool.ts';
import { type GatewayProcess, sendToGateway } from '../gateway-process.ts';
import type { CollectedMemory, HeapInspector } from './collected-memory.ts';

/** The resources of a gateway at one time. */
export interface SoakSample extends CollectedMemory {
  readonly atSeconds: number;
  /** Resident memory in megabytes before the collection. */
  readonly memoryMb: number;
  readonly fileHandles: number;
  /** Connections to the database. */
  readonly connections: number;
}

/** A gateway under mixed load. */
interface SoakTrial {
  readonly sql: Pool;
  readonly gateway: GatewayProcess;
  readonly inspector: HeapInspector;
  readonly minutes: number;
  readonly callers: number;
  readonly onSample?: ((sample: SoakSample) => void) | undefined;
}

const sampleMs = 30_000;
const timeoutMs = 40_000;

/** Sends paid, free, rejected and aborted requests for some minutes, and samples the resources of the gateway. */
export async function runSoak(trial: SoakTrial): Promise<{ samples: SoakSample[]; statuses: Record<string, number> }> {
  const { sql, gateway, minutes, callers, onSample } = trial;
  const endMs = performance.now() + minutes * 60_000;
  const statuses: Record<string, number> = {};
  const running = Array.from({ length: callers }, async (_, at) => {
    const { key } = await createAccount(sql, { name: `soak ${at}`, plan: 'PRO_PLUS', purchased: 1_000_000 });
    while (performance.now() < endMs) {
      const status = String((await sendNext(gateway, key)) ?? 'broken off');
      statuses[status] = (statuses[status] ?? 0) + 1;
      await sleep(randomInt(300, 700));
    }
  });
  const samples: SoakSample[] = [];
  for (const startedAt = performance.now(); performance.now() < endMs; await sleep(sampleMs)) {
    const sample = await readSample(trial, (performance.now() - startedAt) / 1000);
    samples.push(sample);
    onSample?.(sample);
  }
  await Promise.all(running);
  return { samples, statuses };
}

type SoakRequest = { method: 'GET' | 'POST'; path: string; body?: unknown; breakOff?: true; key?: string };

const post = (path: string, body: unknown): SoakRequest => ({ method: 'POST', path: `/api/v1/${path}`, body });
const get = (path: string): SoakRequest => ({ method: 'GET', path });
const texts = ['batteries for trucks', 'online learning', 'payments for small shops', 'drug discovery'];

const mix: readonly (() => SoakRequest)[] = [
  () => post('deals', { page_size: randomInt(1, 100) }),
  () => post('deals', { deal: { financing_types: [{ type: 'SEED' }] }, sort_by: 'largest_raise', page_size: 25 }),
  () => post('companies', { search_query: texts[randomInt(0, texts.length)], page_size: 10 }),
  () => post('investors', { company_investments: { industries: ['fintech'] }, page_size: 5 }),
  () => post('people', { person: { roles: ['founder'] }, page: randomInt(0, 50), page_size: 5 }),
  () => ({ ...post('people', { page_size: 500, page: randomInt(0, 20) }), breakOff: true }),
  () => post('deals', { page_size: 0 }),
  () => get('/api/v1/company/search?name=data'),
  () => get('/api/v1/location/search?name=london'),
  () => get('/account/usage'),
  () => get('/'),
  () => get('/openapi.json'),
  () => get('/nothing'),
  () => ({ ...get('/account'), key: 'vg_nobody' }),
];

async function sendNext(gateway: GatewayProcess, ownKey: string): Promise<number | undefined> {
  const { breakOff, key = ownKey, ...request } = mix[randomInt(0, mix.length)]?.() ?? get('/');
  const response = await sendToGateway(gateway, { ...request, key, timeoutMs: breakOff ? 5 : timeoutMs });
  return response?.statusCode;
}

async function readSample({ sql, gateway, inspector }: SoakTrial, atSeconds: number): Promise<SoakSample> {
  const pid = gateway.pid();
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const [row] = await sql<{ connections: number }[]>`
    SELECT count(*)::int AS connections FROM pg_stat_activity WHERE application_name LIKE 'fundscope%'`;
  return {
    atSeconds: Math.round(atSeconds),
    memoryMb: Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024),
    ...(await inspector.collect()),
    fileHandles: readdirSync(`/proc/${pid}/fd`).length,
    connections: row?.connections ?? 0,
  };
}

/** The growth of a figure: the median of the last quarter of the samples divided by that of the second. */
export function calculateGrowth(values: readonly number[]): number {
  const quarter = Math.max(1, Math.floor(values.length / 4));
  const before = findMedian(values.slice(quarter, 2 * quarter));
  return before === 0 ? 1 : findMedian(values.slice(-quarter)) / before;
}

function findMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
