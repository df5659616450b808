import { z } from 'zod';
import { defaultSessionTenths, sessionIdleMs, type WorkspaceBudget } from '#contract/workspace-budget.ts';
import { type JournalEntry, type RecordedEntry, replayMs } from './journal-entry.ts';
import { formatUtcDay } from '../platform/format.ts';

const pendingPurchase = z.object({
  id: z.string(),
  tab: z.string(),
  at: z.number(),
  /** When it was sent for the first time; absent before that. */
  firstSentAt: z.number().optional(),
  tenths: z.number(),
  fingerprint: z.string(),
  summary: z.string(),
  place: z.string(),
  /** `reserved`: not sent yet. `sent`: in flight. `lost`: no response came, so nobody knows whether it was charged. */
  step: z.enum(['reserved', 'sent', 'lost']),
  /** Whether it was lost with its page, so that nobody was told that a repeat may be charged a second time. */
  isUntold: z.boolean().optional(),
});
/** A paid request without an outcome; `id` is its Idempotency-Key, `tenths` the most it can cost. */
export type PendingPurchase = z.infer<typeof pendingPurchase>;

/** What a session of an account spent and has in flight, over all its tabs. */
export const spendingSession = z.object({
  /** The most that a session may cost; null for no limit. */
  budgetTenths: z.number().nullable(),
  /** The most that a UTC day may cost; null for no limit. */
  dayBudgetTenths: z.number().nullable().default(null),
  /** What was billed or dismissed on the UTC day of the last of these. */
  day: z.object({ date: z.string(), tenths: z.number() }).default({ date: '', tenths: 0 }),
  startedAt: z.number(),
  /** The last purchase. */
  lastAt: z.number(),
  usedTenths: z.number(),
  /** The part of `usedTenths` that only the price list names. */
  listedTenths: z.number(),
  /** Highest prices of dismissed requests: their charge is unconfirmed, so they still count. */
  dismissedTenths: z.number(),
  savedTenths: z.number(),
  /** Billed above the highest price, which the contract rules out. The budget counts the price. */
  overchargedTenths: z.number().default(0),
  pending: z.array(pendingPurchase),
  /** Fingerprints of requests that may have been charged without a response; a later try may be charged again. */
  lostTries: z.array(z.string()).default([]),
  /** The budget that the browsers of the account share, and what counts against it; null where each has its own. */
  account: z.custom<WorkspaceBudget | null>().default(null),
});
export type SpendingSession = z.infer<typeof spendingSession>;

/** A request of a closed tab is given up after its longest time in flight, retries and waits included. */
const abandonedMs = 5 * 60_000;

/** What a new session keeps of the one before. */
type CarriedOver = Pick<
  SpendingSession,
  'budgetTenths' | 'dayBudgetTenths' | 'day' | 'pending' | 'lostTries' | 'account'
>;
export const emptyCarriedOver: CarriedOver = {
  budgetTenths: defaultSessionTenths,
  dayBudgetTenths: null,
  day: { date: '', tenths: 0 },
  pending: [],
  lostTries: [],
  account: null,
};

/** A session in which nothing was spent, after another one. */
export const createSession = (now: number, carriedOver: CarriedOver = emptyCarriedOver): SpendingSession => ({
  ...carriedOver,
  startedAt: now,
  lastAt: now,
  usedTenths: 0,
  listedTenths: 0,
  dismissedTenths: 0,
  savedTenths: 0,
  overchargedTenths: 0,
});

/** The session at a moment: an idle one has ended, and what a closed tab left behind is lost or was never sent. */
export function advanceSession(session: SpendingSession, now: number): SpendingSession {
  const pending = session.pending.flatMap((one) => (now - one.at > abandonedMs ? abandon(one) : [one]));
  const open = { ...session, pending };
  return now - session.lastAt <= sessionIdleMs ? open : createSession(now, open);
}

function abandon(one: PendingPurchase): PendingPurchase[] {
  if (one.step === 'lost') return [one];
  return one.step === 'reserved' ? [] : [{ ...one, step: 'lost', isUntold: true }];
}

/** The most that the session can have cost so far: used, in flight, lost and dismissed. */
export const getCommittedTenths = ({ usedTenths, dismissedTenths, pending }: SpendingSession): number =>
  pending.reduce((sum, { tenths }) => sum + tenths, usedTenths + dismissedTenths);

/** The most that this UTC day can have cost so far: billed, in flight, lost and dismissed. */
function getCommittedOfDay({ day, pending, account }: SpendingSession, now: number): number {
  const today = formatUtcDay(now);
  if (account) return account.reserved + (account.date === today ? account.day.used + account.day.unconfirmed : 0);
  return pending.reduce((sum, { tenths }) => sum + tenths, day.date === today ? day.tenths : 0);
}

/** The budgets that apply: those of the account, or this browser's own. */
export const getBudgets = ({ account, budgetTenths, dayBudgetTenths }: SpendingSession): BudgetLimits =>
  account
    ? { session: account.session.limit, day: account.day.limit }
    : { session: budgetTenths, day: dayBudgetTenths };
type BudgetLimits = { readonly session: number | null; readonly day: number | null };

/** What the session has spent and reserved, in tenths: that of the account, or this browser's own. */
export function getSpending(session: SpendingSession): Spending {
  const { account, pending, usedTenths, dismissedTenths } = session;
  if (account) {
    const { reserved, session: of } = account;
    const committedTenths = of.used + of.unconfirmed + reserved;
    return { usedTenths: of.used, inFlightTenths: reserved, unconfirmedTenths: of.unconfirmed, committedTenths };
  }
  const sum = (isLost: boolean) =>
    pending.reduce((total, { step, tenths }) => total + ((step === 'lost') === isLost ? tenths : 0), 0);
  const committedTenths = getCommittedTenths(session);
  return { usedTenths, inFlightTenths: sum(false), unconfirmedTenths: sum(true) + dismissedTenths, committedTenths };
}
type Spending = {
  readonly usedTenths: number;
  readonly inFlightTenths: number;
  /** Highest prices of requests that may have been charged. */
  readonly unconfirmedTenths: number;
  readonly committedTenths: number;
};

/** A budget with what it still allows; negative when it was lowered below what is committed. */
export type BudgetLeft = { readonly of: 'session' | 'day'; readonly tenths: number };

/** The budget with the least left; undefined if none is set. */
export function getBudgetLeft(session: SpendingSession, now: number): BudgetLeft | undefined {
  const { session: sessionBudget, day: dayBudget } = getBudgets(session);
  const ofSession = sessionBudget === null ? Infinity : sessionBudget - getSpending(session).committedTenths;
  const ofDay = dayBudget === null ? Infinity : dayBudget - getCommittedOfDay(session, now);
  const least: BudgetLeft = ofDay < ofSession ? { of: 'day', tenths: ofDay } : { of: 'session', tenths: ofSession };
  return least.tenths === Infinity ? undefined : least;
}

/** Whether both budgets cover this many more tenths. */
export const isCovered = (session: SpendingSession, tenths: number, now: number): boolean =>
  (getBudgetLeft(session, now)?.tenths ?? Infinity) >= tenths;

/** Whether our own service still returns the response of a lost request without charging again. */
export const isReplayable = ({ firstSentAt, at }: PendingPurchase, now: number): boolean =>
  now - (firstSentAt ?? at) < replayMs;

/** The lost request that equals this one, if there is one. */
export const findLost = ({ pending }: SpendingSession, fingerprint: string): PendingPurchase | undefined =>
  pending.find((one) => one.step === 'lost' && one.fingerprint === fingerprint);

/** Whether an equal request may have been charged without a response, so that this one may be charged again. */
export const hasLostTry = (session: SpendingSession, fingerprint: string): boolean =>
  session.lostTries.includes(fingerprint) || findLost(session, fingerprint) !== undefined;

const maxLostTries = 100;

function recordLostTry(session: SpendingSession, id: string, isLost: boolean): SpendingSession {
  const fingerprint = session.pending.find((one) => one.id === id)?.fingerprint;
  if (fingerprint === undefined) return session;
  const others = session.lostTries.filter((one) => one !== fingerprint);
  return { ...session, lostTries: isLost ? [...others, fingerprint].slice(-maxLostTries) : others };
}

/** The projection of the journal that the budget and the meter show. */
export function applyToSession(before: SpendingSession, entry: RecordedEntry | JournalEntry): SpendingSession {
  if (entry.type === 'unreadable') return before;
  const session = advanceSession(before, entry.at);
  switch (entry.type) {
    case 'reserved': {
      const { id, at, tab, tenths, fingerprint, summary, place } = entry;
      const added = { id, at, tab, tenths, fingerprint, summary, place, step: 'reserved' as const };
      return { ...session, lastAt: at, pending: [...session.pending, added] };
    }
    case 'resumed':
      return changePending(session, entry.id, { tab: entry.tab, at: entry.at, step: 'sent' });
    case 'sent':
      return changePending(session, entry.id, { at: entry.at, step: 'sent' }, entry.at);
    case 'lost':
      return changePending(session, entry.id, { step: 'lost', isUntold: false });
    case 'billed':
      return settle(recordLostTry(session, entry.id, entry.rows === null), entry.id, { ...entry, lastAt: entry.at });
    case 'rejected':
      return settle(session, entry.id, { tenths: 0, listedTenths: 0, lastAt: entry.at });
    case 'dismissed': {
      const tenths = session.pending.find((one) => one.id === entry.id)?.tenths ?? 0;
      const noted = recordLostTry(session, entry.id, true);
      const settled = settle(noted, entry.id, { tenths: 0, listedTenths: 0, lastAt: session.lastAt });
      return { ...addToDay(settled, tenths, entry.at), dismissedTenths: session.dismissedTenths + tenths };
    }
    case 'tab-reopened':
      return { ...session, pending: session.pending.flatMap((one) => (one.tab === entry.tab ? abandon(one) : [one])) };
    case 'reused':
      return { ...session, savedTenths: session.savedTenths + entry.tenths };
    case 'budget-set':
      return { ...session, budgetTenths: entry.budgetTenths };
    case 'day-budget-set':
      return { ...session, dayBudgetTenths: entry.budgetTenths };
    case 'budget-reported':
      // Reports can overtake each other.
      return (session.account?.changes ?? 0) > entry.budget.changes ? session : { ...session, account: entry.budget };
    case 'session-started':
      return createSession(entry.at, session);
    default:
      return session;
  }
}

const changePending = (
  session: SpendingSession,
  id: string,
  part: Partial<PendingPurchase>,
  sentAt?: number,
): SpendingSession => ({
  ...session,
  pending: session.pending.map((one) => {
    if (one.id !== id) return one;
    const firstSentAt = one.firstSentAt ?? sentAt;
    return { ...one, ...part, ...(firstSentAt === undefined ? {} : { firstSentAt }) };
  }),
});

const addToDay = (session: SpendingSession, tenths: number, at: number): SpendingSession => {
  const date = formatUtcDay(at);
  return { ...session, day: { date, tenths: (date === session.day.date ? session.day.tenths : 0) + tenths } };
};

type Settled = { readonly tenths: number; readonly listedTenths: number; readonly lastAt: number };

/**
 * Counts what a request was billed, up to its highest price, and frees the rest of its reservation; ignores one that is
 * not pending.
 */
function settle(session: SpendingSession, id: string, { tenths, listedTenths, lastAt }: Settled): SpendingSession {
  const settled = session.pending.find((one) => one.id === id);
  if (!settled) return session;
  const counted = Math.min(tenths, settled.tenths);
  return {
    ...addToDay(session, counted, lastAt),
    lastAt,
    usedTenths: session.usedTenths + counted,
    listedTenths: session.listedTenths + Math.min(listedTenths, counted),
    overchargedTenths: session.overchargedTenths + tenths - counted,
    pending: session.pending.filter((one) => one !== settled),
  };
}
