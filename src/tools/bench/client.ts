import type { BenchOperation } from './operations.ts';

/** Calls a gateway as a program on this machine does: over persistent connections, without compression. */
export interface BenchClient {
  /** Sends an operation and reads the whole response. Throws on any status but 200. */
  ask(key: string, operation: BenchOperation): Promise<string>;
  close(): Promise<void>;
}

/** Opens up to `maxConnections` connections. */
export async function openBenchClient(url: string, maxConnections: number): Promise<BenchClient> {
  const { Pool } = await import('undici');
  const pool = new Pool(url, { connections: maxConnections });
  return {
    async ask(key, { method, path, body }) {
      const response = await pool.request({
        method,
        path,
        headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
        body: body ? JSON.stringify(body) : null,
      });
      const text = await response.body.text();
      if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${text}`);
      return text;
    },
    close: () => pool.close(),
  };
}

/** The number of records in a response. */
export function countResponseRows(text: string): number {
  const { data } = JSON.parse(text) as { data: Record<string, unknown> };
  const [rows] = Object.values(data);
  return Array.isArray(rows) ? rows.length : 1;
}
