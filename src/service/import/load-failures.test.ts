import { describe, expect, test } from 'vitest';
import { createPool, type Pool } from '../db/pool.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { load as loadWith, type LoadOptions, acquireLoadLock } from './load.ts';
import type { ImportFeed, SourceRecord } from './records.ts';
import { swapSchemas } from './next-schema.ts';
import { fewPlaces, readRecordTables, readSchemas, createFeed, listRecords } from './testing-records.ts';

const database = openForTests(openTestDatabase);

const load = (sql: Pool, feed: ImportFeed | undefined, options: LoadOptions = {}) =>
  loadWith(sql, feed, { gazetteer: fewPlaces, ...options });

describe('a load that fails', () => {
  const failing: [string, () => SourceRecord[] | Generator<SourceRecord>][] = [
    [
      'because its source breaks off',
      function* () {
        yield* listRecords('holly');
        throw new Error('the source broke off');
      },
    ],
    ['because the database rejects a row', () => listRecords('holly', -1)],
    ['because a record names what was not given', () => listRecords('holly').slice(2)],
    ['because two deals have one key', () => [...listRecords('holly'), ...listRecords('holly').slice(2)]],
    ['because an amount is no number', () => listRecords('holly', Number.NaN)],
  ];
  test.each(failing)('%s changes nothing and leaves no stale schema', async (_why, toBroken) => {
    const before = await readRecordTables(database.sql);
    await expect(load(database.sql, createFeed('one', toBroken()))).rejects.toThrow(/./);
    expect(await readRecordTables(database.sql)).toEqual(before);
    expect(await readSchemas(database.sql)).toEqual(['data']);
  });

  test('does so when it is stopped midway', async () => {
    const before = await readRecordTables(database.sql);
    const stop = new AbortController();
    const records = (function* () {
      yield* listRecords('holly');
      stop.abort(new Error('stopped'));
      yield* listRecords('ivy');
    })();
    await expect(load(database.sql, createFeed('one', records), { signal: stop.signal })).rejects.toThrow('stopped');
    expect(await readRecordTables(database.sql)).toEqual(before);
    expect(await readSchemas(database.sql)).toEqual(['data']);
  });

  test('does so when it loses the connection with the lock, but the next load removes its schema', async () => {
    const before = await readRecordTables(database.sql);
    const onStep = (step: string) => {
      if (step === 'indexes') {
        void database.sql`SELECT pg_terminate_backend(pid) FROM pg_locks
          WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute();
      }
    };
    await expect(load(database.sql, createFeed('one', listRecords('holly')), { onStep })).rejects.toThrow(/./);
    expect(await readRecordTables(database.sql)).toEqual(before);
    await load(database.sql, undefined);
    expect(await readSchemas(database.sql)).toEqual(['data']);
  });

  test('does so when all its connections break while rows are being sent', async () => {
    const before = await readRecordTables(database.sql);
    const records = (async function* () {
      for (let number = 0; number < 20_000; number += 1) {
        const name = `mass-${number}`;
        yield { kind: 'company' as const, key: name, permalink: name, name, address: name.repeat(50) };
        if (number === 10_000) {
          await database.sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE application_name = 'fundscope import' AND datname = current_database()`;
        }
      }
    })();
    await expect(load(database.sql, createFeed('one', records))).rejects.toThrow(/./);
    expect(await readRecordTables(database.sql)).toEqual(before);
    await load(database.sql, undefined);
    expect(await readSchemas(database.sql)).toEqual(['data']);
  });
});

test('a second load at the same time is rejected with a reason', async () => {
  const lock = await acquireLoadLock(database.sql);
  await expect(load(database.sql, createFeed('one', listRecords('kapok')))).rejects.toThrow(
    'Another import is running',
  );
  await lock.release();
});

test('a load that cannot query the lock leaves no connection open', async () => {
  const { sql } = database;
  const onStatement = () => {
    throw new Error('the query failed');
  };
  const failing = createPool({ ...sql.options, onStatement });
  await expect(acquireLoadLock(failing)).rejects.toThrow('the query failed');
  await expect
    .poll(
      () =>
        sql`SELECT FROM pg_stat_activity WHERE application_name = 'fundscope import' AND datname = current_database()`,
    )
    .toHaveLength(0);
});

test('a swap blocked by a long query retries and then gives up with nothing changed', async () => {
  const { sql } = database;
  await sql`CREATE SCHEMA data_next`;
  await sql`CREATE TABLE data_next.sources (LIKE data.sources)`;
  const lock = await acquireLoadLock(sql);
  await sql.begin(async (tx) => {
    await tx`SELECT count(*) FROM deals`;
    await expect(swapSchemas(lock.connection, undefined, { timeoutMs: 600 })).rejects.toThrow('Nothing changed');
  });
  expect(await readSchemas(database.sql)).toEqual(expect.arrayContaining(['data', 'data_next']));
  await sql`DROP SCHEMA data_next CASCADE`;
  await lock.release();
});
