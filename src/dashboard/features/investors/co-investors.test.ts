import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DealRecord } from '../../library/records/records.ts';
import { toCoInvestors } from './co-investors.ts';

const firm = fc.constantFrom('a', 'b', 'c', 'd', 'me');
const deals = fc
  .array(fc.option(fc.array(firm)))
  .map((lists) => lists.map((ids, at) => ({ id: String(at), investor_ids: ids }) as DealRecord));

test('a firm counts once for every deal that names it, however often, and never beside itself', () => {
  fc.assert(
    fc.property(deals, (all) => {
      const found = toCoInvestors(all, 'me');
      expect(found.map(({ id }) => id)).not.toContain('me');
      for (const { id, deals: count } of found) {
        expect(count).toBe(all.filter(({ investor_ids: ids }) => ids?.includes(id)).length);
      }
      const named = new Set(all.flatMap(({ investor_ids: ids }) => ids ?? []).filter((id) => id !== 'me'));
      expect(found).toHaveLength(named.size);
    }),
  );
});

test('the most frequent stand first, equal ones always in the same order', () => {
  fc.assert(
    fc.property(deals, (all) => {
      const found = toCoInvestors(all, 'me');
      expect(toCoInvestors(all.toReversed(), 'me')).toEqual(found);
      const counts = found.map(({ deals: count }) => count);
      expect(counts).toEqual(counts.toSorted((one, other) => other - one));
    }),
  );
});
