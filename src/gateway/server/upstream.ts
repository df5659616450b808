import { createHash, scryptSync } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { endpoints, type KnownEndpoint } from '#contract/endpoints.ts';
import { StartError } from '../../service/db/start-error.ts';
import { registerHealth } from '../../service/http/health.ts';
import { handleError } from '../../service/http/http-error.ts';
import { createHttpApp, type HttpAppOptions } from '../../service/http/http-app.ts';
import { createMetrics } from '../../service/http/metrics.ts';
import { registerOpenApi } from '../../service/http/openapi.ts';
import { convertToRouterPath } from '../../service/http/route.ts';
import { noTracing } from '../../service/http/tracing.ts';
import { rejectUnknownRoute } from '../../service/http/unknown-route.ts';
import type { Upstream } from '../environment.ts';
import type { Backend } from './backend.ts';
import { isPaid, type RelayLimits, type RelayOptions, createRelayHandler } from './relay.ts';
import { mapRelayError } from './relay-error.ts';

/** Settings of the relay; tests shorten its limits. */
interface UpstreamOptions extends HttpAppOptions, Pick<RelayOptions, 'canUseKey' | 'recordCharge' | 'admitMember'> {
  limits?: RelayLimits;
  /** Sends the requests; closed with the app. */
  dispatcher?: Dispatcher;
}

/** The page gives up after 30 s; the gateway responds before that, so that the page can say what happened. */
export const relayLimits: RelayLimits = { connectMs: 10_000, answerMs: 28_000, idleMs: 30_000 };

/** Builds an app that answers the contract's endpoints, and no others, from a hosted service. */
export function openUpstream(upstream: Upstream, options: UpstreamOptions): Backend {
  const { url, key, alertAmounts } = upstream;
  const { dispatcher = createProxyDispatcher(), limits = relayLimits, tracing = noTracing } = options;
  const { canUseKey, recordCharge, admitMember } = options;
  const metrics = createMetrics(undefined);
  const app = createHttpApp(options, metrics);
  app.addHook('onClose', () => dispatcher.destroy());
  registerHealth(app);
  // Our own description, because the hosted service implements the same contract.
  registerOpenApi(app, options.base);
  const relay: RelayOptions = { url, dispatcher, limits, key, canUseKey, tracing, recordCharge, admitMember };
  void app.register(async (api) => registerRelay(api, relay), { prefix: '/api/v1' });
  const accountId = key === undefined ? null : deriveAccountId(url, key);
  const readData = async () => ({ demo: false, metered: true, sources: [] });
  return { app, metrics, service: 'upstream', host: url.host, alertAmounts, accountId, readData };
}

function registerRelay(api: FastifyInstance, relay: RelayOptions): void {
  api.addHook('onRequest', rejectUnknownRoute);
  api.setNotFoundHandler(rejectUnknownRoute);
  // Bodies are forwarded unread; the hosted service validates them.
  api.removeAllContentTypeParsers();
  api.addContentTypeParser('*', (_, body, done) => done(null, body));
  // Called if a response breaks off before its first byte; the request was sent by then.
  api.setErrorHandler((error: Error, request, reply) =>
    handleError(mapRelayError(error, isPaid(request.routeOptions.config.endpoint)), request, reply),
  );
  for (const endpoint of endpoints as readonly KnownEndpoint[]) {
    const { method, path } = endpoint;
    api.route({
      method,
      url: convertToRouterPath(path),
      config: { endpoint },
      handler: createRelayHandler(relay, endpoint),
    });
  }
}

/** Connects through HTTPS_PROXY or HTTP_PROXY, unless NO_PROXY excludes the service. */
export function createProxyDispatcher(): EnvHttpProxyAgent {
  try {
    return new EnvHttpProxyAgent();
  } catch (error) {
    const message = 'HTTPS_PROXY or HTTP_PROXY is not a proxy address.';
    throw new StartError(message, 'Set it to an address such as http://proxy.example.com:8080, or unset it.', {
      cause: error,
    });
  }
}

/** Whether requests to the address cross a network unencrypted. */
export const isUnencrypted = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && !/^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(hostname);

/** A stable id per service and key. scrypt is slow, so the key cannot be found by guessing. */
export function deriveAccountId(url: URL, key: string): string {
  const salt = createHash('sha256').update(`fundscope ${url.href}`).digest();
  return scryptSync(key, salt, 12).toString('base64url');
}
