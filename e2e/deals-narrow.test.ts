// In a browser: the layout of a phone is measured and touched.

import { expectNoFinding } from './axe.ts';
import { choose, openMore, search, unlockDetails, useOwnAccount, watchPaid } from './deals-screen.ts';
import { expect, test } from './test.ts';

test.beforeEach(({ page }) => page.setViewportSize({ width: 390, height: 844 }));

test('on a phone, the form is a sheet, rows have two lines, the meter is in the header, and actions open from the menu and leave the focus there', async ({
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
  await unlockDetails(page);

  const requests = paid.length;

  const item = page.getByRole('list', { name: 'Deals' }).getByRole('listitem').first().getByRole('button');
  await item.click();
  const details = page.getByRole('dialog').filter({ hasText: 'Copy deal id' });
  await expect(details).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await expect(item).toBeFocused();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('combobox', { name: 'Filter by status' }).selectOption('Shortlisted');
  await page.keyboard.press('Escape');
  await expect(page.getByText('0 of 25 loaded rows shown.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page.getByRole('region', { name: 'Results' })).toBeFocused();
  await expect(item).toBeVisible();
  expect(paid).toHaveLength(requests);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  const more = page.getByRole('button', { name: 'More actions' });
  for (const name of ['Export', 'Save as alert', 'Save']) {
    await openMore(page, 'More actions');
    await page.getByRole('button', { name, exact: true }).click();
    const opened = page.getByRole('dialog', { name: /^(Export|Save this search as an alert|Save search)$/ });
    await expect(opened).toBeVisible();
    if (name === 'Save') await opened.getByRole('button', { name: 'Save' }).click();
    else await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(more).toBeFocused();
  }
  await more.click();
  await expect(page.getByRole('button', { name: 'Save as', exact: true })).toBeVisible();
});

test('on a phone, the focus moves to the results when the button that was pressed leaves', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 1000);
  await page.goto('/investors?round=SEED');
  const button = page.getByRole('button', { name: /^Search, / });
  await page.route('**/workspace/searches', async (route) => {
    await expect(button).toHaveAttribute('aria-busy', 'true');
    await route.continue();
  });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Investors' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Results' })).toBeFocused();
});

test('on a phone, the details step through the rows, and the list follows them', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 100);
  await page.goto('/investors?rows=25');
  await search(page);
  const paid = watchPaid(page);
  const items = page.getByRole('list', { name: 'Investors' }).getByRole('button');
  await items.first().click();
  const details = page.getByRole('dialog');
  await expect(details).toContainText(/1 of [\d,]+/);
  const next = details.getByRole('button', { name: 'Next row' });
  for (const name of ['Previous row', 'Next row', 'Close']) {
    const { width, height } = (await details.getByRole('button', { name }).boundingBox())!;
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  }
  for (let step = 0; step < 14; step += 1) await next.click();
  await expect(details).toContainText(/15 of [\d,]+/);
  const title = await details.getByRole('heading', { level: 2 }).last().innerText();
  await details.getByRole('button', { name: 'Close' }).click();
  await expect(details).toBeHidden();
  await expect(items.filter({ hasText: title })).toBeFocused();
  await expect(items.filter({ hasText: title })).toBeInViewport({ ratio: 1 });
  expect(paid).toHaveLength(0);
});

test('on a phone, rows are selected, shortlisted and compared, and Back keeps the selection', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 100);
  await page.goto('/investors?rows=10');
  await search(page);
  const paid = watchPaid(page);
  const items = page.getByRole('list', { name: 'Investors' }).getByRole('button');
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await items.nth(0).click();
  await items.nth(2).click();
  await items.nth(1).press('Space');
  await items.nth(2).click();
  await expect(items.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await expect(items.nth(2)).toHaveAttribute('aria-pressed', 'false');
  const bar = page.getByRole('group', { name: 'Selected rows' });
  await expect(bar).toContainText('2 rows selected');
  for (const one of await bar.locator('button, a, input').all()) {
    expect((await one.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectNoFinding(page);
  await bar.getByRole('button', { name: 'Shortlist' }).click();
  await expect(page.getByText('Shortlisted: 2 investors.')).toBeVisible();
  await bar.getByRole('link', { name: 'Compare 2' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Compare 2 investors' })).toBeVisible();
  await page.goBack();
  await expect(bar).toContainText('2 rows selected');
  await bar.getByRole('button', { name: 'Select all' }).click();
  await expect(bar).toContainText('10 rows selected');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(bar).toBeHidden();
  await items.first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(paid).toHaveLength(0);
});

test('below the full width the counts by value are a sheet, and a press in it narrows the search', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 100);
  const paid = watchPaid(page);
  await page.goto('/deals?rows=25');
  await search(page);
  await openMore(page, 'More actions');
  await page.getByRole('button', { name: 'Narrow' }).click();
  const narrow = page.getByRole('dialog', { name: 'Narrow' });
  await expectNoFinding(page);
  await narrow.getByRole('region', { name: 'Stage' }).getByRole('button', { name: /^Seed/ }).click();
  await page.keyboard.press('Escape');
  await expect(narrow).toBeHidden();
  await expect(page.getByRole('list', { name: 'Set filters' })).toContainText('Seed(changed)');
  expect(paid).toHaveLength(1);
});

test('a priced button that is cut off scrolls into view before it can spend', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 2000);
  const paid = watchPaid(page);
  await page.goto('/deals?round=SEED&rows=10');
  await search(page);
  await page.getByRole('list', { name: 'Deals' }).getByRole('button').first().click();
  await page.setViewportSize({ width: 390, height: 420 });
  const articles = page.getByRole('dialog').getByRole('button', { name: 'Articles, 1 credit' });
  await expect(articles).toBeVisible();
  const { x, width } = (await articles.boundingBox())!;
  // Only its upper half is in view.
  await articles.evaluate((button) => {
    const scroller = button.closest('.scroll-y')!;
    const half = button.getBoundingClientRect().top + button.clientHeight / 2;
    scroller.scrollBy({ top: half - scroller.getBoundingClientRect().bottom });
  });
  const readBottom = async () => {
    const box = (await articles.boundingBox())!;
    return box.y + box.height;
  };
  await expect.poll(readBottom).toBeGreaterThan(420);
  await page.mouse.click(x + width / 2, 416);
  // Browsers scroll by whole pixels.
  await expect.poll(readBottom).toBeLessThan(421);
  expect(paid).toHaveLength(1);
  await articles.click();
  await expect.poll(() => paid.length).toBe(2);
});

test('every screen is one or two taps away, and nothing is wider than a phone', async ({ page }) => {
  await page.goto('/deals');
  const tabs = page.getByRole('navigation', { name: 'Main screens' });
  await expect(tabs.getByRole('link', { name: 'Deals' })).toHaveAttribute('aria-current', 'page');
  await tabs.getByRole('link', { name: 'Alerts' }).click();
  await expect(page).toHaveURL(/\/alerts/);
  for (const name of ['People', 'Companies', 'Compare', 'Saved and history', 'Usage', 'Settings']) {
    await tabs.getByRole('button', { name: 'More' }).click();
    await page.getByRole('dialog', { name: 'All screens' }).getByRole('link', { name }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  }
});

test('at 200 % zoom, eight rows of the table are in view', async ({ page, gateway }) => {
  await page.setViewportSize({ width: 720, height: 450 });
  await useOwnAccount(page, gateway, 100);
  await page.goto('/deals?round=SEED&round=SEED~extension&rows=25');
  await search(page);
  const foot = page.getByRole('button', { name: /^Unlock details, / });
  await expect(foot).toBeVisible();
  const end = (await foot.boundingBox())!.y;
  const boxes = await Promise.all((await page.locator('[data-row]').all()).map((row) => row.boundingBox()));
  expect(boxes.filter((box) => box && box.y + box.height <= end).length).toBeGreaterThanOrEqual(8);
});
