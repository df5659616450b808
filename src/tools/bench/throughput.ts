import type { Pool } from '../../service/db/pool.ts';
import { toPresentedKey } from '../../service/http/auth.ts';
import { charge } from '../../service/http/charge.ts';
import { createQueryTurns } from '../../service/http/query-turns.ts';
import { admit } from '../../service/http/rate-limit.ts';
import { makeCaller } from './api.ts';
import { openBenchClient } from './client.ts';
import { newestDeals } from './operations.ts';
import { recordStatements, replay } from './statements.ts';

/** Answers a second of POST /deals with 25 rows and 16 callers, and of its statements through the driver alone. */
export interface Throughput {
  http_per_second: number;
  driver_per_second: number;
  ratio: number;
}

const callers = 16;
const turnMs = 4_000;
const turnsOfEach = 3;
/** As many connections as a gateway has for searches. */
const readers = 8;

/** Measures both in turns, so that both meet the same machine; `sql` has as many connections as a gateway's pool. */
export async function measureThroughput(sql: Pool, address: string, url: string): Promise<Throughput> {
  const accounts = await Promise.all(Array.from({ length: callers }, () => makeCaller(sql)));
  const statements = await recordStatements(address, accounts[0]?.keys[0] ?? '', newestDeals);
  const client = await openBenchClient(url, callers);
  const turns = createQueryTurns(sql, { queryMs: 15_000, patienceMs: 15_000, most: readers });
  const rows = newestDeals.body.page_size;

  const throughHttp = (caller: number, at: number) => {
    const keys = accounts[caller]?.keys ?? [];
    return client.ask(keys[at % keys.length] ?? '', newestDeals);
  };
  const throughDriver = async (caller: number, at: number) => {
    const { accountId = '', keys = [] } = accounts[caller] ?? {};
    const now = new Date();
    const key = toPresentedKey(keys[at % keys.length]);
    await admit(sql, key, 'bench', now.getTime());
    await turns(new AbortController().signal, (db) => replay(db, statements));
    const due = { accountId, keyPrefix: key?.prefix ?? '', requestId: 'bench', endpoint: 'searchDeals', now };
    await charge(sql, { ...due, rows, tenths: rows * 10 }, { seesBalance: true, purchaseUrl: '' });
  };
  const [http, driver] = [0, 0].map(() => [] as number[]) as [number[], number[]];
  for (let turn = 0; turn < turnsOfEach; turn += 1) {
    http.push(await countAnswers(throughHttp));
    driver.push(await countAnswers(throughDriver));
  }
  await client.close();
  await turns.close();
  const [http_per_second, driver_per_second] = [http, driver].map(toMiddle) as [number, number];
  return { http_per_second, driver_per_second, ratio: Math.round((http_per_second / driver_per_second) * 100) / 100 };
}

/** How many answers a second come, when every caller asks again as soon as it was answered. */
async function countAnswers(work: (caller: number, at: number) => Promise<unknown>): Promise<number> {
  const started = performance.now();
  let answers = 0;
  const run = async (caller: number) => {
    for (let at = 0; performance.now() - started < turnMs; at += 1) {
      await work(caller, at);
      answers += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => run(caller)));
  return Math.round((answers * 10_000) / (performance.now() - started)) / 10;
}

const toMiddle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[1] ?? 0;
