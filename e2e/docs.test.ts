import { expectNoFinding } from './axe.ts';
import { expect, test } from './test.ts';

for (const width of [1440, 390]) {
  test(`the API explorer has no accessibility finding in either theme, ${width} pixels wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/docs?operation=searchDeals');
    await expect(page.getByRole('heading', { name: 'Try it' })).toBeVisible();
    await page.getByRole('region', { name: 'Answers' }).getByText('200', { exact: true }).click();
    await expectNoFinding(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
}

test('an operation is tried by keyboard with the local key, at the price on its button', async ({ page, baseURL }) => {
  const asked: { url: string; body: string | null }[] = [];
  page.on('request', (request) => asked.push({ url: request.url(), body: request.postData() }));
  await page.goto('/docs');
  await page.getByRole('button', { name: /POST \/deals / }).focus();
  await page.keyboard.press('Enter');
  const body = page.getByRole('textbox', { name: 'Body, JSON' });
  await body.fill('{ "page_size": 3 ');
  await expect(page.getByText('This is not valid JSON.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Try it/ })).toHaveAttribute('aria-disabled', 'true');
  await body.fill('{ "page_size": 3 }');
  const button = page.getByRole('button', { name: 'Try it, up to 3 credits' });
  await button.press('Enter');
  await expect(page.getByText('Status 200')).toBeVisible();
  const answer = JSON.parse(await page.getByRole('textbox', { name: 'Body of the answer' }).inputValue()) as {
    data: { deals: object[] };
  };
  expect(answer.data.deals).toHaveLength(3);
  await page.getByText('Headers', { exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Headers' })).toHaveValue(/x-credits-used: 3\.0/);
  const paid = asked.filter(({ url }) => url.includes('/api/v1/'));
  expect(paid.map(({ url }) => new URL(url).pathname)).toEqual(['/api/v1/deals']);
  expect(asked.filter(({ url }) => !url.startsWith(baseURL ?? '') && !url.startsWith('data:'))).toEqual([]);
});

test('what the service refuses is shown as it came, and the request copies without a key', async ({
  page,
  gateway,
}) => {
  await page.goto('/docs?operation=readDeal');
  await page.getByText('Try with another key').click();
  await page.getByRole('textbox', { name: 'API key' }).fill(gateway.key);
  await page.getByRole('textbox', { name: 'id' }).fill('x y');
  await page.getByRole('button', { name: 'Try it, up to 1 credit' }).click();
  await expect(page.getByText('Status 400, not charged')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Body of the answer' })).toHaveValue(/INVALID_DEAL_ID/);
  await page.getByText('As cURL, without the key').click();
  const curl = await page.getByRole('textbox', { name: 'cURL' }).inputValue();
  expect(curl).toBe(
    `curl '${new URL(page.url()).origin}/api/v1/deals/x%20y' \\\n  -H 'Authorization: Bearer YOUR_API_KEY'`,
  );
  expect(await page.content()).not.toContain(gateway.key);
});
