import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Delivery } from '#contract/deliveries.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { pageHeaders, sendRaw, testKey } from '../../testing/gateway.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { findScratchFolder } from '../../testing/scratch-folder.ts';
import { startHostedAlerts } from '../../testing/hosted-alerts.ts';
import { readEnvironment } from '../environment.ts';
import { createShutdown } from '../shutdown.ts';
import { openGateway } from './gateway.ts';

const database = openForTests(openTestDatabase);
const hosted = openForTests(startHostedAlerts);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(findScratchFolder(), 'fundscope-hosted-service-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function start(values: Record<string, string> = {}) {
  const env = readEnvironment({
    FUNDSCOPE_UPSTREAM: hosted.url,
    FUNDSCOPE_KEY: testKey,
    FUNDSCOPE_DATA: folder,
    DATABASE_URL: database.address,
    ...values,
  });
  const shutdown = createShutdown();
  const app = await openGateway({ address: database.address, env, onProgress: () => undefined }, shutdown);
  return { site: await app.listen({ host: '127.0.0.1', port: 0 }), stop: () => shutdown.run() };
}

test('a stranger neither reads nor deletes what the gateway stores, however the path is written', async () => {
  const owner = await start();
  const headers = { ...pageHeaders(owner.site), 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'Desk', format: 'webhook', target: 'https://example.com/hook' });
  const saved = await sendRaw(owner.site, '/account/deliveries', { method: 'POST', headers, body });
  expect(saved.status, saved.body).toBe(200);
  const { delivery } = (JSON.parse(saved.body) as { data: { delivery: Delivery } }).data;
  const off = await start({ FUNDSCOPE_LOCAL_KEY: 'off' });
  for (const { site } of [owner, off]) {
    for (const up of [
      '..',
      '%2e%2e',
      '%2E%2e',
      '.%2e',
      '%2e.',
      '..%2f..',
      String.raw`..\..`,
      '..%5c..',
      '%252e%252e',
    ]) {
      for (const [method, path] of [
        ['GET', `/account/feed/${up}/deliveries`],
        ['GET', `/account/feed/${up}/../workspace/changes?after=0`],
        ['GET', `/account/feed/${up}/${up}/workspace/changes?after=0`],
        ['DELETE', `/account/unsubscribe/${up}/deliveries/${delivery.id}`],
        ['GET', `/workspace/join/${up}/members`],
      ] as const) {
        const { status, body: text } = await sendRaw(site, path, { method });
        expect([method, path, status, text.includes(delivery.secret!)]).toEqual([method, path, 404, false]);
      }
    }
  }
  const kept = await sendRaw(owner.site, '/account/deliveries', { headers: pageHeaders(owner.site) });
  expect(kept.body).toContain(delivery.id);
  await owner.stop();
  await off.stop();
}, 60_000);

test('a gateway that cannot store anything does not start, and leaves no connection to the database', async () => {
  const countOthers = async () => {
    const [row] = await database.sql<{ others: number }[]>`
      SELECT count(*)::int AS others FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    return row!.others;
  };
  const before = await countOthers();
  const env = readEnvironment({
    FUNDSCOPE_UPSTREAM: hosted.url,
    FUNDSCOPE_KEY: testKey,
    FUNDSCOPE_DATA: import.meta.filename,
    DATABASE_URL: database.address,
  });
  const shutdown = createShutdown();
  const options = { address: database.address, env, onProgress: () => undefined };
  await expect(openGateway(options, shutdown)).rejects.toThrow('cannot be a data folder');
  await shutdown.run();
  await expect.poll(countOthers).toBeLessThanOrEqual(before);
});
