import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import fastify, { type FastifyInstance, LogController, type RouteOptions } from 'fastify';
import { access } from './access.ts';
import { HttpError, buildErrorBody, handleError, sendError } from './http-error.ts';
import type { Metrics } from './metrics.ts';
import { createLoggerOptions, type LogLevel, type LogTarget, registerRequestLog } from './request-log.ts';
import { rejectAmbiguousPath, removeBase, removeOrigin } from './request-path.ts';
import { type Tracing, noTracing } from './tracing.ts';
import { registerCors } from './response-headers.ts';

/** The largest request body in bytes (contract 5). */
export const maxBodyBytes = 1024 * 1024;
/** The most headers of a request. Node drops what follows the first 1,000 without a word, `X-Forwarded-For` too. */
const maxHeaders = 500;
/** A request that takes longer to arrive gets 408. */
const defaultRequestTimeoutMs = 30_000;
/** A connection without a request is closed after this time. */
const defaultIdleTimeoutMs = 60_000;

/** What differs between apps: log, timeout, proxies and origins. */
export type HttpAppOptions = {
  readonly logLevel?: LogLevel;
  /** Where the log is written; standard error by default. */
  readonly logTo?: LogTarget;
  /** Addresses of proxies whose X-Forwarded-For is trusted; none by default. */
  readonly trustProxy?: readonly string[];
  /** The path under which a proxy shows the site, such as `/funding`; requests may include it or not. */
  readonly base?: string;
  readonly requestTimeoutMs?: number;
  readonly idleTimeoutMs?: number;
  readonly corsOrigins?: readonly string[];
  /** Where spans are sent; nowhere by default. */
  readonly tracing?: Tracing;
};

/** Creates an app without routes, with the limits, request ids and error bodies of the contract. */
export function createHttpApp(options: HttpAppOptions, metrics: Metrics): FastifyInstance {
  const requestTimeout = options.requestTimeoutMs ?? defaultRequestTimeoutMs;
  const { trustProxy = [], base = '' } = options;
  const app = fastify({
    bodyLimit: maxBodyBytes,
    requestTimeout,
    keepAliveTimeout: options.idleTimeoutMs ?? defaultIdleTimeoutMs,
    // If the timeout for headers is longer than that for the request, Node swaps the two.
    http: { connectionsCheckingInterval: 500, headersTimeout: requestTimeout, requestTimeout },
    exposeHeadRoutes: false,
    logger: createLoggerOptions(options.logLevel, options.logTo),
    // The request log writes one line per response; the framework would write two.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy.length > 0 && [...trustProxy],
    rewriteUrl: ({ url = '/' }) => removeBase(base, removeOrigin(url)),
    genReqId: (raw) => chooseRequestId(raw.headers['x-request-id']),
    // Ids of any length reach the route, which rejects them with its own error.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16_384 },
    clientErrorHandler: respondToClientError,
    // A path that cannot be decoded matches no route and runs no hook.
    frameworkErrors: (_error, request, reply) => {
      void reply.header('x-request-id', request.id);
      void sendError(reply, new HttpError('routeNotFound'));
    },
    // Close idle connections at once on shutdown.
    forceCloseConnections: 'idle',
  });
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
  });
  app.decorateRequest('keyOwner', undefined);
  app.decorateRequest('generation', undefined);
  registerRequestLog(app, metrics, options.tracing ?? noTracing);
  app.addHook('onRequest', async ({ raw }) => {
    // Names and values are separate entries.
    if (raw.rawHeaders.length > 2 * maxHeaders) throw new HttpError('headersTooLarge');
  });
  app.addHook('onRequest', rejectAmbiguousPath);
  app.addHook('onRoute', requireAccessRow);
  registerCors(app, options.corsOrigins ?? []);
  app.setErrorHandler(handleError);
  return app;
}

/** Nobody adds a route without saying in the table who may use it. */
function requireAccessRow({ method, url, config }: RouteOptions): void {
  if (config?.endpoint || config?.row) return;
  const missing = [method].flat().filter((one) => !(`${one} ${url}` in access));
  if (missing.length > 0) throw new Error(`${missing.join(', ')} ${url} has no row in http/access.ts`);
}

/** The client's request id if it is safe to log, otherwise a new one (contract 3). */
function chooseRequestId(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[A-Za-z0-9-]{1,64}$/.test(given) ? given : randomUUID();
}

/** Responds to what Node's HTTP parser rejects (a slow body, an invalid header), before there is a request. */
function respondToClientError({ code }: NodeJS.ErrnoException, socket: Socket): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const error = new HttpError(clientErrors[code ?? ''] ?? 'badRequest');
  const { status } = error;
  const body = JSON.stringify(buildErrorBody(error));
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

const clientErrors: Record<string, 'requestTimeout' | 'headersTooLarge' | undefined> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
};
