import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DataOf } from '#contract/endpoint.ts';
import type { readWorkspaceChanges, readWorkspaceEntries, writeWorkspaceChanges } from '#contract/workspace.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';
import { createKey } from '../accounts/keys.ts';
import { buildService } from '../app.ts';
import { createBackup } from '../db/backup.ts';
import { restoreDatabase } from '../db/restore.ts';

let key: string;
const service = openForTests(startService);
beforeEach(async () => {
  ({ key } = await service.createKey());
});

const change = (id: string, at = 1, value: unknown = id) => ({ kind: 'lists', key: [id, 'head'], at, value });

async function read(query: Record<string, string> = { after: '0' }, by = key) {
  const response = await service.inject('GET', '/workspace/changes', { query, key: by });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<{ data: DataOf<typeof readWorkspaceChanges> }>().data;
}

async function write(body: object, by = key) {
  const response = await service.inject('POST', '/workspace/changes', { body, key: by });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<{ data: DataOf<typeof writeWorkspaceChanges> }>().data;
}

describe('the workspace of an account', () => {
  it('is shared by all keys of the account, and by no other', async () => {
    const { account_id: account } = await service.createKey();
    const [first, second] = await Promise.all([addKey(account), addKey(account)]);
    const { workspace } = await write({ changes: [change('a')] }, first);
    expect(await read({ after: '0' }, second)).toEqual({
      workspace,
      latest: 1,
      emptied: 0,
      more: false,
      changes: [{ ...change('a'), version: 1 }],
    });
    expect((await read()).changes).toEqual([]);
    expect((await service.inject('GET', '/workspace/changes?after=0', { key: null })).statusCode).toBe(401);
  });

  it('accepts compressed changes, and is free', async () => {
    const payload = gzipSync(JSON.stringify({ changes: [change('a', 1, 'x'.repeat(3_000_000))] }));
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const post = (body: Buffer) =>
      service.app.inject({ method: 'POST', url: '/workspace/changes', headers, payload: body });
    expect((await post(payload)).statusCode).toBe(200);
    expect((await read()).changes).toHaveLength(1);
    expect((await post(Buffer.from('no gzip'))).statusCode).toBe(400);
    expect((await post(gzipSync(Buffer.alloc(30_000_000, ' ')))).statusCode).toBe(413);
    const unknown = { ...headers, 'content-encoding': 'lzma' };
    const refused = await service.app.inject({ method: 'POST', url: '/workspace/changes', headers: unknown, payload });
    expect(refused.statusCode).toBe(415);
    const account = await service.inject('GET', '/account', { key });
    expect(account.json()).toMatchObject({ data: { account: { purchased_credits: 200 } } });
  });

  it('reads named entries, as many as fit in a page', async () => {
    const readNamed = async (names: object[], by = key) => {
      const response = await service.inject('POST', '/workspace/entries', { body: { entries: names }, key: by });
      expect(response.statusCode, response.body).toBe(200);
      return response.json<{ data: DataOf<typeof readWorkspaceEntries> }>().data;
    };
    const name = (id: string) => ({ kind: 'lists', key: [id, 'head'] });
    const text = 'x'.repeat(3_000_000);
    await write({ changes: [change('a'), change('b', 1, text), change('c', 1, text), change('d')] });
    expect(await readNamed(['a', 'd', 'none'].map(name))).toEqual({
      more: false,
      entries: [
        { ...change('d'), version: 4 },
        { ...change('a'), version: 1 },
      ],
    });
    const part = await readNamed(['b', 'c'].map(name));
    expect([part.more, part.entries.map(({ key: [id] }) => id)]).toEqual([true, ['c']]);
    expect(await readNamed([name('a')], (await service.createKey()).key)).toEqual({ more: false, entries: [] });
  });

  it('stores nothing that is meant for another workspace', async () => {
    const { workspace } = await write({ changes: [change('a')] });
    expect(await write({ workspace: randomUUID(), changes: [change('b')] })).toEqual({
      workspace,
      previous: 1,
      latest: 1,
      newer: [],
    });
    expect(await write({ workspace, changes: [change('b')] })).toMatchObject({ latest: 2 });
  });

  it.each([
    ['an unknown kind', { changes: [{ ...change('a'), kind: 'keys' }] }],
    ['no key', { changes: [{ ...change('a'), key: [] }] }],
    ['a time before 1970', { changes: [{ ...change('a'), at: -1 }] }],
    ['a time that is no whole number', { changes: [{ ...change('a'), at: 1.5 }] }],
    ['no changes', { changes: [] }],
    ['an unknown member', { changes: [{ ...change('a'), version: 1 }] }],
  ])('rejects %s', async (_name, body) => {
    expect((await service.inject('POST', '/workspace/changes', { body, key })).statusCode).toBe(422);
    expect((await read()).changes).toEqual([]);
  });

  it.each(['/workspace/changes', '/workspace/changes?after=x', '/workspace/changes?after=1&before=2'])(
    'rejects the query of %s',
    async (path) => {
      expect((await service.inject('GET', path, { key })).statusCode).toBe(422);
    },
  );

  it('is deleted completely, only for this account, whose credits stay; browsers are notified', async () => {
    const { key: other } = await service.createKey();
    await write({ changes: [change('other')] }, other);
    const { workspace } = await write({ changes: [change('a'), change('b')] });
    const response = await service.inject('POST', '/workspace/delete', { body: { everything: true }, key });
    const { data } = response.json<{ data: { workspace: string; deleted: number; emptied: number } }>();
    expect(data.deleted).toBe(2);
    expect(data.workspace).not.toBe(workspace);
    expect(await read()).toEqual({
      workspace: data.workspace,
      latest: 0,
      emptied: data.emptied,
      more: false,
      changes: [],
    });
    // Changes from a browser that does not yet know of the deletion are not stored.
    expect(await write({ workspace, changes: [change('late')] })).toMatchObject({ workspace: data.workspace });
    expect((await read()).changes).toEqual([]);
    expect((await read({ after: '0' }, other)).changes).toHaveLength(1);
    const account = await service.inject('GET', '/account', { key });
    expect(account.json()).toMatchObject({ data: { account: { purchased_credits: 200 } } });
    const unconfirmed = await service.inject('POST', '/workspace/delete', { body: { everything: false }, key });
    expect(unconfirmed.statusCode).toBe(400);
  });

  it('does not exist if the gateway keeps none', async () => {
    const app = await buildService({ db: service.sql, workspace: false });
    const headers = { authorization: `Bearer ${key}` };
    expect((await app.inject({ url: '/workspace/changes?after=0', headers })).statusCode).toBe(404);
    await app.close();
  });

  it('is in a backup, and has another id after a restore', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fundscope-workspace-'));
    const { workspace } = await write({ changes: [change('a')] });
    await createBackup(service.sql, join(folder, 'all.backup'), { program: '1.2.3' });
    await write({ changes: [change('b')] });
    await restoreDatabase(service.sql, join(folder, 'all.backup'), { replace: true });
    await rm(folder, { recursive: true });
    const after = await read();
    expect(after.changes).toEqual([{ ...change('a'), version: 1 }]);
    expect(after.workspace).not.toBe(workspace);
  });
});

describe('GET /workspace/events', () => {
  it('sends the version at first, and after every change through any gateway of the database', async () => {
    const { workspace } = await write({ changes: [change('a')] });
    const other = await buildService({ db: service.sql });
    const url = await other.listen({ port: 0, host: '127.0.0.1' });
    const response = await fetch(`${url}/workspace/events`, { headers: { authorization: `Bearer ${key}` } });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const events = readEvents(response);
    expect((await events.next()).value).toEqual({ workspace, latest: 1 });
    await write({ changes: [change('b')] });
    expect((await events.next()).value).toEqual({ workspace, latest: 2 });
    // Streams end before the server waits for open requests.
    await other.close();
    expect((await events.next()).done).toBe(true);
  });

  it('does not count browsers that disconnected while their key was checked', async () => {
    const app = await buildService({ db: service.sql });
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const open = (signal: AbortSignal) =>
      fetch(`${url}/workspace/events`, { headers: { authorization: `Bearer ${key}` }, signal });
    const leaving = new AbortController();
    const countConnections = promisify(app.server.getConnections.bind(app.server));
    await service.sql.begin(async (sql) => {
      await sql`LOCK TABLE rate_windows IN ACCESS EXCLUSIVE MODE`;
      const left = Array.from({ length: 200 }, () => open(leaving.signal).catch(() => undefined));
      await expect.poll(() => countConnections(), { timeout: 10_000 }).toBe(left.length);
      leaving.abort();
      await Promise.all(left);
      await expect.poll(() => countConnections(), { timeout: 10_000 }).toBe(0);
    });
    const staying = new AbortController();
    expect((await open(staying.signal)).status).toBe(200);
    staying.abort();
    await app.close();
  });

  it('rejects a request without a key with 401', async () => {
    expect((await service.inject('GET', '/workspace/events', { key: null })).statusCode).toBe(401);
  });
});

async function* readEvents({ body }: Response): AsyncGenerator {
  let text = '';
  for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) if (part.startsWith('data: ')) yield JSON.parse(part.slice(6));
  }
}

const addKey = async (accountId: string): Promise<string> => (await createKey(service.sql, accountId, 'second')).key;
