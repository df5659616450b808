// In a browser: tabs and browsers show the same within seconds.

import type { Browser, FullProject, Page, Request } from '@playwright/test';
import { type CountingProxy, startCountingProxy } from './counting-proxy.ts';
import { createKey, dealsHeading, readBilled, readUsed, useKey, waitUntilIdle, watchPaid } from './deals-screen.ts';
import { type SecondGateway, startSecondGateway } from './second-gateway.ts';
import { expect, openSharedContext, test } from './test.ts';
import { markDeal, searchRound } from './workspace-api.ts';

test.use({ ownContext: true });

const path = '/deals?round=SEED&rows=10';
const press = (page: Page) => page.getByRole('button', { name: /^Search, / }).click();
const readNames = (page: Page) => page.getByRole('gridcell').allInnerTexts();
const cards = (page: Page, stage: string) => page.getByRole('region', { name: stage }).getByRole('listitem');

/** Whether two pages show the same rows with the same names. */
async function haveSameNames(first: Page, second: Page): Promise<boolean> {
  const [names, others] = [await readNames(first), await readNames(second)];
  return names.length > 0 && names.join() === others.join();
}

/** A page of another browser; its context ends with that. */
const openElsewhere = async (browser: Browser, { use }: FullProject, url: string): Promise<Page> =>
  (await openSharedContext(browser, use, url)).openPage();

test.describe('in front of a hosted service', () => {
  let key: string;
  let proxy: CountingProxy;
  let hosted: SecondGateway;
  test.beforeAll(async ({ gateway }) => {
    key = await createKey(gateway, 1000);
    proxy = await startCountingProxy(gateway.url);
    hosted = await startSecondGateway({
      FUNDSCOPE_UPSTREAM: `${proxy.url}/api/v1`,
      FUNDSCOPE_KEY: key,
    });
  });
  test.afterAll(async () => {
    await hosted.stop();
    proxy.close();
  });

  // Presses in the same moment, and rows that are stored elsewhere.
  test('two tabs and another browser pay once for the same search', async ({ page, context, browser, gateway }, {
    project,
  }) => {
    const tab = await context.newPage();
    const other = await openElsewhere(browser, project, hosted.url);
    const paid: Request[][] = [];
    for (const one of [page, tab, other]) {
      await one.goto(`${hosted.url}${path}`);
      await expect(one.getByRole('button', { name: /^Search, / })).toBeVisible();
      paid.push(watchPaid(one));
    }
    await Promise.all([press(page), press(tab)]);
    for (const one of [page, tab]) await expect(dealsHeading(one)).toBeVisible();
    // Names arrive after the rows, so both are read again.
    await expect.poll(() => haveSameNames(tab, page)).toBe(true);
    const requests = proxy.paid.map((sent) => JSON.stringify([sent.path, sent.body]));
    expect(requests.length).toBeGreaterThan(0);
    expect(requests.toSorted()).toEqual([...new Set(requests)].toSorted());
    for (const one of [page, tab, other]) {
      await expect.poll(async () => (await readUsed(one)) - (await readBilled(gateway, key, 1000))).toBe(0);
    }
    const billed = await readBilled(gateway, key, 1000);

    await other.goto(page.url());
    await expect.poll(() => haveSameNames(other, page)).toBe(true);
    await waitUntilIdle(other);
    expect(paid[2]).toEqual([]);
    expect(await readBilled(gateway, key, 1000)).toBe(billed);
    await other.context().close();
  });
});

// Pages that stay open while another changes what they show.
test('a tab and another browser show what was shortlisted, moved and budgeted in this one', async ({
  page,
  context,
  browser,
  gateway,
}, { project }) => {
  const key = await createKey(gateway, 100);
  const tab = await context.newPage();
  const other = await openElsewhere(browser, project, gateway.url);
  for (const one of [page, tab, other]) await useKey(one, key);
  const [id = ''] = await searchRound(gateway, key, 'SEED');
  await markDeal(gateway, key, id, { status: 'shortlist' });
  for (const one of [tab, other]) {
    await one.goto('/shortlist');
    await expect(cards(one, 'Shortlisted')).toHaveCount(1);
  }
  await page.goto('/settings');
  await page.getByLabel('Budget per day').fill('500');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await cards(other, 'Shortlisted').first().locator('[data-open]').focus();
  await other.keyboard.press('3');
  await expect(cards(tab, 'Contacted')).toHaveCount(1);
  await other.goto('/settings');
  await expect(other.getByLabel('Budget per day')).toHaveValue('500');
  await other.context().close();
});

test('a browser with a key of another account sees nothing of this one', async ({ page, browser, gateway }, {
  project,
}) => {
  const key = await createKey(gateway, 100);
  await searchRound(gateway, key, 'SEED');
  await useKey(page, key);
  await page.goto(`${path}&run=1`);
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  const outsider = await openElsewhere(browser, project, gateway.url);
  await useKey(outsider, await createKey(gateway, 100));
  const paid = watchPaid(outsider);
  await outsider.goto(page.url());
  await expect(outsider.getByRole('button', { name: 'Search, up to 10 credits' })).toBeVisible();
  await waitUntilIdle(outsider);
  await expect(outsider.getByRole('gridcell')).toHaveCount(0);
  expect(paid).toEqual([]);
  await outsider.context().close();
});
