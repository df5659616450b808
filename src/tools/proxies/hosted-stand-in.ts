import { once } from 'node:events';
import { type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Shutdown } from '../../gateway/shutdown.ts';

/** A service whose responses arrive when the caller decides. */
export interface HostedStandIn {
  /** Its address, ending in `/api/v1`. */
  readonly url: string;
  /** Ends the response that has begun. */
  finish(): void;
}

/**
 * Starts a service that begins a response to `POST /deals` and leaves it open, and that responds to `POST /companies`
 * after `silenceMs` without a byte.
 */
export async function startHostedStandIn(silenceMs: number, shutdown: Shutdown): Promise<HostedStandIn> {
  let open: ServerResponse | undefined;
  const server = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    if (request.url?.endsWith('/deals')) {
      open = response;
      response.write('{"success":true,');
    } else if (request.url?.endsWith('/companies')) {
      setTimeout(() => response.end('{"success":true,"data":{"companies":[]}}'), silenceMs);
    } else response.end('{"success":true,"data":{"industries":[]},"meta":{"total_count":0}}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  shutdown.add(async () => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/api/v1`, finish: () => open?.end('"data":{"deals":[]}}') };
}
