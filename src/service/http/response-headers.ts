import fastifyCompress from '@fastify/compress';
import fastifyHelmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** Adds compression and security headers to every response of a scope, including errors. Pages have their own. */
export async function registerResponseHeaders(scope: FastifyInstance): Promise<void> {
  await scope.register(fastifyHelmet, {
    global: true,
    contentSecurityPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    // The product usually runs on plain http on one machine.
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  });
  // The last hook: a gateway sets its pages' policy on everything it sends, and a JSON response needs none of it.
  scope.addHook('onSend', async (_request, reply) => {
    void reply.header('content-security-policy', "default-src 'none';frame-ancestors 'none'");
  });
  await scope.register(fastifyCompress, { global: true, encodings: ['br', 'gzip'] });
}

/** Forbids caching of responses: each is for one key, and may be paid for. */
export function forbidCaching(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
  });
}

const exposedHeaders = [
  'Retry-After',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'X-Request-Id',
  'X-Credits-Used',
  'X-Credits-Remaining',
  'X-Ignored-Filters',
  'Fundscope-Relevance',
  'Idempotency-Replayed',
].join(', ');

/** What pages of other origins may send to the paths with a prefix, and read from the responses. */
type CorsRules = {
  readonly prefix: string;
  readonly methods: string;
  readonly requestHeaders: string;
  readonly responseHeaders: string;
};

const apiRules: CorsRules = {
  prefix: '/api/v1',
  methods: 'GET, POST',
  requestHeaders: 'Authorization, Content-Type, Idempotency-Key',
  responseHeaders: exposedHeaders,
};

/**
 * Lets pages of the given origins call the API with a key of their own (contract 3). A preflight is answered before any
 * check and never billed; without origins OPTIONS stays 405.
 */
export function registerCors(app: FastifyInstance, origins: readonly string[], rules = apiRules): void {
  if (origins.length === 0) return;
  const preflightHeaders = {
    'access-control-allow-methods': rules.methods,
    'access-control-allow-headers': rules.requestHeaders,
    'access-control-max-age': '600',
  };
  app.addHook('onRequest', async ({ method, url, headers }, reply) => {
    if (!isBelow(rules.prefix, url)) return;
    // A cache must not serve the response for one origin to another.
    void reply.header('vary', 'Origin');
    if (headers.origin === undefined || !origins.includes(headers.origin)) return;
    void reply.header('access-control-allow-origin', headers.origin);
    if (method === 'OPTIONS' && headers['access-control-request-method'] !== undefined) {
      return reply.code(204).headers(preflightHeaders).send();
    }
    void reply.header('access-control-expose-headers', rules.responseHeaders);
  });
}

/** Whether an address is a path, or below it. */
const isBelow = (path: string, url: string): boolean =>
  url.startsWith(path) && /^([/?]|$)/.test(url.slice(path.length));
