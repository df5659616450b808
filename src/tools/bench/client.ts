import type { Operation } from './operations.ts';

/** Asks a gateway as a program on this machine does: over connections that stay open, without compression. */
export interface BenchClient {
  /** Sends an operation and reads the whole answer; throws when it is refused. */
  ask(key: string, operation: Operation): Promise<string>;
  close(): Promise<void>;
}

/** Opens as many connections as are asked for at once, up to `most`. */
export async function openBenchClient(url: string, most: number): Promise<BenchClient> {
  const { Pool } = await import('undici');
  const pool = new Pool(url, { connections: most });
  return {
    async ask(key, { method, path, body }) {
      const answer = await pool.request({
        method,
        path,
        headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
        body: body ? JSON.stringify(body) : null,
      });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${text}`);
      return text;
    },
    close: () => pool.close(),
  };
}

/** How many records an answer holds. */
export function countRows(text: string): number {
  const { data } = JSON.parse(text) as { data: Record<string, unknown> };
  const [rows] = Object.values(data);
  return Array.isArray(rows) ? rows.length : 1;
}
