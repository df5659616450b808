import type { FastifyInstance } from 'fastify';
import type { Replica } from './db/replicas.ts';
import { createCharges } from './http/charge.ts';
import type { ServiceOptions } from './http/options.ts';
import { createQueryPool, type QueryPoolLimits } from './http/query-pool.ts';
import { createAdmission, createSteadyClock, sweepWindows } from './http/rate-limit.ts';
import { noTracing } from './http/tracing.ts';
import { createRelevance } from './relevance/search.ts';
import { createLivePurchases } from './workspace/live-purchases.ts';
import { createOwnBackend } from './workspace/own-backend.ts';
import type { PaidBackend } from './workspace/paid-call.ts';
import type { Purchasing } from './workspace/purchase.ts';

const sweepMs = 60_000;
/** In total less than 30 seconds, after which the dashboard gives up. */
const [queryTimeoutMs, queueTimeoutMs] = [15_000, 5_000];
/** One account may use half of the connections. */
const defaultLimits: QueryPoolLimits = {
  queryTimeoutMs,
  search: { maxConcurrent: 8, maxPerAccount: 4, queueTimeoutMs },
  lookup: { maxConcurrent: 4, maxPerAccount: 2, queueTimeoutMs },
};

/** What differs between services; everything but the database has a default. */
export type GivenOptions = Pick<ServiceOptions, 'db' | 'localKey' | 'hosted'> &
  Partial<
    Pick<ServiceOptions, 'clock' | 'purchaseUrl' | 'checkResponses' | 'relevance' | 'index' | 'isDiskFull' | 'tracing'>
  > & {
    readonly queryPoolLimits?: Partial<QueryPoolLimits>;
    /** Where paid requests of the workspace go; to our own service by default. */
    readonly backend?: PaidBackend;
    /** Copies of the database that answer searches. */
    readonly replicas?: readonly Replica[];
  };

type CreatedOptions = {
  readonly options: ServiceOptions;
  /** What purchases of the workspace need. */
  readonly purchasing: Purchasing;
  /** Starts the regular work; it ends when the app closes, and the queries with it. */
  readonly attachTo: (app: FastifyInstance) => void;
};

/** Completes the options that routes share. */
export function createServiceOptions(given: GivenOptions): CreatedOptions {
  const { db, replicas = [] } = given;
  const limits = { ...defaultLimits, ...given.queryPoolLimits };
  const running = createLivePurchases(db);
  const options: ServiceOptions = {
    clock: () => new Date(),
    handlers: new Map(),
    limiterClock: given.clock ? () => options.clock().getTime() : createSteadyClock(),
    purchaseUrl: '/settings',
    checkResponses: false,
    relevance: createRelevance(),
    index: { at: () => undefined, isReady: () => false },
    isDiskFull: async () => false,
    tracing: noTracing,
    admit: createAdmission(db),
    charges: createCharges(db),
    queryPool: createQueryPool(db, limits, replicas),
    ...given,
  };
  const purchasing = { db, running, clock: options.clock, backend: given.backend ?? createOwnBackend(options) };
  const attachTo = (app: FastifyInstance) => {
    const sweeping = setInterval(() => {
      sweepWindows(db, options.limiterClock()).catch((error: unknown) => app.log.warn({ err: error }, 'sweep'));
    }, sweepMs).unref();
    app.addHook('onClose', async () => {
      clearInterval(sweeping);
      running.close();
      await options.queryPool.close();
    });
  };
  return { options, purchasing, attachTo };
}
