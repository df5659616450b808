// In a browser: tabs, addresses and files share saved searches.

import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { expectNoFinding } from './axe.ts';
import {
  buy,
  choose,
  closeFilters,
  hideFreeCounts,
  loadMore,
  openFilters,
  readUsed,
  search,
  useOwnAccount,
  watchPaid,
} from './deals-screen.ts';
import { expect, type RunningGateway, test } from './test.ts';
import { searchRound } from './workspace-api.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: /^[\d,]+ deals?$/ });
const list = (page: Page) => page.getByRole('list', { name: 'Saved searches' });
const sidebar = (page: Page) => page.getByRole('region', { name: 'Saved searches' }).first();

/** Saves what the screen asks under a name, by keyboard alone. */
async function save(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Save( as)?$/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Save as', exact: true })).toBeFocused();
}

/** Changes the search in its form. */
async function setMinimum(page: Page, size: string): Promise<void> {
  await openFilters(page);
  await page.getByLabel('Minimum size').fill(size);
  await page.getByLabel('Minimum size').press('Enter');
  await closeFilters(page);
}

test('a saved search restores filters, sort and columns', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 100);
  const paid = watchPaid(page);
  await page.goto('/deals?rows=10');
  await choose(page, 'Round type', 'seed', 'Seed');
  await page.getByLabel('Order').selectOption('largest_raise');
  await search(page);
  const title = (await heading(page).textContent())!;
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Post-money' }).uncheck();
  await page.keyboard.press('Escape');
  await save(page, 'Large seed rounds');
  await expect(page.getByText('Unsaved changes')).toBeHidden();

  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Post-money' }).check();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await page.goto('/settings');
  await sidebar(page).getByRole('link', { name: 'Large seed rounds' }).focus();
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText(title);
  await expect(page.getByRole('columnheader', { name: 'Post-money' })).toHaveCount(0);
  await expect(page.getByText('Unsaved changes')).toBeHidden();
  await openFilters(page);
  await expect(page.getByLabel('Order')).toHaveValue('largest_raise');
  expect(paid).toHaveLength(1);
});

test('a changed saved search says so, and is saved under its name or another one', async ({ page, gateway }) => {
  const key = await useOwnAccount(page, gateway, 100);
  await searchRound(gateway, key, 'SEED');
  const paid = watchPaid(page);
  await page.goto('/deals?round=SEED&rows=10&run=1');
  await save(page, 'Seed rounds');
  await setMinimum(page, '2M');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await save(page, 'Seed rounds from 2M');
  await expect(page.getByText('Unsaved changes')).toBeHidden();
  await setMinimum(page, '3M');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Unsaved changes')).toBeHidden();
  await page.getByRole('link', { name: 'Saved and history' }).click();
  await expect(list(page).getByRole('listitem')).toHaveCount(2);
  await expect(list(page)).toContainText('raised at least $3M');
  expect(paid).toHaveLength(0);
});

test('saved searches are renamed, duplicated, and deleted with undo, which other tabs show', async ({
  page,
  context,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 100);
  await page.goto('/deals?round=SEED');
  await save(page, 'Seed');
  await page.goto('/saved');
  const other = await context.newPage();
  await other.goto('/saved');
  await expect(list(other)).toContainText('Seed');

  await page.getByRole('button', { name: 'Rename Seed' }).click();
  await page.getByLabel('New name of Seed').fill('Seed everywhere');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Duplicate Seed everywhere' }).click();
  await expect(list(other).getByRole('link')).toHaveText([/^Seed everywhere/, /^Seed everywhere \(2\)/]);
  await page.getByRole('button', { name: 'Delete Seed everywhere (2)' }).click();
  await expect(list(page).getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(list(page).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Delete Seed everywhere', exact: true }).click();
  await expect(list(other).getByRole('link')).toHaveText([/^Seed everywhere \(2\)/]);
  await page.reload();
  await expect(list(page).getByRole('listitem')).toHaveCount(1);
});

test('a search is shared as a link and as a file, which hold no key', async ({ page, context, gateway }, info) => {
  const key = await useOwnAccount(page, gateway, 100);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const paid = watchPaid(page);
  await page.goto('/deals?round=SEED&min=2000000');
  await save(page, 'Seed from 2M');
  await page.goto('/saved');
  await page.getByRole('button', { name: 'Copy link to Seed from 2M' }).click();
  await expect(page.getByText('Link to “Seed from 2M” copied.')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).not.toContain(key);
  const file = info.outputPath('searches.json');
  const exporting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Seed from 2M' }).click();
  await (await exporting).saveAs(file);
  expect(await readFile(file, 'utf8')).not.toContain(key);

  // What a person gets who has another account and nothing yet.
  const second = await useOwnAccount(page, gateway, 100);
  expect(second).not.toBe(key);
  await page.goto(link);
  await expect(page.getByLabel('Minimum size')).toHaveValue('2M');
  await expect(page.getByText('These results are not loaded yet')).toBeVisible();
  await page.goto('/saved');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect(page.getByText('No saved searches yet')).toBeVisible();
  await page.getByLabel('File of saved searches').setInputFiles(file);
  await expect(page.getByText('1 search added.')).toBeVisible();
  await list(page).getByRole('link', { name: 'Seed from 2M' }).click();
  await expect(page.getByLabel('Minimum size')).toHaveValue('2M');
  expect(paid).toHaveLength(0);
});

test('everything is exported without the key and restored for another one, and a file of something else is named', async ({
  page,
  gateway,
}, info) => {
  const key = await useOwnAccount(page, gateway, 100);
  await page.goto('/deals?round=SEED&min=2000000');
  await save(page, 'Seed from 2M');
  await page.goto('/settings');
  const everything = info.outputPath('everything.json');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as JSON' }).click();
  await (await saving).saveAs(everything);
  expect(await readFile(everything, 'utf8')).not.toContain(key);

  await useOwnAccount(page, gateway, 100);
  await page.goto('/saved');
  await page.getByLabel('File of saved searches').setInputFiles(everything);
  await expect(page.getByText('This file has no saved searches')).toBeVisible();
  await page.goto('/settings');
  const file = { name: 'searches.json', mimeType: 'application/json', buffer: Buffer.from('{"searches":[]}') };
  await page.getByLabel('Exported file').setInputFiles(file);
  await expect(page.getByText('This file is not an export of Fundscope.')).toBeVisible();
  for (const outcome of ['1 entry restored.', '0 entries restored.']) {
    await page.getByLabel('Exported file').setInputFiles(everything);
    await expect(page.getByText(outcome)).toBeVisible();
  }
  await page.getByRole('button', { name: 'Delete unlocked records' }).click();
  const sheet = page.getByRole('dialog', { name: 'Delete unlocked records' });
  await sheet.getByRole('textbox').fill('delete records');
  await page.keyboard.press('Enter');
  await expect(page.getByText('0 records deleted.')).toBeVisible();
  await page.goto('/saved');
  await expect(list(page).getByRole('link', { name: 'Seed from 2M' })).toHaveCount(1);
});

/** Makes an account one that has what another one has, as if it was loaded on the first of October. */
async function restoreAsOpenedEarlier(gateway: RunningGateway, from: string, to: string): Promise<void> {
  const headers = (key: string) => ({ Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' });
  const exported = await fetch(`${gateway.url}/workspace/export?format=json`, { headers: headers(from) });
  const { parts } = (await exported.json()) as { parts: { kind: string; items: Record<string, unknown>[] }[] };
  const earlier = { first_at: '2026-10-01T12:00:00Z', loaded_at: '2026-10-01T12:00:00Z' };
  for (const { kind, items } of parts) if (kind === 'searches') for (const item of items) Object.assign(item, earlier);
  const response = await fetch(`${gateway.url}/workspace/restore`, {
    method: 'POST',
    headers: headers(to),
    body: JSON.stringify({ parts }),
  });
  expect(response.status).toBe(200);
}

test('new rows of saved searches show by themselves where the service counts for free; elsewhere they are counted only on request, for at most one credit', async ({
  page,
  gateway,
}) => {
  const first = await useOwnAccount(page, gateway, 100);
  const paid = watchPaid(page);
  const check = page.getByRole('button', { name: 'Check for new, up to 1 credit' });
  await page.goto('/deals?round=SEED&rows=10');
  await search(page);
  await save(page, 'Seed');
  const priced = await hideFreeCounts(page);
  await page.goto('/saved');
  await check.hover();
  await page.reload();
  expect(paid).toHaveLength(1);
  await check.click();
  const today: unknown = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/);
  await expect(list(page)).toContainText('No rows added since');
  expect(paid[1]!.postDataJSON()).toMatchObject({
    input: { deal: { created_start: today }, page: 0, page_size: 1 },
    max_tenths: 10,
  });
  await expect.poll(() => readUsed(page)).toBe(10);

  await priced.dispose();
  await restoreAsOpenedEarlier(gateway, first, await useOwnAccount(page, gateway, 100));
  await page.goto('/');
  const found = page.locator('#main').getByText(/^[1-9][\d,]* new$/);
  await expect(found).toBeVisible();
  const count = (await found.innerText()).replace(' new', '');
  await expect(sidebar(page).getByRole('link')).toContainText(count);
  await page.getByRole('link', { name: 'Saved and history' }).click();
  await expect(list(page)).toContainText(`${count} new rows added since 1 Oct 2026, UTC`);
  await expect(page.getByRole('button', { name: /^Check/ })).toBeHidden();
  expect(paid).toHaveLength(2);

  await hideFreeCounts(page);
  await page.reload();
  await check.click();
  await expect(list(page)).toContainText(`${count} new rows added since 1 Oct 2026, UTC`);
  await expect(sidebar(page).getByRole('link')).toContainText(count);
  await expect.poll(() => readUsed(page)).toBe(1);
  await list(page)
    .getByRole('link', { name: /new rows?$/ })
    .click();
  await expect(page.getByText('These results are not loaded yet')).toBeVisible();
  await buy(page, page.getByRole('button', { name: /^Search, / }));
  await expect(heading(page)).toHaveText(new RegExp(`^${count} deals?$`));
});

test('the history lists every search with its cost, and opens each again free', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 200);
  const paid = watchPaid(page);
  const titles = new Map<string, string>();
  for (const [round, name] of [
    ['seed', 'Seed'],
    ['series a', 'Series A'],
  ] as const) {
    await page.goto('/deals?rows=10');
    await choose(page, 'Round type', round, name);
    await search(page);
    titles.set(`Deals: ${name}`, (await heading(page).textContent())!);
  }
  await loadMore(page, /^Load 10 more/);
  await expect(page.getByText(/^20 of [\d,]+ loaded/)).toBeVisible();
  await page.goto('/saved?view=history');
  const grid = page.getByRole('grid', { name: 'History' });
  await expect(grid.getByRole('row')).toHaveCount(3);
  const seriesA = grid.getByRole('row').filter({ hasText: 'Deals: Series A' });
  await expect(seriesA.getByRole('gridcell').last()).toHaveText('20');
  await expect(seriesA).toContainText(/20 of \d+/);
  for (const [question, title] of titles) {
    await grid.getByRole('gridcell').filter({ hasText: question }).first().focus();
    await page.keyboard.press('Enter');
    await expect(heading(page)).toHaveText(title);
    await page.goBack();
  }
  expect(paid).toHaveLength(3);
  await expect.poll(() => readUsed(page)).toBe(30);
});

test('saved searches and history are free of accessibility findings in both themes, wide and narrow', async ({
  page,
  gateway,
}) => {
  test.slow();
  await useOwnAccount(page, gateway, 100);
  await page.goto('/deals?round=SEED&rows=10');
  await search(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Save search' })).toBeVisible();
  await expectNoFinding(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await setMinimum(page, '2M');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await expectNoFinding(page);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/saved?view=history');
    await expect(page.getByText('Deals: Seed').first()).toBeVisible();
    await expectNoFinding(page);
    await page.getByRole('link', { name: 'Saved searches', exact: true }).click();
    await page.getByRole('button', { name: /^Rename/ }).click();
    await expectNoFinding(page);
    await page.keyboard.press('Escape');
  }
  await page.getByRole('button', { name: /^Delete/ }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await expectNoFinding(page);
});
