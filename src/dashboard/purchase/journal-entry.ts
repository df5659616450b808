import { z } from 'zod';
import type { WorkspaceBudget } from '#contract/workspace-budget.ts';

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

/** Remaining credits as a response reported them: to the tenth by its header, in whole credits by its body. */
export const reportedCredits = z.object({
  remainingTenths: z.number().optional(),
  monthly: z.number().nullish(),
  purchased: z.number().nullish(),
});
export type ReportedCredits = z.infer<typeof reportedCredits>;

/** When it happened, in milliseconds. */
const at = z.number();
/** The paid request that an entry is about: its Idempotency-Key. */
const id = z.string();

/**
 * What the journal of purchases records. A paid request is `reserved`, then `sent`, then one of `billed`, `rejected` and
 * `lost`; a lost one is later `resumed` under the same key or `dismissed`.
 * Not z.discriminatedUnion, which would add half a kilobyte to what every page loads.
 */
export const journalEntry = z.union([
  z.object({
    type: z.literal('reserved'),
    at,
    id,
    /** The tab that sends it. */
    tab: z.string(),
    /** The most it can cost. */
    tenths: z.number(),
    /** Method, path and input as text: two equal requests have the same. */
    fingerprint: z.string(),
    summary: z.string(),
    /** The address of the screen that sent it. */
    place: z.string(),
  }),
  z.object({ type: z.literal('resumed'), at, id, tab: z.string() }),
  z.object({ type: z.literal('sent'), at, id, call: callDescription }),
  z.object({
    type: z.literal('billed'),
    at,
    id,
    tenths: z.number(),
    /** The part of it that only the price list names, because the service counts whole credits. */
    listedTenths: z.number(),
    rows: z.number().nullable(),
    unlockedRows: z.number().nullable(),
    reply: callReply,
    /** Absent where another key paid. */
    credits: reportedCredits.optional(),
  }),
  z.object({ type: z.literal('rejected'), at, id, reply: callReply, credits: reportedCredits.optional() }),
  z.object({ type: z.literal('lost'), at, id, reply: callReply }),
  /** A lost request that the user took off the list. It may have been charged, so the session still counts it. */
  z.object({ type: z.literal('dismissed'), at, id }),
  /** A tab was loaded again: what it had under way gets no response any more. */
  z.object({ type: z.literal('tab-reopened'), at, tab: z.string() }),
  /** Rows that were unlocked already stood in for a purchase of so many tenths. */
  z.object({ type: z.literal('reused'), at, tenths: z.number() }),
  /** A free request, with its rows. */
  z.object({ type: z.literal('free'), at, call: callDescription, rows: z.number() }),
  /** The balance that the account reports; `since` is the last entry known when it was requested. */
  z.object({ type: z.literal('balance-reported'), at, since: z.number(), credits: reportedCredits }),
  z.object({ type: z.literal('budget-set'), at, budgetTenths: z.number().nullable() }),
  z.object({ type: z.literal('day-budget-set'), at, budgetTenths: z.number().nullable() }),
  z.object({ type: z.literal('session-started'), at }),
  /** The budget that all browsers of the account share, as the gateway reported it. */
  z.object({ type: z.literal('budget-reported'), at, budget: z.custom<WorkspaceBudget>() }),
  /** The ledger of a backup. */
  z.object({ type: z.literal('restored'), at, calls: z.array(loggedCall), sums: deviceSums }),
]);
export type JournalEntry = z.infer<typeof journalEntry>;

/** An entry with its place in the journal; `unreadable` is one that a later version wrote. */
export type RecordedEntry = (JournalEntry | { readonly type: 'unreadable'; readonly at: number }) & {
  readonly seq: number;
};

/** Reads a stored entry; never throws. */
export function readEntry(stored: { readonly seq?: number }): RecordedEntry {
  const { data } = journalEntry.safeParse(stored);
  return { ...(data ?? { type: 'unreadable', at: 0 }), seq: stored.seq ?? 0 };
}
