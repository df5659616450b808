import type { Sql } from '../db/open.ts';
import { Refusal } from './errors.ts';

/** How long a query may take, how long a request waits for its turn to ask one, and how many ask at once. */
export type TurnLimits = { readonly queryMs: number; readonly patienceMs: number; readonly most: number };

/** Runs the queries of a request, within the limits; `gone` stops them when nobody waits for the answer any more. */
export type QueryTurns = (<T>(gone: AbortSignal, ask: (db: Sql) => Promise<T>) => Promise<T>) & {
  /** How many requests may ask at once, how many do, and how many wait. */
  readonly read: () => { readonly most: number; readonly busy: number; readonly waiting: number };
};

/** Connections that requests never hold for long: keys, limits, charges and health need one at any time. */
const spare = 2;

/** As many turns as the pool has connections, less the spare ones. */
export const toMostTurns = (db: Sql): number => Math.max(1, db.options.max - spare);

/**
 * Gives every request its turn on the database: a connection of its own, on which nothing but its own queries can be
 * stopped. A query over its limit fails with PostgreSQL's 57014 (504), a request that waits too long gets 503.
 */
export function createQueryTurns(db: Sql, { queryMs, patienceMs, most }: TurnLimits): QueryTurns {
  const queue = createQueue(most, patienceMs);
  const turn = async <T>(gone: AbortSignal, ask: (db: Sql) => Promise<T>): Promise<T> => {
    await queue.enter(gone);
    try {
      const { answer } = await db.begin('read only', async (transaction) => {
        // A transaction answers queries as the pool does; no search begins another one.
        const own = transaction as unknown as Sql;
        return { answer: await askStoppably(db, own, { gone, queryMs }, ask) };
      });
      return answer;
    } finally {
      queue.leave();
    }
  };
  return Object.assign(turn, { read: queue.read });
}

async function askStoppably<T>(
  db: Sql,
  own: Sql,
  { gone, queryMs }: { gone: AbortSignal; queryMs: number },
  ask: (db: Sql) => Promise<T>,
): Promise<T> {
  const [session] = await own<{ pid: number }[]>`
    SELECT pg_backend_pid() AS pid, set_config('statement_timeout', ${String(queryMs)}, true)`;
  const pid = session?.pid ?? 0;
  let stopping: Promise<unknown> = Promise.resolve();
  const stop = () => {
    stopping = db`SELECT pg_cancel_backend(${pid})`.catch(() => undefined);
  };
  gone.addEventListener('abort', stop, { once: true });
  try {
    gone.throwIfAborted();
    const answer = await ask(own);
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
