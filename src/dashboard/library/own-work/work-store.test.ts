// @vitest-environment jsdom
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { WorkEntry } from '../records/device.ts';
import { createWorkStore } from './work-store.ts';

type Entry = WorkEntry<readonly [string, string], number>;
const entry: fc.Arbitrary<Entry> = fc.record({
  key: fc.tuple(fc.constantFrom('a', 'a b'), fc.constantFrom('b', 'c', '')),
  at: fc.integer({ min: 1, max: 4 }),
  value: fc.nat(3),
});

test('in whatever order tabs and backups bring changes, the last change of each key counts and none is lost', () => {
  fc.assert(
    fc.property(fc.array(entry), (entries) => {
      // Two changes of one key at the same time have the same value here, because nothing orders them.
      const changes = entries.map((one) => ({ ...one, value: one.at * 10 }));
      const [forth, back] = [createWorkStore<Entry['key'], number>(() => undefined), createWorkStore(() => undefined)];
      forth.merge(changes);
      for (const one of changes.toReversed()) back.receive([one]);
      for (const { key } of changes) {
        const last = Math.max(...changes.filter((one) => one.key.join('/') === key.join('/')).map(({ at }) => at));
        expect([forth.readTime(key), forth.read(key)]).toEqual([last, last * 10]);
        expect(back.read(key)).toBe(forth.read(key));
      }
      expect(forth.count()).toBe(new Set(changes.map(({ key }) => key.join('/'))).size);
    }),
  );
});

test('a change counts even if the clock was set back since the previous one', () => {
  const reported = vi.fn();
  const store = createWorkStore<readonly [string], string>(reported);
  store.merge([{ key: ['a'], at: Date.now() + 60_000, value: 'before' }]);
  store.set(['a'], 'after');
  expect(store.read(['a'])).toBe('after');
  expect(reported).toHaveBeenCalledTimes(2);
});
