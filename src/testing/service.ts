import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { createAccount } from '../service/accounts/accounts.ts';
import { buildService } from '../service/app.ts';
import type { Pool } from '../service/db/pool.ts';
import type { RecordIndex } from '../service/index/record-index.ts';
import type { Relevance } from '../service/relevance/search.ts';
import { openDemoDatabase, openTestDatabase } from './database.ts';
import { checkEveryResponse } from './openapi-check.ts';

/** What a test's request has besides its method and path; `key: null` sends none. */
export interface RequestParts {
  body?: unknown;
  query?: Record<string, string | string[]>;
  headers?: Record<string, string>;
  key?: string | null;
}

/** A service for one test file: a fresh database, an account with a key, and the app. */
export interface TestService {
  app: FastifyInstance;
  sql: Pool;
  key: string;
  accountId: string;
  /** Sends a request and checks the response against /openapi.json. */
  inject(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS',
    path: string,
    parts?: RequestParts,
  ): Promise<LightMyRequestResponse>;
  createKey(account?: Partial<AccountWish>): Promise<{ account_id: string; key: string }>;
  close(): Promise<void>;
}

type AccountWish = Parameters<typeof createAccount>[1];

/**
 * Starts a service on a new database, with `demo` on a copy of the demo market; `seed` fills it first, `clock` is the
 * service's time, `relevance` what ranks, and the test keeps `index` up to date.
 */
export async function startService(
  options: {
    demo?: true;
    seed?: (sql: Pool) => Promise<void>;
    clock?: () => Date;
    relevance?: Relevance;
    index?: RecordIndex;
  } = {},
): Promise<TestService> {
  const database = await (options.demo ? openDemoDatabase() : openTestDatabase());
  const { sql } = database;
  await options.seed?.(sql);
  const createKey: TestService['createKey'] = (account) =>
    createAccount(sql, { name: 'test', plan: 'PRO_PLUS', ...account });
  const own = await createKey();
  const { clock, relevance, index } = options;
  const parts = { ...(clock ? { clock } : {}), ...(relevance ? { relevance } : {}), ...(index ? { index } : {}) };
  const app = checkEveryResponse(await buildService({ db: sql, checkResponses: true, ...parts }));
  await app.ready();
  return {
    app,
    sql,
    key: own.key,
    accountId: own.account_id,
    createKey,
    inject: createInject(app, own.key),
    async close() {
      await app.close();
      await database.close();
    },
  };
}

/** Sends requests to an app, with a default key. */
export const createInject =
  (app: FastifyInstance, ownKey: string): TestService['inject'] =>
  (method, path, { body, query, headers, key = ownKey } = {}) => {
    const authorization = key === null ? {} : { authorization: `Bearer ${key}` };
    return app.inject({
      method,
      url: path,
      headers: { ...authorization, ...headers },
      ...(query ? { query } : {}),
      ...(body === undefined ? {} : { payload: body as object }),
    });
  };
