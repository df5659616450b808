import { Command } from 'commander';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
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

const stages = { stages: [{ id: 'x1', name: 'Diligence' }] };

test('the workspace of an account is exported as JSON, and never overwrites a file', async () => {
  const { account_id, key } = await service.createKey({ name: 'desk' });
  await service.inject('PUT', '/workspace/stages', { body: stages, key });
  const out = join(folder, 'desk.json');
  await run('export', '--account', 'desk', '--out', out);
  expect(JSON.parse(await readFile(out, 'utf8'))).toEqual({
    format: 'fundscope-export',
    version: 1,
    exported_at: expect.any(String) as string,
    parts: [{ kind: 'stages', items: stages.stages }],
  });
  await expect(run('export', '--account', account_id, '--out', out)).rejects.toThrow('already exists');
});

test('it is exported as a folder of CSV files', async () => {
  const { account_id, key } = await service.createKey();
  const body = { name: 'Targets', text: 'domain\nacme.com', file_name: 'targets.csv', lines: 2 };
  await service.inject('PUT', `/workspace/lists/${randomUUID()}`, { body, key });
  const out = join(folder, 'csv');
  await run('export', '--account', account_id, '--format', 'csv', '--out', out);
  expect(await readdir(out)).toEqual(expect.arrayContaining(['deals.csv', 'lists.csv', 'ledger.csv']));
  expect(await readFile(join(out, 'lists.csv'), 'utf8')).toContain('Z,Targets,targets.csv,2,,');
  await expect(run('export', '--account', account_id, '--format', 'csv', '--out', out)).rejects.toThrow(
    'already exists',
  );
});

test('a workspace is deleted only with --yes', async () => {
  const { account_id, key } = await service.createKey();
  await service.inject('PUT', '/workspace/stages', { body: stages, key });
  const count = async () => (await service.sql`SELECT 1 FROM stages WHERE account_id = ${account_id}`).length;
  await expect(run('delete', '--account', account_id)).rejects.toThrow('for good');
  expect(await count()).toBe(1);
  await run('delete', '--account', account_id, '--yes');
  expect(await count()).toBe(0);
});
