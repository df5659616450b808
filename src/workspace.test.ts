import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { addTotals, type CallEntry, noTotals, sumDays } from '#contract/call-history.ts';
import type { CallHistory, CallTotals } from '#contract/calls.ts';
import { samples } from '#contract/samples.ts';
import type { DataOf } from '#contract/endpoint.ts';
import type { readWorkspaceChanges, WorkspaceEntry, WorkspaceKind } from '#contract/workspace.ts';
import type { JournalEntry } from './dashboard/purchase/journal-entry.ts';
import { sumCalls } from './dashboard/purchase/ledger.ts';
import { exportWorkspace } from './service/workspace/export.ts';
import { openForTests } from './testing/open-for-tests.ts';
import { startService } from './testing/service.ts';

/** Browsers held against a real service: whatever they change, and whenever they reach it. */

/** The time that all clocks go by; each browser's own may be days off. */
let nowMs = Date.UTC(2026, 10, 20);
const service = openForTests(() => startService({ clock: () => new Date((nowMs += 200)) }));
afterEach(() => vi.restoreAllMocks());

type Unrecorded = JournalEntry extends infer E ? (E extends unknown ? Omit<E, 'at'> : never) : never;

let browsers = 0;
type Browser = Awaited<ReturnType<typeof openBrowser>>;

/** The contract keeps no state, so all pages share it: evaluating it takes most of the time that a page takes to load. */
for (const path of Object.keys(import.meta.glob(['./contract/**/*.ts', '!**/*.test.ts']))) {
  vi.doMock(path, (importModule) => importModule<object>());
}

/** The stores of a page, as a reload makes them. */
async function loadPage(account: string) {
  vi.resetModules();
  const [storage, device, work, records, library, sync, outbox, journal, shared, sharing, backup, entries] =
    await Promise.all([
      import('./dashboard/platform/storage/database.ts'),
      import('./dashboard/library/records/device.ts'),
      import('./dashboard/library/own-work/work-store.ts'),
      import('./dashboard/library/records/records.ts'),
      import('./dashboard/library/open-library.ts'),
      import('./dashboard/library/workspace/sync.ts'),
      import('./dashboard/library/workspace/outbox.ts'),
      import('./dashboard/purchase/journal.ts'),
      import('./dashboard/purchase/shared-calls.ts'),
      import('./dashboard/purchase/share-calls.ts'),
      import('./dashboard/library/backup.ts'),
      import('./dashboard/library/workspace/entries.ts'),
    ]);
  const database = (await storage.openAccountDatabase(account))!;
  await library.readWork(database, (name, own) => work.getWorkStore(name).receive(own));
  for (const kind of records.kindNames) await device.readKind(database, kind, records.getStore(kind));
  device.setDevice({ account, database, tabs: { post: () => undefined, close: () => undefined } });
  const limits = { maxEntries: 12, maxCalls: 6, compactedCalls: 3 };
  const calls = await journal.Journal.open(account, database, () => undefined, limits);
  const shareCalls = sharing.createCallSharing(database);
  return { database, work, records, sync, outbox, calls, shared, shareCalls, backup, entries };
}
type Page = Awaited<ReturnType<typeof loadPage>>;

/** A browser with a database of its own, a clock that is off, and a connection that can be cut. */
async function openBrowser(key: string, aheadMs = 0) {
  const account = `browser ${(browsers += 1)}`;
  let page = await loadPage(account);
  let requestsLeft = Infinity;
  let firstPage: Promise<DataOf<typeof readWorkspaceChanges>> | undefined;
  const call = async (request: { query?: Record<string, string>; body?: object }, path = '/workspace/changes') => {
    if (requestsLeft <= 0) throw new Error('There is no connection.');
    requestsLeft -= 1;
    const method = request.body ? 'POST' : 'GET';
    const response = await service.inject(method, path, { ...request, key });
    expect(response.statusCode, response.body).toBe(200);
    if (requestsLeft === 0) throw new Error('The response was lost.');
    return response.json<{ data: never }>().data;
  };
  const transport = {
    readFirst: () => firstPage ?? call({ query: { before: String(Number.MAX_SAFE_INTEGER), limit: '200' } }),
    read: (query: Record<string, string>) => call({ query }),
    readNamed: (entries: readonly object[]) => call({ body: { entries } }, '/workspace/entries'),
    write: (workspace: string, changes: WorkspaceEntry[]) => call({ body: { workspace, changes } }),
  };
  return {
    transport,
    /** Changes something by the clock of this browser. */
    change(work: (opened: Page) => void): void {
      vi.spyOn(Date, 'now').mockReturnValue((nowMs += 1) + aheadMs);
      work(page);
      vi.restoreAllMocks();
    },
    /** Synchronizes until the connection is cut; whether it came to its end. */
    async synchronize(requests = Infinity): Promise<boolean> {
      requestsLeft = requests;
      const { database, sync, calls, shared, shareCalls } = page;
      const { signal } = new AbortController();
      let settling: Promise<void> = Promise.resolve();
      const screens = {
        show: () => undefined,
        onResults: () => undefined,
        onEmptied: () => emptyMemory(page),
        onCalls: (received: readonly CallEntry[]) => {
          settling = settling.then(() => shared.resolveUnconfirmed(calls, received));
        },
      };
      await shareCalls();
      const isDone = await sync.synchronize({ database, transport, signal, ...screens }).then(
        () => true,
        () => false,
      );
      await settling;
      return isDone;
    },
    /** Shows the first page while the library opens; the synchronization then takes it over. */
    async showFirst(): Promise<void> {
      firstPage = transport.readFirst();
      await page.entries.applyEntries(page.database, (await firstPage).changes);
    },
    /** Takes over named entries; resolves with the number of requests. */
    async fetchNamedEntries(names: readonly (readonly string[])[]): Promise<number> {
      requestsLeft = 100;
      const { database, sync } = page;
      const { signal } = new AbortController();
      const screens = { onResults: () => undefined, onEmptied: () => undefined, onCalls: () => undefined };
      await sync.fetchNamedEntries({ database, transport, signal, ...screens }, names);
      return 100 - requestsLeft;
    },
    /** Asks the workspace itself. */
    fetchPage: (request: { query: Record<string, string> }): Promise<{ latest: number }> => call(request),
    /** Deletes everything; false where it could not be reached. */
    async deleteAll(): Promise<void> {
      requestsLeft = Infinity;
      const { emptied } = await call({ body: { everything: true } }, '/workspace/delete');
      emptyMemory(page);
      await page.outbox.emptyDevice(page.database, emptied);
    },
    /** When it knows the workspace to have been emptied; undefined before it joined. */
    readEmptied: () => page.database.get('checkpoints', 'emptied'),
    /** Appends to the journal by the clock of this browser. */
    async record(...entries: Unrecorded[]): Promise<void> {
      vi.spyOn(Date, 'now').mockReturnValue((nowMs += 1) + aheadMs);
      await page.calls.append((_, at) => entries.map((entry) => ({ ...entry, at })));
      vi.restoreAllMocks();
    },
    /** All calls of the account that it lists. */
    async readCalls(): Promise<CallHistory> {
      const { calls, sums } = await page.calls.readLedger();
      return page.shared.addSharedCalls(page.database, { calls: [...calls.values()], sums });
    },
    async reload(): Promise<void> {
      page.calls.close();
      page.database.close();
      page = await loadPage(account);
    },
    /** Restores a backup file; how many records and parts of work it added. */
    restore: (text: string) => page.backup.restoreBackup(text),
    /** Everything that it shows, by kind and key, with its time. */
    readAll: () => readAll(page),
    countWaiting: () => page.database.count('outbox'),
    /** The note of how far it has received; undefined before any. */
    readPlace: () => page.outbox.readSyncPlace(page.database),
    /** Keeps rows busy, as many of them being written do; returns how to end that. */
    holdRows(): () => void {
      const held = new AbortController();
      const { store: rows } = page.database.transaction('rows', 'readwrite');
      const keepBusy = async () => {
        while (!held.signal.aborted) await rows.get(['deals', 'none']);
      };
      void keepBusy();
      return () => held.abort();
    },
    /** As where its changes were made without a workspace. */
    forgetChanges: () => page.database.clear('outbox'),
    close: () => {
      page.calls.close();
      page.database.close();
    },
  };
}

function emptyMemory({ work, records }: Page): void {
  for (const name of ['statuses', 'reviews', 'searches', 'lists'] as const) work.getWorkStore(name).reset();
  for (const kind of records.kindNames) records.getStore(kind).reset();
}

function readAll({ work, records }: Page): Record<string, unknown> {
  const own = (['statuses', 'reviews', 'searches', 'lists'] as const).flatMap((name) =>
    work
      .getWorkStore(name)
      .all()
      .map(({ key, at, value }) => [JSON.stringify([name, ...key]), [at, value]] as const),
  );
  const rows = records.kindNames.flatMap((kind) => {
    const { rows: some, unknown } = records.getStore(kind).all();
    return [
      ...some.map(({ at, row }) => [JSON.stringify([kind, row.id]), [at, row]] as const),
      ...unknown.map((id) => [JSON.stringify(['unknown', kind, id]), true] as const),
    ];
  });
  return Object.fromEntries([...own, ...rows].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

const setNote = (id: string, text: string) => (page: Page) => page.work.statusStore.set(['deal', id, 'note'], text);
const setList = (id: string, name: string) => (page: Page) => page.work.listStore.set([id, 'head'], { name });
const unlock = (id: string, name: string) => (page: Page) =>
  page.records.freeNames.add([{ id, kind: 'company', name, remark: '' }]);

async function openBrowsers(...aheadMs: number[]): Promise<Browser[]> {
  const { key } = await service.createKey();
  const opened: Browser[] = [];
  for (const ahead of aheadMs) opened.push(await openBrowser(key, ahead));
  return opened;
}

test('two browsers with different histories become one, and an empty one gets everything', async () => {
  const [one, other, empty] = (await openBrowsers(0, 0, 0)) as [Browser, Browser, Browser];
  for (let at = 0; at < 2500; at += 500) {
    one.change((page) => page.records.freeNames.add(buildNames('one', at)));
    other.change((page) => page.records.freeNames.add(buildNames('other', at)));
  }
  one.change(setNote('a', 'first'));
  other.change(setNote('a', 'second'));
  for (const browser of [one, other, one, empty]) expect(await browser.synchronize()).toBe(true);
  const all = one.readAll();
  expect(Object.keys(all)).toHaveLength(5001);
  expect(all['["statuses","deal","a","note"]']).toEqual([expect.any(Number), 'second']);
  expect(other.readAll()).toEqual(all);
  expect(empty.readAll()).toEqual(all);
  await empty.reload();
  expect(empty.readAll()).toEqual(all);
  for (const browser of [one, other, empty]) browser.close();
});

test('an empty browser takes over entries by name, however many and large, and then receives the rest', async () => {
  const [one, empty] = (await openBrowsers(0, 0)) as [Browser, Browser];
  for (let at = 0; at < 2500; at += 500) one.change((page) => page.records.freeNames.add(buildNames('one', at)));
  const text = 'x'.repeat(3_000_000);
  for (const id of ['a', 'b']) one.change((page) => page.work.listStore.set([id, 'text'], text));
  one.change(changes.unknown);
  await one.synchronize();
  const all = one.readAll();
  const names = Array.from({ length: 1001 }, (_, at) => ['names', `one ${at}`]);
  const lists = ['a', 'b', 'none'].map((id) => ['lists', id, 'text']);
  // Two for the number of names, and one for what the first page had no room for.
  expect(await empty.fetchNamedEntries([...lists, ...names, ['unknown', 'companies', 'gone']])).toBe(3);
  expect(Object.keys(empty.readAll())).toHaveLength(1004);
  await empty.reload();
  expect(Object.keys(empty.readAll())).toHaveLength(1004);
  expect(await empty.countWaiting()).toBe(0);
  expect(await empty.synchronize()).toBe(true);
  expect(empty.readAll()).toEqual(all);
  for (const browser of [one, empty]) browser.close();
});

test('what is changed while older entries arrive does not wait for the rest', async () => {
  const [one, empty] = (await openBrowsers(0, 0)) as [Browser, Browser];
  for (let at = 0; at < 4500; at += 500) one.change((page) => page.records.freeNames.add(buildNames('one', at)));
  await one.synchronize();
  const { read, write } = empty.transport;
  let hasChanged = false;
  empty.transport.read = (query) => {
    if ('before' in query && !hasChanged) empty.change(setNote('a', 'early'));
    hasChanged ||= 'before' in query;
    return read(query);
  };
  const heldAtWrites: number[] = [];
  empty.transport.write = (...changed) => {
    heldAtWrites.push(Object.keys(empty.readAll()).length);
    return write(...changed);
  };
  expect(await empty.synchronize()).toBe(true);
  // The first page, the next one and the note.
  expect(heldAtWrites[0]).toBe(200 + 2000 + 1);
  expect(Object.keys(empty.readAll())).toHaveLength(4501);
  for (const browser of [one, empty]) browser.close();
});

test('nothing counts as received before it is stored, so that a page that is left then gets it again', async () => {
  const [one, other] = (await openBrowsers(0, 0)) as [Browser, Browser];
  one.change(unlock('a', 'Acme'));
  await one.synchronize();
  const release = other.holdRows();
  const synchronizing = other.synchronize();
  await vi.waitFor(() => expect(other.readAll()).toEqual(one.readAll()));
  for (let look = 0; look < 20; look += 1) expect(await other.readPlace()).toBeUndefined();
  release();
  expect(await synchronizing).toBe(true);
  expect(await other.readPlace()).toMatchObject({ isSent: true });
  for (const browser of [one, other]) browser.close();
});

const { deal, dealDetail, dealInvestor, dealAngel, company, investor, person } = samples;
/** One change of every kind; calls belong to the ledger, which a backup has as a book. */
const changes: Record<Exclude<WorkspaceKind, 'calls'>, (page: Page) => void> = {
  deals: ({ records }) => records.unlockedDeals.add([deal] as never),
  companies: ({ records }) => records.unlockedCompanies.add([company] as never),
  investors: ({ records }) => records.unlockedInvestors.add([investor] as never),
  people: ({ records }) => records.unlockedPeople.add([person] as never),
  lineups: ({ records }) =>
    records.unlockedRoundInvestors.add([{ id: deal.id, firms: [dealInvestor], angels: [dealAngel] }] as never),
  articles: ({ records }) => records.unlockedArticles.add([{ id: deal.id, articles: dealDetail.articles }] as never),
  histories: ({ records: { unlockedHistories } }) => {
    const { id, employment_history, education_history } = person;
    unlockedHistories.add([{ id, employment_history, education_history }] as never);
  },
  answers: ({ records }) => records.storedResults.add([{ id: 'deals {}', ids: [deal.id], total: 1 }] as never),
  names: unlock('n', 'Ünï "quoted"\n'),
  unknown: ({ records }) => records.unlockedCompanies.storeUnknown(['gone']),
  statuses: setNote(deal.id, 'Ask Ada'),
  reviews: ({ work }) => work.reviewStore.set(['shown', deal.id], 1),
  searches: ({ work }) =>
    work.searchStore.set(['s', 'search'], { name: 'Seed', screen: 'deals', search: '?round=SEED' }),
  lists: setList('l', 'Targets'),
};

test('an exported workspace, restored in another browser, is equal in every kind, and nothing is left after deleting it', async () => {
  const { key, account_id: account } = await service.createKey();
  const [one, other] = [await openBrowser(key), await openBrowser((await service.createKey()).key)];
  for (const change of Object.values(changes)) one.change(change);
  expect(await one.synchronize()).toBe(true);
  let file = '';
  for await (const part of exportWorkspace(service.sql, account, new Date())) file += part;
  const { book: _, ...stores } = JSON.parse(file) as { book?: unknown };
  await other.restore(JSON.stringify(stores));
  const all = one.readAll();
  const kinds = Object.keys(all).map((name) => (JSON.parse(name) as string[])[0]);
  expect(new Set(kinds)).toEqual(new Set(Object.keys(changes)));
  expect(other.readAll()).toEqual(all);
  await one.deleteAll();
  await one.reload();
  expect(one.readAll()).toEqual({});
  expect(await service.sql`SELECT FROM workspace_entries WHERE account_id = ${account}`).toHaveLength(0);
  for (const browser of [one, other]) browser.close();
});

test.each(['sends its changes', 'moves in'])(
  'an empty browser first gets what another one unlocked last, where that one %s',
  async (way) => {
    const [one, empty] = (await openBrowsers(0, 0)) as [Browser, Browser];
    one.change(changes.companies);
    for (let at = 0; at < 2500; at += 500) one.change((page) => page.records.freeNames.add(buildNames('one', at)));
    one.change(changes.deals);
    if (way === 'moves in') await one.forgetChanges();
    expect(await one.synchronize()).toBe(true);
    // The response to the second request is lost.
    await empty.synchronize(2);
    const first = empty.readAll();
    expect(first[`["deals","${deal.id}"]`]).toEqual([expect.any(Number), deal]);
    // Unlocked long before, but without it the row looks locked.
    expect(first[`["companies","${company.id}"]`]).toEqual([expect.any(Number), company]);
    for (const browser of [one, empty]) browser.close();
  },
);

const buildNames = (of: string, from: number) =>
  Array.from({ length: 500 }, (_, at) => ({
    id: `${of} ${from + at}`,
    kind: 'company' as const,
    name: of,
    remark: '',
  }));

test('a browser that shows the first page before it knows of a deletion keeps what the page has, and nothing else', async () => {
  const [one, away] = (await openBrowsers(0, 0)) as [Browser, Browser];
  one.change(unlock('a', 'Deleted'));
  for (const browser of [one, away]) await browser.synchronize();
  await one.deleteAll();
  one.change(unlock('b', 'New'));
  await one.synchronize();
  await away.showFirst();
  await away.synchronize();
  expect(Object.keys(one.readAll())).toEqual(['["names","b"]']);
  expect(away.readAll()).toEqual(one.readAll());
  await away.reload();
  expect(away.readAll()).toEqual(one.readAll());
  for (const browser of [one, away]) browser.close();
});

test('a change made after one from a browser whose clock is days ahead still wins', async () => {
  const [ahead, right] = (await openBrowsers(3 * 86_400_000, 0)) as [Browser, Browser];
  ahead.change(setNote('a', 'from the future'));
  await ahead.synchronize();
  await right.synchronize();
  right.change(setNote('a', 'now'));
  await right.synchronize();
  await ahead.synchronize();
  expect(Object.values(ahead.readAll())).toEqual([[expect.any(Number), 'now']]);
  for (const browser of [ahead, right]) browser.close();
});

test('after a restore of the gateway to an older state, browsers bring back what it had lost', async () => {
  const [one, other] = (await openBrowsers(0, 0)) as [Browser, Browser];
  one.change(setNote('a', 'kept'));
  for (const browser of [one, other]) await browser.synchronize();
  await service.sql`DELETE FROM workspaces`;
  other.change(setNote('b', 'new'));
  for (const browser of [other, one, other]) expect(await browser.synchronize()).toBe(true);
  expect(Object.keys(one.readAll())).toHaveLength(2);
  expect(other.readAll()).toEqual(one.readAll());
  for (const browser of [one, other]) browser.close();
});

const edits = {
  note: [setNote, (id: string) => ['statuses', 'deal', id, 'note']],
  list: [setList, (id: string) => ['lists', id, 'head']],
  unlock: [unlock, (id: string) => ['names', id]],
} as const;

const anyStep = fc.record({
  browser: fc.nat(2),
  id: fc.constantFrom('a', 'b', 'c'),
  action: fc.constantFrom('note', 'list', 'unlock', 'miss', 'synchronize', 'synchronize', 'cut', 'reload', 'delete'),
  requests: fc.integer({ min: 0, max: 4 }),
});

test('three browsers agree in the end and nothing is lost, whatever is cut, reloaded or set to another time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 40 }), async (steps) => {
      const opened = await openBrowsers(0, 5 * 86_400_000, -3 * 86_400_000);
      /** Every write that must not be lost, by the clock of its writer. */
      let writes: { name: string; by: Browser; written: [at: number, value: unknown] }[] = [];
      let emptied: unknown = 0;
      for (const [turn, { browser: index, id, action, requests }] of steps.entries()) {
        const browser = opened[index]!;
        if (action === 'synchronize') await browser.synchronize();
        else if (action === 'cut') await browser.synchronize(requests);
        else if (action === 'reload') await browser.reload();
        else if (action === 'miss') browser.change((page) => page.records.unlockedDeals.storeUnknown([id]));
        else if (action === 'delete') {
          await browser.deleteAll();
          emptied = await browser.readEmptied();
          // A browser that has not joined yet adds its own history.
          const joined = new Set<Browser>();
          for (const one of opened) if ((await one.readEmptied()) !== undefined) joined.add(one);
          writes = writes.filter(({ by }) => !joined.has(by));
        } else {
          const [change, name] = edits[action];
          browser.change(change(id, `${turn}`));
          const key = JSON.stringify(name(id));
          const written = browser.readAll()[key] as [number, unknown];
          const known = await browser.readEmptied();
          // What a browser writes before it hears of a deletion is deleted too.
          if (known === undefined || known === emptied) writes.push({ name: key, by: browser, written });
        }
      }
      // The second round delivers what the others sent in the first.
      for (const browser of [...opened, ...opened]) expect(await browser.synchronize()).toBe(true);
      const [first, ...others] = opened.map((browser) => browser.readAll());
      for (const other of others) expect(other).toEqual(first);
      for (const { name, written } of writes) {
        const [at, value] = first![name] as [number, unknown];
        expect(at, name).toBeGreaterThanOrEqual(written[0]);
        if (at === written[0]) expect(value).toEqual(written[1]);
      }
      for (const browser of opened) {
        expect(await browser.countWaiting()).toBe(0);
        await browser.reload();
        expect(browser.readAll()).toEqual(first);
        browser.close();
      }
    }),
    { numRuns: 25 },
  );
}, 120_000);

const call = { place: '/deals', method: 'POST', path: '/deals', summary: 'Search deals', quotedTenths: 50 } as const;
const [reply, noReply] = [
  { status: 200, ms: 5 },
  { status: 0, ms: 9 },
] as const;
const buy = (id: string, type: 'billed' | 'rejected' | 'lost'): Unrecorded[] => [
  { type: 'sent', id, call },
  type === 'billed'
    ? { type, id, tenths: 30, listedTenths: 0, rows: 3, unlockedRows: 1, reply }
    : { type, id, reply: type === 'lost' ? noReply : reply },
];
const takeOver = (id: string): Unrecorded => ({
  type: 'billed',
  id,
  call,
  tenths: 30,
  listedTenths: 0,
  rows: 3,
  unlockedRows: 0,
  reply,
});
const sumUp = ({ calls, sums }: CallHistory): CallTotals =>
  Object.values(sumDays(sums)).reduce(addTotals, sumCalls(calls));

const callStep = fc.record({
  browser: fc.nat(2),
  other: fc.nat(2),
  action: fc.constantFrom('billed', 'billed', 'rejected', 'lost', 'taken', 'free', 'synchronize', 'cut', 'reload'),
  requests: fc.integer({ min: 0, max: 4 }),
});

test('each call of three browsers counts once in all of them, a confirmed figure before an unconfirmed one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(callStep, { minLength: 10, maxLength: 40 }), async (steps) => {
      const opened = await openBrowsers(0, 5 * 86_400_000, -3 * 86_400_000);
      let expected = noTotals;
      const count = (part: Partial<CallTotals>) => (expected = addTotals(expected, { ...noTotals, ...part }));
      for (const [turn, { browser: index, other, action, requests }] of steps.entries()) {
        const [browser, id] = [opened[index]!, `call ${turn}`];
        if (action === 'synchronize') await browser.synchronize();
        else if (action === 'cut') await browser.synchronize(requests);
        else if (action === 'reload') await browser.reload();
        else if (action === 'free') {
          await browser.record({ type: 'free', call: { ...call, quotedTenths: 0 }, rows: 2 });
          count({ calls: 1, rows: 2 });
        } else if (action === 'taken') {
          // A response that one browser lost and another got, whichever says so first.
          const taker = opened[other === index ? (index + 1) % 3 : other]!;
          if (requests > 1) await taker.record(takeOver(id));
          await browser.record(...buy(id, 'lost'));
          if (requests <= 1) await taker.record(takeOver(id));
          count({ calls: 1, quotedTenths: 50, billedTenths: 30, rows: 3 });
        } else {
          await browser.record(...buy(id, action));
          const charged = { billedTenths: 30, rows: 3, unlockedRows: 1 };
          count({ calls: 1, quotedTenths: 50, ...(action === 'billed' ? charged : {}) });
          if (action === 'lost') count({ unknownTenths: 50 });
        }
      }
      for (const browser of [...opened, ...opened, ...opened]) expect(await browser.synchronize()).toBe(true);
      for (const browser of opened) {
        expect(sumUp(await browser.readCalls())).toEqual(expected);
        expect(await browser.countWaiting()).toBe(0);
        await browser.reload();
        expect(sumUp(await browser.readCalls())).toEqual(expected);
        browser.close();
      }
    }),
    { numRuns: 10 },
  );
}, 120_000);

test('a browser that was there before calls were kept sends its calls once, and an empty one lists them', async () => {
  const [one, empty] = (await openBrowsers(0, 0)) as [Browser, Browser];
  await one.synchronize();
  for (let at = 0; at < 20; at += 1) await one.record(...buy(`call ${at}`, 'billed'));
  for (const browser of [one, one, empty]) await browser.synchronize();
  expect(sumUp(await empty.readCalls())).toMatchObject({ calls: 20, billedTenths: 600 });
  const { latest } = await one.fetchPage({ query: { after: '0' } });
  await one.reload();
  await one.synchronize();
  expect(await one.fetchPage({ query: { after: '0' } })).toMatchObject({ latest });
  for (const browser of [one, empty]) browser.close();
});

test('deleting everything deletes the list of calls in every browser, and none comes back', async () => {
  const [one, other] = (await openBrowsers(0, 0)) as [Browser, Browser];
  await one.record(...buy('one', 'billed'));
  await other.record(...buy('other', 'lost'));
  for (const browser of [one, other, one]) await browser.synchronize();
  await one.deleteAll();
  for (const browser of [other, one, other]) await browser.synchronize();
  for (const browser of [one, other]) {
    expect(await browser.readCalls()).toEqual({ calls: [], sums: {} });
    await browser.record(...buy('later', 'rejected'));
    await browser.synchronize();
    await browser.reload();
    expect((await browser.readCalls()).calls.map(({ id }) => id)).toEqual(['later']);
    browser.close();
  }
});
