import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { buildService } from '../../service/app.ts';
import { type Sql, openDatabase } from '../../service/db/open.ts';
import { demoKey } from '../../service/import/build-next.ts';
import { dropLitter } from '../../service/import/litter.ts';
import { keepIndex } from '../../service/relevance/index-maker.ts';
import { createRelevance } from '../../service/relevance/search.ts';
import { findTitles } from '../../service/import/sources.ts';
import type { Config } from '#contract/config.ts';
import type { Behind } from './backend.ts';
import type { Closing } from '../shutdown.ts';
import { fillIfEmpty, renewIfOld } from './demo-data.ts';
import type { Environment } from '../environment.ts';
import { toHttpOptions } from './http-options.ts';
import { openLocalAccount } from './local-account.ts';
import { openSearchModel } from './search-model.ts';
import { untilClosed } from '../run-until-shutdown.ts';

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
  void untilClosed(closing, (signal) => keepIndex(sql, signal, options.onProgress));
  const model = await openSearchModel(env.embeddings, options.onProgress);
  if (model) void untilClosed(closing, (signal) => model.keep(sql, signal, options.onProgress));
  const account = await openLocalAccount(sql, env.dataDir);
  const app = await buildService({
    db: sql,
    relevance: createRelevance(model),
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
    readData: () => readData(sql),
  };
}

/** Without the database the dashboard still needs to know who holds the key. */
async function readData(sql: Sql): Promise<Pick<Config, 'demo' | 'sources'>> {
  const sources = await findTitles(sql).catch(() => []);
  return {
    demo: sources.length > 0 && sources.every(({ key }) => key === demoKey),
    sources: sources.map(({ title, licence, address, imported_at }) => {
      return { title, licence, address, imported_at: imported_at.toISOString() };
    }),
  };
}
