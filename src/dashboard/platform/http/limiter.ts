import { joinTabs } from '../storage/storage.ts';
import { createState } from '../state.ts';
import { ApiError } from './api-error.ts';
import type { ResponseHeaders } from './headers.ts';
import { watchKey } from './key.ts';

/** An explicit act goes before what is asked while typing. */
export type Priority = 'purchase' | 'typing';

/** Requests of a minute that typing leaves to acts. */
const keptForActs = 20;

/** Requests of a minute where the service says nothing of its own (specification 8). */
const usualLimit = 200;
const minuteMs = 60_000;

/** What the service last said, and until when; the tabs tell each other. */
type Limits = { readonly left: number; readonly resetAt: number; readonly blockedUntil: number };
type Waiting = { readonly priority: Priority; readonly start: () => void; readonly refuse: (reason: unknown) => void };

/** What one tab tells the others: what it heard, or the moment at which it sent a request. */
type Message = Limits | { readonly sentAt: number };

/** When to look again: after a refusal at the moment that it named, else when the minute is over. */
const waitForNextSlot = (now: number, limits: Limits | undefined, oldest: number): number =>
  limits && now < limits.blockedUntil ? limits.blockedUntil : (limits?.resetAt ?? oldest + minuteMs);

/** The requests left this minute, as the last response reported; `heardAt` in milliseconds, because it ages. */
export type LimitReading = { readonly left: number; readonly limit: number | undefined; readonly heardAt: number };

const limitReading = createState<LimitReading | undefined>(undefined);
export const useLimitReading = limitReading.use;
// The next key has its own limit.
watchKey(() => limitReading.write(undefined));

type LimitHeaders = Pick<ResponseHeaders, 'requestsLeft' | 'resetSeconds' | 'requestLimit'>;

/** Lets requests through at the service's pace; `tell` passes what was heard and sent to the other tabs. */
export function createLimiter(tell: (message: Message) => void) {
  let limits: Limits | undefined;
  /** When the requests of the last minute left, of all tabs: what counts where the service says no figures. */
  let sent: number[] = [];
  let underWay = 0;
  let queue: Waiting[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When an act that waits goes on, in milliseconds; undefined while none waits. */
  const waitsUntil = createState<number | undefined>(undefined);

  const countFreeSlots = (now: number): number => {
    if (limits && now < limits.blockedUntil) return 0;
    if (!limits) return usualLimit - sent.filter((at) => at > now - minuteMs).length;
    // After the reset the figure is old: a few may go and bring the new one.
    return (now < limits.resetAt ? limits.left : Math.max(limits.left, keptForActs + 1)) - underWay;
  };
  const note = (at: number) => {
    sent = [...sent.filter((earlier) => earlier > at - minuteMs), at];
  };
  const pump = () => {
    const now = Date.now();
    for (const priority of ['purchase', 'typing'] as const) {
      const kept = priority === 'purchase' ? 0 : keptForActs;
      for (const one of queue.filter((waiting) => waiting.priority === priority)) {
        if (countFreeSlots(now) <= kept) break;
        queue = queue.filter((other) => other !== one);
        underWay += 1;
        note(now);
        tell({ sentAt: now });
        one.start();
      }
    }
    clearTimeout(timer);
    const next = waitForNextSlot(now, limits, sent.find((at) => at > now - minuteMs) ?? 0);
    const waits = queue.length > 0 && next > now;
    if (waits) timer = setTimeout(pump, next - now + 1);
    waitsUntil.write(waits && queue.some(({ priority }) => priority === 'purchase') ? next : undefined);
  };
  const learn = (message: Message) => {
    if ('sentAt' in message) note(message.sentAt);
    else limits = message;
    pump();
  };

  return {
    useWaitsUntil: waitsUntil.use,
    /** Resolves when a request may leave; rejects with the signal's reason, or when the person stops waiting. */
    admit(priority: Priority, signal?: AbortSignal): Promise<void> {
      if (signal?.aborted) return Promise.reject(signal.reason as Error);
      return new Promise((resolve, refuse) => {
        const one = { priority, start: resolve, refuse };
        signal?.addEventListener('abort', () => {
          queue = queue.filter((other) => other !== one);
          refuse(signal.reason as Error);
          pump();
        });
        queue.push(one);
        pump();
      });
    },
    /** Notes that a request that was let through is over, whatever came of it. */
    finish() {
      underWay -= 1;
      pump();
    },
    /** Takes the service's word for what is left. */
    hear({ requestsLeft, resetSeconds, requestLimit: limit }: LimitHeaders) {
      if (requestsLeft === undefined) return;
      limitReading.write({ left: requestsLeft, limit, heardAt: Date.now() });
      const resetAt = Date.now() + (resetSeconds ?? 60) * 1000;
      const next = { left: requestsLeft, resetAt, blockedUntil: limits?.blockedUntil ?? 0 };
      tell(next);
      learn(next);
    },
    /** Lets nothing through for so long: the service refused, and charged nothing for it. */
    block(seconds: number) {
      const next = { left: 0, resetAt: 0, ...limits, blockedUntil: Date.now() + seconds * 1000 };
      tell(next);
      learn(next);
    },
    /** Takes over what another tab heard or sent. */
    learn,
    /** Gives up the acts that wait; nothing of them was sent or charged. */
    stop() {
      const waiting = queue.filter(({ priority }) => priority === 'purchase');
      queue = queue.filter(({ priority }) => priority !== 'purchase');
      for (const { refuse } of waiting) refuse(new ApiError('stopped', 'You stopped waiting.'));
      pump();
    },
  };
}

const tabs = joinTabs<Message>('limits', (message) => limiter.learn(message));
/** The limiter of this tab, which hears what the others were told. */
export const limiter = createLimiter(tabs.tell);
