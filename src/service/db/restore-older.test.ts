import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestDatabase, openTestDatabase } from '../../testing/database.ts';
import { readAllRows, readSchema } from '../../testing/rows.ts';
import { seedRecords } from '../../testing/records.ts';
import { type TestService, startService } from '../../testing/service.ts';
import { retryWhileUnavailable } from './unavailable.ts';
import { createBackup } from './backup.ts';
import { type Migration, migrate, migrations } from './migrations.ts';
import { connect } from './open.ts';
import type { Sql } from './sql.ts';
import { restoreDatabase } from './restore.ts';

const newest = migrations.at(-1)?.number ?? 0;
/** What a later Fundscope could do to every kind of object: new, renamed and rewritten columns, types, tables, keys. */
const later: Migration[] = [
  {
    number: newest + 1,
    name: 'later',
    text: `
      ALTER TYPE public.plan ADD VALUE 'TEAM' AFTER 'PRO';
      ALTER TYPE public.valuation_type RENAME VALUE 'DEFAULT' TO 'UNKNOWN';
      ALTER TABLE public.accounts RENAME COLUMN name TO title;
      ALTER TABLE public.accounts ADD COLUMN initials text;
      UPDATE public.accounts SET initials = left(title, 2);
      ALTER TABLE public.accounts ALTER COLUMN initials SET NOT NULL;
      ALTER TABLE public.ledger DROP COLUMN request_id;
      ALTER TABLE data.companies ADD COLUMN name_length integer;
      UPDATE data.companies SET name_length = length(name);
      ALTER TABLE data.companies ALTER COLUMN name_length SET NOT NULL;
      ALTER TABLE data.companies DROP COLUMN pitchbook;`,
  },
  {
    number: newest + 2,
    name: 'latest',
    text: `
      CREATE TABLE data.company_aliases (company_id integer REFERENCES data.companies, alias text, PRIMARY KEY (company_id, alias));
      INSERT INTO data.company_aliases SELECT id, name || ' ' || name_length FROM data.companies;
      DROP TABLE data.deal_angels;
      CREATE INDEX deals_later ON data.deals (valuation_type, id);`,
  },
];
const steps = [...migrations, ...later];

let source: TestService;
let target: TestDatabase;
let folder: string;
let path: string;

beforeEach(async () => {
  source = await startService({ seed: seedRecords });
  folder = await mkdtemp(join(tmpdir(), 'fundscope-older-'));
  path = join(folder, 'older.backup');
  await createBackup(source.sql, path, { program: '1.0.0' });
  target = await openTestDatabase();
  await migrate(target.sql, steps);
});
afterEach(async () => {
  await source.close();
  await target.close();
  await rm(folder, { recursive: true, force: true });
});

const readState = async (sql: Sql) => ({
  rows: await readAllRows(sql),
  schema: await readSchema(sql),
  migrations: (await sql<{ number: number; name: string }[]>`SELECT number, name FROM migrations ORDER BY number`).map(
    ({ number, name }) => `${number} ${name}`,
  ),
});

test('an older backup that cannot be migrated changes nothing', async () => {
  const before = await readState(target.sql);
  const impossible = {
    number: newest + 3,
    name: 'impossible',
    text: 'SELECT 1 / count(*) FROM data.deals WHERE id < 0',
  };
  await expect(restoreDatabase(target.sql, path, { steps: [...steps, impossible] })).rejects.toThrow(
    /division by zero/,
  );
  expect(await readState(target.sql)).toEqual(before);
});

test('an older backup is migrated as its database would have been, and can be replaced again', async () => {
  // Another gateway, whose connection has prepared a statement that uses one of the types.
  const other = connect(target.address, 1);
  const fetchFirst = () =>
    retryWhileUnavailable(
      5_000,
      () => other`SELECT ${'SEED'}::public.financing_type AS type, count(*) AS deals FROM deals`,
    );
  expect(await fetchFirst()).toEqual([{ type: 'SEED', deals: 0 }]);
  await restoreDatabase(target.sql, path, { steps });
  const first = await readState(target.sql);
  expect(await fetchFirst()).toEqual([{ type: 'SEED', deals: 7 }]);
  await other.end();
  await restoreDatabase(target.sql, path, { steps, replace: true });
  expect(await readState(target.sql)).toEqual(first);
  await migrate(source.sql, steps);
  expect(first).toEqual(await readState(source.sql));
});

test('a backup with unknown migrations is rejected', async () => {
  await createBackup(target.sql, path, { program: '2.0.0', force: true });
  const sql = source.sql;
  await expect(restoreDatabase(sql, path, { replace: true })).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringContaining(
      `newer Fundscope, 2.0.0 (its schema is number ${newest + 2}, this program knows ${newest})`,
    ),
  });
});
