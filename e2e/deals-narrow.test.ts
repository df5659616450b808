import { choose, useOwnAccount, watchPaid } from './deals-screen.ts';
import { expect, test } from './test.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('a phone gets the form as a sheet, two-line items and the meter in the header', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 1000);
  const paid = watchPaid(page);
  await page.goto('/deals');
  await expect(page.getByRole('region', { name: 'Credits' })).toContainText('0 used this session');
  await page.getByRole('button', { name: 'Filters' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await expect(sheet).toBeVisible();
  await choose(page, 'Round type', 'seed', 'Seed');
  await expect(sheet.getByText('Up to 25 credits for the first page')).toBeVisible();
  await sheet.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: /\d deals$/ })).toBeVisible();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('region', { name: 'Credits' })).toContainText('975 credits left');
  await page.getByRole('button', { name: /^Company names, \d+ credits$/ }).click();
  await expect(page.getByRole('button', { name: /^Company names/ })).toContainText('all bought');

  const item = page.getByRole('list', { name: 'Deals' }).getByRole('listitem').first().getByRole('button');
  await item.click();
  const details = page.getByRole('dialog').filter({ hasText: 'Deal id' });
  await expect(details).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect(item).toBeFocused();
  expect(paid).toHaveLength(2);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
