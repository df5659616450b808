import { z } from 'zod';
import { free } from './credits.ts';
import type { Endpoint } from './endpoint.ts';
import { plan } from './enums.ts';
import { ordered, utcDay } from './scalars.ts';

const credits = z.number().min(0).meta({ description: 'Credits with at most one decimal.' });

/** The account of the key that asks, as it stands at this moment; balances are null for keys that see none. */
export const account = z.strictObject({
  name: z.string(),
  plan,
  monthly_allowance: credits,
  monthly_credits: credits.nullable(),
  purchased_credits: credits.nullable(),
  /** The UTC day on which the monthly credits become the allowance again; null without an allowance. */
  renews_on: z.iso.date().nullable(),
  key: z.strictObject({ prefix: z.string(), name: z.string(), created_at: z.iso.datetime() }),
});
export type Account = z.infer<typeof account>;

/** GET /account: plan, credits and key. */
export const readAccount = {
  id: 'readAccount',
  method: 'GET',
  root: '/account',
  path: '/',
  summary: 'Read the account of the key',
  data: z.strictObject({ account }),
  meta: 'count',
  cost: free,
} as const satisfies Endpoint;

/** What one endpoint cost on one UTC day, by the ledger: answers that cost nothing are not in it. */
export const usage = z.strictObject({
  day: z.iso.date(),
  /** The `id` of an endpoint of the contract. */
  endpoint: z.string(),
  answers: z.int(),
  rows: z.int(),
  monthly_credits: credits,
  purchased_credits: credits,
});
export type Usage = z.infer<typeof usage>;

/** GET /account/usage: the last 30 UTC days, or those asked for, at most 366; oldest first, then by endpoint. */
export const readUsage = {
  id: 'readUsage',
  method: 'GET',
  root: '/account',
  path: '/usage',
  summary: 'Read what the account spent, by UTC day and endpoint',
  query: ordered(
    z.strictObject({ start_date: utcDay.optional(), end_date: utcDay.optional() }),
    'start_date',
    'end_date',
  ),
  data: z.strictObject({ usage: z.array(usage) }),
  meta: 'count',
  cost: free,
} as const satisfies Endpoint;
