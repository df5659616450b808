import { HttpError } from './http-error.ts';

/** Limits of a queue: requests that run at the same time, total and per account, and how long one may wait. */
export type QueueLimits = {
  readonly maxConcurrent: number;
  readonly maxPerAccount: number;
  readonly queueTimeoutMs: number;
};

/** The most requests that may run, and those that do or wait. */
export type QueueState = { readonly max: number; readonly busy: number; readonly waiting: number };

/** Runs requests by account, so that those of one account never keep those of another waiting. */
type FairQueue = {
  /** Runs `work` when there is room; throws 503 if there is none in time, and the signal's reason if it aborts first. */
  readonly run: <T>(account: string, closed: AbortSignal, work: () => Promise<T>) => Promise<T>;
  readonly readState: () => QueueState;
};

/**
 * A queue that gives a free place to the account with the fewest running requests, then to the one served longest ago.
 */
export function createFairQueue({ maxConcurrent, maxPerAccount, queueTimeoutMs }: QueueLimits): FairQueue {
  const running = new Map<string, number>();
  /** Accounts, the one served longest ago first; the requests of each in order of arrival. */
  const waiting = new Map<string, Set<() => void>>();
  let busy = 0;
  const countRunning = (account: string): number => running.get(account) ?? 0;

  function changeRunning(account: string, by: 1 | -1): void {
    busy += by;
    running.set(account, countRunning(account) + by);
    if (countRunning(account) === 0) running.delete(account);
  }

  const wait = (account: string, closed: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const settle = (settlePromise: () => void) => () => {
        clearTimeout(timer);
        closed.removeEventListener('abort', abort);
        queue.delete(start);
        if (queue.size === 0) waiting.delete(account);
        settlePromise();
      };
      const start = settle(resolve);
      const abort = settle(() => reject(closed.reason as Error));
      const timer = setTimeout(
        settle(() => reject(new HttpError('serviceBusy'))),
        queueTimeoutMs,
      );
      closed.addEventListener('abort', abort, { once: true });
      const queue = waiting.get(account) ?? new Set();
      waiting.set(account, queue.add(start));
    });

  function startNext(): void {
    const [next] = [...waiting]
      .filter(([account]) => countRunning(account) < maxPerAccount)
      .toSorted(([a], [b]) => countRunning(a) - countRunning(b));
    const [account, queue] = next ?? [];
    const [start] = queue ?? [];
    if (account === undefined || !queue || !start) return;
    // Its next turn is after the other waiting accounts.
    waiting.delete(account);
    waiting.set(account, queue);
    changeRunning(account, 1);
    start();
  }

  return {
    async run(account, closed, work) {
      // While a place is free, every waiting request belongs to an account at its limit.
      if (busy < maxConcurrent && countRunning(account) < maxPerAccount) changeRunning(account, 1);
      else await wait(account, closed);
      try {
        return await work();
      } finally {
        changeRunning(account, -1);
        startNext();
      }
    },
    readState: () => ({
      max: maxConcurrent,
      busy,
      waiting: [...waiting.values()].reduce((sum, queue) => sum + queue.size, 0),
    }),
  };
}
