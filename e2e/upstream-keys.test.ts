// In a browser: a key is changed while rows are in view.

import type { Page } from '@playwright/test';
import { createKey, readUsed, search } from './deals-screen.ts';
import { startSecondGateway } from './second-gateway.ts';
import { expect, test } from './test.ts';

const credits = (page: Page) => page.getByRole('region', { name: 'Credits' });

async function enterKey(page: Page, key: string, { keep = false } = {}): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel(/^(Enter the API key|A key is in use)/).fill(key);
  if (keep) await page.getByLabel('Remember the key on this device').check();
  await page.getByRole('button', { name: 'Use this key' }).click();
  await expect(page.getByText('The key works.')).toBeVisible();
}

test('with another key the meter resets at once, and the first key’s rows are not shown', async ({ page, gateway }) => {
  const second = await startSecondGateway({
    FUNDSCOPE_UPSTREAM: `${gateway.url}/api/v1`,
  });
  await page.goto(`${second.url}/settings`);
  await expect(page.getByText('no key yet: see Settings')).toBeVisible();
  await enterKey(page, await createKey(gateway, 300));
  await page.getByRole('link', { name: 'Deals' }).click();
  await page.getByLabel('First page').selectOption('10');
  await page.getByLabel('Load', { exact: true }).selectOption('Rows only');
  await search(page);
  await expect(credits(page)).toContainText('290 credits left');
  await expect.poll(() => readUsed(page)).toBe(10);

  await enterKey(page, await createKey(gateway, 50), { keep: true });
  await expect(credits(page)).toContainText('until the first paid response');
  await expect.poll(() => readUsed(page)).toBe(0);
  await page.getByRole('link', { name: 'Deals' }).click();
  await page.getByLabel('First page').selectOption('10');
  await page.getByLabel('Load', { exact: true }).selectOption('Rows only');
  await expect(page.getByRole('button', { name: /^Search, up to / })).toBeVisible();
  await search(page);
  await expect(credits(page)).toContainText('40 credits left');
  await expect.poll(() => readUsed(page)).toBe(10);
  await page.reload();
  await expect(credits(page)).toContainText(/^40 credits lefton \d+ \w+ \d{4}, \d\d:\d\d UTC/);
  await second.stop();
});
