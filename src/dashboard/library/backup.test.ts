// @vitest-environment jsdom
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { restoreBackup, buildBackup } from './backup.ts';
import { kindNames, unlockedCompanies, unlockedDeals, getStore } from './records/records.ts';

beforeEach(() => kindNames.forEach((kind) => getStore(kind).reset()));

const toId = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const kept = fc.uniqueArray(fc.record({ id: fc.integer({ min: 0, max: 30 }).map(toId), at: fc.nat(1000) }), {
  selector: ({ id }) => id,
});

test('a backup brings back what was cleared, and merges: the newer row stands, whatever the order', async () => {
  await fc.assert(
    fc.asyncProperty(kept, kept, fc.array(fc.nat(30).map(toId)), async (saved, since, unknown) => {
      kindNames.forEach((kind) => getStore(kind).reset());
      for (const { id, at } of saved) unlockedDeals.keep([{ id, round_type: `saved ${at}` } as never], at);
      unlockedDeals.storeUnknown(unknown);
      const file = JSON.stringify(await buildBackup());
      const before = unlockedDeals.all();
      unlockedDeals.reset();
      await restoreBackup(file);
      expect(unlockedDeals.all().rows.map(({ at, row }) => [at, row.id])).toEqual(
        before.rows.map(({ at, row }) => [at, row.id]),
      );
      expect(new Set(unlockedDeals.all().unknown)).toEqual(new Set(before.unknown));

      unlockedDeals.reset();
      for (const { id, at } of since) unlockedDeals.keep([{ id } as never], at);
      await restoreBackup(file);
      for (const { id } of [...saved, ...since]) {
        const times = [...saved, ...since].filter((one) => one.id === id).map(({ at }) => at);
        expect(unlockedDeals.readTime(id)).toBe(Math.max(...times));
      }
    }),
  );
});

test.each([
  'no JSON',
  '[]',
  '{"format":"fundscope-backup","version":3,"savedAt":"2026-11-21T00:00:00Z","kinds":{}}',
  '{"format":"fundscope-backup","version":1,"savedAt":"2026-11-21T00:00:00Z","kinds":{"deals":{"rows":[{"at":1,"row":{}}],"unknown":[]}}}',
])('refuses %s and changes nothing', async (text) => {
  expect(await restoreBackup(text)).toBeUndefined();
  expect(unlockedDeals.all()).toEqual({ rows: [], unknown: [] });
});

test('takes from a hurt file what can be read, no time of the future, and leaves out kinds that it does not know', async () => {
  const row = { id: toId(1), name: { first: 'no text' }, domain: 'acme.example' };
  const kinds = { companies: { rows: [{ at: 9e15, row }], unknown: [] }, planets: { rows: [], unknown: ['x'] } };
  const text = JSON.stringify({ format: 'fundscope-backup', version: 1, savedAt: '2026-11-21T00:00:00Z', kinds });
  expect(await restoreBackup(text)).toMatchObject({ companies: 1 });
  expect(unlockedCompanies.read(toId(1))).toMatchObject({ name: null, domain: 'acme.example' });
  expect(unlockedCompanies.readTime(toId(1))).toBeLessThanOrEqual(Date.now());
});
