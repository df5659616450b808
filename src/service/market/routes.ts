import type { FastifyInstance } from 'fastify';
import { readMarket, readPosition } from '#contract/market.ts';
import type { ServiceOptions } from '../http/options.ts';
import { route } from '../http/route.ts';
import { findPosition } from './find-position.ts';
import { findMarket } from './read-market.ts';

/** Registers the free figures about deals, under /account. */
export function registerMarket(account: FastifyInstance, options: ServiceOptions): void {
  route(account, options, readMarket, async ({ body, db, snapshot, now }) => ({
    data: { market: await findMarket(db, body, snapshot, now) },
    rows: 1,
  }));
  route(account, options, readPosition, async ({ body, db, snapshot, now }) => ({
    data: { position: await findPosition(db, body, snapshot, now) },
    rows: 1,
  }));
}
