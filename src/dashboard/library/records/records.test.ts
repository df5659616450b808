import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRecordStore } from './records.ts';
import { packRowPage } from './packed-rows.ts';

const id = fc.integer({ min: 0, max: 30 }).map(String);

test('never requests what is unlocked or known to be unknown, and requests each other id once', () => {
  fc.assert(
    fc.property(fc.array(id), fc.array(id), fc.array(id), (bought, unknown, wanted) => {
      const owned = createRecordStore<{ id: string }>();
      owned.add(bought.map((one) => ({ id: one })));
      owned.storeUnknown(unknown);
      const missing = owned.missing(wanted);
      expect(new Set(missing).size).toBe(missing.length);
      expect(new Set(missing)).toEqual(new Set(wanted.filter((one) => ![...bought, ...unknown].includes(one))));
    }),
  );
});

test('a row that is bought after all is no longer unknown', () => {
  const owned = createRecordStore<{ id: string }>();
  owned.storeUnknown(['a']);
  owned.add([{ id: 'a' }]);
  expect(owned.isUnknown('a')).toBe(false);
  expect(owned.read('a')).toEqual({ id: 'a' });
});

test('thousands of rows behave like a few: the newest counts, none is lost or repeated', () => {
  const owned = createRecordStore<{ id: string; mark: number }>();
  const readRows = (from: number, mark: number) =>
    Array.from({ length: 1500 }, (_, at) => ({ id: String(from + at), mark }));
  owned.add(readRows(0, 1), 1);
  owned.add(readRows(1000, 3), 3);
  owned.add(readRows(2000, 2), 2);
  expect(owned.count()).toBe(3500);
  expect(owned.all().rows).toHaveLength(3500);
  expect([500, 1200, 2400, 3000].map((one) => owned.read(String(one))?.mark)).toEqual([1, 3, 3, 2]);
  expect(owned.missing(['0', '3499', '3500'])).toEqual(['3500']);
});

test('pages of the device never replace a row from another tab with an older one', () => {
  const owned = createRecordStore<{ id: string; mark: number }>();
  owned.receive({ rows: [{ at: 5, row: { id: 'a', mark: 5 } }], unknown: ['b'] });
  const page = packRowPage(['a', 'b'].map((one) => ({ at: 4, row: { id: one, mark: 4 } })));
  owned.receivePages([page]);
  expect(owned.read('a')).toEqual({ id: 'a', mark: 5 });
  expect(owned.read('b')).toEqual({ id: 'b', mark: 4 });
  expect(owned.isUnknown('b')).toBe(false);
  expect(owned.count()).toBe(2);
});

test('a record that arrives after the clock was set back replaces the previous one', () => {
  const owned = createRecordStore<{ id: string; mark: number }>();
  owned.add([{ id: 'a', mark: 1 }], Date.now() + 86_400_000);
  owned.add([{ id: 'a', mark: 2 }]);
  expect(owned.read('a')?.mark).toBe(2);
});
