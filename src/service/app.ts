import type { FastifyInstance } from 'fastify';
import { registerAccount } from './accounts/routes.ts';
import { registerAccountAlerts } from './alerts/account-routes.ts';
import { registerFeed } from './alerts/deliveries/feed-route.ts';
import { type DeliveryOptions, registerDeliveries } from './alerts/deliveries/routes.ts';
import { ownAlerts } from './alerts/deliveries/saved-deliveries.ts';
import { registerAlerts } from './alerts/routes.ts';
import { registerCompanies, registerCompanyCounts } from './companies/routes.ts';
import { createServiceOptions, type GivenOptions } from './create-options.ts';
import { registerDealCounts, registerDeals } from './deals/routes.ts';
import { createDiskWatch, type DiskWatch } from './http/disk-watch.ts';
import { registerHealth } from './http/health.ts';
import { handleError } from './http/http-error.ts';
import { createHttpApp, type HttpAppOptions } from './http/http-app.ts';
import { createMetrics, type Metrics } from './http/metrics.ts';
import { registerOpenApi } from './http/openapi.ts';
import type { ServiceOptions } from './http/options.ts';
import { forbidCaching, registerResponseHeaders } from './http/response-headers.ts';
import { rejectUnknownRoute, setUnknownRouteHeaders } from './http/unknown-route.ts';
import { rejectNul } from './http/validation.ts';
import { registerImports } from './import/routes.ts';
import { registerInvestors, registerInvestorCount } from './investors/routes.ts';
import { registerMarket } from './market/routes.ts';
import { registerRoutes } from './routes/routes.ts';
import { registerLookups } from './lookups/routes.ts';
import { registerPeople, registerPersonCount } from './people/routes.ts';
import type { Purchasing } from './workspace/purchase.ts';
import { registerWorkspace } from './workspace/routes.ts';

type BuildOptions = GivenOptions & HttpAppOptions & { readonly deliveries?: DeliveryOptions };

/** The app with its metrics. */
export type ServiceApp = FastifyInstance & { readonly metrics: Metrics };

/** Builds the service as an app that does not listen yet. */
export async function buildService(given: BuildOptions): Promise<ServiceApp> {
  const { replicas = [], deliveries = ownDeliveries } = given;
  const { options, purchasing, attachTo } = createServiceOptions(given);
  const metrics = createMetrics(options, replicas);
  const app = createHttpApp(given, metrics);
  await registerSite(app, options, async (site, disk) => {
    registerHealth(site, disk.check, replicas);
    registerOpenApi(site, given.base);
    await registerGroup(site, options, '/api/v1', registerEndpoints);
    await registerGroup(site, options, '/account', (account) => {
      registerAccountApi(account, options);
      registerDeliveries(account, options, deliveries);
      registerFeed(account, options, deliveries);
    });
    await registerGroup(site, options, '/workspace', (api) => registerWorkspace(api, options, purchasing));
  });
  attachTo(app);
  return Object.assign(app, { metrics });
}

/** Registers what a gateway in front of a hosted service stores itself: workspaces and its account's deliveries. */
export const registerStored = (
  app: FastifyInstance,
  options: ServiceOptions,
  purchasing: Purchasing,
  deliveries: DeliveryOptions | undefined,
): Promise<void> =>
  registerSite(app, options, async (site) => {
    if (deliveries) {
      await registerGroup(site, options, '/account', (account) => {
        registerDeliveries(account, options, deliveries);
        registerFeed(account, options, deliveries);
      });
    }
    await registerGroup(site, options, '/workspace', (api) => registerWorkspace(api, options, purchasing));
  });

/** Registers routes with the headers and errors of the service. */
async function registerSite(
  app: FastifyInstance,
  { db, isDiskFull }: ServiceOptions,
  register: (site: FastifyInstance, disk: DiskWatch) => Promise<void>,
): Promise<void> {
  await app.register(async (site) => {
    await registerResponseHeaders(site);
    const disk = createDiskWatch(db, isDiskFull);
    site.setErrorHandler(async (error, request, reply) => handleError(await disk.explain(error), request, reply));
    await register(site, disk);
  });
}

/** Registers the endpoints below a path with what those of /api/v1, /account and /workspace have in common. */
async function registerGroup(
  site: FastifyInstance,
  options: ServiceOptions,
  prefix: string,
  register: (group: FastifyInstance, options: ServiceOptions) => void,
): Promise<void> {
  await site.register(
    async (group) => {
      forbidCaching(group);
      group.addHook('onRequest', setUnknownRouteHeaders(options));
      group.addHook('onRequest', rejectUnknownRoute);
      group.addHook('preValidation', rejectNul);
      group.setNotFoundHandler(rejectUnknownRoute);
      register(group, options);
    },
    { prefix },
  );
}

function registerEndpoints(api: FastifyInstance, options: ServiceOptions): void {
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

function registerAccountApi(account: FastifyInstance, options: ServiceOptions): void {
  registerAccount(account, options);
  registerDealCounts(account, options);
  registerMarket(account, options);
  registerRoutes(account, options);
  registerCompanyCounts(account, options);
  registerInvestorCount(account, options);
  registerPersonCount(account, options);
  registerAccountAlerts(account, options);
  registerImports(account, options);
}
