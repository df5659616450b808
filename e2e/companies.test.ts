// In a browser: one form, its pickers and its results are used in one go, and prices follow.

import {
  buy,
  choose,
  closeFilters,
  hideFreeCounts,
  openFilters,
  readBody,
  readLeft,
  readPrice,
  readUsed,
  search,
  useOwnAccount,
  watchPaid,
  seriesA,
} from './deals-screen.ts';
import { expectNoFinding } from './axe.ts';
import { expect, test } from './test.ts';

test('companies are found by description, ranked by relevance, and opened with their rounds, each at its price', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 1000);
  const paid = watchPaid(page);
  await page.goto('/companies?rows=10');
  await page.getByLabel('What it does').fill('payments between banks');
  await page.getByRole('button', { name: 'More filters' }).click();
  const least = page.getByRole('group', { name: 'Minimum match' });
  await expect(least.getByLabel('Close enough')).toBeChecked();
  await expect(page.getByText('this order is not used')).toBeVisible();
  await least.getByLabel('Close enough').press('ArrowLeft');
  await expect(least.getByLabel('Any')).toBeChecked();
  await choose(page, 'Latest round', 'series a', 'Series A');
  const sentence = page.locator('[data-sentence]');
  await expect(sentence).toContainText('about “payments between banks”, minimum relevance 0, latest round Series A');
  expect(paid).toHaveLength(0);
  await search(page);
  expect(readBody(paid[0])).toEqual({
    company: { search_query: 'payments between banks', min_relevance: 0 },
    latest_deal: { financing_types: seriesA },
    page: 0,
    page_size: 10,
    sort_by: 'most_recent_raise',
  });

  await expect.poll(() => readUsed(page)).toBeLessThanOrEqual(10);
  await openFilters(page);
  await expect(least.getByRole('radio', { name: /^Related \d+ matches$/ })).toBeVisible();
  expect(paid).toHaveLength(1);
  await closeFilters(page);
  await expect(page.locator('[data-group]').first()).toContainText(/^(Strong match|Related|Weak match)\d+$/);
  // A sentence is below the name, so the column takes what columns of figures would.
  const company = await page.getByRole('columnheader', { name: 'Company' }).boundingBox();
  expect(company!.width).toBeGreaterThan(450);
  await page.locator('[data-row] [role=gridcell]').nth(1).click();
  const panel = page.getByRole('complementary', { name: 'Details' });
  await expect(panel).toContainText('Funding rounds');
  await expect(panel.getByText(/^(Strong match|Related|Weak match)$/)).toBeVisible();
  await expect(panel.locator('mark').first()).toBeVisible();
  expect(paid).toHaveLength(1);
  const found = await readUsed(page);
  const rounds = await readPrice(page, /^All \d+ deals?/);
  await panel.getByRole('button', { name: /^All \d+ deals?/ }).click();
  await expect(panel.getByRole('heading', { name: /^\d+ deals?$/ })).toBeVisible();
  await expect.poll(() => readUsed(page)).toBe(found + rounds);
  expect(paid).toHaveLength(2);

  await page.reload();
  await expect(panel.getByRole('heading', { name: /^\d+ deals?$/ })).toBeVisible();
  expect(paid).toHaveLength(2);
});

test('before a search, the service counts its matches and names the filter that excludes all, free; elsewhere an empty result counts without a filter for one credit', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 100);
  const paid = watchPaid(page);
  await page.goto('/companies?location=germany~COUNTRY~Germany');
  const matches = page.getByText(/^[1-9]\d* companies match\.$/);
  await expect(matches).toBeVisible();
  await expect(page.getByRole('button', { name: /^Count/ })).toBeHidden();
  const total = (await matches.innerText()).replace(' match.', '');
  await page.goto('/companies?location=germany~COUNTRY~Germany&raised_min=900000000000');
  await expect(page.getByText('0 companies match.')).toBeVisible();
  const filters = page.getByRole('list', { name: 'Filters of this search' }).getByRole('listitem');
  await expect(filters.last()).toContainText(`${total} without it`);
  expect(paid).toHaveLength(0);

  await hideFreeCounts(page);
  await page.reload();
  await buy(page, page.getByRole('button', { name: /^Search/ }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('0 companies');
  await expect(filters).toHaveCount(2);
  await expect(filters.first()).toContainText('in Germany');
  await expect(filters.first()).not.toContainText(/ignored|not checked/);
  await expect.poll(() => readUsed(page)).toBe(0);
  await filters.last().getByRole('button', { name: 'Count without it, up to 1 credit' }).click();
  await expect(filters.last()).toContainText(/\d+ companies without it/);
  expect(paid).toHaveLength(2);
  await expect.poll(() => readUsed(page)).toBe(1);
});

test('a template and a pasted list, reviewed once, fill the form with free lookups and run no search', async ({
  page,
}) => {
  const paid = watchPaid(page);
  await page.goto('/companies');
  await page.getByRole('button', { name: 'All templates' }).click();
  const templates = page.getByRole('dialog', { name: 'Templates' });
  await templates.getByRole('button', { name: /^Seed climate companies in the Nordics/ }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Remove Nordics' })).toBeVisible();
  await expect(page.locator('[data-sentence]')).toContainText('in Nordics, in Climate tech, latest round Seed');
  await expect(page.getByText('0 companies match.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Search, up to 1 credit' })).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByRole('button', { name: 'Remove Nordics' })).toBeHidden();

  await page.getByRole('button', { name: 'Paste a list: Location' }).click();
  const sheet = page.getByRole('dialog', { name: 'Paste a list: Location' });
  await expect(sheet.getByRole('textbox')).toBeFocused();
  await sheet.getByRole('textbox').fill('Germany\nnordics\nzzqx nowhere\nSpringfield');
  await expect(sheet.getByText('4 names')).toBeVisible();
  await sheet.getByRole('button', { name: /^Search/ }).click();
  await expect(sheet.getByRole('heading', { name: '1 not found' })).toBeVisible();
  await expect(sheet.getByText('zzqx nowhere')).toBeVisible();
  await sheet.getByRole('button', { name: /^Add/ }).click();
  await expect(page.getByRole('button', { name: 'Remove Germany' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove Nordics' })).toBeVisible();
  expect(paid).toHaveLength(0);
});

test('a pasted list of investors is searched at its price, reviewed, and free when pasted again', async ({
  page,
  gateway,
}) => {
  const key = await useOwnAccount(page, gateway, 10);
  const answer = await fetch(`${gateway.url}/api/v1/investors`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${gateway.key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ page_size: 2 }),
  });
  const { data } = (await answer.json()) as { data: { investors: { name: string }[] } };
  const [first, second] = data.investors.map(({ name }) => name) as [string, string];
  const paid = watchPaid(page);
  await page.goto('/companies');
  await page.getByRole('button', { name: 'More filters' }).click();
  const paste = async (button: string) => {
    await page.getByRole('button', { name: 'Paste a list: Investors in any round' }).click();
    const opened = page.getByRole('dialog', { name: 'Paste a list: Investors in any round' });
    await opened.getByRole('textbox').fill(`${first}\n${second}; Ventures\nzzqx nowhere`);
    await opened.getByRole('button', { name: button, exact: true }).click();
    await expect(opened.getByRole('heading', { name: '2 found' })).toBeVisible();
    return opened;
  };
  const sheet = await paste('Search, 0.4 credits');
  await expect(sheet.getByRole('heading', { name: '1 ambiguous' })).toBeVisible();
  await expect(sheet.getByRole('heading', { name: '1 not found' })).toBeVisible();
  await sheet.getByLabel('Ventures').selectOption({ index: 1 });
  await sheet.getByRole('button', { name: 'Add 3' }).click();
  for (const name of [first, second]) await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
  // All four names in one request, each at its price.
  expect(paid.map((request) => (request.postDataJSON() as { requests: object[] }).requests.length)).toEqual([4]);
  await expect.poll(() => readUsed(page)).toBe(0.4);
  expect(10 - (await readLeft(gateway, key))).toBeCloseTo(0.4);

  await paste('Search, free');
  expect(paid).toHaveLength(1);
});

test('before a search the values of filters show their counts, free; a press fills the form, and the search finds as many', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 100);
  const paid = watchPaid(page);
  await page.goto('/companies?rows=10');
  const value = page.getByRole('region', { name: 'Location' }).getByRole('button').nth(1);
  // Before the index is built, PostgreSQL counts.
  await expect(value).toHaveText(/[a-z]\d+$/, { timeout: 20_000 });
  const [, name = '', count = ''] = /^(.*?)\s*([\d,]+)$/s.exec(await value.innerText())!;
  await value.click();
  await expect(value).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText(`${count} companies match.`)).toBeVisible();
  await expect(page.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
  await expectNoFinding(page);
  expect(paid).toHaveLength(0);
  await search(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${count} companies`);
});
