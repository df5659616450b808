import { createState } from '../state.ts';
import { ApiError } from './api-error.ts';
import type { ResponseHeaders } from './request.ts';
import { watchKey } from './key.ts';

/** Purchases are sent before requests made while typing. */
export type Priority = 'purchase' | 'typing';

/** Requests per minute that typing leaves to purchases. */
const reservedForPurchases = 20;

/** Requests per minute if the service reports no limit (specification 8). */
const defaultLimit = 200;
const minuteMs = 60_000;

/** The limits that the service last reported; times in milliseconds of `performance.now`, which cannot be set back. */
type Limits = { readonly left: number; readonly resetAt: number; readonly blockedUntil: number };
type Waiting = { readonly priority: Priority; readonly start: () => void; readonly reject: (reason: unknown) => void };

/** What a service reports: the requests left, and the milliseconds until the reset and the end of a Retry-After. */
type ReportedLimits = { readonly left: number; readonly resetIn: number; readonly blockedFor: number };

/** When to check the queue again: at the end of a Retry-After, otherwise when the minute is over. */
const waitForNextSlot = (now: number, limits: Limits | undefined, oldest: number): number =>
  limits && now < limits.blockedUntil ? limits.blockedUntil : (limits?.resetAt ?? oldest + minuteMs);

const countMsUntil = (moment = 0): number => Math.max(0, moment - performance.now());

/** The requests left this minute, as last reported; `reportedAt` (`performance.now`) is when, because the figure ages. */
type LimitReading = { readonly left: number; readonly limit: number | undefined; readonly reportedAt: number };

const limitReading = createState<LimitReading | undefined>(undefined);
export const useLimitReading = limitReading.use;
// The next key has its own limit.
watchKey(() => limitReading.write(undefined));

type LimitHeaders = Pick<ResponseHeaders, 'requestsLeft' | 'resetSeconds' | 'requestLimit'>;

/** Sends requests within the service's rate limit. */
export function createLimiter() {
  let limits: Limits | undefined;
  /** When the requests of the last minute were sent: used if the service reports no limits. */
  let sent: number[] = [];
  let inFlight = 0;
  let queue: Waiting[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When a waiting purchase continues (`performance.now`); undefined while none waits. */
  const waitsUntil = createState<number | undefined>(undefined);

  const countFreeSlots = (now: number): number => {
    if (limits && now < limits.blockedUntil) return 0;
    if (!limits) return defaultLimit - sent.filter((at) => at > now - minuteMs).length;
    // After the reset the figure is outdated: a few requests may go out and fetch the new one.
    return (now < limits.resetAt ? limits.left : Math.max(limits.left, reservedForPurchases + 1)) - inFlight;
  };
  const pump = () => {
    const now = performance.now();
    for (const priority of ['purchase', 'typing'] as const) {
      const reserved = priority === 'purchase' ? 0 : reservedForPurchases;
      for (const one of queue.filter((waiting) => waiting.priority === priority)) {
        if (countFreeSlots(now) <= reserved) break;
        queue = queue.filter((other) => other !== one);
        inFlight += 1;
        sent = [...sent.filter((at) => at > now - minuteMs), now];
        one.start();
      }
    }
    clearTimeout(timer);
    const next = waitForNextSlot(now, limits, sent.find((at) => at > now - minuteMs) ?? 0);
    const waits = queue.length > 0 && next > now;
    if (waits) timer = setTimeout(pump, next - now + 1);
    waitsUntil.write(waits && queue.some(({ priority }) => priority === 'purchase') ? next : undefined);
  };
  const setLimits = ({ left, resetIn, blockedFor }: ReportedLimits) => {
    const now = performance.now();
    limits = { left, resetAt: now + resetIn, blockedUntil: now + blockedFor };
    pump();
  };

  return {
    useWaitsUntil: waitsUntil.use,
    /** Resolves when a request may be sent; rejects with the signal's reason, or when the user stops waiting. */
    admit(priority: Priority, signal?: AbortSignal): Promise<void> {
      if (signal?.aborted) return Promise.reject(signal.reason as Error);
      return new Promise((resolve, reject) => {
        const one = { priority, start: resolve, reject };
        signal?.addEventListener('abort', () => {
          queue = queue.filter((other) => other !== one);
          reject(signal.reason as Error);
          pump();
        });
        queue.push(one);
        pump();
      });
    },
    /** Records that an admitted request has ended. */
    finish() {
      inFlight -= 1;
      pump();
    },
    /** Applies the limits in the headers of a response. */
    applyHeaders({ requestsLeft, resetSeconds, requestLimit: limit }: LimitHeaders) {
      if (requestsLeft === undefined) return;
      limitReading.write({ left: requestsLeft, limit, reportedAt: performance.now() });
      const blockedFor = countMsUntil(limits?.blockedUntil);
      setLimits({ left: requestsLeft, resetIn: (resetSeconds ?? 60) * 1000, blockedFor });
    },
    /** Holds all requests for this long, because the service returned 429. */
    block: (seconds: number) =>
      setLimits({ left: limits?.left ?? 0, resetIn: countMsUntil(limits?.resetAt), blockedFor: seconds * 1000 }),
    setLimits,
    /** Rejects the waiting purchases; none of them was sent or charged. */
    stop() {
      const waiting = queue.filter(({ priority }) => priority === 'purchase');
      queue = queue.filter(({ priority }) => priority !== 'purchase');
      for (const { reject } of waiting) reject(new ApiError('stopped', 'You stopped waiting.'));
      pump();
    },
  };
}

/** The limiter of this tab. */
export const limiter = createLimiter();
