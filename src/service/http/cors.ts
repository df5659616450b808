import type { FastifyInstance } from 'fastify';

const exposed = [
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

const allowed = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key',
  'access-control-max-age': '600',
};

/**
 * Lets pages of the given origins, and of no other, ask /api/v1 with a key of their own (contract 3). A preflight is
 * answered before anything is looked at, so it never bills; without origins nothing changes and OPTIONS stays 405.
 */
export function registerCors(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  app.addHook('onRequest', async ({ method, url, headers }, reply) => {
    if (!url.startsWith('/api/v1')) return;
    // A cache must not give the answer for one origin to another.
    void reply.header('vary', 'Origin');
    if (headers.origin === undefined || !origins.includes(headers.origin)) return;
    void reply.header('access-control-allow-origin', headers.origin);
    if (method === 'OPTIONS' && headers['access-control-request-method'] !== undefined) {
      return reply.code(204).headers(allowed).send();
    }
    void reply.header('access-control-expose-headers', exposed);
  });
}
