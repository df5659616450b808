import { noteUnkept, type Database } from '../platform/storage/database.ts';
import { watchKey } from '../platform/http/key.ts';
import { joinTabs, type Tabs } from '../platform/storage/tabs.ts';
import { createState } from '../platform/state.ts';
import { abandonTab, blankLedger, readLedger, type Ledger } from './ledger.ts';
import { meter } from './meter.ts';
import { toRandomText } from './random-text.ts';

/** The ledger as this tab last saw it. */
const seen = createState<Ledger>(blankLedger(Date.now()));
export const useLedger = seen.use;
export const readSession = seen.read;

// At once, before anything is asked with the next key.
watchKey(meter.reset);

/** Where the ledger is: on the device over all tabs, or in the memory of this tab alone. */
let place: { readonly database: Database; readonly tabs: Tabs<'changed'> } | undefined;

/** Resolves when it is known whose ledger this is: what changes before that waits, so that it is not made on none. */
let noteFound = (): void => undefined;
const found = new Promise<void>((resolve) => (noteFound = resolve));

/** A name for this tab that stays when it is loaded again; one for this page life where storage is closed. */
export const tabName = readTabName();

function readTabName(): string {
  try {
    const name = sessionStorage.getItem('fundscope.tab') ?? toRandomText();
    sessionStorage.setItem('fundscope.tab', name);
    return name;
  } catch {
    return toRandomText();
  }
}

/** Takes the ledger of an account into use, and notes what this tab had under way before it was loaded again. */
export async function openLedger(account: string, database: Database | undefined): Promise<void> {
  place?.tabs.close();
  place = undefined;
  seen.write(blankLedger(Date.now()));
  if (database) {
    place = { database, tabs: joinTabs(`ledger ${account}`, () => void look(database)) };
    await write((ledger) => abandonTab(ledger, tabName));
  }
  noteFound();
}

/** Counts what an act would have cost if the answer were not owned already. */
export async function noteReuse(tenths: number): Promise<void> {
  await changeLedger((ledger) => ({ ...ledger, savedTenths: ledger.savedTenths + tenths }));
}

const look = async (database: Database): Promise<void> => {
  const kept = await database.get('ledger', 'session').catch(() => undefined);
  if (kept !== undefined) seen.write(readLedger(kept, Date.now()));
};

type Change = (ledger: Ledger) => Ledger | undefined;

/**
 * Changes the ledger; undefined from `change` leaves it as it is. On the device it is one transaction, and those of
 * all tabs come one after the other, so that two tabs never reserve the same credits. Answers with the ledger after
 * it, or undefined when it was left.
 */
export const changeLedger = (change: Change): Promise<Ledger | undefined> => found.then(() => write(change));

async function write(change: Change): Promise<Ledger | undefined> {
  if (!place) return keepSeen(change(readLedger(seen.read(), Date.now())));
  const { database, tabs } = place;
  try {
    const transaction = database.transaction('ledger', 'readwrite');
    const next = change(readLedger(await transaction.store.get('session'), Date.now()));
    if (next) await transaction.store.put(next, 'session');
    await transaction.done;
    if (next) tabs.tell('changed');
    return keepSeen(next);
  } catch (error) {
    noteUnkept(error);
    place = undefined;
    return write(change);
  }
}

function keepSeen(next: Ledger | undefined): Ledger | undefined {
  if (next) seen.write(next);
  return next;
}
