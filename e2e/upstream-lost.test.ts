// In a browser: a response is lost between gateway and page, and a reload cuts one off.

import type { Page } from '@playwright/test';
import { type CountingProxy, startCountingProxy } from './counting-proxy.ts';
import { buy, createKey, openSpending, readLeft, readUsed } from './deals-screen.ts';
import { type SecondGateway, startSecondGateway } from './second-gateway.ts';
import { expect, test } from './test.ts';

const credits = (page: Page) => page.getByRole('region', { name: 'Credits' });

test.describe('a lost response of a hosted service', () => {
  test.describe.configure({ mode: 'default' });
  let proxy: CountingProxy;
  let key: string;
  let second: SecondGateway;
  test.beforeAll(async ({ gateway }) => {
    proxy = await startCountingProxy(gateway.url);
    key = await createKey(gateway, 1000);
    second = await startSecondGateway({
      FUNDSCOPE_UPSTREAM: `${proxy.url}/api/v1`,
      FUNDSCOPE_KEY: key,
    });
  });
  test.afterAll(async () => {
    await second.stop();
    proxy.close();
  });

  for (const [what, meddle] of [
    ['a connection that is cut after sending', 'cut'],
    ['a page of HTML that a balancer wrote instead (502)', { status: 502, html: '<h1>Bad gateway</h1>' }],
    ['a page of HTML that says the time is over (504)', { status: 504, html: '<h1>Gateway time-out</h1>' }],
  ] as const) {
    test(`${what} is never retried automatically, is listed, and a retry warns that it may cost twice`, async ({
      page,
      gateway,
    }) => {
      const [before, left] = [proxy.paid.length, await readLeft(gateway, key)];
      proxy.meddle = () => meddle;
      // Each of its own, because the gateway remembers.
      await page.goto(`${second.url}/deals?rows=10&load=rows&min=${before + 1}`);
      await buy(page, page.getByRole('button', { name: /^Search, / }));
      await expect(page.getByRole('alert')).toContainText('Repeating it may be charged a second time');
      await expect(credits(page)).toContainText('1 charge unconfirmed');
      const used = await readUsed(page);
      await page.reload();
      await expect(credits(page)).toContainText('1 charge unconfirmed');
      expect(proxy.paid).toHaveLength(before + 1);

      proxy.meddle = undefined;
      await openSpending(page);
      const list = page.getByRole('region', { name: 'Unconfirmed charges' });
      await expect(list).toContainText('Trying again may cost up to 10 credits more.');
      await list.getByRole('link', { name: 'Go to the request' }).click();
      await page.keyboard.press('Escape');
      // The gateway says that an earlier try may have been charged; the next press sends it all the same.
      await buy(page, page.getByRole('button', { name: /^Search, / }));
      await expect(page.getByRole('alert')).toContainText('Not sent: an earlier try got no response');
      expect(proxy.paid).toHaveLength(before + 1);
      await page.getByRole('button', { name: 'Try again, up to 10 credits' }).click();
      await expect(page.getByRole('grid')).toBeVisible();
      expect(proxy.paid).toHaveLength(before + 2);
      await expect.poll(() => readUsed(page)).toBe(used + 10);
      await openSpending(page);
      await list.getByRole('button', { name: 'Dismiss' }).click();
      await expect(list).toBeHidden();
      expect(await readLeft(gateway, key)).toBe(left - 20);
    });
  }

  test('after a reload that cut it off, the charge is listed, and the next press says so and buys nothing', async ({
    page,
  }) => {
    const before = proxy.paid.length;
    await page.goto(`${second.url}/deals?rows=10&load=rows&round=SEED`);
    proxy.meddle = () => 'cut';
    await buy(page, page.getByRole('button', { name: /^Search, / }));
    await expect.poll(() => proxy.paid.length).toBe(before + 1);
    await page.reload();
    await expect(credits(page)).toContainText('1 charge unconfirmed');
    proxy.meddle = undefined;
    await buy(page, page.getByRole('button', { name: /^Search, / }));
    await expect(page.getByRole('alert')).toContainText('the earlier one may have been');
    expect(proxy.paid).toHaveLength(before + 1);
    await page.getByRole('button', { name: 'Try again, up to 10 credits' }).click();
    await expect(page.getByRole('grid')).toBeVisible();
    expect(proxy.paid).toHaveLength(before + 2);
  });
});
