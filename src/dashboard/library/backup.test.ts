// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { openAccounts } from '../platform/http/account.ts';
import { restoreBackup, buildBackup } from './backup.ts';
import {
  getStore,
  kindNames,
  unlockedArticles,
  unlockedCompanies,
  unlockedDeals,
  unlockedRoundInvestors,
} from './records/records.ts';

beforeEach(() => kindNames.forEach((kind) => getStore(kind).reset()));

const toId = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const kept = fc.uniqueArray(fc.record({ id: fc.integer({ min: 0, max: 30 }).map(toId), at: fc.nat(1000) }), {
  selector: ({ id }) => id,
});

test('a backup restores what was cleared, and merges: the newer row counts, in any order', async () => {
  await fc.assert(
    fc.asyncProperty(kept, kept, fc.array(fc.nat(30).map(toId)), async (saved, since, unknown) => {
      kindNames.forEach((kind) => getStore(kind).reset());
      for (const { id, at } of saved) unlockedDeals.add([{ id, round_type: `saved ${at}` } as never], at);
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
      for (const { id, at } of since) unlockedDeals.add([{ id } as never], at);
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
])('rejects %s and changes nothing', async (text) => {
  expect(await restoreBackup(text)).toBeUndefined();
  expect(unlockedDeals.all()).toEqual({ rows: [], unknown: [] });
});

test('reads what is valid in a damaged file, without times in the future and unknown kinds', async () => {
  const row = { id: toId(1), name: { first: 'no text' }, domain: 'acme.example' };
  const lists = { rows: [{ at: 1, row: { id: toId(2), firms: 'lost', angels: [], articles: 'lost' } }], unknown: [] };
  const kinds = {
    companies: { rows: [{ at: 9e15, row }], unknown: [] },
    planets: { rows: [], unknown: ['x'] },
    lineups: lists,
    articles: lists,
  };
  const text = JSON.stringify({ format: 'fundscope-backup', version: 1, savedAt: '2026-11-21T00:00:00Z', kinds });
  expect(await restoreBackup(text)).toMatchObject({ companies: 1 });
  // Without its list such a record would show that there are none.
  for (const store of [unlockedRoundInvestors, unlockedArticles]) expect(store.count()).toBe(0);
  expect(unlockedCompanies.read(toId(1))).toMatchObject({ name: null, domain: 'acme.example' });
  expect(unlockedCompanies.readTime(toId(1))).toBeLessThanOrEqual(Date.now());
});

test('rejects impossible charges and sums of a ledger', async () => {
  const call = { place: '/deals', method: 'POST', path: '/deals', summary: 'Search deals', calls: 1, quotedTenths: 10 };
  const answered = { ...call, at: 1000, rows: 1, unlockedRows: 0, outcome: 'answered', device: 'crafted' };
  const calls = [-1e12, 1e15, 10].map((billedTenths) => ({ ...answered, id: `crafted ${billedTenths}`, billedTenths }));
  const distant = { ...answered, id: 'crafted distant', at: 1e300, billedTenths: 10 };
  const totals = { calls: 1, quotedTenths: 10, billedTenths: 10, unknownTenths: 0, rows: 1, unlockedRows: 0 };
  const days = { '2026-11-20': totals, '2026-11-21': { ...totals, billedTenths: -1e12 }, soon: totals };
  const folded = { other: { to: 500, days }, distant: { to: 1e300, days } };
  const book = { account: 'nobody', calls: [...calls, distant], folded };
  const head = { format: 'fundscope-backup', version: 2, savedAt: '2026-11-21T00:00:00Z', kinds: {} };
  expect(await restoreBackup(JSON.stringify({ ...head, book }))).toMatchObject({ calls: 1 });
  const restored = (await buildBackup()).book!;
  expect(restored.calls.map((line) => (line as { id: string }).id)).toEqual(['crafted 10']);
  expect(restored.folded).toEqual({ other: { to: 500, days: { '2026-11-20': totals } } });
});

test('a restore on a page that has just opened waits for its account', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  let finish: () => void = () => undefined;
  const loaded = new Promise<void>((resolve) => (finish = resolve));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  openAccounts(client, [{ close: () => undefined, open: () => loaded }]);
  const kinds = { companies: { rows: [{ at: 1, row: { id: toId(1) } }], unknown: [] } };
  const restored = restoreBackup(
    JSON.stringify({ format: 'fundscope-backup', version: 1, savedAt: '2026-11-21T00:00:00Z', kinds }),
  );
  expect(unlockedCompanies.count()).toBe(0);
  finish();
  expect(await restored).toMatchObject({ companies: 1 });
  expect(unlockedCompanies.count()).toBe(1);
});
