// In a browser: a reload, Back, a link and a new tab show what is stored.

import type { Page } from '@playwright/test';
import {
  choose,
  dealsHeading,
  openMore,
  readBilled,
  readUsed,
  search,
  unlockDetails,
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

test('another key sees nothing of the first one', async ({ page, gateway }) => {
  await page.goto('/deals?round=SEED&rows=10');
  await search(page);
  const address = page.url();
  await useOwnAccount(page, gateway, 1000);
  await page.goto(address);
  await expect(page.getByText('These results are not loaded yet')).toBeVisible();
});
