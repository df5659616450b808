import type { Pool } from '../../service/db/pool.ts';
import { parseKey } from '../../service/http/auth.ts';
import { charge } from '../../service/http/charge.ts';
import { createQueryPool } from '../../service/http/query-pool.ts';
import { admit } from '../../service/http/rate-limit.ts';
import { createCaller } from './api.ts';
import { openBenchClient } from './client.ts';
import { newestDeals } from './operations.ts';
import { recordStatements, replay } from './statements.ts';

/** Responses per second for POST /deals with 25 rows and 16 callers, and for its statements through the driver only. */
export interface Throughput {
  http_per_second: number;
  driver_per_second: number;
  ratio: number;
}

const callers = 16;
const intervalMs = 4_000;
const intervalsPerKind = 3;
// The number of connections that a gateway has for searches.
const readers = 8;

/**
 * Alternates between both, so that both have the same machine load. `sql` has as many connections as a gateway's pool.
 */
export async function measureThroughput(sql: Pool, address: string, url: string): Promise<Throughput> {
  const accounts = await Promise.all(Array.from({ length: callers }, () => createCaller(sql)));
  const statements = await recordStatements(address, accounts[0]?.keys[0] ?? '', newestDeals);
  const client = await openBenchClient(url, callers);
  const limits = { maxConcurrent: readers, maxPerAccount: readers, queueTimeoutMs: 15_000 };
  const queryPool = createQueryPool(sql, { queryTimeoutMs: 15_000, search: limits, lookup: limits });
  const rows = newestDeals.body.page_size;

  const throughHttp = (caller: number, at: number) => {
    const keys = accounts[caller]?.keys ?? [];
    return client.ask(keys[at % keys.length] ?? '', newestDeals);
  };
  const throughDriver = async (caller: number, at: number) => {
    const { accountId = '', keys = [] } = accounts[caller] ?? {};
    const now = new Date();
    const key = parseKey(keys[at % keys.length]);
    await admit(sql, key, 'bench', now.getTime());
    const closed = new AbortController().signal;
    const queryRequest = { lane: 'search', account: accountId, closed, readsRecords: true } as const;
    await queryPool.run(queryRequest, (db) => replay(db, statements));
    const charged = { accountId, keyPrefix: key?.prefix ?? '', requestId: 'bench', endpoint: 'searchDeals', now };
    await charge(sql, { ...charged, rows, tenths: rows * 10 }, { seesBalance: true, purchaseUrl: '' });
  };
  const [http, driver] = [0, 0].map(() => [] as number[]) as [number[], number[]];
  for (let turn = 0; turn < intervalsPerKind; turn += 1) {
    http.push(await countResponses(throughHttp));
    driver.push(await countResponses(throughDriver));
  }
  await client.close();
  await queryPool.close();
  const [http_per_second, driver_per_second] = [http, driver].map(median) as [number, number];
  return { http_per_second, driver_per_second, ratio: Math.round((http_per_second / driver_per_second) * 100) / 100 };
}

/** Responses per second if every caller sends its next request as soon as the last response has arrived. */
async function countResponses(work: (caller: number, at: number) => Promise<unknown>): Promise<number> {
  const started = performance.now();
  let responses = 0;
  const run = async (caller: number) => {
    for (let at = 0; performance.now() - started < intervalMs; at += 1) {
      await work(caller, at);
      responses += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => run(caller)));
  return Math.round((responses * 10_000) / (performance.now() - started)) / 10;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[1] ?? 0;
