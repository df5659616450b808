import type { Transaction } from './pool.ts';
import type { Sql } from './sql.ts';

/** Runs work; an abort calls `cancel`, which cancels its running statement. */
export async function cancelOnAbort<T>(
  signal: AbortSignal,
  cancel: () => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  let canceling: Promise<unknown> | undefined;
  const onAbort = () => void (canceling = cancel().catch(() => undefined));
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    signal.throwIfAborted();
    const result = await work();
    signal.throwIfAborted();
    return result;
  } finally {
    signal.removeEventListener('abort', onAbort);
    // A late cancel must not hit the next user of the connection.
    await canceling;
  }
}

/** Runs work in a transaction; an abort cancels the running statement and rolls back. */
export async function runCancellable<T>(
  sql: Sql,
  tx: Transaction,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (!signal) return work();
  const [own] = await tx<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
  return cancelOnAbort(signal, () => sql`SELECT pg_cancel_backend(${own?.pid ?? 0})`, work);
}
