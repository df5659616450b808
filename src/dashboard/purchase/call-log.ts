import type { Database } from '../platform/storage/database.ts';
import { readPlace } from '../platform/http/place.ts';
import { joinTabs, type Tabs } from '../platform/storage/tabs.ts';
import { createState } from '../platform/state.ts';
import { foldCalls, foldedBooks, toDaySums, type CallBook, type FoldedBooks } from './call-books.ts';
import { daySums, loggedCall, type DaySums, type LoggedCall } from './logged-call.ts';
import { toRandomText } from './random-text.ts';

/** So many lines are kept one by one; past it the oldest become sums by day, this many left. */
const mostCalls = 5000;
const leftCalls = 4500;
const minuteMs = 60_000;

/** Where the lines of one account are: on the device over all tabs, or in the memory of this tab. */
type Home = {
  readonly database: Database | undefined;
  readonly tabs: Tabs<'changed'> | undefined;
  readonly memory: Map<string, LoggedCall>;
  /** Sums that a backup brought where the device keeps nothing. */
  readonly folded: FoldedBooks;
  /** The name of this device in the book. */
  readonly device: string;
};
let home: Home = { database: undefined, tabs: undefined, memory: new Map(), folded: {}, device: toRandomText() };

const version = createState(0);
/** Watches the account book as React state; the number changes with every line, of other tabs too. */
export const useCallsVersion = version.use;
const bump = (): void => version.write(version.read() + 1);

/** Takes the account book of an account into use; what was written before it was open goes along. */
export async function openCallLog(account: string, database: Database | undefined): Promise<void> {
  const early = home.tabs ? [] : [...home.memory.values()];
  home.tabs?.close();
  const device = database ? await readDevice(database).catch(toRandomText) : home.device;
  const opened = {
    database,
    tabs: joinTabs<'changed'>(`calls ${account}`, bump),
    memory: new Map(),
    folded: {},
    device,
  };
  home = opened;
  for (const call of early) await change(opened, call.id, () => call);
  void foldOld(opened).catch(() => undefined);
  bump();
}

/** Writes a call down as it leaves, and answers with the way to complete its line, in the book where it began. */
export function logCall(call: LoggedCall): (rest: Partial<LoggedCall>) => Promise<void> {
  const book = home;
  const written = change(book, call.id, () => call);
  return async (rest) => {
    await written;
    await change(book, call.id, () => ({ ...call, ...rest }));
    await foldOld(book).catch(() => undefined);
  };
}

/** Counts a free call: those of one minute, endpoint and screen make one line. */
export async function logFreeCall(call: Pick<LoggedCall, 'method' | 'path' | 'summary'>, rows: number): Promise<void> {
  const minute = Math.floor(Date.now() / minuteMs) * minuteMs;
  const place = readPlace();
  const id = `free ${minute} ${call.path} ${place.split('?')[0] ?? ''}`;
  await change(home, id, (before) => ({
    ...call,
    id,
    at: minute,
    place,
    quotedTenths: 0,
    billedTenths: 0,
    outcome: 'free',
    calls: (before?.calls ?? 0) + 1,
    rows: (before?.rows ?? 0) + rows,
    ownedRows: null,
  }));
}

/** All lines, oldest first, and the sums by day of older ones. */
export async function readCalls(): Promise<{ readonly calls: readonly LoggedCall[]; readonly days: DaySums }> {
  const { calls, folded } = await readBook();
  return { calls, days: toDaySums(folded) };
}

/** The whole account book, as a backup holds it. */
export async function readBook(): Promise<CallBook> {
  const { database, memory, device } = home;
  const kept = (await database?.getAllFromIndex('calls', 'at')) ?? [];
  const calls = [...kept, ...memory.values()].flatMap((one) => loggedCall.safeParse(one).data ?? []);
  return {
    calls: calls.map((call) => ({ ...call, device: call.device ?? device })),
    folded: database ? toFoldedBooks(await database.get('ledger', 'folded')) : home.folded,
  };
}

const toFoldedBooks = (kept: unknown): FoldedBooks => foldedBooks.safeParse(kept).data ?? {};

/** Puts a merged book in the place of this one; answers with the number of lines that were not here before. */
export async function changeBook(merge: (here: CallBook) => CallBook): Promise<number> {
  const { database, memory, tabs } = home;
  const here = await readBook();
  const merged = merge(here);
  const before = new Set(here.calls.map(({ id }) => id));
  if (database) {
    const transaction = database.transaction(['calls', 'ledger'], 'readwrite');
    const calls = transaction.objectStore('calls');
    const standing = new Set(merged.calls.map(({ id }) => id));
    await transaction.objectStore('ledger').put(merged.folded, 'folded');
    for (const id of before) if (!standing.has(id)) void calls.delete(id);
    for (const call of merged.calls) void calls.put(call);
    await transaction.done;
    memory.clear();
    tabs?.tell('changed');
    await foldOld(home);
  } else {
    home = { ...home, folded: merged.folded };
    memory.clear();
    for (const call of merged.calls) memory.set(call.id, call);
  }
  bump();
  return merged.calls.filter(({ id }) => !before.has(id)).length;
}

/** The name of this device in the book; what was folded before devices had names is its own. */
async function readDevice(database: Database): Promise<string> {
  const transaction = database.transaction(['ledger', 'calls'], 'readwrite');
  const ledger = transaction.objectStore('ledger');
  const known: unknown = await ledger.get('device');
  if (typeof known === 'string') return known;
  const device = toRandomText();
  await ledger.put(device, 'device');
  const days = daySums.safeParse(await ledger.get('days')).data;
  const first = await transaction.objectStore('calls').index('at').get(IDBKeyRange.lowerBound(0));
  if (days) await ledger.put({ [device]: { to: (first?.at ?? Date.now()) - 1, days } }, 'folded');
  await ledger.delete('days');
  await transaction.done;
  return device;
}

async function change(
  { database, tabs, memory, device }: Home,
  id: string,
  toCall: (before: LoggedCall | undefined) => LoggedCall,
): Promise<void> {
  const toNext = (before: LoggedCall | undefined): LoggedCall => ({ ...toCall(before), device });
  try {
    if (!database) throw new Error('This device keeps nothing.');
    const transaction = database.transaction('calls', 'readwrite');
    const before = loggedCall.safeParse(await transaction.store.get(id)).data;
    await transaction.store.put(toNext(before));
    await transaction.done;
    tabs?.tell('changed');
  } catch {
    // Closed or full: the line stands in this tab alone, like all that is bought (session/database.ts says so).
    memory.set(id, toNext(memory.get(id)));
  }
  bump();
}

/** Turns the oldest lines into sums by day, in one step, so that the sum of all stays what it was. */
async function foldOld({ database, device }: Home): Promise<void> {
  if (!database || (await database.count('calls')) <= mostCalls) return;
  const transaction = database.transaction(['calls', 'ledger'], 'readwrite');
  const [calls, ledger] = [transaction.objectStore('calls'), transaction.objectStore('ledger')];
  const excess = (await calls.count()) - leftCalls;
  const oldest = await calls.index('at').getAll(null, Math.max(1, excess));
  // All of one moment go together: the end of the sums tells which lines they count.
  const old = (await calls.index('at').getAll(IDBKeyRange.upperBound(oldest.at(-1)?.at ?? 0))).flatMap(
    (one) => loggedCall.safeParse(one).data ?? [],
  );
  if (excess > 0) {
    const named = old.map((call) => ({ ...call, device: call.device ?? device }));
    await ledger.put(foldCalls(toFoldedBooks(await ledger.get('folded')), named), 'folded');
    for (const { id } of old) await calls.delete(id);
  }
  await transaction.done;
  bump();
}
