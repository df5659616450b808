import { beforeEach, describe, expect, it } from 'vitest';
import type { DataOf, Endpoint } from '#contract/endpoint.ts';
import { accountEndpoints, endpoints } from '#contract/endpoints.ts';
import type { inviteMember, joinWorkspace, MemberRole, readMembers } from '#contract/workspace/members.ts';
import { seedRecords, uuidOf } from '../../testing/records.ts';
import { rotateKey } from '../accounts/keys.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { type RequestParts, startService } from '../../testing/service.ts';

let now = new Date('2026-01-15T12:00:00Z');
let owner: string;
let account: string;
const service = openForTests(() => startService({ seed: seedRecords, clock: () => now }));
beforeEach(async () => {
  now = new Date('2026-01-15T12:00:00Z');
  ({ key: owner, account_id: account } = await service.createKey());
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
async function send<T = unknown>(method: Method, path: string, parts: RequestParts, status = 200): Promise<T> {
  const response = await service.inject(method, path, parts);
  expect(response.statusCode, response.body).toBe(status);
  return response.json<{ data: T }>().data;
}
const read = (key = owner) => send<DataOf<typeof readMembers>>('GET', '/workspace/members', { key });
const invite = (role: MemberRole, name = 'Ben', key = owner) =>
  send<DataOf<typeof inviteMember>>('POST', '/workspace/members', { key, body: { name, role, own_name: 'Ana' } });
const join = (token: string) =>
  send<DataOf<typeof joinWorkspace>>('POST', '/workspace/join', { key: null, body: { token } });
const change = (id: string, body: object, key = owner, status = 200) =>
  send('PUT', `/workspace/members/${id}`, { key, body }, status);
const add = async (role: MemberRole, name = 'Ben') => join((await invite(role, name)).token);

const all: readonly Endpoint[] = [...endpoints, ...accountEndpoints];

describe('members of a workspace', () => {
  it('do not exist until somebody is invited; the first to invite is the owner', async () => {
    expect(await read()).toEqual({ members: [], self: null });
    const { member, token } = await invite('member');
    expect(member).toMatchObject({ name: 'Ben', role: 'member', first: false, joined_at: null });
    const { members, self } = await read();
    expect(members).toMatchObject([{ name: 'Ana', role: 'owner', first: true }, { name: 'Ben' }]);
    expect(members).toMatchObject([{ color: 'blue' }, { color: 'orange' }]);
    expect(self).toBe(members[0]!.id);
    const joined = await join(token);
    expect(await read(joined.key)).toEqual({ members: [members[0], joined.member], self: member.id });
    expect(await read((await service.createKey()).key)).toEqual({ members: [], self: null });
  });

  it('join by a link that works once, for seven days, and not after a newer one', async () => {
    const { member, token } = await invite('member');
    const path = `/workspace/members/${member.id}/invitation`;
    const newer = await send<DataOf<typeof inviteMember>>('POST', path, { key: owner, body: {} });
    await send('POST', '/workspace/join', { key: null, body: { token } }, 404);
    const racing = await Promise.all(
      [1, 2, 3].map(() => service.inject('POST', '/workspace/join', { key: null, body: { token: newer.token } })),
    );
    expect(racing.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 404, 404]);
    const late = await invite('member', 'Cleo');
    now = new Date(now.getTime() + 7 * 86_400_000);
    await send('POST', '/workspace/join', { key: null, body: { token: late.token } }, 404);
  });

  it('keep their role when their key is rotated', async () => {
    const { member, key } = await add('viewer');
    const rotated = (await rotateKey(service.sql, key.slice(3, 15)))!;
    expect((await read(rotated.key)).self).toBe(member.id);
    await send('POST', '/workspace/members', { key: rotated.key, body: { name: 'Cleo' } }, 403);
  });

  it('who are viewers cannot spend: every priced endpoint rejects them, and nothing is charged', async () => {
    const { key } = await add('viewer');
    const priced = all.filter(({ cost, spends }) => cost.per !== 'nothing' || spends);
    expect(priced.length).toBeGreaterThan(10);
    for (const { id, method, path, root } of priced) {
      const url = `${root ?? '/api/v1'}${path}`.replaceAll(/\{\w+\}/g, uuidOf('deal', 1));
      const response = await service.inject(method, url, { key, ...(method === 'GET' ? {} : { body: {} }) });
      expect([id, response.statusCode, response.json<{ error: { code: string } }>().error.code]).toEqual([
        id,
        403,
        'VIEWER_CANNOT_SPEND',
      ]);
    }
    expect(await service.sql`SELECT FROM ledger WHERE account_id = ${account}`).toHaveLength(0);
    await send('GET', '/account', { key });
    const changes = [{ kind: 'deal', id: uuidOf('deal', 1), set: { note: 'Ask Ada' } }];
    await send('PUT', '/workspace/statuses', { key, body: { changes } });
  });

  it('may spend once an owner makes them members', async () => {
    const { key, member } = await add('viewer');
    await change(member.id, { role: 'member' });
    const search = await service.inject('GET', '/api/v1/company', { key, query: { id: uuidOf('company', 1) } });
    expect(search.statusCode).toBe(200);
  });

  it.each(['member', 'viewer'] as const)(
    'with the role %s change nothing but their own name and color',
    async (role) => {
      const { key, member } = await add(role);
      const [first] = (await read()).members;
      await send('POST', '/workspace/members', { key, body: { name: 'Eve' } }, 403);
      await send('POST', `/workspace/members/${member.id}/invitation`, { key, body: {} }, 403);
      await change(first!.id, { name: 'Eve' }, key, 403);
      await change(first!.id, { color: 'red' }, key, 403);
      for (const body of [{ role: 'owner' }, { removed: true }, { removed: false }, { color: 'red', role: 'owner' }]) {
        await change(member.id, body, key, 403);
      }
      const own = { name: 'Benjamin', color: 'pink' };
      expect(await change(member.id, own, key)).toMatchObject({ member: { ...own, role } });
      expect(await change(member.id, { color: 'gray' })).toMatchObject({ member: { ...own, color: 'gray', role } });
      await change(member.id, { color: 'beige' }, owner, 422);
    },
  );

  it('read the budget of the account, which only owners change', async () => {
    const { key } = await add('member');
    await send('POST', '/workspace/budget', { key: owner, body: { session_tenths: 50 } });
    await send('POST', '/workspace/budget', { key, body: { session_tenths: 70 } }, 403);
    expect(await send('GET', '/workspace/budget', { key })).toMatchObject({ session: { limit: 50 } });
  });

  it('always include the first owner, even if an owner requests otherwise', async () => {
    const { key } = await add('owner');
    const [first] = (await read()).members;
    for (const by of [owner, key]) {
      for (const body of [{ removed: true }, { role: 'member' }, { role: 'viewer' }]) {
        await change(first!.id, body, by, 409);
      }
    }
    expect((await read()).members[0]).toEqual(first);
  });

  it('who are removed are rejected with a reason and stay listed, until they are restored', async () => {
    const { key, member } = await add('member');
    await change(member.id, { removed: true });
    const response = await service.inject('GET', '/workspace/statuses', { key });
    expect(response.statusCode).toBe(401);
    expect(response.json()).toMatchObject({
      error: { code: 'MEMBER_REMOVED', message: 'You are no longer a member of this workspace.' },
    });
    expect((await read()).members).toMatchObject([{}, { id: member.id, removed_at: now.toISOString() }]);
    await send('POST', `/workspace/members/${member.id}/invitation`, { key: owner, body: {} }, 404);
    await change(member.id, { removed: false });
    await send('GET', '/workspace/statuses', { key });
  });

  it('of another account are inaccessible', async () => {
    const { member } = await add('member');
    const other = (await service.createKey()).key;
    await change(member.id, { removed: true }, other, 404);
    await send('POST', `/workspace/members/${member.id}/invitation`, { key: other, body: {} }, 404);
    await change('x', { removed: true }, owner, 404);
    expect((await read()).members).toMatchObject([{}, { removed_at: null }]);
  });
});
