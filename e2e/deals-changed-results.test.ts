import { type CountingProxy, startCountingProxy } from './counting-proxy.ts';
import { loadMore, openMore, readUsed, search, useOwnAccount } from './deals-screen.ts';
import { expect, test } from './test.ts';

type Page = { data: { deals: { id: string }[] }; meta: { total_count: number } };

/** From the second page on there is one more deal before all others: rows shift by one, and the total is one higher. */
function shift(proxy: CountingProxy): void {
  let last: Page['data']['deals'] = [];
  proxy.meddle = ({ path, body }, answer) => {
    if (path !== '/deals') return undefined;
    const page = JSON.parse(answer.toString()) as Page;
    const shown = body.page === 0 ? page.data.deals : [...last, ...page.data.deals.slice(0, -1)];
    const moved = body.page === 0 ? 0 : 1;
    last = page.data.deals.slice(-1);
    const meta = { ...page.meta, total_count: page.meta.total_count + moved };
    return Buffer.from(JSON.stringify({ ...page, data: { deals: shown }, meta }));
  };
}

test('results that change between two pages stop a batch, drop duplicates, and offer a priced restart', async ({
  page,
  gateway,
}) => {
  const proxy = await startCountingProxy(gateway.url);
  await useOwnAccount(page, gateway, 1000);
  shift(proxy);
  await page.goto(`${proxy.url}/deals?rows=10`);
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
  expect(proxy.paid).toHaveLength(2);
  const size = proxy.paid[1]!.body.page_size!;
  await expect.poll(() => readUsed(page)).toBe(10 + size);
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(10 + size));

  await page.getByRole('button', { name: 'Start again, up to 10 credits' }).click();
  await expect(page.getByText(/The number of results changed/)).toBeHidden();
  expect(proxy.paid).toHaveLength(3);
  await expect.poll(() => readUsed(page)).toBe(20 + size);
  await expect(page.getByText(/^10 of [\d,]+ loaded\./)).toBeVisible();
  proxy.close();
});
