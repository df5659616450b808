import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createOwned } from './owned.ts';

const id = fc.integer({ min: 0, max: 30 }).map(String);

test('never asks again for what is owned or known to be unknown, and asks for each other id once', () => {
  fc.assert(
    fc.property(fc.array(id), fc.array(id), fc.array(id), (bought, unknown, wanted) => {
      const owned = createOwned<{ id: string }>();
      owned.keep(bought.map((one) => ({ id: one })));
      owned.keepUnknown(unknown);
      const missing = owned.missing(wanted);
      expect(new Set(missing).size).toBe(missing.length);
      expect(new Set(missing)).toEqual(new Set(wanted.filter((one) => ![...bought, ...unknown].includes(one))));
    }),
  );
});

test('a row that is bought after all is no longer unknown', () => {
  const owned = createOwned<{ id: string }>();
  owned.keepUnknown(['a']);
  owned.keep([{ id: 'a' }]);
  expect(owned.isUnknown('a')).toBe(false);
  expect(owned.read('a')).toEqual({ id: 'a' });
});
