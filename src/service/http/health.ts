import type { FastifyInstance } from 'fastify';
import type { Replica } from '../db/replicas.ts';

/**
 * Serves /healthz: 200 while `check` succeeds, with the number of replicas in use; otherwise its error. Load balancers
 * use GET or HEAD.
 */
export function registerHealth(
  site: FastifyInstance,
  check: () => Promise<void> = async () => undefined,
  replicas: readonly Replica[] = [],
): void {
  site.route({
    method: ['GET', 'HEAD'],
    url: '/healthz',
    handler: async () => {
      await check();
      if (replicas.length === 0) return { status: 'ok' };
      const used = replicas.filter((replica) => replica.isUsable()).length;
      return { status: 'ok', replicas: { used, total: replicas.length } };
    },
  });
}
