import fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { HttpSessions } from './http-sessions.ts';

const app = fastify();
app.get('/api/v1/location/search', async () => ({}));

const opened: HttpSessions[] = [];
afterEach(async () => {
  for (const sessions of opened.splice(0)) await sessions.close();
});

const opening = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

/** Sessions with small limits; both functions send a message of a key. */
function createSessions(limits: { total: number; perKey: number }) {
  const sessions = new HttpSessions(app, { hasNames: true, publicUrl: 'https://funds.example' }, limits);
  opened.push(sessions);
  const send = (key: string, body: object, more: Record<string, string> = {}) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...more };
    return sessions.handle({ method: 'POST', key, headers, body, maxCredits: undefined, address: '127.0.0.1' });
  };
  return {
    open: async (key: string, more?: Record<string, string>) => {
      const response = await send(key, opening, more);
      return { status: response.status, response, id: response.headers.get('mcp-session-id') ?? '' };
    },
    list: async (key: string, id: string) =>
      (await send(key, { jsonrpc: '2.0', id: 2, method: 'tools/list' }, { 'mcp-session-id': id })).status,
  };
}

test('a full gateway closes no session of another key: a new key is rejected, a known one replaces its own', async () => {
  const { open, list } = createSessions({ total: 3, perKey: 2 });
  const [first, second, other] = [await open('a'), await open('a'), await open('b')];
  const { status, response } = await open('c');
  expect([status, response.headers.get('retry-after')]).toEqual([503, '60']);
  expect(await response.json()).toMatchObject({ error: { message: expect.stringMatching(/3 sessions.*Try again/) } });
  const third = await open('b');
  expect(third.status).toBe(200);
  expect([await list('a', first.id), await list('a', second.id)]).toEqual([200, 200]);
  expect([await list('b', other.id), await list('b', third.id)]).toEqual([404, 200]);
});

test('sessions that open together do not exceed the limits', async () => {
  const { open, list } = createSessions({ total: 3, perKey: 2 });
  const mine = await Promise.all([1, 2, 3, 4].map(() => open('a')));
  const statuses = await Promise.all(mine.map(({ id }) => list('a', id)));
  expect(statuses.filter((status) => status === 200)).toHaveLength(2);
  const others = await Promise.all(['b', 'c', 'd'].map((key) => open(key)));
  expect(others.map(({ status }) => status)).toEqual([200, 503, 503]);
});

test('a session that could not open takes no room', async () => {
  const { open } = createSessions({ total: 1, perKey: 1 });
  expect((await open('a', { accept: 'text/html' })).status).toBe(406);
  expect((await open('b')).status).toBe(200);
});
