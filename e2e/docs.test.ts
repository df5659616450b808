// In a browser: the reference is a page of its own, with a policy of its own.

import type { Page } from '@playwright/test';
import { expectNoFinding } from './axe.ts';
import { expect, test } from './test.ts';

/** Opens the dialog, types a key and closes the dialog. */
async function enterKey(page: Page, key: string): Promise<void> {
  await page.getByRole('button', { name: 'Authorize', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Your API key' });
  await dialog.getByRole('textbox').fill(key);
  await dialog.getByRole('button', { name: 'Apply credentials' }).click();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
}

test('the API reference shows every operation of the description with its price', async ({ page, gateway }) => {
  const description = (await (await fetch(`${gateway.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { summary: string }>>;
  };
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { summary }]) => `${method.toUpperCase()} ${path} ${summary}`),
  );
  await page.goto('/docs');
  const rows = page.locator('.opblock-summary-control');
  await expect(rows).toHaveCount(operations.length);
  const shown = await rows.evaluateAll((buttons) =>
    buttons.map((button) => [...button.children].map(({ textContent }) => textContent.replaceAll('​', '')).join(' ')),
  );
  expect(shown.map((text) => text.replaceAll(/\s+/g, '')).toSorted()).toEqual(
    operations.map((text) => text.replaceAll(/\s+/g, '')).toSorted(),
  );
  await page.getByRole('button', { name: /^POST.*\/deals/ }).click();
  await expect(page.getByText('Price: 1 credit per row.')).toBeVisible();
});

test('a request carries the typed key, without an accessibility finding at 1440 and 390 pixels; without a key nothing is charged, although this machine has one', async ({
  page,
  gateway,
}) => {
  const outside: string[] = [];
  const calls: { path: string; authorization: string | undefined }[] = [];
  page.on('request', async (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin !== gateway.url && !request.url().startsWith('data:')) outside.push(request.url());
    if (!pathname.startsWith('/api/')) return;
    calls.push({ path: pathname, authorization: request.headers()['authorization'] });
  });
  await page.goto('/docs#/Deals/searchDeals');
  const execute = page.getByRole('button', { name: 'Execute' });
  await execute.click();
  await expect(page.locator('.live-responses-table').getByText('The API key is missing.')).toBeVisible();
  await enterKey(page, gateway.key);
  await page.getByRole('textbox', { name: 'Request body' }).fill('{ "page_size": 3 }');
  expect(calls).toEqual([{ path: '/api/v1/deals', authorization: undefined }]);
  await execute.press('Enter');
  const response = page.getByRole('table').filter({ hasText: 'Response headers' });
  await expect(response).toContainText('x-credits-used: 3.0');
  expect(calls.slice(1)).toEqual([{ path: '/api/v1/deals', authorization: `Bearer ${gateway.key}` }]);
  await expect(page.locator('.curl')).toContainText('Authorization: Bearer YOUR_API_KEY');
  expect(await page.content()).not.toContain(gateway.key);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoFinding(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  expect(outside).toEqual([]);
});

test('the dialog for the key has no accessibility finding, and the key is forgotten', async ({ page, gateway }) => {
  await page.goto('/docs');
  await enterKey(page, gateway.key);
  await page.reload();
  await page.getByRole('button', { name: 'Authorize', exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue('');
  await expectNoFinding(page);
});

test('a description that cannot be loaded is said in words', async ({ page }) => {
  await page.route('**/openapi.json', (route) => route.fulfill({ status: 404, body: 'not found' }));
  await page.goto('/docs');
  await expect(page.getByRole('alert')).toHaveText(
    'The API description could not be loaded from /openapi.json. Reload the page to try again.',
  );
});

test('the command palette opens the reference, and the reference leads back', async ({ page }) => {
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('API reference');
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('API reference, Fundscope');
  await page.getByRole('link', { name: 'Open the dashboard' }).click();
  await expect(page).toHaveTitle('Home, Fundscope');
});
