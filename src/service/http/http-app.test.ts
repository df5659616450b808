import { type AddressInfo, connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { buildService } from '../app.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';
import { createHttpApp } from './http-app.ts';
import { createMetrics } from './metrics.ts';

let app: FastifyInstance;
const service = openForTests(startService);
beforeAll(async () => {
  app = await buildService({ db: service.sql, requestTimeoutMs: 300, idleTimeoutMs: 200 });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

/** Sends bytes and leaves the connection open; returns everything received until the service closes it. */
function send(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => (received += chunk.toString()));
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
}

describe('what never becomes a request', () => {
  it('is 408 in the contract’s shape when its body does not arrive in time', async () => {
    const head = `POST /api/v1/deals HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.key}\r\n`;
    const answer = await send(`${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"page"`);
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    const error = { code: 'REQUEST_TIMEOUT', message: 'The request took too long to arrive.' };
    expect(answer.split('\r\n\r\n')[1]).toBe(JSON.stringify({ success: false, error }));
  });

  it('is 400 in the contract’s shape when it is not HTTP', async () => {
    const answer = await send('nonsense\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(answer).toMatch(/\{"success":false,"error":\{"code":"BAD_REQUEST"/);
  });

  it('is 431 in the contract’s shape when its headers are too large', async () => {
    const answer = await send(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 431 /);
    const error = { code: 'HEADERS_TOO_LARGE', message: 'The request headers are too large.' };
    expect(answer.split('\r\n\r\n')[1]).toBe(JSON.stringify({ success: false, error }));
  });
});

describe('a request with many headers', () => {
  const sendMany = (count: number) =>
    send(`GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${'a:\r\n'.repeat(count - 2)}\r\n`);

  it('is 431 in the contract’s shape when it has more than 500', async () => {
    const error = { code: 'HEADERS_TOO_LARGE', message: 'The request headers are too large.' };
    for (const count of [501, 1000, 1001, 2500]) {
      const answer = await sendMany(count);
      expect([count, answer]).toEqual([count, expect.stringMatching(/^HTTP\/1.1 431 /)]);
      expect(answer.split('\r\n\r\n')[1]).toBe(JSON.stringify({ success: false, error }));
    }
  });

  it('is answered when it has 500', async () => {
    expect(await sendMany(500)).toMatch(/^HTTP\/1.1 200 /);
  });
});

describe('an idle connection', () => {
  it.each([
    ['after a response', 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n', /^HTTP\/1.1 200 /],
    ['that never sent a request', '', /^(HTTP\/1.1 408 |$)/],
  ])('%s is closed', async (_, bytes, answer) => {
    expect(await send(bytes)).toMatch(answer);
  });

  it('is closed after 60 s by default, as a header says', async () => {
    const usual = await buildService({ db: service.sql });
    await usual.listen({ port: 0, host: '127.0.0.1' });
    const { port } = usual.server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/healthz`);
    expect(response.headers.get('keep-alive')).toBe('timeout=60');
    await usual.close();
  });
});

test('a route is not added without a row in the table of access', () => {
  const bare = createHttpApp({}, createMetrics(undefined));
  expect(() => bare.get('/secrets', async () => ({}))).toThrow('GET /secrets has no row in http/access.ts');
});
