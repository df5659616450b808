import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { alertForm } from '#contract/alerts.ts';
import { listAccounts } from '../../service/accounts/accounts.ts';
import { readKeyOwner } from '../../service/accounts/keys.ts';
import { readSavedAlerts, insertAlert } from '../../service/alerts/saved.ts';
import { type TestDatabase, openTestDatabase } from '../../testing/database.ts';
import { openLocalAccount } from './local-account.ts';

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await openTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'fundscope-local-'));
});
afterAll(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

test('after its key file is lost or damaged the local account gets another key and keeps its credits and alerts', async () => {
  const { sql } = database;
  const first = await openLocalAccount(sql, dataDir);
  const form = alertForm.parse({ configuration_name: 'Mine', frequency: 'DAILY' });
  await insertAlert(sql, first.accountId, form, new Date());
  expect(await openLocalAccount(sql, dataDir)).toEqual(first);
  await rm(join(dataDir, 'local-key'));
  const second = await openLocalAccount(sql, dataDir);
  expect(second.accountId).toBe(first.accountId);
  expect(second.key).not.toBe(first.key);
  await writeFile(join(dataDir, 'local-key'), 'spoilt');
  const third = await openLocalAccount(sql, dataDir);
  expect(await readKeyOwner(sql, third.key)).toBe(first.accountId);
  expect(await openLocalAccount(sql, dataDir)).toEqual(third);
  expect(await listAccounts(sql)).toMatchObject([{ name: 'local', keys: 3 }]);
  expect(await readSavedAlerts(sql, third.accountId)).toMatchObject([{ configuration_name: 'Mine' }]);
});

test('a key that cannot be stored is not added', async () => {
  const { sql } = database;
  const before = await listAccounts(sql);
  const file = join(dataDir, 'file');
  await writeFile(file, '');
  const open = (name: string) =>
    openLocalAccount(sql, join(file, 'folder'), { name, file: 'key', hasDemoAlerts: true });
  for (const name of ['local', 'new']) await expect(open(name)).rejects.toThrow(/./);
  expect(await listAccounts(sql)).toEqual(before);
});
