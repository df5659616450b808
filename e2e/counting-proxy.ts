import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request for data as it came through the proxy. */
export interface Seen {
  method: string;
  /** Path below /api/v1 or /workspace, with its query. */
  path: string;
  body: { page?: number; page_size?: number; identifiers?: Record<string, string[]> } & Record<string, unknown>;
  idempotencyKey: string | undefined;
}

/** What becomes of an answer on its way out; `undefined` lets it through as it is. */
type ResponseChange = (
  seen: Seen,
  answer: Buffer,
) => Buffer | 'cut' | 'held' | { status: number; html: string } | undefined;

/** A proxy in front of a gateway: it counts every request for data there, whatever any page believes. */
export interface CountingProxy {
  url: string;
  /** Requests that cost, in the order in which they came. */
  paid: Seen[];
  /** Set to change, lose or break the answers of paid requests after the service has given them. */
  meddle: ResponseChange | undefined;
  /** Set to cut the connection of each request for such an address. */
  cut: RegExp | undefined;
  close(): void;
}

/** Opens a proxy to a gateway. */
export async function startCountingProxy(target: string): Promise<CountingProxy> {
  const proxy: CountingProxy = {
    url: '',
    paid: [],
    meddle: undefined,
    cut: undefined,
    close,
  };
  const server = createServer((incoming, answer) => void pass(proxy, target, incoming, answer));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return proxy;

  function close() {
    server.closeAllConnections();
    server.close();
  }
}

async function pass(proxy: CountingProxy, target: string, incoming: IncomingMessage, answer: ServerResponse) {
  if (proxy.cut?.test(incoming.url ?? '/')) return void answer.destroy();
  const body = await readAll(incoming);
  const seen = parsePaidRequest(incoming, body);
  if (seen) proxy.paid.push(seen);
  const { method, url = '/' } = incoming;
  // The page and its data come from one origin, so the gateway must see its own.
  const { origin: _origin, 'if-none-match': _match, 'if-modified-since': _since, ...kept } = incoming.headers;
  const headers = { ...kept, host: new URL(target).host, 'accept-encoding': 'identity' };
  const onward = request(target, { method, path: url, headers });
  onward.on('error', () => answer.destroy());
  onward.on('response', (answered) => {
    void readAll(answered).then((text) => {
      const meddled = seen && proxy.meddle?.(seen, text);
      if (meddled === 'held') return;
      if (meddled === 'cut') return answer.destroy();
      if (meddled && 'html' in meddled) {
        return answer.writeHead(meddled.status, { 'content-type': 'text/html' }).end(meddled.html);
      }
      const { 'content-length': _length, 'transfer-encoding': _coding, ...passed } = answered.headers;
      return answer.writeHead(answered.statusCode ?? 0, passed).end(meddled ?? text);
    });
  });
  onward.end(body);
}

function parsePaidRequest({ method = '', url = '', headers }: IncomingMessage, body: Buffer): Seen | undefined {
  const spent =
    method === 'POST' ? /^\/workspace(\/(searches(\/[\w-]+\/more)?|unlock|requests))$/.exec(url)?.[1] : undefined;
  const path = spent ?? /^\/api\/v1(\/.*)$/.exec(url)?.[1];
  if (path === undefined || /^\/(location|industry)\/search/.test(path)) return undefined;
  const idempotencyKey = headers['idempotency-key'] as string | undefined;
  return { method, path, body: body.length > 0 ? (JSON.parse(body.toString()) as Seen['body']) : {}, idempotencyKey };
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
