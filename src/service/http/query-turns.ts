import { openReader, type Reader } from '../db/open.ts';
import type { Pool } from '../db/pool.ts';
import type { Sql } from '../db/sql.ts';
import { Refusal } from './errors.ts';

/** How long a query may take, how long a request waits for its turn to ask one, and how many ask at once. */
export type TurnLimits = { readonly queryMs: number; readonly patienceMs: number; readonly most: number };

/** Runs the queries of a request, within the limits; `gone` stops them when nobody waits for the answer any more. */
export type QueryTurns = (<T>(gone: AbortSignal, ask: (db: Sql) => Promise<T>) => Promise<T>) & {
  /** How many requests may ask at once, how many do, and how many wait. */
  readonly read: () => { readonly most: number; readonly busy: number; readonly waiting: number };
  /** Closes the connections. */
  readonly close: () => Promise<void>;
};

/**
 * Gives every request its turn on the database: a connection of its own, on which nothing but its own queries can be
 * stopped. A query over its limit fails with PostgreSQL's 57014 (504), a request that waits too long gets 503. Keys,
 * limits, charges and health go by the pool, which no search ever holds.
 */
export function createQueryTurns(db: Pool, { queryMs, patienceMs, most }: TurnLimits): QueryTurns {
  const queue = createQueue(most, patienceMs);
  const readers = Array.from({ length: most }, () => openReader(db, queryMs));
  // The one that was used last comes first: it has the statements prepared and the pages at hand.
  const free = [...readers];
  const turn = async <T>(gone: AbortSignal, ask: (db: Sql) => Promise<T>): Promise<T> => {
    await queue.enter(gone);
    const reader = free.pop();
    if (!reader) throw new Error('a turn without a connection');
    try {
      return await askStoppably(reader, gone, ask);
    } finally {
      free.push(reader);
      queue.leave();
    }
  };
  const close = async () => void (await Promise.all(readers.map((reader) => reader.close())));
  return Object.assign(turn, { read: queue.read, close });
}

async function askStoppably<T>(reader: Reader, gone: AbortSignal, ask: (db: Sql) => Promise<T>): Promise<T> {
  let stopping: Promise<unknown> = Promise.resolve();
  const stop = () => {
    stopping = reader.stop().catch(() => undefined);
  };
  gone.addEventListener('abort', stop, { once: true });
  try {
    gone.throwIfAborted();
    const answer = await ask(reader.sql);
    gone.throwIfAborted();
    return answer;
  } finally {
    gone.removeEventListener('abort', stop);
    // Until the signal has been sent the connection must not pass to another request, which it would stop.
    await stopping;
  }
}

type Waiter = { readonly enter: () => void };

function createQueue(most: number, patienceMs: number) {
  let free = most;
  const waiting: Waiter[] = [];
  return {
    /** Resolves when there is a place; throws 503 when none comes in time, and the signal's reason when it is aborted. */
    enter(gone: AbortSignal): Promise<void> {
      if (free > 0) {
        free -= 1;
        return Promise.resolve();
      }
      return new Promise((resolve, reject) => {
        const settle = (act: () => void) => () => {
          clearTimeout(timer);
          gone.removeEventListener('abort', giveUp);
          const place = waiting.indexOf(waiter);
          if (place >= 0) waiting.splice(place, 1);
          act();
        };
        const waiter: Waiter = { enter: settle(resolve) };
        const giveUp = settle(() => reject(gone.reason as Error));
        const timer = setTimeout(
          settle(() => reject(tooBusy())),
          patienceMs,
        );
        gone.addEventListener('abort', giveUp, { once: true });
        waiting.push(waiter);
      });
    },
    read: () => ({ most, busy: most - free, waiting: waiting.length }),
    leave(): void {
      const next = waiting[0];
      if (next) next.enter();
      else free += 1;
    },
  };
}

const tooBusy = () =>
  new Refusal(
    503,
    'SERVICE_UNAVAILABLE',
    'The service is busy with other queries. Try again shortly.',
    { help: 'Nothing was charged.' },
    { 'retry-after': '2' },
  );
