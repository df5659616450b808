import { expectNoFinding } from './axe.ts';
import { search, useOwnAccount } from './deals-screen.ts';
import { expect, test } from './test.ts';

const screens = [
  { path: '/companies', picker: 'Location', text: 'cal', details: 'Company id', empty: 'raised_min=900000000000' },
  { path: '/investors', picker: 'Invested in industry', text: 'soft', details: 'Firm id', empty: 'min=900000000000' },
  { path: '/people', picker: 'Employer in', text: 'ger', details: 'Person id', empty: 'school=zzqx' },
] as const;

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`the ${colorScheme} theme has no accessibility finding`, () => {
    test.use({ colorScheme });

    for (const { path, picker, text, details, empty } of screens) {
      test(`on ${path}, its form, popups, table, details and empty answer`, async ({ page, gateway }) => {
        await useOwnAccount(page, gateway, 1000);
        await page.goto(`${path}?rows=10`);
        await page.getByRole('button', { name: 'More filters' }).click();
        await expect(page.getByText('By LinkedIn address')).toBeVisible();
        await expectNoFinding(page);
        await page.getByRole('combobox', { name: picker, exact: true }).click();
        await page.getByRole('combobox', { name: 'Type to find' }).fill(text);
        await expect(page.getByRole('listbox', { name: 'Found' }).getByRole('option').first()).toBeVisible();
        await expectNoFinding(page);
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: `Paste a list: ${picker}` }).click();
        await page.getByRole('dialog').getByRole('textbox').fill('germany\nzzqx\nspring');
        await page
          .getByRole('dialog')
          .getByRole('button', { name: /^Look up/ })
          .click();
        await expect(page.getByRole('heading', { name: /not found$/ })).toBeVisible();
        await expectNoFinding(page);
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Start from a recipe' }).click();
        await expect(page.getByRole('dialog', { name: 'Recipes' })).toBeVisible();
        await expectNoFinding(page);
        await page.keyboard.press('Escape');
        await search(page);
        await page.getByRole('gridcell').first().focus();
        await page.keyboard.press('Space');
        await expect(page.getByText('1 row selected')).toBeVisible();
        await page.keyboard.press('Enter');
        await expect(page.getByRole('complementary', { name: 'Details' })).toContainText(details);
        await expectNoFinding(page);
        await page.getByRole('button', { name: 'Columns' }).click();
        await expect(page.getByRole('dialog', { name: 'Columns' })).toBeVisible();
        await expectNoFinding(page);
        await page.goto(`${path}?${empty}`);
        await page.getByRole('button', { name: /^Search/ }).click();
        await expect(page.getByText(/^No .* matches$/)).toBeVisible();
        await expectNoFinding(page);
      });
    }
  });
}
