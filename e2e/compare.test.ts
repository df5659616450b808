// In a browser: tabs, Back and drag keep one comparison.

import type { Page } from '@playwright/test';
import { search, useOwnAccount, watchPaid } from './deals-screen.ts';
import { expect, test } from './test.ts';

const readNames = (page: Page) =>
  page.getByRole('complementary', { name: 'Shortlist' }).getByRole('listitem').getByRole('link').allInnerTexts();

/** Searches for investors, compares the first three, and shortlists them. Returns their names in order. */
async function compareThree(page: Page): Promise<string[]> {
  await page.goto('/investors?rows=10');
  await search(page);
  await page.getByRole('gridcell').first().focus();
  for (const key of ['Space', 'Shift+ArrowDown', 'Shift+ArrowDown']) await page.keyboard.press(key);
  await page.getByRole('link', { name: 'Compare 3' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Compare 3 investors' })).toBeVisible();
  for (const one of await page.getByRole('button', { name: /^Shortlist / }).all()) await one.click();
  return readNames(page);
}

test('selected investors are compared free, and shortlisted in an order and with notes that stay', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 100);
  const paid = watchPaid(page);
  const [first, second, third] = await compareThree(page);
  await expect(page.getByRole('row', { name: /^Deals, last 12 months/ }).getByRole('cell')).toHaveText([
    /^\d/,
    /^\d/,
    /^\d/,
  ]);
  await page.getByRole('button', { name: `Move ${third} up` }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(page.getByText(`${third} is now 2 of 3.`)).toBeVisible();
  await expect.poll(() => readNames(page)).toEqual([first, third, second]);
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => readNames(page)).toEqual([third, first, second]);
  await expect(page.getByRole('button', { name: `Move ${third} up` })).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('textbox', { name: `Note on ${first}` }).fill('Leads seed rounds');
  await page.reload();
  await expect.poll(() => readNames(page)).toEqual([first, third, second]);
  await expect(page.getByRole('textbox', { name: `Note on ${first}` })).toHaveValue('Leads seed rounds');
  expect(paid).toHaveLength(1);
});

test('a comparison is shared as a link with notes, which shows its order and prices what is locked elsewhere', async ({
  page,
  context,
  gateway,
  browser,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await useOwnAccount(page, gateway, 100);
  const [first, second, third] = await compareThree(page);
  await page.getByRole('textbox', { name: `Note on ${first}` }).fill('Leads seed rounds');
  const compared = page.url();
  await page.getByRole('checkbox', { name: /^Include my notes/ }).check();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied, with notes.')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const elsewhere = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  const paidElsewhere = watchPaid(elsewhere);
  await useOwnAccount(elsewhere, gateway, 100);
  await elsewhere.goto(link);
  const sent = elsewhere.getByRole('region', { name: 'Shared shortlist' });
  await expect(sent.getByRole('listitem')).toHaveText([
    new RegExp(`${first}.*Leads seed rounds`),
    new RegExp(second!),
    new RegExp(third!),
  ]);
  await sent.getByRole('button', { name: 'Add to my shortlist' }).click();
  await expect(elsewhere.getByRole('textbox', { name: /^Note on/ })).toHaveCount(3);
  await elsewhere.goto(compared);
  await expect(elsewhere.getByText('3 investors locked')).toBeVisible();
  expect(paidElsewhere).toEqual([]);
  await elsewhere.getByRole('button', { name: 'Unlock 3 investors, up to 3 credits' }).click();
  await expect.poll(() => paidElsewhere.length).toBe(1);
  await expect(elsewhere.getByRole('columnheader', { name: first! })).toBeVisible();
  await expect.poll(() => readNames(elsewhere)).toEqual([first, second, third]);
  await elsewhere.context().close();
});

test('a comparison from a search starts with its matches, Back keeps the selection, and without a shortlist there is no panel', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 500);
  await page.goto('/investors?rows=5&round=SEED&sort=total_deals');
  await search(page);
  const paid = watchPaid(page);
  await page.getByRole('gridcell').first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('2 rows selected')).toBeVisible();
  await page.getByRole('link', { name: 'Compare 2' }).click();
  const table = page.getByRole('table');
  await expect(table).toContainText('Matching your search');
  await expect(page.getByRole('complementary', { name: 'Shortlist' })).toBeHidden();
  await page.goBack();
  await expect(page.getByText('2 rows selected')).toBeVisible();
  expect(paid).toHaveLength(0);
});
