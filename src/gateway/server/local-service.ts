import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import type { Config } from '#contract/config.ts';
import { isMetered } from '../../service/accounts/accounts.ts';
import { ownAlerts } from '../../service/alerts/deliveries/saved-deliveries.ts';
import { buildService } from '../../service/app.ts';
import type { Pool } from '../../service/db/pool.ts';
import { StartError, toErrorMessage } from '../../service/db/start-error.ts';
import type { Tracing } from '../../service/http/tracing.ts';
import { isEmpty, loadDemo, renewDemo } from '../../service/import/demo/load-demo.ts';
import { dropStaleSchemas } from '../../service/import/next-schema.ts';
import { demoKey, findTitles } from '../../service/import/sources.ts';
import { createRecordIndex, maintainRecordIndex, type RecordIndex } from '../../service/index/record-index.ts';
import { maintainIndex } from '../../service/relevance/index-builder.ts';
import { createEndpointModel } from '../../service/relevance/model/endpoint.ts';
import { openLocalModel } from '../../service/relevance/model/local-model.ts';
import { createModelVectors, type ModelVectors } from '../../service/relevance/model/model-vectors.ts';
import { createWordCache, type WordCache, maintainWordCache } from '../../service/relevance/word-cache.ts';
import { createRelevance } from '../../service/relevance/search.ts';
import { openGatewayDatabase } from '../database/open-gateway-database.ts';
import type { Environment } from '../environment.ts';
import { followInstalledModel } from '../models/installed-vectors.ts';
import { requireRuntime } from '../models/runtime.ts';
import { runUntilShutdown, type Shutdown } from '../shutdown.ts';
import { type Backend, buildHttpOptions } from './backend.ts';
import { openLocalAccount } from './local-account.ts';
import { openDeliveries } from './open-deliveries.ts';
import { openForRequests } from './request-connections.ts';

/** What the local service needs to open. */
interface LocalServiceOptions {
  /** Connection string of the database. */
  address: string;
  /** Whether the disk of its server is full, if known. */
  isDiskFull?: (() => Promise<boolean>) | undefined;
  env: Environment;
  canUseKey: (request: FastifyRequest) => boolean;
  /** Where the spans of requests are sent; nowhere by default. */
  tracing?: Tracing | undefined;
  onProgress(text: string): void;
}

/** Opens the database, loads demo data into an empty one, opens the local account, and builds the service. */
export async function openLocalService(options: LocalServiceOptions, shutdown: Shutdown): Promise<Backend> {
  const { env, canUseKey, onProgress } = options;
  const sql = await openGatewayDatabase(env.databaseDirectUrl ?? options.address, env, onProgress);
  shutdown.add(() => sql.end({ timeout: 5 }));
  await dropStaleSchemas(sql);
  await loadDemoIfEmpty(sql, onProgress, shutdown);
  const index = createRecordIndex(join(env.dataDir, 'index'));
  const words = createWordCache();
  const model = await openSearchModel(env, onProgress);
  const account = await openLocalAccount(sql, env.dataDir);
  const deliveries = openDeliveries({ sql, env, source: ownAlerts, onProgress });
  const requests = await openForRequests(sql, env, shutdown);
  const app = await buildService({
    ...requests,
    deliveries: deliveries.options,
    relevance: createRelevance({ model, words }),
    index,
    ...(options.isDiskFull ? { isDiskFull: options.isDiskFull } : {}),
    localKey: (request) => (canUseKey(request) ? account.key : undefined),
    ...buildHttpOptions(env),
    ...(options.tracing ? { tracing: options.tracing } : {}),
    ...(env.purchaseUrl ? { purchaseUrl: env.purchaseUrl } : {}),
  });
  deliveries.start(app, shutdown);
  // Last, because a page waits for everything else at the start.
  startBackgroundWork({ sql, env, index, words, model, onProgress }, shutdown);
  return {
    app,
    metrics: app.metrics,
    service: 'own',
    host: null,
    alertAmounts: 'usd',
    accountId: createHash('sha256').update(`fundscope ${account.accountId}`).digest('base64url').slice(0, 16),
    readData: () => readData(requests.db, account.accountId),
  };
}

async function loadDemoIfEmpty(sql: Pool, onProgress: (text: string) => void, shutdown: Shutdown): Promise<void> {
  if (!(await isEmpty(sql))) return;
  await runUntilShutdown(shutdown, async (signal) => {
    await loadDemo(sql, { onProgress, signal }).catch(async (error: unknown) => {
      // Another gateway that started at the same time may have loaded it.
      if (signal.aborted || (await isEmpty(sql))) throw error;
    });
  });
}

interface BackgroundWork {
  sql: Pool;
  env: Environment;
  index: RecordIndex;
  words: WordCache;
  model: ModelVectors | undefined;
  onProgress(text: string): void;
}

/**
 * Moves old demo data to today, builds the search index, and keeps the in-memory data of searches and a model's vectors
 * up to date, while the service already responds.
 */
function startBackgroundWork({ sql, env, index, words, model, onProgress }: BackgroundWork, shutdown: Shutdown): void {
  const run = (work: (signal: AbortSignal) => Promise<void>) => void runUntilShutdown(shutdown, work);
  run(async (signal) => {
    await renewDemo(sql, { onProgress, signal }).catch((error: Error) => {
      if (!signal.aborted) onProgress(`The demo data could not be moved to today. ${error.message}`);
    });
  });
  run((signal) => maintainIndex(sql, signal, onProgress));
  if (env.index === 'on') {
    run((signal) => maintainRecordIndex(index, sql, signal, onProgress));
    run((signal) => maintainWordCache(words, sql, signal, onProgress));
  }
  if (!model) return;
  // Runs after the step below, which waits for the model's work for only 2 s.
  shutdown.add(() => model.close());
  run((signal) => model.maintain(sql, signal, onProgress));
}

/**
 * Opens the configured embedding model, or the installed one, now or later. Returns undefined if the model in the
 * configured folder does not work; `onProgress` gets the reason, and the built-in ranking is used.
 */
export async function openSearchModel(
  { embeddings, dataDir }: Pick<Environment, 'embeddings' | 'dataDir'>,
  onProgress: (text: string) => void,
): Promise<ModelVectors | undefined> {
  if (!embeddings) return followInstalledModel(dataDir);
  if ('url' in embeddings) return createModelVectors(createEndpointModel(embeddings));
  try {
    const runtime = await requireRuntime(dataDir);
    return createModelVectors(await openLocalModel(embeddings.folder, runtime.folder));
  } catch (error) {
    const remedy = error instanceof StartError ? ` ${error.remedy}` : '';
    onProgress(
      `Using the built-in semantic search, because EMBEDDINGS_LOCAL cannot be used: ${toErrorMessage(error)}${remedy}`,
    );
    return undefined;
  }
}

/** /config.json must respond without the database too: the dashboard needs to know who has the key. */
async function readData(sql: Pool, accountId: string): Promise<Pick<Config, 'demo' | 'metered' | 'sources'>> {
  const sources = await findTitles(sql).catch(() => []);
  const metered = await isMetered(sql, accountId).catch(() => true);
  return {
    metered,
    demo: sources.length > 0 && sources.every(({ key }) => key === demoKey),
    sources: sources.map(({ title, licence, address, imported_at }) => {
      return { title, licence, address, imported_at: imported_at.toISOString() };
    }),
  };
}
