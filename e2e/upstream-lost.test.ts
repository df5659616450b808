import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type CountingProxy, startCountingProxy } from './counting-proxy.ts';
import { buy, createKey, openSpending, readLeft, readUsed, search } from './deals-screen.ts';
import { type SecondGateway, startSecondGateway } from './second-gateway.ts';
import { expect, test } from './test.ts';

const credits = (page: Page) => page.getByRole('region', { name: 'Credits' });

test.describe('a lost response of a hosted service', () => {
  test.describe.configure({ mode: 'default' });
  let folder: string;
  let proxy: CountingProxy;
  let key: string;
  let second: SecondGateway;
  let shared: SecondGateway;
  test.beforeAll(async ({ gateway }) => {
    folder = await mkdtemp(join(tmpdir(), 'fundscope-lost-'));
    proxy = await startCountingProxy(gateway.url);
    key = await createKey(gateway, 1000);
    const values = { FUNDSCOPE_UPSTREAM: `${proxy.url}/api/v1`, FUNDSCOPE_KEY: key };
    second = await startSecondGateway({ ...values, FUNDSCOPE_DATA: join(folder, 'data') });
    shared = await startSecondGateway({
      ...values,
      FUNDSCOPE_DATA: join(folder, 'shared'),
      FUNDSCOPE_WORKSPACE: 'on',
    });
  });
  test.afterAll(async () => {
    await second.stop();
    await shared.stop();
    proxy.close();
    await rm(folder, { recursive: true, force: true });
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
      await page.goto(`${second.url}/deals?rows=10&load=rows`);
      await buy(page, page.getByRole('button', { name: /^Search, / }));
      await expect(page.getByRole('alert')).toContainText('Repeating it may be charged a second time');
      await expect(credits(page)).toContainText('1 charge unconfirmed');
      await expect(credits(page)).toContainText('490 left');
      await expect.poll(() => readUsed(page)).toBe(0);
      await page.reload();
      await expect(credits(page)).toContainText('1 charge unconfirmed');
      expect(proxy.paid).toHaveLength(before + 1);

      proxy.meddle = undefined;
      await openSpending(page);
      const list = page.getByRole('region', { name: 'Unconfirmed charges' });
      await expect(list).toContainText('may cost up to 10 credits again');
      await list.getByRole('link', { name: 'Go to the request' }).click();
      await page.keyboard.press('Escape');
      await search(page);
      expect(proxy.paid).toHaveLength(before + 2);
      await expect.poll(() => readUsed(page)).toBe(10);
      // The lost one may have been charged, so the budget counts it on; here it was.
      await expect(credits(page)).toContainText('480 left');
      expect(await readLeft(gateway, key)).toBe(left - 20);
    });
  }

  for (const [where, findGateway] of [
    ['without a workspace', () => second],
    ['with a workspace', () => shared],
  ] as const) {
    test(`after a reload that cut it off, the next press says so at once and buys nothing, ${where}`, async ({
      page,
    }) => {
      const before = proxy.paid.length;
      await page.goto(`${findGateway().url}/deals?rows=10&load=rows&round=SEED`);
      if (where === 'with a workspace') {
        // The first page opens the database of the gateway.
        await page.goto(`${findGateway().url}/settings`);
        await expect(page.getByText(/^Workspace: up to date/)).toBeVisible({ timeout: 60_000 });
        await page.goto(`${findGateway().url}/deals?rows=10&load=rows&round=SEED`);
      }
      proxy.meddle = () => 'held';
      await buy(page, page.getByRole('button', { name: /^Search, / }));
      await expect.poll(() => proxy.paid.length).toBe(before + 1);
      await page.reload();
      await expect(credits(page)).toContainText('1 charge unconfirmed');
      proxy.meddle = undefined;
      await buy(page, page.getByRole('button', { name: /^Search, / }));
      await expect(page.getByRole('alert')).toContainText('the earlier one may have been');
      await expect(page.getByRole('alert')).toContainText('Repeating it may be charged a second time');
      expect(proxy.paid).toHaveLength(before + 1);
      await search(page);
      expect(proxy.paid).toHaveLength(before + 2);
    });
  }
});
