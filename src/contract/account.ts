import { z } from 'zod';
import { accountEndpoint } from './endpoint.ts';
import { plan } from './enums.ts';
import { requireOneOf, requireOrder } from './request-checks.ts';
import { utcDay } from './scalars.ts';

const credits = z.number().min(0).meta({ description: 'Credits with at most one decimal.' });

/** The account of the key; the balances are null for API-tier keys. */
export const account = z.strictObject({
  name: z.string(),
  plan,
  monthly_allowance: credits,
  monthly_credits: credits.nullable(),
  purchased_credits: credits.nullable(),
  /** The UTC day on which the monthly credits are renewed; null without an allowance. */
  renews_on: z.iso.date().nullable(),
  /** Whether every call is charged 0 credits: by the operator, or on this machine for records of its owner. */
  unmetered: z.boolean(),
  key: z.strictObject({ prefix: z.string(), name: z.string(), created_at: z.iso.datetime() }),
});
export type Account = z.infer<typeof account>;

/** GET /account: plan, credits and key. */
export const readAccount = accountEndpoint('readAccount', 'GET', '/', {
  summary: 'Read the account of the key',
  data: z.strictObject({ account }),
});

const maxCredits = 1_000_000;

/**
 * POST /account/credits: adds purchased credits, sets the monthly allowance, or meters the account or not. A higher
 * allowance adds the difference at once, a lower one applies from the next UTC month. Only the local key may do this: `credits` of `GET /config.json`
 * says whether the page has it; every other key gets 403 LOCAL_KEY_REQUIRED.
 */
export const changeCredits = accountEndpoint('changeCredits', 'POST', '/credits', {
  summary: 'Add credits to the own account, set its monthly allowance, or meter it or not',
  body: requireOneOf(
    z.strictObject({
      add: z.int().min(1).max(maxCredits).optional(),
      monthly: z.int().min(0).max(maxCredits).optional(),
      metered: z.boolean().optional(),
    }),
    ['add', 'monthly', 'metered'],
  ),
  data: z.strictObject({ account }),
});

/** The spending on one endpoint on one UTC day; free responses are not included. */
const usage = z.strictObject({
  day: z.iso.date(),
  /** The `id` of an endpoint of the contract. */
  endpoint: z.string(),
  answers: z.int(),
  rows: z.int(),
  monthly_credits: credits,
  purchased_credits: credits,
});
export type Usage = z.infer<typeof usage>;

/** GET /account/usage: the last 30 UTC days or the given ones, at most 366; oldest first, then by endpoint. */
export const readUsage = accountEndpoint('readUsage', 'GET', '/usage', {
  summary: 'Read the spending of the account by UTC day and endpoint',
  query: requireOrder(z.strictObject({ start_date: utcDay.optional(), end_date: utcDay.optional() }), [
    'start_date',
    'end_date',
  ]),
  data: z.strictObject({ usage: z.array(usage) }),
});
