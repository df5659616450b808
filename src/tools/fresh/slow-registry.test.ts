import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createShutdown } from '../../gateway/shutdown.ts';
import { type SlowRegistry, startSlowRegistry } from './slow-registry.ts';

const shutdown = createShutdown();
let registry: SlowRegistry;
beforeAll(async () => {
  const server = createServer(({ url, headers }, response) => {
    response.writeHead(url?.endsWith('/missing') ? 404 : 200, { etag: 'a' }).end(`${url} ${headers.accept}`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  shutdown.add(async () => void server.close());
  const { port } = server.address() as AddressInfo;
  registry = await startSlowRegistry(`http://127.0.0.1:${port}/npm/`, 100, shutdown);
});
afterAll(() => shutdown.run());

test('answers as the registry behind it does, and later', async () => {
  const begin = performance.now();
  const response = await fetch(`${registry.url}@a%2fb`, { headers: { accept: 'text/plain' } });
  expect([response.status, response.headers.get('etag')]).toEqual([200, 'a']);
  expect(await response.text()).toBe('/npm/@a%2fb text/plain');
  expect(performance.now() - begin).toBeGreaterThan(95);
  expect((await fetch(`${registry.url}missing`)).status).toBe(404);
});

test('closes every connection while it is off', async () => {
  registry.isOff = true;
  onTestFinished(() => void (registry.isOff = false));
  await expect(fetch(`${registry.url}a`)).rejects.toThrow('fetch failed');
});
