import type { Pool, ReservedConnection } from '../db/pool.ts';

/** What a cell of COPY's text format can be made from; null and undefined are both NULL. */
export type CopyValue = string | number | boolean | null | undefined | readonly string[];

const special = /[\\\t\n\r\0]/;
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '' };

/** One row of COPY's text format, with its line end. */
function formatCopyLine(parts: readonly Record<string, CopyValue>[]): string {
  let line = '';
  let between = '';
  for (const part of parts) {
    // Neither a list of cells nor one of values: a large load makes a hundred million cells.
    for (const name in part) {
      line += between + formatCopyCell(part[name]);
      between = '\t';
    }
  }
  return `${line}\n`;
}

function formatCopyCell(value: CopyValue): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'string') return escapeText(value);
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (typeof value !== 'number') return escapeText(`{${value.map(quoteElement).join(',')}}`);
  // PostgreSQL would take NaN and Infinity, and every sum over them would be lost.
  if (!Number.isFinite(value)) throw new RangeError(`${value} is no amount`);
  return String(value);
}

/** PostgreSQL's text holds every character but NUL, which is dropped. */
function escapeText(text: string): string {
  return special.test(text) ? text.replace(/[\\\t\n\r\0]/g, (character) => escapes[character] ?? character) : text;
}

function quoteElement(text: string): string {
  return `"${text.replace(/[\\"]/g, (character) => `\\${character}`)}"`;
}

/** One connection with a transaction of its own that takes work and does it in order. */
type Lane = {
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

function openLane(pool: Pool): Lane {
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

/** Connections that a load writes through. */
export const loadLanes = 3;

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
