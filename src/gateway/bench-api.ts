import { createKey } from '../service/accounts/keys.ts';
import { createAccount } from '../service/accounts/accounts.ts';
import { buildService } from '../service/app.ts';
import { connect, type Sql } from '../service/db/open.ts';
import { charge } from '../service/http/charge.ts';
import { toPresentedKey } from '../service/http/auth.ts';
import { admit } from '../service/http/rate-limit.ts';
import type { Operation } from './bench-operations.ts';

/** Medians of one operation in milliseconds, and what of the answer's time was spent where. */
export interface OperationTimes {
  name: string;
  http_ms: number;
  sql_ms: number;
  key_and_limit_ms: number;
  charge_ms: number;
  /** What is left: HTTP, validation, objects and JSON. */
  rendering_ms: number;
  rows: number;
}

/** A statement as it went to the database. */
export interface Statement {
  text: string;
  parameters: unknown[];
}

const repeats = 41;
const keysOfCaller = 12;

/** An account with plenty of credits and several keys, so that no limit is met. */
export async function makeCaller(sql: Sql): Promise<{ accountId: string; keys: string[] }> {
  const wanted = { name: 'bench', plan: 'PRO', monthly: 0, purchased: 99_999_999 } as const;
  const { account_id: accountId, key } = await createAccount(sql, wanted);
  const others = await Promise.all(Array.from({ length: keysOfCaller - 1 }, () => createKey(sql, accountId, 'bench')));
  return { accountId, keys: [key, ...others.map((made) => made.key)] };
}

/** Sends an operation to a gateway; how many rows came back. */
export async function ask(url: string, key: string, { method, path, body }: Operation): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) };
  const answer = await fetch(`${url}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  const { data } = JSON.parse(text) as { data: Record<string, unknown> };
  const [rows] = Object.values(data);
  return Array.isArray(rows) ? rows.length : 1;
}

/** The statements that an operation sends about the records; those about key, limit and credits are left out. */
export async function recordStatements(address: string, key: string, operation: Operation): Promise<Statement[]> {
  const seen: Statement[] = [];
  const sql = connect(address, 4, (text, parameters) => seen.push({ text, parameters }));
  const app = await buildService({ db: sql });
  const { method, path, body } = operation;
  const asked = {
    method,
    url: path,
    headers: { authorization: `Bearer ${key}` },
    ...(body ? { payload: body } : {}),
  };
  // The first time the driver also asks for the types of the database.
  await app.inject(asked);
  seen.length = 0;
  const { statusCode } = await app.inject(asked);
  await app.close();
  await sql.end();
  if (statusCode !== 200) throw new Error(`${operation.name} is answered with ${statusCode}`);
  return seen.filter(({ text }) => !/rate_windows|INTO ledger|^\s*(begin|commit)|pg_backend_pid/i.test(text));
}

/** Sends statements one after the other, as a request does. */
export async function replay(sql: Sql, statements: readonly Statement[]): Promise<void> {
  for (const { text, parameters } of statements) {
    await sql.unsafe(text, parameters as never[], { prepare: true });
  }
}

/** Times an operation through HTTP and its statements through the driver, in turns, so that both meet the same machine. */
export async function timeOperation(
  {
    sql,
    address,
    url,
    caller,
  }: { sql: Sql; address: string; url: string; caller: { accountId: string; keys: string[] } },
  operation: Operation,
): Promise<OperationTimes> {
  const { accountId, keys } = caller;
  const statements = await recordStatements(address, keys[1] ?? '', operation);
  // A key of its own for the limiter, so that the others meet no limit.
  const [own = '', ...asking] = keys;
  const presented = toPresentedKey(own);
  const keyPrefix = presented?.prefix ?? '';
  const times = { http: [] as number[], sql: [] as number[], limit: [] as number[], charge: [] as number[] };
  let rows = 0;
  for (let at = -3; at < repeats; at += 1) {
    const due = { accountId, keyPrefix, requestId: 'bench', endpoint: 'bench', rows: 1, tenths: 1, now: new Date() };
    const spans = {
      http: await span(async () => (rows = await ask(url, asking[Math.abs(at) % asking.length] ?? '', operation))),
      sql: await span(() => replay(sql, statements)),
      limit: await span(() => admit(sql, presented, 'bench', Date.now())),
      charge: await span(() => charge(sql, due, { seesBalance: true, purchaseUrl: '' })),
    };
    // The first ones warm up.
    if (at >= 0) for (const part of ['http', 'sql', 'limit', 'charge'] as const) times[part].push(spans[part]);
  }
  const [http, bare, limit, taken] = [times.http, times.sql, times.limit, times.charge].map(toMedian) as [
    number,
    number,
    number,
    number,
  ];
  const isFree = operation.path.includes('/location/');
  const charged = isFree ? 0 : taken;
  return {
    name: operation.name,
    http_ms: round(http),
    sql_ms: round(bare),
    key_and_limit_ms: round(limit),
    charge_ms: round(charged),
    rendering_ms: round(http - bare - limit - charged),
    rows,
  };
}

async function span(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const toMedian = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

const round = (ms: number): number => Math.round(ms * 100) / 100;
