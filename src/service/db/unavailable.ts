import { setTimeout as sleep } from 'node:timers/promises';

const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOTFOUND',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'WRONG_SERVER_ROLE',
  // PostgreSQL itself: the server became a standby, too many connections, shutting down, crashed, starting up.
  '25006',
  '53300',
  '57P01',
  '57P02',
  '57P03',
]);

/** Whether an error means that the database cannot be reached now, rather than that it rejected a statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' && (unavailableCodes.has(code) || code.startsWith('08'));
}

/**
 * Retries for at most `timeoutMs` while the database is unavailable; then, or on any other error, throws that error.
 */
export async function retryWhileUnavailable<T>(timeoutMs: number, attempt: () => Promise<T>): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || Date.now() > end) throw error;
      await sleep(50);
    }
  }
}
