import { z } from 'zod';
import { callDescription, callReply } from '#contract/call-description.ts';
import type { DeviceSums, LoggedCall } from '#contract/calls.ts';
import type { WorkspaceBudget } from '#contract/workspace-budget.ts';

/** How long our own service returns a lost response again without charging (service/http/idempotency.ts). */
export const replayMs = 24 * 3600_000;

/** Remaining credits as a response reported them: to the tenth by its header, in whole credits by its body. */
const reportedCredits = z.object({
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
const journalEntry = z.union([
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
    /** Present where another browser of the account or another tab sent it, and this one got its response too. */
    call: callDescription.optional(),
  }),
  z.object({ type: z.literal('rejected'), at, id, reply: callReply, credits: reportedCredits.optional() }),
  z.object({ type: z.literal('lost'), at, id, reply: callReply }),
  /** A lost request that the user took off the list. It may have been charged, so the session still counts it. */
  z.object({ type: z.literal('dismissed'), at, id }),
  /** A tab was reloaded: its unfinished requests get no response. */
  z.object({ type: z.literal('tab-reopened'), at, tab: z.string() }),
  /** Unlocked rows were shown again, which saved this many tenths. */
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
  /** Everything was deleted: the list of calls starts empty. */
  z.object({ type: z.literal('ledger-cleared'), at }),
  /** The ledger of a backup; who reads it checks it (ledger.ts). */
  z.object({
    type: z.literal('restored'),
    at,
    calls: z.custom<LoggedCall[]>(Array.isArray),
    sums: z.custom<DeviceSums>(),
  }),
]);
export type JournalEntry = z.infer<typeof journalEntry>;

/** An entry with its place in the journal; `unreadable` is one that a later version wrote. */
export type RecordedEntry = (JournalEntry | { readonly type: 'unreadable'; readonly at: number }) & {
  readonly seq: number;
};

/** Reads a stored entry; never throws. */
export function parseEntry(stored: { readonly seq?: number }): RecordedEntry {
  const { data } = journalEntry.safeParse(stored);
  return { ...(data ?? { type: 'unreadable', at: 0 }), seq: stored.seq ?? 0 };
}
