import { z } from 'zod';
import { addTotals, getDevice, mergeCallHistories, noTotals } from '#contract/call-history.ts';
import type { CallDescription } from '#contract/call-description.ts';
import {
  type CallHistory,
  type CallTotals,
  type DaySums,
  type DeviceSums,
  deviceSums,
  type LoggedCall,
  loggedCall,
} from '#contract/calls.ts';
import { type RecordedEntry, replayMs } from './journal-entry.ts';
import { formatUtcDay } from '../platform/format.ts';

/** Every call of an account: each counts once, either as a line or in the day sums of its device. */
export type Ledger = {
  /** The name of this device. */
  readonly device: string;
  readonly calls: ReadonlyMap<string, LoggedCall>;
  readonly sums: DeviceSums;
};

/** A ledger with the last entry that it includes. */
export type LedgerSnapshot = { readonly seq: number; readonly ledger: Ledger };
/** More lines than `maxCalls` are compacted: the oldest become day sums, and `compactedCalls` are left. */
export type CompactionLimits = { readonly maxCalls: number; readonly compactedCalls: number };
const minuteMs = 60_000;

export const createLedger = (device: string): Ledger => ({ device, calls: new Map(), sums: {} });

/** A ledger as it is stored in a checkpoint; lines that cannot be read are left out. */
export const storedLedger = z.object({ calls: z.array(z.unknown()), sums: deviceSums });
export function parseStoredLedger(device: string, { calls, sums }: z.infer<typeof storedLedger>): Ledger {
  const read = calls.flatMap((call) => loggedCall.safeParse({ device, ...(call as object) }).data ?? []);
  return { device, sums, calls: new Map(read.map((call) => [call.id, call])) };
}

/** The lines, oldest first, and the sums. */
export const getCallHistory = ({ calls, sums }: Ledger): CallHistory => ({
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
  // A clock that was set back must not put a call among those that the sums count already.
  const keepAfterSums = (at: number) => Math.max(at, (sums[device]?.to ?? -1) + 1);
  for (const entry of entries) {
    if (entry.type === 'sent') {
      const { id, at, call } = entry;
      calls.set(id, { ...call, id, at: keepAfterSums(at), device, ...unanswered });
    } else if (entry.type === 'billed' && entry.call) {
      confirmCall(calls, { ...entry, call: entry.call, at: keepAfterSums(entry.at) }, device);
    } else if (entry.type === 'billed') {
      const { tenths, rows, unlockedRows, reply } = entry;
      complete(entry.id, { outcome: 'answered', billedTenths: tenths, rows, unlockedRows, reply });
    } else if (entry.type === 'rejected') complete(entry.id, { outcome: 'rejected', reply: entry.reply });
    else if (entry.type === 'lost') complete(entry.id, { outcome: 'unknown', reply: entry.reply });
    else if (entry.type === 'free') countFree(calls, { ...entry, at: keepAfterSums(startMinute(entry.at)) }, device);
    else if (entry.type === 'ledger-cleared') {
      calls = new Map();
      sums = {};
    } else if (entry.type === 'restored') {
      const merged = mergeCallHistories({ calls: [...calls.values()], sums }, parseRestored(entry));
      calls = new Map(merged.calls.map((call) => [call.id, call]));
      sums = merged.sums;
    }
  }
  return { device, calls, sums };
}

const parseRestored = ({ calls, sums }: RecordedEntry & { type: 'restored' }): CallHistory => ({
  calls: calls.flatMap((call) => loggedCall.safeParse(call).data ?? []),
  sums: deviceSums.safeParse(sums).data ?? {},
});

const unanswered = { billedTenths: 0, calls: 1, rows: null, unlockedRows: null, outcome: 'unknown' } as const;

const startMinute = (at: number): number => Math.floor(at / minuteMs) * minuteMs;

/** Free calls of one minute, endpoint and screen are one line. */
function countFree(
  calls: Map<string, LoggedCall>,
  { at, call, rows }: RecordedEntry & { type: 'free' },
  device: string,
): void {
  const id = `free ${device} ${at} ${call.path} ${call.place.split('?')[0] ?? ''}`;
  const before = calls.get(id);
  calls.set(id, {
    ...call,
    ...unanswered,
    id,
    at,
    device,
    outcome: 'free',
    calls: (before?.calls ?? 0) + 1,
    rows: (before?.rows ?? 0) + rows,
  });
}

type TakenOver = RecordedEntry & { readonly type: 'billed'; readonly call: CallDescription };

/** Another tab has recorded it already; another browser may never come to do it. */
function confirmCall(calls: Map<string, LoggedCall>, entry: TakenOver, device: string): void {
  const { id, at, call, tenths: billedTenths, rows, unlockedRows, reply } = entry;
  const before = calls.get(id) ?? { ...call, ...unanswered, id, at, device, takenOver: true };
  if (before.outcome !== 'unknown') return;
  calls.set(id, { ...before, outcome: 'answered', billedTenths, rows, unlockedRows, reply });
}

/**
 * Turns the oldest lines of this device into day sums once there are too many; the sum of all stays what it was. A line
 * whose response may still come stays a line, with all after it: in the sums it would count as unknown and, once
 * billed, again. Lines of other devices stay, because this one may not have all of them, and those that were taken
 * over, because the sums of another device can include them.
 */
export function compactLedger(ledger: Ledger, limits: CompactionLimits, now: number): Ledger {
  const { calls: all, sums } = getCallHistory(ledger);
  const calls = all.filter((call) => getDevice(call) === ledger.device && !call.takenOver);
  if (calls.length <= limits.maxCalls) return ledger;
  // Calls of one moment go together: the end of the sums says which calls they count.
  const wanted = calls[calls.length - limits.compactedCalls - 1]?.at ?? 0;
  const open = calls.find(({ outcome, at }) => outcome === 'unknown' && at > now - replayMs);
  const end = Math.min(wanted, (open?.at ?? Infinity) - 1);
  const folded = new Set(calls.filter(({ at }) => at <= end));
  const left = all.filter((call) => !folded.has(call));
  return { ...ledger, sums: addToSums(sums, [...folded]), calls: new Map(left.map((call) => [call.id, call])) };
}

/** Adds lines to the sums of their devices. They must be all lines up to a moment. */
export function addToSums(sums: DeviceSums, calls: readonly LoggedCall[]): DeviceSums {
  const next = { ...sums };
  for (const call of calls) {
    const before: DeviceSums[string] = next[getDevice(call)] ?? { to: call.at, days: {} };
    const by = call.by ?? before.by;
    const days = addToDays(before.days, [call]);
    next[getDevice(call)] = { to: Math.max(before.to, call.at), days, ...(by === undefined ? {} : { by }) };
  }
  return next;
}

/**
 * The ledger of another account as a part of this one: listed, but no part of the sum of credits. Calls that this
 * ledger holds itself are left out, so that they cannot return as another account's.
 */
export function convertForeignCalls(there: CallHistory, here: CallHistory): CallHistory {
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

/** Adds calls to the sums of their days. */
export function addToDays(days: DaySums, calls: readonly LoggedCall[]): DaySums {
  const next = { ...days };
  for (const call of calls) next[formatUtcDay(call.at)] = sumCalls([call], next[formatUtcDay(call.at)]);
  return next;
}
