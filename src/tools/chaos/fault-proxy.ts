import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Shutdown } from '../../gateway/shutdown.ts';

/** A response of the hosted service. */
export interface HostedResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** What goes wrong with a paid request. */
export interface Fault {
  /** Responds in place of the service, which never receives the request; `cut` closes the connection. */
  before?: (request: IncomingMessage) => HostedResponse | 'cut';
  /** Changes the response of the service, which has already charged; `cut` loses it. */
  after?: (response: HostedResponse) => HostedResponse | 'cut';
}

/** A proxy in front of a hosted service. */
export interface FaultProxy {
  url: string;
  /** The fault of the current scenario, for paid requests. */
  fault: Fault;
}

/** Opens a proxy to a service; `shutdown` closes it. */
export async function startFaultProxy(target: string, shutdown: Shutdown): Promise<FaultProxy> {
  const proxy: FaultProxy = { url: '', fault: {} };
  const server = createServer((incoming, outgoing) => void pass(target, proxy.fault, incoming, outgoing));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  shutdown.add(async () => {
    server.closeAllConnections();
    server.close();
  });
  return proxy;
}

const isPaid = ({ method, url = '' }: IncomingMessage): boolean => method === 'POST' && url.startsWith('/api/v1/');

async function pass(target: string, fault: Fault, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const body = await readText(incoming);
  const instead = isPaid(incoming) ? fault.before?.(incoming) : undefined;
  const response = instead ?? (await forward(target, incoming, body));
  const changed = response !== 'cut' && !instead && isPaid(incoming) ? fault.after?.(response) : undefined;
  const sent = changed ?? response;
  if (sent === 'cut') return void outgoing.destroy();
  const { 'content-length': _length, 'transfer-encoding': _coding, connection: _connection, ...headers } = sent.headers;
  outgoing.statusCode = sent.status;
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) outgoing.setHeader(name, value);
  outgoing.end(sent.body);
}

async function forward(target: string, { method, url = '/', headers }: IncomingMessage, body: string) {
  return new Promise<HostedResponse | 'cut'>((resolve) => {
    const kept = { ...headers, host: new URL(target).host, 'accept-encoding': 'identity' };
    const onward = request(target + url, { method, headers: kept }, (response) => {
      void readText(response).then((text) =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
    });
    onward.on('error', () => resolve('cut'));
    onward.end(body);
  });
}

async function readText(stream: IncomingMessage): Promise<string> {
  return Buffer.concat(await stream.toArray()).toString();
}
