import type { Page } from '@playwright/test';
import {
  blockRequests,
  choose,
  dealsHeading,
  openMore,
  readBilled,
  readUsed,
  search,
  unlockDetails,
  useKey,
  useOwnAccount,
  waitUntilIdle,
  watchPaid,
} from './deals-screen.ts';
import { expect, test } from './test.ts';

const ageOf = (page: Page) => page.getByText(/fetched (just now|\d+ \w+ ago)/);

test('results stay after a reload, Back, a link and in a new tab, with their age, free, and a tab shows what another one unlocks', async ({
  page,
  context,
  gateway,
}) => {
  const key = await useOwnAccount(page, gateway, 1000);
  const paid = watchPaid(page);
  await page.goto('/deals');
  await choose(page, 'Round type', 'seed', 'Seed');
  await search(page);
  const title = (await dealsHeading(page).textContent())!;
  const other = await context.newPage();
  const paidThere = watchPaid(other);
  await other.goto(page.url());
  await expect(dealsHeading(other)).toHaveText(title);
  await expect(ageOf(other)).toBeVisible();
  await expect(other.getByRole('button', { name: /^Unlock details, / })).toBeVisible();
  await unlockDetails(page);
  await expect(other.getByRole('button', { name: /^Unlock/ })).toBeHidden();
  const used = await readUsed(page);
  await expect.poll(() => readUsed(other)).toBe(used);
  const requests = paid.length;

  await page.reload();
  await expect(dealsHeading(page)).toHaveText(title);
  await expect(ageOf(page)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Unlock/ })).toBeHidden();
  await expect.poll(() => readUsed(page)).toBe(used);

  await page.getByRole('link', { name: 'Settings' }).hover();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.goBack();
  await expect(dealsHeading(page)).toHaveText(title);
  await page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('focus'));
  });
  await context.setOffline(true);
  await context.setOffline(false);
  await page.getByRole('grid').evaluate((grid) => grid.scrollTo({ top: 1e6 }));

  await waitUntilIdle(page);
  expect(paid).toHaveLength(requests);
  expect(paidThere).toHaveLength(0);
  expect(await readBilled(gateway, key, 1000)).toBe(used);

  await openMore(page, 'More actions');

  await page.getByRole('button', { name: 'Refresh, up to 25 credits' }).click();
  await expect.poll(() => paid.length).toBe(requests + 1);

  // The price of more rows says how many of them would be paid for again.
  await page.goto('/deals?rows=10');
  await search(page);
  await openMore(page, 'More ways to load');
  await expect(page.getByRole('button', { name: 'Load 10 more, up to 10 credits' })).toHaveAccessibleDescription(
    /^About \d+ of them (is|are) unlocked and would be charged again\.$/,
  );
});

test.describe('offline', () => {
  test.use({ ownContext: true, serviceWorkers: 'allow' });

  test('a reload shows unlocked rows with their age, and sends nothing', async ({ page, context, gateway }) => {
    await useOwnAccount(page, gateway, 1000);
    const paid = watchPaid(page);
    await page.goto('/deals?round=SEED');
    await search(page);
    const title = (await dealsHeading(page).textContent())!;
    await page.getByRole('gridcell').first().click();
    await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('Copy deal id');
    await page.keyboard.press('Escape');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect
      .poll(() => page.evaluate(async () => (await caches.match('/', { ignoreSearch: true }))?.ok))
      .toBe(true);
    await page.reload();
    await context.setOffline(true);
    await page.reload();
    await expect(dealsHeading(page)).toHaveText(title);
    await expect(ageOf(page)).toBeVisible();
    await page.getByRole('gridcell').first().click();
    await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('Copy deal id');
    await openMore(page, 'More actions');
    await page.getByRole('button', { name: 'Refresh, up to 25 credits' }).click();
    await expect(page.getByRole('alert')).toContainText('This device is offline');
    expect(paid).toHaveLength(1);
  });
});

test('a backup restores cleared records, and merges the ledger on another device once', async ({
  page,
  gateway,
  browser,
}, info) => {
  const key = await useOwnAccount(page, gateway, 1000);
  const paid = watchPaid(page);
  await page.goto('/deals?round=SEED');
  await search(page);
  const [address, title] = [page.url(), (await dealsHeading(page).textContent())!];
  await page.getByRole('link', { name: 'Settings' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save a backup' }).click();
  const file = info.outputPath('backup.json');
  await (await saved).saveAs(file);
  const exported = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  expect((await exported).suggestedFilename()).toMatch(/^fundscope-[-\d]+\.zip$/);
  await expect(page.getByText(/^CSV files written to fundscope-/)).toBeVisible();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByRole('button', { name: 'Clear records' }).click();
  await expect(page.getByText('Unlocked records and search results were removed from this device.')).toBeVisible();
  await page.goto(address);
  await expect(page.getByText('These results are not on this device')).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Backup file').setInputFiles(file);
  await expect(page.getByText(/^Restored/)).toBeVisible();
  await page.goto(address);
  await expect(dealsHeading(page)).toHaveText(title);
  expect(paid).toHaveLength(1);

  // The same account in a browser that keeps nothing yet, and buys before it restores.
  const other = await (await browser.newContext({ baseURL: gateway.url })).newPage();
  await useKey(other, key);
  const paidThere = watchPaid(other);
  await other.goto('/deals?round=SERIES_A&rows=10');
  await search(other);
  for (let times = 0; times < 2; times += 1) {
    await other.goto('/settings');
    await other.getByLabel('Backup file').setInputFiles(file);
    await expect(other.getByText(times === 0 ? / and 1 call\.$/ : / and 0 calls\.$/)).toBeVisible();
  }
  await other.goto('/usage');
  await expect(other.getByText(/^Total [\d,.]+ credits?$/)).toHaveText('Total 35 credits');
  await other.goto('/saved?view=history');
  await other.getByRole('gridcell', { name: /Seed/ }).click();
  await expect(dealsHeading(other)).toHaveText(title);
  await expect.poll(() => readUsed(other)).toBe(10);
  expect(paidThere).toHaveLength(1);
  await other.context().close();
});

test('another key sees nothing of the first one until its records are copied; Settings opened first never takes the user’s own rows for those of another key', async ({
  page,
  gateway,
}) => {
  await page.goto('/deals?round=SEED&rows=10');
  await search(page);
  const [address, title] = [page.url(), (await dealsHeading(page).textContent())!];
  // The account is known when the configuration has arrived, which takes its time here.
  const release = await blockRequests(page, /\/config\.json$/);
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Unlocked records' })).toBeVisible();
  await waitUntilIdle(page);
  await expect(page.getByText(/^Another key unlocked/)).toHaveCount(0);
  release();
  await expect(page.getByRole('region', { name: 'Credits' }).first()).toContainText('credits left');
  await waitUntilIdle(page);
  await expect(page.getByText(/^Another key unlocked/)).toHaveCount(0);

  await useOwnAccount(page, gateway, 1000);
  await page.goto(address);
  await expect(page.getByText('These results are not on this device')).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Copy to this key' }).click();
  await expect(page.getByText('Copied. The other key keeps its records.')).toBeVisible();
  await page.goto(address);
  await expect(dealsHeading(page)).toHaveText(title);
});
