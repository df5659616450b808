import { createHash, scryptSync } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { EnvHttpProxyAgent } from 'undici';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { StartError } from '../../service/db/start-error.ts';
import { handleError } from '../../service/http/errors.ts';
import { createHttpApp, type HttpAppOptions } from '../../service/http/http-app.ts';
import { createMetrics } from '../../service/http/metrics.ts';
import { refuseUnrouted } from '../../service/http/not-found.ts';
import { registerDescription } from '../../service/http/openapi.ts';
import { toRouterPath } from '../../service/http/route.ts';
import type { Behind } from './backend.ts';
import type { Upstream } from '../environment.ts';
import { isPaid, type RelayLimits, type RelayOptions, relayEndpoint } from './relay.ts';
import { toRelayRefusal } from './relay-error.ts';

/** What differs between a gateway that people start and one of a test. */
export interface UpstreamOptions extends HttpAppOptions {
  mayUseKey: (request: FastifyRequest) => boolean;
  limits?: RelayLimits;
}

/** The answer has to begin before the page itself gives up after 30 seconds, so that it can say why it did not. */
const usualLimits: RelayLimits = { connectMs: 10_000, answerMs: 28_000, idleMs: 30_000 };

/** An app that answers the contract's endpoints, and nothing else, from a hosted service. */
export async function openUpstream(upstream: Upstream, options: UpstreamOptions): Promise<Behind> {
  const { url, key, alertAmounts } = upstream;
  const dispatcher = createDispatcher();
  const metrics = createMetrics(undefined);
  const app = createHttpApp(options, metrics);
  app.addHook('onClose', () => dispatcher.destroy());
  app.get('/healthz', async () => ({ status: 'ok' }));
  // A hosted service of this shape answers the same contract.
  registerDescription(app, options.base);
  const readKey = (request: FastifyRequest) => (options.mayUseKey(request) ? key : undefined);
  const relay: RelayOptions = { url, dispatcher, limits: options.limits ?? usualLimits, readKey };
  await app.register(async (api) => registerRelay(api, relay), { prefix: '/api/v1' });
  const accountId = key === undefined ? null : toAccountId(url, key);
  const readData = async () => ({ demo: false, sources: [] });
  return { app, metrics, service: 'upstream', host: url.host, alertAmounts, accountId, readData };
}

function registerRelay(api: FastifyInstance, relay: RelayOptions): void {
  api.addHook('onRequest', refuseUnrouted);
  api.setNotFoundHandler(refuseUnrouted);
  // Bodies of every kind go through unread; what is wrong with them the hosted service says.
  api.removeAllContentTypeParsers();
  api.addContentTypeParser('*', (_, body, done) => done(null, body));
  // An answer that breaks before its first byte comes here; by then the request was sent.
  api.setErrorHandler((error: Error, request, reply) =>
    handleError(toRelayRefusal(error, isPaid(request.routeOptions.config.endpoint)), request, reply),
  );
  for (const endpoint of endpoints as readonly Endpoint[]) {
    const { method, path } = endpoint;
    api.route({ method, url: toRouterPath(path), config: { endpoint }, handler: relayEndpoint(relay, endpoint) });
  }
}

/** Connects through the proxy that HTTPS_PROXY or HTTP_PROXY names, unless NO_PROXY excludes the service. */
function createDispatcher(): EnvHttpProxyAgent {
  try {
    return new EnvHttpProxyAgent();
  } catch (error) {
    const message = 'HTTPS_PROXY or HTTP_PROXY is set to something that is no address of a proxy.';
    throw new StartError(message, 'Give it the form http://proxy.example.com:8080, or unset it.', { cause: error });
  }
}

/** The same for the same service and key; slow to compute, so that no key can be found by trying. */
function toAccountId(url: URL, key: string): string {
  const salt = createHash('sha256').update(`fundscope ${url.href}`).digest();
  return scryptSync(key, salt, 12).toString('base64url');
}
