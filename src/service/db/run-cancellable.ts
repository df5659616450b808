import type { Transaction } from './pool.ts';
import type { Sql } from './sql.ts';

/** Runs work in a transaction; an abort cancels the running statement and rolls back. */
export async function runCancellable<T>(
  sql: Sql,
  tx: Transaction,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (!signal) return work();
  const [own] = await tx<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
  let cancelling: Promise<unknown> | undefined;
  const cancel = () => void (cancelling = sql`SELECT pg_cancel_backend(${own?.pid ?? 0})`.catch(() => undefined));
  signal.addEventListener('abort', cancel);
  try {
    signal.throwIfAborted();
    const result = await work();
    signal.throwIfAborted();
    return result;
  } finally {
    signal.removeEventListener('abort', cancel);
    // A late cancel must not hit the next user of the connection.
    await cancelling;
  }
}
