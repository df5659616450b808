import { Command } from 'commander';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestService, startService } from '../../testing/service.ts';
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

test('the workspace of an account is exported whole, as a backup file, and never over another file', async () => {
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
