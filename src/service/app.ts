import type { FastifyInstance } from 'fastify';
import { registerAccount } from './accounts/routes.ts';
import { registerAccountAlerts } from './alerts/account-routes.ts';
import { type DeliveryOptions, registerDeliveries } from './alerts/deliveries/routes.ts';
import { ownAlerts } from './alerts/deliveries/saved-deliveries.ts';
import { registerAlerts } from './alerts/routes.ts';
import { registerCompanies, registerCompanyCounts } from './companies/routes.ts';
import { registerDealCounts, registerDeals } from './deals/routes.ts';
import type { Replica } from './db/replicas.ts';
import { createCharges } from './http/charge-groups.ts';
import { createDiskWatch } from './http/disk-watch.ts';
import { registerHealth } from './http/health.ts';
import { handleError } from './http/http-error.ts';
import { createHttpApp, type HttpAppOptions } from './http/http-app.ts';
import { createMetrics, type Metrics } from './http/metrics.ts';
import { registerOpenApi } from './http/openapi.ts';
import type { ServiceOptions } from './http/options.ts';
import { createQueryPool, type QueryPoolLimits } from './http/query-pool.ts';
import { createReplicaPool } from './http/replica-pool.ts';
import { createAdmission, sweepWindows } from './http/rate-limit.ts';
import { setUnknownRouteHeaders } from './http/rate-limit-headers.ts';
import { forbidCaching, registerResponseHeaders } from './http/response-headers.ts';
import { noTracing } from './http/tracing.ts';
import { createSteadyClock } from './http/steady-clock.ts';
import { rejectUnknownRoute } from './http/unknown-route.ts';
import { registerInvestors, registerInvestorCount } from './investors/routes.ts';
import { registerLookups } from './lookups/routes.ts';
import { registerPeople, registerPersonCount } from './people/routes.ts';
import { createRelevance } from './relevance/search.ts';
import { registerWorkspace } from './workspace/routes.ts';
import { createRunningPurchases } from './workspace/running-purchases.ts';

const sweepMs = 60_000;
/** In total less than 30 seconds, after which the dashboard gives up. */
const [queryTimeoutMs, queueTimeoutMs] = [15_000, 5_000];
/** One account may use half of the connections. */
const defaultLimits: QueryPoolLimits = {
  queryTimeoutMs,
  search: { maxConcurrent: 8, maxPerAccount: 4, queueTimeoutMs },
  lookup: { maxConcurrent: 4, maxPerAccount: 2, queueTimeoutMs },
};

type BuildOptions = Pick<ServiceOptions, 'db' | 'localKey' | 'hostedAccount'> &
  Partial<Pick<ServiceOptions, 'clock' | 'purchaseUrl' | 'checkResponses' | 'relevance' | 'index' | 'isDiskFull'>> &
  HttpAppOptions & {
    readonly queryPoolLimits?: Partial<QueryPoolLimits>;
    readonly deliveries?: DeliveryOptions;
    /** Whether browsers share a workspace through the service; true by default. */
    readonly workspace?: boolean;
    /** Copies of the database that answer searches. */
    readonly replicas?: readonly Replica[];
  };

/** The app with its metrics. */
export type ServiceApp = FastifyInstance & { readonly metrics: Metrics };

/** Builds the service as an app that does not listen yet. */
export async function buildService(given: BuildOptions): Promise<ServiceApp> {
  const { db, replicas = [] } = given;
  const limits = { ...defaultLimits, ...given.queryPoolLimits };
  const purchases = createRunningPurchases(db);
  const options: ServiceOptions = {
    clock: () => new Date(),
    limiterClock: given.clock ? () => options.clock().getTime() : createSteadyClock(),
    purchaseUrl: '/settings',
    checkResponses: false,
    relevance: createRelevance(),
    index: { at: () => undefined, isReady: () => false },
    isDiskFull: async () => false,
    tracing: noTracing,
    admit: createAdmission(db),
    charges: createCharges(db),
    queryPool: createReplicaPool(
      createQueryPool(db, limits),
      replicas.map((replica) => ({ replica, pool: createQueryPool(replica.sql, limits) })),
    ),
    beginPurchase: given.workspace === false ? async () => undefined : purchases.begin,
    ...given,
  };
  const metrics = createMetrics(options, replicas);
  const app = createHttpApp(given, metrics);
  app.decorateRequest('keyOwner', undefined);
  app.decorateRequest('generation', undefined);

  await app.register(async (site) => {
    await registerResponseHeaders(site);
    const disk = createDiskWatch(options.db, options.isDiskFull);
    site.setErrorHandler(async (error, request, reply) => handleError(await disk.explain(error), request, reply));
    registerHealth(site, disk.check, replicas);
    registerOpenApi(site, given.base);
    await site.register(async (api) => registerEndpoints(api, options), { prefix: '/api/v1' });
    await site.register(async (account) => registerAccountApi(account, options, given.deliveries), {
      prefix: '/account',
    });
    if (given.workspace !== false) {
      await site.register(async (workspace) => registerWorkspaceApi(workspace, options), { prefix: '/workspace' });
    }
  });

  const sweeping = setInterval(() => {
    sweepWindows(options.db, options.limiterClock()).catch((error: unknown) => app.log.warn({ err: error }, 'sweep'));
  }, sweepMs).unref();
  app.addHook('onClose', async () => {
    clearInterval(sweeping);
    purchases.close();
    await options.queryPool.close();
  });
  return Object.assign(app, { metrics });
}

function registerEndpoints(api: FastifyInstance, options: ServiceOptions): void {
  addCommonHooks(api, options);
  registerDeals(api, options);
  registerCompanies(api, options);
  registerInvestors(api, options);
  registerPeople(api, options);
  registerLookups(api, options);
  registerAlerts(api, options);
}

const ownDeliveries: DeliveryOptions = {
  source: ownAlerts,
  formats: ['slack', 'teams', 'webhook', 'feed'],
  publicUrl: 'http://localhost:4310',
  onWaiting: () => undefined,
};

function registerAccountApi(account: FastifyInstance, options: ServiceOptions, deliveries = ownDeliveries): void {
  addCommonHooks(account, options);
  registerAccount(account, options);
  registerDealCounts(account, options);
  registerCompanyCounts(account, options);
  registerInvestorCount(account, options);
  registerPersonCount(account, options);
  registerAccountAlerts(account, options);
  registerDeliveries(account, options, deliveries);
}

function registerWorkspaceApi(workspace: FastifyInstance, options: ServiceOptions): void {
  addCommonHooks(workspace, options);
  registerWorkspace(workspace, options);
}

/** Adds what /api/v1, /account and /workspace have in common. */
function addCommonHooks(scope: FastifyInstance, options: ServiceOptions): void {
  forbidCaching(scope);
  scope.addHook('onRequest', setUnknownRouteHeaders(options));
  scope.addHook('onRequest', rejectUnknownRoute);
  scope.setNotFoundHandler(rejectUnknownRoute);
}
