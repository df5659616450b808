import type { Pool, ReservedConnection } from '../db/pool.ts';

/** One connection with a transaction of its own that takes work and does it in order. */
export type Lane = {
  run: (statement: string) => void;
  /** Sends rows by one COPY and tells how many arrived. */
  copy: (statement: string, bytes: Buffer, onArrival: (count: number) => void) => void;
  /** A promise to wait for when too much is waiting, undefined otherwise; throws what the database rejected. */
  pressure: () => Promise<void> | undefined;
  /** Waits for all work, commits it and gives the connection back; throws what the database rejected. */
  commit: () => Promise<void>;
};

/** How much may wait in one lane: enough that it never runs dry while rows are made. */
const mostWaiting = 3;

export function openLane(pool: Pool): Lane {
  const connection = pool.reserve();
  let last = Promise.resolve();
  const waiting = new Set<Promise<void>>();
  let failure: Error | undefined;

  const enqueue = (work: (lane: ReservedConnection) => Promise<unknown>) => {
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
    copy: (statement, bytes, onArrival) => enqueue(async (lane) => onArrival(await lane.copyIn(statement, [bytes]))),
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
