import type { Database } from '../session/database.ts';
import { readPlace } from '../session/place.ts';
import { joinTabs, type Tabs } from '../session/tabs.ts';
import { createState } from '../state.ts';
import { daySums, loggedCall, toFolded, type DaySums, type LoggedCall } from './logged-call.ts';

/** So many lines are kept one by one; past it the oldest become sums by day, this many left. */
const mostCalls = 5000;
const leftCalls = 4500;
const minuteMs = 60_000;

/** Where the lines of one account are: on the device over all tabs, or in the memory of this tab. */
type Home = {
  readonly database: Database | undefined;
  readonly tabs: Tabs<'changed'> | undefined;
  readonly memory: Map<string, LoggedCall>;
};
let home: Home = { database: undefined, tabs: undefined, memory: new Map() };

const version = createState(0);
/** Watches the account book as React state; the number changes with every line, of other tabs too. */
export const useCallsVersion = version.use;
const bump = (): void => version.write(version.read() + 1);

/** Takes the account book of an account into use; what was written before it was open goes along. */
export async function openCallLog(account: string, database: Database | undefined): Promise<void> {
  const early = home.tabs ? [] : [...home.memory.values()];
  home.tabs?.close();
  const opened = { database, tabs: joinTabs<'changed'>(`calls ${account}`, bump), memory: new Map() };
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
export async function readCalls(): Promise<{ readonly calls: LoggedCall[]; readonly days: DaySums }> {
  const { database, memory } = home;
  const kept = (await database?.getAllFromIndex('calls', 'at')) ?? [];
  const calls = [...kept, ...memory.values()].flatMap((one) => loggedCall.safeParse(one).data ?? []);
  return { calls, days: daySums.safeParse(await database?.get('ledger', 'days')).data ?? {} };
}

async function change(
  { database, tabs, memory }: Home,
  id: string,
  toNext: (before: LoggedCall | undefined) => LoggedCall,
): Promise<void> {
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
async function foldOld({ database }: Home): Promise<void> {
  if (!database || (await database.count('calls')) <= mostCalls) return;
  const transaction = database.transaction(['calls', 'ledger'], 'readwrite');
  const calls = transaction.objectStore('calls');
  const excess = (await calls.count()) - leftCalls;
  const old = (await calls.index('at').getAll(null, Math.max(1, excess))).flatMap(
    (one) => loggedCall.safeParse(one).data ?? [],
  );
  const days = daySums.safeParse(await transaction.objectStore('ledger').get('days')).data ?? {};
  if (excess > 0) {
    await transaction.objectStore('ledger').put(toFolded(days, old), 'days');
    for (const { id } of old) await calls.delete(id);
  }
  await transaction.done;
  bump();
}
