import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '../debian.ts';
import type { RunningProxy } from './start-proxy.ts';

/** How long no request is sent, and how long one waits for its response; the gateway itself waits 28 s. */
const idleMs = 30_000;
export const silenceMs = 25_000;

/** Checks a gateway below `/funding` of a proxy; throws the first problem, returns what was checked. */
export async function checkProxy(proxy: RunningProxy, finishResponse: () => void): Promise<string[]> {
  const session = await openSession(proxy);
  try {
    assert.equal(session.alpnProtocol, 'h2');
    await checkPages(session);
    await checkStreaming(session, finishResponse);
    const before = performance.now();
    assert.equal((await send(session, 'POST', '/funding/api/v1/companies')).status, 200);
    assert.ok(performance.now() - before >= silenceMs, 'the response came too early');
    await sleep(idleMs);
    assert.equal((await send(session, 'GET', '/funding/api/v1/industry/search?name=x')).status, 200);
    return [
      'TLS',
      'HTTP/2',
      'sub-path',
      'streaming',
      `${silenceMs / 1000} s of silence within a request`,
      `${idleMs / 1000} s between two`,
    ];
  } finally {
    session.destroy();
  }
}

/** The proxy starts to listen a little after its start. */
async function openSession({ origin, certificate }: RunningProxy): Promise<ClientHttp2Session> {
  let session: ClientHttp2Session | undefined;
  await waitUntil('the proxy', 20_000, async () => {
    session = connect(origin, { ca: certificate });
    session.on('error', () => undefined);
    await once(session, 'connect');
    return true;
  });
  if (!session) throw new Error('a proxy without a connection');
  return session;
}

async function checkPages(session: ClientHttp2Session): Promise<void> {
  const page = await send(session, 'GET', '/funding/deals');
  assert.equal(page.status, 200);
  assert.match(page.body, /<meta name="fundscope-base" content="\/funding" \/>/);
  const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(page.body) ?? [];
  assert.match(script, /^\/funding\/.+\.js$/);
  assert.equal((await send(session, 'GET', script)).status, 200);
  const config = await send(session, 'GET', '/funding/config.json');
  assert.equal((JSON.parse(config.body) as { key: string }).key, 'browser', 'the key is offered through a proxy');
  assert.equal((await send(session, 'GET', '/elsewhere')).status, 404);
}

/** The beginning of a response arrives before its end is sent. */
async function checkStreaming(session: ClientHttp2Session, finishResponse: () => void): Promise<void> {
  const stream = request(session, 'POST', '/funding/api/v1/deals');
  const [first] = (await once(stream, 'data')) as [Buffer];
  assert.equal(first.toString(), '{"success":true,');
  finishResponse();
  assert.equal(Buffer.concat(await stream.toArray()).toString(), '"data":{"deals":[]}}');
}

function request(session: ClientHttp2Session, method: 'GET' | 'POST', path: string): ClientHttp2Stream {
  const body = method === 'POST' ? '{}' : undefined;
  const headers = { ':method': method, ':path': path, accept: 'text/html', authorization: 'Bearer vg_of_a_browser' };
  const stream = session.request({ ...headers, ...(body ? { 'content-type': 'application/json' } : {}) });
  stream.end(body);
  return stream;
}

async function send(
  session: ClientHttp2Session,
  method: 'GET' | 'POST',
  path: string,
): Promise<{ status: number; body: string }> {
  const stream = request(session, method, path);
  const [headers] = (await once(stream, 'response')) as [{ ':status'?: number }];
  const body = Buffer.concat(await stream.toArray()).toString();
  return { status: headers[':status'] ?? 0, body };
}
