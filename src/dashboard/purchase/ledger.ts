import { z } from 'zod';

/** A paid request on its way: its id is its Idempotency-Key, `tenths` the most that it can cost. */
const pendingRequest = z.object({
  id: z.string(),
  /** The tab that sends it; a tab that is loaded again finds here what it had under way. */
  tab: z.string(),
  at: z.number(),
  tenths: z.number(),
  /** What is asked, as text: the same question is known again by it. */
  question: z.string(),
  /** What is asked, in words, and the address of the screen that asked. */
  summary: z.string(),
  place: z.string(),
  /** `reserved`: not sent yet. `sent`: under way. `lost`: no answer came, so whether it was charged is not known. */
  step: z.enum(['reserved', 'sent', 'lost']),
});
export type PendingRequest = z.infer<typeof pendingRequest>;

const ledgerText = z.object({
  /** The most that a session may cost; null for no limit. */
  budgetTenths: z.number().nullable(),
  startedAt: z.number(),
  lastAt: z.number(),
  usedTenths: z.number(),
  /** Highest prices of lost requests that the person took off the list: perhaps charged, so they still count. */
  leftTenths: z.number(),
  savedTenths: z.number(),
  pending: z.array(pendingRequest),
});
/** What a session of an account spent and has under way, over all its tabs. */
export type Ledger = z.infer<typeof ledgerText>;

/** The budget of a session until the person sets another: one page of 500 rows. */
const defaultBudgetTenths = 5000;
/** A session ends when nothing was bought for so long. */
const idleMs = 8 * 3600_000;
/** A request of a tab that is gone is given up after its longest time on the way, tries and waits included. */
const abandonedMs = 5 * 60_000;

/** A ledger in which nothing was spent. */
export const blankLedger = (now: number, budgetTenths: number | null = defaultBudgetTenths): Ledger => ({
  budgetTenths,
  startedAt: now,
  lastAt: now,
  usedTenths: 0,
  leftTenths: 0,
  savedTenths: 0,
  pending: [],
});

/** Reads what a device kept; a new session begins when the last one rests, and the budget stays as it was set. */
export function readLedger(kept: unknown, now: number): Ledger {
  const { data } = ledgerText.safeParse(kept);
  if (!data) return blankLedger(now);
  const pending = data.pending.flatMap((one) => (now - one.at > abandonedMs ? abandon(one) : one));
  if (now - data.lastAt <= idleMs) return { ...data, pending };
  return { ...blankLedger(now, data.budgetTenths), pending };
}

/** What a tab that is loaded again had under way: nothing was sent, or no answer will come. */
export function abandonTab(ledger: Ledger, tab: string): Ledger {
  return { ...ledger, pending: ledger.pending.flatMap((one) => (one.tab === tab ? abandon(one) : one)) };
}

const abandon = (one: PendingRequest): PendingRequest[] =>
  one.step === 'reserved' ? [] : [{ ...one, step: 'lost' as const }];

/** The most that the session can have cost so far, what is under way and what was lost included. */
export const toCommitted = ({ usedTenths, leftTenths, pending }: Ledger): number =>
  pending.reduce((sum, { tenths }) => sum + tenths, usedTenths + leftTenths);

/** What the budget still allows; null when there is none. It is below zero when the budget was lowered. */
export const toBudgetLeft = (ledger: Ledger): number | null =>
  ledger.budgetTenths === null ? null : ledger.budgetTenths - toCommitted(ledger);

/** Sets a request's highest price aside; undefined when the budget does not cover it. */
export function reserve(ledger: Ledger, request: PendingRequest): Ledger | undefined {
  const left = toBudgetLeft(ledger);
  if (left !== null && request.tenths > left) return undefined;
  return { ...ledger, lastAt: request.at, pending: [...ledger.pending, request] };
}

/** Raises the budget just as far as a request needs. */
export function raiseBudget(ledger: Ledger, tenths: number): Ledger {
  if (ledger.budgetTenths === null) return ledger;
  return { ...ledger, budgetTenths: Math.max(ledger.budgetTenths, toCommitted(ledger) + tenths) };
}

/** Notes how far a request is. */
export function move(ledger: Ledger, id: string, part: Partial<Pick<PendingRequest, 'step' | 'at' | 'tab'>>): Ledger {
  return { ...ledger, pending: ledger.pending.map((one) => (one.id === id ? { ...one, ...part } : one)) };
}

/**
 * Books what a request was billed, 0 when it was refused, and frees the rest of what was set aside. What this ledger did
 * not set aside belongs to the session of another key.
 */
export function settle(ledger: Ledger, id: string, usedTenths: number, now: number): Ledger {
  const pending = ledger.pending.filter((one) => one.id !== id);
  if (pending.length === ledger.pending.length) return ledger;
  return { ...ledger, lastAt: now, usedTenths: ledger.usedTenths + usedTenths, pending };
}

/** Takes a lost request off the list; it was perhaps charged, so the session counts it on. */
export function leave(ledger: Ledger, id: string): Ledger {
  const tenths = ledger.pending.find((one) => one.id === id)?.tenths ?? 0;
  return { ...settle(ledger, id, 0, ledger.lastAt), leftTenths: ledger.leftTenths + tenths };
}

/** The lost request that asked the same, if there is one. */
export const findLost = ({ pending }: Ledger, question: string): PendingRequest | undefined =>
  pending.find((one) => one.step === 'lost' && one.question === question);
