// In a browser: axe judges the document with its styles and colors.

import type { Page } from '@playwright/test';
import { expectNoFinding } from './axe.ts';
import { buy, useOwnAccount } from './deals-screen.ts';
import { expect, type RunningGateway, test } from './test.ts';
import { searchRound } from './workspace-api.ts';

/** Messages of errors in the console, where what the policy of the page blocks is one. */
function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  return errors;
}

/** Waits until the gateway has its index: before that it answers some requests with 503, which the console shows. */
async function waitForIndex({ url, key }: RunningGateway): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ deals: {}, blocks: ['sizes'] });
  await expect
    .poll(async () => (await fetch(`${url}/account/market`, { method: 'POST', headers, body })).status)
    .toBe(200);
}

test.describe('every theme is free of accessibility findings', () => {
  test('on the form of deals, with its errors', async ({ page, gateway }) => {
    await useOwnAccount(page, gateway, 1000);
    await page.goto('/deals?rows=3&industry=no-such-thing~INDUSTRY~No+such+thing');
    await expect(page.getByRole('combobox', { name: 'Round type' })).toBeVisible();
    await expectNoFinding(page);
    await buy(page, page.getByRole('button', { name: /^Search, / }));
    await expect(page.getByRole('alert')).toContainText('Nothing was sent');
    await expectNoFinding(page);
    await page.getByRole('button', { name: 'Remove No such thing' }).click();
    await page.getByRole('button', { name: 'More filters' }).click();
    await expect(page.getByText('Only these deals')).toBeVisible();
    await expectNoFinding(page);
    await page.getByLabel('Minimum size').fill('lots');
    await page.getByLabel('Minimum size').press('Enter');
    await expectNoFinding(page);
  });

  test('on the results of deals, with details, columns and export', async ({ page, gateway }) => {
    await searchRound(gateway, await useOwnAccount(page, gateway, 1000), 'SEED', 3);
    await page.goto('/deals?round=SEED&rows=3&run=1');
    await expect(page.getByRole('grid')).toBeVisible();
    await expectNoFinding(page);
    await page.getByRole('gridcell').nth(1).click();
    await expect(page.getByRole('complementary', { name: 'Details' })).toBeVisible();
    await expectNoFinding(page);
    await page.getByRole('button', { name: 'Columns' }).click();
    await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible();
    await expectNoFinding(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Export' })).toBeVisible();
    await expectNoFinding(page);
  });

  test('with each picker open, and nothing is logged as an error', async ({ page, gateway }) => {
    await waitForIndex(gateway);
    const errors = collectErrors(page);
    await page.goto('/deals');
    for (const [label, text] of [
      ['Round type', 'series'],
      ['Location', 'cal'],
      ['Industry', 'soft'],
    ] as const) {
      await page.getByRole('combobox', { name: label, exact: true }).click();
      await page.getByRole('combobox', { name: 'Type to find' }).fill(text);
      await expect(page.getByRole('listbox', { name: 'Options' }).getByRole('option').first()).toBeVisible();
      await expectNoFinding(page);
      await page.keyboard.press('Escape');
    }
    expect(errors).toEqual([]);
  });

  test('with names, ids and shortcuts open, and nothing is logged as an error', async ({ page, gateway }) => {
    await waitForIndex(gateway);
    const errors = collectErrors(page);
    await page.goto('/deals');
    await page.getByRole('combobox', { name: 'Investors', exact: true }).click();
    await page.keyboard.type('ridge');
    await expect(page.getByRole('button', { name: /^Search “/ })).toBeVisible();
    await expectNoFinding(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByRole('button', { name: 'Paste deal ids' }).click();
    await expect(page.getByRole('dialog', { name: 'Only these deals' })).toBeVisible();
    await expectNoFinding(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Shortcuts' }).click();
    await expect(page.getByRole('dialog', { name: 'Shortcuts' })).toBeVisible();
    await expectNoFinding(page);
    expect(errors).toEqual([]);
  });

  test('on a phone', async ({ page, gateway }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await useOwnAccount(page, gateway, 1000);
    await page.goto('/deals?rows=3');
    await page.getByRole('button', { name: 'Filters' }).click();
    await expect(
      page.getByRole('dialog', { name: 'Filters' }).getByRole('combobox', { name: 'Round type' }),
    ).toBeVisible();
    await expectNoFinding(page);
    await buy(page, page.getByRole('button', { name: /^Search, / }));
    await expect(page.getByRole('list', { name: 'Deals' })).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expectNoFinding(page);
  });
});

test('the chosen theme applies before the first paint, and System follows the device', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/settings');
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  await page.getByRole('radio', { name: 'Dark' }).check();
  const dark = await ground();
  expect(dark).not.toBe(light);
  // Without the dashboard's own code only theme.js can have set it.
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.reload();
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
  await page.unroute('**/assets/*.js');
  await page.reload();
  await page.getByRole('radio', { name: 'System' }).check();
  expect(await ground()).toBe(light);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await ground()).toBe(dark);
});
