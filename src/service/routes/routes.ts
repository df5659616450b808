import type { FastifyInstance } from 'fastify';
import { readRoutes } from '#contract/routes.ts';
import type { ServiceOptions } from '../http/options.ts';
import { route } from '../http/route.ts';
import { findRoutes } from './find-routes.ts';

/** Registers the free search for routes, under /account. */
export function registerRoutes(account: FastifyInstance, options: ServiceOptions): void {
  route(account, options, readRoutes, async ({ body, db, snapshot, now }) => {
    const data = await findRoutes(db, body, snapshot, now);
    return { data, rows: data.routes.length };
  });
}
