import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openForTests } from '../../testing/open-for-tests.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { openDatabase, openReader } from './open.ts';
import type { Pool } from './pool.ts';
import { watchReplicas } from './replicas.ts';
import { createSlowLog } from './slow-statements.ts';

let sql: Pool;
/** Its statements are not reported, however long they take on a busy machine. */
let setup: Pool;
const lines: Record<string, unknown>[] = [];

const database = openForTests(openTestDatabase);
beforeAll(async () => {
  const slowLog = createSlowLog(100, { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) });
  sql = await openDatabase(database.address, { max: 2, slowLog });
  setup = await openDatabase(database.address, { max: 1 });
});
beforeEach(() => void lines.splice(0));
afterAll(() => Promise.all([sql.end(), setup.end()]));

const readLines = async (count: number) => {
  await vi.waitFor(() => expect(lines).toHaveLength(count));
  return lines;
};
const wait = (db: Pick<Pool, 'unsafe'>, name: string, seconds = 0.15) =>
  db.unsafe('SELECT $1::text FROM pg_sleep($2)', [name, seconds]);

test('a statement over the threshold is one line with its time and hashes, and no value', async () => {
  await sql`SELECT 1`;
  await wait(sql, 'hidden', 0.2);
  const [line] = await readLines(1);
  expect(line).toEqual({
    level: 'warn',
    time: expect.any(String),
    ms: expect.any(Number),
    statement: expect.stringMatching(/^[0-9a-f]{12}$/),
    plan: expect.stringMatching(/^[0-9a-f]{12}$/),
    msg: 'slow statement',
  });
  expect(line?.['ms']).toBeGreaterThanOrEqual(200);
});

test('other values have the same hashes, another index has another plan hash', async () => {
  await setup`CREATE TABLE places (id int, name text)`;
  await setup`INSERT INTO places SELECT i, i FROM generate_series(1, 5000) AS i`;
  await setup`ANALYZE places`;
  const find = (id: number) => sql`SELECT name, pg_sleep(0.15) FROM places WHERE id = ${id}`;
  await find(7);
  await readLines(1);
  await find(9);
  await readLines(2);
  await setup`CREATE UNIQUE INDEX ON places (id)`;
  await find(9);
  const [first, second, third] = await readLines(3);
  expect([second?.['statement'], third?.['statement']]).toEqual([first?.['statement'], first?.['statement']]);
  expect(second?.['plan']).toBe(first?.['plan']);
  expect(third?.['plan']).not.toBe(first?.['plan']);
});

test('slow statements of readers and failed statements are reported too', async () => {
  const reader = openReader(sql, 150);
  await expect(wait(reader.sql, 'hidden', 5)).rejects.toMatchObject({ code: '57014' });
  expect((await readLines(1))[0]).toMatchObject({ msg: 'slow statement' });
  await reader.close();
});

test('slow statements of replicas are reported too', async () => {
  const replicas = watchReplicas(sql, [database.address]);
  const reader = openReader(replicas.list[0]!.sql, 5_000);
  await wait(reader.sql, 'hidden');
  expect((await readLines(1))[0]).toMatchObject({ plan: expect.any(String), msg: 'slow statement' });
  await reader.close();
  await replicas.close();
});

test('reading a plan executes nothing: neither a statement that writes nor a second one in the same text', async () => {
  await setup`CREATE TABLE written (at timestamptz)`;
  await sql`INSERT INTO written SELECT now() FROM pg_sleep(0.15)`;
  await readLines(1);
  await sql.unsafe('SELECT pg_sleep(0.15); INSERT INTO written VALUES (now())');
  expect((await readLines(2))[1]).not.toHaveProperty('plan');
  expect(await sql`SELECT count(*) AS rows FROM written`).toEqual([{ rows: 2 }]);
});
