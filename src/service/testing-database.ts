import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { inject } from 'vitest';
import { type Sql, openDatabase } from './db/open.ts';

/** An empty, migrated database of one test file; `close` drops it. */
export interface TestDatabase {
  sql: Sql;
  address: string;
  close(): Promise<void>;
}

/** Makes a database from the run's template. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const template = new URL(inject('templateAddress'));
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const host = template.searchParams.get('host') ?? '';
  const admin = postgres({
    host,
    port: 5432,
    user: 'fundscope',
    database: 'postgres',
    max: 1,
    onnotice: () => undefined,
  });
  await admin.unsafe(`CREATE DATABASE ${name} TEMPLATE fundscope`);
  template.pathname = `/${name}`;
  const sql = await openDatabase(template.href, { max: 5 });
  return {
    sql,
    address: template.href,
    async close() {
      await sql.end({ timeout: 5 });
      await admin.unsafe(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
    },
  };
}
