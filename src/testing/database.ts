import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { openDatabase } from '../service/db/open.ts';
import type { Pool } from '../service/db/pool.ts';

/** An empty, migrated database of one test file; `close` drops it. */
export interface TestDatabase {
  sql: Pool;
  address: string;
  close(): Promise<void>;
}

/** Makes a database from the run's template. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const template = new URL(inject('templateAddress'));
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  template.pathname = '/postgres';
  const admin = new Client({ connectionString: template.href });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} TEMPLATE fundscope`);
  template.pathname = `/${name}`;
  const sql = await openDatabase(template.href, { max: 5 });
  return {
    sql,
    address: template.href,
    async close() {
      await sql.end({ timeout: 5 });
      await dropDatabase(admin, name);
      await admin.end();
    },
  };
}

/** Drops a database with this user's sessions; PostgreSQL itself ends autovacuum there, which FORCE may do for a superuser alone. */
export async function dropDatabase(admin: Client, name: string): Promise<void> {
  await admin.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND usename = current_user',
    [name],
  );
  await admin.query(`DROP DATABASE ${name}`);
}
