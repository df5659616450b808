import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountEndpoints, endpoints, type KnownEndpoint } from '#contract/endpoints.ts';
import { createAccount } from '../../service/accounts/accounts.ts';
import { type Access, access, type AccessRow } from '../../service/http/access.ts';
import { acceptInvitation, addMember, updateMember } from '../../service/workspace/members.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { pageHeaders } from '../../testing/gateway.ts';
import { seedRecords, uuidOf } from '../../testing/records.ts';
import { findScratchFolder } from '../../testing/scratch-folder.ts';
import { readEnvironment } from '../environment.ts';
import { createShutdown } from '../shutdown.ts';
import { openGateway } from './gateway.ts';

/** Who sends a request; `machine` is the dashboard on the machine of the gateway. */
const callerNames = ['stranger', 'forwarded', 'removed', 'viewer', 'member', 'owner', 'machine'] as const;
type CallerName = (typeof callerNames)[number];
type Caller = { readonly headers: Record<string, string>; readonly memberId: string };

/** What each caller may do. */
const permissions: Record<CallerName, readonly Access[]> = {
  stranger: ['anyone'],
  forwarded: ['anyone'],
  removed: ['anyone'],
  viewer: ['anyone', 'viewer'],
  member: ['anyone', 'viewer', 'spender', 'member'],
  owner: ['anyone', 'viewer', 'spender', 'member', 'owner'],
  machine: ['anyone', 'viewer', 'spender', 'member', 'owner', 'machine'],
};

const shutdown = createShutdown();
const agent = new Agent({ keepAlive: true, maxSockets: 20 });
let database: TestDatabase;
let folder: string;
let own: Mode;
beforeAll(async () => {
  database = await openTestDatabase();
  await seedRecords(database.sql);
  folder = await mkdtemp(join(findScratchFolder(), 'fundscope-access-'));
  own = await openMode({}, 'local');
}, 60_000);
afterAll(async () => {
  agent.destroy();
  await shutdown.run();
  await database.close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const dashboard = async () =>
  new Map(['index.html', 'docs.html', 'assets/page.js'].map((path) => [path, new TextEncoder().encode('<head>')]));

/** Starts a gateway, and gives its account a member in each role. */
async function openMode(values: Record<string, string>, accountName?: string) {
  const env = readEnvironment({ FUNDSCOPE_DATA: folder, FUNDSCOPE_INDEX: 'off', FUNDSCOPE_LOG: 'silent', ...values });
  const options = { address: database.address, env, readDashboard: dashboard, onProgress: () => undefined };
  const app = await openGateway(options, shutdown);
  const site = await app.listen({ host: '127.0.0.1', port: 0 });
  const name = accountName ?? '127.0.0.1:%';
  const [account] = await database.sql<{ id: string }[]>`SELECT id FROM accounts WHERE name LIKE ${name}`;
  const hostedAccount = env.upstream ? account!.id : undefined;
  const add = async (role: 'owner' | 'member' | 'viewer'): Promise<Caller> => {
    const { token } = await addMember(database.sql, account!.id, { name: role, role });
    const joined = await acceptInvitation(database.sql, token, new Date(), hostedAccount);
    return { headers: { authorization: `Bearer ${joined!.key}` }, memberId: joined!.member.id };
  };
  const removed = await add('member');
  await updateMember(database.sql, account!.id, removed.memberId, { removed: true });
  const owner = await add('owner');
  const { memberId } = owner;
  const callers: Record<CallerName, Caller> = {
    stranger: { headers: {}, memberId },
    forwarded: { headers: { ...pageHeaders(site), 'x-forwarded-for': '203.0.113.7' }, memberId },
    removed,
    viewer: await add('viewer'),
    member: await add('member'),
    owner,
    machine: { headers: pageHeaders(site), memberId },
  };
  return { app, site, callers, isHosted: env.upstream !== undefined, isOpen: env.localKey === 'on', base: env.base };
}
type Mode = Awaited<ReturnType<typeof openMode>>;

type Sent = { readonly method: string; readonly path: string; readonly body?: object };

/** Sends a path as it is written; returns the status and, of an error, the code. */
async function send({ site, base }: Mode, { headers }: Caller, { method, path, body }: Sent): Promise<string> {
  const type = body ? { 'content-type': 'application/json', accept: 'application/json, text/event-stream' } : {};
  const outgoing = request(site, { method, path: `${base}${path}`, agent, headers: { ...type, ...headers } });
  outgoing.end(body && JSON.stringify(body));
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const status = response.statusCode ?? 0;
  if (String(response.headers['content-type']).startsWith('text/event-stream')) {
    response.destroy();
    return String(status);
  }
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk as string;
  const code = /"code":"(\w+)"/.exec(text)?.[1];
  return status < 400 || code === undefined ? String(status) : `${status} ${code}`;
}

type Walked = { readonly row: AccessRow; readonly url: string; readonly sent: (caller: Caller) => Sent };

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

/** Every row of the table as a request that changes nothing important. */
const walked: readonly Walked[] = [
  ...([...endpoints, ...accountEndpoints] as readonly KnownEndpoint[]).map(({ id, method, root, path, body }) => {
    const url = `${root ?? '/api/v1'}${path}`.replace(/\/$/, '');
    return {
      row: id,
      url: url.replaceAll(/\{(\w+)\}/g, ':$1'),
      sent: ({ memberId }: Caller) => {
        const given = id === 'changeMember' ? { name: 'Me' } : {};
        const filled = url.replaceAll(/\{\w+\}/g, id === 'changeMember' ? memberId : uuidOf('deal', 99));
        return { method, path: filled, ...(body ? { body: given } : {}) };
      },
    };
  }),
  ...(Object.keys(access) as AccessRow[])
    .filter((row) => row.includes(' '))
    .map((row) => {
      const [method = '', url = ''] = row === 'GET /assets' ? ['GET', '/assets/page.js'] : row.split(' ');
      const sent = { method, path: url.replace(':token', 'none') };
      return { row, url, sent: () => (row === 'POST /mcp' ? { ...sent, body: initialize } : sent) };
    }),
];

/** Parts of endpoints that have a row of their own. */
const parts: readonly Pick<Walked, 'row' | 'sent'>[] = [
  {
    row: 'changeOtherMember',
    sent: () => ({ method: 'PUT', path: `/workspace/members/${uuidOf('deal', 99)}`, body: { name: 'You' } }),
  },
];

/** What the table says about a caller: `allowed`, or the status and code of the error. */
function findExpected({ isOpen }: Mode, name: CallerName, row: AccessRow): string {
  if (row === 'GET /metrics') return name === 'forwarded' ? '401 AUTH_ERROR' : 'allowed';
  // The page's key is never used for assistants.
  const isStranger = name === 'machine' && (!isOpen || row === 'POST /mcp');
  const level: Access = access[row];
  if (permissions[isStranger ? 'stranger' : name].includes(level)) return 'allowed';
  if (name === 'removed') return '401 MEMBER_REMOVED';
  if (isStranger || name === 'stranger' || name === 'forwarded') return '401 AUTH_ERROR';
  const codes = { spender: 'VIEWER_CANNOT_SPEND', member: 'MEMBER_REQUIRED', owner: 'OWNER_REQUIRED' } as const;
  return `403 ${level in codes ? codes[level as keyof typeof codes] : 'LOCAL_KEY_REQUIRED'}`;
}

const hasRoute = (app: FastifyInstance, { sent, url }: Walked): boolean =>
  app.hasRoute({ method: sent({ headers: {}, memberId: '' }).method, url });

const resetLimits = () => database.sql`TRUNCATE rate_windows`;

/** Ways of writing a path that a program in between could resolve to the path itself, or to another one. */
const variants = (path: string): string[] => {
  const cut = path.indexOf('/', 1) < 0 ? path.length : path.indexOf('/', 1);
  const [first, rest] = [path.slice(0, cut), path.slice(cut)];
  const ups = ['..', '%2e%2e', '.%2E', '%2e.', '%252e%252e'];
  return [
    `/${path}`,
    `/.${path}`,
    `/%2e${path}`,
    `${first}/${rest || '/'}`,
    ...ups.map((up) => `/account/feed/${up}/..${path}`),
    ...ups.map((up) => `${first}/x/${up}${rest}`),
    `${first}/x/..%2f${rest.slice(1)}`,
    String.raw`${first}/x\..${rest}`,
    `${first}/x%5c..${rest}`,
    `${path}/..`,
    `${path}/%2e%2e%2f`,
  ];
};

const modes: [string, () => Promise<Mode>][] = [
  ['our own service', async () => own],
  ['a hosted service', () => openHosted({})],
  [
    'a hosted service below a path, with no local key',
    () => openHosted({ FUNDSCOPE_BASE: '/desk', FUNDSCOPE_LOCAL_KEY: 'off' }),
  ],
];

let hostedKey: string | undefined;
/** Our own service is the hosted one. */
async function openHosted(values: Record<string, string>): Promise<Mode> {
  hostedKey ??= (await createAccount(database.sql, { name: 'hosted', plan: 'PRO_PLUS' })).key;
  return openMode({ FUNDSCOPE_UPSTREAM: `${own.site}/api/v1`, FUNDSCOPE_KEY: hostedKey, ...values });
}

describe.each(modes)('in front of %s', (_, open) => {
  let mode: Mode;
  beforeAll(async () => {
    mode = await open();
  }, 60_000);

  test('everybody may do what the table says, and nothing else', async () => {
    const missing = walked.filter((one) => !hasRoute(mode.app, one));
    expect(missing.map(({ url }) => url).filter((url) => !mode.isHosted || !/^\/account(\/|$)/.test(url))).toEqual([]);
    const served = walked.filter((one) => !missing.includes(one));
    expect(served.length).toBeGreaterThan(40);
    const wrong: string[][] = [];
    for (const callerName of callerNames) {
      await resetLimits();
      const caller = mode.callers[callerName];
      for (const { row, sent } of [...served, ...parts]) {
        const answer = await send(mode, caller, sent(caller));
        const expected = findExpected(mode, callerName, row);
        const isAllowed = !/^(401|403|429|5\d\d)/.test(answer);
        if ((isAllowed ? 'allowed' : answer) !== expected) wrong.push([callerName, row, answer, expected]);
        if (/^(stranger|forwarded|removed|machine)$/.test(callerName)) await resetLimits();
      }
      for (const { sent } of missing) {
        expect(await send(mode, caller, sent(caller))).toMatch(/^404 ROUTE_NOT_FOUND|^404 NOT_FOUND|^405/);
        await resetLimits();
      }
    }
    expect(wrong).toEqual([]);
  }, 120_000);

  test('a path that could mean another one is not found, for everybody', async () => {
    for (const callerName of callerNames) {
      const caller = mode.callers[callerName];
      const requests = walked.flatMap(({ sent }) => {
        const { path, ...rest } = sent(caller);
        return variants(path).map((variant) => ({ ...rest, path: variant }));
      });
      const found: string[] = [];
      for (let from = 0; from < requests.length; from += 100) {
        const group = requests.slice(from, from + 100);
        const answers = await Promise.all(group.map((one) => send(mode, caller, one)));
        found.push(
          ...group.flatMap(({ path }, at) => (answers[at]!.startsWith('404') ? [] : [`${path} ${answers[at]}`])),
        );
      }
      expect(found).toEqual([]);
    }
  }, 120_000);
});
