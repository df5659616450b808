import fc from 'fast-check';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, openTestDatabase } from '../../testing/database.ts';
import { readAllRows } from '../../testing/rows.ts';
import { createBackup } from './backup.ts';
import { readTableShapes } from './backup-tables.ts';
import { formatTableName } from './backup-format.ts';
import type { Pool } from './pool.ts';
import { restoreDatabase } from './restore.ts';

let source: TestDatabase;
let target: TestDatabase;
let folder: string;

beforeAll(async () => {
  [source, target] = [await openTestDatabase(), await openTestDatabase()];
  folder = await mkdtemp(join(tmpdir(), 'fundscope-values-'));
});
afterAll(async () => {
  await source.close();
  await target.close();
  await rm(folder, { recursive: true, force: true });
});

interface Values {
  text: string;
  texts: (string | null)[];
  json: unknown;
  double: number;
  bytes: Uint8Array;
  time: string;
}

/** Every character that PostgreSQL can store, and the characters that are special in COPY. */
const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }).map((text) => text.replaceAll('\0', '')),
  fc.constantFrom(
    '',
    '\\.',
    '\\N',
    'NULL',
    '\\',
    '\n\\.\n',
    '\r\n',
    '\t',
    '\'"',
    '{a,"b"}',
    '🇩🇪é',
    '\u2028\u200f\ufeff',
  ),
);
const oddValues: fc.Arbitrary<Values> = fc.record({
  text: oddText,
  texts: fc.array(fc.option(oddText), { maxLength: 3 }),
  json: fc.dictionary(
    oddText,
    fc.oneof(oddText, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant(null)),
  ),
  double: fc.oneof(
    fc.double({ min: 0, noNaN: true }),
    fc.constantFrom(0, 0.1 + 0.2, 5e-324, Number.MAX_VALUE, 2 ** 53, Infinity),
  ),
  bytes: fc.uint8Array({ maxLength: 40 }),
  time: fc.constantFrom(
    '0001-01-01 00:00:00.000001+00',
    '9999-12-31 23:59:59.999999+00',
    'infinity',
    '4713-12-31 12:00:00.5+00 BC',
  ),
});

const uuid = '00000000-0000-4000-8000-000000000001';
/** Valid values for columns with a CHECK; where only one table's column has it, under `table.column`. */
const checked: Record<string, string> = {
  prefix: '0123456789ab',
  frequency: 'WEEKLY',
  currency: 'EUR',
  repeats: 'weekly',
  format: 'slack',
  state: 'sent',
  'purchases.state': 'billed',
  'reviewed.kind': 'deal',
  role: 'owner',
  'members.first': 'false',
};

/** A value for a column; all integers and all uuids are equal, so that every reference finds its row. */
function readValue(table: string, column: string, type: string, values: Values): string | null {
  const known = checked[`${table}.${column}`] ?? checked[column];
  if (known !== undefined) return known;
  if (type === 'uuid') return uuid;
  if (type === 'uuid[]') return `{${uuid}}`;
  if (/int/.test(type)) return '1';
  if (type === 'text') return values.text;
  if (type === 'text[]')
    return `{${values.texts.map((text) => (text === null ? 'NULL' : quoteElement(text))).join(',')}}`;
  if (type === 'jsonb') return JSON.stringify(values.json);
  if (type === 'double precision') return String(values.double);
  if (type === 'bytea') return `\\x${Buffer.from(values.bytes).toString('hex')}`;
  if (type === 'boolean') return String(values.double > 1);
  if (type === 'tsvector') return "'fat':2A 'o''neil':3B";
  if (type === 'date') return values.time === 'infinity' ? values.time : '0001-12-31 BC';
  if (type.startsWith('timestamp')) return values.time;
  throw new Error(`no value for ${column} ${type}`);
}

const quoteElement = (text: string) => `"${text.replace(/[\\"]/g, (character) => `\\${character}`)}"`;

/** Inserts one row into every table; references are checked only when all rows are inserted. */
async function fillTables(sql: Pool, values: Values): Promise<void> {
  const columns = await sql<{ table: string; column: string; type: string; label: string | null }[]>`
    SELECT format('%s.%s', nspname, relname) AS table, attname AS column, format_type(atttypid, atttypmod) AS type,
      (SELECT enumlabel FROM pg_enum WHERE enumtypid = atttypid ORDER BY enumsortorder DESC LIMIT 1) AS label
    FROM pg_attribute a JOIN pg_class t ON t.oid = attrelid JOIN pg_namespace n ON n.oid = relnamespace
    WHERE nspname IN ('data', 'public') AND relkind = 'r' AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`;
  const shapes = await readTableShapes(sql);
  await sql.begin(async (tx) => {
    await tx`SET LOCAL session_replication_role = replica`;
    for (const shape of shapes) {
      const table = formatTableName(shape);
      const own = columns.filter((column) => column.table === table);
      const row = own.map(({ column, type, label }) => label ?? readValue(shape.name, column, type, values));
      const names = own.map(({ column }) => `"${column}"`).join(', ');
      const casts = own.map(({ type }, index) => `$${index + 1}::text::${type}`).join(', ');
      await tx.unsafe(`DELETE FROM ${table}`);
      await tx.unsafe(`INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE VALUES (${casts})`, row);
    }
  });
}

test('a row of every table is restored unchanged, with any values', { timeout: 90_000 }, async () => {
  const path = join(folder, 'all.backup');
  const run = async (values: Values) => {
    await fillTables(source.sql, values);
    await createBackup(source.sql, path, { program: 'test', force: true });
    await restoreDatabase(target.sql, path, { replace: true });
    const rows = await readAllRows(source.sql);
    expect(Object.values(rows).every((all) => all.length === 1)).toBe(true);
    expect(await readAllRows(target.sql)).toEqual(rows);
  };
  await fc.assert(fc.asyncProperty(oddValues, run), { numRuns: 20, endOnFailure: true });
});

test('many rows of any text keep their order, however the file is split into chunks', { timeout: 90_000 }, async () => {
  const path = join(folder, 'many.backup');
  await source.sql`DELETE FROM public.accounts`;
  const texts = fc.sample(oddText, { numRuns: 500, seed: 1 });
  await source.sql`
    INSERT INTO public.accounts (name, plan, monthly_allowance, monthly_tenths, monthly_since, purchased_tenths)
    SELECT texts[1 + n % 500] || repeat('\\.', n % 7), 'PRO', n, n, now(), n
    FROM generate_series(1, 60000) n, (SELECT ${texts}::text[] AS texts) given`;
  await createBackup(source.sql, path, { program: 'test' });
  await restoreDatabase(target.sql, path, { replace: true });
  const digest = (sql: Pool) =>
    sql`SELECT md5(string_agg(a::text, '|' ORDER BY ctid)) AS digest, count(*) FROM accounts a`;
  expect(await digest(target.sql)).toEqual(await digest(source.sql));
});
