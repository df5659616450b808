import type { Pool, ReservedConnection } from '../db/pool.ts';

/** A value for a cell of COPY's text format; null and undefined are both NULL. */
export type CopyValue = string | number | boolean | null | undefined | readonly string[];

const special = /[\\\t\n\r\0]/;
const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '' };

/** One row of COPY's text format, with its line end. */
function formatCopyLine(parts: readonly Record<string, CopyValue>[]): string {
  let line = '';
  let between = '';
  for (const part of parts) {
    // No intermediate arrays: a large load has a hundred million cells.
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
  // PostgreSQL accepts NaN and Infinity, which would make every sum useless.
  if (!Number.isFinite(value)) throw new RangeError(`${value} is no amount`);
  return String(value);
}

/** PostgreSQL's text cannot contain NUL, which is dropped. */
function escapeText(text: string): string {
  return special.test(text) ? text.replace(/[\\\t\n\r\0]/g, (character) => escapes[character] ?? character) : text;
}

function quoteElement(text: string): string {
  return `"${text.replace(/[\\"]/g, (character) => `\\${character}`)}"`;
}

/** A connection with its own transaction that runs statements in order. */
type Lane = {
  run: (statement: string) => void;
  /** Sends rows by one COPY and reports how many arrived. */
  copy: (statement: string, bytes: Buffer, onArrival: (count: number) => void) => void;
  /** A promise to await while the queue is full, otherwise undefined; throws the database's error. */
  pressure: () => Promise<void> | undefined;
  /** Waits for all statements, commits and releases the connection; throws the database's error. */
  commit: () => Promise<void>;
};

/** The length of a lane's queue: enough to never run dry while rows are made. */
const maxQueue = 3;

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
      return waiting.size > maxQueue ? Promise.race(waiting) : undefined;
    },
    async commit() {
      enqueue((lane) => lane.unsafe('COMMIT'));
      await last;
      const lane = await connection;
      // A pool that ends rolls back by itself; one that stays open must not reuse a connection in a transaction.
      if (failure) await lane.unsafe('ROLLBACK').catch(() => undefined);
      lane.release();
      if (failure) throw failure;
    },
  };
}

/** Connections that a load writes through. */
export const loadLanes = 3;

/** Writes rows into the tables of a load. */
export type RowWriter = {
  /**
   * Adds one row, in one or several parts; all rows of a table have the same columns in the same order. Several parts
   * take half the time of one object merged from them.
   */
  write: (table: string, ...parts: Record<string, CopyValue>[]) => void;
  /** A promise to await while the database is behind, otherwise undefined; throws the database's error. */
  pressure: () => Promise<void> | undefined;
  /** Sends the rest, commits it, and returns the number of rows per table. */
  finish: () => Promise<Map<string, number>>;
};

/** Bytes instead of text, which takes twice the processor time. */
type Batch = { lane: Lane; copy: string; room: Buffer; length: number; written: number; arrived: number };

/** Large enough that a COPY's round trip does not matter, small enough that twenty tables stay far below 400 MB. */
const batchBytes = 256 * 1024;
/** The maximum UTF-8 length of a character of a string. */
const maxCharBytes = 3;

/**
 * Collects rows per table and sends them in batches by COPY, over `laneCount` connections of the pool. If the tables
 * are known to be `empty`, each is truncated in the transaction that fills it: PostgreSQL then writes its rows only
 * into the table, not into its log, and VACUUM can skip them.
 */
export function openRowWriter(pool: Pool, laneCount: number, { empty = false } = {}): RowWriter {
  const batches = new Map<string, Batch>();
  const totals = new Map<string, number>();
  let lanes: Lane[] = [];

  const openBatch = (table: string, columns: string[]): Batch => {
    const lane = (lanes[batches.size % laneCount] ??= openLane(pool));
    const isEmpty = empty && !totals.has(table);
    if (isEmpty) lane.run(`TRUNCATE ${table}`);
    const copy = `COPY ${table} (${columns.join(', ')}) FROM STDIN${isEmpty ? ' (FREEZE)' : ''}`;
    return { lane, copy, room: allocateBuffer(0), length: 0, written: 0, arrived: 0 };
  };
  const allocateBuffer = (needed: number) => Buffer.allocUnsafe(Math.max(needed, batchBytes));
  const send = (batch: Batch, needed: number) => {
    batch.lane.copy(batch.copy, batch.room.subarray(0, batch.length), (count) => (batch.arrived += count));
    batch.room = allocateBuffer(needed);
    batch.length = 0;
  };
  return {
    write(table, ...parts) {
      const line = formatCopyLine(parts);
      let batch = batches.get(table);
      if (!batch) batches.set(table, (batch = openBatch(table, parts.flatMap(Object.keys))));
      const needed = line.length * maxCharBytes;
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
