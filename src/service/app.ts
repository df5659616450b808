import type { FastifyInstance } from 'fastify';
import { registerAccount } from './accounts/routes.ts';
import { registerAccountAlerts } from './alerts/account-routes.ts';
import { registerAlerts } from './alerts/routes.ts';
import { registerCompanies } from './companies/routes.ts';
import { registerDeals } from './deals/routes.ts';
import { forbidCaching, registerAnswerHeaders } from './http/answer-headers.ts';
import { createHttpApp, type HttpAppOptions } from './http/http-app.ts';
import { createMetrics, type Metrics } from './http/metrics.ts';
import { refuseUnrouted } from './http/not-found.ts';
import { registerDescription } from './http/openapi.ts';
import type { ServiceOptions } from './http/options.ts';
import { createQueryTurns, type TurnLimits } from './http/query-turns.ts';
import { tellUnrouted } from './http/rate-figures.ts';
import { createAdmission, sweepWindows } from './http/rate-limit.ts';
import { registerInvestors } from './investors/routes.ts';
import { registerLookups } from './lookups/routes.ts';
import { registerPeople } from './people/routes.ts';
import { createRelevance } from './relevance/search.ts';

const sweepMs = 60_000;
/** The times together stay below the 30 seconds after which the dashboard gives up. */
const turnLimits = { queryMs: 15_000, patienceMs: 5_000, most: 8 };

type Wanted = Pick<ServiceOptions, 'db' | 'localKey'> &
  Partial<Pick<ServiceOptions, 'clock' | 'purchaseUrl' | 'checkAnswers' | 'relevance'>> &
  HttpAppOptions & { readonly turnLimits?: Partial<TurnLimits> };

/** The app, and the figures of what it answers. */
export type ServiceApp = FastifyInstance & { readonly metrics: Metrics };

/** The service as an app that does not listen: everything it registers is listed here by hand. */
export async function buildService(wanted: Wanted): Promise<ServiceApp> {
  const options: ServiceOptions = {
    clock: () => new Date(),
    purchaseUrl: '/settings',
    checkAnswers: false,
    relevance: createRelevance(),
    admit: createAdmission(wanted.db),
    turns: createQueryTurns(wanted.db, { ...turnLimits, ...wanted.turnLimits }),
    ...wanted,
  };
  const metrics = createMetrics(options.turns);
  const app = createHttpApp(wanted, metrics);
  app.decorateRequest('keyOwner', undefined);

  await app.register(async (site) => {
    await registerAnswerHeaders(site);
    site.get('/healthz', async () => {
      await options.db`SELECT 1`;
      return { status: 'ok' };
    });
    registerDescription(site, wanted.base);
    await site.register(async (api) => registerEndpoints(api, options), { prefix: '/api/v1' });
    await site.register(async (account) => registerAccountApi(account, options), { prefix: '/account' });
  });

  const sweeping = setInterval(() => {
    sweepWindows(options.db, options.clock().getTime()).catch((error: unknown) =>
      app.log.warn({ err: error }, 'sweep'),
    );
  }, sweepMs).unref();
  app.addHook('onClose', async () => {
    clearInterval(sweeping);
    await options.turns.close();
  });
  return Object.assign(app, { metrics });
}

function registerEndpoints(api: FastifyInstance, options: ServiceOptions): void {
  openScope(api, options);
  registerDeals(api, options);
  registerCompanies(api, options);
  registerInvestors(api, options);
  registerPeople(api, options);
  registerLookups(api, options);
  registerAlerts(api, options);
}

function registerAccountApi(account: FastifyInstance, options: ServiceOptions): void {
  openScope(account, options);
  registerAccount(account, options);
  registerAccountAlerts(account, options);
}

/** What both APIs have in common. */
function openScope(scope: FastifyInstance, options: ServiceOptions): void {
  forbidCaching(scope);
  scope.addHook('onRequest', tellUnrouted(options));
  scope.addHook('onRequest', refuseUnrouted);
  scope.setNotFoundHandler(refuseUnrouted);
}
