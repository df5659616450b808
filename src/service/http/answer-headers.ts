import fastifyCompress from '@fastify/compress';
import fastifyHelmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/**
 * Adds to every answer of a scope, errors included: compression for who takes it, and headers under which a browser
 * runs, frames and guesses nothing of it. The pages have a policy of their own.
 */
export async function registerAnswerHeaders(scope: FastifyInstance): Promise<void> {
  await scope.register(fastifyHelmet, {
    global: true,
    contentSecurityPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    // Plain http on this machine is how the product runs.
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  });
  // Last of all: a gateway gives the policy of its pages to everything that it sends, and an answer is no page.
  scope.addHook('onSend', async (_request, reply) => {
    void reply.header('content-security-policy', "default-src 'none';frame-ancestors 'none'");
  });
  await scope.register(fastifyCompress, { global: true, encodings: ['br', 'gzip'] });
}

/** Keeps answers out of every cache: each was made for one key and one moment, and may have been paid for. */
export function forbidCaching(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
  });
}
