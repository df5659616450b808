import { pipeline } from 'node:stream/promises';
import type { Transaction } from './backup-tables.ts';

/** Sends rows by a COPY statement as they come; gives their number, or throws what the database refused. */
export async function copyIn(tx: Transaction, statement: string, rows: AsyncIterable<Buffer>): Promise<number> {
  const copy = tx.unsafe(statement);
  const stream = await copy.writable();
  // The stream itself never ends when the database refuses its last rows (postgres 3.4.9): the driver reports how a
  // COPY ended only through the query's own resolve and reject.
  const ended = new Promise<{ count: number }>((resolve, reject) => void Object.assign(copy, { resolve, reject }));
  const [{ count }] = await Promise.all([ended, pipeline(rows, stream)]);
  return count;
}
