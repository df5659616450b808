import { HttpError } from './http-error.ts';

/** Limits of a queue: requests that run at the same time, total and per account, and how long one may wait. */
export type QueueLimits = {
  readonly maxConcurrent: number;
  readonly maxPerAccount: number;
  readonly queueTimeoutMs: number;
};

/** Admits requests by account, so that those of one account never keep those of another waiting. */
export type FairQueue = {
  /** Resolves when there is room; throws 503 if there is none in time, and the signal's reason if it aborts. */
  readonly enter: (account: string, closed: AbortSignal) => Promise<void>;
  readonly leave: (account: string) => void;
  readonly readState: () => { readonly max: number; readonly busy: number; readonly waiting: number };
};

type Start = () => void;

/**
 * A queue that gives a free place to the account with the fewest running requests, then to the one served longest ago.
 */
export function createFairQueue({ maxConcurrent, maxPerAccount, queueTimeoutMs }: QueueLimits): FairQueue {
  const running = new Map<string, number>();
  /** Accounts, the one served longest ago first; the requests of each in order of arrival. */
  const waiting = new Map<string, Set<Start>>();
  let busy = 0;
  const countRunning = (account: string): number => running.get(account) ?? 0;

  function take(account: string): void {
    busy += 1;
    running.set(account, countRunning(account) + 1);
  }

  function wait(account: string, closed: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (settlePromise: () => void) => () => {
        clearTimeout(timer);
        closed.removeEventListener('abort', abort);
        removeWaiter(account, start);
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
  }

  function removeWaiter(account: string, start: Start): void {
    const queue = waiting.get(account);
    queue?.delete(start);
    if (queue?.size === 0) waiting.delete(account);
  }

  function startNext(): void {
    const accounts = [...waiting.keys()].filter((account) => countRunning(account) < maxPerAccount);
    const next = accounts.toSorted((a, b) => countRunning(a) - countRunning(b))[0];
    const queue = next === undefined ? undefined : waiting.get(next);
    const [start] = queue ?? [];
    if (next === undefined || !queue || !start) return;
    // Its next turn is after the other waiting accounts.
    waiting.delete(next);
    waiting.set(next, queue);
    take(next);
    start();
  }

  return {
    async enter(account, closed) {
      // While a place is free, every waiting request belongs to an account at its limit.
      if (busy >= maxConcurrent || countRunning(account) >= maxPerAccount) return wait(account, closed);
      take(account);
    },
    leave(account) {
      busy -= 1;
      const left = countRunning(account) - 1;
      if (left === 0) running.delete(account);
      else running.set(account, left);
      startNext();
    },
    readState: () => ({
      max: maxConcurrent,
      busy,
      waiting: [...waiting.values()].reduce((sum, queue) => sum + queue.size, 0),
    }),
  };
}
