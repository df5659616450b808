// In a browser: the language of a browser decides how letters compare.

import { openFilters } from './deals-screen.ts';
import { expect, test } from './test.ts';

test.use({ ownContext: true, locale: 'tr-TR' });

test('in a browser with Turkish settings, where I and i are different letters, pickers find English names', async ({
  page,
}) => {
  await page.goto('/deals');
  await openFilters(page);
  await page.getByRole('combobox', { name: 'Round type', exact: true }).click();
  await page.getByRole('combobox', { name: 'Type to find' }).fill('i');
  await expect(
    page.getByRole('listbox', { name: 'Options' }).getByRole('option', { name: /^I/ }).first(),
  ).toBeVisible();
});
