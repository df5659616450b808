// In a browser: a week is reviewed by key presses, across reloads and in zones other than UTC.

import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import {
  buildDeals,
  rangeOf,
  saveAlert,
  startGatewayWithDeals,
  listDays,
  watchBilled,
  type AlertDeal,
  leaveAndForget,
} from './alert-deals.ts';
import { openMore, waitUntilIdle } from './deals-screen.ts';
import { expect, test, type RunningGateway } from './test.ts';

/** Monday to Sunday, all in the past of every run of this test. */
const week = listDays('2025-11-10', 7);
const weekBefore = listDays('2025-11-03', 7);
const changeWeek = listDays('2025-10-26', 7);
const yearEnd = ['2025-12-30', '2025-12-31', '2026-01-01', '2026-01-02'];
const fifty = buildDeals(50, week);
const deals = [
  ...fifty,
  ...buildDeals(30, weekBefore, 'Company'),
  ...buildDeals(14, changeWeek, 'Change'),
  ...buildDeals(8, yearEnd, 'Turn'),
];
const germans = fifty.filter(({ country }) => country === 'Germany').length;
const title = `50 deals, ${50 + germans} matches`;
const address = rangeOf('2025-11-10', '2025-11-16');

// In one worker, so that one gateway is started.
test.describe.configure({ mode: 'default' });
let alertGateway: RunningGateway & { stop(): Promise<void> };
test.beforeAll(async () => {
  alertGateway = await startGatewayWithDeals(deals);
  await saveAlert(alertGateway, 'Everything', {});
  await saveAlert(alertGateway, 'Germany', { locations: ['germany'] });
});
test.afterEach(({ page }) => leaveAndForget(page, alertGateway));
test.afterAll(() => alertGateway.stop());

/** The credits that the local account has left, by the service's own book. */
async function readCredits(): Promise<number> {
  const accounts = await alertGateway.listAccounts();
  return accounts.reduce((sum, account) => sum + account.monthly_credits + account.purchased_credits, 0);
}

const feed = (page: Page) => page.getByRole('feed', { name: 'Deals that matched' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).locator('span');
const review = (page: Page) => page.getByRole('region', { name: 'Review' });

test('a week of fifty deals is reviewed with at most sixty key presses and no credits', async ({ page }) => {
  const billed = watchBilled(page);
  const before = await readCredits();
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  await page.goto(`${alertGateway.url}${address}`);
  await expect(heading(page)).toHaveText(title);
  await expect(review(page)).toContainText('0 of 50 reviewed');
  // A deal with two alerts is one deal to review.
  await expect(page.getByRole('button', { name: 'All 50', exact: true })).toBeVisible();
  await expect(feed(page).locator('article[tabindex="0"]')).toBeVisible();

  await press('s');
  await expect(feed(page).locator('article').nth(1)).toBeFocused();
  await expect(page.locator('output').filter({ hasText: 'Shortlisted: ' })).toContainText('1 of 50 reviewed.');
  await press('x');
  await press('x');
  await press('u');
  await expect(review(page)).toContainText('2 of 50 reviewed');
  await expect(feed(page).locator('article').nth(2)).toBeFocused();
  await press('s');
  await press('o');
  await expect(page.getByRole('complementary', { name: 'Details' })).toBeVisible();
  await press('Escape');
  for (let decided = 3; decided < 40; decided += 1) await press(decided % 5 === 0 ? 's' : 'x');
  await expect(review(page)).toContainText('40 of 50 reviewed');
  while (!(await review(page).innerText()).includes('50 of 50')) await press('d');

  await expect(page.getByText('All deals are reviewed.')).toBeVisible();
  expect(keys).toBeLessThanOrEqual(60);
  expect(billed).toEqual([]);
  expect(await readCredits()).toBe(before);
});

test('a reload continues the review, and the shortlist names its deals and is exported', async ({ page }) => {
  await page.goto(`${alertGateway.url}${address}`);
  await expect(heading(page)).toHaveText(title);
  await expect(feed(page).locator('article[tabindex="0"]')).toBeVisible();
  // The keys work a frame after the feed is painted.
  await waitUntilIdle(page);
  for (let decided = 0; decided < 20; decided += 1) await page.keyboard.press(decided % 4 === 0 ? 's' : 'x');
  await expect(review(page)).toContainText('20 of 50 reviewed');
  await page.reload();
  await expect(review(page)).toContainText('20 of 50 reviewed');
  const active = feed(page).locator('article[tabindex="0"]');
  await expect(active).toHaveAttribute('aria-posinset', '21');
  await expect(active).toBeInViewport();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    openMore(page, 'More actions').then(() => page.getByRole('button', { name: 'Export shortlist as CSV' }).click()),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(1 + 5);
  expect(lines[1]).toContain('shortlist');
  const name = await feed(page)
    .locator('article[aria-posinset="1"]')
    .getByRole('heading')
    .getByRole('button')
    .innerText();
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Shortlist' }).click();
  const cards = page.getByRole('region', { name: 'Shortlisted', exact: true }).getByRole('listitem');
  await expect(cards).toHaveCount(5);
  await expect(cards.filter({ hasText: name })).toHaveCount(1);
});

test('notes and tags stay with the deal, and the feed follows the ARIA pattern', async ({ page }) => {
  await page.goto(`${alertGateway.url}${address}`);
  const articles = feed(page).locator('article');
  await expect(articles).toHaveCount(50);
  await expect(articles.first()).toHaveAttribute('aria-posinset', '1');
  await expect(articles.last()).toHaveAttribute('aria-posinset', '50');
  await expect(articles.first()).toHaveAttribute('aria-setsize', '50');
  await expect(feed(page)).toHaveAttribute('aria-busy', 'false');
  await articles.first().focus();
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await expect(articles.nth(2)).toBeFocused();
  await page.keyboard.press('PageUp');
  await expect(articles.nth(1)).toBeFocused();
  await page.keyboard.press('Control+Home');
  expect(await feed(page).locator(':focus').count()).toBe(0);
  await articles.nth(1).focus();
  await page.keyboard.press('Control+End');
  expect(await feed(page).locator(':focus').count()).toBe(0);

  await articles.nth(1).getByRole('button').first().click();
  await page.getByText('Tags and note').click();
  await page.getByRole('textbox', { name: 'Note' }).fill('j and s are letters here');
  await page.getByRole('combobox', { name: 'Tags' }).fill('warm intro');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Close details' }).click();
  await page.reload();
  await expect(articles.nth(1)).toContainText('j and s are letters here');
  await expect(articles.nth(1)).toContainText('warm intro');
  await expect(review(page)).toContainText('0 of 50 reviewed');
});

/** The headings and totals as the journey itself counts them. */
function readHeadings(list: readonly AlertDeal[]): string[] {
  const name = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' });
  return [...new Set(list.map(({ day }) => day))]
    .toSorted()
    .toReversed()
    .map((day) => `${name.format(Date.parse(day)).replace(',', '')}, UTC`);
}

for (const timezoneId of ['Pacific/Pago_Pago', 'Europe/Berlin', 'Pacific/Kiritimati']) {
  test.describe(`with a browser in ${timezoneId}`, () => {
    test.use({ ownContext: true, timezoneId });

    test('days are UTC days across clock changes and the end of the year', async ({ page }) => {
      for (const [from, to, name] of [
        ['2025-10-26', '2025-11-01', 'Change'],
        ['2025-12-30', '2026-01-02', 'Turn'],
      ] as const) {
        const mine = deals.filter(({ company }) => company.startsWith(name));
        await page.goto(`${alertGateway.url}${rangeOf(from, to)}`);
        await expect(feed(page).locator('article')).toHaveCount(mine.length);
        await expect(feed(page).getByRole('heading', { level: 2 })).toHaveText(readHeadings(mine));
      }
    });
  });
}

test('a week earlier and later are one press away, and the menu leads to the deliveries', async ({ page }) => {
  await page.goto(`${alertGateway.url}${address}`);
  await expect(page.getByRole('button', { name: '10 to 16 Nov 2025' })).toBeVisible();
  await page.getByRole('button', { name: 'Previous week' }).click();
  await expect(page.getByRole('button', { name: '3 to 9 Nov 2025' })).toBeVisible();
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect(page.getByRole('button', { name: '10 to 16 Nov 2025' })).toBeVisible();
  await openMore(page, 'More actions');
  await page.getByRole('link', { name: 'Deliveries' }).click();
  await expect(page.getByRole('region', { name: 'Deliveries' })).toBeInViewport();
});

test('a screen of 1440 by 900 shows at least twelve deals, with what matched in each; one of two alerts appears once with both reasons, and hiding an alert hides its reasons', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${alertGateway.url}${address}`);
  const articles = feed(page).locator('article');
  await expect(articles).toHaveCount(50);
  const bottoms = await articles.evaluateAll((all) => all.map((article) => article.getBoundingClientRect().bottom));
  expect(bottoms.filter((bottom) => bottom <= 900).length).toBeGreaterThanOrEqual(12);
  await expect(articles.filter({ hasText: 'Berlin' }).first().getByTitle('Germany: Matched')).toContainText('Germany');
  const berlin = feed(page).locator('article').filter({ hasText: 'Berlin' }).first();
  await expect(berlin).toContainText('Everything: ');
  await expect(berlin).toContainText('Germany: Matched because it is based in Germany.');
  await page.getByRole('button', { name: /^Germany \d+/ }).click();
  await expect(heading(page)).toHaveText(`${germans} deals, ${germans} matches`);
  await expect(page).toHaveURL(/alert=/);
  await page.goBack();
  await expect(heading(page)).toHaveText(title);
});

/** What the digest must say, added up here from the rows that were imported. */
function addUp(list: readonly AlertDeal[]): { usd: number; undisclosed: number } {
  let [usd, undisclosed] = [0, 0];
  for (const { raised } of list) {
    if (raised === undefined) undisclosed += 1;
    else usd += raised;
  }
  return { usd, undisclosed };
}

test('the digest matches independent sums, as text, table, Markdown and CSV', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${alertGateway.url}${address}&view=digest`);
  const { usd, undisclosed } = addUp(fifty);
  const short = `$${(usd / 1e6).toFixed(usd >= 99.95e6 ? 0 : 1)}M`;
  const digest = page.getByRole('article', { name: 'Digest' });
  await expect(digest).toContainText(`${title}, ${short} disclosed, ${undisclosed} undisclosed.`);
  await expect(digest).toContainText('20 more than the 30 deals of ');
  for (const stage of new Set(fifty.map((deal) => deal.stage))) {
    const row = digest
      .getByRole('figure', { name: 'Deals by stage' })
      .getByRole('row', { name: new RegExp(`^${stage}`, 'i') });
    const count = fifty.filter((deal) => deal.stage === stage).length;
    await expect(row).toContainText(String(count));
  }
  await digest
    .getByRole('figure', { name: 'Raised by country' })
    .getByRole('button', { name: 'Show as table' })
    .click();
  await expect(digest.getByRole('figure', { name: 'Raised by country' }).getByRole('table')).toBeVisible();
  const [first] = fifty.toSorted((one, other) => (other.raised ?? 0) - (one.raised ?? 0));
  const largest = digest.getByRole('row').filter({ hasText: first!.company }).filter({ hasText: '$5.0M' });
  await expect(largest).toContainText(new RegExp(String.raw`${Number(first!.day.slice(8))} [A-Z][a-z]{2} \d{4}`));

  await page.getByRole('button', { name: 'Copy as Markdown' }).click();
  await expect(page.getByText('Copied as Markdown')).toBeVisible();
  const markdown = await page.evaluate(() => navigator.clipboard.readText());
  expect(markdown).toContain(`${title}, ${short} disclosed, ${undisclosed} undisclosed.`);
  expect(markdown).not.toMatch(/\d{4}-\d{2}-\d{2}/);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n').map((line) => line.split(','));
  expect(lines[1]!.slice(0, 5)).toEqual(['all', 'All', '50', String(usd), String(undisclosed)]);
  const germany = fifty.filter((deal) => deal.country === 'Germany');
  expect(lines.find(([part, name]) => part === 'country' && name === 'Germany')!.slice(2, 5)).toEqual([
    String(germany.length),
    String(addUp(germany).usd),
    String(addUp(germany).undisclosed),
  ]);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation', { name: 'Screens' })).toBeHidden();
  await expect(digest.getByRole('figure', { name: 'Deals by stage' }).getByRole('table')).toBeVisible();
});
