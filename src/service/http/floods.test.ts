import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createAccount } from '../accounts/accounts.ts';
import { buildService, type ServiceApp } from '../app.ts';
import { connect as connectTo } from '../db/open.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { startService } from '../../testing/service.ts';
import { seedRecords } from '../../testing/records.ts';
import { parseKey } from './presented-key.ts';
import { createAdmission } from './rate-limit.ts';

let app: ServiceApp;
let port: number;
let sockets: Socket[] = [];
const service = openForTests(() => startService({ seed: seedRecords }));
beforeAll(async () => {
  app = await buildService({ db: service.sql });
  await app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.address() as AddressInfo);
});
afterAll(() => app.close());
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
});

/** Opens connections and writes a text on each. */
async function openSockets(count: number, text: string): Promise<Socket[]> {
  const opened = Array.from({ length: count }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  sockets.push(...opened);
  await Promise.all(opened.map((socket) => once(socket, 'connect')));
  for (const socket of opened) socket.write(text);
  return opened;
}

/** Sends a request on a new connection; returns the status. */
async function send(headers: Record<string, string>, body?: Buffer): Promise<number> {
  const method = body ? 'POST' : 'GET';
  const path = body ? '/api/v1/deals' : '/api/v1/industry/search?name=software';
  const sent = request({ port, host: '127.0.0.1', method, path, headers, agent: false });
  sent.on('error', () => undefined);
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [{ statusCode: number; resume(): void }];
  answer.resume();
  return answer.statusCode;
}

const withKey = () => ({ authorization: `Bearer ${service.key}` });
const served = async () => Promise.all(Array.from({ length: 10 }, () => send(withKey())));
const allServed = Array.from({ length: 10 }, () => 200);

describe('others are served', () => {
  it('next to 1,000 idle connections', async () => {
    await openSockets(1000, '');
    expect(await served()).toEqual(allServed);
  });

  it('next to 100 bodies and 200 headers that never end', async () => {
    const head = `POST /api/v1/deals HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.key}\r\n`;
    await openSockets(100, `${head}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`);
    await openSockets(200, 'GET /api/v1/deals HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    const { key } = await service.createKey();
    expect(await send({ authorization: `Bearer ${key}` })).toBe(200);
  });

  it('while headers and bodies that are too large are rejected', async () => {
    const { key } = await service.createKey();
    const json = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const large = Buffer.alloc(1024 * 1024 + 1, ' ');
    const floods = Promise.all([
      ...Array.from({ length: 20 }, () => send(json, large)),
      ...Array.from({ length: 20 }, () => send({ 'x-large': 'x'.repeat(20_000) })),
    ]);
    const others = await service.createKey();
    expect(await send({ authorization: `Bearer ${others.key}` })).toBe(200);
    expect(new Set(await floods)).toEqual(new Set([413, 431]));
  });

  it('during 2,000 requests without a key, few of which reach the database', async () => {
    const { key } = await service.createKey();
    const flood = Promise.all(Array.from({ length: 2000 }, () => app.inject('/api/v1/industry/search?name=x')));
    const paid = await app.inject({ url: '/account', headers: { authorization: `Bearer ${key}` } });
    expect(paid.statusCode).toBe(200);
    const statuses = (await flood).map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(60);
    // The window of this address is full now: its row in the database no longer changes.
    const [before] = await readWindow();
    const again = await Promise.all(Array.from({ length: 50 }, () => app.inject('/api/v1/industry/search?name=x')));
    expect(again.every(({ statusCode }) => statusCode === 429)).toBe(true);
    expect((await readWindow())[0]).toEqual(before);
  });

  it.each([
    ['one invented key', (prefix: string) => `vg_${prefix}_${'0'.repeat(32)}`],
    ['many invented keys', (prefix: string, at: number) => `vg_${prefix}_${String(at).padStart(32, '0')}`],
  ])('during 500 requests with %s that begins like theirs', async (_, invent) => {
    const database = await openTestDatabase();
    let statements = 0;
    const db = connectTo(database.address, 5, (text) => (statements += Number(text.includes('rate_windows'))));
    const { key } = await createAccount(db, { name: 'test', plan: 'PRO_PLUS' });
    const admit = createAdmission(db);
    const prefix = parseKey(key)?.prefix ?? '';
    const admitKey = (token: string, address: string) => admit(parseKey(token), address, Date.UTC(2026, 10, 20));
    const flood = Array.from({ length: 500 }, (__, at) => admitKey(invent(prefix, at), 'a stranger'));
    expect(await admitKey(key, 'somebody')).toMatchObject({ allowed: true, owner: { prefix } });
    // The window of the stranger's address is full after 60.
    expect(statements).toBeLessThan(80);
    expect((await Promise.all(flood)).filter(({ allowed }) => allowed)).toHaveLength(60);
    await db.end();
    await database.close();
  });

  it.each([
    ['without a key', {}],
    ['with one invented key', { authorization: `Bearer vg_${'0'.repeat(12)}_${'0'.repeat(32)}` }],
  ])(
    'during 500 requests %s and without a route, for which the database is queried one at a time',
    async (_, headers) => {
      const database = await openTestDatabase();
      const statements: string[] = [];
      const db = connectTo(database.address, 5, (text) => statements.push(text));
      const flooded = await buildService({ db });
      const flood = await Promise.all(
        Array.from({ length: 500 }, () => flooded.inject({ url: '/api/v1/nothing', headers })),
      );
      expect(flood.every((one) => one.statusCode === 404 && one.headers['ratelimit-limit'] === '60')).toBe(true);
      expect(statements.filter((text) => text.includes('rate_windows')).length).toBeLessThan(100);
      await flooded.close();
      await db.end();
      await database.close();
    },
  );
});

/** The row of the address in the limiter's table, with the transaction that wrote it last. */
const readWindow = () => service.sql`SELECT xmin::text, caller FROM rate_windows WHERE caller LIKE 'address:%'`;
