import { Agent } from 'undici';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../testing/database.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { readEnvironment } from '../environment.ts';
import { createShutdown } from '../shutdown.ts';
import { createHostedStore } from './hosted-store.ts';

const database = openForTests(openTestDatabase);

/** A store that cannot be opened, because its data folder is a file; and what it reports. */
async function createClosedStore() {
  const env = readEnvironment({ DATABASE_URL: database.address, FUNDSCOPE_DATA: import.meta.filename });
  const upstream = { url: new URL('https://api.example.com'), key: 'key', alertAmounts: 'usd' as const };
  const reports: string[] = [];
  const onProgress = (text: string) => void reports.push(text);
  const options = { env, upstream, accountId: 'a', dispatcher: new Agent(), onProgress };
  return { store: await createHostedStore(options, createShutdown()), reports };
}

test('a store that cannot be opened is reported once, however many requests wait for it', async () => {
  const { store, reports } = await createClosedStore();
  const opening = await Promise.allSettled([store.open(), store.openStored(), store.open()]);
  expect(opening.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(reports).toEqual([
    expect.stringMatching(/^Deliveries and the workspace are not available: .* cannot be a data folder/),
  ]);
});

test('a store that cannot be opened leaves no connection to the database', async () => {
  const countOthers = async () => {
    const [row] = await database.sql<{ others: number }[]>`
      SELECT count(*)::int AS others FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    return row!.others;
  };
  const before = await countOthers();
  const { store } = await createClosedStore();
  await expect(store.open()).rejects.toThrow('cannot be a data folder');
  await expect(store.open()).rejects.toThrow('cannot be a data folder');
  await expect.poll(countOthers).toBeLessThanOrEqual(before);
});
