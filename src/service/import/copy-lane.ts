import type { ReservedSql } from 'postgres';
import type { Sql } from '../db/open.ts';

/** One connection with a transaction of its own that takes work and does it in order. */
export type Lane = {
  run: (statement: string) => void;
  /** Sends rows by one COPY and tells how many arrived. */
  copy: (statement: string, bytes: Buffer, onArrival: (count: number) => void) => void;
  /** A promise to wait for when too much is waiting, undefined otherwise; throws what the database refused. */
  pressure: () => Promise<void> | undefined;
  /** Waits for all work, commits it and gives the connection back; throws what the database refused. */
  commit: () => Promise<void>;
};

/** How much may wait in one lane: enough that it never runs dry while rows are made. */
const mostWaiting = 3;

export function openLane(pool: Sql): Lane {
  const connection = pool.reserve();
  let last = Promise.resolve();
  const waiting = new Set<Promise<void>>();
  let failure: Error | undefined;

  const enqueue = (work: (lane: ReservedSql) => Promise<unknown>) => {
    const task = last
      .then(async () => void (failure ?? (await work(await connection))))
      .catch((error: Error) => void (failure ??= error))
      .finally(() => waiting.delete(task));
    waiting.add(task);
    last = task;
  };
  enqueue((lane) => lane.unsafe('BEGIN'));
  return {
    run: (statement) => enqueue((lane) => lane.unsafe(statement)),
    copy: (statement, bytes, onArrival) => enqueue(async (lane) => onArrival(await copyInto(lane, statement, bytes))),
    pressure() {
      if (failure) throw failure;
      return waiting.size > mostWaiting ? Promise.race(waiting) : undefined;
    },
    async commit() {
      enqueue((lane) => lane.unsafe('COMMIT'));
      await last;
      const lane = await connection;
      // A pool that ends rolls back by itself; one that goes on must not hand out an open transaction.
      if (failure) await lane.unsafe('ROLLBACK').catch(() => undefined);
      lane.release();
      if (failure) throw failure;
    },
  };
}

/** Sends rows by one COPY statement; gives their number, or throws what the database refused. */
export async function copyInto(lane: ReservedSql, statement: string, bytes: Buffer): Promise<number> {
  const copy = lane.unsafe(statement);
  const stream = await copy.writable();
  // The stream itself never ends when the database refuses its last rows (postgres 3.4.9): the driver reports how a
  // COPY ended only through the query's own resolve and reject.
  const ended = new Promise<{ count: number }>((resolve, reject) => void Object.assign(copy, { resolve, reject }));
  stream.on('error', () => undefined);
  stream.end(bytes);
  return (await ended).count;
}
