import { z } from 'zod';
import { queryInteger, uuid } from '../scalars.ts';
import { anyObject, moment, screenAddress, tenths, workspaceEndpoint } from './workspace-endpoint.ts';

/**
 * The state of a paid request. `running`: it was sent, or is about to be. `billed`: answered, and charged as recorded.
 * `rejected`: not charged. `unconfirmed`: sent without a readable response, so that it may have been charged.
 */
export const purchaseState = z.enum(['running', 'billed', 'rejected', 'unconfirmed']);
export type PurchaseState = z.infer<typeof purchaseState>;

/** The credits that a service reported last, in whole credits; null where the key may not see them. */
export const creditBalance = z.strictObject({
  monthly: z.number().nullable(),
  purchased: z.number().nullable(),
  at: moment,
});

/** What one press cost: the sum of its requests, in tenths of a credit. */
export const bill = z.strictObject({
  quoted_tenths: tenths,
  billed_tenths: tenths,
  /** Highest prices of requests whose charge is unconfirmed. */
  unconfirmed_tenths: tenths,
});
export type Bill = z.infer<typeof bill>;

/** What every press that spends sends. */
export const spending = {
  /** The highest price that the button showed; the press costs at most that. */
  max_tenths: tenths,
  /** The screen with the button. */
  screen: screenAddress,
  /** Sends the request although an earlier one like it may have been charged. */
  repeat: z.boolean().default(false),
};

/** One paid request of the account. */
const purchaseRecord = z.strictObject({
  id: uuid,
  /** The member who made it; null for the account itself and for other programs. */
  by: uuid.nullable(),
  screen: z.string(),
  /** The endpoint's id in the contract, and what it does in words. */
  endpoint: z.string(),
  summary: z.string(),
  method: z.enum(['GET', 'POST']),
  /** The path below the service's root, with its query. */
  path: z.string(),
  body: anyObject.nullable(),
  quoted_tenths: tenths,
  /** Null while it is running or unconfirmed. */
  billed_tenths: tenths.nullable(),
  state: purchaseState,
  /** Rows of the response, and how many of them were unlocked before; null without a response. */
  rows: z.int().nullable(),
  unlocked_rows: z.int().nullable(),
  /** The HTTP status of the response; null without one. */
  status: z.int().nullable(),
  /** Why it failed. */
  code: z.string().nullable(),
  message: z.string().nullable(),
  /** The service's id of the request. */
  request_id: z.string().nullable(),
  started_at: moment,
  ended_at: moment.nullable(),
  /** Whether somebody has seen that its charge is unconfirmed. */
  dismissed: z.boolean(),
});
export type Purchase = z.infer<typeof purchaseRecord>;

/** GET /workspace/purchases: paid requests of the account, newest first; `before` is the id of the last one received. */
export const listPurchases = workspaceEndpoint('listPurchases', 'GET', '/purchases', {
  summary: 'List the paid requests of the account',
  query: z.strictObject({
    before: uuid.optional(),
    state: purchaseState.optional(),
    limit: queryInteger.min(1).max(1000).default(200),
  }),
  data: z.strictObject({ purchases: z.array(purchaseRecord), more: z.boolean() }),
});

/** The sums of the purchases of a UTC day. */
const purchaseDay = z.strictObject({
  date: z.iso.date(),
  purchases: z.int(),
  quoted_tenths: tenths,
  billed_tenths: tenths,
  unconfirmed_tenths: tenths,
  rows: z.int(),
  unlocked_rows: z.int(),
});
export type PurchaseDay = z.infer<typeof purchaseDay>;

/** GET /workspace/purchases/days: sums by UTC day, oldest first, of days with a purchase. */
export const listPurchaseDays = workspaceEndpoint('listPurchaseDays', 'GET', '/purchases/days', {
  summary: 'Sum the paid requests of the account by day',
  data: z.strictObject({ days: z.array(purchaseDay) }),
});

const params = z.strictObject({ id: uuid });

/** PUT /workspace/purchases/{id}: takes an unconfirmed charge off the list of those to look at; it still counts. */
export const changePurchase = workspaceEndpoint('changePurchase', 'PUT', '/purchases/{id}', {
  summary: 'Dismiss an unconfirmed charge',
  params,
  body: z.strictObject({ dismissed: z.literal(true) }),
  data: z.strictObject({ purchase: purchaseRecord }),
});

/**
 * POST /workspace/purchases/{id}/retry: sends an unconfirmed request again, under the same Idempotency-Key. A service
 * that knows such keys does not charge twice; any other may. The first one still counts as unconfirmed.
 */
export const retryPurchase = workspaceEndpoint('retryPurchase', 'POST', '/purchases/{id}/retry', {
  summary: 'Send an unconfirmed request again',
  params,
  body: z.strictObject({ max_tenths: spending.max_tenths }),
  data: z.strictObject({ purchase: purchaseRecord, bill }),
  spends: true,
});
