import { type CsvCell, csvStart, formatCsvRow } from './csv.ts';
import {
  type CallHistory,
  type CallTotals,
  type DaySums,
  type DeviceSums,
  type LoggedCall,
  loggedCall,
  sumsOfDevice,
} from './calls.ts';
import { findAuthor } from './find-author.ts';
import type { WorkspaceMember } from './members.ts';
import type { WorkspaceEntry } from './workspace.ts';

/**
 * The calls of an account as entries of its workspace. Their `at` is not a time but how much is known: for a call
 * whether it is confirmed, for the sums of a device how far they reach. The workspace keeps the entry with the later
 * `at`, so a confirmed figure wins over an unconfirmed one, whatever the clocks say and in whatever order they arrive.
 */
export type CallEntry = Omit<WorkspaceEntry, 'kind'>;

/** A call that its device has since added to its day sums; its entry no longer has a value. */
const foldedRank = 8.64e15;

function rankCall({ outcome, calls, takenOver }: LoggedCall): number {
  if (outcome === 'free') return calls;
  if (outcome === 'unknown') return 1;
  // The browser that pressed first made the call.
  return takenOver ? 2 : 3;
}

export const buildCallEntry = (call: LoggedCall): CallEntry => ({
  key: ['call', call.id],
  at: rankCall(call),
  value: call,
});
export const buildFoldedEntry = (id: string): CallEntry => ({ key: ['call', id], at: foldedRank, value: null });
export const buildSumsEntries = (sums: DeviceSums): CallEntry[] =>
  Object.entries(sums).map(([device, one]) => ({
    key: ['sums', device],
    at: Math.max(0, Math.floor(one.to)),
    value: one,
  }));

/** Leaves out what a screen cannot show. */
export function parseCallEntry({ key, at, value }: CallEntry): CallEntry | undefined {
  const [part, name] = key;
  if (key.length !== 2 || !name) return undefined;
  if (part === 'sums') return sumsOfDevice.safeParse(value).success ? { key, at, value } : undefined;
  if (part !== 'call') return undefined;
  const { data } = loggedCall.safeParse(value);
  return value === null ? { key, at, value } : data?.id === name ? { key, at, value: data } : undefined;
}

/** The call history that entries add up to; `folded` are calls that are now in day sums. */
export function collectCalls(entries: Iterable<CallEntry>): CallHistory & { readonly folded: ReadonlySet<string> } {
  const calls: LoggedCall[] = [];
  const sums: Record<string, DeviceSums[string]> = {};
  const folded = new Set<string>();
  for (const { key, value } of entries) {
    const [part = '', name = ''] = key;
    if (part === 'sums') sums[name] = value as DeviceSums[string];
    else if (value === null) folded.add(name);
    else calls.push(value as LoggedCall);
  }
  return { calls, sums, folded };
}

/** The device that sent a call. */
export const getDevice = ({ device = '' }: LoggedCall): string => device;

/**
 * Merges another call history of the same account, or an earlier state of this one, so that each call counts once. Of
 * two sums of one device, the one that reaches further counts; it replaces the lines that it includes.
 */
export function mergeCallHistories(here: CallHistory, there: CallHistory): CallHistory {
  const sums = { ...here.sums };
  for (const [device, one] of Object.entries(there.sums)) {
    if (one.to > (sums[device]?.to ?? -1)) sums[device] = one;
  }
  const calls = new Map(here.calls.map((call) => [call.id, call]));
  for (const call of there.calls) calls.set(call.id, chooseFuller(calls.get(call.id), call));
  return { calls: [...calls.values()].filter((call) => call.at > (sums[getDevice(call)]?.to ?? -1)), sums };
}

/** Of two lines about one call, the one that knows more. */
function chooseFuller(here: LoggedCall | undefined, there: LoggedCall): LoggedCall {
  if (here === undefined) return there;
  if (rankCall(there) <= rankCall(here)) return here;
  const { otherKey: _otherKey, ...fuller } = there;
  return here.otherKey ? { ...fuller, otherKey: true } : fuller;
}

export const noTotals: CallTotals = {
  calls: 0,
  quotedTenths: 0,
  billedTenths: 0,
  unknownTenths: 0,
  rows: 0,
  unlockedRows: 0,
};

/** Adds sums to sums. */
export const addTotals = (one: CallTotals, other: CallTotals): CallTotals => ({
  calls: one.calls + other.calls,
  quotedTenths: one.quotedTenths + other.quotedTenths,
  billedTenths: one.billedTenths + other.billedTenths,
  unknownTenths: one.unknownTenths + other.unknownTenths,
  rows: one.rows + other.rows,
  unlockedRows: one.unlockedRows + other.unlockedRows,
});

/** The sums by day over all devices. */
export function sumDays(sums: DeviceSums): DaySums {
  const days: Record<string, CallTotals> = {};
  for (const one of Object.values(sums)) {
    for (const [day, totals] of Object.entries(one.days)) days[day] = addTotals(days[day] ?? noTotals, totals);
  }
  return days;
}

/**
 * All calls of an account as a readable CSV file, oldest first: a row for each call, after one for each day and device
 * whose calls are no longer listed individually. With several members it says who made them.
 */
export function formatCallsFile({ calls, sums }: CallHistory, members: readonly WorkspaceMember[]): string {
  const name = (by: string | undefined) => (members.length > 1 ? [findAuthor(members, by)?.name ?? null] : []);
  const format = (totals: CallTotals | LoggedCall): CsvCell[] => [
    totals.calls,
    totals.rows,
    totals.quotedTenths / 10,
    totals.billedTenths / 10,
  ];
  const days = Object.values(sums)
    .flatMap((one) => Object.entries(one.days).map(([day, totals]) => ({ day, totals, by: one.by })))
    .toSorted((one, other) => (one.day < other.day ? -1 : 1))
    .map(({ day, totals, by }) => [day, ...name(by), 'sum of older calls', null, ...format(totals)]);
  const lines = calls
    .toSorted((one, other) => one.at - other.at)
    .map((call) => {
      const outcome = call.otherKey ? `${call.outcome}, other key` : call.outcome;
      return [new Date(call.at).toISOString(), ...name(call.by), call.summary, outcome, ...format(call)];
    });
  const who = members.length > 1 ? ['member'] : [];
  const heads = ['at_utc', ...who, 'what', 'outcome', 'calls', 'rows', 'quoted_credits', 'billed_credits'];
  return csvStart + [heads, ...days, ...lines].map(formatCsvRow).join('');
}
