import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page, Request, Route } from '@playwright/test';
import { type CountingProxy, startCountingProxy } from './counting-proxy.ts';
import { createKey, dealsHeading, readBilled, readUsed, useKey, waitUntilIdle, watchPaid } from './deals-screen.ts';
import { type SecondGateway, startSecondGateway } from './second-gateway.ts';
import { expect, test } from './test.ts';

const path = '/deals?round=SEED&rows=10';
const press = (page: Page) => page.getByRole('button', { name: /^Search, / }).click();
const waitText = (page: Page) => page.getByText('Another tab is loading this search.');

/** Holds back the paid requests of the tabs until `free` is called. */
async function holdPaid(context: BrowserContext) {
  let free: () => void = () => undefined;
  const freed = new Promise<void>((resolve) => (free = resolve));
  const hold = async (route: Route) => {
    await freed;
    await route.continue().catch(() => undefined);
  };
  await context.route('**/api/v1/deals', hold);
  await context.route('**/api/v1/companies', hold);
  return free;
}

/** Presses Search in two tabs at once; resolves when one of them waits for the other, as [first, second]. */
async function pressInBoth(tabs: readonly [Page, Page]): Promise<readonly [Page, Page]> {
  await Promise.all(tabs.map(press));
  const [one, other] = tabs;
  await expect.poll(async () => (await waitText(one).count()) + (await waitText(other).count())).toBe(1);
  return (await waitText(other).count()) === 1 ? [one, other] : [other, one];
}

async function openTabs(page: Page, url: string, key?: string): Promise<readonly [Page, Page]> {
  const tabs = [page, await page.context().newPage()] as const;
  for (const tab of tabs) {
    if (key !== undefined) await useKey(tab, key);
    await tab.goto(url);
  }
  return tabs;
}

const readKeys = (paid: readonly Request[]) => [...new Set(paid.map((sent) => sent.headers()['idempotency-key']))];

const readTitle = (page: Page) => dealsHeading(page).textContent();

test.describe('the same search pressed in two tabs', () => {
  test.describe.configure({ mode: 'default' });
  let folder: string;
  let proxy: CountingProxy;
  let hostedKey: string;
  let hosted: SecondGateway;
  test.beforeAll(async ({ gateway }) => {
    folder = await mkdtemp(join(tmpdir(), 'fundscope-tabs-'));
    proxy = await startCountingProxy(gateway.url);
    hostedKey = await createKey(gateway, 1000);
    hosted = await startSecondGateway({
      FUNDSCOPE_DATA: join(folder, 'data'),
      FUNDSCOPE_UPSTREAM: `${proxy.url}/api/v1`,
      FUNDSCOPE_KEY: hostedKey,
    });
  });
  test.beforeEach(() => {
    proxy.paid.length = 0;
  });
  test.afterAll(async () => {
    await hosted.stop();
    proxy.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('is charged once by our own service, and both show it', async ({ page, context, gateway }) => {
    const key = await createKey(gateway, 1000);
    const tabs = await openTabs(page, `${gateway.url}${path}`, key);
    const paid = tabs.map(watchPaid);
    const free = await holdPaid(context);
    const [first, second] = await pressInBoth(tabs);
    free();
    await expect(dealsHeading(first)).toBeVisible();
    await expect(dealsHeading(second)).toHaveText((await readTitle(first))!);
    expect(readKeys(paid.flat())).toHaveLength(1);
    for (const tab of tabs) await expect.poll(() => readUsed(tab)).toBe(await readBilled(gateway, key, 1000));
    await second.reload();
    await expect(second.getByRole('gridcell').first()).toBeVisible();
    await first.goto(`${gateway.url}/usage`);
    await expect(first.getByText(/^Total [\d,.]+ credits?$/)).toHaveText('Total 10 credits');
  });

  test('is sent once to a hosted service, and both show it', async ({ page, context, gateway }) => {
    const tabs = await openTabs(page, `${hosted.url}${path}`);
    const free = await holdPaid(context);
    const [first, second] = await pressInBoth(tabs);
    expect(proxy.paid).toEqual([]);
    free();
    await expect(dealsHeading(first)).toBeVisible();
    await expect(dealsHeading(second)).toHaveText((await readTitle(first))!);
    await expect(second.getByRole('gridcell').first()).toBeVisible();
    await expect(second.getByRole('gridcell').first()).toHaveText(
      (await first.getByRole('gridcell').first().textContent())!,
    );
    // The first tab also loads names and investors; nothing of it is requested twice.
    for (const tab of tabs)
      await expect.poll(async () => (await readUsed(tab)) - (await readBilled(gateway, hostedKey, 1000))).toBe(0);
    const requests = proxy.paid.map((sent) => JSON.stringify([sent.path, sent.body]));
    expect(new Set(requests).size).toBe(requests.length);
    expect(requests.length).toBeGreaterThan(0);
  });

  test('continues in the second for free when the first is closed while it waits for our own service', async ({
    page,
    context,
    gateway,
  }) => {
    const key = await createKey(gateway, 1000);
    const tabs = await openTabs(page, `${gateway.url}${path}`, key);
    const paid = tabs.map(watchPaid);
    const free = await holdPaid(context);
    const [first, second] = await pressInBoth(tabs);
    await first.close();
    free();
    await expect(dealsHeading(second)).toBeVisible();
    await expect.poll(() => readUsed(second)).toBe(10);
    expect(readKeys(paid.flat())).toHaveLength(1);
    expect(await readBilled(gateway, key, 1000)).toBe(10);
  });

  test('is never repeated without the user when the first is closed while it waits for a hosted service', async ({
    page,
    context,
  }) => {
    const tabs = await openTabs(page, `${hosted.url}${path}`);
    const free = await holdPaid(context);
    const [first, second] = await pressInBoth(tabs);
    const repeated = watchPaid(second);
    await first.close();
    await expect(second.getByRole('alert')).toContainText('Not sent: an earlier try got no response');
    await expect(second.getByRole('alert')).toContainText('Repeating it may be charged a second time');
    await expect(second.getByRole('region', { name: 'Credits' })).toContainText('1 charge unconfirmed');
    free();
    await waitUntilIdle(second);
    expect(repeated).toEqual([]);
  });
});
