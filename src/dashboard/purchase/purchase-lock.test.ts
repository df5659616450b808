import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openAccountDatabase } from '../platform/storage/database.ts';
import type { JournalEntry } from './journal-entry.ts';
import { buyInOneTab } from './purchase-lock.ts';

// Reads the page, of which these tests have none.
vi.mock('../platform/http/account.ts', () => ({ whenAccountOpen: () => Promise.resolve() }));
const { Journal } = await import('./journal.ts');

/** The locks of a browser, as far as tabs use them here: one holder for each name, the others in order. */
function createLocks() {
  const ends = new Map<string, Promise<unknown>>();
  return {
    async request(name: string, options: LockOptions, run: (lock: Lock | null) => Promise<unknown>) {
      const before = ends.get(name);
      if (before && options.ifAvailable) return run(null);
      const mine = (before ?? Promise.resolve()).then(() => run({ name, mode: 'exclusive' }));
      ends.set(name, mine);
      return mine.finally(() => ends.get(name) === mine && ends.delete(name));
    },
  };
}

let count = 0;
let account = '';
beforeEach(() => {
  account = `account ${(count += 1)}`;
  vi.stubGlobal('navigator', { locks: createLocks() });
});
afterEach(() => vi.unstubAllGlobals());

const openTab = async () => Journal.open(account, await openAccountDatabase(account), () => undefined);
type Tab = Awaited<ReturnType<typeof openTab>>;

const call = { place: '/deals', method: 'POST', path: '/deals', summary: 'Search deals', quotedTenths: 250 } as const;
const reply = { status: 200, ms: 5 };
const reserved = (id: string, at: number): JournalEntry => ({
  type: 'reserved',
  at,
  id,
  tab: 'first',
  tenths: 250,
  fingerprint: 'seed',
  summary: 'Search deals',
  place: '/deals',
});
const billed = (id: string, at: number, rows: number | null): JournalEntry => ({
  type: 'billed',
  at,
  id,
  tenths: 250,
  listedTenths: 0,
  rows,
  unlockedRows: 0,
  reply,
});

const purchase = (replays: boolean, fingerprint = 'seed') => ({
  fingerprint,
  replays,
  cancelled: new AbortController().signal,
  tenths: 10,
});

/**
 * Buys in a second tab while the first is at it; the first ends with these entries. Resolves with what the second knew.
 */
async function buyBehind(end: (at: number) => JournalEntry[], replays: boolean) {
  const [one, other] = [await openTab(), await openTab()];
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const first = buyInOneTab(one, purchase(replays), async () => {
    await one.append((_, at) => [reserved('a', at), { type: 'sent', at, id: 'a', call }]);
    await finished;
    await one.append((_, at) => end(at));
  });
  await vi.waitFor(() => expect(one.read().session.pending).toHaveLength(1));
  const second = buyInOneTab(other, purchase(replays), async (known) => ({ known }));
  await other.append(() => []);
  finish();
  await first;
  return second;
}

describe('a purchase that waited for the same one in another tab', () => {
  test.each([true, false])('knows what the other completed (the service replays: %s)', async (replays) => {
    const knew = await buyBehind((at) => [billed('a', at, 25)], replays);
    expect(knew).toEqual({ known: { id: 'a', tenths: 250 } });
  });

  test('is made where the other was rejected', async () => {
    const knew = await buyBehind((at) => [{ type: 'rejected', at, id: 'a', reply }], false);
    expect(knew).toEqual({ known: undefined });
  });

  test('fails with the charge of the other where that one brought no rows', async () => {
    const failing = buyBehind((at) => [billed('a', at, null)], false);
    await expect(failing).rejects.toMatchObject({ kind: 'unreadable', facts: { usedTenths: 250 } });
  });

  test('fails where the other was lost, unless the service replays it', async () => {
    const lose = (at: number): JournalEntry[] => [{ type: 'lost', at, id: 'a', reply }];
    await expect(buyBehind(lose, false)).rejects.toMatchObject({ kind: 'lost', mayHaveCharged: true });
    account = `${account} replays`;
    expect(await buyBehind(lose, true)).toEqual({ known: undefined });
  });
});

describe('what a closed tab left behind', () => {
  const leave = (tab: Tab, ...more: ((at: number) => JournalEntry)[]) =>
    tab.append((_, at) => [reserved('a', at), ...more.map((build) => build(at))]);
  const sent = (at: number): JournalEntry => ({ type: 'sent', at, id: 'a', call });

  test('unsent is freed, and the purchase is made', async () => {
    const tab = await openTab();
    await leave(tab);
    expect(await buyInOneTab(tab, purchase(false), async () => 'bought')).toBe('bought');
    expect(tab.read().session).toMatchObject({ pending: [], usedTenths: 0 });
  });

  test('sent counts as unconfirmed, and is repeated by itself only where that is free', async () => {
    const tab = await openTab();
    await leave(tab, sent);
    await expect(buyInOneTab(tab, purchase(false), async () => 'bought')).rejects.toMatchObject({
      mayHaveCharged: true,
    });
    expect(tab.read().session.pending).toMatchObject([{ id: 'a', step: 'lost' }]);
    expect(await buyInOneTab(tab, purchase(true), async () => 'bought')).toBe('bought');
  });

  test.each([true, false])(
    'sent before a reload is said once, then repeated (the browser has locks: %s)',
    async (hasLocks) => {
      if (!hasLocks) vi.stubGlobal('navigator', {});
      const tab = await openTab();
      await leave(tab, sent, (at) => ({ type: 'tab-reopened', at, tab: 'first' }));
      const buy = () => buyInOneTab(tab, purchase(false), async () => 'bought');
      await expect(buy()).rejects.toMatchObject({ kind: 'lost', mayHaveCharged: true });
      expect(tab.read().session.pending).toMatchObject([{ id: 'a', step: 'lost' }]);
      await tab.append((_, at) => [{ type: 'tab-reopened', at, tab: 'first' }]);
      expect(await buy()).toBe('bought');
    },
  );

  test('of another request stays as it is', async () => {
    const tab = await openTab();
    await leave(tab, sent);
    expect(await buyInOneTab(tab, purchase(false, 'series a'), async () => 'bought')).toBe('bought');
    expect(tab.read().session.pending).toMatchObject([{ id: 'a', step: 'sent' }]);
  });
});

test('without locks, as over plain http, a purchase is made at once', async () => {
  vi.stubGlobal('navigator', {});
  expect(await buyInOneTab(await openTab(), purchase(false), async (other) => other ?? 'alone')).toBe('alone');
});
