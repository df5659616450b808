import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createGroupedItems } from './grouped-items.ts';

const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 8 });

test('every group has its head before its rows, every row is there once, in order', () => {
  fc.assert(
    fc.property(sizes, (counts) => {
      let first = 0;
      const spans = counts.map((count) => ({ first: (first += count) - count, count }));
      const items = createGroupedItems(first, spans);
      const listed = Array.from({ length: items.count }, (_, item) => items.at(item));
      let row = 0;
      const expected = counts.flatMap((count, head) => [
        { head },
        ...Array.from({ length: count }, () => ({ row: row++ })),
      ]);
      expect(listed).toEqual(expected);
      for (const [item, one] of listed.entries()) {
        if ('row' in one) expect(items.findItem(one.row)).toBe(item);
        const head = items.findHead(item)!;
        expect(listed[head]).toHaveProperty('head');
        expect(listed.slice(head + 1, item + 1).every((other) => 'row' in other)).toBe(true);
      }
    }),
  );
});

test('without groups items are rows', () => {
  const items = createGroupedItems(3);
  expect([items.count, items.at(2), items.findItem(2), items.findHead(2)]).toEqual([3, { row: 2 }, 2, undefined]);
});
