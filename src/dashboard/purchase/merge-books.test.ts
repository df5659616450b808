import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldCalls, toDaySums, type CallBook } from './call-books.ts';
import { toJoined, toTotals, type LoggedCall } from './logged-call.ts';
import { mergeBooks, toOthersBook } from './merge-books.ts';

const blank: CallBook = { calls: [], folded: {} };
const toCall = (at: number, device: string, part: Partial<LoggedCall> = {}): LoggedCall => ({
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
  ownedRows: null,
  outcome: 'answered',
  ...part,
});

/** What a book says in all: sums, and the lines that stand by themselves. */
const toSum = ({ calls, folded }: CallBook) => Object.values(toDaySums(folded)).reduce(toJoined, toTotals(calls));

/** Folds the oldest lines, those of one moment together, as the log does. */
function fold({ calls, folded }: CallBook, count: number): CallBook {
  const ordered = calls.toSorted((one, other) => one.at - other.at);
  const edge = ordered[Math.min(count, ordered.length) - 1]?.at ?? -1;
  const old = ordered.filter(({ at }) => at <= edge);
  return { calls: ordered.filter(({ at }) => at > edge), folded: foldCalls(folded, old) };
}

const devices = ['a', 'b', 'c'];
const device = fc.constantFrom(...devices);
const step = fc.oneof(
  fc.record({ act: fc.constant('call' as const), on: device, to: device, days: fc.nat(2) }),
  fc.record({ act: fc.constant('fold' as const), on: device, to: device, days: fc.nat(6) }),
  fc.record({ act: fc.constant('restore' as const), on: device, to: device, days: fc.constant(0) }),
);

test('whatever is called, folded and restored on which device, each call counts once', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const books = new Map(devices.map((name) => [name, blank]));
      const known = new Map(devices.map((name) => [name, new Map<string, LoggedCall>()]));
      let at = Date.UTC(2026, 0, 1);
      for (const { act, on, to, days } of steps) {
        const book = books.get(on)!;
        at += days * 86_400_000 + 1;
        if (act === 'call') {
          const call = toCall(at, on);
          books.set(on, { ...book, calls: [...book.calls, call] });
          known.get(on)!.set(call.id, call);
        } else if (act === 'fold') books.set(on, fold(book, days));
        else {
          books.set(to, mergeBooks(books.get(to)!, book));
          for (const [id, call] of known.get(on)!) known.get(to)!.set(id, call);
        }
      }
      for (const name of devices) expect(toSum(books.get(name)!)).toEqual(toTotals([...known.get(name)!.values()]));
    }),
    { numRuns: 500 },
  );
});

test('a call that was under way when the backup was made keeps the outcome that is known', () => {
  const under = toCall(5, 'a', { outcome: 'unknown', billedTenths: 0 });
  const done = toCall(5, 'a', { billedTenths: 40 });
  for (const [here, there] of [
    [under, done],
    [done, under],
  ] as const) {
    expect(mergeBooks({ calls: [here], folded: {} }, { calls: [there], folded: {} }).calls).toEqual([done]);
  }
});

test("another account's book is listed and costs this one nothing, and nothing of our own comes back as another's", () => {
  const there: CallBook = fold({ calls: [toCall(1, 'x'), toCall(2, 'x'), toCall(3, 'a')], folded: {} }, 1);
  const here: CallBook = { calls: [toCall(3, 'a')], folded: {} };
  const once = mergeBooks(here, toOthersBook(there, here));
  expect(toSum(once)).toMatchObject({ calls: 3, billedTenths: 3, quotedTenths: 50 });
  expect(mergeBooks(once, toOthersBook(there, once))).toEqual(once);
});
