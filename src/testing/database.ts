import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { openDatabase } from '../service/db/open.ts';
import { loadDemo } from '../service/import/demo/load-demo.ts';
import type { Pool } from '../service/db/pool.ts';

/** An empty, migrated database for one test file; `close` drops it. */
export interface TestDatabase {
  sql: Pool;
  address: string;
  close(): Promise<void>;
}

/** Creates a database from the run's template. */
export async function openTestDatabase(template = 'fundscope'): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = await connectAdmin();
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  const address = addressOf(name);
  const sql = await openDatabase(address, { max: 5 });
  return {
    sql,
    address,
    async close() {
      await sql.end({ timeout: 5 });
      await dropDatabase(admin, name);
      await admin.end();
    },
  };
}

/** Creates a database with a demo market of 250 companies; the first call creates the template for all others. */
export async function openDemoDatabase(): Promise<TestDatabase> {
  const admin = await connectAdmin();
  // Other workers wait for this lock.
  await admin.query('SELECT pg_advisory_lock(1)');
  const { rowCount } = await admin.query(`SELECT 1 FROM pg_database WHERE datname = 'demo'`);
  if (rowCount === 0) {
    await admin.query('CREATE DATABASE demo_next TEMPLATE fundscope');
    const sql = await openDatabase(addressOf('demo_next'), { max: 5 });
    await loadDemo(sql, { companies: 250, deals: 600, today: '2026-11-21' });
    await sql.end();
    await admin.query('ALTER DATABASE demo_next RENAME TO demo');
  }
  await admin.end();
  return openTestDatabase('demo');
}

function addressOf(name: string): string {
  const address = new URL(inject('templateAddress'));
  address.pathname = `/${name}`;
  return address.href;
}

async function connectAdmin(): Promise<Client> {
  const client = new Client({ connectionString: addressOf('postgres') });
  await client.connect();
  return client;
}

/**
 * Drops a database after ending this user's sessions; PostgreSQL ends autovacuum by itself, which FORCE may do only for
 * a superuser.
 */
export async function dropDatabase(admin: Client, name: string): Promise<void> {
  await admin.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND usename = current_user',
    [name],
  );
  await admin.query(`DROP DATABASE ${name}`);
}
