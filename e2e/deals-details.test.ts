// In a browser: details open next to a virtualized table, whose columns are dragged and measured.

import type { Page, Request } from '@playwright/test';
import {
  buy,
  loadMore,
  openFilters,
  openMore,
  readBody,
  readFoundRows,
  readPrice,
  readUsed,
  search,
  unlockDetails,
  useOwnAccount,
  waitUntilIdle,
  watchPaid,
} from './deals-screen.ts';
import { expect, type RunningGateway, test } from './test.ts';

const isSearch = (request: Request) =>
  request.method() === 'POST' && new URL(request.url()).pathname === '/workspace/searches';

/** Searches by Ctrl+Enter and answers with the body that left. */
async function searchedBody(page: Page): Promise<Record<string, unknown>> {
  const [sent] = await Promise.all([page.waitForRequest(isSearch), page.keyboard.press('Control+Enter')]);
  await sent.response();
  // The form stays open until the results are drawn.
  await expect(page.getByRole('form', { name: 'Filters' })).toBeHidden();
  return readBody(sent);
}

test('each further filter reaches the request', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 1000);
  await page.goto('/deals?rows=10');
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByLabel('1–10', { exact: true }).check();
  await page.getByLabel('11–50', { exact: true }).check();
  await page.getByLabel('Private', { exact: true }).check();
  await page.getByLabel('Minimum total raised').fill('100k');
  await page.getByLabel('Maximum total raised').fill('1bn');
  await page.getByLabel('Added from').fill('2001-01-01');
  await page.getByLabel('Added to', { exact: true }).fill('2026-12-31');
  expect(await searchedBody(page)).toEqual({
    deal: { created_start: '2001-01-01', created_end: '2026-12-31' },
    company: {
      employee_count: ['1-10', '11-50'],
      ipo_status: ['private'],
      total_raised_min: 100_000,
      total_raised_max: 1_000_000_000,
    },
    page: 0,
    page_size: 10,
    sort_by: 'most_recent_deal',
  });
  await openFilters(page);
  await expect(page.getByRole('button', { name: 'More filters' })).toContainText('6 set');

  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('button', { name: '30 days', exact: true }).click();
  const { deal } = (await searchedBody(page)) as { deal: { date_start: string; date_end: string } };
  expect(Date.parse(deal.date_end) - Date.parse(deal.date_start)).toBe(29 * 86_400_000);
});

test('only pasted deals are requested, and lines without an id are named', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 1000);
  await page.goto('/deals?rows=10');
  await search(page);
  const owned = await page.locator('[data-row]').first().getAttribute('data-row');
  const [id, other] = await readDealIds(gateway, 20);
  await openFilters(page);
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByRole('button', { name: 'Paste deal ids' }).click();
  const sheet = page.getByRole('dialog', { name: 'Only these deals' });
  await sheet.getByRole('textbox').fill(`${id}\nnot an id\n${id}\n${owned}\n${other}`);
  await expect(sheet.getByText('3 deal ids, 1 repeated')).toBeVisible();
  await expect(sheet.getByText('Line 2: “not” is not an id')).toBeVisible();
  await sheet.getByRole('button', { name: /^Use/ }).click();
  // The one that is unlocked is left out of the price.
  await expect(page.getByRole('button', { name: 'Search, up to 2 credits' })).toBeVisible();
  expect(await searchedBody(page)).toMatchObject({ identifiers: { deal_ids: [id, owned, other] } });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('3 deals');
  await expect.poll(() => readUsed(page)).toBe(12);
});

/** Two deals from far down the newest, which no page of the test shows. */
async function readDealIds({ url, key }: RunningGateway, page: number): Promise<string[]> {
  const answer = await fetch(`${url}/api/v1/deals`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ page, page_size: 2 }),
  });
  return ((await answer.json()) as { data: { deals: { id: string }[] } }).data.deals.map(({ id }) => id);
}

test('investors, companies and people are searched by name for 0.1 credits, once, and filter by id', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 1000);
  const paid = watchPaid(page);
  await page.goto('/deals?rows=10');
  await page.getByRole('combobox', { name: 'Investors', exact: true }).click();
  await page.keyboard.type('capital');
  await expect(page.getByRole('combobox', { name: 'Type to find' })).toHaveValue('capital');
  await waitUntilIdle(page);
  expect(paid).toHaveLength(0);
  await page.getByRole('button', { name: 'Search “capital”, 0.1 credits' }).click();
  const first = page.getByRole('listbox', { name: 'Options' }).getByRole('option').first();
  await first.click();
  await page.keyboard.press('Escape');
  await expect.poll(() => readUsed(page)).toBe(0.1);
  await page.getByRole('button', { name: 'More filters' }).click();
  for (const [label, name] of [
    ['Companies', 'ar'],
    ['People', 'an'],
  ] as const) {
    await page.getByRole('combobox', { name: label, exact: true }).click();
    await page.keyboard.type(name);
    await buy(page, page.getByRole('button', { name: /^Search “.*, 0.1 credits$/ }));
    await first.click();
    await page.keyboard.press('Escape');
  }
  expect(paid).toHaveLength(3);
  await expect.poll(() => readUsed(page)).toBe(0.3);
  const { company, investors } = (await searchedBody(page)) as {
    company: { company_ids: string[] };
    investors: { investor_ids: string[]; people_ids: string[] };
  };
  for (const ids of [company.company_ids, investors.investor_ids, investors.people_ids]) expect(ids).toHaveLength(1);
  expect(page.url()).toContain('company=');
  await openFilters(page);
  await page.getByRole('combobox', { name: 'Investors', exact: true }).click();
  await page.keyboard.type('capital');
  await expect(first).toBeVisible();
  await expect(page.getByRole('button', { name: /^Search “/ })).toBeHidden();
});

test('a link with a wrong permalink is flagged and not sent', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 1000);
  const paid = watchPaid(page);
  await page.goto('/deals?rows=10&industry=clean-tech&industry=software~INDUSTRY~Software&location=germany');
  const chips = page.getByRole('form', { name: 'Filters' }).getByRole('listitem');
  await expect(chips.filter({ hasText: 'clean-tech' })).toContainText('not found');
  await expect(chips.filter({ hasText: 'Software' })).toContainText('is a super category');
  await expect(chips.filter({ hasText: 'Germany' })).toBeVisible();
  await buy(page, page.getByRole('button', { name: /^Search/ }));
  await expect(page.getByRole('alert')).toContainText('Nothing was sent');
  expect(paid).toHaveLength(0);

  await page.getByRole('button', { name: 'Software super category' }).click();
  await buy(page, page.getByRole('button', { name: /^Search, / }));
  const [sent] = await Promise.all([
    page.waitForRequest(isSearch),
    page.getByRole('button', { name: 'Search without it, up to 10 credits' }).click(),
  ]);
  expect(readBody(sent)['company']).toEqual({
    locations: ['germany'],
    super_categories: ['software'],
  });
});

test('batches load the announced rows and bill no more', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 1000);
  const paid = watchPaid(page);
  await page.goto('/deals?rows=10');
  await search(page);
  const grid = page.getByRole('grid');
  await grid.hover();
  await page.mouse.wheel(0, 5000);
  await waitUntilIdle(page);
  expect(paid).toHaveLength(1);

  await openMore(page, 'More ways to load');
  await page.getByLabel('Rows to load').selectOption('50');
  await page.keyboard.press('Escape');
  await loadMore(page, 'Load 50 more, up to 50 credits');
  await expect(page.getByText(/^60 of [\d,]+ loaded/)).toBeVisible();
  await expect.poll(() => readUsed(page)).toBe(60);

  const before = paid.length;
  await openMore(page, 'More ways to load');
  await buy(page, page.getByRole('button', { name: 'Load as I scroll, up to 50 credits' }));
  expect(paid).toHaveLength(before);
  for (const loaded of [85, 110]) {
    await grid.hover();
    await page.mouse.wheel(0, 20_000);
    await expect(page.getByText(new RegExp(`^${loaded} of [\\d,]+ loaded`))).toBeVisible();
    await expect.poll(() => readUsed(page)).toBe(loaded);
    if (loaded === 85) await expect(page.getByText('Loading as you scroll: 25 rows left')).toBeVisible();
  }
  await page.mouse.wheel(0, 20_000);
  await waitUntilIdle(page);
  await expect(page.getByText(/Loading as you scroll/)).toBeHidden();
  await expect.poll(() => readUsed(page)).toBe(110);
  await expect(grid).toHaveAttribute('aria-rowcount', '111');
});

test('investors and articles of a round are unlocked once at their exact price, then free', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 1000);
  await page.goto('/deals?rows=10');
  const sent = watchPaid(page);
  await search(page);
  const deals = await readFoundRows<{ id: string; investor_ids: string[] }>(gateway, sent[0]);
  const paid = watchPaid(page);
  const { id } = deals.find(({ investor_ids: ids }) => ids.length > 0)!;
  const row = page.locator(`[data-row="${id}"]`);
  await row.getByRole('gridcell').nth(1).click();
  const panel = page.getByRole('complementary', { name: 'Details' });
  const price = await readPrice(page, /^Lead and partners/);
  await panel.getByRole('button', { name: /^Lead and partners/ }).click();
  await expect.poll(() => readUsed(page)).toBe(10 + price);
  await expect(panel.getByRole('button', { name: /^Lead and partners/ })).toBeHidden();
  await panel.getByRole('button', { name: 'Articles, 1 credit' }).click();
  await expect(panel.getByRole('heading', { name: /articles?$/i })).toBeVisible();
  await expect.poll(() => readUsed(page)).toBe(11 + price);
  // Names lead to profiles; everything else leaves the product.
  for (const link of await panel.locator('a:not([href^="/"])').all()) {
    expect(await link.getAttribute('href')).toMatch(/^https:/);
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
  }
  await page.keyboard.press('Escape');
  // An investor that the round names has a name like any other.
  await expect(row).not.toContainText(/\d investor/);
  await row.getByRole('gridcell').nth(1).click();
  await expect(panel.getByRole('heading', { name: /^Investors in this round/ })).toBeVisible();
  await expect(panel.getByRole('button', { name: /credit/ })).toBeHidden();
  expect(paid).toHaveLength(2);
});

test('columns are chosen, moved and sized by keyboard, stay after a reload, and follow a dragged edge', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 1000);
  await page.goto('/deals?rows=10');
  await search(page);
  await page.getByRole('button', { name: 'Columns' }).click();
  const sheet = page.getByRole('dialog', { name: 'Columns' });
  await sheet.getByLabel('What it does', { exact: true }).press('Space');
  await sheet.getByLabel('Location', { exact: true }).press('Space');
  await sheet.getByRole('button', { name: 'Move Raised left' }).press('Enter');
  await sheet.getByLabel('Width of Announced').press('End');
  await page.keyboard.press('Escape');
  const chosen = await page.getByRole('grid').getByRole('columnheader').allInnerTexts();
  expect(chosen.slice(0, 4)).toEqual(['Company', 'Raised', 'Round', 'Announced']);
  expect(chosen).toContain('What it does');
  expect(chosen).not.toContain('Location');
  await page.reload();
  await expect(page.getByRole('grid').getByRole('columnheader')).toHaveText(chosen);
  expect((await page.getByRole('columnheader', { name: 'Announced' }).boundingBox())!.width).toBe(640);

  // Columns before and after it share the room that it leaves, so that its left edge moves while it is dragged.
  const column = page.getByRole('columnheader', { name: 'What it does' });
  await column.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await column.boundingBox())!;
  await page.mouse.move(x + width - 3, y + height / 2);
  await page.mouse.down();
  for (const step of [10, 25, 40, 50]) await page.mouse.move(x + width - 3 + step, y + height / 2);
  await page.mouse.up();
  await expect.poll(async () => Math.round((await column.boundingBox())!.width)).toBe(Math.round(width) + 50);
});

test('sorting a complete result is free', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 1000);
  const paid = watchPaid(page);
  await page.goto('/deals?rows=500&min=100000000');
  await search(page);
  const before = paid.length;
  await openFilters(page);
  await page.getByLabel('Order').selectOption('largest_raise');
  await expect(page.getByRole('button', { name: 'Search, free' })).toBeVisible();
  await buy(page, page.getByRole('button', { name: /^Search/ }));
  await expect(page.getByText(/^Largest first, /)).toBeVisible();
  expect(paid).toHaveLength(before);
});

test('the label of a fact is next to the first line of its value', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 1000);
  await page.setViewportSize({ width: 1024, height: 900 });
  await page.goto('/deals?rows=10');
  await search(page);
  await unlockDetails(page);
  const panel = page.getByRole('complementary', { name: 'Details' });
  await page.locator('[aria-rowindex="2"]').click();
  const label = panel.getByText('Industries', { exact: true });
  const value = label.locator('xpath=following-sibling::dd[1]');
  await value.evaluate((dd) => dd.style.setProperty('max-width', '6rem'));
  const [first, whole] = [(await label.boundingBox())!, (await value.boundingBox())!];
  expect(whole.height).toBeGreaterThan(50);
  expect(first.y + first.height / 2).toBeLessThan(whole.y + 30);
});
