// In a browser: images of other sites are asked for, or not.

import type { Page } from '@playwright/test';
import { search, useOwnAccount } from './deals-screen.ts';
import { expect, test } from './test.ts';

test.use({ ownContext: true });

/** The icons that the page asked for. Playwright reports no request for one. */
const listIcons = (page: Page) =>
  page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap(({ name }) => (/^https:.*\/favicon\.ico$/.test(name) ? name : [])),
  );

test('icons come from the sites of companies only where Settings show them, and a missing one leaves the mark', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 100);
  await page.goto('/companies?rows=10');
  await search(page);
  const marks = page.getByRole('grid', { name: 'Companies' }).locator('svg[viewBox="0 0 28 28"]');
  await expect(marks).toHaveCount(10);
  expect(await listIcons(page)).toEqual([]);
  await page.goto('/settings');
  await page.getByRole('checkbox', { name: 'Show the icons of companies’ own sites' }).click();
  await expect(page.getByRole('checkbox', { name: 'Show the icons of companies’ own sites' })).toBeChecked();
  await page.goto('/companies?rows=10&run=1');
  // The sites of the demo do not exist.
  await expect(marks).toHaveCount(10);
  await expect.poll(async () => new Set(await listIcons(page)).size).toBe(10);
});
