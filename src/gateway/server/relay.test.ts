import { once } from 'node:events';
import { type IncomingMessage, type RequestListener, type Server, createServer, request } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { localhostCertificate } from '../../testing/certificate.ts';
import { testKey, listen, pageHeaders, startRelay, type TestGateway } from '../../testing/gateway.ts';

const lookUp = '/api/v1/location/search?name=berlin';
const paid = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };

const shutdown: (() => unknown)[] = [];
beforeEach(() => {
  for (const name of ['http_proxy', 'https_proxy', 'no_proxy']) vi.stubEnv(name, '');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of shutdown.splice(0).toReversed()) await close();
});

async function serve(server: Server): Promise<number> {
  shutdown.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return listen(server);
}

/** A gateway in front of a service that misbehaves in ways that our own cannot. */
async function relayTo(
  listener: RequestListener,
  limits?: Parameters<typeof startRelay>[1],
): Promise<TestGateway & { port: number }> {
  const port = await serve(createServer(listener));
  return { ...(await relayAt(`http://127.0.0.1:${port}/api/v1`, limits)), port };
}

async function relayAt(address: string, limits?: Parameters<typeof startRelay>[1]): Promise<TestGateway> {
  const gateway = await startRelay({ FUNDSCOPE_UPSTREAM: address }, limits);
  shutdown.push(gateway.close);
  return gateway;
}

/** What the page reads from a rejection by the gateway itself. */
function buildRejection({ status, headers, body }: { status: number; headers: object; body: string }) {
  expect(body).not.toContain(testKey);
  const { success, error } = JSON.parse(body) as {
    success: boolean;
    error: { code: string; message: string; details: { outcome: string } };
  };
  expect(success).toBe(false);
  return { status, code: error.code, message: error.message, outcome: error.details.outcome, headers };
}

test('the hosted service receives its own Host and the key, but no connection headers, cookies or client data', async () => {
  const received: IncomingMessage[] = [];
  const gateway = await relayTo((incoming, response) => {
    received.push(incoming);
    response.end('{}');
  });
  await gateway.send(lookUp, {
    headers: {
      cookie: 'session=1',
      connection: 'keep-alive, idempotency-key',
      'idempotency-key': 'named-by-connection',
      'keep-alive': 'timeout=9',
      te: 'trailers',
      'proxy-authorization': 'Basic eDp5',
      referer: 'http://127.0.0.1/deals?secret',
      'x-anything': 'else',
      accept: 'application/json',
    },
  });
  const { headers, url } = received[0]!;
  expect(url).toBe(lookUp);
  const { connection: _, 'x-request-id': requestId, 'user-agent': agent, ...rest } = headers;
  expect(rest).toEqual({
    host: `127.0.0.1:${gateway.port}`,
    authorization: `Bearer ${testKey}`,
    accept: 'application/json',
  });
  expect(requestId).toMatch(/^[\w-]{36}$/);
  expect(agent).toMatch(/^Fundscope\/\d/);
  // A request through a proxy has its own key. Its forwarding headers are not relayed.
  await gateway.send(lookUp, {
    headers: { authorization: 'Bearer own', 'x-forwarded-for': '10.0.0.1', forwarded: 'for=10.0.0.1' },
  });
  expect(received[1]?.headers).toMatchObject({ authorization: 'Bearer own' });
  expect(Object.keys(received[1]?.headers ?? {}).filter((name) => name.includes('forwarded'))).toEqual([]);
});

test('only headers of the contract are returned', async () => {
  const gateway = await relayTo((_, response) => {
    response.writeHead(200, {
      'content-type': 'application/json',
      'x-credits-remaining': '3.0',
      'retry-after': '7',
      connection: 'x-credits-used',
      'x-credits-used': '1.0',
      'set-cookie': 'session=1',
      'strict-transport-security': 'max-age=1',
      'clear-site-data': '"*"',
      'access-control-allow-origin': '*',
      'content-security-policy': 'default-src *',
      'alt-svc': 'h3=":443"',
      upgrade: 'h2c',
      server: 'secret/1',
    });
    response.end('{}');
  });
  const { headers } = await gateway.send(lookUp);
  const { date: _, connection: _connection, 'keep-alive': _alive, 'x-request-id': _id, ...rest } = headers;
  expect(rest).toEqual({
    'content-type': 'application/json',
    'x-credits-remaining': '3.0',
    'retry-after': '7',
    'transfer-encoding': 'chunked',
  });
});

test('both bodies stream: the response begins before the request has ended', async () => {
  const gateway = await relayTo((incoming, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    incoming.on('data', (chunk: Buffer) => response.write(`<${chunk.toString()}>`));
    incoming.on('end', () => response.end());
  });
  const outgoing = request(gateway.url, { method: 'POST', path: '/api/v1/deals', headers: pageHeaders(gateway.url) });
  outgoing.write('one');
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  expect(String((await once(response, 'data'))[0])).toBe('<one>');
  outgoing.end('two');
  expect(String((await once(response, 'data'))[0])).toBe('<two>');
});

test.each([
  ['before', false],
  ['while', true],
])('a browser that disconnects %s the response arrives cancels its request', async (_, begins) => {
  const closed = vi.fn<() => void>();
  const arrived = vi.fn<() => void>();
  const gateway = await relayTo((incoming, response) => {
    incoming.resume();
    response.on('close', closed);
    if (begins) response.write('{');
    arrived();
  });
  const outgoing = request(gateway.url, { method: 'POST', path: '/api/v1/deals', headers: pageHeaders(gateway.url) });
  outgoing.on('error', () => undefined);
  outgoing.end('{}');
  await vi.waitFor(() => expect(arrived).toHaveBeenCalled());
  expect(closed).not.toHaveBeenCalled();
  outgoing.destroy();
  await vi.waitFor(() => expect(closed).toHaveBeenCalled());
});

test('a service where nothing listens is 503, and nothing was sent', async () => {
  const gateway = await relayAt('http://127.0.0.1:1/api/v1');
  const rejection = buildRejection(await gateway.send('/api/v1/deals', paid));
  expect(rejection).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE', outcome: 'not_charged' });
  expect(rejection.message).toMatch(/nothing listens at its address/);
  expect(rejection.headers).toMatchObject({ 'retry-after': '2' });
});

test('a service that does not respond is 504, and a paid request may have been charged', async () => {
  const gateway = await relayTo(() => undefined, { connectMs: 2_000, answerMs: 200, idleMs: 200 });
  const response = await gateway.send('/api/v1/deals', paid);
  expect(buildRejection(response)).toMatchObject({ status: 504, code: 'TIMEOUT', outcome: 'unknown' });
  expect(response.headers['retry-after']).toBeUndefined();
  expect(buildRejection(await gateway.send(lookUp))).toMatchObject({ status: 504, outcome: 'not_charged' });
});

test('a connection that is never established is 504, and nothing was sent', async () => {
  // A proxy that accepts CONNECT and never responds.
  const proxy = createServer().on('connect', () => undefined);
  vi.stubEnv('http_proxy', `http://127.0.0.1:${await serve(proxy)}`);
  const gateway = await relayAt('http://hosted.example/api/v1', { connectMs: 200, answerMs: 5_000, idleMs: 200 });
  expect(buildRejection(await gateway.send('/api/v1/deals', paid))).toMatchObject({
    status: 504,
    outcome: 'not_charged',
  });
});

test.each<[string, RequestListener]>([
  ['before its answer', (_, response) => response.destroy()],
  [
    'after its headers',
    (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.flushHeaders();
      setTimeout(() => response.destroy(), 50);
    },
  ],
])('a service that dies %s is 503, and a paid request may have been charged', async (_, listener) => {
  const gateway = await relayTo(listener);
  const rejection = buildRejection(await gateway.send('/api/v1/deals', paid));
  expect(rejection).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE', outcome: 'unknown' });
});

test.each<[string, (response: Parameters<RequestListener>[1]) => void]>([
  ['dies', (response) => setTimeout(() => response.destroy(), 50)],
  ['falls silent', () => undefined],
])('a response whose service %s halfway is aborted, never ended as if it were complete', async (_, end) => {
  const gateway = await relayTo(
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"data":');
      end(response);
    },
    { connectMs: 2_000, answerMs: 2_000, idleMs: 200 },
  );
  await expect(gateway.send('/api/v1/deals', paid)).rejects.toThrow('aborted');
});

test.each<[Record<string, string>, string]>([
  [{}, 'unknown'],
  [{ 'x-credits-used': '2.5' }, 'unknown'],
  [{ 'x-credits-used': '0.0' }, 'not_charged'],
])('a redirect with %j is not followed, and its charge is %s', async (charge, outcome) => {
  const elsewhere = vi.fn<RequestListener>((_, response) => response.end('{}'));
  const port = await serve(createServer(elsewhere));
  const gateway = await relayTo((_, response) =>
    response.writeHead(307, { location: `http://127.0.0.1:${port}/`, ...charge }).end(),
  );
  const response = await gateway.send('/api/v1/deals', paid);
  expect(buildRejection(response)).toMatchObject({ status: 503, outcome });
  expect(response.headers['x-credits-used']).toBe(charge['x-credits-used']);
  expect(response.headers['location']).toBeUndefined();
  expect(buildRejection(await gateway.send(lookUp))).toMatchObject({ status: 503, outcome: 'not_charged' });
  expect(elsewhere).not.toHaveBeenCalled();
});

test.each([600, 999])('a response with status %i, which HTTP does not have, may have been charged', async (status) => {
  const gateway = await relayTo((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end('{"error":{"code":"BROKEN","message":"You were not charged."}}');
  });
  const response = await gateway.send('/api/v1/deals', paid);
  expect(buildRejection(response)).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE', outcome: 'unknown' });
  expect(response.headers['retry-after']).toBeUndefined();
  expect(response.body).not.toContain('You were not charged');
  expect(buildRejection(await gateway.send(lookUp))).toMatchObject({ status: 503, outcome: 'not_charged' });
});

test.each(['-0', '-1000', 'NaN', '9'.repeat(400)])(
  'a redirect that says a charge of %s may have been charged',
  async (used) => {
    const gateway = await relayTo((_, response) => response.writeHead(307, { 'x-credits-used': used }).end());
    expect(buildRejection(await gateway.send('/api/v1/deals', paid))).toMatchObject({
      status: 503,
      outcome: 'unknown',
    });
  },
);

test('a proxy in the environment is used, and NO_PROXY excludes a service from it', async () => {
  const tunnels: string[] = [];
  const port = await serve(createServer((incoming, response) => response.end(String(incoming.headers.host))));
  const proxy = createServer().on('connect', (wish: IncomingMessage, socket) => {
    tunnels.push(String(wish.url));
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  vi.stubEnv('http_proxy', `http://127.0.0.1:${await serve(proxy)}`);
  // Only the proxy knows this name.
  const proxied = await relayAt('http://hosted.example:8080/api/v1');
  expect(await proxied.send(lookUp)).toMatchObject({ status: 200, body: 'hosted.example:8080' });
  expect(tunnels).toEqual(['hosted.example:8080']);
  vi.stubEnv('no_proxy', 'other.example,127.0.0.1');
  const straight = await relayAt(`http://127.0.0.1:${port}/api/v1`);
  expect(await straight.send(lookUp)).toMatchObject({ status: 200, body: `127.0.0.1:${port}` });
  expect(tunnels).toHaveLength(1);
});

test('a proxy that rejects is 503 with its reason, and nothing was sent', async () => {
  const proxy = createServer().on('connect', (_, socket) =>
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'),
  );
  vi.stubEnv('http_proxy', `http://someone:secret@127.0.0.1:${await serve(proxy)}`);
  const gateway = await relayAt('http://hosted.example/api/v1');
  const response = await gateway.send('/api/v1/deals', paid);
  expect(buildRejection(response)).toMatchObject({ status: 503, outcome: 'not_charged' });
  expect(buildRejection(response).message).toMatch(/the proxy did not open a connection/);
  expect(response.body).not.toMatch(/secret|hosted\.example/);
});

test('an untrusted certificate ends the connection before the key is sent', async () => {
  const received = vi.fn<RequestListener>((_, response) => response.end('{}'));
  const port = await serve(createSecureServer(localhostCertificate, received));
  const gateway = await relayAt(`https://localhost:${port}/api/v1`);
  const rejection = buildRejection(await gateway.send('/api/v1/deals', paid));
  expect(rejection).toMatchObject({ status: 503, outcome: 'not_charged' });
  expect(rejection.message).toMatch(/certificate is not trusted; set NODE_EXTRA_CA_CERTS/);
  expect(received).not.toHaveBeenCalled();
});

test('an invalid proxy address fails the start with one clear sentence', async () => {
  vi.stubEnv('https_proxy', 'not an address');
  await expect(startRelay({ FUNDSCOPE_UPSTREAM: 'https://hosted.example/api/v1' })).rejects.toThrow(
    /^HTTPS_PROXY or HTTP_PROXY is not a proxy address/,
  );
});
