import fastifyCompress from '@fastify/compress';
import fastifyHelmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { pagePolicy } from './page-policy.ts';

/** Adds to every route that is registered after it: compression, and headers under which nothing foreign runs. */
export async function registerHeaders(app: FastifyInstance): Promise<void> {
  await app.register(fastifyHelmet, {
    global: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { ...pagePolicy, 'frame-ancestors': ["'none'"] },
    },
    referrerPolicy: { policy: 'no-referrer' },
    // Plain http on this machine is how the product runs.
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  });
  await app.register(fastifyCompress, { global: true, encodings: ['br', 'gzip'] });
}
