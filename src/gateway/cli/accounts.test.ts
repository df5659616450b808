import { Command } from 'commander';
import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestService, startService } from '../../testing/service.ts';
import { seedRecords } from '../../testing/records.ts';
import { registerAccounts } from './accounts.ts';
import { registerAlertCommands } from './alerts.ts';
import { registerCredits } from './credits.ts';
import { registerKeys } from './keys.ts';
import { registerLedger } from './ledger.ts';
import { registerMemberCommands } from './members.ts';

let service: TestService;
let folder: string;
beforeAll(async () => {
  service = await startService({ seed: seedRecords });
  folder = await mkdtemp(join(tmpdir(), 'fundscope-commands-'));
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Runs a command like the command line, on the test's database, and returns its output. */
async function run(...words: string[]): Promise<string> {
  const program = new Command().exitOverride();
  const openDatabase = async () => ({ sql: service.sql, close: async () => undefined });
  const groups = [registerAccounts, registerKeys, registerCredits, registerLedger, registerAlertCommands];
  for (const register of [...groups, registerMemberCommands]) {
    register(program, openDatabase);
  }
  quieten(program);
  let printed = '';
  vi.spyOn(console, 'log').mockImplementation((text: string) => void (printed += `${text}\n`));
  await program.parseAsync(words, { from: 'user' });
  return printed;
}

/** Keeps commander's error texts, and those of all subcommands, out of the test output. */
function quieten(command: Command): void {
  command.exitOverride().configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
  command.commands.forEach(quieten);
}

const runJson = async <T>(...words: string[]): Promise<T> => JSON.parse(await run(...words, '--json')) as T;
type Made = { account_id: string; key: string };
const makeAccount = (name: string, ...rest: string[]) =>
  runJson<Made>('accounts', 'create', '--name', name, '--plan', 'PRO_PLUS', ...rest);
const fetchStatus = async (key: string) => (await service.inject('GET', '/account', { key })).statusCode;

describe('keys', () => {
  it('are created, listed without the secret, disabled, enabled and rotated', async () => {
    const { account_id, key } = await makeAccount('desk');
    const second = await runJson<{ prefix: string; key: string }>(
      'keys',
      'create',
      '--account',
      'desk',
      '--name',
      'ci',
    );
    expect(await fetchStatus(second.key)).toBe(200);
    await run('keys', 'disable', second.prefix);
    expect([await fetchStatus(second.key), await fetchStatus(key)]).toEqual([401, 200]);
    await run('keys', 'enable', second.prefix);
    expect(await fetchStatus(second.key)).toBe(200);
    const rotated = await runJson<{ key: string; replaces: string }>('keys', 'rotate', second.prefix);
    expect([await fetchStatus(second.key), await fetchStatus(rotated.key), rotated.replaces]).toEqual([
      401,
      200,
      second.prefix,
    ]);
    const list = await run('keys', 'list', '--account', account_id);
    expect(list.trim().split('\n')).toHaveLength(3);
    expect(list).toContain(`vg_${second.prefix}`);
    for (const secret of [key, second.key, rotated.key]) expect(list).not.toContain(secret.slice(16));
  });

  it('are not created for the account of a hosted service, whose gateway would not accept them', async () => {
    vi.stubEnv('FUNDSCOPE_DATA', folder);
    vi.stubEnv('FUNDSCOPE_UPSTREAM', 'https://api.example.com/api/v1');
    vi.stubEnv('FUNDSCOPE_KEY', 'hosted-key');
    // Opens the account.
    await run('members', 'list');
    // As on a service manager's machine, where commands do not have these settings.
    vi.stubEnv('FUNDSCOPE_UPSTREAM', undefined);
    vi.stubEnv('FUNDSCOPE_KEY', undefined);
    const accounts = await runJson<{ account_id: string; name: string }[]>('accounts', 'list');
    const { account_id } = accounts.find(({ name }) => name.startsWith('api.example.com '))!;
    const listHosted = () =>
      runJson<{ prefix: string; disabled_at: string | null }[]>('keys', 'list', '--account', account_id);
    const before = await listHosted();
    const rejected = /The account api\.example\.com \S+ is of a hosted service, so its gateway accepts no key/;
    await expect(run('keys', 'create', '--account', account_id, '--name', 'ci')).rejects.toThrow(rejected);
    await expect(run('keys', 'rotate', before[0]!.prefix)).rejects.toThrow(rejected);
    expect(await listHosted()).toEqual(before);
    expect(before).toMatchObject([{ disabled_at: null }]);
  });

  it('of a disabled account are rejected until it is enabled; a whole key is accepted in place of a prefix', async () => {
    const { key } = await makeAccount('shut');
    await run('accounts', 'disable', 'shut');
    expect(await fetchStatus(key)).toBe(401);
    expect(await run('accounts', 'list')).toMatch(/shut {2}\(disabled\)/);
    await run('accounts', 'enable', 'shut');
    expect(await fetchStatus(key)).toBe(200);
    await run('keys', 'disable', key);
    expect(await fetchStatus(key)).toBe(401);
  });
});

describe('members', () => {
  it('are invited by a link, listed, get other roles, are removed and restored', async () => {
    const { key } = await makeAccount('team');
    const members = (...words: string[]) => run('members', ...words, '--account', 'team');
    const [link = ''] = (await members('invite', '--name', 'Ben', '--role', 'viewer')).split('\n');
    expect(link).toMatch(/^http:\/\/localhost:\d+\/join#[\w-]{32}$/);
    const body = { token: link.split('#')[1] };
    const joined = await service.inject('POST', '/workspace/join', { key: null, body });
    const ben = joined.json<{ data: { key: string } }>().data.key;
    const buy = async () => (await service.inject('POST', '/api/v1/deals', { body: {}, key: ben })).statusCode;
    expect(await buy()).toBe(403);
    expect(await members('role', 'Ben', 'member')).toBe('Ben is now member.\n');
    expect(await buy()).toBe(200);
    expect(await members('color', 'Ben', 'teal')).toBe('Ben is now teal.\n');
    await members('remove', 'Ben');
    expect([await buy(), await fetchStatus(key)]).toEqual([401, 200]);
    expect(await members('list')).toMatch(/owner .* Owner\n.*member {2}teal {4}removed .* Ben\n/);
    await members('restore', 'Ben');
    expect(await buy()).toBe(200);
    expect(JSON.parse(await members('link', 'Ben', '--json'))).toMatchObject({ member: { name: 'Ben' } });
    await expect(members('remove', 'Owner')).rejects.toThrow('The first owner stays the owner.');
    await expect(members('remove', 'Nobody')).rejects.toThrow('There is no member "Nobody".');
    await expect(members('role', 'Ben', 'boss')).rejects.toThrow('"boss" is not a role.');
  });
});

describe('an account', () => {
  it('is unmetered until it is metered again, and the list says so', async () => {
    const { account_id, key } = await makeAccount('house', '--monthly', '0', '--purchased', '0');
    const search = async () =>
      (await service.inject('POST', '/api/v1/deals', { body: { page_size: 1 }, key })).statusCode;
    expect(await search()).toBe(402);
    expect(await runJson('accounts', 'unmeter', 'house')).toEqual({ account_id, unmetered: true });
    expect(await search()).toBe(200);
    expect(await run('accounts', 'list')).toMatch(/house {2}\(unmetered\)/);
    expect(await run('accounts', 'meter', 'house')).toBe('Account house is metered.\n');
    expect(await search()).toBe(402);
  });
});

describe('credits and ledger', () => {
  it('are granted and set, and the exported ledger adds up to the balance', async () => {
    const { key } = await makeAccount('books', '--monthly', '5', '--purchased', '3');
    await service.inject('POST', '/api/v1/deals', { body: { page_size: 6 }, key });
    await service.inject('GET', '/api/v1/company/search', { query: { name: '=anvil' }, key });
    await run('credits', 'grant', '--account', 'books', '--credits', '10.5', '--reason', '=1+1, "gift"');
    await run('credits', 'grant', '--account', 'books', '--credits', '1', '--reason', '＝1+1');
    await run('credits', 'set', '--account', 'books', '--monthly', '2', '--allowance', '50');
    expect(await runJson('credits', 'set', '--account', 'books', '--purchased', '7.3')).toEqual({
      monthly_allowance: 50,
      monthly_credits: 2,
      purchased_credits: 7.3,
    });
    const entries = await runJson<{ monthly_credits: number; purchased_credits: number; what: string }[]>(
      'ledger',
      'show',
      '--account',
      'books',
    );
    const add = (member: 'monthly_credits' | 'purchased_credits') =>
      Math.round(entries.reduce((sum, entry) => sum + entry[member], 0) * 10);
    expect([add('monthly_credits'), add('purchased_credits')]).toEqual([20, 73]);
    expect(entries.map(({ what }) => what)).toEqual(expect.arrayContaining(['searchDeals', 'set by hand']));

    const csvFile = join(folder, 'ledger.csv');
    await run('ledger', 'export', '--account', 'books', '--out', csvFile);
    const csv = await readFile(csvFile, 'utf8');
    expect(csv.trim().split('\r\n')).toHaveLength(entries.length + 1);
    expect(csv).toContain(`"'=1+1, ""gift"""`);
    expect(csv).toContain(",'＝1+1,");
    const jsonFile = join(folder, 'ledger.json');
    await run('ledger', 'export', '--account', 'books', '--format', 'json', '--out', jsonFile);
    expect(JSON.parse(await readFile(jsonFile, 'utf8'))).toEqual(entries);
    await run('ledger', 'export', '--until', '2000-01-01', '--format', 'json', '--out', join(folder, 'none.json'));
    expect(JSON.parse(await readFile(join(folder, 'none.json'), 'utf8'))).toEqual([]);
    await expect(run('ledger', 'export', '--out', csvFile)).rejects.toThrow(/already exists/);
  });

  it('shows the newest entries of a range of days', async () => {
    const { account_id } = await makeAccount('days');
    for (const day of ['2026-01-01', '2026-01-02', '2026-01-03']) {
      await service.sql`
        INSERT INTO grants (account_id, source, tenths, reason, granted_at)
        VALUES (${account_id}, 'purchased', 10, ${day}, ${`${day}T23:59:59.999Z`})`;
    }
    const show = async (...days: string[]) =>
      (await runJson<{ what: string }[]>('ledger', 'show', '--account', 'days', ...days)).map(({ what }) => what);
    expect(await show('--since', '2026-01-02', '--until', '2026-01-02')).toEqual(['2026-01-02']);
    expect(await show('--until', '2026-01-03', '--last', '2')).toEqual(['2026-01-02', '2026-01-03']);
  });
});

describe('alerts', () => {
  it('are created, listed and deleted', async () => {
    await makeAccount('watch');
    const filters = '{"locations":["germany"],"financing_types":["Seed"]}';
    const { configuration_id } = await runJson<{ configuration_id: string }>(
      ...'alerts create --account watch --name Germany --frequency DAILY --filters'.split(' '),
      filters,
    );
    expect(await run('alerts', 'list', '--account', 'watch')).toBe(`${configuration_id}  DAILY     Germany\n`);
    await run('alerts', 'delete', configuration_id, '--account', 'watch');
    expect(await runJson('alerts', 'list', '--account', 'watch')).toEqual([]);
    await expect(run('alerts', 'delete', configuration_id, '--account', 'watch')).rejects.toMatchObject({
      message: 'No alert has this id.',
    });
  });
});

describe('a wrong argument', () => {
  it.each([
    [['accounts', 'disable', 'nobody'], /There is no account "nobody"/],
    [['keys', 'rotate', '0123456789ab'], /There is no key 0123456789ab/],
    [['keys', 'disable', 'key'], /12 hex digits/],
    [['credits', 'set', '--account', 'desk'], /There is nothing to set/],
    [['credits', 'grant', '--account', 'desk', '--credits', '1.55'], /at most one decimal/],
    [['ledger', 'show', '--account', 'desk', '--since', 'monday'], /UTC day/],
    [['alerts', 'create', '--account', 'desk', '--name', 'x', '--filters', '{"mood":1}'], /Unrecognized key/],
    [['alerts', 'create', '--account', 'desk', '--name', 'x', '--filters', '['], /JSON object/],
    [['accounts', 'create', '--name', ' ', '--plan', 'PRO'], /1 to 200 characters/],
  ])('is rejected with the reason: %j', async (words, message) => {
    await expect(run(...words)).rejects.toMatchObject({ message: expect.stringMatching(message) as string });
  });

  it('is a name that two accounts have; their ids are listed', async () => {
    const { account_id } = await makeAccount('twin');
    await makeAccount('twin');
    await expect(run('keys', 'list', '--account', 'twin')).rejects.toMatchObject({
      message: '2 accounts are named "twin".',
    });
    expect(await run('keys', 'list', '--account', account_id)).toMatch(/twin: first/);
  });
});
