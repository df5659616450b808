import { outcomes, type LoggedCall } from '#contract/calls.ts';
import { addTotals, noTotals } from '#contract/call-history.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sumCalls, addToDays } from './ledger.ts';

const drawn: fc.Arbitrary<LoggedCall> = fc.record(
  {
    id: fc.uuid(),
    at: fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2026, 0, 9) }),
    place: fc.constant('/deals'),
    method: fc.constant('POST' as const),
    path: fc.constant('/deals'),
    summary: fc.constant('Search deals'),
    quotedTenths: fc.nat(5000),
    billedTenths: fc.nat(5000),
    calls: fc.integer({ min: 1, max: 9 }),
    rows: fc.option(fc.nat(500)),
    unlockedRows: fc.option(fc.nat(500)),
    outcome: fc.constantFrom(...outcomes),
    otherKey: fc.constant(true as const),
  },
  {
    requiredKeys: [
      'id',
      'at',
      'place',
      'method',
      'path',
      'summary',
      'quotedTenths',
      'billedTenths',
      'calls',
      'rows',
      'unlockedRows',
      'outcome',
    ],
  },
);

test('whatever part of the calls is folded, in whatever steps, the sums stay', () => {
  fc.assert(
    fc.property(fc.array(drawn, { maxLength: 40 }), fc.nat(40), fc.nat(40), (calls, one, other) => {
      const [first, second] = [Math.min(one, other), Math.max(one, other)];
      const days = addToDays(addToDays({}, calls.slice(0, first)), calls.slice(first, second));
      const joined = Object.values(days).reduce(addTotals, sumCalls(calls.slice(second)));
      expect(joined).toEqual(sumCalls(calls));
    }),
  );
});

test('credits of another key are no part of the sum, its calls and rows are', () => {
  const [call] = fc.sample(drawn, 1);
  const other = { ...call!, rows: 5, otherKey: true as const };
  expect(sumCalls([other])).toMatchObject({
    ...noTotals,
    calls: other.calls,
    rows: 5,
    unlockedRows: other.unlockedRows ?? 0,
  });
});
