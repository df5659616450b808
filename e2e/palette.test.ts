// In a browser: keys that are typed over a screen go to the palette.

import { readUsed, search, useKey, useOwnAccount, waitUntilIdle, watchPaid } from './deals-screen.ts';
import { expect, test } from './test.ts';

test('the palette opens screens, runs priced actions and finds names by keyboard; typing sends nothing', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 100);
  const paid = watchPaid(page);
  await page.goto('/investors?rows=10');
  await page.getByRole('button', { name: 'More filters' }).focus();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: /^Find a screen/ });
  await expect(field).toBeFocused();
  await field.pressSequentially('sear');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Press Enter once more: “Search” costs up to 10 credits.')).toBeVisible();
  expect(paid).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'More filters' })).toBeFocused();

  await page.keyboard.press('Control+k');
  await field.fill('search');
  await expect(page.getByRole('option', { name: 'Search up to 10 credits' })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /investors$/ })).toBeVisible();
  expect(paid).toHaveLength(1);
  const name = await page.locator('[data-row]').first().getByRole('gridcell').first().getByRole('link').innerText();

  await page.keyboard.press('Control+k');
  await expect(page.getByText('Press Enter to run the selected row.')).toBeVisible();
  await field.pressSequentially('deal');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/deals$/);
  await page.keyboard.press('Control+k');
  await field.pressSequentially(name.slice(0, 6));
  await expect(page.getByRole('group', { name: 'Investors' }).getByRole('option').first()).toContainText(name);
  await waitUntilIdle(page);
  expect(paid).toHaveLength(1);
  const priced = page.getByRole('option', { name: /^Search companies for .* 0\.1 credits$/ });
  await priced.click();
  await expect(priced).toBeHidden();
  await expect.poll(() => paid.length).toBe(2);
  await page.getByRole('group', { name: 'Investors' }).getByRole('option').first().click();
  await expect(page).toHaveURL(/\/investors\/[\da-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  await expect.poll(() => readUsed(page)).toBe(10.1);
});

test('where nothing is charged, names of the service are found while typing, without a price', async ({
  page,
  gateway,
}) => {
  const { key } = await gateway.createAccount({ name: 'free', plan: 'FREE', purchased: 0, unmetered: true });
  await useKey(page, key);
  await page.goto('/saved');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('capital');
  const found = page.getByRole('group', { name: 'Investors' }).getByRole('option');
  await expect(found.first()).toContainText(/capital/i);
  await expect(page.getByRole('group', { name: 'Search the service' })).toBeHidden();
  await found.first().click();
  await expect(page.getByRole('heading', { level: 1, name: /capital/i })).toBeVisible();
});

test('what is typed right after the palette was opened is its text, and no shortcut of the screen behind', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 100);
  await page.goto('/deals?rows=10');
  await search(page);
  await page.locator('[data-row]').first().getByRole('gridcell').first().focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('xenon');
  const field = page.getByRole('combobox', { name: /^Find a screen/ });
  await expect(field).toHaveValue('xenon');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('gridcell', { name: 'Passed' })).toBeHidden();
  await expect(page.getByRole('complementary', { name: 'Details' })).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(field).toHaveValue('');
});

test('single-key shortcuts can be switched off; the palette’s shortcut stays', async ({ page }) => {
  await page.goto('/settings');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: /^Single-key shortcuts/ }).uncheck();
  await page.reload();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Command palette');
});

test('an empty workspace fills the form from a template, then waits at the price of the search', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 100);
  const paid = watchPaid(page);
  await page.goto('/investors');
  await expect(page.getByText('Demo data', { exact: true })).toHaveCount(1);
  await page.getByRole('button', { name: /^Investors for a seed climate company in the Nordics/ }).click();
  await expect(page.getByRole('button', { name: /^Search/ })).toBeFocused();
  expect(paid).toEqual([]);
  await search(page);
  expect(paid).toHaveLength(1);
  await page.goto('/companies');
  await expect(page.getByRole('heading', { name: 'Start from a template' })).toBeVisible();
});

test.describe('on a touch screen', () => {
  test.use({ ownContext: true, hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('the palette names no key', async ({ page }) => {
    await page.goto('/usage');
    const button = page.getByRole('button', { name: 'Command palette' });
    const { width, height } = (await button.boundingBox())!;
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    await button.tap();
    await expect(page.getByRole('option').first()).toBeVisible();
    await expect(page.getByText('Press Enter')).toBeHidden();
    await page.getByRole('combobox', { name: /^Find a screen/ }).fill('settings');
    await page.getByRole('option', { name: 'Settings' }).first().tap();
    await expect(page).toHaveURL('/settings');
  });
});
