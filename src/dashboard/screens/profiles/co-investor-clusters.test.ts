import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DealRecord } from '../../records/records.ts';
import { sampleRecords } from '../../../testing/sample-records.ts';
import { buildCoInvestorMatrix, orderByClusters } from './co-investor-clusters.ts';

const deal = (...ids: string[]): DealRecord => ({
  ...sampleRecords.deal,
  investor_ids: ['us', ...ids],
  angel_investor_ids: [],
});

test('investors that share rounds stand together, and cells count rounds with both', () => {
  const deals = [
    ...Array.from({ length: 4 }, () => deal('a', 'c')),
    ...Array.from({ length: 3 }, () => deal('b', 'd')),
    deal('a', 'b'),
    deal('e'),
  ];
  const { ids, shared } = buildCoInvestorMatrix(deals, 'us', 4);
  expect(ids.toSorted()).toEqual(['a', 'b', 'c', 'd']);
  const place = (id: string) => ids.indexOf(id);
  expect([Math.abs(place('a') - place('c')), Math.abs(place('b') - place('d'))]).toEqual([1, 1]);
  expect(Math.abs(place('a') - place('b'))).toBe(1);
  const cell = (one: string, other: string) => shared[place(one)]?.[place(other)];
  expect([cell('a', 'a'), cell('a', 'c'), cell('b', 'a'), cell('c', 'd')]).toEqual([5, 4, 1, 0]);
});

test('an order by clusters has every investor once, and is the same each time', () => {
  const square = fc.integer({ min: 0, max: 8 }).chain((size) =>
    fc.array(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: size, maxLength: size }), {
      minLength: size,
      maxLength: size,
    }),
  );
  fc.assert(
    fc.property(square, (likeness) => {
      const order = orderByClusters(likeness);
      expect(order.toSorted((a, b) => a - b)).toEqual([...likeness.keys()]);
      expect(orderByClusters(likeness)).toEqual(order);
    }),
  );
});
