import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { sendBadRequest } from './client-error.ts';
import { registerCors } from './cors.ts';
import { handleError, sendRefusal } from './errors.ts';
import { type LogLevel, type LogTarget, registerJournal, toLogger } from './journal.ts';
import type { Metrics } from './metrics.ts';
import { noSuchEndpoint } from './not-found.ts';

/** The most bytes that a request's body may have (contract 5). */
export const bodyLimit = 1024 * 1024;
/** A request that has not arrived whole by then is answered with 408. */
const requestTimeoutMs = 30_000;

/** What of an app differs: its log, its patience, what stands before it, and who may ask it. */
export type HttpAppOptions = {
  readonly logLevel?: LogLevel;
  /** Where the log goes: standard error where it is left out. */
  readonly logTo?: LogTarget;
  /** Addresses of proxies whose word on the caller's address is taken; none where it is left out. */
  readonly trustProxy?: readonly string[];
  /** The path below which a proxy shows the site, such as `/desk`; requests come with it or without. */
  readonly base?: string;
  readonly requestTimeoutMs?: number;
  readonly corsOrigins?: readonly string[];
};

/** An app without routes whose limits, request ids and error bodies are those of the contract. */
export function createHttpApp(options: HttpAppOptions, metrics: Metrics): FastifyInstance {
  const requestTimeout = options.requestTimeoutMs ?? requestTimeoutMs;
  const { trustProxy = [], base = '' } = options;
  const app = fastify({
    bodyLimit,
    requestTimeout,
    // Node swaps the two limits when the one for headers is the longer.
    http: { connectionsCheckingInterval: 500, headersTimeout: requestTimeout, requestTimeout },
    exposeHeadRoutes: false,
    logger: toLogger(options.logLevel, options.logTo),
    // One line an answer is written by the journal; not two by the framework.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy.length > 0 && [...trustProxy],
    rewriteUrl: ({ url = '/' }) => toUrlBelow(base, url),
    genReqId: (raw) => toRequestId(raw.headers['x-request-id']),
    // An id of any length reaches its route, which says what is wrong with it.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16_384 },
    clientErrorHandler: sendBadRequest,
    // A path that cannot be decoded is no path of ours; it passes no hook.
    frameworkErrors: (_error, request, reply) => {
      void reply.header('x-request-id', request.id);
      void sendRefusal(reply, noSuchEndpoint(), false);
    },
    // A connection that only waits is closed at once when the process stops.
    forceCloseConnections: 'idle',
  });
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
  });
  registerJournal(app, metrics);
  registerCors(app, options.corsOrigins ?? []);
  app.setErrorHandler(handleError);
  return app;
}

/** The address as the routes know it: without the path that a proxy shows before it. */
function toUrlBelow(base: string, url: string): string {
  if (base === '' || !url.startsWith(base)) return url;
  const rest = url.slice(base.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : url;
}

/** The client's own request id when it is harmless, else a new one (contract 3). */
function toRequestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[A-Za-z0-9-]{1,64}$/.test(given) ? given : randomUUID();
}
