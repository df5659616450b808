import { z } from 'zod';
import { callDescription, callReply } from './call-description.ts';

/** The outcome of a call. `unknown`: sent without a response, so its charge is unconfirmed. */
export const outcomes = ['answered', 'rejected', 'unknown', 'free'] as const;
export type Outcome = (typeof outcomes)[number];

/** Earlier versions wrote `refused` and `ownedRows`, and stored free calls without their device. */
function renameOld(stored: unknown): unknown {
  if (typeof stored !== 'object' || stored === null) return stored;
  const { ownedRows, ...call } = stored as Record<string, unknown>;
  const { id, device, outcome } = call;
  const isUnnamed = outcome === 'free' && typeof device === 'string' && /^free \d+ /.test(String(id));
  return {
    ...call,
    ...(ownedRows === undefined ? {} : { unlockedRows: ownedRows }),
    ...(outcome === 'refused' ? { outcome: 'rejected' } : {}),
    ...(isUnnamed ? { id: String(id).replace('free', `free ${device}`) } : {}),
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
    /** More than 1 only for free calls. */
    calls: z.number(),
    /** Rows of the response, and how many of them were already unlocked; null without a response. */
    rows: z.number().nullable(),
    unlockedRows: z.number().nullable(),
    outcome: z.enum(outcomes),
    /** A random name of the device that sent it, so that ledgers of several devices can be merged (ledger.ts). */
    device: z.string().optional(),
    /** Another browser started the same purchase at the same time or lost the response, and this one took it over. */
    takenOver: z.literal(true).optional(),
    reply: callReply.optional(),
  }),
);
export type LoggedCall = z.infer<typeof loggedCall>;

/** The sums of many calls, without credits of another key. */
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

/** The day sums of a device: all of its calls up to the time `to` in milliseconds, inclusive, and whose they are. */
export const sumsOfDevice = z.object({ to: z.number(), days: daySums, by: z.string().optional() });

/** Day sums by the device that sent the calls. */
export const deviceSums = z.record(z.string(), sumsOfDevice);
export type DeviceSums = z.infer<typeof deviceSums>;

/** All calls of an account: each is either listed or in the day sums of its device. */
export type CallHistory = { readonly calls: readonly LoggedCall[]; readonly sums: DeviceSums };
