import { toError } from '../../platform/http/api-error.ts';
import { isTemporary } from '../../platform/http/workspace.ts';
import { createState } from '../../platform/state.ts';
import { pause } from '../../platform/pause.ts';

/** Changes of one kind, in the order in which they were made: those being sent, then those that wait. */
export type Unsaved<Change> = {
  /** Makes a change: it is shown at once and sent soon. */
  readonly add: (change: Change) => void;
  /** What the gateway does not have yet. The list stays the same until it changes. */
  readonly read: () => readonly Change[];
  readonly use: () => readonly Change[];
};

type Queue = {
  readonly retry: () => void;
  readonly leave: () => void;
  readonly discard: () => void;
  readonly mayLose: () => boolean;
};
const queues: Queue[] = [];

/** Why changes are not saved, and how many; undefined while all are saved or on their way. */
type SavingProblem = { readonly error: Error; readonly changes: number };
const problem = createState<SavingProblem | undefined>(undefined);
export const readSavingProblem = problem.read;
export const useSavingProblem = problem.use;

/** Changes that follow the first one so soon, such as keys of a note, are sent together. */
const gatherMs = 150;
/** The largest body that a browser completes after the page is left; others may be on their way too. */
const maxLeavingCharacters = 20_000;

type StoreResponse = () => unknown;

type UnsavedOptions<Change> = {
  /** Sends changes in one request; resolves with what puts the response into the cache. */
  readonly send: (changes: readonly Change[], options: { readonly keepalive: boolean }) => Promise<StoreResponse>;
  /** How many of the waiting changes go into one request; by default one. */
  readonly countNext?: (changes: readonly Change[]) => number;
};

/**
 * Creates a queue of changes. One request at a time: what is changed in the meantime waits, and goes together. After a
 * failure nothing is dropped: everything waits until `retryUnsaved`, the next change, or `discardUnsaved`.
 */
export function createUnsaved<Change>({ send, countNext = () => 1 }: UnsavedOptions<Change>): Unsaved<Change> {
  const changes = createState<readonly Change[]>([]);
  /** Those that are on their way; in several requests only while the page is left. */
  const sending = new Set<Change>();
  let failure: Error | undefined;
  let isScheduled = false;
  /** Counts discards: a response that arrives after one changes nothing here. */
  let round = 0;

  const listWaiting = () => changes.read().filter((change) => !sending.has(change));
  const fail = (error: Error | undefined) => {
    failure = error;
    problems.set(queue, error && { error, changes: changes.read().length });
    showProblem();
  };

  const sendNext = async () => {
    const [began, waiting] = [round, listWaiting()];
    const batch = waiting.slice(0, Math.max(1, countNext(waiting)));
    for (const change of batch) sending.add(change);
    try {
      const storeResponse = await send(batch, { keepalive: measure(batch) <= maxLeavingCharacters });
      if (began !== round) return;
      await storeResponse();
      changes.write(changes.read().filter((change) => !batch.includes(change)));
      fail(undefined);
    } catch (error) {
      if (began === round) fail(toError(error));
    } finally {
      for (const change of batch) sending.delete(change);
    }
    if (failure === undefined) save();
  };
  const save = () => {
    if (sending.size === 0 && changes.read().length > 0) void sendNext();
  };
  const schedule = async () => {
    if (isScheduled) return;
    isScheduled = true;
    // At the end of this task, because the page may be left in the next one.
    await Promise.resolve();
    save();
    await pause(gatherMs);
    isScheduled = false;
    if (failure === undefined) save();
  };

  const queue: Queue = {
    retry: () => failure && save(),
    // After a failure too: the browser may end a request that is on its way before it says that the page is left.
    leave: () => {
      while (listWaiting().length > 0) void sendNext();
    },
    discard: () => {
      round += 1;
      isScheduled = false;
      changes.write([]);
      fail(undefined);
    },
    mayLose: () => failure !== undefined || measure(changes.read()) > maxLeavingCharacters,
  };
  queues.push(queue);
  return {
    add: (change) => {
      changes.write([...changes.read(), change]);
      if (failure) fail(failure);
      void schedule();
    },
    read: changes.read,
    use: changes.use,
  };
}

const measure = (changes: readonly unknown[]): number => (changes.length === 0 ? 0 : JSON.stringify(changes).length);

const problems = new Map<Queue, SavingProblem | undefined>();

function showProblem(): void {
  const all = [...problems.values()].filter((one) => one !== undefined);
  const [first] = all;
  problem.write(first && { error: first.error, changes: all.reduce((sum, one) => sum + one.changes, 0) });
}

/** Sends everything that could not be saved again. */
export function retryUnsaved(): void {
  for (const queue of queues) queue.retry();
}

/** Sends again what failed only because the gateway did not respond, or was busy. */
export function retryTemporary(): void {
  if (isTemporary(problem.read()?.error ?? null)) retryUnsaved();
}

/** Drops what is not saved, such as when the account changes. */
export function discardUnsaved(): void {
  for (const queue of queues) queue.discard();
}

/** Sends what waits at once while the page is left or hidden, and asks before changes would be lost. */
export function saveWhenLeaving(signal?: AbortSignal): void {
  const leave = () => {
    for (const queue of queues) queue.leave();
  };
  const options = signal ? { signal } : {};
  addEventListener('pagehide', leave, options);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && leave(), options);
  addEventListener(
    'beforeunload',
    (event) => queues.some((queue) => queue.mayLose()) && event.preventDefault(),
    options,
  );
}
