import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { beforeEach, describe, expect, it } from 'vitest';
import { exportedKind, maxPartItems } from '#contract/workspace/data.ts';
import type { StoredStatus } from '#contract/workspace/statuses.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { uuidOf } from '../../testing/records.ts';
import { startService } from '../../testing/service.ts';
import { createAccount } from '../accounts/accounts.ts';
import { samples } from '../http/openapi-samples.ts';
import { exportWorkspaceJson, maxPartCharacters } from './export-json.ts';
import { recordFiles } from './export-records.ts';
import { acceptInvitation, addMember } from './members.ts';
import { hashSearch } from './request-hash.ts';
import { restoreParts } from './restore.ts';
import { writeStatuses, readStatusPage } from './statuses.ts';

type StoredRecord = { readonly id: string; readonly [member: string]: unknown };
type Part = { readonly kind: string; readonly items: readonly Record<string, unknown>[] };

const dayMs = 86_400_000;
const noon = Date.UTC(2026, 10, 20, 12);
let nowMs = noon;
const service = openForTests(() => startService({ clock: () => new Date(nowMs) }));
let key: string;
let accountId: string;
beforeEach(async () => {
  nowMs = noon;
  ({ key, account_id: accountId } = await service.createKey());
});

const { deal, company, investor } = samples;
const [listId, savedId, searchId] = [randomUUID(), randomUUID(), randomUUID()];
const iso = (ms = nowMs) => new Date(ms).toISOString();

async function send<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown, by = key): Promise<T> {
  const response = await service.inject(method, `/workspace${path}`, { body, key: by });
  expect(response.statusCode, response.body.slice(0, 1000)).toBe(200);
  return response.json<{ data: T }>().data;
}

async function readExport(by = key): Promise<{ parts: Part[] }> {
  const response = await service.inject('GET', '/workspace/export', { key: by });
  expect(response.statusCode).toBe(200);
  return response.json();
}
const restore = async (parts: readonly object[], by = key) =>
  (await send<{ restored: Record<string, number> }>('POST', '/restore', { parts }, by)).restored;
const pick = (parts: readonly Part[], kind: string) =>
  parts.filter((part) => part.kind === kind).flatMap((part) => part.items);

const storeRecord = (kind: string, record: StoredRecord | null, id = record?.id ?? '') => service.sql`
  INSERT INTO unlocked_records (account_id, kind, id, record, unlocked_at)
  VALUES (${accountId}, ${kind}, ${id}, ${record && JSON.stringify(record)}, ${new Date(nowMs)})`;

const storePurchase = (startedMs: number, state = 'billed') => service.sql`
  INSERT INTO purchases (account_id, id, screen, endpoint, input, request_hash, idempotency_key, quoted_tenths,
    billed_tenths, state, relayed, row_count, unlocked_rows, started_at, alive_until)
  VALUES (${accountId}, gen_random_uuid(), '/deals', 'searchDeals', '{"body":{}}', ${Buffer.from(String(startedMs))},
    ${randomUUID()}, 100, ${state === 'billed' ? 70 : null}, ${state}, false, 7, 2, ${new Date(startedMs)}, ${new Date(startedMs)})`;

/** Stores something of every kind. */
async function fillWorkspace(): Promise<void> {
  await storeRecord('deals', {
    ...deal,
    company_id: company.id,
    investor_ids: [investor.id],
    total_round_raised: null,
    date: '2026-03-01T00:00:00Z',
  });
  await storeRecord('companies', { ...company, name: '=HYPERLINK("http://bad")' });
  await storeRecord('investors', { ...investor, name: 'Ünion Row' });
  await storeRecord('people', samples.person);
  await storeRecord('people', null, uuidOf('person', 9));
  await storeRecord('rounds', {
    id: deal.id,
    investors: [samples.dealInvestor],
    angel_investors: [samples.dealAngel],
  });
  await storeRecord('articles', samples.dealDetail);
  await storeRecord('histories', samples.person);
  const search = { deal: { size_min: 1 } };
  await service.sql`
    INSERT INTO searches (account_id, id, request_hash, resource, body, screen, ids, figures, total, loaded, ended, first_at, loaded_at)
    VALUES (${accountId}, ${searchId}, ${hashSearch('deals', search, null)}, 'deals', ${JSON.stringify(search)}, '/deals',
      ${[deal.id]}::uuid[], '{"a":{"similarity":0.5}}', 1, 10, true, ${new Date(nowMs)}, ${new Date(nowMs)})`;
  await service.sql`
    INSERT INTO stored_responses (account_id, request_hash, endpoint, data, meta, stored_at)
    VALUES (${accountId}, ${Buffer.alloc(32, 1)}, 'lookUpCompanies', '{"companies":[]}', '{}', ${new Date(nowMs)})`;
  await send('PUT', '/stages', { stages: [{ id: 'x1', name: 'Diligence' }] });
  await send('PUT', '/us', { us: [{ kind: 'investor', id: uuidOf('investor', 2), name: 'Alder Seed' }] });
  const set = { status: 'shortlist', stage: 'x1', note: 'Ask Ada,\n+1', tags: ['a', 'b'], due: '2026-12-01' };
  await send('PUT', '/statuses', { changes: [{ kind: 'deal', id: deal.id, set }] });
  await send('PUT', `/lists/${listId}`, {
    name: 'Targets',
    text: 'domain\nacme.com',
    file_name: 'targets.csv',
    lines: 2,
    matches: { 'domain:acme.com': [company.id, uuidOf('company', 8)], 'domain:b.com': [] },
    choices: { 'domain:acme.com': company.id },
  });
  await send('PUT', `/saved-searches/${savedId}`, {
    name: 'Seed',
    screen: 'deals',
    search: '?round=SEED',
    body: search,
  });
  await send('POST', '/reviews/finish', { deal_ids: [deal.id], alert_ids: [uuidOf('investor', 1)] });
  await storePurchase(nowMs - 1000);
}

describe('an export as JSON', () => {
  it('has everything that the account stores, and restores into another account, once', async () => {
    await fillWorkspace();
    const { parts, ...head } = await readExport();
    expect(head).toEqual({ format: 'fundscope-export', version: 1, exported_at: iso() });
    expect(new Set(parts.map(({ kind }) => kind))).toEqual(new Set(exportedKind.options));
    expect(pick(parts, 'people')).toHaveLength(2);
    const other = await service.createKey();
    nowMs += dayMs;
    const restored = await restore(parts, other.key);
    const counts = Object.fromEntries(parts.map(({ kind, items }) => [kind, items.length]));
    expect(restored).toEqual({ ...counts, purchases: undefined });
    const copy = await readExport(other.key);
    expect(copy.parts).toEqual(parts.filter(({ kind }) => kind !== 'purchases'));
    const again = await restore(parts, other.key);
    expect(Object.values(again).every((count) => count === 0)).toBe(true);
  });

  it('has parts that a restore accepts, and each of many records once', async () => {
    const record = JSON.stringify({ ...company, description: 'ü'.repeat(3000) });
    await service.sql`
      INSERT INTO unlocked_records (account_id, kind, id, record, unlocked_at)
      SELECT ${accountId}, 'companies', gen_random_uuid(), ${record}, ${new Date(nowMs)} FROM generate_series(1, 2600)`;
    await service.sql`
      INSERT INTO unlocked_records (account_id, kind, id, record, unlocked_at)
      SELECT ${accountId}, 'people', gen_random_uuid(), NULL, ${new Date(nowMs)} FROM generate_series(1, 2500)`;
    const { parts } = await readExport();
    expect(new Set(pick(parts, 'companies').map(({ id }) => id)).size).toBe(2600);
    expect(new Set(pick(parts, 'people').map(({ id }) => id)).size).toBe(2500);
    for (const { items } of parts) {
      expect(items.length).toBeLessThanOrEqual(maxPartItems);
      expect(JSON.stringify(items).length).toBeLessThan(maxPartCharacters + 100_000);
    }
    expect(parts.length).toBeLessThan(8);
  });

  it('is a valid document without anything in it', async () => {
    expect((await readExport()).parts).toEqual([]);
    expect((await service.inject('GET', '/workspace/export', { key: null })).statusCode).toBe(401);
    expect((await service.inject('GET', '/workspace/export?format=xml', { key })).statusCode).toBe(422);
  });
});

describe('a restore', () => {
  const untouched = { status: null, seen: false, tags: [], note: '', stage: null, owner: '', next: '', due: null };
  const unsigned = { rank: null, status_by: null, status_at: null, note_by: null, note_at: null };
  const status = (changes: object) => ({
    kind: 'deal',
    id: deal.id,
    ...untouched,
    ...unsigned,
    changed_at: iso(),
    ...changes,
  });

  it('keeps what was changed later, by part of a status and by record', async () => {
    await storeRecord('companies', { ...company, name: 'stored' });
    await send('PUT', '/statuses', {
      changes: [{ kind: 'deal', id: deal.id, set: { note: 'stored', owner: 'stored' } }],
    });
    const [later, earlier] = [iso(nowMs + 1), iso(nowMs - 1)];
    nowMs += 1000;
    const record = (unlockedAt: string, name: string) => ({
      id: company.id,
      record: { ...company, name },
      unlocked_at: unlockedAt,
    });
    await restore([
      {
        kind: 'statuses',
        items: [status({ note: 'file', note_at: earlier, status: 'pass', status_at: earlier, changed_at: earlier })],
      },
      { kind: 'companies', items: [record(earlier, 'earlier')] },
    ]);
    expect((await readStatusPage(service.sql, accountId, 0)).statuses).toMatchObject([
      { note: 'stored', owner: 'stored', status: 'pass', status_at: earlier },
    ]);
    expect(pick((await readExport()).parts, 'companies')).toMatchObject([{ record: { name: 'stored' } }]);
    await restore([
      { kind: 'statuses', items: [status({ note: 'file', note_at: later, owner: 'file', changed_at: later })] },
      { kind: 'companies', items: [record(later, 'later'), record(earlier, 'earlier')] },
    ]);
    expect((await readStatusPage(service.sql, accountId, 0)).statuses).toMatchObject([
      { note: 'file', owner: 'file', status: 'pass', changed_at: later },
    ]);
    expect(pick((await readExport()).parts, 'companies')).toMatchObject([{ record: { name: 'later' } }]);
  });

  it('takes no time from the future, and no member of another account', async () => {
    const future = '9999-12-31T00:00:00Z';
    await restore([
      {
        kind: 'statuses',
        items: [status({ note: 'file', note_at: future, note_by: randomUUID(), changed_at: future })],
      },
      { kind: 'companies', items: [{ id: company.id, record: company, unlocked_at: '0000-01-01T00:00:00Z' }] },
    ]);
    const { parts } = await readExport();
    expect(pick(parts, 'statuses')).toMatchObject([{ note_at: iso(), note_by: null, changed_at: iso() }]);
    expect(pick(parts, 'companies')).toMatchObject([{ unlocked_at: '1970-01-01T00:00:00.000Z' }]);
  });

  const deep = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);
  it.each([
    ['no record', { kind: 'deals', items: ['not a record'] }],
    ['a record 4,000 levels deep', { kind: 'deals', items: [{ id: deal.id, record: deep(4000), unlocked_at: iso() }] }],
    [
      'a time in the year 275760',
      { kind: 'deals', items: [{ id: deal.id, record: deal, unlocked_at: '+275760-09-13T00:00:00Z' }] },
    ],
    [
      'a record of 201 kB',
      { kind: 'deals', items: [{ id: deal.id, record: { a: 'x'.repeat(201_000) }, unlocked_at: iso() }] },
    ],
    ['a status of no kind', { kind: 'statuses', items: [{ kind: 'alert', id: deal.id }] }],
    [
      '2,001 items',
      { kind: 'stages', items: Array.from({ length: 2001 }, (_, at) => ({ id: String(at), name: 'x' })) },
    ],
  ])('rejects a file with %s, and stores nothing of the request', async (_name, part) => {
    const body = { parts: [{ kind: 'stages', items: [{ id: 'a', name: 'A' }] }, part] };
    const response = await service.inject('POST', '/workspace/restore', { body, key });
    expect([400, 422]).toContain(response.statusCode);
    expect((await readExport()).parts).toEqual([]);
  });

  it('leaves out kinds of later versions', async () => {
    const parts = [
      { kind: 'dreams', items: [{ a: 1 }] },
      { kind: 'stages', items: [{ id: 'a', name: 'A' }] },
    ];
    expect(await restore(parts)).toEqual({ stages: 1 });
  });

  it('makes two accounts equal that exchange their exports', async () => {
    const set = fc.record(
      {
        status: fc.constantFrom('shortlist' as const, 'pass' as const, null),
        note: fc.constantFrom('', 'a', 'b'),
        owner: fc.constantFrom('', 'a', 'b'),
      },
      { requiredKeys: [] },
    );
    const step = fc.record({ account: fc.nat(1), deal: fc.nat(2), set });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
        const open = () => createAccount(service.sql, { name: 'one of two', plan: 'PRO' });
        const accounts = [(await open()).account_id, (await open()).account_id];
        for (const { account, deal: number, set: fields } of steps) {
          const change = { accountId: accounts[account]!, author: null, now: new Date((nowMs += 1000)) };
          await writeStatuses(service.sql, change, [{ kind: 'deal', id: uuidOf('deal', number), set: fields }]);
        }
        const files = await Promise.all(accounts.map(readParts));
        await restoreParts(service.sql, accounts[0]!, files[1]!, new Date(nowMs));
        await restoreParts(service.sql, accounts[1]!, files[0]!, new Date(nowMs));
        const [one, other] = await Promise.all(accounts.map(readStatuses));
        expect(one).toEqual(other);
      }),
      { numRuns: 25 },
    );
  });

  async function readParts(account: string): Promise<{ kind: string; items: unknown[] }[]> {
    let text = '';
    for await (const chunk of exportWorkspaceJson(service.sql, account, new Date(nowMs))) text += chunk;
    return (JSON.parse(text) as { parts: { kind: string; items: unknown[] }[] }).parts;
  }

  async function readStatuses(account: string): Promise<Omit<StoredStatus, 'version'>[]> {
    const { statuses } = await readStatusPage(service.sql, account, 0);
    return statuses.map(({ version: _version, ...status_ }) => status_).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }
});

describe('a deletion', () => {
  const readKinds = async (by = key) => [...new Set((await readExport(by)).parts.map(({ kind }) => kind))];
  const work = ['stages', 'us', 'statuses', 'lists', 'saved_searches', 'reviews'];

  it('of records leaves the work and the purchases', async () => {
    await fillWorkspace();
    expect(await send('POST', '/delete', { what: 'records' })).toEqual({ deleted: 10 });
    expect(await readKinds()).toEqual([...work, 'purchases']);
  });

  it('of everything leaves only what counts against the budget, and other accounts', async () => {
    const other = await service.createKey();
    await send('PUT', '/stages', { stages: [{ id: 'a', name: 'A' }] }, other.key);
    await fillWorkspace();
    nowMs += 5 * dayMs;
    const midnight = Date.UTC(2026, 10, 25);
    await storePurchase(midnight - 1);
    await storePurchase(midnight);
    await storePurchase(midnight - 2, 'running');
    const { version } = await readStatusPage(service.sql, accountId, 0);
    expect(await send('POST', '/delete', { what: 'everything' })).toEqual({ deleted: 20 });
    const { parts } = await readExport();
    expect(parts).toMatchObject([{ kind: 'purchases', items: [{ state: 'running' }, { started_at: iso(midnight) }] }]);
    expect(await readKinds(other.key)).toEqual(['stages']);
    // Who read statuses before learns that they are gone.
    expect(await readStatusPage(service.sql, accountId, version)).toEqual({
      version: version + 1,
      complete: true,
      more: false,
      statuses: [],
    });
    const account = await service.inject('GET', '/account', { key });
    expect(account.json()).toMatchObject({ data: { account: { purchased_credits: 200 } } });
  });

  it('keeps the purchases of a session that began on an earlier day', async () => {
    await storePurchase(noon - dayMs);
    await storePurchase(noon - 2 * dayMs);
    await service.sql`
      INSERT INTO budgets (account_id, session_started_at, last_purchase_at)
      VALUES (${accountId}, ${new Date(noon - dayMs)}, ${new Date(noon - dayMs)})`;
    expect(await send('POST', '/delete', { what: 'everything' })).toEqual({ deleted: 1 });
    expect(pick((await readExport()).parts, 'purchases')).toMatchObject([{ started_at: iso(noon - dayMs) }]);
  });

  it('never waits in a circle with members who work meanwhile', async () => {
    await fillWorkspace();
    const { parts } = await readExport();
    const actions = [
      () => send('POST', '/delete', { what: 'everything' }),
      () => send('POST', '/delete', { what: 'records' }),
      () => restore(parts),
      () => restore(parts.toReversed()),
      () => send('PUT', '/statuses', { changes: [{ kind: 'deal', id: deal.id, set: { note: randomUUID() } }] }),
      () => send('PUT', `/lists/${listId}`, { name: randomUUID(), text: '' }),
      () => send('POST', '/reviews/finish', { deal_ids: [deal.id, uuidOf('deal', 2)], alert_ids: [] }),
      () => send('PUT', '/stages', { stages: [{ id: 'a', name: randomUUID() }] }),
    ];
    for (let round = 0; round < 8; round += 1) await Promise.all(actions.map((one) => one()));
    await send('POST', '/delete', { what: 'everything' });
    expect((await readExport()).parts.map(({ kind }) => kind)).toEqual(['purchases']);
  });

  it('and a restore are for owners', async () => {
    const { token } = await addMember(service.sql, accountId, { name: 'Ben', role: 'member', own_name: 'Ana' });
    const ben = (await acceptInvitation(service.sql, token, new Date(nowMs)))!;
    for (const [path, body] of [
      ['/delete', { what: 'records' }],
      ['/restore', { parts: [{ kind: 'stages', items: [] }] }],
    ] as const) {
      const response = await service.inject('POST', `/workspace${path}`, { body, key: ben.key });
      expect([response.statusCode, response.json()]).toMatchObject([403, { error: { code: 'OWNER_REQUIRED' } }]);
    }
  });
});

describe('an export as CSV', () => {
  async function readFiles(): Promise<ReadonlyMap<string, string>> {
    const response = await service.inject('GET', '/workspace/export?format=csv', { key });
    expect(response.headers['content-disposition']).toBe('attachment; filename="fundscope-2026-11-20.zip"');
    const files = unzipSync(new Uint8Array(response.rawPayload));
    return new Map(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]));
  }

  it('has names instead of ids, UTC days, empty cells for what is undisclosed, and runs no formula', async () => {
    await addMember(service.sql, accountId, { name: 'Ben', role: 'member', own_name: 'Ana' });
    await fillWorkspace();
    const files = await readFiles();
    const all = [...files.values()].join('');
    for (const id of [deal.id, company.id, investor.id, listId]) expect(all).not.toContain(id);
    const formula = `"'=HYPERLINK(""http://bad"")"`;
    const [head, row] = files.get('deals.csv')!.split('\r\n');
    expect(head).toMatch(/^\uFEFFunlocked_utc,company,announced_utc,round,raised_usd,/);
    expect(row).toContain(`${iso()},${formula},2026-03-01,${deal.round_type},,`);
    expect(row).toContain(',Ünion Row,');
    expect(files.get('people.csv')!.split('\r\n')).toHaveLength(3);
    expect(files.get('investors-in-rounds.csv')).toContain(`${iso()},${formula},${samples.dealInvestor.name},`);
    expect(files.get('work-histories.csv')).toContain(`${iso()},${samples.person.name},`);
    expect(files.get('articles.csv')).toContain(`${iso()},${formula},`);
    expect(files.get('statuses-and-notes.csv')).toContain(
      `${iso()},${formula},deal,shortlist,Diligence,no,a; b,,,2026-12-01,Ana,${iso()},"Ask Ada,\n'+1",Ana,${iso()}\r\n`,
    );
    expect(files.get('saved-searches.csv')).toContain(`${iso()},Seed,deals,?round=SEED,Ana\r\n`);
    expect(files.get('lists.csv')).toContain(`${iso()},Targets,targets.csv,2,Ana,${iso()}\r\n`);
    expect(files.get('list-companies.csv')).toBe(
      `\uFEFFlist,line,company,matches\r\nTargets,domain:acme.com,${formula},2\r\nTargets,domain:b.com,,0\r\n`,
    );
    expect(files.get('purchases.csv')).toContain(
      `${iso(nowMs - 1000)},,Search funding rounds,billed,7,2,10,7,/deals,,\r\n`,
    );
    expect(files.get('ledger.csv')).toMatch(/^\uFEFFat_utc,kind,what,rows,credits\r\n.+grant/);
  });

  it('has the same files with nothing in them', async () => {
    const files = await readFiles();
    expect([...files.keys()]).toEqual(expect.arrayContaining(recordFiles.map(({ name }) => `${name}.csv`)));
    for (const [name, text] of files) {
      if (name !== 'ledger.csv') expect(text.split('\r\n'), name).toHaveLength(2);
    }
  });

  it('has columns that are members of the records', () => {
    const records = { deals: deal, companies: company, investors: investor, people: samples.person };
    for (const [kind, record] of Object.entries(records)) {
      for (const [head, path] of recordFiles.find((file) => file.kind === kind)!.columns) {
        expect(Object.keys(record), `${kind} ${head}`).toContain(path.split('.')[0]);
      }
    }
  });
});
