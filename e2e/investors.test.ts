// In a browser: a form that was not sent is restored from the history of the browser.

import {
  choose,
  openMore,
  readBody,
  readFoundRows,
  readUsed,
  search,
  useOwnAccount,
  watchPaid,
} from './deals-screen.ts';
import { expect, test } from './test.ts';

test('ten investors for a seed fintech company show matching deals next to totals', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 1000);
  const paid = watchPaid(page);
  await page.goto('/investors?rows=10&sort=matching_deals');
  await choose(page, 'Invested in rounds', 'seed', 'Seed');
  await choose(page, 'Invested in industry', 'fintech', 'Financial technology industry');
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByLabel('Minimum deal size').fill('100k');
  await page.getByLabel('Minimum matching deals', { exact: true }).fill('1');
  await expect(page.locator('[data-sentence]')).toContainText('most matching deals first, 10 on the first page.');
  await search(page);
  expect(readBody(paid[0])).toMatchObject({
    company_investments: {
      financing_types: [false, true].map((extension) => ({ type: 'SEED', pre: false, extension })),
      deal_size_min: 100_000,
      min_matching_deals: 1,
    },
    page_size: 10,
    sort_by: 'matching_deals',
  });
  type Found = { name: string; filtered_deal_count: number; total_deal_count: number };
  const found = await readFoundRows<Found>(gateway, paid[0]);
  const [first] = found;
  await expect(page.locator('[aria-rowindex="2"]')).toContainText(first!.name);
  await expect(page.locator('[aria-rowindex="2"]')).toContainText(
    `${first!.filtered_deal_count} matching of ${first!.total_deal_count}`,
  );
  await expect.poll(() => readUsed(page)).toBe(found.length);

  await page.getByRole('gridcell').nth(1).click();
  const panel = page.getByRole('complementary', { name: 'Details' });
  await expect(panel).toContainText('Industries, by number of deals');
  await expect(panel).toContainText(`${first!.filtered_deal_count} matching of ${first!.total_deal_count}`);
  const before = await readUsed(page);
  const load = panel.getByRole('button', { name: /credits?$/ });
  const price = Number(/up to (\d+) credit/.exec((await load.textContent())!)![1]);
  await load.click();
  await expect(panel.getByRole('heading', { name: /^(The newest \d+ of )?\d+ deals?$/ })).toBeVisible();
  await expect.poll(async () => (await readUsed(page)) - before).toBeLessThanOrEqual(price);
  expect(paid).toHaveLength(2);
});

test('a link to a locked investor sends no request until it is unlocked at its price', async ({ page, gateway }) => {
  const headers = { Authorization: `Bearer ${gateway.key}`, 'Content-Type': 'application/json' };
  const answer = await fetch(`${gateway.url}/api/v1/investors`, { method: 'POST', headers, body: '{"page_size":1}' });
  const { data } = (await answer.json()) as { data: { investors: { id: string }[] } };
  const { id } = data.investors[0]!;
  await useOwnAccount(page, gateway, 1000);
  const paid = watchPaid(page);
  await page.goto(`/investors?open=${id}&about=elsewhere`);
  const panel = page.getByRole('complementary', { name: 'Details' });
  await expect(panel).toContainText('You have not unlocked this investor yet');
  expect(paid).toHaveLength(0);
  await panel.getByRole('button', { name: 'Unlock this investor, 1 credit' }).click();
  await expect(panel).toContainText('Copy investor id');
  expect(paid).toHaveLength(1);
});

test('a form that was not sent is there again after a reload and after Back, and its screen opens without it, free', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 100);
  const paid = watchPaid(page);
  await page.goto('/investors');
  const minimum = page.getByLabel('Minimum matching deals');
  await minimum.fill('2');
  await page.getByRole('button', { name: 'Seed', exact: true }).click();
  await expect(page).toHaveURL(/round=SEED/);
  // Where its screen is opened again, a step back returns to it, whether the address was read before or not.
  for (let time = 0; time < 2; time += 1) {
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Investors' }).click();
    await expect(page).toHaveURL(/\/investors$/);
    await expect(minimum).toHaveValue('');
    await expect(page.locator('[data-sentence]', { hasText: 'invested at Seed' })).toBeHidden();
    await page.goBack();
    await expect(minimum).toHaveValue('2');
    await expect(
      page.locator('[data-sentence]', { hasText: 'invested at Seed, at least 2 matching deals' }),
    ).toBeVisible();
    await expect(page).toHaveURL(/round=SEED/);
  }
  await page.reload();
  await expect(
    page.locator('[data-sentence]', { hasText: 'invested at Seed, at least 2 matching deals' }),
  ).toBeVisible();
  // An invalid field does not discard the others.
  await minimum.fill('-');
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Compare' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Compare');
  await page.goBack();
  await expect(
    page.locator('[data-sentence]', { hasText: 'invested at Seed, at least 2 matching deals' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(page).toHaveURL(/\/investors$/);
  expect(paid).toHaveLength(0);
});

test('a search for deals leads to the investors that took part in most of them, at no cost until Search', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 1000);
  await page.goto('/deals?round=SEED&industry=financial-technology~INDUSTRY~Financial+technology&min=1000000&rows=10');
  await search(page);
  const paid = watchPaid(page);
  await openMore(page, 'More actions');
  await page.getByRole('link', { name: 'Investors of these deals' }).click();
  await expect(page.getByRole('form', { name: 'Filters' })).toBeVisible();
  await expect(page.locator('[data-sentence]')).toContainText(
    'invested in Financial technology, invested at Seed without extensions, in deals of at least $1M; most matching deals first',
  );
  expect(paid).toHaveLength(0);
  await search(page);
  expect(readBody(paid[0])).toMatchObject({
    company_investments: { industries: ['financial-technology'], deal_size_min: 1_000_000 },
    sort_by: 'matching_deals',
  });
  await expect(page.locator('[aria-rowindex="2"]')).toContainText(/\d+ matching of \d+/);
});
