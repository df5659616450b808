import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Request } from '@playwright/test';
import { startCountingProxy } from './counting-proxy.ts';
import { createKey, dealsHeading, readBilled, readUsed, useKey, waitUntilIdle, watchPaid } from './deals-screen.ts';
import { startSecondGateway } from './second-gateway.ts';
import { expect, openSharedContext, test } from './test.ts';

test.use({ ownContext: true });

const path = '/deals?round=SEED&rows=10';
const press = (page: Page) => page.getByRole('button', { name: /^Search, / }).click();
const readNames = (page: Page) => page.getByRole('gridcell').allInnerTexts();
const shortlisted = (page: Page) => page.getByRole('region', { name: 'Shortlisted' }).getByRole('listitem');

/** Whether two pages show the same rows with the same names. */
async function haveSameNames(first: Page, second: Page): Promise<boolean> {
  const [names, others] = [await readNames(first), await readNames(second)];
  return names.length > 0 && names.join() === others.join();
}

test('two tabs and another browser pay once for the same search, and see the same work and budget', async ({
  page: one,
  context,
  browser,
  gateway,
}, { project }) => {
  test.slow();
  const folder = await mkdtemp(join(tmpdir(), 'fundscope-browsers-'));
  const proxy = await startCountingProxy(gateway.url);
  const key = await createKey(gateway, 1000);
  const hosted = await startSecondGateway({
    FUNDSCOPE_DATA: folder,
    FUNDSCOPE_UPSTREAM: `${proxy.url}/api/v1`,
    FUNDSCOPE_KEY: key,
  });
  const tab = await context.newPage();
  const elsewhere = await openSharedContext(browser, project.use, hosted.url);
  const other = await elsewhere.openPage();
  const paid: Request[][] = [];
  for (const page of [one, tab, other]) {
    await page.goto(`${hosted.url}${path}`);
    await expect(page.getByRole('button', { name: /^Search, / })).toBeVisible();
    paid.push(watchPaid(page));
  }

  await Promise.all([press(one), press(tab)]);
  for (const page of [one, tab]) await expect(dealsHeading(page)).toBeVisible();
  await expect(one.getByRole('gridcell').first()).toBeVisible();
  // Names arrive after the rows, so both are read again.
  await expect.poll(() => haveSameNames(tab, one)).toBe(true);
  const requests = proxy.paid.map((sent) => JSON.stringify([sent.path, sent.body]));
  expect(requests.length).toBeGreaterThan(0);
  expect(requests.toSorted()).toEqual([...new Set(requests)].toSorted());
  for (const page of [one, tab, other]) {
    await expect.poll(async () => (await readUsed(page)) - (await readBilled(gateway, key, 1000))).toBe(0);
  }
  const billed = await readBilled(gateway, key, 1000);

  await other.goto(one.url());
  await expect.poll(() => haveSameNames(other, one)).toBe(true);
  await waitUntilIdle(other);
  expect(paid[2]).toEqual([]);

  await one.getByRole('gridcell').nth(1).focus();
  await one.keyboard.press('s');
  for (const page of [tab, other]) {
    await page.getByRole('link', { name: 'Shortlist', exact: true }).click();
    await expect(shortlisted(page)).toHaveCount(1);
  }
  await shortlisted(other).first().locator('[data-open]').focus();
  await other.keyboard.press('3');
  await expect(tab.getByRole('region', { name: 'Contacted' }).getByRole('listitem')).toHaveCount(1);

  for (const page of [one, other]) await page.goto(`${hosted.url}/settings`);
  await one.getByLabel('Budget per day').fill('500');
  await one.getByRole('button', { name: 'Set', exact: true }).click();
  await expect(other.getByLabel('Budget per day')).toHaveValue('500');
  expect(await readBilled(gateway, key, 1000)).toBe(billed);

  await elsewhere.context.close();
  await hosted.stop();
  proxy.close();
  await rm(folder, { recursive: true, force: true });
});

test('a browser with a key of another account sees nothing of this one', async ({ page, browser, gateway }, {
  project,
}) => {
  await useKey(page, await createKey(gateway, 100));
  await page.goto(path);
  await press(page);
  await expect(dealsHeading(page)).toBeVisible();
  const elsewhere = await openSharedContext(browser, project.use, gateway.url);
  const outsider = await elsewhere.openPage();
  await useKey(outsider, await createKey(gateway, 100));
  const paid = watchPaid(outsider);
  await outsider.goto(page.url());
  await expect(outsider.getByRole('button', { name: 'Search, up to 10 credits' })).toBeVisible();
  await waitUntilIdle(outsider);
  await expect(outsider.getByRole('gridcell')).toHaveCount(0);
  expect(paid).toEqual([]);
  await elsewhere.context.close();
});
