import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { pageHeaders, testKey } from '../../testing/gateway.ts';
import { readEnvironment } from '../environment.ts';
import { createShutdown } from '../shutdown.ts';
import { openGateway } from './gateway.ts';

const shutdown = createShutdown();
let database: TestDatabase;
let dataDir: string;
let own: string;
let hosting: string;

beforeAll(async () => {
  database = await openTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'fundscope-headers-'));
  own = await startGateway({});
  hosting = await startGateway({ FUNDSCOPE_UPSTREAM: `${own}/api/v1`, FUNDSCOPE_KEY: testKey });
}, 120_000);
afterAll(async () => {
  await shutdown.run();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function startGateway(values: Record<string, string>): Promise<string> {
  const env = readEnvironment({ FUNDSCOPE_DATA: dataDir, ...values });
  const app = await openGateway({ address: database.address, env, onProgress: () => undefined }, shutdown);
  return app.listen({ host: '127.0.0.1', port: 0 });
}

/** The status of a request that a proxy forwards with `count` more headers before its own. */
function sendForwarded(url: string, path: string, count: number): Promise<number> {
  const { hostname, port, host } = new URL(url);
  const page = Object.entries(pageHeaders(url)).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = [`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n`, ...page, 'a:\r\n'.repeat(count)];
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname, () =>
      socket.write(`${head.join('')}X-Forwarded-For: 203.0.113.7\r\n\r\n`),
    );
    socket.on('data', (chunk) => (received += chunk.toString()));
    socket.on('close', () => resolve(Number(/^HTTP\/1.1 (\d+)/.exec(received)?.[1])));
    socket.on('error', reject);
  });
}

test('no number of headers hides from a gateway that a request was forwarded', async () => {
  for (const url of [own, hosting]) {
    for (const path of ['/account/deliveries', '/api/v1/location/search?name=berlin', '/metrics']) {
      const statuses = [];
      for (const count of [0, 400, 990, 1000, 2000, 4000]) statuses.push(await sendForwarded(url, path, count));
      expect([path, statuses]).toEqual([path, [401, 401, 431, 431, 431, 431]]);
    }
  }
});
