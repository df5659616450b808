// In a browser: a profile opens from a row, and Back returns to that row.

import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import {
  buy,
  hideFreeCounts,
  readFoundRows,
  readPrice,
  readUsed,
  search,
  spendingPath,
  useOwnAccount,
  waitUntilIdle,
  watchPaid,
} from './deals-screen.ts';
import { expect, type RunningGateway, test } from './test.ts';

test('deals of a profile that could not be counted are said to be so, and counted on request; one that fails to load says so below its head, and no button moves', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 1000);
  await page.goto('/investors?rows=5');
  await search(page);
  await page.route('**/account/facets', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.getByRole('gridcell').first().press('Enter');
  await page.getByRole('complementary', { name: 'Details' }).getByRole('link', { name: 'Open profile' }).click();
  const quarters = page.getByRole('region', { name: 'Deals per quarter' });
  await expect(quarters).toContainText('The deals could not be counted.');
  await page.unroute('**/account/facets');
  await quarters.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(quarters).toContainText('by announcement date');
  await expect(quarters).toBeFocused();

  const whole = page.getByRole('button', { name: /^Unlock whole profile/ });
  await waitUntilIdle(page);
  const before = await whole.boundingBox();
  await page.route(spendingPath, (route) => route.fulfill({ status: 503, json: { success: false } }));
  await buy(page, whole);
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await whole.boundingBox()).toEqual(before);
});

test('an investor opens from the table, its matching deals are unlocked at the shown price, and Back returns to the row', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 1000);
  const paid = watchPaid(page);
  await page.goto('/investors?rows=50&sort=matching_deals&round=SEED');
  await search(page);
  type Found = { id: string; name: string; filtered_deal_count: number; total_deal_count: number };
  const found = await readFoundRows<Found>(gateway, paid[0]);
  const grid = page.getByRole('grid');
  const firm = found[30]!;
  await grid.evaluate((element) => element.scrollTo({ top: 700 }));
  await page.locator(`[data-row="${firm.id}"] [role=gridcell]`).nth(2).click();
  const panel = page.getByRole('complementary', { name: 'Details' });
  await expect(panel).toContainText('Copy investor id');
  const top = await grid.evaluate((element) => element.scrollTop);
  await panel.getByRole('link', { name: 'Open profile' }).click();

  await expect(page.getByRole('heading', { level: 1, name: firm.name })).toBeVisible();
  const matching = page.getByRole('region', { name: 'Matches your search' });
  await expect(matching).toContainText(`${firm.filtered_deal_count} of ${firm.total_deal_count} deal`);
  const quarters = page.getByRole('region', { name: 'Deals per quarter' });
  await expect(quarters).toContainText(`All ${firm.total_deal_count} deals, by announcement date`);
  const before = await readUsed(page);
  expect(paid).toHaveLength(1);
  await matching.getByRole('button', { name: /^Unlock th/ }).click();
  const table = page.getByRole('table', { name: 'Investments' });
  await expect(table.getByText('Match', { exact: true })).toHaveCount(firm.filtered_deal_count);
  await expect.poll(() => readUsed(page)).toBe(before + firm.filtered_deal_count);
  await expect(table.getByRole('row').nth(1)).toContainText('Match');
  const sent = paid.length;
  await page.goBack();
  await expect(panel).toContainText('Copy investor id');
  await expect.poll(() => grid.evaluate((element) => element.scrollTop)).toBe(top);
  expect(paid).toHaveLength(sent);
});

type Firm = { id: string; name: string; total_deal_count: number };

/** Opens the profile of the investor with most seed deals from a search, and unlocks all of it. Returns what it cost. */
async function unlockInvestor(
  page: Page,
  gateway: RunningGateway,
): Promise<{ firm: Firm; price: number; spent: number }> {
  await useOwnAccount(page, gateway, 1000);
  const paid = watchPaid(page);
  await page.goto('/investors?rows=5&sort=matching_deals&round=SEED');
  await search(page);
  const [firm] = await readFoundRows<Firm>(gateway, paid[0]);
  await page.getByRole('gridcell').first().press('Enter');
  await page.getByRole('complementary', { name: 'Details' }).getByRole('link', { name: 'Open profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name: firm!.name })).toBeVisible();
  const before = await readUsed(page);
  const price = await readPrice(page, /^Unlock whole profile/);
  await buy(page, page.getByRole('button', { name: /^Unlock whole profile/ }));
  await expect(page.getByRole('progressbar', { name: 'Profile loaded' })).toBeHidden({ timeout: 30_000 });
  await waitUntilIdle(page);
  return { firm: firm!, price, spent: (await readUsed(page)) - before };
}

const investments = (page: Page) => page.getByRole('table', { name: 'Investments' });

test('a whole profile is unlocked with one press within its price, which Usage then shows', async ({
  page,
  gateway,
}) => {
  const { firm, price, spent } = await unlockInvestor(page, gateway);
  expect(spent).toBeGreaterThanOrEqual(firm.total_deal_count);
  expect(spent).toBeLessThanOrEqual(price);
  await expect(page.getByRole('button', { name: /^(Unlock (whole )?profile|Complete profile)/ })).toHaveCount(0);
  await expect(investments(page).getByRole('row')).toHaveCount(firm.total_deal_count + 1);
  const used = await readUsed(page);
  await page.goto('/usage');
  await expect(page.getByText(/^Total [\d,.]+ credits?$/)).toHaveText(`Total ${used} credits`);
});

test('the portfolio of an investor is narrowed to what it led or shared with another one, sorted, found in, and exported', async ({
  page,
  gateway,
}) => {
  const { firm } = await unlockInvestor(page, gateway);
  const table = investments(page);
  const shown = page.getByRole('group', { name: 'Investments shown' });
  await shown.getByRole('button', { name: /^Led/ }).click();
  await expect(page).toHaveURL(/part=led/);
  await expect(table.getByText('Lead', { exact: true })).toHaveCount((await table.getByRole('row').count()) - 1);
  await shown.getByRole('button', { name: /^All/ }).click();
  const amount = table.getByRole('columnheader', { name: 'Amount' });
  await amount.getByRole('button').press('Enter');
  await expect(amount).toHaveAttribute('aria-sort', 'descending');
  const find = page.getByRole('searchbox', { name: 'Find in the portfolio' });
  await find.pressSequentially('no such company');
  await expect(find).toHaveValue('no such company');
  await expect(page.getByText('No investment fits this filter.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all', exact: true }).click();
  await expect(table.getByRole('row')).toHaveCount(firm.total_deal_count + 1);
  const as = page.getByRole('group', { name: 'Co-investors as' });
  await as.getByRole('button', { name: 'Matrix' }).click();
  await expect(page.getByRole('table', { name: 'Rounds that co-investors share' }).getByRole('row')).not.toHaveCount(1);
  await as.getByRole('button', { name: 'List' }).click();
  const shared = page.getByRole('button', { name: /^Show \d+ shared deals? with / }).first();
  const [, count, partner = ''] =
    /^Show (\d+) shared deals? with (.*)$/.exec((await shared.getAttribute('title')) ?? '') ?? [];
  await shared.click();
  await expect(find).toHaveValue(`"${partner}"`);
  await expect(table.getByRole('row')).toHaveCount(Number(count) + 1);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv.trim().split('\r\n')).toHaveLength(Number(count) + 1);
});

test('an unlocked profile is drawn, shortlisted, watched, briefed and opened again, free', async ({
  page,
  gateway,
}) => {
  const { firm } = await unlockInvestor(page, gateway);
  const profile = page.url();
  const paid = watchPaid(page);
  const quarters = page.getByRole('region', { name: 'Deals per quarter' });
  await page.getByRole('button', { name: 'Amount' }).first().click();
  await expect(page).toHaveURL(/by=amount/);
  await expect(quarters).toContainText(/\$[\d.]+[KM]/);
  await page.keyboard.press('s');
  await expect(page.getByRole('button', { name: /^Shortlist/ })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Alert me' }).click();
  const alert = page.getByRole('dialog', { name: `Alert me on deals of ${firm.name}` });
  await expect(alert.getByLabel('Name', { exact: true })).toHaveValue(`Deals of ${firm.name}`);
  await page.keyboard.press('Escape');
  await expect(alert).toBeHidden();
  await page.getByRole('link', { name: 'Brief' }).click();
  const brief = page.getByRole('article', { name: `Brief on ${firm.name}` });
  await expect(brief).toContainText('The investor’s record, fetched');
  await page.goto(profile);
  await expect(quarters.getByText(/by announcement date/)).toBeVisible();
  const isHosted = await hideFreeCounts(page);
  await page.reload();
  await expect(page.getByRole('region', { name: 'After its rounds' })).toContainText(
    'needs every round of all companies',
  );
  await isHosted.dispose();
  expect(paid).toEqual([]);
});

test('a company shows its latest round, then its whole profile and similar companies at the shown prices', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 1000);
  const paid = watchPaid(page);
  await page.goto('/companies?rows=10&sort=most_funding_rounds');
  await search(page);
  await page.locator('[aria-rowindex="2"]').getByRole('link').first().click();
  const rounds = page.getByRole('list', { name: 'Rounds, newest first' }).locator('> li');
  await expect(rounds).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'Rounds' })).toContainText('The latest round');
  const before = await readUsed(page);
  const price = await readPrice(page, /^Unlock whole profile/);
  await buy(page, page.getByRole('button', { name: /^Unlock whole profile/ }));
  await expect(page.getByText(/^All \d+ rounds|^The one round/)).toBeVisible();
  await expect(rounds.first()).toContainText(/\d+ months? after the previous round/);
  await expect(page.getByRole('progressbar', { name: 'Profile loaded' })).toBeHidden({ timeout: 30_000 });
  await waitUntilIdle(page);
  expect((await readUsed(page)) - before).toBeLessThanOrEqual(price);
  await expect(page.getByRole('button', { name: /^(Unlock (whole )?profile|Complete profile)/ })).toHaveCount(0);
  const similar = page.getByRole('region', { name: 'Similar companies' });
  const paidBefore = paid.length;
  await similar.getByRole('button', { name: 'Find the 10 most similar, 11 credits' }).click();
  await expect(similar).toContainText('The closest by description, of all companies');
  expect(paid).toHaveLength(paidBefore + 1);
  await rounds.first().getByRole('button', { name: 'Articles, 1 credit' }).click();
  await expect(rounds.first().getByRole('heading', { name: /articles?$/i })).toBeVisible();
  const sent = paid.length;

  await page.getByRole('link', { name: 'Brief' }).click();
  const brief = page.getByRole('article');
  await expect(brief.getByRole('heading', { name: 'Rounds' })).toBeVisible();
  await expect(brief).toContainText('Its rounds, fetched');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as Markdown' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^brief-.+-\d{4}-\d{2}-\d{2}\.md$/);
  expect(paid).toHaveLength(sent);
});

test('a person links to investor and company, and a locked record is unlocked at its price', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 1000);
  const paid = watchPaid(page);
  await page.goto('/people?type=investor&rows=25&investment=institutional');
  await search(page);
  type Found = { id: string; investment_firms: unknown[]; employment_history: unknown[] };
  const people = await readFoundRows<Found>(gateway, paid[0]);
  const partner = people.find(
    ({ investment_firms: firms, employment_history: jobs }) => firms.length > 0 && jobs.length === 3,
  )!;
  await page.locator(`[data-row="${partner.id}"]`).getByRole('link').first().click();
  const before = await readUsed(page);
  await page.getByRole('button', { name: 'Every job and school, 1 credit' }).click();
  await expect(page.getByText('Complete, from the person’s record').first()).toBeVisible();
  await expect.poll(() => readUsed(page)).toBe(before + 1);
  await page.getByRole('region', { name: 'Invests for' }).getByRole('link').first().click();
  await expect(page.getByText('You have not unlocked this investor yet')).toBeVisible();
  expect(paid).toHaveLength(2);
  await page.getByRole('button', { name: 'Unlock a part' }).click();
  await page.getByRole('button', { name: 'Facts and counts only, up to 1 credit' }).click();
  await expect(page.getByRole('region', { name: 'Investor and contacts' })).toBeVisible();
  await expect.poll(() => readUsed(page)).toBe(before + 2);
  await page.goBack();
  await expect(page.getByRole('region', { name: 'Roles' })).toBeVisible();

  await page.goto('/people/00000000-0000-4000-8000-000000000000');
  await page.getByRole('button', { name: 'Unlock this person, 1 credit' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect.poll(() => readUsed(page)).toBe(before + 2);
  await page.goto('/people/nobody');
  await expect(page.getByRole('heading', { name: 'This link does not name a person' })).toBeVisible();
});
