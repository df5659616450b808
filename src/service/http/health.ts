import type { FastifyInstance } from 'fastify';

/** Serves /healthz: 200 while `check` succeeds, otherwise its error. Load balancers ask with GET or HEAD. */
export function registerHealth(site: FastifyInstance, check: () => Promise<void> = async () => undefined): void {
  site.route({
    method: ['GET', 'HEAD'],
    url: '/healthz',
    handler: async () => {
      await check();
      return { status: 'ok' };
    },
  });
}
