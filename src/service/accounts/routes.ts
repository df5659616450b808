import type { FastifyInstance } from 'fastify';
import { readAccount, readUsage } from '#contract/account.ts';
import type { ServiceOptions } from '../http/options.ts';
import { route } from '../http/route.ts';
import { readSummary } from './summary.ts';
import { readUsageOf, toUsageDays } from './usage.ts';

/** The part of the Account API that is about the account itself: free, for every plan. */
export function registerAccount(account: FastifyInstance, options: ServiceOptions): void {
  route(account, options, readAccount, async ({ caller, now, db }) => ({
    data: { account: await readSummary(db, caller, now) },
    rows: 1,
  }));
  route(account, options, readUsage, async ({ query, caller, now, db }) => {
    const usage = await readUsageOf(db, caller.accountId, toUsageDays(query, now));
    return { data: { usage }, rows: usage.length };
  });
}
