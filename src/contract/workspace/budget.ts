import { z } from 'zod';
import { creditBalance } from './purchases.ts';
import { moment, tenths, workspaceEndpoint } from './workspace-endpoint.ts';

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
const budget = z.strictObject({
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
export const readBudget = workspaceEndpoint('readBudget', 'GET', '/budget', {
  summary: 'Read the budget of the account',
  data: budget,
});

/**
 * POST /workspace/budget: changes the budget, in tenths of a credit; null removes a limit, an omitted one stays.
 * `new_session` starts another session. Owners only.
 */
export const changeBudget = workspaceEndpoint('changeBudget', 'POST', '/budget', {
  summary: 'Change the budget of the account',
  body: z.strictObject({
    session_tenths: tenths.nullish(),
    day_tenths: tenths.nullish(),
    new_session: z.boolean().optional(),
  }),
  data: budget,
});
