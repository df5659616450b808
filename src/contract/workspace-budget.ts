import { z } from 'zod';
import { free } from './credits.ts';
import type { Endpoint } from './endpoint.ts';

/** The default budget of a session in tenths of a credit: one page of 500 rows. */
export const defaultSessionTenths = 5000;
/** A session ends when nothing was bought for this long. */
export const sessionIdleMs = 8 * 3600_000;

const tenths = z.int().min(0).max(1e12);

/** A budget with what counts against it, in tenths; `limit` is null without a budget. */
const part = z.strictObject({
  limit: tenths.nullable(),
  used: tenths,
  /** Highest prices of requests without a response, whose charge is unconfirmed. */
  unconfirmed: tenths,
});

/**
 * The budget of an account and what is spent. The session counts what its browsers bought together; the UTC day counts
 * every charge that the gateway has seen, including those of other programs.
 */
export const workspaceBudget = z.strictObject({
  /** Grows with every change: of two states, the one with more changes is newer. */
  changes: z.int(),
  /** The UTC day, `YYYY-MM-DD`. */
  date: z.string(),
  /** When the session began, in milliseconds. */
  session_started_at: z.int(),
  /** Highest prices of purchases in progress, which count against both. */
  reserved: tenths,
  session: part,
  day: part,
});
export type WorkspaceBudget = z.infer<typeof workspaceBudget>;

/** GET /workspace/budget: the budget of the account with what is spent and reserved. */
export const readBudget = {
  id: 'readBudget',
  method: 'GET',
  root: '/workspace',
  path: '/budget',
  summary: 'Read the budget of the account',
  data: workspaceBudget,
  meta: 'count',
  cost: free,
  window: 'workspace',
} as const satisfies Endpoint;

/**
 * POST /workspace/budget: changes the budget, in tenths of a credit; null removes a limit, an omitted one stays.
 * `new_session` starts another session. With `initial` nothing changes if the account already has a budget.
 */
export const changeBudget = {
  id: 'changeBudget',
  method: 'POST',
  root: '/workspace',
  path: '/budget',
  summary: 'Change the budget of the account',
  body: z.strictObject({
    session_tenths: tenths.nullish(),
    day_tenths: tenths.nullish(),
    new_session: z.boolean().optional(),
    initial: z.boolean().optional(),
  }),
  data: workspaceBudget,
  meta: 'count',
  cost: free,
  window: 'workspace',
} as const satisfies Endpoint;
