// In a browser: dialogs keep what was typed and give the focus back.

import type { Locator, Page } from '@playwright/test';
import { expectNoFinding } from './axe.ts';
import {
  buildDeals,
  rangeOf,
  saveAlert,
  startGatewayWithDeals,
  listDays,
  watchBilled,
  openDays,
  openPeriod,
  leaveAndForget,
} from './alert-deals.ts';
import { blockRequests, buy, choose, expectBelow, openMore, readUsed, useKey } from './deals-screen.ts';
import { type RunningGateway, expect, fetchRoute, test } from './test.ts';

const days = listDays('2025-11-10', 7);
const address = rangeOf('2025-11-10', '2025-11-16');

let alertGateway: RunningGateway & { stop(): Promise<void> };
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  alertGateway = await startGatewayWithDeals(buildDeals(24, days));
  await saveAlert(alertGateway, 'Everything', {});
});
test.afterEach(({ page }) => leaveAndForget(page, alertGateway));
test.afterAll(() => alertGateway.stop());

const feed = (page: Page) => page.getByRole('feed', { name: 'Deals that matched' });
/** Opens the details of a deal by its name. */
async function open(page: Page, article: Locator): Promise<void> {
  await article.getByRole('heading', { level: 3 }).getByRole('button').click();
  await expect(page.getByRole('complementary', { name: 'Details' })).toBeVisible();
}

const cards = (page: Page) => page.getByRole('main').getByRole('listitem');

test('an alert is created, edited, paused, deleted and restored in the page, free', async ({ page }) => {
  const billed = watchBilled(page);
  const missed: string[] = [];
  page.on('response', (response) => response.status() === 404 && missed.push(response.url()));
  await page.goto(`${alertGateway.url}${address}&view=alerts`);
  await page.getByRole('button', { name: 'New alert' }).click();
  const dialog = page.getByRole('dialog', { name: 'New alert' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('in the last 30 days');
  await dialog.getByRole('button', { name: 'Save alert' }).click();
  await expect(dialog.getByText('Give the alert a name')).toBeVisible();
  await dialog.getByLabel('Name').fill('Kenyan seed');
  await choose(page, 'Location', 'kenya', 'Kenya country');
  await choose(page, 'Round type', 'seed', 'Seed');
  await dialog.getByRole('button', { name: 'Save alert' }).click();
  await expect(dialog).toBeHidden();
  const card = cards(page).filter({ hasText: 'Kenyan seed' });
  await expect(card).toContainText('Kenya');
  await expect(card).toContainText('weekly');
  const release = await blockRequests(page, /\/location\/search/);
  await page.reload();
  await expect(card).toContainText('Location');
  await expect(card).not.toContainText('kenya');
  release();
  await expect(card).toContainText('Kenya');

  await card.getByRole('button', { name: 'Edit' }).click();
  const change = page.getByRole('dialog', { name: 'Edit alert' });
  await expect(change.getByRole('button', { name: 'Remove Kenya' })).toBeVisible();
  await change.getByLabel('Minimum size').fill('1m');
  await change.getByLabel('How often').selectOption('DAILY');
  await change.getByRole('button', { name: 'Save changes' }).click();
  await expect(card).toContainText('at least $1M');
  await expect(card).toContainText('daily');
  await card.getByRole('button', { name: 'Pause' }).click();
  await expect(card).toContainText('paused');
  await card.getByRole('button', { name: 'Resume' }).click();
  await expect(card).not.toContainText('paused');
  await card.getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(card).toBeHidden();
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeFocused();
  await undo.press('Enter');
  await expect(card).toContainText('at least $1M');
  await expect(undo).toBeHidden();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'New alert' })).toBeFocused();
  await card.getByRole('button', { name: 'Delete' }).click();
  await expect(card).toBeHidden();
  await page.waitForLoadState('networkidle');
  expect(billed).toEqual([]);
  // A deleted alert is not asked for again.
  expect(missed).toEqual([]);
});

test('the form of a new alert that was closed before it was saved opens as it was, also after a reload', async ({
  page,
}) => {
  await page.goto(`${alertGateway.url}${address}&view=alerts`);
  const dialog = page.getByRole('dialog');
  const create = page.getByRole('button', { name: 'New alert' });
  const kept = dialog.getByText('Unsaved changes restored.');
  await create.click();
  await dialog.getByLabel('Name').fill('Kenyan software');
  await choose(page, 'Location', 'kenya', 'Kenya country');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.reload();
  await create.click();
  await expect(kept).toBeVisible();
  await expect(dialog.getByLabel('Name')).toHaveValue('Kenyan software');
  await expect(dialog.getByRole('button', { name: 'Remove Kenya' })).toBeVisible();
  await expectNoFinding(page);
  await dialog.getByRole('button', { name: 'Save alert' }).click();
  await expect(dialog).toBeHidden();
  await create.click();
  await expect(dialog.getByLabel('Name')).toHaveValue('');
  await expect(kept).toBeHidden();
  await page.keyboard.press('Escape');
  await cards(page).filter({ hasText: 'Kenyan software' }).getByRole('button', { name: 'Edit' }).click();
  await expect(dialog.getByRole('button', { name: 'Remove Kenya' })).toBeVisible();
});

test('the form of an alert opens with changes that were not saved, until they are discarded', async ({ page }) => {
  await page.goto(`${alertGateway.url}${address}&view=alerts`);
  const dialog = page.getByRole('dialog');
  const kept = dialog.getByText('Unsaved changes restored.');
  const edit = cards(page).first().getByRole('button', { name: 'Edit' });
  await edit.click();
  await expect(kept).toBeHidden();
  await dialog.getByLabel('Minimum size').fill('2m');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await edit.click();
  await expect(dialog.getByLabel('Minimum size')).toHaveValue('2M');
  await dialog.getByRole('button', { name: 'Discard changes' }).press('Enter');
  await expect(dialog.getByLabel('Minimum size')).toHaveValue('');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Escape');
  await edit.click();
  await expect(kept).toBeHidden();
  await expect(dialog.getByLabel('Minimum size')).toHaveValue('');
});

test('a deals search becomes an alert, and unsupported filters are named', async ({ page }) => {
  const billed = watchBilled(page);
  await page.goto(
    `${alertGateway.url}/deals?round=SEED&location=germany~COUNTRY~Germany&min=500000&from=2025-01-01&ipo=private`,
  );
  await page.getByRole('button', { name: 'Save as alert' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this search as an alert' });
  await expect(dialog).toContainText('The alert will match more deals than this search');
  await expect(dialog).toContainText('Announced, IPO status');
  await expect(dialog.getByLabel('Name')).toHaveValue('Seed in Germany');
  await expect(dialog.getByLabel('Minimum size')).toHaveValue('500K');
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('in the last 30 days');
  await dialog.getByRole('button', { name: 'Save alert' }).click();
  await dialog.getByRole('link', { name: 'Open Alerts' }).click();
  await expect(page.getByRole('main')).toContainText('Seed in Germany');
  expect(billed).toEqual([]);
});

test('a hosted service’s amounts in millions are converted, and its own fields are shown', async ({ page }) => {
  // Another service of this shape cannot be run here: its answers are ours, changed as it would send them.
  await page.route('**/config.json', async (route) => {
    const answer = await fetchRoute(route);
    const config = (await answer.json()) as object;
    await route.fulfill({
      json: { ...config, service: 'upstream', host: 'hosted.example', account: false, alertAmounts: 'millions' },
    });
  });
  await page.route('**/api/v1/alerts/configurations', async (route) => {
    const answer = await fetchRoute(route);
    const body = (await answer.json()) as { data: { configurations: { filters: object }[] } };
    const configurations = body.data.configurations.map((one) => ({
      ...one,
      filters: { ...one.filters, foundedAfter: 2020 },
      deliverTo: ['partners'],
    }));
    await route.fulfill({ json: { ...body, data: { configurations } } });
  });
  await page.route('**/api/v1/alerts?*', async (route) => {
    const answer = await fetchRoute(route);
    const text = (await answer.text()).replaceAll(
      /"total_round_raised":(\d+)/g,
      (_, usd: string) => `"total_round_raised":${Number(usd) / 1e6}`,
    );
    await route.fulfill({ contentType: 'application/json', body: text });
  });
  await page.goto(`${alertGateway.url}${address}`);
  await expect(feed(page)).toContainText('$2.4M');
  await page.getByRole('link', { name: 'Manage' }).click();
  const card = cards(page).filter({ hasText: 'Everything' });
  await expect(card).toContainText('Founded after');
  await expect(card).toContainText('2020');
  await expect(card).toContainText('partners');
  await expect(page.getByRole('button', { name: 'New alert' })).toBeHidden();
});

test('an alert unlocks its company and deal at the shown price, and unlocked data is free', async ({ page }) => {
  const billed = watchBilled(page);
  await page.goto(`${alertGateway.url}${address}`);
  await open(page, feed(page).locator('article').first());
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details).toContainText('Why it matched');
  expect(billed).toEqual([]);
  await details.getByRole('button', { name: 'Unlock the company, 1 credit' }).click();
  await expect(details.getByRole('button', { name: 'Unlock the company, 1 credit' })).toBeHidden();
  await details.getByRole('button', { name: 'Unlock this deal, 1 credit' }).click();
  await expect(details).toContainText('Copy deal id');
  expect(billed).toHaveLength(2);
  await expect.poll(() => readUsed(page)).toBe(2);
  await page.reload();
  await expect(details).toContainText('unlocked');
  await expect(details).toContainText('Copy deal id');
  await details.getByRole('link', { name: 'Similar deals' }).click();
  await expect(page).toHaveURL(/\/deals\?round=/);
  expect(billed).toHaveLength(2);
  // Names that the alerts unlocked for free are not paid for again in the rows of a search.
  await buy(page, page.getByRole('button', { name: /^Search/ }));
  await expect(page.getByRole('grid', { name: 'Deals' })).toContainText(/Company 00\d\d/);
  await expect(page.getByRole('grid', { name: 'Deals' })).not.toContainText('unnamed company');
});

test('an unlocked row takes precedence over the alert, and the difference is shown once', async ({ page }) => {
  await page.goto(`${alertGateway.url}${address}`);
  await open(page, feed(page).locator('article').filter({ hasText: '$2.4M' }));
  await page.getByRole('button', { name: 'Unlock this deal, 1 credit' }).click();
  await expect(page.getByText('Copy deal id')).toBeVisible();
  await page.route('**/api/v1/alerts?*', async (route) => {
    const answer = await fetchRoute(route);
    const text = (await answer.text()).replaceAll('"total_round_raised":2400000', '"total_round_raised":9900000');
    await route.fulfill({ contentType: 'application/json', body: text });
  });
  await page.reload();
  await expect(page.getByText('1 amount in the alerts differs from an unlocked row')).toBeVisible();
  await expect(page.getByText('$2.4M, not $9.9M')).toBeVisible();
  await expect(feed(page).locator('article').filter({ hasText: '$9.9M' })).toHaveCount(0);
});

test('on a phone, Pass and Shortlist are at the bottom and move to the next deal', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${alertGateway.url}${address}`);
  await expect(feed(page).locator('article')).toHaveCount(24);
  const choice = page.getByRole('group', { name: 'Alerts' });
  await expectBelow(choice, page.getByRole('navigation', { name: 'Views' }));
  await expectBelow(feed(page), choice);
  await expectBelow(feed(page), page.getByRole('button', { name: '10 to 16 Nov 2025' }));
  const bar = page.getByRole('group', { name: /^Decide about/ });
  for (let taps = 0; taps < 5; taps += 1)
    await bar.getByRole('button', { name: taps % 2 ? 'Pass' : 'Shortlist' }).click();
  const active = feed(page).locator('article[tabindex="0"]');
  await expect(active).toHaveAttribute('aria-posinset', '6');
  await expect(active).toBeInViewport();
  await bar.getByRole('button', { name: 'Undo' }).click();
  await expect(active).toHaveAttribute('aria-posinset', '5');
  const { width, height } = (await bar.getByRole('button', { name: 'Shortlist' }).boundingBox())!;
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expect(page.getByRole('region', { name: 'Review' })).toContainText('4 of 24 reviewed');
  // With the keyboard open, the heads leave most of the window to the deals.
  await page.setViewportSize({ width: 390, height: 500 });
  await expect.poll(async () => (await feed(page).locator('..').boundingBox())!.y).toBeLessThan(150);
});

test('every view is free of accessibility findings in both themes', async ({ page }) => {
  // Every kind of deal, without those that only repeat it.
  await page.goto(`${alertGateway.url}${rangeOf('2025-11-12', '2025-11-13')}`);
  await expect(feed(page).locator('article')).toHaveCount(7);
  await page.keyboard.press('s');
  await page.keyboard.press('x');
  await expectNoFinding(page);
  for (const openPopup of [openDays, openPeriod, () => openMore(page, 'More actions')]) {
    await openPopup(page);
    await expectNoFinding(page);
    await page.keyboard.press('Escape');
  }
  await page.keyboard.press('o');
  await expect(page.getByRole('complementary', { name: 'Details' })).toBeVisible();
  await expectNoFinding(page);
  await page.getByRole('link', { name: 'Digest' }).click();
  await expect(
    page.getByRole('article', { name: 'Digest' }).locator('.recharts-bar-rectangle rect').first(),
  ).toBeVisible();
  await expectNoFinding(page);
  await page.getByRole('link', { name: 'Manage' }).click();
  await page.getByRole('button', { name: 'New alert' }).click();
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('in the last 30 days');
  await expectNoFinding(page);
});

test('without an alert the feed opens the form of the first one, and then shows its deals', async ({
  page,
  gateway,
}) => {
  await useKey(page, (await gateway.createAccount({ name: 'e2e', plan: 'PRO_PLUS', purchased: 0 })).key);
  const billed = watchBilled(page);
  await page.goto('/alerts');
  const create = page.getByRole('button', { name: 'New alert' });
  await expect(create).toBeVisible();
  // There is nothing to count, nor to choose a period of.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Alerts');
  await expect(page.getByRole('button', { name: /^Last seven days/ })).toBeHidden();
  await create.click();
  const dialog = page.getByRole('dialog', { name: 'New alert' });
  await dialog.getByLabel('Name').fill('Every deal');
  await dialog.getByRole('button', { name: 'Save alert' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: /^Last seven days/ })).toBeVisible();
  await expect(page.getByText('No saved alerts yet')).toBeHidden();
  await expect(page.locator('body')).not.toBeFocused();
  expect(billed).toEqual([]);
});

test('without an alert Manage says so, and the command palette creates one from any screen', async ({
  page,
  gateway,
}) => {
  await useKey(page, (await gateway.createAccount({ name: 'e2e', plan: 'PRO_PLUS', purchased: 0 })).key);
  await page.goto('/alerts?view=alerts');
  await expect(page.getByText('No saved alerts yet')).toBeVisible();
  await expectNoFinding(page);
  await page.goto('/usage');
  await expect(page.getByRole('heading', { level: 1, name: 'Usage' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox').fill('new al');
  await expect(page.getByRole('option').first()).toHaveText('New alert');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New alert' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL('/alerts?view=alerts');
  await page.getByRole('button', { name: 'New alert' }).click();
  await dialog.getByLabel('Name').fill('Every deal');
  await dialog.getByRole('button', { name: 'Save alert' }).click();
  await expect(cards(page).filter({ hasText: 'Every deal' })).toBeVisible();
  await expect(page.getByText('No saved alerts yet')).toBeHidden();
  await expect(page.locator('body')).not.toBeFocused();
});

test('a company profile and an opened template become alerts, free', async ({ page }) => {
  await page.goto(`${alertGateway.url}/companies?rows=1`);
  await buy(page, page.getByRole('button', { name: /^Search, / }));
  await page.getByRole('grid').getByRole('link').first().click();
  const name = await page.getByRole('heading', { level: 1 }).innerText();
  const billed = watchBilled(page);
  await page.getByRole('button', { name: 'Alert me' }).click();
  const dialog = page.getByRole('dialog', { name: `Alert me on deals of ${name}` });
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue(`Deals of ${name}`);
  await dialog.getByRole('button', { name: 'Save alert' }).click();
  await expect(dialog).toBeHidden();

  await page.goto(`${alertGateway.url}/deals`);
  await page.getByRole('button', { name: /^The largest rounds of the last 12 months/ }).click();
  await page.getByRole('button', { name: 'Save as alert' }).click();
  const search = page.getByRole('dialog', { name: 'Save this search as an alert' });
  await search.getByLabel('Name', { exact: true }).fill('Largest rounds');
  await search.getByRole('button', { name: 'Save alert' }).click();
  await page.goto(`${alertGateway.url}${address}&view=alerts`);
  await expect(cards(page).filter({ hasText: `Deals of ${name}` })).toContainText(name);
  await expect(cards(page).filter({ hasText: 'Largest rounds' })).toBeVisible();
  expect(billed).toHaveLength(0);
});
