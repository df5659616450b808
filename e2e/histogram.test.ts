// In a browser: bars are drawn in a place that holds still, and are dragged.

import type { Page } from '@playwright/test';
import { buy, hideFreeCounts, readUsed, search, useOwnAccount, waitUntilIdle, watchPaid } from './deals-screen.ts';
import { demoToday } from './market.ts';
import { expect, test } from './test.ts';

const histogram = (page: Page) => page.getByRole('region', { name: 'Deals by month', exact: true });
const plot = (page: Page) => histogram(page).getByRole('application', { name: 'Deals by month' });

/** The table of the figure: how many deals each month has. */
async function readMonths(page: Page): Promise<Map<string, number>> {
  const lines = await histogram(page).getByRole('row').allInnerTexts();
  // The newest months have a column of late reports, too.
  const at = lines[0]?.split('\t').indexOf('All known') ?? -1;
  return new Map(lines.slice(1).map((line) => [line.split('\t')[0]!, Number(line.split('\t').at(at))]));
}

test('all matches stand over the table by month, and a range of months is a filter, free until Search', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 1000);
  // Without a last day the bars end with this month, which may be after the demo's newest deal.
  await page.goto(`/deals?rows=100&to=${demoToday}`);
  await search(page);
  const paid = watchPaid(page);
  const heading = page.getByRole('heading', { level: 1 });
  const total = Number((await heading.innerText()).replaceAll(/\D/g, ''));
  await expect(histogram(page)).toContainText(`All ${total.toLocaleString('en-US')} deals`);

  await plot(page).press('v');
  const months = await readMonths(page);
  const left = /, ([\d,]+) older or without a date/.exec(await histogram(page).innerText())?.[1] ?? '0';
  expect([...months.values()].reduce((sum, count) => sum + count, 0)).toBe(total - Number(left.replace(',', '')));
  await page.getByRole('button', { name: 'Show as table' }).click();

  const [[one, first], [other, last]] = [...months].slice(-2) as [[string, number], [string, number]];
  await plot(page).press('End');
  await plot(page).press('Shift+ArrowLeft');
  await expect(histogram(page)).toContainText(`${one} to ${other}, ${first + last} deals`);
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(Math.min(100, first + last) + 1));
  await histogram(page).getByRole('button', { name: 'Add to filters' }).click();
  await expect(page.getByRole('list', { name: 'Set filters' })).toContainText('Announced');
  await waitUntilIdle(page);
  expect(paid).toHaveLength(0);
  await buy(page, page.getByRole('button', { name: /^Search, / }));
  await expect(heading).toHaveText(`${first + last} deals`);

  // Dragged, a range of bars without rows on screen leaves none. Bars can be dragged once they are drawn.
  await expect(plot(page).locator('svg text', { hasText: one })).toBeVisible();
  const { x, y, width } = (await plot(page).boundingBox())!;
  await page.mouse.move(x + 2, y + 40);
  await page.mouse.down();
  await page.mouse.move(x + width - 2, y + 40);
  await page.mouse.up();
  await expect(histogram(page)).toContainText(`${one} to ${other}, ${first + last} deals`);
  await histogram(page).getByRole('button', { name: 'Show all months' }).click();
  await expect(histogram(page)).toContainText(`All ${first + last} deals`);
});

/** The counts of the first response to a search with these values in its body. */
async function waitForCounts(page: Page, by: 'locations' | 'industries', ...values: string[]) {
  const response = await page.waitForResponse((one) => {
    const sent = one.request().postData() ?? '';
    return [`"${by}"`, ...values].every((part) => sent.includes(part));
  });
  const { data } = (await response.json()) as { data: { facets: Record<string, { name: string; deals: number }[]> } };
  return data.facets[by]!;
}

test('before a search the counts follow the form, and a frequent place is a filter with one press', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 200);
  const paid = watchPaid(page);
  await page.goto('/deals');
  await expect(histogram(page)).toContainText(/All [\d,]+ deals/);
  await expect(page.getByRole('heading', { name: 'Start from a template' })).toBeVisible();
  const press = async (list: 'Location' | 'Industry', { name, deals }: { name: string; deals: number }) => {
    const count = deals.toLocaleString('en-US');
    const value = page.getByRole('region', { name: list, exact: true }).getByRole('button').filter({ hasText: name });
    await expect(value).toContainText(count);
    await value.press('Enter');
    await expect(page.getByText(/^[\d,]+ deals match\.$/)).toHaveText(`${count} deals match.`);
    await expect(histogram(page)).toContainText(`All ${count} deals`);
  };
  const places = waitForCounts(page, 'locations', 'SEED', 'SERIES_A');
  for (const round of ['Seed', 'Series A']) {
    await page.getByRole('button', { name: RegExp(`^${round} [\\d,]+$`) }).click();
  }
  const country = (await places).find(({ name }) => name === 'United States')!;
  const industries = waitForCounts(page, 'industries', 'SERIES_A', 'united-states');
  await press('Location', country);
  await expect(page.locator('[data-sentence]')).toContainText('in United States');
  // A super category is searched as one.
  await press(
    'Industry',
    (await industries).find(({ name }) => name === 'Health care')!,
  );
  await expect(page.locator('body')).not.toBeFocused();
  expect(paid).toHaveLength(0);
});

test('while the first rows load, the histogram stays where it will be', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 200);
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/workspace/searches', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/deals?rows=10');
  await buy(page, page.getByRole('button', { name: /^Search, / }));
  await expect(page.getByRole('region', { name: 'Results' })).toHaveAttribute('aria-busy', 'true');
  await expect(plot(page)).toBeVisible();
  const readTop = async () => (await histogram(page).boundingBox())?.y;
  let top: number | undefined;
  await expect.poll(async () => (top = await readTop())).toBeDefined();
  answer();
  await expect(page.getByRole('grid')).toBeVisible();
  await expect.poll(readTop).toBe(top);
});

test('C hides the histogram, also after a reload, and shows it again; one match is counted as one', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 200);
  await page.goto('/deals?rows=10');
  await search(page);
  await expect(plot(page)).toBeVisible();
  await page.keyboard.press('c');
  await expect(histogram(page)).toBeHidden();
  await page.reload();
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(histogram(page)).toBeHidden();
  await page.keyboard.press('c');
  await expect(plot(page)).toBeVisible();
  const id = (await page.locator('[data-row]').first().getAttribute('data-row'))!;
  await page.goto(`/deals?ids=${Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')}`);
  await expect(histogram(page)).toContainText('The one deal');
});

test('counts that did not load are asked for again', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 1000);
  await page.route('**/account/facets', (route) => route.fulfill({ status: 404, json: {} }));
  await page.goto('/deals?round=SEED');
  await expect(histogram(page)).toContainText('Did not load');
  await page.unroute('**/account/facets');
  await histogram(page).getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(histogram(page)).toContainText(/All [\d,]+ deals/);
  await expect(histogram(page)).toBeFocused();
});

test('where a service does not count for free, the loaded rows are counted, and it says so; counting all costs one credit', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 200);
  await hideFreeCounts(page);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto('/deals?rows=10&round=SEED');
  const paid = watchPaid(page);
  await page.getByRole('button', { name: /^Count, / }).click();
  await expect(page.getByText(/^[\d,]+ deals match\.$/)).toBeVisible();
  expect(paid.map((request) => (request.postDataJSON() as { input: { page_size: number } }).input.page_size)).toEqual([
    1,
  ]);
  await expect.poll(() => readUsed(page)).toBe(1);
  await search(page);
  const total = (await page.getByRole('heading', { level: 1 }).innerText()).replace(/ deals$/, '');
  await expect(histogram(page)).toContainText(`10 of ${total} loaded`);
  await waitUntilIdle(page);
  expect(requested).not.toContain('/account/facets');
});
