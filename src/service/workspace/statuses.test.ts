import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DataOf } from '#contract/endpoint.ts';
import type { readStages, readStatuses, RecordStatus, StoredStatus } from '#contract/workspace/statuses.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { uuidOf } from '../../testing/records.ts';
import { startService } from '../../testing/service.ts';
import { createAccount } from '../accounts/accounts.ts';
import { acceptInvitation, addMember, listMembers } from './members.ts';
import { maxStatusBytes, maxStatuses, readStatusPage, writeStatuses } from './statuses.ts';

let nowMs = Date.UTC(2026, 10, 20, 12);
const now = () => new Date((nowMs += 1000));
const service = openForTests(() => startService({ clock: now }));
let key: string;
let accountId: string;
beforeEach(async () => {
  ({ key, account_id: accountId } = await service.createKey());
});

const deal = (number: number) => ({ kind: 'deal' as const, id: uuidOf('deal', number) });

async function put(changes: object[], by = key): Promise<StoredStatus[]> {
  const response = await service.inject('PUT', '/workspace/statuses', { body: { changes }, key: by });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<{ data: { statuses: StoredStatus[] } }>().data.statuses;
}

async function read(after = 0): Promise<DataOf<typeof readStatuses>> {
  const response = await service.inject('GET', '/workspace/statuses', { query: { after: String(after) }, key });
  expect(response.statusCode, response.body).toBe(200);
  return response.json<{ data: DataOf<typeof readStatuses> }>().data;
}

describe('statuses', () => {
  it('are changed in the order in which requests arrive, as a page that is left sends its last ones together', async () => {
    const notes = Array.from({ length: 20 }, (_, at) => 'x'.repeat(at === 0 ? 20_000 : at));
    for (let round = 1; round <= 10; round += 1) {
      await Promise.all(notes.map((note) => put([{ ...deal(round), set: { note } }])));
      const { statuses } = await read();
      expect(statuses.find(({ id }) => id === deal(round).id)?.note).toBe(notes.at(-1));
    }
  });

  it('are stored with the time of the server and the member, apart for the note', async () => {
    const { token } = await addMember(service.sql, accountId, { name: 'Ben', role: 'viewer', own_name: 'Ana' });
    const ben = (await acceptInvitation(service.sql, token, now()))!;
    const ana = (await listMembers(service.sql, accountId))[0]!.id;
    const [first] = await put([
      { ...deal(1), set: { status: 'shortlist', tags: [' Climate ', 'climate', 'B'], due: '2026-12-01' } },
    ]);
    expect(first).toMatchObject({
      ...deal(1),
      status: 'shortlist',
      tags: ['climate', 'b'],
      due: '2026-12-01',
      status_by: ana,
      status_at: first!.changed_at,
      note_by: null,
      note_at: null,
    });
    const [second] = await put([{ ...deal(1), set: { note: 'Ask Ada', owner: 'Ben' } }], ben.key);
    expect(second).toEqual({
      ...first,
      note: 'Ask Ada',
      owner: 'Ben',
      note_by: ben.member.id,
      note_at: second!.changed_at,
      changed_at: second!.changed_at,
      version: first!.version + 1,
    });
    expect(Date.parse(second!.changed_at)).toBeGreaterThan(Date.parse(first!.changed_at));
    expect((await read()).statuses).toEqual([second]);
  });

  it('changed by one request have times in its order, each later than the one before', async () => {
    const stored = await put([3, 1, 2].map((number) => ({ ...deal(number), set: { status: 'shortlist' } })));
    const times = stored.map(({ status_at }) => Date.parse(status_at!));
    expect(times).toEqual([...new Set(times)].toSorted((one, other) => one - other));
  });

  it('stay as they are, with their version, when they are set to what they are', async () => {
    const [stored] = await put([{ ...deal(1), set: { status: 'pass', note: 'No' } }]);
    expect(await put([{ ...deal(1), set: { status: 'pass', note: 'No', tags: [] } }])).toEqual([stored]);
    expect(await put([{ ...deal(2), set: { seen: false } }])).toMatchObject([{ seen: false, version: 0 }]);
    expect(await read()).toMatchObject({ version: 1, statuses: [stored] });
  });

  it('change all or none of a request, and belong to the account', async () => {
    const changes = [
      { ...deal(1), set: { seen: true } },
      { ...deal(2), set: { status: 'maybe' } },
    ];
    const response = await service.inject('PUT', '/workspace/statuses', { body: { changes }, key });
    expect(response.statusCode).toBe(422);
    expect((await read()).statuses).toEqual([]);
    await put([{ ...deal(1), set: { seen: true } }], (await service.createKey()).key);
    expect((await read()).statuses).toEqual([]);
  });

  it('are read in pages, and completely again by who knows a version that is not of this database', async () => {
    const note = 'x'.repeat(20_000);
    for (let batch = 0; batch < 5; batch += 1) {
      const numbers = Array.from({ length: 130 }, (_, at) => batch * 130 + at);
      await put(numbers.map((number) => ({ ...deal(number), set: { note } })));
    }
    const first = await read();
    expect(first).toMatchObject({ version: 4, complete: true, more: true });
    const second = await read(first.version);
    expect(second).toMatchObject({ version: 5, complete: false, more: false });
    expect(new Set([...first.statuses, ...second.statuses].map(({ id }) => id)).size).toBe(650);
    expect(await read(5)).toEqual({ version: 5, complete: false, more: false, statuses: [] });
    expect(await read(99)).toMatchObject({ version: 4, complete: true, more: true });
  });

  it.each([
    ['that is no JSON', '{"changes":[{"kind":"deal",'],
    [
      '4,000 levels deep',
      `{"changes":[{"kind":"deal","id":"${uuidOf('deal', 1)}","set":${'{"note":'.repeat(4000)}1${'}'.repeat(4000)}}]}`,
    ],
    ['dated in the year 275760', { changes: [{ ...deal(1), set: { due: '+275760-09-13' } }] }],
    ['dated in the year 0', { changes: [{ ...deal(1), set: { due: '0000-01-01' } }] }],
    ['with a date of the sender', { changes: [{ ...deal(1), set: { note: 'x', note_at: '2030-01-01T00:00:00Z' } }] }],
    ['with a long note', { changes: [{ ...deal(1), set: { note: 'x'.repeat(20_001) } }] }],
    ['with a long tag', { changes: [{ ...deal(1), set: { tags: ['x'.repeat(41)] } }] }],
    ['with many tags', { changes: [{ ...deal(1), set: { tags: Array.from({ length: 51 }, (_, at) => `${at}`) } }] }],
    ['of 1,001 records', { changes: Array.from({ length: 1001 }, (_, at) => ({ ...deal(at), set: { seen: true } })) }],
  ])('reject a change %s', async (_name, body) => {
    const headers = { 'content-type': 'application/json' };
    const response = await service.inject('PUT', '/workspace/statuses', { body, headers, key });
    expect([400, 422]).toContain(response.statusCode);
    expect((await read()).statuses).toEqual([]);
  });

  it('drop what PostgreSQL cannot store from a text', async () => {
    const [stored] = await put([{ ...deal(1), set: { note: 'ab\ud800c', next: '\udc00', tags: ['\ud800ü'] } }]);
    expect(stored).toMatchObject({ note: 'abc', next: '', tags: ['ü'] });
  });

  it('are limited in number and size for an account', async () => {
    const fill = (count: number, note: string) => service.sql`
      INSERT INTO statuses (account_id, kind, id, note, changed_at, version)
      SELECT ${accountId}, 'deal', gen_random_uuid(), ${note}, ${now()}, 1 FROM generate_series(1, ${count})`;
    const expectFull = async (max: string) => {
      const response = await service.inject('PUT', '/workspace/statuses', {
        body: { changes: [{ ...deal(1), set: { note: 'more' } }] },
        key,
      });
      expect([response.statusCode, response.json<{ error: object }>().error]).toMatchObject([
        422,
        { code: 'WORKSPACE_FULL', message: `An account can store at most ${max}.` },
      ]);
    };
    await fill(maxStatusBytes / 10_000, 'x'.repeat(10_000));
    await expectFull('100 MB of notes');
    await service.sql`DELETE FROM statuses WHERE account_id = ${accountId}`;
    await fill(maxStatuses, '');
    await expectFull('200,000 statuses');
  });
});

describe('stages', () => {
  const change = async (stages: object[]) => {
    const response = await service.inject('PUT', '/workspace/stages', { body: { stages }, key });
    return response.statusCode === 200
      ? response.json<{ data: DataOf<typeof readStages> }>().data.stages
      : response.statusCode;
  };

  it('are replaced in their order', async () => {
    const stages = ['Diligence', 'Partner meeting'].map((name) => ({ id: randomUUID(), name }));
    expect(await change(stages)).toEqual(stages);
    expect(await change(stages.toReversed())).toEqual(stages.toReversed());
    const response = await service.inject('GET', '/workspace/stages', { key });
    expect(response.json()).toMatchObject({ data: { stages: stages.toReversed() } });
    const versions = await service.inject('GET', '/workspace/versions', { key });
    expect(versions.json()).toMatchObject({ data: { versions: { stages: 2, statuses: 0, lists: 0 } } });
  });

  it('have different ids, and are at most 50', async () => {
    expect(await change([1, 2].map(() => ({ id: 'a', name: 'A' })))).toBe(422);
    expect(await change(Array.from({ length: 51 }, (_, at) => ({ id: String(at), name: 'A' })))).toBe(422);
  });
});

const texts = fc.constantFrom('', 'a', 'b');
const someFields = fc.record(
  {
    status: fc.constantFrom('shortlist' as const, 'pass' as const, null),
    seen: fc.boolean(),
    tags: fc.array(fc.constantFrom('x', 'y'), { maxLength: 2 }),
    note: texts,
    stage: fc.constantFrom(null, 'review'),
    owner: texts,
    due: fc.constantFrom(null, '2026-12-01', '2027-01-31'),
  },
  { requiredKeys: [] },
);
const changeOf = fc.record({ record: fc.nat(3), set: someFields }).map(({ record, set }) => ({ ...deal(record), set }));
const step = fc.record({ member: fc.nat(1), changes: fc.array(changeOf, { minLength: 1, maxLength: 3 }) });

describe('members who change statuses', () => {
  const openAccount = async () => {
    const { account_id: id } = await createAccount(service.sql, { name: 'shared', plan: 'PRO' });
    const { member } = await addMember(service.sql, id, { name: 'Ben', role: 'member', own_name: 'Ana' });
    return { id, members: [(await listMembers(service.sql, id))[0]!.id, member.id] };
  };

  it('one after the other leave what a plain model has', async () => {
    type Modelled = RecordStatus & Pick<StoredStatus, 'status_by' | 'status_at' | 'note_by' | 'note_at'>;
    const fields = {
      status: null,
      seen: false,
      tags: [],
      note: '',
      stage: null,
      owner: '',
      next: '',
      due: null,
      rank: null,
    };
    const untouched: Modelled = { ...fields, status_by: null, status_at: null, note_by: null, note_at: null };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { id, members } = await openAccount();
        const model = new Map<string, Modelled>();
        for (const { member, changes } of steps) {
          const [author, at] = [members[member]!, now()];
          for (const [index, { id: record, set }] of changes.entries()) {
            const time = new Date(at.getTime() + index).toISOString();
            const stored = model.get(record) ?? untouched;
            const next: Modelled = { ...stored, ...set, tags: [...new Set(set.tags ?? stored.tags)] };
            if (next.status !== stored.status || next.seen !== stored.seen || next.stage !== stored.stage) {
              Object.assign(next, { status_by: author, status_at: time });
            }
            if (next.note !== stored.note) Object.assign(next, { note_by: author, note_at: time });
            model.set(record, next);
          }
          await writeStatuses(service.sql, { accountId: id, author, now: at }, changes);
        }
        const { statuses } = await readStatusPage(service.sql, id, 0);
        for (const [record, expected] of model) {
          const stored = statuses.find((one) => one.id === record);
          if (stored) expect(stored).toMatchObject(expected);
          else expect(expected).toMatchObject({ status: null, seen: false, tags: [], note: '', status_at: null });
        }
        expect(statuses.every((one) => model.has(one.id))).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it('at the same time all keep what they changed', async () => {
    const sets = [
      { status: 'pass' },
      { note: 'a' },
      { owner: 'b' },
      { next: 'c' },
      { tags: ['d'] },
      { seen: true },
    ] as const;
    for (let round = 0; round < 10; round += 1) {
      const { id, members } = await openAccount();
      await Promise.all(
        sets.map((set, member) =>
          writeStatuses(service.sql, { accountId: id, author: members[member % 2]!, now: now() }, [
            { ...deal(1), set: 'tags' in set ? { tags: [...set.tags] } : set },
          ]),
        ),
      );
      const { statuses } = await readStatusPage(service.sql, id, 0);
      expect(statuses).toMatchObject([Object.assign({ version: sets.length }, ...sets)]);
    }
  });

  it('at the same time leave no change unseen by who reads after the version that was read last', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 5 }), async (rounds) => {
        const { id, members } = await openAccount();
        const reader = { after: 0, known: new Map<string, StoredStatus>() };
        const catchUp = async () => {
          const { version, complete, statuses } = await readStatusPage(service.sql, id, reader.after);
          if (complete) reader.known.clear();
          for (const status of statuses) reader.known.set(status.id, status);
          reader.after = version;
        };
        for (const steps of rounds) {
          const writing = steps.map(({ member, changes }) =>
            writeStatuses(service.sql, { accountId: id, author: members[member]!, now: now() }, changes),
          );
          await Promise.all([...writing, catchUp()]);
        }
        await catchUp();
        const { version, statuses } = await readStatusPage(service.sql, id, 0);
        expect(reader).toEqual({ after: version, known: new Map(statuses.map((one) => [one.id, one])) });
      }),
      { numRuns: 40 },
    );
  });
});
