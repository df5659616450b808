import { onlineManager } from '@tanstack/react-query';
import {
  readWorkspaceEntries,
  workspaceEvent,
  workspaceEventsPath,
  writeWorkspaceChanges,
} from '#contract/workspace.ts';
import type { OpenAccount } from '../../platform/http/account.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { readConnected, readWorkspaceUse, watchConnected } from '../../platform/http/connection.ts';
import { readWorkspaceEvents, requestWorkspace } from '../../platform/http/gateway-request.ts';
import type { Database } from '../../platform/storage/database.ts';
import { waitUntilIdle, pause, pauseUntilOnline } from '../../platform/wait-until-idle.ts';
import { joinTabs } from '../../platform/storage/storage.ts';
import { openAccountBudget, refreshAccountBudget } from '../../purchase/account-budget.ts';
import { type Journal, readJournal } from '../../purchase/journal.ts';
import { setAccountLock, type PurchaseLock } from '../../purchase/purchase-lock.ts';
import { createCallSharing } from '../../purchase/share-calls.ts';
import { watchMembers } from './watch-members.ts';
import { isFirstPageRequested, isMoreExpected, parseData, readFirstPage, readPage } from './first-page.ts';
import { sendWhenLeaving } from './send-leaving.ts';
import { createAccountLock } from './account-lock.ts';
import { outboxNotes } from '../records/device.ts';
import { watchLibrary } from '../records/records.ts';
import { clearSyncPlace, readSyncPlace } from './outbox.ts';
import { setFetchNamedEntries, showSyncState, type SyncState } from '../records/sync-state.ts';
import {
  fetchNamedEntries,
  type SyncScreens,
  synchronize,
  type Synchronization,
  type WorkspaceTransport,
} from './sync.ts';

/** Changes within this time are sent together. */
const gatherMs = 100;
/** Waits after a failure; further waits are as long as the last. */
const retryMs = [1000, 5000, 15_000, 60_000];
/** A purchase waits this long until it is known who shares the budget. */
const knownMs = 10_000;
/** How often to check for changes that nothing announced, such as those that another tab stored late. */
const checkMs = 20_000;
/** The page has loaded by then. A stream never ends, and browsers open only six connections to a host. */
const streamDelayMs = 3000;
/** If tabs cannot agree on one to have the stream, each polls. */
const pollMs = 5000;

const createTransport = (database: Database, signal: AbortSignal): WorkspaceTransport => ({
  readFirst: () => readFirstPage(database, signal),
  read: (query) => readPage(query, signal),
  readNamed: async (entries) =>
    parseData(readWorkspaceEntries, await requestWorkspace('/workspace/entries', signal, { entries })),
  write: async (workspace, changes) =>
    parseData(writeWorkspaceChanges, await requestWorkspace('/workspace/changes', signal, { workspace, changes })),
});

/** Shares the library of an account through the workspace of the gateway, if there is one. */
export function startWorkspaceSync(
  opened: OpenAccount & { database: Database },
  screens: SyncScreens,
  signal: AbortSignal,
): void {
  let isStarted = false;
  let resolveLock: (lock: PurchaseLock | undefined) => void = () => undefined;
  const accountLock = new Promise<PurchaseLock | undefined>((resolve) => (resolveLock = resolve));
  // A purchase right after the start waits until it is known who shares the budget.
  setAccountLock(async (journal, purchase, buy) => {
    const lock = await Promise.race([accountLock, failUnlessKnown()]);
    return lock ? lock(journal, purchase, buy) : buy(undefined);
  });
  signal.addEventListener('abort', () => resolveLock(undefined));
  const start = () => {
    if (signal.aborted || isStarted || !readConnected()) return;
    isStarted = true;
    stop();
    const use = readWorkspaceUse();
    outboxNotes.isOn = use !== 'off';
    resolveLock(use === 'shared' ? createAccountLock(opened.database, signal) : undefined);
    if (use === 'off') clearSyncState(opened.database);
    if (use === 'shared') syncWorkspace(opened, screens, signal);
  };
  const stop = watchConnected(start);
  // What the page itself loads is first, unless that is in the workspace.
  if (isFirstPageRequested(opened.database)) start();
  else void waitUntilIdle().then(start);
}

/** Rejects if it stays unknown who shares the budget: this device is offline, or the gateway does not respond. */
async function failUnlessKnown(): Promise<never> {
  if (navigator.onLine) await pause(knownMs);
  const kind = navigator.onLine ? 'unavailable' : 'offline';
  throw new ApiError(kind, 'The gateway could not check the budget. Try again. You were not charged.');
}

/** When a workspace is turned on again, everything is compared. */
function clearSyncState(database: Database): void {
  Promise.all([clearSyncPlace(database), database.clear('outbox')]).catch(() => undefined);
}

/** Keeps the stores of the account in use and its workspace in step until `signal` aborts; one tab does it for all. */
function syncWorkspace(
  { account, database }: OpenAccount & { database: Database },
  screens: SyncScreens,
  signal: AbortSignal,
): void {
  let shown: SyncState = isMoreExpected(database) ? { kind: 'receiving', entries: 0 } : { kind: 'starting' };
  const tabs = joinTabs<SyncState | 'which'>(`workspace ${account}`, (message) => {
    if (message !== 'which') showSyncState(message);
    else if (isLeading) tabs.post(shown);
  });
  let isLeading = false;
  const show = (state: SyncState) => {
    shown = state;
    showSyncState(state);
    tabs.post(state);
  };
  const transport = createTransport(database, signal);
  setFetchNamedEntries((names) => fetchNamedEntries({ database, transport, ...screens, signal }, names));
  showSyncState(shown);
  sendWhenLeaving(database, signal);
  watchMembers(account, signal);
  void readJournal().then((journal) => loadBudget(journal, signal));
  tabs.post('which');
  signal.addEventListener('abort', () => {
    tabs.close();
    showSyncState({ kind: 'off' });
  });
  const locks = (navigator as { readonly locks?: LockManager }).locks;
  const lead = async () => {
    isLeading = true;
    await syncUntilAborted({ database, transport, show, ...screens, signal }, locks !== undefined);
  };
  void (locks ? locks.request(`fundscope workspace ${account}`, { signal }, lead) : lead()).catch(() => undefined);
}

/** Shows the budget of the account in this tab, once the gateway responds. */
async function loadBudget(journal: Journal, signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      return await openAccountBudget(journal, signal);
    } catch {
      await waitToRetry(failures);
    }
  }
}

/** Synchronizes at every change, here or in the gateway, until the signal aborts. */
async function syncUntilAborted(
  { database, transport, show, signal, ...screens }: Synchronization,
  hasStream: boolean,
): Promise<void> {
  const changes = createChangeSignal(signal);
  const [notifyLocal, notifyRemote] = [() => changes.notify(false), () => changes.notify(true)];
  const stops = [watchLibrary(notifyLocal), onlineManager.subscribe(notifyRemote)];
  const checking = hasStream ? setInterval(notifyLocal, checkMs) : setInterval(notifyRemote, pollMs);
  const shareCalls = createCallSharing(database);
  let known = '';
  if (hasStream) void listen((version) => version !== known && notifyRemote(), signal);
  let failures = 0;
  while (!signal.aborted) {
    try {
      await shareCalls();
      const place = await synchronize({ database, transport, show, signal, ...screens });
      const version = formatVersion(place.workspace, place.after);
      // The budget of the account changes together with its version.
      if (version !== known) await refreshAccountBudget(await readJournal(), signal);
      known = version;
      failures = 0;
      await waitForChange({ database, shareCalls, changes, signal });
    } catch (error) {
      if (signal.aborted) break;
      const isRejected = error instanceof ApiError && error.kind === 'key';
      const unsent = await database.count('outbox').catch(() => 0);
      show({ kind: isRejected ? 'rejected' : 'waiting', changes: unsent });
      await waitToRetry(failures);
      failures += 1;
    }
  }
  clearInterval(checking);
  for (const stop of stops) stop();
}

type Waiting = {
  readonly database: Database;
  readonly shareCalls: () => Promise<void>;
  readonly changes: ChangeSignal;
  readonly signal: AbortSignal;
};

/** Resolves when there is something to receive or to send. */
async function waitForChange({ database, shareCalls, changes, signal }: Waiting): Promise<void> {
  for (;;) {
    const isRemote = await changes.wait();
    await pause(gatherMs);
    if (isRemote || signal.aborted) return;
    // Calls trigger no synchronization: a purchase's records do, and calls made while typing can wait.
    await shareCalls();
    if ((await database.count('outbox')) > 0) return;
    // The records of this device were cleared.
    if ((await readSyncPlace(database)) === undefined) return;
  }
}

const formatVersion = (workspace: string, version: number): string => `${workspace} ${version}`;

/** Calls back with every version that the gateway sends, and with an empty one when the connection fails. */
async function listen(onVersion: (version: string) => void, signal: AbortSignal): Promise<void> {
  await pause(streamDelayMs);
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      await readWorkspaceEvents(workspaceEventsPath, signal, (text) => {
        failures = 0;
        const { data } = workspaceEvent.safeParse(JSON.parse(text));
        if (data) onVersion(formatVersion(data.workspace, data.latest));
      });
    } catch {
      if (signal.aborted) return;
      // Reading the workspace tells why: the key is that of a removed member, or the gateway does not respond.
      onVersion('');
    }
    await waitToRetry(failures);
  }
}

type ChangeSignal = ReturnType<typeof createChangeSignal>;

/** Stores notifications of changes until somebody waits for them, and whether one was from the gateway. */
function createChangeSignal(signal: AbortSignal) {
  /** Undefined while there is none. */
  let isRemote: boolean | undefined;
  let wake: () => void = () => undefined;
  const notify = (isFromGateway: boolean) => {
    isRemote = isRemote === true || isFromGateway;
    wake();
  };
  signal.addEventListener('abort', () => notify(true), { once: true });
  return {
    notify,
    /** Resolves with whether a change was from the gateway. */
    async wait(): Promise<boolean> {
      if (isRemote === undefined) await new Promise<void>((resolve) => (wake = resolve));
      const wasRemote = isRemote === true;
      isRemote = undefined;
      return wasRemote;
    },
  };
}

/** Waits before the next attempt; shorter if this device is online again. */
const waitToRetry = (failures: number) => pauseUntilOnline(retryMs[failures] ?? retryMs.at(-1));
