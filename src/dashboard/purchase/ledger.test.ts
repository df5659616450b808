import type { LoggedCall, CallHistory } from '#contract/calls.ts';
import { mergeCallHistories, sumDays, addTotals } from '#contract/call-history.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type JournalEntry, replayMs } from './journal-entry.ts';
import {
  addToSums,
  applyToLedger,
  compactLedger,
  convertForeignCalls,
  createLedger,
  getCallHistory,
  sumCalls,
} from './ledger.ts';

const blank: CallHistory = { calls: [], sums: {} };
const buildCall = (at: number, device: string, part: Partial<LoggedCall> = {}): LoggedCall => ({
  id: `${device} ${at}`,
  at,
  device,
  place: '/deals',
  method: 'POST',
  path: '/deals',
  summary: 'Search deals',
  quotedTenths: 50,
  billedTenths: at % 7,
  calls: 1,
  rows: at % 5,
  unlockedRows: null,
  outcome: 'answered',
  ...part,
});

/** The totals of a ledger: sums, and the entries that are listed one by one. */
const addUp = ({ calls, sums }: CallHistory) => Object.values(sumDays(sums)).reduce(addTotals, sumCalls(calls));

/** Folds the oldest lines, those of one moment together, as the log does. */
function fold({ calls, sums }: CallHistory, count: number): CallHistory {
  const ordered = calls.toSorted((one, other) => one.at - other.at);
  const edge = ordered[Math.min(count, ordered.length) - 1]?.at ?? -1;
  const old = ordered.filter(({ at }) => at <= edge);
  return { calls: ordered.filter(({ at }) => at > edge), sums: addToSums(sums, old) };
}

const devices = ['a', 'b', 'c'];
const device = fc.constantFrom(...devices);
const step = fc.oneof(
  fc.record({ act: fc.constant('call' as const), on: device, to: device, days: fc.nat(2) }),
  fc.record({ act: fc.constant('fold' as const), on: device, to: device, days: fc.nat(6) }),
  fc.record({ act: fc.constant('restore' as const), on: device, to: device, days: fc.constant(0) }),
);

test('whatever is called, sums and restored on which device, each call counts once', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const histories = new Map(devices.map((name) => [name, blank]));
      const known = new Map(devices.map((name) => [name, new Map<string, LoggedCall>()]));
      let at = Date.UTC(2026, 0, 1);
      for (const { act, on, to, days } of steps) {
        const history = histories.get(on)!;
        at += days * 86_400_000 + 1;
        if (act === 'call') {
          const call = buildCall(at, on);
          histories.set(on, { ...history, calls: [...history.calls, call] });
          known.get(on)!.set(call.id, call);
        } else if (act === 'fold') histories.set(on, fold(history, days));
        else {
          histories.set(to, mergeCallHistories(histories.get(to)!, history));
          for (const [id, call] of known.get(on)!) known.get(to)!.set(id, call);
        }
      }
      for (const name of devices) expect(addUp(histories.get(name)!)).toEqual(sumCalls([...known.get(name)!.values()]));
    }),
    { numRuns: 500 },
  );
});

test('a call that was under way when the backup was made keeps the outcome that is known', () => {
  const under = buildCall(5, 'a', { outcome: 'unknown', billedTenths: 0 });
  const done = buildCall(5, 'a', { billedTenths: 40 });
  for (const [here, there] of [
    [under, done],
    [done, under],
  ] as const) {
    expect(mergeCallHistories({ calls: [here], sums: {} }, { calls: [there], sums: {} }).calls).toEqual([done]);
  }
});

test("another account's calls are listed and cost this account nothing, and none of our own calls returns as another's", () => {
  const there: CallHistory = fold({ calls: [buildCall(1, 'x'), buildCall(2, 'x'), buildCall(3, 'a')], sums: {} }, 1);
  const here: CallHistory = { calls: [buildCall(3, 'a')], sums: {} };
  const once = mergeCallHistories(here, convertForeignCalls(there, here));
  expect(addUp(once)).toMatchObject({ calls: 3, billedTenths: 3, quotedTenths: 50 });
  expect(mergeCallHistories(once, convertForeignCalls(there, once))).toEqual(once);
});

const description = {
  place: '/deals',
  method: 'POST',
  path: '/deals',
  summary: 'Search deals',
  quotedTenths: 50,
} as const;
const reply = { status: 200, ms: 5 };
const outcome = fc.constantFrom('billed' as const, 'rejected' as const, 'lost' as const, 'none' as const);

/** The entries of one call a second, each with an outcome. */
const buildEntries = (outcomes: readonly ('billed' | 'rejected' | 'lost' | 'none')[]): JournalEntry[] =>
  outcomes.flatMap((type, index): JournalEntry[] => {
    const [at, id] = [index * 1000, String(index)];
    const sent = { type: 'sent' as const, at, id, call: description };
    if (type === 'none') return [sent];
    if (type !== 'billed') return [sent, { type, at, id, reply }];
    return [sent, { type, at, id, tenths: index % 50, listedTenths: 0, rows: 3, unlockedRows: 1, reply }];
  });
const record = (entries: readonly JournalEntry[]) => entries.map((entry, index) => ({ ...entry, seq: index + 1 }));

test('in whatever batches the entries come and however often the oldest are compacted, the sums stay', () => {
  fc.assert(
    fc.property(fc.array(outcome, { maxLength: 60 }), fc.array(fc.nat(60)), (outcomes, cuts) => {
      const entries = record(buildEntries(outcomes));
      const whole = applyToLedger(createLedger('a'), entries);
      let ledger = createLedger('a');
      let from = 0;
      for (const cut of [...cuts.toSorted((one, other) => one - other), entries.length]) {
        const compacted = compactLedger(ledger, { maxCalls: 8, compactedCalls: 4 }, entries[from]?.at ?? 60_000);
        ledger = applyToLedger(compacted, entries.slice(from, Math.max(from, cut)));
        from = Math.max(from, cut);
      }
      expect(addUp(getCallHistory(ledger))).toEqual(addUp(getCallHistory(whole)));
    }),
  );
});

test('a line without a response stays for as long as its response may come, and is compacted then', () => {
  const lines = record(buildEntries(['lost', ...Array.from({ length: 9 }, () => 'billed' as const)]));
  const ledger = applyToLedger(createLedger('a'), lines);
  const limits = { maxCalls: 8, compactedCalls: 4 };
  expect(compactLedger(ledger, limits, replayMs - 1).calls.size).toBe(10);
  expect(compactLedger(ledger, limits, replayMs).calls.size).toBe(4);
});

test('a lost request that is sent again under its key stays one call', () => {
  const sent = { type: 'sent', at: 1, id: 'a', call: description } as const;
  const billed = {
    type: 'billed',
    at: 9,
    id: 'a',
    tenths: 30,
    listedTenths: 0,
    rows: 3,
    unlockedRows: 0,
    reply,
  } as const;
  const { calls } = applyToLedger(
    createLedger('d'),
    record([sent, { type: 'lost', at: 2, id: 'a', reply: { status: 0, ms: 1 } }, { ...sent, at: 5 }, billed]),
  );
  expect([...calls.values()]).toMatchObject([{ id: 'a', at: 5, outcome: 'answered', billedTenths: 30 }]);
});

test('free calls of one minute, endpoint and screen are one line', () => {
  const free = { type: 'free', at: 61_000, call: { ...description, quotedTenths: 0 }, rows: 4 } as const;
  const { calls } = applyToLedger(createLedger('d'), record([free, { ...free, at: 90_000 }, { ...free, at: 130_000 }]));
  expect([...calls.values()].map(({ at, calls: count, rows }) => [at, count, rows])).toEqual([
    [60_000, 2, 8],
    [120_000, 1, 4],
  ]);
});
