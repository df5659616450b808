import { sumDays, addTotals } from '#contract/call-history.ts';
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { openDB, type IDBPDatabase } from 'idb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openAccountDatabase, type Database } from '../platform/storage/database.ts';
import type { JournalEntry } from './journal-entry.ts';
import { getCallHistory, sumCalls } from './ledger.ts';
import { isCovered } from './session.ts';

// Reads the page, of which these tests have none.
vi.mock('../platform/http/account.ts', () => ({ whenAccountOpen: () => Promise.resolve() }));
const { Journal } = await import('./journal.ts');

let count = 0;
let account = '';
beforeEach(() => {
  account = `account ${(count += 1)}`;
});

const ignore = () => undefined;
const limits = { maxEntries: 60, maxCalls: 50, compactedCalls: 40 };
const open = async (): Promise<Database> => {
  const database = await openAccountDatabase(account);
  if (!database) throw new Error('The database did not open.');
  return database;
};
/** A tab of the account: its own connection and its own journal. */
const openTab = async () => Journal.open(account, await open(), ignore, limits);
type Tab = Awaited<ReturnType<typeof openTab>>;

const call = { place: '/deals', method: 'POST', path: '/deals', summary: 'Search deals', quotedTenths: 100 } as const;
const reply = { status: 200, ms: 5 };
const buildReserved = (id: string, tenths: number, at: number, tab = 'other'): JournalEntry => ({
  type: 'reserved',
  at,
  id,
  tab,
  tenths,
  fingerprint: id,
  summary: 'Search deals',
  place: '/deals',
});

/** Reserves in one transaction where the budget covers it. */
async function reserve(tab: Tab, id: string, tenths: number): Promise<boolean> {
  let reserved = false;
  await tab.append((session, at) => {
    reserved = isCovered(session, tenths, at);
    return reserved ? [buildReserved(id, tenths, at)] : [];
  });
  return reserved;
}

const buy = (tab: Tab, id: string, tenths: number) =>
  tab.append((_, at) => [
    buildReserved(id, tenths, at),
    { type: 'sent', at, id, call },
    { type: 'billed', at, id, tenths, listedTenths: 0, rows: 3, unlockedRows: 0, reply },
  ]);

/** Everything that a ledger adds up to. */
async function readTotals(tab: Tab) {
  const { calls, sums } = getCallHistory(await tab.readLedger());
  return Object.values(sumDays(sums)).reduce(addTotals, sumCalls(calls));
}

describe('two tabs', () => {
  test('never overshoot the budget together, whatever they reserve at the same time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ tab: fc.nat(1), tenths: fc.integer({ min: 1, max: 900 }) }), { maxLength: 30 }),
        async (purchases) => {
          account = `account ${(count += 1)}`;
          const tabs = [await openTab(), await openTab()];
          await tabs[0]!.append((_, at) => [{ type: 'budget-set', at, budgetTenths: 1000 }]);
          const outcomes = await Promise.all(
            purchases.map(({ tab, tenths }, index) => reserve(tabs[tab]!, String(index), tenths)),
          );
          const reserved = purchases.reduce((sum, { tenths }, index) => sum + (outcomes[index] ? tenths : 0), 0);
          expect(reserved).toBeLessThanOrEqual(1000);
          // Each one that was turned away did not fit.
          const smallest = Math.min(...purchases.flatMap(({ tenths }, index) => (outcomes[index] ? [] : tenths)));
          expect(reserved + smallest).toBeGreaterThan(1000);
          const sessions = await Promise.all(tabs.map((tab) => tab.append(() => [])));
          expect(sessions[0]!.pending.map(({ id }) => id)).toEqual(sessions[1]!.pending.map(({ id }) => id));
          for (const tab of tabs) tab.close();
        },
      ),
      { numRuns: 25 },
    );
  });

  test('show the same session and ledger, and an opened tab takes both over', async () => {
    const [one, other] = [await openTab(), await openTab()];
    await buy(one, 'a', 250);
    await buy(other, 'b', 100);
    await vi.waitFor(() => expect(one.read().session.usedTenths).toBe(350));
    const third = await openTab();
    for (const tab of [one, other, third]) {
      expect(tab.read().session).toMatchObject({ usedTenths: 350, pending: [] });
      expect(await readTotals(tab)).toMatchObject({ calls: 2, billedTenths: 350, rows: 6 });
    }
    expect(third.read().meter.balance).toEqual({ kind: 'unknown' });
  });
});

test('past its limit the journal becomes checkpoints, and every tab keeps its sums', async () => {
  const [one, other] = [await openTab(), await openTab()];
  await buy(other, 'first', 100);
  await one.append((_, at) =>
    Array.from({ length: 55 }, (__, index) => index).flatMap((index): JournalEntry[] => [
      { type: 'sent', at: at - 6_000_000 + index * 1000, id: String(index), call },
      { ...buildBilled(String(index), at - 6_000_000 + index * 1000), tenths: 10 },
    ]),
  );
  await buy(other, 'last', 50);
  const database = await open();
  expect(await database.count('journal')).toBeLessThan(60);
  expect(await database.get('checkpoints', 'ledger')).toBeDefined();
  for (const tab of [one, other, await openTab()]) {
    expect(await readTotals(tab)).toMatchObject({ calls: 57, billedTenths: 700 });
    expect(getCallHistory(await tab.readLedger()).calls.length).toBeLessThan(50);
    expect((await tab.append(() => [])).usedTenths).toBe(150);
  }
});

test('a lost request that is resumed after a compaction counts once, as billed', async () => {
  const tab = await openTab();
  await tab.append((_, at) => [
    buildReserved('lost', 100, at - 9_000_000),
    { type: 'sent', at: at - 9_000_000, id: 'lost', call },
    { type: 'lost', at: at - 8_999_000, id: 'lost', reply: { status: 0, ms: 1000 } },
    ...Array.from({ length: 60 }, (__, index) => index).flatMap((index): JournalEntry[] => [
      { type: 'sent', at: at - 6_000_000 + index * 1000, id: String(index), call },
      buildBilled(String(index), at - 6_000_000 + index * 1000),
    ]),
  ]);
  expect(await (await open()).count('journal')).toBeLessThan(60);
  await tab.append((_, at) => [
    { type: 'resumed', at, id: 'lost', tab: 'other' },
    { type: 'sent', at, id: 'lost', call },
    { ...buildBilled('lost', at), tenths: 70 },
  ]);
  for (const one of [tab, await openTab()]) {
    expect(await readTotals(one)).toMatchObject({ calls: 61, quotedTenths: 6100, billedTenths: 670, unknownTenths: 0 });
    expect(one.read().session.pending).toEqual([]);
  }
});

const buildBilled = (id: string, at: number): JournalEntry & { type: 'billed' } => ({
  type: 'billed',
  at,
  id,
  tenths: 10,
  listedTenths: 0,
  rows: 1,
  unlockedRows: 0,
  reply,
});

test('a response that arrives after the account was changed is billed in the journal where it began', async () => {
  const database = await open();
  const tab = await Journal.open(account, database, ignore);
  await tab.append((_, at) => [buildReserved('late', 200, at), { type: 'sent', at, id: 'late', call }]);
  tab.close();
  database.close();
  await tab.append((_, at) => [{ ...buildBilled('late', at), tenths: 150 }]);
  expect((await openTab()).read().session).toMatchObject({ usedTenths: 150, pending: [] });
});

test('where the browser stores nothing the journal lives in its tab, and one that fails continues there', async () => {
  const memory = await Journal.open('nobody', undefined, ignore);
  await buy(memory, 'a', 250);
  expect(memory.read().session.usedTenths).toBe(250);
  expect(await readTotals(memory)).toMatchObject({ calls: 1, billedTenths: 250 });

  const database = await open();
  const failing = await Journal.open(account, database, ignore);
  await buy(failing, 'b', 100);
  database.close();
  await buy(failing, 'c', 50);
  expect(failing.read().session.usedTenths).toBe(150);
  expect(await readTotals(failing)).toMatchObject({ billedTenths: 50 });
});

describe('a browser of a version before the journal', () => {
  /** Opens the database as version 3 did. */
  const openOld = (): Promise<IDBPDatabase> =>
    openDB(`fundscope-${account}`, 3, {
      upgrade(fresh) {
        for (const store of ['rows', 'unknown', 'ledger']) fresh.createObjectStore(store);
        fresh.createObjectStore('calls', { keyPath: 'id' }).createIndex('at', 'at');
        fresh.createObjectStore('pages');
      },
    });
  const oldCall = {
    place: '/deals?round=SEED',
    method: 'POST',
    path: '/deals',
    body: { page_size: 25 },
    summary: 'Search deals',
    quotedTenths: 250,
    billedTenths: 250,
    calls: 1,
    rows: 25,
    ownedRows: 4,
    outcome: 'answered',
  };
  const oldTotals = { calls: 3, quotedTenths: 90, billedTenths: 70, unknownTenths: 0, rows: 7, ownedRows: 1 };

  test('keeps its session, lost requests, lines and day sums', async () => {
    const old = await openOld();
    const now = Date.now();
    const session = {
      budgetTenths: 8000,
      startedAt: now - 5000,
      lastAt: now - 2000,
      usedTenths: 260,
      leftTenths: 30,
      savedTenths: 40,
      pending: [
        {
          id: 'lost',
          tab: 'gone',
          at: now - 3000,
          tenths: 100,
          question: '["POST","/deals",{}]',
          summary: 'Search deals',
          place: '/deals',
          step: 'lost',
        },
      ],
    };
    await old.put('ledger', session, 'session');
    await old.put('ledger', 'device of old', 'device');
    await old.put('ledger', { 'device of old': { to: 50, days: { '2026-01-01': oldTotals } } }, 'folded');
    await old.put('calls', { ...oldCall, id: 'one', at: now - 2000, device: 'device of old' });
    await old.put('calls', { ...oldCall, id: 'two', at: now - 1000, outcome: 'refused', billedTenths: 0 });
    await old.put('calls', { id: 'hurt', at: now });
    old.close();

    const tab = await openTab();
    expect(tab.read().session).toMatchObject({
      budgetTenths: 8000,
      usedTenths: 260,
      dismissedTenths: 30,
      savedTenths: 40,
      pending: [{ id: 'lost', fingerprint: '["POST","/deals",{}]', step: 'lost', tenths: 100 }],
    });
    const { calls, sums } = getCallHistory(await tab.readLedger());
    expect(calls).toMatchObject([
      { id: 'one', outcome: 'answered', unlockedRows: 4, body: { page_size: 25 }, device: 'device of old' },
      { id: 'two', outcome: 'rejected', device: 'device of old' },
    ]);
    expect(sums['device of old']).toMatchObject({ to: 50, days: { '2026-01-01': { calls: 3, unlockedRows: 1 } } });

    await buy(tab, 'new', 40);
    const again = await openTab();
    expect(again.read().session.usedTenths).toBe(300);
    expect(await readTotals(again)).toMatchObject({ calls: 6, billedTenths: 360 });
  });

  test('keeps day sums from before devices had names', async () => {
    const old = await openOld();
    await old.put('ledger', { '2026-01-01': oldTotals }, 'days');
    await old.put('calls', { ...oldCall, id: 'one', at: 9_000_000 });
    old.close();
    const tab = await openTab();
    expect(await readTotals(tab)).toMatchObject({ calls: 4, billedTenths: 320 });
    const [[, totals] = []] = Object.entries(getCallHistory(await tab.readLedger()).sums);
    expect(totals?.to).toBe(8_999_999);
  });
});
