import { z } from 'zod';

/** What became of a call. `unknown`: sent without a response, so its charge is unconfirmed. */
export const outcomes = ['answered', 'rejected', 'unknown', 'free'] as const;
export type Outcome = (typeof outcomes)[number];

/** How long our own service returns a lost response again without charging (service/http/idempotency.ts). */
export const replayMs = 24 * 3600_000;

/** What is known of a call before its response. It never holds a key. */
export const callDescription = z.object({
  /** The address of the screen that sent it. */
  place: z.string(),
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
  /** Path below the service's root, with its query. */
  path: z.string(),
  body: z.record(z.string(), z.unknown()).optional(),
  summary: z.string(),
  quotedTenths: z.number(),
  /** Paid with another key than this page's own, so it is no part of this account's sum. */
  otherKey: z.literal(true).optional(),
});
export type CallDescription = z.infer<typeof callDescription>;

export const callReply = z.object({
  /** HTTP status; 0 when nothing was sent or nothing came back. */
  status: z.number(),
  ms: z.number(),
  code: z.string().optional(),
  message: z.string().optional(),
  requestId: z.string().optional(),
  meta: z.record(z.string(), z.unknown()).optional(),
});
export type CallReply = z.infer<typeof callReply>;

/** Earlier versions wrote `refused` and `ownedRows`. */
function renameOld(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null) return stored;
  const { ownedRows, ...call } = stored as Record<string, unknown>;
  return {
    ...call,
    ...(ownedRows === undefined ? {} : { unlockedRows: ownedRows }),
    ...(call['outcome'] === 'refused' ? { outcome: 'rejected' } : {}),
  };
}

/** One line of the ledger: a paid call, or the free calls of one minute, endpoint and screen. */
export const loggedCall = z.preprocess(
  renameOld,
  callDescription.extend({
    id: z.string(),
    /** When it was sent, in milliseconds. */
    at: z.number(),
    billedTenths: z.number(),
    /** More than 1 for free calls alone. */
    calls: z.number(),
    /** Rows of the response, and those among them that were unlocked before; null without a response. */
    rows: z.number().nullable(),
    unlockedRows: z.number().nullable(),
    outcome: z.enum(outcomes),
    /** The device that sent it, by a random name, so that ledgers of several devices merge (ledger.ts). */
    device: z.string().optional(),
    reply: callReply.optional(),
  }),
);
export type LoggedCall = z.infer<typeof loggedCall>;

/** The sums of many calls; credits of another key are left out. */
const callTotals = z.preprocess(
  renameOld,
  z.object({
    calls: z.number(),
    quotedTenths: z.number(),
    billedTenths: z.number(),
    /** Highest prices of calls without a response. */
    unknownTenths: z.number(),
    rows: z.number(),
    unlockedRows: z.number(),
  }),
);
export type CallTotals = z.infer<typeof callTotals>;

/** Sums by UTC day of calls that are no longer stored one by one. */
export const daySums = z.record(z.string(), callTotals);
export type DaySums = z.infer<typeof daySums>;

/** Day sums by the device that sent the calls: all of its calls up to the moment `to` in milliseconds, inclusive. */
export const deviceSums = z.record(z.string(), z.object({ to: z.number(), days: daySums }));
export type DeviceSums = z.infer<typeof deviceSums>;
