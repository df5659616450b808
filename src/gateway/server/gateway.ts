import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Tracing } from '../../service/http/tracing.ts';
import type { Environment } from '../environment.ts';
import type { Shutdown } from '../shutdown.ts';
import { registerAssistantRoute } from './assistant-route.ts';
import type { Backend } from './backend.ts';
import { registerConfig } from './config.ts';
import type { DashboardFiles } from './dashboard-files.ts';
import { openHostedBackend } from './hosted-service.ts';
import { createLocalAccess, registerToken } from './local-key.ts';
import { openLocalService } from './local-service.ts';
import { registerMetrics } from './metrics.ts';
import { registerReferencePages } from './reference-pages.ts';
import { registerPages } from './static.ts';
import { isUnencrypted } from './upstream.ts';

/** What a gateway needs to open. */
interface GatewayOptions {
  /** Connection string of the database. */
  address: string;
  /** Whether the disk of the database server is full, if known. */
  isDiskFull?: (() => Promise<boolean>) | undefined;
  env: Environment;
  /** What the local key requires when FUNDSCOPE_LOCAL_KEY is `token`. */
  token?: string | undefined;
  /** Where the process listens, if not with the returned app. */
  getBoundAddress?: () => AddressInfo | string | null;
  /** Reads the built dashboard; undefined if Vite serves it. */
  readDashboard?: () => Promise<DashboardFiles>;
  /** Where the spans of requests are sent; nowhere by default. */
  tracing?: Tracing | undefined;
  /** Receives one sentence for each slow step. */
  onProgress(text: string): void;
}

const drainMs = 10_000;
/** Longer than two checks of a load balancer that checks every second. */
const leaveMs = 3_000;

/**
 * Builds the app that serves the dashboard and the API, from the local service or a hosted one. It does not listen yet.
 * `shutdown` lets running requests finish, then closes the app and its backend.
 */
export async function openGateway(options: GatewayOptions, shutdown: Shutdown): Promise<FastifyInstance> {
  const { env } = options;
  // Read per request: the address is known only once the app listens, and the system may choose the port.
  const getBoundAddress = options.getBoundAddress ?? (() => app.server.address());
  const access = createLocalAccess(env, getBoundAddress, options.token);
  const backend = await openBackend(options, ({ raw }) => access.canUseKey(raw), shutdown);
  const { app } = backend;
  if (options.token) registerToken(app, options.token);
  registerConfig(backend, access);
  registerMetrics(backend, getBoundAddress, env);
  registerReferencePages(app, env.base);
  await registerAssistantRoute(app, {
    corsOrigins: env.corsOrigins,
    hasNames: backend.service === 'own',
    publicUrl: env.publicUrl,
  });
  if (options.readDashboard) await registerPages(app, await options.readDashboard(), env.base);
  const leave = registerReadiness(app);
  await app.ready();
  shutdown.add(() => drain(app));
  if (env.trustProxy) shutdown.add(leave);
  return app;
}

function openBackend(
  { address, isDiskFull, env, tracing, onProgress }: GatewayOptions,
  canUseKey: (request: FastifyRequest) => boolean,
  shutdown: Shutdown,
): Promise<Backend> {
  const { upstream } = env;
  const options = { address, isDiskFull, env, canUseKey, tracing, onProgress };
  if (!upstream) return openLocalService(options, shutdown);
  onProgress(`Forwarding API requests to ${upstream.url.host}`);
  if (isUnencrypted(upstream.url)) onProgress('Its address is plain http: anyone on the network can read the key.');
  return openHostedBackend({ ...options, upstream }, shutdown);
}

/**
 * Serves /readyz: 200, and 503 once the returned function runs. That function keeps serving until load balancers have
 * noticed: closing the listener resets connections that the system has accepted and the program has not.
 */
function registerReadiness(app: FastifyInstance): () => Promise<void> {
  let leaving = false;
  app.addHook('onRequest', async (_, reply) => {
    if (leaving) void reply.header('connection', 'close');
  });
  app.get('/readyz', async (_, reply) => reply.code(leaving ? 503 : 200).send({ status: leaving ? 'stopping' : 'ok' }));
  return async () => {
    if (!app.server.listening) return;
    leaving = true;
    await sleep(leaveMs);
  };
}

/** Lets running requests finish for up to 10 s, then closes their connections. */
async function drain(app: FastifyInstance): Promise<void> {
  const cutting = setTimeout(() => app.server.closeAllConnections(), drainMs);
  // Without this, a connection whose last request ends during shutdown would be kept alive.
  const tidying = setInterval(() => app.server.closeIdleConnections(), 50);
  await app.close();
  clearTimeout(cutting);
  clearInterval(tidying);
}
