import type { Pool } from '../db/pool.ts';
import { openLane, type Lane } from './copy-lane.ts';
import { formatCopyLine, type CopyValue } from './copy-text.ts';

/** Rows on their way into the tables of a load. */
export type RowWriter = {
  /**
   * Takes one row, in one part or several; all rows of a table name the same columns in the same order. Several parts
   * that are put together only here take half the time of one object made of them.
   */
  write: (table: string, ...parts: Record<string, CopyValue>[]) => void;
  /** A promise to wait for when the database is behind, undefined while it keeps up; throws what the database rejected. */
  pressure: () => Promise<void> | undefined;
  /** Sends what is left, waits until others can see all of it, and gives the rows that arrived per table. */
  finish: () => Promise<Map<string, number>>;
};

type Batch = { lane: Lane; copy: string; room: Buffer; length: number; written: number; arrived: number };

/** Large enough that a COPY's round trip does not show, small enough that twenty tables stay far below 400 MB. */
const batchBytes = 256 * 1024;
/** What one character of a string can take at most. */
const mostBytes = 3;

/**
 * Collects rows per table and sends them in batches by COPY, over so many connections of the pool. A table that is
 * known to be empty is emptied once more in the transaction that fills it: so PostgreSQL writes its rows into the table
 * only, not into its log as well, and no VACUUM has to visit them.
 */
export function openRowWriter(pool: Pool, laneCount: number, { empty = false } = {}): RowWriter {
  const batches = new Map<string, Batch>();
  const totals = new Map<string, number>();
  // Bytes rather than an array of lines: lines that wait would outlive the collector's quick rounds, by the million.
  const free: Buffer[] = [];
  let lanes: Lane[] = [];

  const openBatch = (table: string, columns: string[]): Batch => {
    const lane = (lanes[batches.size % laneCount] ??= openLane(pool));
    const isEmpty = empty && !totals.has(table);
    if (isEmpty) lane.run(`TRUNCATE ${table}`);
    const copy = `COPY ${table} (${columns.join(', ')}) FROM STDIN${isEmpty ? ' (FREEZE)' : ''}`;
    return { lane, copy, room: takeRoom(0), length: 0, written: 0, arrived: 0 };
  };
  const takeRoom = (needed: number) =>
    needed > batchBytes ? Buffer.allocUnsafe(needed) : (free.pop() ?? Buffer.allocUnsafe(batchBytes));
  const send = (batch: Batch, needed: number) => {
    const { room, length } = batch;
    batch.lane.copy(batch.copy, room.subarray(0, length), (count) => {
      batch.arrived += count;
      if (room.length === batchBytes) free.push(room);
    });
    batch.room = takeRoom(needed);
    batch.length = 0;
  };
  return {
    write(table, ...parts) {
      const line = formatCopyLine(parts);
      let batch = batches.get(table);
      if (!batch) batches.set(table, (batch = openBatch(table, parts.flatMap(Object.keys))));
      const needed = line.length * mostBytes;
      if (batch.length + needed > batch.room.length) send(batch, needed);
      batch.length += batch.room.write(line, batch.length);
      batch.written += 1;
    },
    pressure: () => {
      const waiting = lanes.map((lane) => lane.pressure()).filter((task) => task !== undefined);
      return waiting.length > 0 ? Promise.race(waiting) : undefined;
    },
    async finish() {
      for (const batch of batches.values()) if (batch.length > 0) send(batch, 0);
      await Promise.all(lanes.map((lane) => lane.commit()));
      for (const [table, { written, arrived }] of batches) {
        if (written !== arrived) throw new Error(`${written} rows were sent to ${table}, but ${arrived} arrived`);
        totals.set(table, (totals.get(table) ?? 0) + arrived);
      }
      batches.clear();
      lanes = [];
      return new Map(totals);
    },
  };
}
