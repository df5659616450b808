// In a browser: presses in two tabs meet the same budget at once.

import type { Page, Request } from '@playwright/test';
import { expectNoFinding } from './axe.ts';
import {
  buy,
  dealsHeading,
  loadMore,
  openFilters,
  openSpending,
  readBilled,
  readUsed,
  useOwnAccount,
  watchPaid,
} from './deals-screen.ts';
import { expect, fetchRoute, test } from './test.ts';
import { callWorkspace } from './workspace-api.ts';

const searches = /\/workspace\/searches$/;
const isSearch = (request: Request) => request.method() === 'POST' && searches.test(request.url());

/** Presses Search for another day, and cancels when a budget does not cover it. */
async function tryAction(page: Page, day: string): Promise<void> {
  const cancel = page.getByRole('button', { name: 'Cancel', exact: true });
  const overBudget = page.getByRole('alert').filter({ hasText: 'Not sent: over budget' });
  await openFilters(page);
  await page.getByLabel('Announced from').fill(day);
  const ends = [
    page.waitForRequest(isSearch, { timeout: 60_000 }).then(() => 'sent'),
    cancel.waitFor({ timeout: 60_000 }).then(() => 'asked'),
    overBudget.waitFor({ timeout: 60_000 }).then(() => 'rejected'),
  ];
  for (const end of ends) end.catch(() => undefined);
  await page.getByRole('button', { name: /^Search, / }).click();
  if ((await Promise.race(ends)) === 'asked') await cancel.click();
}

// Presses that are all under way at once; the gateway's part of it is tested with twenty.
test('presses in two tabs at the same time stay within the budget to the last credit', async ({
  page,
  context,
  gateway,
}) => {
  const key = await useOwnAccount(page, gateway, 1000);
  await callWorkspace(gateway, key, ['POST', '/budget'], { session_tenths: 250 });
  const pages = [page, await context.newPage()];
  // Answers wait until every act was tried, so that all of them are under way at once.
  let free: () => void = () => undefined;
  const freed = new Promise<void>((resolve) => (free = resolve));
  await context.route(searches, async (route) => {
    await freed;
    await route.continue();
  });
  for (const one of pages) await one.goto('/deals?rows=10');
  for (const act of [0, 1]) {
    await Promise.all(pages.map((one, index) => tryAction(one, `201${act}-0${index + 1}-01`)));
  }
  free();
  // The last search may have been rejected, or wait behind the open sheet.
  await page.keyboard.press('Escape');
  await expect.poll(() => readUsed(page)).toBe(20);
  expect(await readBilled(gateway, key, 1000)).toBe(20);
});

test('above 50 credits a press asks once more, and only the second one spends', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 1000);
  const paid = watchPaid(page);
  await page.goto('/deals?rows=100');
  const button = page.getByRole('button', { name: /^Search, / });
  await button.press('Enter');
  const confirmation = page.getByRole('dialog', { name: 'Search for at most 100 rows' });
  await expect(confirmation).toContainText('This costs up to 100 credits. 400 credits of this session’s budget stay.');
  await expect(confirmation).toContainText('It cannot be undone.');
  await expect(confirmation.getByRole('button', { name: 'Spend up to 100 credits' })).toBeFocused();
  await expectNoFinding(page);
  await page.keyboard.press('Escape');
  await expect(confirmation).toBeHidden();
  await expect(button).toBeFocused();
  expect(paid).toHaveLength(0);
  await page.keyboard.press('Enter');
  await expect(confirmation.getByRole('button', { name: 'Spend up to 100 credits' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dealsHeading(page)).toBeVisible();
  expect(paid).toHaveLength(1);
  await expect.poll(() => readUsed(page)).toBe(100);
});

test('over a budget the part within it is offered, and nothing raises the budget', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 1000);
  const paid = watchPaid(page);
  await page.goto('/deals?rows=25');
  await openSpending(page);
  await page.getByLabel('Budget per day').fill('14');
  await page.getByRole('button', { name: 'Set' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Credits' })).toContainText('14 left today');
  const button = page.getByRole('button', { name: /^Search, / });
  await button.click();
  const confirmation = page.getByRole('dialog', { name: 'Over budget' });
  await expect(confirmation).toContainText('This costs up to 25 credits. 14 credits of today’s budget are left.');
  await expect(confirmation.getByRole('link', { name: 'Change the budget' })).toHaveAttribute('href', '/settings');
  await expect(confirmation.getByRole('button')).toHaveText(['Search for 14 rows, up to 14 credits', 'Cancel']);
  expect(await confirmation.evaluate((popup) => popup.scrollWidth - popup.clientWidth)).toBe(0);
  // The palette opens above the question and gives the focus back to it.
  const isOnTop = () =>
    page.getByText('This costs up to 25 credits.').evaluate((words) => {
      const { left, top } = words.getBoundingClientRect();
      return words === document.elementFromPoint(left + 4, top + 4);
    });
  expect(await isOnTop()).toBe(true);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: /^Find a screen/ })).toBeFocused();
  expect(await isOnTop()).toBe(false);
  await page.keyboard.press('Escape');
  await expect(confirmation.getByRole('button', { name: /^Search for / })).toBeFocused();
  expect(paid).toHaveLength(0);
  await page.keyboard.press('Enter');
  await expect(dealsHeading(page)).toBeVisible();
  await expect.poll(() => readUsed(page)).toBe(14);
  await loadMore(page, /^Load 14 more, /);
  await expect(confirmation).toContainText('0 credits of today’s budget are left.');
  await expect(confirmation.getByRole('button')).toHaveText(['Cancel']);
  // A new session leaves the budget of the day as it is.
  await page.keyboard.press('Escape');
  await openSpending(page);
  await page.getByRole('button', { name: 'Start a new session' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Credits' })).toContainText('0 left today');
  expect(paid).toHaveLength(1);
});

test('a response that does not reach the page is charged once, and its rows come all the same', async ({
  page,
  gateway,
}) => {
  const key = await useOwnAccount(page, gateway, 1000);
  const paid = watchPaid(page);
  await page.route(searches, async (route) => {
    await fetchRoute(route);
    await route.abort('connectionreset');
  });
  await page.goto('/deals');
  await expect(page.getByRole('region', { name: 'Credits' })).toContainText('1,000 credits left');
  // The page hears of what the gateway has stored only once the message was read.
  let release = () => undefined as void;
  const isRead = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/workspace\/versions$/, async (route) => {
    await isRead;
    await route.continue();
  });
  await buy(page, page.getByRole('button', { name: /^Search, / }));
  await expect(page.getByRole('alert')).toContainText('You may have been charged');
  await expect(page.getByRole('alert')).toContainText('what the gateway has stored is not charged again');
  release();
  await expect(page.getByRole('grid')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('alert')).toBeHidden();
  await expect.poll(() => readUsed(page)).toBe(25);
  expect(paid).toHaveLength(1);
  await page.unroute(searches);
  await openFilters(page);
  await expect(page.getByRole('button', { name: 'Search, free' })).toBeVisible();
  expect(await readBilled(gateway, key, 1000)).toBe(25);
});

test('the budget popups are free of accessibility findings in both themes', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 1000);
  await page.goto('/settings');
  await expect(page.getByRole('region', { name: 'Your data' })).toBeVisible();
  await page.getByLabel('Budget per session').fill('5');
  await page.getByRole('button', { name: 'Set' }).click();
  await expectNoFinding(page);
  await page.getByRole('button', { name: 'Delete unlocked records', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoFinding(page);
  await page.keyboard.press('Escape');
  await openSpending(page);
  await expect(page.getByRole('dialog', { name: 'Spending' })).toBeVisible();
  await expectNoFinding(page);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Deals' }).click();
  await buy(page, page.getByRole('button', { name: /^Search, / }));
  await expect(page.getByRole('dialog', { name: 'Over budget' })).toBeVisible();
  await expectNoFinding(page);
});

test('a rate-limited request counts down and continues automatically, and a reload meanwhile keeps nothing waiting', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 100);
  const paid = watchPaid(page);
  const limitOnce = (seconds: string) =>
    page.route(
      searches,
      (route) => route.fulfill({ status: 429, body: '{"error":{}}', headers: { 'Retry-After': seconds } }),
      { times: 1 },
    );
  await limitOnce('40');
  await page.goto('/deals?rows=10');
  const button = page.getByRole('button', { name: /^Search, / });
  await button.click();
  await expect(page.getByText('Too many requests this minute.')).toBeVisible();
  await page.reload();
  // Its count moves the button, and a press on one that is cut off only scrolls to it.
  await expect(page.getByText(/^[\d,]+ deals match\.$/)).toBeVisible();
  await limitOnce('3');
  await button.click();
  await expect(page.getByText('Continues automatically')).toBeVisible();
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(dealsHeading(page)).toBeVisible();
  expect(paid).toHaveLength(3);
  await expect.poll(() => readUsed(page)).toBe(10);
});
