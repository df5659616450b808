import type { CallEntry } from '#contract/call-history.ts';
import type { DataOf } from '#contract/endpoint.ts';
import {
  maxNamedEntries,
  type readWorkspaceChanges,
  type readWorkspaceEntries,
  type WorkspaceEntry,
  type writeWorkspaceChanges,
} from '#contract/workspace.ts';
import { type Database, waitUntilStored } from '../../platform/storage/database.ts';
import { waitUntilIdle, pause } from '../../platform/wait-until-idle.ts';
import { applyEntries, type EntryName } from './entries.ts';
import { listStored } from './list-stored.ts';
import { sortByTime } from './sort-by-time.ts';
import {
  clearOutbox,
  followDeletion,
  clearSyncPlace,
  readCurrentEntry,
  readOutbox,
  readSyncPlace,
  storeSyncPlace,
  type SyncPlace,
  type WaitingChange,
} from './outbox.ts';
import type { SyncState } from '../records/sync-state.ts';

type Page = DataOf<typeof readWorkspaceChanges>;

/** The workspace, as a browser accesses it. */
export type WorkspaceTransport = {
  /** The newest entries. */
  readonly readFirst: () => Promise<Page>;
  readonly read: (query: { after: string } | { before: string }) => Promise<Page>;
  readonly readNamed: (
    names: readonly { readonly kind: string; readonly key: readonly string[] }[],
  ) => Promise<DataOf<typeof readWorkspaceEntries>>;
  readonly write: (workspace: string, changes: WorkspaceEntry[]) => Promise<DataOf<typeof writeWorkspaceChanges>>;
};

/** Called with the id of each stored result that came from the workspace, after its records. */
type OnResults = (id: string) => void;

/** How the screens handle what arrives from the workspace. */
export type SyncScreens = {
  readonly onResults: OnResults;
  /** Empties the memory, because everything in the workspace was deleted. */
  readonly onEmptied: () => void;
  /** Called with calls of other browsers, or with newer facts about this one's. */
  readonly onCalls: (calls: readonly CallEntry[]) => void;
};

/** What a synchronization uses. */
export type Synchronization = SyncScreens & {
  readonly database: Database;
  readonly transport: WorkspaceTransport;
  readonly show: (state: SyncState) => void;
  readonly signal: AbortSignal;
};

/** The most entries, and characters of their values, in one batch that is sent. */
const [batchEntries, batchLetters] = [1000, 2_000_000];

/** The workspace was emptied or restored, so versions known before mean nothing. */
class OtherWorkspaceError extends Error {}

/** Synchronizes once until both sides agree; throws if the workspace cannot be reached. Completed steps are kept. */
export async function synchronize(synchronization: Synchronization): Promise<SyncPlace> {
  for (;;) {
    try {
      return await synchronizeFrom(synchronization, await readSyncPlace(synchronization.database));
    } catch (error) {
      if (!(error instanceof OtherWorkspaceError)) throw error;
      await clearSyncPlace(synchronization.database);
    }
  }
}

async function synchronizeFrom(synchronization: Synchronization, known: SyncPlace | undefined): Promise<SyncPlace> {
  const received = new Map<string, number>();
  const round = new Round(synchronization, known ?? (await begin(synchronization, received)));
  if (round.place.before !== null) synchronization.show({ kind: 'receiving', entries: 0 });
  await round.exchange();
  await round.receiveOlder(received);
  await round.sendAll(received);
  await round.exchange();
  synchronization.show({ kind: 'synced' });
  return round.place;
}

async function begin(synchronization: Synchronization, received: Map<string, number>): Promise<SyncPlace> {
  const { database, transport, onEmptied, signal } = synchronization;
  const page = await transport.readFirst();
  signal.throwIfAborted();
  await followDeletion(database, page.emptied, onEmptied);
  await applyPage(page, synchronization, received);
  const before = page.more ? (page.changes.at(-1)?.version ?? null) : null;
  const place = { workspace: page.workspace, after: page.latest, before, isSent: false, hasCalls: true };
  await storeSyncPlace(database, place);
  return place;
}

/** Entries that are stored without a pause. */
const entriesAtOnce = 200;

async function applyPage(
  { changes }: Pick<Page, 'changes'>,
  { database, onResults, onCalls, signal }: Synchronization,
  received?: Map<string, number>,
): Promise<void> {
  for (let from = 0; from < changes.length; from += entriesAtOnce) {
    // The page handles input in between.
    if (from > 0) await pause();
    // Another account may be in use by now.
    signal.throwIfAborted();
    const calls = await applyEntries(database, changes.slice(from, from + entriesAtOnce));
    if (calls.length > 0) onCalls(calls);
  }
  for (const { kind, key } of changes) if (kind === 'answers') onResults(key[0] ?? '');
  // The next step notes that this was received; if the page was left then, it would be lost.
  await waitUntilStored(database);
  if (received) for (const { kind, key, at } of changes) received.set(JSON.stringify([kind, ...key]), at);
}

class Round {
  #place: SyncPlace;
  #entries = 0;

  constructor(
    readonly synchronization: Synchronization,
    place: SyncPlace,
  ) {
    this.#place = place;
  }

  get place(): SyncPlace {
    return this.#place;
  }

  /** Takes over what others changed, and sends what was changed here. */
  async exchange(): Promise<void> {
    await this.#receive();
    await this.#sendChanges();
  }

  async #receive(): Promise<void> {
    for (let more = true; more;) {
      const page = await this.#read({ after: String(this.#place.after) });
      await applyPage(page, this.synchronization);
      ({ more } = page);
      // A version may have no entry, such as that of a change of the budget.
      await this.#move({ after: more ? (page.changes.at(-1)?.version ?? this.#place.after) : page.latest });
    }
  }

  /** Takes over older entries, page by page; an interrupted one continues where it was. */
  async receiveOlder(received: Map<string, number>): Promise<void> {
    while (this.#place.before !== null) {
      this.synchronization.show({ kind: 'receiving', entries: this.#entries });
      // The screen first shows what is stored here.
      await waitUntilIdle();
      const page = await this.#read({ before: String(this.#place.before) });
      await applyPage(page, this.synchronization, received);
      await this.#move({ before: page.more ? (page.changes.at(-1)?.version ?? null) : null });
      // Changes made in the meantime do not wait for the rest.
      await this.exchange();
    }
  }

  async #sendChanges(): Promise<void> {
    const { database } = this.synchronization;
    for (;;) {
      const waiting = await readOutbox(database);
      if (waiting.length === 0) return;
      await this.#sendNames(await sortByTime(waiting), (sent) => clearOutbox(database, sent));
    }
  }

  /** Sends everything of a browser that already had a history, once; what it received is not sent back. */
  async sendAll(received: ReadonlyMap<string, number>): Promise<void> {
    if (this.#place.isSent) return;
    const names = (await listStored(this.synchronization.database)).filter(
      ({ name, at }) => received.get(JSON.stringify(name)) !== at,
    );
    let entries = 0;
    await this.#sendNames(await sortByTime(names), async (sent) => {
      entries += sent.length;
      this.synchronization.show({ kind: 'sending', entries, total: names.length });
      await this.exchange();
    });
    await this.#move({ isSent: true });
  }

  /** Sends the current state of entries, in batches; entries that no longer exist are left out. */
  async #sendNames(
    names: readonly WaitingChange[],
    onSent: (sent: readonly WaitingChange[]) => Promise<void>,
  ): Promise<void> {
    let batch: { sent: WaitingChange[]; changes: WorkspaceEntry[]; letters: number } = createBatch();
    const flush = async () => {
      if (batch.changes.length > 0) await this.#write(batch.changes);
      await onSent(batch.sent);
      batch = createBatch();
    };
    for (const { name, at } of names) {
      const entry = await readCurrentEntry(this.synchronization.database, { name, at });
      const letters = entry ? countLetters(name, entry) : 0;
      if (batch.sent.length === batchEntries || batch.letters + letters > batchLetters) await flush();
      batch.sent.push({ name, at });
      batch.letters += letters;
      if (entry) batch.changes.push(entry);
    }
    if (batch.sent.length > 0) await flush();
  }

  async #write(changes: WorkspaceEntry[]): Promise<void> {
    const { transport, signal } = this.synchronization;
    signal.throwIfAborted();
    const { workspace, previous, latest, newer } = await transport.write(this.#place.workspace, changes);
    signal.throwIfAborted();
    if (workspace !== this.#place.workspace) throw new OtherWorkspaceError();
    await applyPage({ changes: newer }, this.synchronization);
    // Nobody else wrote in between, so there is nothing to receive but what was just sent.
    if (previous === this.#place.after) await this.#move({ after: latest });
  }

  async #read(query: Parameters<WorkspaceTransport['read']>[0]): Promise<Page> {
    const { transport, signal } = this.synchronization;
    signal.throwIfAborted();
    const page = await transport.read(query);
    // Another account may be in use by now.
    signal.throwIfAborted();
    if (page.workspace !== this.#place.workspace) throw new OtherWorkspaceError();
    this.#entries += page.changes.length;
    return page;
  }

  async #move(change: Partial<SyncPlace>): Promise<void> {
    this.#place = { ...this.#place, ...change };
    await storeSyncPlace(this.synchronization.database, this.#place);
  }
}

/**
 * Takes over some entries from the workspace, ahead of the synchronization. Rejects if the gateway does not respond.
 */
export async function fetchNamedEntries(
  { database, transport, onResults, signal }: Omit<Synchronization, 'show'>,
  names: readonly EntryName[],
): Promise<void> {
  for (let left = names; left.length > 0;) {
    const named = left.slice(0, maxNamedEntries);
    const { more, entries } = await transport.readNamed(named.map(([kind = '', ...key]) => ({ kind, key })));
    // Another account may be in use by now.
    signal.throwIfAborted();
    await applyEntries(database, entries);
    for (const { kind, key } of entries) if (kind === 'answers') onResults(key[0] ?? '');
    const received = new Set(entries.map(({ kind, key }) => JSON.stringify([kind, ...key])));
    const rest = more ? named.filter((name) => !received.has(JSON.stringify(name))) : [];
    left = [...rest, ...left.slice(maxNamedEntries)];
  }
}

const createBatch = () => ({ sent: [], changes: [], letters: 0 });

const countLetters = (name: EntryName, { value }: WorkspaceEntry): number =>
  JSON.stringify(name).length + JSON.stringify(value).length;
