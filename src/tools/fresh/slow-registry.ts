import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { createProxyDispatcher } from '../../gateway/server/upstream.ts';
import type { Shutdown } from '../../gateway/shutdown.ts';

/** A proxy in front of a package registry, for npm's option `registry`. */
export interface SlowRegistry {
  url: string;
  /** How long each answer waits. */
  delayMs: number;
  /** While it is off, connections close without an answer. */
  isOff: boolean;
}

/** Opens a proxy to the registry at `target`; `shutdown` closes it. */
export async function startSlowRegistry(target: string, delayMs: number, shutdown: Shutdown): Promise<SlowRegistry> {
  const dispatcher = createProxyDispatcher();
  const registry: SlowRegistry = { url: '', delayMs, isOff: false };

  async function answer({ url = '/', headers }: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    if (registry.isOff) return void outgoing.destroy();
    const { host: _host, connection: _connection, ...sent } = headers;
    const [response] = await Promise.all([
      request(new URL(url.slice(1), target), { headers: sent, dispatcher }),
      sleep(registry.delayMs),
    ]);
    const { connection: _theirs, 'transfer-encoding': _coding, ...kept } = response.headers;
    outgoing.writeHead(response.statusCode, kept);
    await pipeline(response.body, outgoing);
  }

  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  registry.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  shutdown.add(async () => {
    server.closeAllConnections();
    server.close();
    await dispatcher.destroy();
  });
  return registry;
}
