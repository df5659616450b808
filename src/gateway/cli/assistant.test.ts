import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createAssistantClient } from '../../testing/assistant-client.ts';
import { openDemoDatabase, type TestDatabase } from '../../testing/database.ts';
import { startService, type TestService } from '../../testing/service.ts';
import { cliFile, projectDir } from '../project.ts';

let database: TestDatabase;
let dataDir: string;
const opened: Client[] = [];
beforeAll(async () => {
  await promisify(execFile)(process.execPath, [join(projectDir, 'src/gateway/cli/ensure.mjs'), 'build']);
  database = await openDemoDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'fundscope-mcp-'));
}, 120_000);
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});
afterEach(async () => {
  for (const client of opened.splice(0)) await client.close();
});

/** Starts the command as an assistant does; the client fails on any line of output that is not part of the protocol. */
async function openAssistant(args: string[] = [], values: Record<string, string> = {}) {
  const env = { PATH: process.env['PATH'] ?? '', FUNDSCOPE_DATA: dataDir, DATABASE_URL: database.address, ...values };
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cliFile, 'mcp', ...args],
    env,
    stderr: 'pipe',
  });
  const client = createAssistantClient();
  const problems: string[] = [];
  Object.assign(client, { onerror: ({ message }: Error) => problems.push(message) });
  await client.connect(transport);
  await client.listTools();
  opened.push(client);
  const call = async (name: string, given: Record<string, unknown> = {}) => {
    const { structuredContent, content, isError } = await client.callTool({ name, arguments: given });
    const [first] = content as { text: string }[];
    return { result: structuredContent as Record<string, unknown>, text: first?.text, failed: isError };
  };
  return { client, call, problems };
}

test('an assistant searches on the local service with the local key, within the budget of the command', async () => {
  const { client, call, problems } = await openAssistant(['--max-credits', '5']);
  expect(client.getServerVersion()).toMatchObject({ name: 'fundscope' });
  expect(client.getInstructions()).toContain('budget');
  const asked = await call('ask', { sentence: 'largest seed deals' });
  expect(asked.result).toMatchObject({ tool: 'search_deals', price: 10 });
  expect(await call('search_deals', asked.result['arguments'] as Record<string, unknown>)).toMatchObject({
    failed: true,
    text: expect.stringContaining("5 credits of the session's 5 are left"),
  });
  const found = await call('search_deals', { page_size: 5 });
  expect(found.result).toMatchObject({ credits_used: 5, session_credits_left: 0 });
  expect((await call('account')).result).toMatchObject({ account: { name: 'local' }, session: { spent: 5 } });
  expect(problems).toEqual([]);
});

test('a hosted service is used with its address and key', async () => {
  const hosted: TestService = await startService({ demo: true });
  await hosted.sql`UPDATE accounts SET purchased_tenths = 100`;
  const address = `${await hosted.app.listen({ port: 0, host: '127.0.0.1' })}/api/v1`;
  const { client, call } = await openAssistant(['--hosted', address], { FUNDSCOPE_KEY: hosted.key });
  expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('read_names');
  expect((await call('search_deals', { page_size: 2 })).result).toMatchObject({ credits_used: 2 });
  expect((await call('account')).result).toMatchObject({ account: null, session: { left: 98 } });
  const wrong = await openAssistant(['--hosted', address], { FUNDSCOPE_KEY: 'vg_0123456789ab_wrong' });
  expect(await wrong.call('search_deals')).toMatchObject({ failed: true, text: expect.stringContaining('key') });
  await hosted.close();
});

test('the command ends when its input ends', async () => {
  const running = promisify(execFile)(process.execPath, [cliFile, 'mcp'], {
    env: { PATH: process.env['PATH'], FUNDSCOPE_DATA: dataDir, DATABASE_URL: database.address },
  });
  running.child.stdin?.end();
  expect(await running).toEqual({ stdout: '', stderr: '' });
});
