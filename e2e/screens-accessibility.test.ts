// In a browser: axe judges each screen with its popups open.

import { expectNoFinding } from './axe.ts';
import { buy, openMore, search, useOwnAccount } from './deals-screen.ts';
import { expect, test } from './test.ts';
import { callWorkspace } from './workspace-api.ts';

const screens = [
  { path: '/companies', picker: 'Location', text: 'cal', details: 'Copy company id', empty: 'raised_min=900000000000' },
  {
    path: '/investors',
    picker: 'Invested in industry',
    text: 'soft',
    details: 'Copy investor id',
    empty: 'min=900000000000',
  },
  { path: '/people', picker: 'Employer in', text: 'ger', details: 'Copy person id', empty: 'school=zzqx' },
] as const;

/** A search whose first row has a profile, and the button that completes it. */
const profiles = [
  ['an investor', '/investors?rows=1&sort=total_deals', /^Unlock whole profile/],
  ['a company', '/companies?rows=1&sort=most_funding_rounds', /^Unlock whole profile/],
  ['a person', '/people?rows=1&sort=total_deal_count', /^Newest 25 deals/],
] as const;

test.describe('every theme is free of accessibility findings', () => {
  for (const { path, picker, text, details, empty } of screens) {
    test(`on ${path}, its form and its popups`, async ({ page, gateway }) => {
      await useOwnAccount(page, gateway, 1000);
      await page.goto(`${path}?rows=3`);
      await page.getByRole('button', { name: 'More filters' }).click();
      await expect(page.getByText('By LinkedIn URL')).toBeVisible();
      await expectNoFinding(page);
      await page.getByRole('combobox', { name: picker, exact: true }).click();
      await page.getByRole('combobox', { name: 'Type to find' }).fill(text);
      await expect(page.getByRole('listbox', { name: 'Options' }).getByRole('option').first()).toBeVisible();
      await expectNoFinding(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: `Paste a list: ${picker}` }).click();
      await page.getByRole('dialog').getByRole('textbox').fill('germany\nzzqx\nspring');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Search/ })
        .click();
      await expect(page.getByRole('heading', { name: /not found$/ })).toBeVisible();
      await expectNoFinding(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'All templates' }).click();
      await expect(page.getByRole('dialog', { name: 'Templates' })).toBeVisible();
      await expectNoFinding(page);
    });

    test(`on ${path}, its table, details and columns, and without a match`, async ({ page, gateway }) => {
      await useOwnAccount(page, gateway, 1000);
      await page.goto(`${path}?rows=3`);
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
      await buy(page, page.getByRole('button', { name: /^Search/ }));
      await expect(page.getByText(/^No .* matches$/)).toBeVisible();
      await expectNoFinding(page);
    });

    test(`on ${path}, its charts`, async ({ page, gateway }) => {
      await useOwnAccount(page, gateway, 1000);
      await page.goto(`${path}?rows=3`);
      await search(page);
      await openMore(page, 'More actions');
      await page.getByRole('button', { name: 'Chart', exact: true }).click();
      await page.getByRole('application').press('Shift+ArrowRight');
      await page.getByRole('button', { name: 'Picture' }).click();
      await expect(page.getByRole('button', { name: 'Copy as PNG' })).toBeVisible();
      await expectNoFinding(page);
      await page.getByRole('button', { name: 'Show as table' }).click();
      await page.getByLabel('Chart by').selectOption('activity');
      await expect(page.getByRole('figure', { name: 'Activity by month' })).toBeVisible();
      await expectNoFinding(page);
    });
  }

  test('on an empty workspace', async ({ page, gateway }) => {
    await useOwnAccount(page, gateway, 1000);
    await page.goto('/investors');
    await expect(page.getByRole('heading', { name: 'Start from a template' })).toBeVisible();
    await expectNoFinding(page);
  });

  test('on /compare with its popups, and in the palette', async ({ page, gateway }) => {
    await useOwnAccount(page, gateway, 1000);
    await page.goto('/investors?rows=3');
    await search(page);
    await page.getByRole('gridcell').first().focus();
    for (const key of ['Space', 'Shift+ArrowDown', 'Shift+ArrowDown']) await page.keyboard.press(key);
    await page.getByRole('link', { name: 'Compare 3' }).click();
    await page
      .getByRole('columnheader')
      .getByRole('button', { name: /^Shortlist / })
      .first()
      .click();
    await expectNoFinding(page);
    await page.getByRole('combobox', { name: 'Investors' }).click();
    await page.getByRole('combobox', { name: 'Type to find' }).fill('al');
    await expect(page.getByRole('listbox', { name: 'Options' }).getByRole('option').first()).toBeVisible();
    await expectNoFinding(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Find a screen/ }).fill('al');
    await expect(page.getByRole('option', { name: /^Search / }).first()).toBeVisible();
    await expectNoFinding(page);
  });

  for (const [whose, path, name] of profiles) {
    test(`on the profile of ${whose}, before and after it is completed, and on its brief`, async ({
      page,
      gateway,
    }) => {
      const key = await useOwnAccount(page, gateway, 1000);
      // The first price covers the whole of a long profile, which is more than a session may spend by default.
      await callWorkspace(gateway, key, ['POST', '/budget'], { session_tenths: null, day_tenths: null });
      await page.goto(path);
      await search(page);
      await page.getByRole('grid').getByRole('link').first().click();
      await expect(page.getByRole('heading', { name: 'Your notes' })).toBeVisible();
      await expectNoFinding(page);
      await buy(page, page.getByRole('button', { name }).first());
      await expect(page.getByRole('button', { name })).toHaveCount(0);
      await expectNoFinding(page);
      const brief = page.getByRole('link', { name: 'Brief' });
      if (await brief.isVisible()) {
        await brief.click();
        await expect(page.getByRole('heading', { name: 'Sources' })).toBeVisible();
        await expectNoFinding(page);
      }
    });
  }

  test('on a profile that is not unlocked', async ({ page, gateway }) => {
    await useOwnAccount(page, gateway, 1000);
    await page.goto('/investors/00000000-0000-4000-8000-000000000000');
    await expect(page.getByRole('button', { name: /^Unlock whole profile/ })).toBeVisible();
    await expectNoFinding(page);
  });
});
