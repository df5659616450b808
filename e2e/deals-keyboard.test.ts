// In a browser: keys move a focus that can be seen.

import type { Page } from '@playwright/test';
import { openFilters, readBody, search, useOwnAccount, waitUntilIdle, watchPaid } from './deals-screen.ts';
import { expect, test } from './test.ts';
import { searchRound } from './workspace-api.ts';

/** Presses Tab until the control with this name or role has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    const reached = await page.evaluate(() => {
      const { activeElement } = document;
      const label = activeElement?.getAttribute('aria-labelledby');
      return [
        activeElement?.getAttribute('aria-label'),
        label ? document.getElementById(label)?.textContent : '',
        activeElement?.textContent,
        activeElement?.getAttribute('role'),
      ].join(' ');
    });
    if (name.test(reached)) return;
  }
  throw new Error(`Tab never reached ${name}.`);
}

test('filters are found, set, removed and searched without a mouse', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 1000);
  const paid = watchPaid(page);
  await page.goto('/deals');
  await expect(page.getByRole('combobox', { name: 'Round type' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to results' })).toBeFocused();
  await page.keyboard.press('Enter');

  await tabTo(page, /Round type/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Type to find' })).toBeFocused();
  await page.keyboard.type('series a ext');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('combobox', { name: 'Round type' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Remove Series A extension' })).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove Series A extension' })).toBeHidden();
  await expect(page.getByRole('combobox', { name: 'Round type' })).toBeFocused();

  await tabTo(page, /^\s*Location/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Type to find' })).toBeFocused();
  await page.keyboard.type('germany');
  await expect(page.getByRole('option', { name: 'Germany country' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove Germany' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { level: 1, name: /\d deals?$/ })).toBeVisible();
  expect(paid).toHaveLength(1);
  await expect(page.getByRole('region', { name: 'Results' })).toBeFocused();
});

test('rows are reached, opened, shortlisted and left without a mouse, and no key acts below a dialog', async ({
  page,
  gateway,
}) => {
  await searchRound(gateway, await useOwnAccount(page, gateway, 1000), 'SEED');
  await page.goto('/deals?round=SEED&rows=10&run=1');
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  await waitUntilIdle(page);
  await tabTo(page, / gridcell$/);
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('[aria-rowindex="3"] [role="gridcell"]:nth-child(1)')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('[aria-rowindex="3"] [role="gridcell"]:nth-child(2)')).toBeFocused();
  await page.keyboard.press('Enter');
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details).toBeFocused();
  await page.keyboard.press('s');
  await expect(details.getByRole('button', { name: /^Shortlist/, pressed: true })).toBeVisible();
  await page.keyboard.press('u');
  await expect(details.getByRole('button', { name: /^Shortlist/, pressed: false })).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Shortcuts' })).toBeVisible();
  await page.keyboard.press('s');
  await page.keyboard.press('Escape');
  await expect(details.getByRole('button', { name: /^Shortlist/, pressed: false })).toBeVisible();
  await details.focus();
  await page.keyboard.press('Escape');
  await expect(page.locator('[aria-rowindex="3"] [role="gridcell"]:nth-child(2)')).toBeFocused();

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Shortcuts' })).toBeHidden();
});

test('filters over the results are added by name, marked while they wait, kept by Escape with an undo, and searched', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 1000);
  const paid = watchPaid(page);
  await page.goto('/deals?round=SEED&rows=10');
  await search(page);
  const chips = page.getByRole('list', { name: 'Set filters' }).getByRole('listitem');
  await expect(chips).toHaveText([/^Round typeSeed/]);
  await expect(page.getByRole('form', { name: 'Filters' })).toBeHidden();
  await expect(page.getByRole('button', { name: /^Search, / })).toBeHidden();

  const add = async () => {
    await page.getByRole('button', { name: 'Add filter' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Find a filter' })).toBeFocused();
    await page.keyboard.type('size');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Minimum size')).toBeFocused();
  };
  await add();
  await page.keyboard.type('2m');
  await page.keyboard.press('Escape');
  await expect(chips).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo change' }).press('Enter');
  await expect(chips).toHaveCount(1);
  await add();
  await page.keyboard.type('2m');
  await page.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(chips.last()).toContainText('Round sizeat least $2M(changed)');
  await expect(page.getByText('The results are from the previous search')).toBeVisible();
  await page.getByRole('button', { name: 'Remove the filter Round type' }).press('Enter');
  await expect(chips.first()).toContainText('(removed)');
  await page.getByRole('button', { name: 'Put back the filter Round type' }).press('Enter');
  await expect(chips.first()).toHaveText('Round typeSeed without extensions');

  await openFilters(page);
  await page.getByLabel('Minimum size').fill('9m');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(chips.last()).toContainText('at least $9M');
  await page.getByRole('button', { name: 'Undo change' }).press('Enter');
  await expect(chips.last()).toContainText('at least $2M');
  expect(paid).toHaveLength(1);
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => paid.length).toBe(2);
  expect(readBody(paid[1])).toMatchObject({ deal: { size_min: 2_000_000 } });
  await expect(chips.last()).toHaveText(/^Round sizeat least \$2M$/);
});

test('the open record follows J, K and the arrows, / and Ctrl+F find, and selecting moves no row', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 1000);
  await page.goto('/deals?round=SEED&rows=10');
  await search(page);
  const rows = page.locator('[data-row]');
  const openRow = page.locator('[data-row][aria-current="true"]');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Find in the loaded rows' })).toBeFocused();
  await rows.nth(1).getByRole('gridcell').first().focus();
  await page.keyboard.press('Control+f');
  await expect(page.getByRole('searchbox', { name: 'Find in the loaded rows' })).toBeFocused();

  await rows.nth(1).getByRole('gridcell').first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'Details' })).toBeFocused();
  await page.keyboard.press('j');
  await expect(openRow).toHaveAttribute('aria-rowindex', '4');
  await page.keyboard.press('k');
  await expect(openRow).toHaveAttribute('aria-rowindex', '3');
  await rows.nth(1).getByRole('gridcell').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(openRow).toHaveAttribute('aria-rowindex', '4');
  await expect(rows.nth(2).getByRole('gridcell').first()).toBeFocused();
  await page.keyboard.press('j');
  await expect(openRow).toHaveAttribute('aria-rowindex', '5');
  // A dialog over the rows keeps its keys.
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(openRow).toHaveAttribute('aria-rowindex', '5');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary', { name: 'Details' })).toBeHidden();

  const before = await rows.nth(2).boundingBox();
  await rows.nth(0).locator('[data-checkbox]').click();
  await rows.nth(4).click({ modifiers: ['Shift'] });
  await expect(page.getByRole('group', { name: 'Selected rows' })).toContainText('5 rows selected');
  expect(await rows.nth(2).boundingBox()).toEqual(before);
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('');
});

test('the focus moves to results that are shown again for free, and J from there into their rows', async ({ page }) => {
  await page.goto('/deals?rows=10');
  await search(page);
  await page.goto('/deals?rows=10');
  await page.getByRole('button', { name: 'Search, free' }).press('Enter');
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Results' })).toBeFocused();
  await page.keyboard.press('j');
  await expect(page.locator('[data-index="0"] [role="gridcell"]').first()).toBeFocused();
  await page.keyboard.press('j');
  await expect(page.locator('[data-index="1"] [role="gridcell"]').first()).toBeFocused();
});
