import { readPrice, readUsed, search, useOwnAccount, watchPaid } from './deals-screen.ts';
import { expect, test } from './test.ts';

test('an investor opens from the table with matching deals, is completed at the shown price, and Back returns to the row', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 1000);
  const paid = watchPaid(page);
  await page.goto('/investors?rows=50&sort=matching_deals&round=SEED');
  await search(page);
  const answer = (await (await paid[0]!.response())!.json()) as {
    data: { investors: { id: string; name: string; filtered_deal_count: number; total_deal_count: number }[] };
  };
  const grid = page.getByRole('grid');
  const firm = answer.data.investors[30]!;
  await grid.evaluate((element) => element.scrollTo({ top: 700 }));
  await page.locator(`[data-row="${firm.id}"] [role=gridcell]`).nth(2).click();
  const panel = page.getByRole('complementary', { name: 'Details' });
  await expect(panel).toContainText('Copy investor id');
  const top = await grid.evaluate((element) => element.scrollTop);
  await panel.getByRole('link', { name: 'Open profile' }).click();

  await expect(page.getByRole('heading', { level: 1, name: firm.name })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Matching your search' })).toContainText(
    `${firm.filtered_deal_count} matching of ${firm.total_deal_count}`,
  );
  const profile = page.url();
  const before = await readUsed(page);
  expect(paid).toHaveLength(1);
  const chart = page.getByRole('region', { name: 'Deals per quarter' });
  const price = await readPrice(page, /^(All [\d,]+ deals|The one deal)/);
  expect(price).toBe(firm.total_deal_count);
  await chart.getByRole('button', { name: /^(All [\d,]+ deals|The one deal)/ }).click();
  await expect(chart.getByText(/^(All [\d,]+ deals|The one deal), by announcement date/)).toBeVisible();
  await expect.poll(() => readUsed(page)).toBe(before + firm.total_deal_count);
  expect(paid).toHaveLength(2);
  await chart.getByRole('button', { name: 'Amount' }).click();
  await expect(page).toHaveURL(/by=amount/);
  await page.getByRole('link', { name: 'Brief for a call' }).click();
  await expect(page.getByRole('article', { name: `Brief on ${firm.name}` })).toContainText(
    'The investor’s record, fetched',
  );

  await page.goBack();
  await page.goBack();
  await expect(panel).toContainText('Copy investor id');
  await expect.poll(() => grid.evaluate((element) => element.scrollTop)).toBe(top);
  await page.goto(profile);
  await expect(chart.getByText(/by announcement date/)).toBeVisible();
  expect(paid).toHaveLength(2);
  const used = await readUsed(page);
  await page.goto('/ledger');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${used} credits billed`);
});

test('a company shows its latest round, then every round with lead and articles at their price', async ({
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
  await expect(rounds).toContainText('latest round');
  const count = await readPrice(page, /^All \d+ rounds/);
  await page.getByRole('button', { name: /^All \d+ rounds/ }).click();
  await expect(rounds).toHaveCount(count);
  await expect(rounds.first()).toContainText(/Valuation .+; added \d{4}-\d{2}-\d{2}/);
  const before = await readUsed(page);
  const price = await readPrice(page, /^Leads and partners of \d+ rounds/);
  await page.getByRole('button', { name: /^Leads and partners of \d+ rounds/ }).click();
  await expect(page.getByRole('button', { name: /^Leads? and partners/ })).toHaveCount(0);
  await expect.poll(() => readUsed(page)).toBe(before + price);
  await rounds.first().getByRole('button', { name: 'Articles, 1 credit' }).click();
  await expect(rounds.first().getByRole('heading', { name: /articles?$/i })).toBeVisible();
  const sent = paid.length;

  await page.getByRole('link', { name: 'Brief for a call' }).click();
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
  await page.goto('/people?type=investor&rows=10&investment=institutional');
  await search(page);
  const { data } = (await (await paid[0]!.response())!.json()) as {
    data: { people: { id: string; investment_firms: unknown[] }[] };
  };
  const partner = data.people.find(({ investment_firms: firms }) => firms.length > 0)!;
  await page.locator(`[data-row="${partner.id}"]`).getByRole('link').first().click();
  const before = await readUsed(page);
  await page.getByRole('button', { name: 'Every job and school, 1 credit' }).click();
  await expect(page.getByText('Complete, from the person’s record').first()).toBeVisible();
  await expect.poll(() => readUsed(page)).toBe(before + 1);
  await page.getByRole('region', { name: 'Invests for' }).getByRole('link').first().click();
  await expect(page.getByText('You have not unlocked this investor yet')).toBeVisible();
  expect(paid).toHaveLength(2);
  await page.getByRole('button', { name: 'Unlock this investor, 1 credit' }).click();
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
