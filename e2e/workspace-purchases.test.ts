import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page, FullProject } from '@playwright/test';
import { type CountingProxy, startCountingProxy } from './counting-proxy.ts';
import { createKey, dealsHeading, readBilled, useKey, waitUntilIdle, watchPaid } from './deals-screen.ts';
import { type SecondGateway, startSecondGateway } from './second-gateway.ts';
import { expect, openSharedContext, test } from './test.ts';

const path = '/deals?round=SEED&rows=10';
const press = (page: Page) => page.getByRole('button', { name: /^Search, / }).click();
const waitText = (page: Page) => page.getByText('Another browser is loading this search.');
const upToDate = (page: Page) => page.getByText(/^Workspace: up to date/);

const openBrowser = async (browser: Browser, { use }: FullProject, url: string): Promise<Page> =>
  (await openSharedContext(browser, use, url)).openPage();

/** Holds back the paid requests of a page until `free` is called. */
async function holdPaid(page: Page) {
  let free: () => void = () => undefined;
  const freed = new Promise<void>((resolve) => (free = resolve));
  await page.route('**/api/v1/deals', async (route) => {
    await freed;
    await route.continue().catch(() => undefined);
  });
  return free;
}

test.describe('two browsers of an account', () => {
  test.describe.configure({ mode: 'default' });
  let folder: string;
  let proxy: CountingProxy;
  let hostedKey: string;
  let own: SecondGateway;
  let hosted: SecondGateway;
  test.beforeAll(async ({ gateway }) => {
    folder = await mkdtemp(join(tmpdir(), 'fundscope-browsers-'));
    proxy = await startCountingProxy(gateway.url);
    hostedKey = await createKey(gateway, 1000);
    own = await startSecondGateway({ FUNDSCOPE_DATA: gateway.dataDir, FUNDSCOPE_WORKSPACE: 'on' });
    hosted = await startSecondGateway({
      FUNDSCOPE_DATA: join(folder, 'data'),
      FUNDSCOPE_UPSTREAM: `${proxy.url}/api/v1`,
      FUNDSCOPE_KEY: hostedKey,
      FUNDSCOPE_WORKSPACE: 'on',
    });
  });
  test.afterAll(async () => {
    await own.stop();
    await hosted.stop();
    proxy.close();
    await rm(folder, { recursive: true, force: true });
  });

  for (const kind of ['our own service', 'a hosted service'] as const) {
    test(`the same search pressed in both is charged once by ${kind}, and both show it`, async ({ browser, gateway }, {
      project,
    }) => {
      test.slow();
      const { url } = kind === 'our own service' ? own : hosted;
      const key = kind === 'our own service' ? await createKey(gateway, 1000) : hostedKey;
      const [one, other] = [await openBrowser(browser, project, url), await openBrowser(browser, project, url)];
      for (const page of [one, other]) {
        if (kind === 'our own service') await useKey(page, key);
        await page.goto('/settings');
        // The first one opens the database of the gateway in front of a hosted service.
        await expect(upToDate(page)).toBeVisible({ timeout: 60_000 });
        await page.goto(path);
      }
      const paid = [watchPaid(one), watchPaid(other)];
      const free = await holdPaid(one);
      const sent = one.waitForRequest('**/api/v1/deals');
      await press(one);
      await sent;
      await press(other);
      await expect(waitText(other)).toBeVisible();
      free();
      await expect(dealsHeading(one)).toBeVisible();
      await expect(dealsHeading(other)).toHaveText((await dealsHeading(one).textContent())!);
      await expect(other.getByRole('gridcell').first()).toHaveText(
        (await one.getByRole('gridcell').first().textContent())!,
      );
      if (kind === 'our own service') {
        // It returns the response again, under the same key.
        await expect(waitText(other)).toBeHidden();
        await waitUntilIdle(other);
        const keys = new Set(paid.flat().map((request) => request.headers()['idempotency-key']));
        expect(keys.size).toBe(1);
        expect(await readBilled(gateway, key, 1000)).toBe(10);
      } else {
        // The first browser also loads names and investors; nothing of it is requested twice.
        for (const page of [one, other]) await waitUntilIdle(page);
        const requests = proxy.paid.map(({ path: to, body }) => JSON.stringify([to, body]));
        expect(requests.length).toBeGreaterThan(0);
        expect(new Set(requests).size).toBe(requests.length);
      }
      for (const page of [one, other]) await page.context().close();
    });
  }

  test('the budget of an account is one for two browsers: what one spends stops the other', async ({
    browser,
    gateway,
  }, { project }) => {
    test.slow();
    const key = await createKey(gateway, 1000);
    const [one, other] = [await openBrowser(browser, project, own.url), await openBrowser(browser, project, own.url)];
    for (const page of [one, other]) {
      await useKey(page, key);
      await page.goto('/settings');
      await expect(upToDate(page)).toBeVisible();
    }
    await one.getByLabel('Budget per day').fill('15');
    await one.getByRole('button', { name: 'Set', exact: true }).click();
    // The other hears of it at once.
    await expect(other.getByLabel('Budget per day')).toHaveValue('15');
    await one.goto(path);
    await press(one);
    await expect(dealsHeading(one)).toBeVisible();
    await waitUntilIdle(one);
    await other.goto('/deals?round=SERIES_A&rows=10');
    const paid = watchPaid(other);
    await expect(other.getByRole('button', { name: '5 left today' })).toBeVisible();
    await press(other);
    const dialog = other.getByRole('dialog', { name: 'Over budget' });
    await expect(dialog).toContainText('This costs up to 10 credits. 5 credits of today’s budget are left.');
    expect(paid).toHaveLength(0);
    expect(await readBilled(gateway, key, 1000)).toBe(10);
    for (const page of [one, other]) await page.context().close();
  });
});
