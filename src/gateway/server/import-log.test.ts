import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImportLogEntry } from '#contract/imports.ts';
import { mappingSchema } from '../../service/import/mapping/schema.ts';
import { importUnattended } from '../../service/import/scheduled-import.ts';
import { acceptInvitation, addMember } from '../../service/workspace/members.ts';
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { pageHeaders, sendRaw } from '../../testing/gateway.ts';
import { readEnvironment } from '../environment.ts';
import { createShutdown } from '../shutdown.ts';
import { openGateway } from './gateway.ts';

const shutdown = createShutdown();
let database: TestDatabase;
let folder: string;
let site: string;
beforeAll(async () => {
  database = await openTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'fundscope-log-'));
  const env = readEnvironment({ FUNDSCOPE_DATA: folder, FUNDSCOPE_INDEX: 'off', FUNDSCOPE_LOG: 'silent' });
  const readDashboard = async () => new Map<string, Uint8Array<ArrayBuffer>>();
  const app = await openGateway(
    { address: database.address, env, readDashboard, onProgress: () => undefined },
    shutdown,
  );
  site = await app.listen({ host: '127.0.0.1', port: 0 });
}, 60_000);
afterAll(async () => {
  await shutdown.run();
  await database.close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const readLog = async (headers: Record<string, string>) => {
  const { status, body } = await sendRaw(site, '/account/imports/log', { headers });
  return { status, body: JSON.parse(body) as { data?: { imports: ImportLogEntry[] }; error?: { code: string } } };
};

const mapping = mappingSchema.parse({
  source: { key: 'weekly', title: 'Weekly', licence: 'CC0', created_at: '2026-01-31' },
  format: { type: 'csv' },
  company: { name: 'Company' },
  deal: { key: ['Company', 'Round'], round_type: 'Round', raised: { column: 'Raised', currency: 'USD' }, date: 'Date' },
});

/** Imports a file as a watched folder does. */
async function importFile(name: string, ...lines: string[]): Promise<void> {
  const path = join(folder, name);
  await writeFile(path, [...lines, ''].join('\n'));
  await importUnattended(database.sql, path, mapping, new AbortController().signal);
}

test('the dashboard on the machine reads what each import did, the newest first, and why a file was rejected', async () => {
  expect(await readLog(pageHeaders(site))).toMatchObject({ status: 200, body: { data: { imports: [] } } });
  const head = 'Company,Round,Raised,Date';
  await importFile('first.csv', head, 'Oak,Seed,1000000,2026-01-05', ',Seed,3,2026-01-07');
  await importFile('bad.csv', 'Firma,Kapital', 'Oak,3');
  const { status, body } = await readLog(pageHeaders(site));
  expect(status).toBe(200);
  expect(body.data?.imports).toMatchObject([
    { file: 'bad.csv', source: 'Weekly', added: 0, message: expect.stringContaining('there is no column "Company"') },
    {
      file: 'first.csv',
      source: 'Weekly',
      added: 2,
      rejected: 1,
      reasons: [{ reason: 'no company is named', count: 1, lines: [3] }],
      message: null,
    },
  ]);
});

test('nobody reads the log from elsewhere, not even an owner: it names files of the machine', async () => {
  const [account] = await database.sql<{ id: string }[]>`SELECT id FROM accounts WHERE name = 'local'`;
  for (const role of ['owner', 'member', 'viewer'] as const) {
    const { token } = await addMember(database.sql, account!.id, { name: role, role });
    const joined = await acceptInvitation(database.sql, token, new Date(), undefined);
    expect(await readLog({ authorization: `Bearer ${joined!.key}` })).toMatchObject({
      status: 403,
      body: { error: { code: 'LOCAL_KEY_REQUIRED' } },
    });
  }
  expect(await readLog({})).toMatchObject({ status: 401, body: { error: { code: 'AUTH_ERROR' } } });
  expect(await readLog({ ...pageHeaders(site), 'x-forwarded-for': '203.0.113.7' })).toMatchObject({ status: 401 });
});
