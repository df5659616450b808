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
  const host = template.searchParams.get('host') ?? '';
  const admin = new Client({ host, port: 5432, user: 'fundscope', database: 'postgres' });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name} TEMPLATE fundscope`);
  template.pathname = `/${name}`;
  const sql = await openDatabase(template.href, { max: 5 });
  return {
    sql,
    address: template.href,
    async close() {
      await sql.end({ timeout: 5 });
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
    },
  };
}
