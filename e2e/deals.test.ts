// In a browser: a session of an analyst runs through address, history, form, table and meter.

import {
  buy,
  choose,
  closeFilters,
  loadMore,
  openFilters,
  readPrice,
  readUsed,
  search,
  unlockDetails,
  useOwnAccount,
  watchPaid,
  seriesA,
} from './deals-screen.ts';
import { expectNoFinding } from './axe.ts';
import { expect, test } from './test.ts';

test('an analyst searches, unlocks names, loads more and shares, and the meter shows every credit', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 1000);
  await page.goto('/');
  await page.getByRole('link', { name: 'Deals', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Round type', exact: true })).toBeVisible();
  // The first screen reads the alerts, which are free.
  const paid = watchPaid(page);
  await expect(page.getByRole('region', { name: 'Credits' })).toContainText('1,000 credits left');

  await choose(page, 'Round type', 'series a', 'Series A');
  await choose(page, 'Location', 'united st', 'United States country');
  expect(paid).toHaveLength(0);

  await search(page);
  expect(paid).toHaveLength(1);
  expect(paid[0]!.postDataJSON()).toMatchObject({
    resource: 'deals',
    body: {
      deal: { financing_types: seriesA },
      company: { locations: ['united-states'] },
      sort_by: 'most_recent_deal',
    },
    rows: 25,
    max_tenths: 250,
  });
  const { data } = (await (await paid[0]!.response())!.json()) as { data: { search: { total: number } } };
  const { total } = data.search;
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${total} deals`);
  await expect.poll(() => readUsed(page)).toBe(25);
  await expect(page.getByRole('region', { name: 'Credits' })).toContainText('975');

  const missing = /^Unlock details, /;
  const [price, usedBefore] = [await readPrice(page, missing), await readUsed(page)];
  await unlockDetails(page);
  const unlocked = paid[1]!.postDataJSON() as { companies: string[]; rounds: string[]; max_tenths: number };
  expect(new URL(paid[1]!.url()).pathname).toBe('/workspace/unlock');
  expect(new Set(unlocked.companies).size).toBe(unlocked.companies.length);
  expect(new Set(unlocked.rounds).size).toBe(unlocked.rounds.length);
  expect(unlocked.max_tenths).toBe(price * 10);
  await expect.poll(async () => (await readUsed(page)) - usedBefore).toBe(price);
  await expect(page.getByRole('columnheader', { name: 'Location' })).toBeVisible();

  const before = await readUsed(page);
  await loadMore(page, 'Load 25 more, up to 25 credits');
  await expect(page.getByText(`50 of ${total} loaded.`)).toBeVisible();
  await expect.poll(async () => (await readUsed(page)) - before).toBe(25);
  await expect(page.getByRole('button', { name: /^Unlock/ })).toBeVisible();

  const accounts = await gateway.listAccounts();
  const used = await readUsed(page);
  expect(accounts.filter(({ name }) => name === 'e2e').map(({ purchased_credits: left }) => 1000 - left)).toContain(
    used,
  );
});

test('Back and a repeated search spend nothing, and the link of the results names no key', async ({
  page,
  context,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 1000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const paid = watchPaid(page);
  await page.goto('/deals');
  await choose(page, 'Round type', 'seed', 'Seed');
  await search(page);
  const first = (await page.getByRole('heading', { level: 1 }).textContent())!;
  await choose(page, 'Round type', 'series b', 'Series B');
  await expect(page.getByText('The results are from the previous search.')).toBeVisible();
  await closeFilters(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first);
  await page.keyboard.press('Control+Enter');
  // Between the two answers the heading says only what the screen is.
  await expect(page.getByRole('heading', { level: 1, name: /\d deals?$/ })).not.toHaveText(first);
  await expect.poll(() => paid.length).toBe(2);
  await expect(page.getByRole('grid')).toBeVisible();

  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first);
  await openFilters(page);
  await expect(page.getByRole('button', { name: 'Search, free' })).toBeVisible();
  await buy(page, page.getByRole('button', { name: /^Search, / }));
  expect(paid).toHaveLength(2);

  await page.getByRole('button', { name: 'Share link' }).click();
  await expect(page.getByRole('button', { name: 'Link copied' })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(page.url());
  expect(link).not.toContain('vg_');
});

test('deals are counted by month before a search, for free, and so is what each filter excludes', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 100);
  const paid = watchPaid(page);
  await page.goto('/deals?round=SEED');
  const counted = page.getByText(/^[\d,]+ deals match\.$/);
  await expect(counted).toBeVisible();
  const total = (await counted.innerText()).replace(' match.', '');
  await expect(page.getByRole('region', { name: 'Deals by month' })).toContainText(`All ${total}`);
  await expect(page.getByRole('button', { name: /^Count/ })).toBeHidden();
  await page.getByLabel('Minimum size').fill('1bn');
  await page.getByLabel('Minimum size').press('Enter');
  await expect(page.getByText('0 deals match.')).toBeVisible();
  await page.goto('/deals?round=SEED&min=1000000000');
  const filters = page.getByRole('list', { name: 'Filters of this search' }).getByRole('listitem');
  await expect(filters.last()).toContainText(`${total} without it`);
  await expectNoFinding(page);
  // The one thing to do removes the filter without which most is found.
  await page.getByRole('button', { name: `Without raised at least $1B: ${total}` }).click();
  await expect(counted).toHaveText(`${total} match.`);
  expect(paid).toEqual([]);
});

test('a search asks for no more rows than the service counted, and quotes only those', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 100);
  const paid = watchPaid(page);
  await page.goto('/deals?round=SEED&min=8000000&sort=largest_raise');
  const counted = page.getByText(/^[\d,]+ deals match\.$/);
  await expect(counted).toBeVisible();
  const total = Number(/^\d+/.exec(await counted.innerText())![0]);
  expect(total).toBeGreaterThan(1);
  expect(total).toBeLessThan(25);
  await expect(page.getByText(`, ${total} on the first page.`)).toBeVisible();
  await page.getByRole('button', { name: `Search, up to ${total} credits` }).click();
  await expect(page.locator('[data-row]')).toHaveCount(total);
  expect(paid.map((request) => (request.postDataJSON() as { rows: number }).rows)).toEqual([total]);
  await expect.poll(() => readUsed(page)).toBe(total);
  await page.reload();
  await expect(page.locator('[data-row]')).toHaveCount(total);
  expect(paid).toHaveLength(1);
});

test('an invalid field shows an error next to it, and Enter in a field only applies it', async ({ page }) => {
  const paid = watchPaid(page);
  await page.goto('/deals');
  await page.getByLabel('Minimum size').fill('2500k');
  await page.getByLabel('Minimum size').press('Enter');
  await expect(page.getByLabel('Minimum size')).toHaveValue('2.5M');
  await page.getByLabel('Maximum size').fill('lots');
  await page.getByLabel('Announced from').fill('2012-02-30');
  await buy(page, page.getByRole('button', { name: /^Search, / }));
  await expect(page.getByLabel('Maximum size')).toHaveAccessibleDescription(
    'Write an amount such as 500k, 2.5m, 1bn or 1,000,000',
  );
  await expect(page.getByLabel('Announced from')).toHaveAccessibleDescription(
    'Enter a day such as 21 Nov 2026, or a period such as “Q3 2025”',
  );
  await page.getByLabel('Maximum size').fill('1m');
  await page.getByLabel('Announced from').fill('2012-02-29');
  await buy(page, page.getByRole('button', { name: /^Search, / }));
  await expect(page.getByLabel('Maximum size')).toHaveAccessibleDescription('The maximum is below the minimum');
  expect(paid).toHaveLength(0);
});

test('a table of 500 rows renders only visible rows, and details open next to it', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 1000);
  const paid = watchPaid(page);
  await page.goto('/deals?rows=500');
  await search(page);
  const grid = page.getByRole('grid', { name: 'Deals' });
  await expect(grid).toHaveAttribute('aria-rowcount', '501');
  expect(await grid.getByRole('row').count()).toBeLessThan(60);
  await grid.getByRole('gridcell').first().focus();
  await page.keyboard.press('Control+End');
  await expect(page.locator('[aria-rowindex="501"] [role="gridcell"]:focus')).toBeVisible();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('complementary', { name: 'Details' });
  await expect(panel).toBeFocused();
  await expect(page).toHaveURL(/open=/);
  await expect(panel).toContainText('Copy deal id');
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page.locator('[aria-rowindex="501"] [role="gridcell"]:focus')).toBeVisible();
  expect(paid).toHaveLength(1);
});

test('the number of loaded rows is shown once, filters stay in one line however many are set, and a status that is filtered by is shown', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 200);
  await page.goto(
    '/deals?round=SEED&from=2022-01-01&to=2026-10-31&min=100000&max=90000000&location=europe~REGION~Europe&employees=11-50&ipo=private&rows=10',
  );
  await search(page);
  await expect(page.getByText(/^10 of [\d,]+ loaded\./)).toBeVisible();
  await expect(page.locator('h1 + span')).toHaveText('Newest first, fetched just now');
  await expect(page.getByRole('list', { name: 'Set filters' }).getByRole('listitem')).toHaveCount(6);
  const box = (await page.getByLabel('Describe deals, companies, investors or people').boundingBox())!;
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    for (const chip of await page.getByRole('list', { name: 'Set filters' }).getByRole('listitem').all()) {
      expect(Math.abs((await chip.boundingBox())!.y - box.y)).toBeLessThan(8);
    }
  }
  const more = page.getByRole('button', { name: 'More actions' });
  await more.click();
  await page.keyboard.press('Home');
  await expect(page.getByRole('link', { name: 'Investors of these deals' })).toBeFocused();
  await page.getByRole('combobox', { name: 'Filter by status' }).selectOption('Shortlisted');
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  // One that is set is never in a menu alone.
  await expect(page.getByText('0 of 10 loaded rows shown.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page.getByText('loaded rows shown.')).toBeHidden();
});
