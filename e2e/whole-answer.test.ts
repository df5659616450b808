// In a browser: one press fills a table, and its price is compared with the bill.

import { buy, createKey, readBilled, readUsed, setTime, watchPaid, waitUntilIdle } from './deals-screen.ts';
import { type SecondGateway, startSecondGateway } from './second-gateway.ts';
import { demoToday } from './market.ts';
import { readButtonPrice } from '../src/tools/button-price.ts';
import { expect, test } from './test.ts';

test.describe('on a hosted service', () => {
  test.describe.configure({ mode: 'default' });
  let key: string;
  let second: SecondGateway;
  test.beforeAll(async ({ gateway }) => {
    key = await createKey(gateway, 1000);
    second = await startSecondGateway({
      FUNDSCOPE_UPSTREAM: `${gateway.url}/api/v1`,
      FUNDSCOPE_KEY: key,
    });
  });
  test.afterAll(() => second.stop());

  test('one press loads rows with companies, investors and leads, and bills no more than its price', async ({
    page,
    gateway,
  }) => {
    await setTime(page, `${demoToday}T12:00:00Z`);
    const paid = watchPaid(page);
    let ended = 0;
    page.on('requestfinished', (request) => (ended += paid.includes(request) ? 1 : 0));
    await page.goto(`${second.url}/deals?rows=10&round=SEED&from=2026-06-01`);
    const search = page.getByRole('button', { name: /^Search, / });
    await expect(page.getByRole('button', { name: 'Search, up to 50 credits' })).toBeVisible();
    await expect(page.getByText('costs up to 10 credits less, and leaves out earlier rounds')).toBeVisible();
    await page.getByLabel('Rounds', { exact: true }).selectOption('Newest of each company');
    await search.focus();
    await page.keyboard.press('Shift');
    await expect(search).toHaveAccessibleDescription(
      'At most 10 companies with their newest round, 30 investors with leads',
    );
    expect(paid).toHaveLength(0);
    await page.getByRole('button', { name: 'Search, up to 40 credits' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Newest deal of [\d,]+ companies$/);
    expect(new URL(page.url()).searchParams.get('rounds')).toBe('newest');
    await expect(page.getByRole('progressbar', { name: 'Names loaded' })).toBeHidden();
    expect(paid[0]!.postDataJSON()).toMatchObject({ resource: 'deals', via: 'companies', rows: 10 });
    for (const request of paid.slice(1)) expect(request.url()).toMatch(/\/workspace\/unlock$/);
    await expect(page.getByRole('grid')).toContainText('Lead');
    // The next of several requests leaves when one before it has ended.
    await expect.poll(() => ended === paid.length).toBe(true);
    await waitUntilIdle(page);
    await expect.poll(async () => (await readBilled(gateway, key, 1000)) - (await readUsed(page))).toBe(0);
    await expect.poll(() => paid.length - ended).toBe(0);
    expect(await readUsed(page)).toBeLessThanOrEqual(40);

    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Newest deal of/);
    await expect(page.getByRole('grid')).toContainText('Lead');
    expect(paid.length).toBeLessThanOrEqual(11);
  });

  test('a form left alone offers templates, and later asks for every round of what is filled in', async ({ page }) => {
    await setTime(page, `${demoToday}T12:00:00Z`);
    await page.goto(`${second.url}/deals`);
    await expect(page.getByRole('button', { name: 'Search, up to 125 credits' })).toBeVisible();
    await page.getByLabel('First page', { exact: true }).selectOption('10 rows');
    await expect(page).toHaveURL(`${second.url}/deals?rows=10`);
    await page.getByRole('button', { name: '30 days', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Search, up to 50 credits' })).toBeVisible();
    await page.goto(`${second.url}/deals`);
    await expect(page.getByRole('heading', { name: 'Start from a template' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Start from a template' })).toBeVisible();
    await expect(page).toHaveURL(`${second.url}/deals`);
  });

  test('every round and rows alone can be chosen, each at its price', async ({ page }) => {
    await setTime(page, `${demoToday}T12:00:00Z`);
    const paid = watchPaid(page);
    await page.goto(`${second.url}/deals?rows=10&round=SERIES_A&from=2026-06-01`);
    await expect(page.getByLabel('Rounds', { exact: true })).toHaveValue('every');
    await expect(page.getByRole('button', { name: 'Search, up to 50 credits' })).toBeVisible();
    await page.getByLabel('Load', { exact: true }).selectOption('Company names');
    await expect(page.getByRole('button', { name: 'Search, up to 20 credits' })).toBeVisible();
    await page.getByLabel('Load', { exact: true }).selectOption('Rows only');
    await page.getByRole('button', { name: 'Search, up to 10 credits' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^[\d,]+ deals$/);
    expect(paid.map((request) => new URL(request.url()).pathname)).toEqual(['/workspace/searches']);
    await expect(page.getByText(/^[\d,]+ compan.*investors? with leads$/)).toBeVisible();
    await buy(page, page.getByRole('button', { name: /^Unlock names, [\d,]+ credits?$/ }));
    await expect(page.getByRole('button', { name: /^Unlock/ })).toBeHidden();
    await expect(page.getByRole('grid')).toContainText('Lead');

    await page.goto(`${second.url}/deals?rows=25&from=2026-06-01`);
    await expect(page.getByText(/^Up to \d+ of 25 rows are already unlocked and would be charged again/)).toBeVisible();
    await page.getByRole('button', { name: /^Only rounds added since \d+ \w+ \d{4}$/ }).click();
    await expect(page.getByText(/already unlocked and would be charged/)).toBeHidden();
    await expect(page.locator('[data-sentence]')).toContainText('added since');
  });

  test('an investor profile is whole after one press, and bills no more than its price', async ({ page, gateway }) => {
    const paid = watchPaid(page);
    // The price of the largest ones is above the budget of a session.
    await page.goto(`${second.url}/investors?rows=100&sort=total_deals`);
    await buy(page, page.getByRole('button', { name: 'Search, up to 100 credits' }));
    await page.getByRole('grid').press('End');
    await page.getByRole('grid').getByRole('link').last().click();
    const whole = page.getByRole('button', { name: /^(Unlock|Unlock whole|Complete) profile, / });
    await expect(page.getByText('Unlock the profile to see its people.')).toBeVisible();
    expect(paid).toHaveLength(1);
    const [before, quoted] = [await readUsed(page), await readButtonPrice(whole)];
    await buy(page, whole);
    await expect(page.getByRole('progressbar', { name: 'Profile loaded' })).toBeHidden({ timeout: 60_000 });
    await waitUntilIdle(page);
    expect((await readUsed(page)) - before).toBeLessThanOrEqual(quoted);
    const table = page.getByRole('table', { name: 'Investments' });
    await expect(table.getByRole('row').nth(1)).toContainText(/Lead|Investor/);
    await expect(page.getByText(/Unnamed company|Loading the name|\b[0-9a-f]{8}-/)).toHaveCount(0);
    await expect.poll(async () => (await readBilled(gateway, key, 1000)) - (await readUsed(page))).toBe(0);
  });
});
