import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, inject, test, vi } from 'vitest';
import { openForTests } from '../../testing/open-for-tests.ts';
import { dropDatabase, openTestDatabase } from '../../testing/database.ts';
import { isDatabaseUnavailable, retryWhileUnavailable } from './unavailable.ts';
import { type Migration, migrate, migrations, nameStep } from './migrations.ts';
import { connect, openDatabase, openReader } from './open.ts';

const database = openForTests(openTestDatabase);

/** Runs `task` with the address of a database created by `statement`, in which NAME is replaced by its name. */
async function withDatabase(name: string, statement: string, task: (address: string) => Promise<void>): Promise<void> {
  const template = new URL(inject('templateAddress'));
  template.pathname = '/postgres';
  const admin = new Client({ connectionString: template.href });
  await admin.connect();
  await admin.query(statement.replace('NAME', name));
  template.pathname = `/${name}`;
  try {
    await task(template.href);
  } finally {
    await dropDatabase(admin, name);
    await admin.end();
  }
}

test('integers are read as numbers and times in UTC, and record tables come first in the search path', async () => {
  const [row] = await database.sql`
    SELECT 9007199254740991::bigint AS big, current_setting('TimeZone') AS zone, current_setting('search_path') AS path,
      current_setting('jit') AS jit`;
  expect(row).toEqual({ big: 2 ** 53 - 1, zone: 'UTC', path: 'data, public', jit: 'off' });
});

test('a reader has the settings of its pool, plans every query anew, and can neither write nor exceed its time limit', async () => {
  const reader = openReader(database.sql, 100);
  const [row] = await reader.sql`
    SELECT 9007199254740991::bigint AS big, current_setting('search_path') AS path,
      current_setting('plan_cache_mode') AS plans`;
  expect(row).toEqual({ big: 2 ** 53 - 1, path: 'data, public', plans: 'force_custom_plan' });
  await expect(reader.sql`DELETE FROM ledger`).rejects.toMatchObject({ code: '25006' });
  await expect(reader.sql`SELECT pg_sleep(5)`).rejects.toMatchObject({ code: '57014' });
  await reader.close();
});

test('a reader cancels only its own query', async () => {
  const one = openReader(database.sql, 10_000);
  const other = openReader(database.sql, 10_000);
  const running = [one, other].map(({ sql }) => sql`SELECT 1 AS done FROM pg_sleep(1)`.execute());
  await vi.waitFor(async () => {
    const [row] = await database.sql`
      SELECT count(*)::int AS busy FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%done FROM pg_sleep(1)'`;
    expect(row?.['busy']).toBe(2);
  });
  // The query may be rejected before the cancel request is confirmed.
  await Promise.all([expect(running[0]).rejects.toMatchObject({ code: '57014' }), one.stop()]);
  expect(await running[1]).toEqual([{ done: 1 }]);
  await Promise.all([one.close(), other.close()]);
});

test('every migration is recorded once, under its number and name', async () => {
  const rows = await database.sql`SELECT number, name FROM public.migrations ORDER BY number`;
  expect(rows).toEqual(migrations.map(({ number, name }) => ({ number, name })));
  expect(migrations.map(({ number }) => number)).toEqual(migrations.map((_, index) => index + 1));
});

test('eight programs that open an empty database concurrently migrate it once', async () => {
  await withDatabase('test_open_at_once', 'CREATE DATABASE NAME', async (address) => {
    const opened = await Promise.all(Array.from({ length: 8 }, () => openDatabase(address, { max: 1 })));
    const rows = await opened[0]!`SELECT number FROM public.migrations`;
    expect(rows).toHaveLength(migrations.length);
    await Promise.all(opened.map((sql) => sql.end()));
  });
});

test('a migration that waits for a long query does not block others, and is applied afterwards', async () => {
  const { sql } = database;
  const number = (migrations.at(-1)?.number ?? 0) + 1;
  await sql.unsafe('CREATE TABLE public.busy (id integer)');
  const holding = new AbortController();
  const held = sql.begin(async (tx) => {
    await tx`SELECT FROM public.busy`;
    await once(holding.signal, 'abort');
  });
  const text = 'ALTER TABLE public.busy ADD COLUMN later integer';
  const migrating = migrate(sql, [...migrations, { number, name: 'later', text }]);
  let isWaiting = false;
  while (!isWaiting) {
    const waiting = await sql`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query = ${text}`;
    isWaiting = waiting.length > 0;
  }
  expect([...(await sql`SELECT * FROM public.busy`)]).toEqual([]);
  holding.abort();
  await Promise.all([held, migrating]);
  const [column] =
    await sql`SELECT FROM information_schema.columns WHERE table_name = 'busy' AND column_name = 'later'`;
  expect(column).toBeDefined();
  await sql.unsafe(`DROP TABLE public.busy; DELETE FROM public.migrations WHERE number = ${number}`);
});

test('a migration only adds, unless its name says that it removes what the version before does not use', () => {
  const removes =
    /\b(DROP\s+(TABLE|COLUMN|VIEW|FUNCTION|TYPE|SCHEMA)|RENAME\b|ALTER\s+COLUMN\s+\w+\s+(TYPE|SET\s+(DATA|NOT\s+NULL)))/i;
  const removing = migrations.filter(({ text }) => removes.test(text.replaceAll(/--.*$/gm, '')));
  expect(removing.filter(({ name }) => !name.startsWith('remove-'))).toEqual([]);
});

test('a database of a build before the first release is left alone, with how to keep its data', async () => {
  const { sql } = database;
  const before = await sql`SELECT number, name FROM public.migrations ORDER BY number`;
  await sql`UPDATE public.migrations SET name = 'accounts' WHERE number = 1`;
  await sql`INSERT INTO public.migrations (number, name) SELECT n, 'step' FROM generate_series(2, 26) AS n`;
  const backUp = vi.fn<() => Promise<void>>();
  await expect(migrate(sql, migrations, backUp)).rejects.toMatchObject({
    name: 'StartError',
    message: 'The database was made by an older build of Fundscope, with another schema. Nothing was changed.',
    remedy: expect.stringMatching(/^To keep its data, run `fundscope backup FILE` with the older build, then [^.]+\.$/),
  });
  expect(backUp).not.toHaveBeenCalled();
  expect(await sql`SELECT count(*)::int AS steps FROM public.migrations`).toEqual([{ steps: 26 }]);
  await sql`DELETE FROM public.migrations WHERE number > 1`;
  await sql`UPDATE public.migrations SET name = ${before[0]?.['name'] as string} WHERE number = 1`;
});

test('a step is another one when its SQL changes, but not when its comments do', () => {
  const name = nameStep({ name: 'data', text: 'CREATE TABLE a (id int);' });
  expect(name).toMatch(/^data [0-9a-f]{8}$/);
  expect(nameStep({ name: 'data', text: '-- All of them.\nCREATE TABLE a\n  (id int); -- One a row.' })).toBe(name);
  expect(nameStep({ name: 'data', text: 'CREATE TABLE a (id bigint);' })).not.toBe(name);
});

test('a migration that fails is rolled back', async () => {
  const next = (migrations.at(-1)?.number ?? 0) + 1;
  const broken: Migration = { number: next, name: 'broken', text: 'CREATE TABLE public.half (a int); SELECT 1 / 0;' };
  await expect(migrate(database.sql, [...migrations, broken])).rejects.toThrow(/division by zero/);
  const [row] = await database.sql`
    SELECT to_regclass('public.half') AS half, (SELECT max(number) FROM public.migrations) AS newest`;
  expect(row).toEqual({ half: null, newest: next - 1 });
});

test('a database of a newer program is rejected and unchanged', async () => {
  await expect(migrate(database.sql, [])).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(/made by a newer Fundscope/),
  });
  expect(await database.sql`SELECT number FROM public.migrations`).toHaveLength(migrations.length);
});

test('a database with an encoding other than UTF8 is rejected', async () => {
  const statement = "CREATE DATABASE NAME ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C' TEMPLATE template0";
  await withDatabase('test_open_ascii', statement, async (address) => {
    await expect(openDatabase(address)).rejects.toThrow(/encoded in SQL_ASCII; Fundscope needs UTF8/);
  });
});

test('an unreachable address is reported without its password', async () => {
  const rejection = await openDatabase('postgres://me:secret@127.0.0.1:1/nothing').catch((error: unknown) => error);
  expect(rejection).toMatchObject({ name: 'StartError', message: expect.stringContaining('127.0.0.1:1/nothing') });
  expect(JSON.stringify(rejection) + String(rejection)).not.toContain('secret');
});

test('transactions, reserved connections and queries that lose their connection are rejected, and the pool stays usable', async () => {
  const { sql } = database;
  // This connection may itself have been cut in the previous round.
  const terminate = (pid: number) =>
    retryWhileUnavailable(10_000, async () => sql`SELECT pg_terminate_backend(${pid})`);
  const reserve = async () => {
    const reserved = await sql.reserve();
    const [row] = await reserved<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
    return { reserved, pid: row?.pid ?? 0 };
  };
  for (let round = 0; round < 20; round += 1) {
    const cut = sql.begin(async (tx) => {
      const [backend] = await tx`SELECT pg_backend_pid() AS pid`;
      const sleeping = tx`SELECT pg_sleep(10)`;
      await Promise.all([terminate(backend?.['pid'] as number), sleeping]);
    });
    await expect(cut).rejects.toSatisfy(isDatabaseUnavailable);
    const { reserved, pid } = await retryWhileUnavailable(10_000, reserve);
    await terminate(pid);
    await expect(reserved`SELECT pg_sleep(10)`).rejects.toSatisfy(isDatabaseUnavailable);
    await expect(reserved`SELECT 1`).rejects.toSatisfy(isDatabaseUnavailable);
    reserved.release();
    const others =
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND usename = current_user';
    const queries = Array.from({ length: 10 }, () => sql`SELECT pg_sleep(0.01)`);
    const results = await Promise.allSettled([...queries, sql.unsafe(others)]);
    expect(
      results.filter((response) => response.status === 'rejected' && !isDatabaseUnavailable(response.reason)),
    ).toEqual([]);
  }
  const results = await Promise.all(
    Array.from({ length: 20 }, () => retryWhileUnavailable(1_000, async () => sql`SELECT 1 AS one`)),
  );
  expect(results.every(([row]) => row?.['one'] === 1)).toBe(true);
});

/** A server that accepts connections and cuts each at its first statement. */
async function openCuttingServer(cut: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(Buffer.concat([readMessage('R', Buffer.alloc(4)), readMessage('Z', Buffer.from('I'))]));
      socket.once('data', () => cut(socket));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { address: `postgres://me@127.0.0.1:${port}/db`, close: () => server.close() };
}

function readMessage(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

test.each([
  ['ECONNRESET', (socket: Socket) => void socket.resetAndDestroy()],
  ['CONNECTION_CLOSED', (socket: Socket) => void socket.destroy()],
  ['57P01', (socket: Socket) => void socket.end(readMessage('E', Buffer.from('SFATAL\0C57P01\0Mstopping\0\0')))],
])('a connection lost by %s rejects all its statements and nothing else', async (code, cut) => {
  const server = await openCuttingServer(cut);
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', note);
  const sql = connect(server.address, 1);
  const connection = await sql.reserve();
  const results = await Promise.allSettled([connection`SELECT 1`, connection`SELECT 1`]);
  connection.release();
  results.push(...(await Promise.allSettled([sql`SELECT 1`, sql.begin((tx) => tx`SELECT 1`)])));
  for (const result of results) expect(result.status === 'rejected' && isDatabaseUnavailable(result.reason)).toBe(true);
  expect(results[0]).toMatchObject({ reason: { code } });
  await sleep(20);
  process.off('unhandledRejection', note);
  await sql.end({ timeout: 0 });
  server.close();
  expect(unhandled).toEqual([]);
});

test('a transaction with a statement that failed is rolled back, although the error was caught', async () => {
  const { sql } = database;
  const written = sql.begin(async (tx) => {
    await tx`CREATE TABLE public.halfway (a int)`;
    await tx`SELECT 1 / 0`.catch(() => undefined);
  });
  await expect(written).rejects.toThrow('a statement of the transaction failed');
  expect(await sql`SELECT to_regclass('public.halfway') AS halfway`).toEqual([{ halfway: null }]);
});

test('a closed pool rejects running, waiting and new statements', async () => {
  const pool = connect(database.address, 1);
  await pool`SELECT 1`;
  const results = Promise.allSettled([pool`SELECT pg_sleep(10)`, pool`SELECT 1`]);
  await pool.end({ timeout: 0 });
  const late = await Promise.allSettled([pool`SELECT 1`]);
  const connecting = connect(database.address, 1);
  const early = Promise.allSettled([connecting`SELECT 1`]);
  await connecting.end({ timeout: 0 });
  for (const result of [...(await results), ...late, ...(await early)]) {
    expect(result.status === 'rejected' && isDatabaseUnavailable(result.reason)).toBe(true);
  }
});

test('a copy that is rejected or stops midway leaves its connection usable', async () => {
  const { sql } = database;
  const connection = await sql.reserve();
  await connection`CREATE TEMPORARY TABLE copied (id int PRIMARY KEY)`;
  const rows = (count: number) => Array.from({ length: count }, (_, id) => Buffer.from(`${id}\n`));
  expect(await connection.copyIn('COPY copied FROM STDIN', rows(1_000))).toBe(1_000);
  await expect(connection.copyIn('COPY copied FROM STDIN', rows(2_000))).rejects.toMatchObject({ code: '23505' });
  const breaking = function* () {
    yield Buffer.from('5000\n');
    throw new Error('the source broke off');
  };
  await expect(connection.copyIn('COPY copied FROM STDIN', breaking())).rejects.toThrow('the source broke off');
  const chunks: Buffer[] = [];
  for await (const chunk of connection.copyOut('COPY copied TO STDOUT')) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString().split('\n')).toHaveLength(1_001);
  expect(await connection`SELECT count(*)::int AS count FROM copied`).toEqual([{ count: 1_000 }]);
  connection.release();
  await sql
    .begin(async (tx) => {
      for await (const chunk of tx.copyOut('COPY (SELECT generate_series(1, 1000000)) TO STDOUT')) {
        expect(chunk.length).toBeGreaterThan(0);
        break;
      }
      throw new Error('enough');
    })
    .catch(() => undefined);
  expect(await sql`SELECT 1 AS one`).toEqual([{ one: 1 }]);
});
