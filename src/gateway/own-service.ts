import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { buildService } from '../service/app.ts';
import { type Sql, openDatabase } from '../service/db/open.ts';
import { dropLitter } from '../service/import/litter.ts';
import { findTitles } from '../service/import/sources.ts';
import type { Config } from '#contract/config.ts';
import type { Behind } from './behind.ts';
import type { Closing } from './closing.ts';
import { fillIfEmpty, renewIfOld } from './demo-data.ts';
import type { Environment } from './env.ts';
import { toHttpOptions } from './http-options.ts';
import { openLocalAccount } from './local-account.ts';

/** What our own service is opened with. */
export interface OwnServiceOptions {
  /** The connection string of the database. */
  address: string;
  env: Environment;
  mayUseKey: (request: FastifyRequest) => boolean;
  onProgress(text: string): void;
}

/** Opens the database, fills an empty one with the demo data, makes the local account, and builds the service. */
export async function openOwnService(options: OwnServiceOptions, closing: Closing): Promise<Behind> {
  const { env, mayUseKey } = options;
  const sql = await openDatabase(options.address);
  closing.add(() => sql.end({ timeout: 5 }));
  await dropLitter(sql);
  await fillIfEmpty(sql, options.onProgress, closing);
  renewIfOld(sql, options.onProgress, closing);
  const account = await openLocalAccount(sql, env.dataDir);
  const app = await buildService({
    db: sql,
    localKey: (request) => (mayUseKey(request) ? account.key : undefined),
    ...toHttpOptions(env),
    ...(env.purchaseUrl ? { purchaseUrl: env.purchaseUrl } : {}),
  });
  const accountId = createHash('sha256').update(`fundscope ${account.accountId}`).digest('base64url').slice(0, 16);
  return {
    app,
    metrics: app.metrics,
    service: 'own',
    host: null,
    alertAmounts: 'usd',
    accountId,
    readSources: () => readTitles(sql),
  };
}

/** Without the database the dashboard still needs to know who holds the key. */
async function readTitles(sql: Sql): Promise<Config['sources']> {
  const sources = await findTitles(sql).catch(() => []);
  return sources.map(({ title, licence, address, imported_at }) => {
    return { title, licence, address, imported_at: imported_at.toISOString() };
  });
}
