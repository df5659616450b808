// In a browser: what the clipboard holds is run.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expectNoFinding } from './axe.ts';
import { createKey } from './deals-screen.ts';
import { expect, test } from './test.ts';

const run = promisify(execFile);

test('a saved search is copied as code that runs, and showing it spends nothing', async ({ page, gateway }) => {
  await page.goto('/deals?rows=10');
  await page.getByRole('button', { name: /^Save( as)?$/ }).click();
  await page.getByLabel('Name', { exact: true }).fill('Ten deals');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.goto('/saved');
  await page.getByRole('button', { name: 'Show code for Ten deals' }).click();
  const copies = page.getByRole('region', { name: 'Copy the request' });
  await copies.getByRole('radio', { name: 'Python' }).check();
  const program = copies.getByLabel('The request as Python');
  await expect(program).toHaveValue(/import requests/);
  const python = await program.inputValue();
  await copies.getByRole('radio', { name: 'Notebook' }).check();
  await expect(copies.getByLabel('The request as Notebook')).toHaveValue(/pd\.json_normalize\(rows\)/);
  await expectNoFinding(page);
  await copies.getByRole('radio', { name: 'cURL' }).check();
  const command = await copies.getByLabel('The request as cURL').inputValue();
  const env = { ...process.env, FUNDSCOPE_KEY: await createKey(gateway, 50) };
  const { stdout } = await run('sh', ['-c', command], { env });
  expect((JSON.parse(stdout) as { data: { deals: unknown[] } }).data.deals).toHaveLength(10);
  const hasPython = await run('python3', ['-c', 'import requests'], { env }).then(
    () => true,
    () => false,
  );
  if (hasPython) expect((await run('python3', ['-c', python], { env })).stdout).toContain("'deals': [{");
});
