// @vitest-environment jsdom
import fc from 'fast-check';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sampleRecords } from '../../testing/sample-records.ts';
import { changeConnection } from '../platform/http/connection.ts';
import { resetWorkspace } from '../platform/http/workspace.ts';
import { ownConfig } from '../platform/http/testing-config.ts';
import { createRecordStore } from './record-store.ts';
import {
  addRecords,
  addSearchRows,
  freeNames,
  isBeingRead,
  unlockedCompanies,
  unlockedDeals,
  unlockedRoundInvestors,
} from './records.ts';
import './free-names.ts';

const id = fc.integer({ min: 0, max: 30 }).map(String);
const uuid = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

test('never requests what is unlocked or known to be unknown, and requests each other id once', () => {
  fc.assert(
    fc.property(fc.array(id), fc.array(id), fc.array(id), (bought, unknown, wanted) => {
      const store = createRecordStore<{ id: string }>();
      store.add(bought.map((one) => ({ id: one })));
      store.storeUnknown(unknown);
      const missing = store.missing(wanted);
      expect(new Set(missing).size).toBe(missing.length);
      expect(new Set(missing)).toEqual(new Set(wanted.filter((one) => ![...bought, ...unknown].includes(one))));
    }),
  );
});

test('of two records with one id the newer counts, in whatever order they arrive', () => {
  const store = createRecordStore<{ id: string; mark: number }>();
  store.add([{ id: 'a', mark: 2 }], 2);
  store.add([{ id: 'a', mark: 1 }], 1);
  expect(store.read('a')).toEqual({ id: 'a', mark: 2 });
  store.storeUnknown(['b']);
  store.add([{ id: 'b', mark: 3 }], 3);
  expect(store.isUnknown('b')).toBe(false);
});

test('whatever a gateway sends is read without failing, and a round without readable investors stays locked', () => {
  const build = (record: object) => [
    { id: uuid(1), record: { id: uuid(1), ...record }, unlocked_at: '2026-11-01T00:00:00Z' },
  ];
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('name', 'investor_ids', 'date', 'later'), fc.jsonValue()), (record) => {
      unlockedDeals.reset();
      addRecords({ deals: build(record) });
      expect(unlockedDeals.read(uuid(1))?.id).toBe(uuid(1));
    }),
  );
  addRecords({ rounds: build({ investors: [{ name: 'No id' }], angel_investors: [] }) });
  expect(unlockedRoundInvestors.read(uuid(1))).toBeUndefined();
});

/** A gateway that has these companies, and notes what it is asked for. */
function serve(unlocked: readonly string[]) {
  const asked: string[][] = [];
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(async (_url, init) => {
      const { companies } = JSON.parse(init?.body as string) as { companies: string[] };
      asked.push(companies);
      const found = companies
        .filter((one) => unlocked.includes(one))
        .map((one) => ({
          id: one,
          record: { ...sampleRecords.company, id: one },
          unlocked_at: '2026-11-01T00:00:00Z',
        }));
      return Response.json({ success: true, data: { records: { companies: found } }, meta: {} });
    }),
  );
  return asked;
}

beforeEach(() => {
  vi.useFakeTimers();
  changeConnection(new QueryClient(), ownConfig);
});
afterEach(() => {
  resetWorkspace();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('ids of which nothing is known are asked for together, each once', async () => {
  const asked = serve([uuid(1)]);
  for (const one of [1, 2, 2, 1]) unlockedCompanies.read(uuid(one));
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toEqual([[uuid(1), uuid(2)]]);
  expect(unlockedCompanies.read(uuid(1))?.name).toBe(sampleRecords.company.name);
  expect(unlockedCompanies.missing([uuid(1), uuid(2)])).toEqual([uuid(2)]);
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toHaveLength(1);
});

test('an id is being read until the gateway answers; where it rejects the request, the record counts as locked', async () => {
  serve([]);
  unlockedCompanies.read(uuid(3));
  expect(isBeingRead('companies', uuid(3))).toBe(true);
  await vi.advanceTimersByTimeAsync(100);
  expect(isBeingRead('companies', uuid(3))).toBe(false);

  const reject = vi.fn<typeof fetch>(async () => Response.json({ success: false }, { status: 403 }));
  vi.stubGlobal('fetch', reject);
  unlockedCompanies.read(uuid(4));
  await vi.advanceTimersByTimeAsync(100);
  unlockedCompanies.read(uuid(4));
  expect(isBeingRead('companies', uuid(4))).toBe(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reject).toHaveBeenCalledOnce();
});

test('the rows of a search say which of their companies are locked, so that nobody asks for those', async () => {
  const asked = serve([]);
  const row = { record: sampleRecords.deal, unlocked_at: '2026-11-01T00:00:00Z', figures: {} };
  addSearchRows('deals', [row], { companies: [], investors: [], rounds: [] });
  expect(unlockedDeals.read(sampleRecords.deal.id)?.company_id).toBe(sampleRecords.deal.company_id);
  expect(unlockedCompanies.read(sampleRecords.deal.company_id)).toBeUndefined();
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toEqual([]);
});

test('the investors of an unlocked round have names, although their own records are locked', () => {
  const [investor] = [
    { id: uuid(6), name: 'Alder Fund', lead_investor: true, personnel: [{ id: uuid(7), name: 'Ada' }] },
  ];
  const record = { id: uuid(5), investors: [investor], angel_investors: [{ id: uuid(8), name: 'Ben' }] };
  addRecords({ rounds: [{ id: uuid(5), record, unlocked_at: '2026-11-01T00:00:00Z' }] });
  expect([6, 7, 8].map((one) => freeNames.read(uuid(one))?.name)).toEqual(['Alder Fund', 'Ada', 'Ben']);
  expect(freeNames.read(uuid(7))?.remark).toBe('Alder Fund');
});
