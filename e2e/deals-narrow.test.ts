import { buy, choose, useOwnAccount, watchPaid } from './deals-screen.ts';
import { expect, test } from './test.ts';

test.use({ ownContext: true, viewport: { width: 390, height: 844 } });

test('on a phone, the form is a sheet, rows have two lines, and the meter is in the header', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 1000);
  const paid = watchPaid(page);
  await page.goto('/deals');
  await expect(page.getByRole('region', { name: 'Credits' })).toContainText('0 used this session');
  await page.getByRole('button', { name: 'Filters' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await expect(sheet).toBeVisible();
  await choose(page, 'Round type', 'seed', 'Seed');
  await sheet.getByRole('button', { name: 'Search, up to 25 credits' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /\d deals$/ })).toBeVisible();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('region', { name: 'Credits' })).toContainText('975 credits left');
  await buy(page, page.getByRole('button', { name: /^Unlock [\d,]+ compan.*, [\d,]+ credits?$/ }));
  await expect(page.getByRole('button', { name: /^Unlock/ })).toBeHidden();

  const requests = paid.length;

  const item = page.getByRole('list', { name: 'Deals' }).getByRole('listitem').first().getByRole('button');
  await item.click();
  const details = page.getByRole('dialog').filter({ hasText: 'Copy deal id' });
  await expect(details).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect(item).toBeFocused();
  expect(paid).toHaveLength(requests);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('a priced button that is cut off scrolls into view before it can spend', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 2000);
  const paid = watchPaid(page);
  await page.goto('/deals?round=SEED&rows=10');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Search, / })
    .click();
  const rest = page.getByRole('button', { name: /^Load the remaining/ });
  const readBox = async () => (await rest.boundingBox())!;
  await expect.poll(async () => (await readBox()).x).toBeLessThan(390);
  const { x, y, width, height } = await readBox();
  expect(x + width).toBeGreaterThan(390);
  await page.mouse.click(x + 12, y + height / 2);
  await expect.poll(async () => (await readBox()).x + width).toBeLessThanOrEqual(390);
  expect(paid).toHaveLength(1);
  await rest.click();
  await expect(
    page.getByRole('dialog', { name: /^(Load the remaining|Over budget)/ }).or(page.getByRole('progressbar')),
  ).toBeVisible();
});
