import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { creditBalance } from './purchases.ts';
import { moment, tenths, workspaceEndpoint } from './workspace-endpoint.ts';

/** The default budget of a session in tenths of a credit: one page of 500 rows. */
export const defaultSessionTenths = 5000;
/** A session ends when nothing was bought for this long. */
export const sessionIdleMs = 8 * 3600_000;

/** A budget with what counts against it, in tenths; `limit` is null without a budget. */
const part = z.strictObject({
  limit: tenths.nullable(),
  used: tenths,
  /** Highest prices of requests without a response, whose charge is unconfirmed. */
  unconfirmed: tenths,
});

/**
 * The budget of an account and what is spent. The session counts what its members bought together; the UTC day counts
 * every charge that the gateway has seen, including those of other programs.
 */
export const budget = z.strictObject({
  /** The UTC day. */
  date: z.iso.date(),
  session_started_at: moment,
  /** Highest prices of purchases in progress, which count against both. */
  running: tenths,
  session: part,
  day: part,
  /** The credits that the service reported last; null before it did. */
  balance: creditBalance.nullable(),
});
export type Budget = z.infer<typeof budget>;

/** GET /workspace/budget: the budget of the account with what is spent and in progress. */
export const readBudget = {
  ...workspaceEndpoint,
  id: 'readBudget',
  method: 'GET',
  path: '/budget',
  summary: 'Read the budget of the account',
  data: budget,
} as const satisfies Endpoint;

/**
 * POST /workspace/budget: changes the budget, in tenths of a credit; null removes a limit, an omitted one stays.
 * `new_session` starts another session. Owners only.
 */
export const changeBudget = {
  ...workspaceEndpoint,
  id: 'changeBudget',
  method: 'POST',
  path: '/budget',
  summary: 'Change the budget of the account',
  body: z.strictObject({
    session_tenths: tenths.nullish(),
    day_tenths: tenths.nullish(),
    new_session: z.boolean().optional(),
  }),
  data: budget,
} as const satisfies Endpoint;
