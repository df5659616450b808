// In a browser: a batch stops between two pages that the person sees.

import type { Page } from '@playwright/test';
import { loadMore, openMore, readUsed, search, useOwnAccount, watchPaid } from './deals-screen.ts';
import { expect, fetchRoute, test } from './test.ts';

type Answer = { data: { search: { total: number; loaded: number } | null } };

/** From the second page on the gateway reports one more deal, and that a row came twice. */
async function shift(page: Page): Promise<void> {
  await page.route(/\/workspace\/searches\/(find|[\w-]+\/more)$/, async (route) => {
    const response = await fetchRoute(route);
    const answer = (await response.json()) as Answer;
    const { search: stored } = answer.data;
    if (!stored || stored.loaded === 10) return route.fulfill({ response });
    const moved = { ...stored, total: stored.total + 1, moved_from: stored.total, duplicates: 1 };
    return route.fulfill({ response, json: { ...answer, data: { ...answer.data, search: moved } } });
  });
}

test('results that change between two pages stop a batch, say so, and offer a priced restart', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 1000);
  const paid = watchPaid(page);
  await shift(page);
  await page.goto('/deals?rows=10');
  await search(page);
  const total = Number((await page.getByRole('heading', { level: 1 }).innerText()).replaceAll(/\D/g, ''));
  // 10 loaded and 100 more are pages of 10, 20, 40 and the rest; only the first of them is bought.
  await openMore(page, 'More ways to load');
  await page.getByLabel('Rows to load').selectOption('100');
  await page.keyboard.press('Escape');
  await loadMore(page, 'Load 100 more, up to 100 credits');
  const [was, is] = [total, total + 1].map((count) => count.toLocaleString('en-US'));
  await expect(page.getByText(`The number of results changed from ${was} to ${is} deals`)).toBeVisible();
  await expect(page.getByText('1 duplicate row removed')).toBeVisible();
  expect(paid).toHaveLength(2);
  await expect.poll(() => readUsed(page)).toBe(20);
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '21');

  await page.getByRole('button', { name: 'Start again, up to 10 credits' }).click();
  await expect(page.getByText(/The number of results changed/)).toBeHidden();
  expect(paid).toHaveLength(3);
  await expect.poll(() => readUsed(page)).toBe(30);
  await expect(page.getByText(/^10 of [\d,]+ loaded\./)).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
});
