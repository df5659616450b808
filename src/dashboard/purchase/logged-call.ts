import { z } from 'zod';

/** What became of a call; `unknown` is sent and not answered, so that it was perhaps charged. */
export const outcomes = ['answered', 'refused', 'unknown', 'free'] as const;
export type Outcome = (typeof outcomes)[number];

const reply = z.object({
  /** HTTP status; 0 when nothing came or nothing was sent. */
  status: z.number(),
  ms: z.number(),
  code: z.string().optional(),
  message: z.string().optional(),
  requestId: z.string().optional(),
  meta: z.record(z.string(), z.unknown()).optional(),
});

/** One line of the account book: a paid call, or the free look-ups of a minute. It holds no key. */
export const loggedCall = z.object({
  id: z.string(),
  /** When it left, in milliseconds. */
  at: z.number(),
  /** The address of the screen that asked. */
  place: z.string(),
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
  /** Path below the service's root, with its query. */
  path: z.string(),
  body: z.record(z.string(), z.unknown()).optional(),
  summary: z.string(),
  quotedTenths: z.number(),
  billedTenths: z.number(),
  /** More than 1 for free look-ups alone. */
  calls: z.number(),
  /** Rows of the answer, and those among them that this device owned before; null without an answer. */
  rows: z.number().nullable(),
  ownedRows: z.number().nullable(),
  outcome: z.enum(outcomes),
  /** Paid with another key than this page's own, so it is no part of this account's sum. */
  otherKey: z.literal(true).optional(),
  /** Which device wrote it, by a random name, so that books of several devices merge (call-books.ts). */
  device: z.string().optional(),
  reply: reply.optional(),
});
export type LoggedCall = z.infer<typeof loggedCall>;

const totals = z.object({
  calls: z.number(),
  quotedTenths: z.number(),
  billedTenths: z.number(),
  /** Highest prices of calls without an answer. */
  unknownTenths: z.number(),
  rows: z.number(),
  ownedRows: z.number(),
});
/** The sums of many calls; credits of another key are left out. */
export type Totals = z.infer<typeof totals>;

export const noTotals: Totals = { calls: 0, quotedTenths: 0, billedTenths: 0, unknownTenths: 0, rows: 0, ownedRows: 0 };

/** Sums by UTC day of calls that are no longer kept one by one. */
export const daySums = z.record(z.string(), totals);
export type DaySums = z.infer<typeof daySums>;

/** The UTC day of a moment in milliseconds. */
export const toUtcDayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Sums up calls, and sums before them. */
export const toTotals = (calls: readonly LoggedCall[], before: Totals = noTotals): Totals =>
  calls.reduce((sum, call) => {
    const own = call.otherKey === undefined ? 1 : 0;
    return {
      calls: sum.calls + call.calls,
      quotedTenths: sum.quotedTenths + own * call.quotedTenths,
      billedTenths: sum.billedTenths + own * call.billedTenths,
      unknownTenths: sum.unknownTenths + (call.outcome === 'unknown' ? own * call.quotedTenths : 0),
      rows: sum.rows + (call.rows ?? 0),
      ownedRows: sum.ownedRows + (call.ownedRows ?? 0),
    };
  }, before);

/** Adds sums to sums. */
export const toJoined = (one: Totals, other: Totals): Totals => ({
  calls: one.calls + other.calls,
  quotedTenths: one.quotedTenths + other.quotedTenths,
  billedTenths: one.billedTenths + other.billedTenths,
  unknownTenths: one.unknownTenths + other.unknownTenths,
  rows: one.rows + other.rows,
  ownedRows: one.ownedRows + other.ownedRows,
});

/** The sums by day with these calls added to theirs. */
export function toFolded(days: DaySums, calls: readonly LoggedCall[]): DaySums {
  const next = { ...days };
  for (const call of calls) next[toUtcDayOf(call.at)] = toTotals([call], next[toUtcDayOf(call.at)]);
  return next;
}
