import { z } from 'zod';
import {
  type CallTotals,
  type DaySums,
  type DeviceSums,
  type LoggedCall,
  type RecordedEntry,
  deviceSums,
  loggedCall,
  replayMs,
} from './journal-entry.ts';

/** Every call of an account: each counts once, either as a line or in the day sums of its device. */
export type Ledger = {
  /** The name of this device. */
  readonly device: string;
  readonly calls: ReadonlyMap<string, LoggedCall>;
  readonly sums: DeviceSums;
};
/** The part of a ledger that travels in a backup. */
export type LedgerBook = { readonly calls: readonly LoggedCall[]; readonly sums: DeviceSums };

/** More lines than `maxCalls` are compacted: the oldest become day sums, and `compactedCalls` are left. */
export type CompactionLimits = { readonly maxCalls: number; readonly compactedCalls: number };
const minuteMs = 60_000;

export const createLedger = (device: string): Ledger => ({ device, calls: new Map(), sums: {} });

/** A ledger as it is stored in a checkpoint; lines that cannot be read are left out. */
export const storedLedger = z.object({ calls: z.array(z.unknown()), sums: deviceSums });
export function readStoredLedger(device: string, { calls, sums }: z.infer<typeof storedLedger>): Ledger {
  const read = calls.flatMap((call) => loggedCall.safeParse(call).data ?? []);
  return { device, sums, calls: new Map(read.map((call) => [call.id, { ...call, device: call.device ?? device }])) };
}

/** The lines, oldest first, and the sums. */
export const getBook = ({ calls, sums }: Ledger): LedgerBook => ({
  calls: [...calls.values()].toSorted((one, other) => one.at - other.at),
  sums,
});

/** The projection of the journal that lists the calls. It takes entries in batches to copy the lines once. */
export function applyToLedger(ledger: Ledger, entries: readonly RecordedEntry[]): Ledger {
  const { device } = ledger;
  let { sums } = ledger;
  let calls = new Map(ledger.calls);
  const complete = (id: string, part: Partial<LoggedCall>) => {
    const call = calls.get(id);
    if (call) calls.set(id, { ...call, ...part });
  };
  for (const entry of entries) {
    if (entry.type === 'sent') {
      const { id, at, call } = entry;
      calls.set(id, { ...call, id, at, device, ...unanswered });
    } else if (entry.type === 'billed') {
      const { tenths, rows, unlockedRows, reply } = entry;
      complete(entry.id, { outcome: 'answered', billedTenths: tenths, rows, unlockedRows, reply });
    } else if (entry.type === 'rejected') complete(entry.id, { outcome: 'rejected', reply: entry.reply });
    else if (entry.type === 'lost') complete(entry.id, { outcome: 'unknown', reply: entry.reply });
    else if (entry.type === 'free') countFree(calls, entry, device);
    else if (entry.type === 'restored') {
      const merged = mergeBooks({ calls: [...calls.values()], sums }, entry);
      calls = new Map(merged.calls.map((call) => [call.id, call]));
      sums = merged.sums;
    }
  }
  return { device, calls, sums };
}

const unanswered = { billedTenths: 0, calls: 1, rows: null, unlockedRows: null, outcome: 'unknown' } as const;

/** Free calls of one minute, endpoint and screen are one line. */
function countFree(
  calls: Map<string, LoggedCall>,
  { at, call, rows }: RecordedEntry & { type: 'free' },
  device: string,
): void {
  const minute = Math.floor(at / minuteMs) * minuteMs;
  const id = `free ${minute} ${call.path} ${call.place.split('?')[0] ?? ''}`;
  const before = calls.get(id);
  calls.set(id, {
    ...call,
    ...unanswered,
    id,
    at: minute,
    device,
    outcome: 'free',
    calls: (before?.calls ?? 0) + 1,
    rows: (before?.rows ?? 0) + rows,
  });
}

/**
 * Turns the oldest lines into day sums once there are too many; the sum of all stays what it was. A line whose response
 * may still come stays a line, with all after it: in the sums it would count as unknown and, once billed, again.
 */
export function compactLedger(ledger: Ledger, limits: CompactionLimits, now: number): Ledger {
  if (ledger.calls.size <= limits.maxCalls) return ledger;
  const { calls, sums } = getBook(ledger);
  // Calls of one moment go together: the end of the sums says which calls they count.
  const wanted = calls[calls.length - limits.compactedCalls - 1]?.at ?? 0;
  const open = calls.find(({ outcome, at }) => outcome === 'unknown' && at > now - replayMs);
  const end = Math.min(wanted, (open?.at ?? Infinity) - 1);
  const left = calls.filter(({ at }) => at > end);
  return {
    ...ledger,
    sums: addToSums(
      sums,
      calls.filter(({ at }) => at <= end),
    ),
    calls: new Map(left.map((call) => [call.id, call])),
  };
}

/** Adds lines to the sums of their devices. They must be all lines up to a moment. */
export function addToSums(sums: DeviceSums, calls: readonly LoggedCall[]): DeviceSums {
  const next = { ...sums };
  for (const call of calls) {
    const before = next[getDevice(call)] ?? { to: call.at, days: {} };
    next[getDevice(call)] = { to: Math.max(before.to, call.at), days: addToDays(before.days, [call]) };
  }
  return next;
}

/** The sums by day over all devices. */
export function sumDays(sums: DeviceSums): DaySums {
  const days: Record<string, CallTotals> = {};
  for (const book of Object.values(sums)) {
    for (const [day, totals] of Object.entries(book.days)) days[day] = addTotals(days[day] ?? noTotals, totals);
  }
  return days;
}

const getDevice = ({ device = '' }: LoggedCall): string => device;

/**
 * Merges another ledger of the same account, or an earlier state of this one, so that each call counts once. Of two sums
 * of one device those count that reach further; they replace the lines that they include.
 */
export function mergeBooks(here: LedgerBook, there: LedgerBook): LedgerBook {
  const sums = { ...here.sums };
  for (const [device, book] of Object.entries(there.sums)) {
    if (book.to > (sums[device]?.to ?? -1)) sums[device] = book;
  }
  const calls = new Map(here.calls.map((call) => [call.id, call]));
  for (const call of there.calls) calls.set(call.id, chooseFuller(calls.get(call.id), call));
  return { calls: [...calls.values()].filter((call) => call.at > (sums[getDevice(call)]?.to ?? -1)), sums };
}

/** The line that knows more about one call. */
function chooseFuller(here: LoggedCall | undefined, there: LoggedCall): LoggedCall {
  if (here === undefined) return there;
  const isFuller = here.outcome === 'unknown' ? there.outcome !== 'unknown' : there.calls > here.calls;
  if (!isFuller) return here;
  const { otherKey: _otherKey, ...fuller } = there;
  return here.otherKey ? { ...fuller, otherKey: true } : fuller;
}

/**
 * The ledger of another account as a part of this one: listed, but no part of the sum of credits. Calls that this ledger
 * holds itself are left out, so that they cannot return as another account's.
 */
export function convertForeignBook(there: LedgerBook, here: LedgerBook): LedgerBook {
  const known = new Set([...here.calls.map(getDevice), ...Object.keys(here.sums)]);
  const sums = Object.entries(there.sums).flatMap(([device, { to, days }]) =>
    known.has(device) ? [] : [[nameForeign(device), { to, days: removeCredits(days) }] as const],
  );
  const calls = there.calls.flatMap((call): LoggedCall[] =>
    known.has(getDevice(call)) ? [] : [{ ...call, device: nameForeign(getDevice(call)), otherKey: true }],
  );
  return { calls, sums: Object.fromEntries(sums) };
}

const nameForeign = (device: string): string => (device.startsWith('other ') ? device : `other ${device}`);

const removeCredits = (days: DaySums): DaySums =>
  Object.fromEntries(
    Object.entries(days).map(([day, totals]) => [
      day,
      { ...totals, quotedTenths: 0, billedTenths: 0, unknownTenths: 0 },
    ]),
  );

export const noTotals: CallTotals = {
  calls: 0,
  quotedTenths: 0,
  billedTenths: 0,
  unknownTenths: 0,
  rows: 0,
  unlockedRows: 0,
};

/** The UTC day of a moment in milliseconds. */
export const formatUtcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Adds calls to sums. */
export const sumCalls = (calls: readonly LoggedCall[], before: CallTotals = noTotals): CallTotals =>
  calls.reduce((sum, call) => {
    const own = call.otherKey === undefined ? 1 : 0;
    return addTotals(sum, {
      calls: call.calls,
      quotedTenths: own * call.quotedTenths,
      billedTenths: own * call.billedTenths,
      unknownTenths: call.outcome === 'unknown' ? own * call.quotedTenths : 0,
      rows: call.rows ?? 0,
      unlockedRows: call.unlockedRows ?? 0,
    });
  }, before);

/** Adds sums to sums. */
export const addTotals = (one: CallTotals, other: CallTotals): CallTotals => ({
  calls: one.calls + other.calls,
  quotedTenths: one.quotedTenths + other.quotedTenths,
  billedTenths: one.billedTenths + other.billedTenths,
  unknownTenths: one.unknownTenths + other.unknownTenths,
  rows: one.rows + other.rows,
  unlockedRows: one.unlockedRows + other.unlockedRows,
});

/** Adds calls to the sums of their days. */
export function addToDays(days: DaySums, calls: readonly LoggedCall[]): DaySums {
  const next = { ...days };
  for (const call of calls) next[formatUtcDay(call.at)] = sumCalls([call], next[formatUtcDay(call.at)]);
  return next;
}
