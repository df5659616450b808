import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { openForTests } from '../../testing/open-for-tests.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { dropStaleSchemas } from './next-schema.ts';
import { load, acquireLoadLock } from './load.ts';
import { fewPlaces, readSchemas, createFeed, listRecords } from './testing-records.ts';

const database = openForTests(openTestDatabase);

/** Another program that loads, prints each step, and on request pauses in the middle of the records. */
const program = `
  import { createServer } from 'vite';
  const server = await createServer({ configFile: false, appType: 'custom', logLevel: 'error',
    server: { middlewareMode: true, hmr: false, watch: null }, optimizeDeps: { noDiscovery: true } });
  const read = (file) => server.ssrLoadModule('/src/service/' + file);
  const { connect } = await read('db/open.ts');
  const { load } = await read('import/load.ts');
  const { fewPlaces, createFeed, listRecords } = await read('import/testing-records.ts');
  const [address, waitIn] = process.argv.slice(1);
  async function* records() {
    for (let number = 0; number < 2000; number += 1) yield* listRecords('mass-' + number);
    console.log('midway');
    if (waitIn === 'midway') await new Promise((resolve) => setTimeout(resolve, 60_000));
  }
  await load(connect(address, 2), createFeed('one', records()), { gazetteer: fewPlaces, onStep: (step) => console.log(step) });
  process.exit();
`;

async function killAt(step: string): Promise<void> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, database.address, step], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  for await (const line of createInterface(child.stdout)) if (line === step) child.kill('SIGKILL');
  expect((await ended)[1]).toBe('SIGKILL');
}

test.each(['midway', 'figures', 'indexes'])(
  'a load that is killed in the step "%s" leaves the old records, and the next load removes its stale schema',
  async (step) => {
    const { sql } = database;
    const options = { gazetteer: fewPlaces };
    await load(sql, createFeed('one', listRecords('alder')), options);
    const readIds = () => sql`SELECT c.uuid, d.uuid AS deal FROM companies c JOIN deals d ON d.id = c.latest_deal_id`;
    const before = await readIds();
    await killAt(step);
    expect(await readIds()).toEqual(before);
    expect(await sql`SELECT 1 FROM pg_namespace WHERE nspname = 'data_next'`).toHaveLength(1);
    await load(sql, createFeed('one', listRecords('alder')), options);
    expect(await readIds()).toEqual(before);
    expect(await sql`SELECT 1 FROM pg_namespace WHERE nspname = 'data_next'`).toHaveLength(0);
  },
);

test('the next start removes the stale schema of a killed load, but not that of a running one', async () => {
  const { sql } = database;
  await killAt('indexes');
  expect(await readSchemas(sql)).toContain('data_next');
  const lock = await acquireLoadLock(sql);
  await dropStaleSchemas(sql);
  expect(await readSchemas(sql)).toContain('data_next');
  await lock.release();
  await dropStaleSchemas(sql);
  expect(await readSchemas(sql)).toEqual(['data']);
});
