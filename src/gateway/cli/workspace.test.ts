import { Command } from 'commander';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { samples } from '#contract/samples.ts';
import { workspaceFiles } from '#contract/workspace-files.ts';
import { workspaceKinds } from '#contract/workspace.ts';
import { type TestService, startService } from '../../testing/service.ts';
import { addMember } from '../../service/workspace/members.ts';
import { registerWorkspaceCommands } from './workspace.ts';

let service: TestService;
let folder: string;
beforeAll(async () => {
  service = await startService();
  folder = await mkdtemp(join(tmpdir(), 'fundscope-workspace-'));
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

async function run(...args: string[]): Promise<void> {
  const program = new Command().exitOverride();
  registerWorkspaceCommands(program, async () => ({ sql: service.sql, close: async () => undefined }));
  await program.parseAsync(['workspace', ...args], { from: 'user' });
}

test('the workspace of an account is exported completely, as a backup file, and never overwrites a file', async () => {
  const { account_id, key } = await service.createKey({ name: 'desk' });
  const names = Array.from({ length: 1200 }, (_, at) => ({
    kind: 'names',
    key: [`n${at}`],
    at,
    value: { id: `n${at}`, kind: 'company', name: 'Ünï "quoted"\n', remark: '' },
  }));
  const changes = [
    ...names,
    { kind: 'unknown', key: ['deals', 'gone'], at: 0, value: true },
    { kind: 'statuses', key: ['deal', 'a', 'note'], at: 7, value: 'Ask Ada' },
  ];
  const response = await service.inject('POST', '/workspace/changes', { body: { changes }, key });
  expect(response.statusCode).toBe(200);
  const out = join(folder, 'desk.json');
  await run('export', '--account', 'desk', '--out', out);
  const backup = JSON.parse(await readFile(out, 'utf8')) as Record<string, Record<string, unknown>>;
  expect(backup).toMatchObject({ format: 'fundscope-backup', version: 2, savedAt: expect.any(String) as string });
  expect(backup['kinds']!['names']).toEqual({
    rows: names.map(({ at, value }) => ({ at, row: value })),
    unknown: [],
  });
  expect(backup['kinds']!['deals']).toEqual({ rows: [], unknown: ['gone'] });
  expect(backup['work']).toEqual({
    statuses: [{ key: ['deal', 'a', 'note'], at: 7, value: 'Ask Ada' }],
    reviews: [],
    searches: [],
    lists: [],
  });
  await expect(run('export', '--account', account_id, '--out', out)).rejects.toThrow('already exists');
});

test('a workspace is deleted only with --yes', async () => {
  const { account_id, key } = await service.createKey();
  const change = { kind: 'lists', key: ['a', 'head'], at: 1, value: 'a' };
  await service.inject('POST', '/workspace/changes', { body: { changes: [change] }, key });
  const count = async () =>
    (await service.sql`SELECT 1 FROM workspace_entries WHERE account_id = ${account_id}`).length;
  await expect(run('delete', '--account', account_id)).rejects.toThrow('for good');
  expect(await count()).toBe(1);
  await run('delete', '--account', account_id, '--yes');
  expect(await count()).toBe(0);
});

test('CSV files have names instead of ids, UTC dates, empty cells for what is undisclosed, and run no formula', async () => {
  const { account_id, key } = await service.createKey();
  const { deal, company, investor } = samples;
  const at = Date.UTC(2026, 10, 20, 23, 30);
  const entry = (kind: string, entryKey: string[], value: unknown) => ({ kind, key: entryKey, at, value });
  const round = { ...deal, company_id: company.id, investor_ids: [investor.id], total_round_raised: null };
  const changes = [
    entry('deals', [deal.id], { ...round, date: '2026-03-01T00:00:00Z' }),
    entry('companies', [company.id], { ...company, name: '=HYPERLINK("http://bad")' }),
    entry('investors', [investor.id], { ...investor, name: 'Ünion Row' }),
    entry('people', ['p'], 'not a record'),
    entry('statuses', ['deal', deal.id, 'note'], 'Ask Ada,\n+1'),
    entry('statuses', ['stage', 'x1', 'name'], 'Diligence'),
    entry('statuses', ['deal', deal.id, 'stage'], 'x1'),
    entry('searches', ['s', 'search'], { name: 'Seed', screen: 'deals', search: '?round=SEED' }),
    entry('lists', ['l', 'head'], { name: 'Targets', fileName: 'targets.csv', lines: 2 }),
    entry('lists', ['l', 'text'], 'domain\nacme.com'),
  ];
  const response = await service.inject('POST', '/workspace/changes', { body: { changes }, key });
  expect(response.statusCode, response.body).toBe(200);
  const out = join(folder, 'csv');
  await run('export', '--account', account_id, '--format', 'csv', '--out', out);
  const texts = new Map<string, string>();
  for (const name of await readdir(out)) texts.set(name, await readFile(join(out, name), 'utf8'));
  const all = [...texts.values()].join('');
  for (const id of [deal.id, company.id, investor.id]) expect(all).not.toContain(id);
  const formula = `"'=HYPERLINK(""http://bad"")"`;
  const [head, row] = texts.get('deals.csv')!.split('\r\n');
  expect(head).toMatch(/^\uFEFFchanged_utc,company,announced_utc,round,raised_usd,/);
  expect(row).toContain(`2026-11-20T23:30:00.000Z,${formula},2026-03-01,${deal.round_type},,`);
  expect(row).toContain(',Ünion Row,');
  expect(texts.get('statuses-and-notes.csv')).toContain(`${formula},deal,note,"Ask Ada,\n+1"`);
  expect(texts.get('statuses-and-notes.csv')).toContain(`${formula},deal,stage,Diligence`);
  expect(texts.get('saved-searches.csv')).toContain('Z,Seed,deals,?round=SEED,\r\n');
  expect(texts.get('lists.csv')).toContain('Z,Targets,targets.csv,2,\r\n');
  expect(texts.get('list-files.csv')).toContain('Z,Targets,"domain\nacme.com"\r\n');
  expect(texts.get('ledger.csv')).toMatch(/^\uFEFFat_utc,kind,what,rows,credits\r\n.+grant/);
  await expect(run('export', '--account', account_id, '--format', 'csv', '--out', out)).rejects.toThrow(
    'already exists',
  );
});

test('an export has the calls of all browsers once, and the day sums of those that are no longer listed', async () => {
  const { account_id, key } = await service.createKey();
  const ben = await addMember(service.sql, account_id, { name: 'Ben', role: 'member', own_name: 'Ana' });
  const line = {
    place: '/deals',
    method: 'POST',
    path: '/deals',
    summary: 'Search deals',
    quotedTenths: 100,
    calls: 1,
  };
  const answered = { ...line, billedTenths: 70, rows: 7, unlockedRows: 2, outcome: 'answered' };
  const unknown = { ...line, billedTenths: 0, rows: null, unlockedRows: null, outcome: 'unknown' };
  const at = Date.UTC(2026, 10, 20);
  const call = (id: string, rank: number, value: object) => ({ kind: 'calls', key: ['call', id], at: rank, value });
  const sums = { calls: 4, quotedTenths: 400, billedTenths: 380, unknownTenths: 0, rows: 38, unlockedRows: 0 };
  const changes = [
    call('one', 3, { ...answered, id: 'one', at, device: 'a' }),
    call('one', 1, { ...unknown, id: 'one', at: at + 5, device: 'a' }),
    call('two', 1, { ...unknown, id: 'two', at: at + 9, device: 'b', by: ben.member.id }),
    call('in the sums', 3, { ...answered, id: 'in the sums', at: at - 86_400_000, device: 'a' }),
    call('unreadable', 3, { id: 'unreadable' }),
    { kind: 'calls', key: ['sums', 'a'], at: at - 1, value: { to: at - 1, days: { '2026-11-19': sums } } },
  ];
  const response = await service.inject('POST', '/workspace/changes', { body: { changes }, key });
  expect(response.statusCode, response.body).toBe(200);
  const out = join(folder, 'calls');
  await run('export', '--account', account_id, '--format', 'csv', '--out', out);
  expect((await readFile(join(out, 'calls.csv'), 'utf8')).split('\r\n')).toEqual([
    '\uFEFFat_utc,member,what,outcome,calls,rows,quoted_credits,billed_credits',
    '2026-11-19,Ana,sum of older calls,,4,38,40,38',
    '2026-11-20T00:00:00.000Z,Ana,Search deals,answered,1,7,10,7',
    '2026-11-20T00:00:00.009Z,Ben,Search deals,unknown,1,,10,0',
    '',
  ]);
  await run('export', '--account', account_id, '--out', join(folder, 'calls.json'));
  const { book } = JSON.parse(await readFile(join(folder, 'calls.json'), 'utf8')) as { book: object };
  expect(book).toMatchObject({ account: null, calls: [{ id: 'one' }, { id: 'two' }], folded: { a: { to: at - 1 } } });
});

test('every kind of entry with readable content has a CSV file', () => {
  const files = new Set(workspaceFiles.map(({ kind }) => kind));
  // The order of stored results, names that the files use, ids that the service does not know, and how far reviews are;
  // calls have their own file.
  expect(workspaceKinds.filter((kind) => !files.has(kind))).toEqual([
    'answers',
    'names',
    'unknown',
    'reviews',
    'calls',
  ]);
});

test('every column of a CSV file is a member of the records', () => {
  const records = {
    deals: samples.deal,
    companies: samples.company,
    investors: samples.investor,
    people: samples.person,
  };
  for (const [kind, record] of Object.entries(records)) {
    for (const [head, path] of workspaceFiles.find((file) => file.kind === kind)!.columns) {
      expect(Object.keys(record), `${kind} ${head}`).toContain(path.split('.')[0]);
    }
  }
});
