import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expectNoFinding } from './axe.ts';
import { createKey } from './deals-screen.ts';
import { expect, test } from './test.ts';

test('a saved search is copied as code that runs, and showing it spends nothing', async ({ page, gateway }) => {
  await page.goto('/deals?rows=10');
  await page.getByRole('button', { name: /^Save( as)?$/ }).click();
  await page.getByLabel('Name', { exact: true }).fill('Ten deals');
  await page.keyboard.press('Enter');
  await page.goto('/saved');
  await page.getByRole('button', { name: 'Show code for Ten deals' }).click();
  const copies = page.getByRole('region', { name: 'Copy the request' });
  await copies.getByRole('radio', { name: 'Python' }).check();
  await expect(copies.getByLabel('The request as Python')).toHaveValue(/import requests/);
  await copies.getByRole('radio', { name: 'Notebook' }).check();
  await expect(copies.getByLabel('The request as Notebook')).toHaveValue(/pd\.json_normalize\(rows\)/);
  await expectNoFinding(page);
  await copies.getByRole('radio', { name: 'cURL' }).check();
  const command = await copies.getByLabel('The request as cURL').inputValue();
  const env = { ...process.env, FUNDSCOPE_KEY: await createKey(gateway, 50) };
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { env });
  expect((JSON.parse(stdout) as { data: { deals: unknown[] } }).data.deals).toHaveLength(10);
});
