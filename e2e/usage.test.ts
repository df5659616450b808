// In a browser: random presses are compared with the ledger on the screen.

import type { Download, Page } from '@playwright/test';
import fc from 'fast-check';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { transformWithOxc } from 'vite';
import { expectNoFinding } from './axe.ts';
import {
  buy,
  choose,
  closeFilters,
  hideFreeCounts,
  loadMore,
  openFilters,
  openMore,
  search,
  spendElsewhere,
  useOwnAccount,
  waitForBills,
  watchPaid,
} from './deals-screen.ts';
import { type RunningGateway, expect, fetchRoute, test } from './test.ts';

const run = promisify(execFile);

/** Credits that the service itself took from the account of this test. */
async function readTaken(gateway: RunningGateway, key: string, purchased: number): Promise<number> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ identifiers: { deal_ids: ['00000000-0000-4000-8000-000000000000'] }, page_size: 1 });
  const answer = await fetch(`${gateway.url}/api/v1/deals`, { method: 'POST', headers, body });
  return Math.round((purchased - Number(answer.headers.get('X-Credits-Remaining'))) * 10) / 10;
}

const sum = (page: Page) => page.getByText(/^Total [\d,.]+ credits?$/);

/** The sum that the ledger shows, in credits. */
async function readSum(page: Page): Promise<number> {
  await expect(sum(page)).toBeVisible();
  return Number.parseFloat((await sum(page).textContent())!.replaceAll(/[^\d.]/g, ''));
}

async function readFileOf(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8');
}

/** Acts of a journey; each ends when the page rests again. */
const acts = {
  async search(page: Page, day: string) {
    await openFilters(page);
    await page.getByLabel('Announced from').fill(day);
    await press(page, /^Search, /);
  },
  async count(page: Page, day: string) {
    await openFilters(page);
    await page.getByLabel('Announced from').fill(day);
    await press(page, /^Count, /);
  },
  async more(page: Page) {
    await press(page, /^Load \d+ more/);
  },
  async names(page: Page) {
    await press(page, /^Unlock details, /);
  },
  async details(page: Page) {
    const cell = page.getByRole('gridcell').first();
    if (!(await cell.isVisible())) return;
    await cell.click();
    await press(page, /^Articles/);
    await page.keyboard.press('Escape');
  },
  async refresh(page: Page) {
    await press(page, /^Refresh/);
  },
  /** The response is lost on its way to the page, and its rows come all the same. */
  async lost(page: Page, day: string) {
    await page.route(
      /\/workspace\/searches$/,
      async (route) => {
        await fetchRoute(route);
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await acts.search(page, day);
    await expect(page.getByRole('grid').or(page.getByRole('alert'))).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole('alert').filter({ hasText: 'You may have been charged' })).toBeHidden({
      timeout: 20_000,
    });
  },
};

/** Presses a button if it is there and enabled, and waits until nothing is under way. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name, exact: typeof name === 'string' }).first();
  if (!(await button.isVisible()) || (await button.getAttribute('aria-disabled')) === 'true') return;
  await button.click();
  if (await page.getByRole('dialog', { name: 'Filters' }).isVisible()) await closeFilters(page);
  await expect(page.getByRole('region', { name: 'Results' })).toHaveAttribute('aria-busy', 'false');
  await expect(page.locator('.animate-spin')).toHaveCount(0, { timeout: 20_000 });
}

const drawnAct = fc.record({
  act: fc.constantFrom(...(Object.keys(acts) as (keyof typeof acts)[])),
  day: fc.integer({ min: 1, max: 28 }).map((day) => `2026-10-${String(day).padStart(2, '0')}`),
});

test('after random actions the total of Usage equals what the service charged, exactly', async ({
  page,
  gateway,
}, info) => {
  test.slow();
  // So few that the last actions are rejected for lack of credits.
  const key = await useOwnAccount(page, gateway, 160);
  await hideFreeCounts(page);
  const paid = watchPaid(page);
  await page.goto('/deals?rows=10');
  await page.getByRole('combobox', { name: 'Investors', exact: true }).click();
  await page.keyboard.type('ridge');
  await buy(page, page.getByRole('button', { name: /^Search “/ }));
  await page.keyboard.press('Escape');
  for (const { act, day } of fc.sample(drawnAct, { seed: 20_261_122, numRuns: 24 })) await acts[act](page, day);
  await acts.count(page, '2026-10-30');
  await page.getByRole('link', { name: 'Usage' }).click();
  await expect(page.getByRole('grid', { name: 'Calls' })).toBeVisible();
  await expect.poll(async () => (await readSum(page)) - (await readTaken(gateway, key, 160))).toBe(0);
  const taken = await readTaken(gateway, key, 160);
  expect(taken).toBeGreaterThan(100);
  expect(taken % 1).not.toBe(0);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const lines = (await readFileOf(await downloading)).split('\r\n').slice(0, -1);
  await info.attach('ledger.csv', { body: lines.join('\n') });
  const billed = lines.slice(1).map((line) => Number(/,(?:GET|POST),.*?,1,[\d.]+,([\d.]+),/.exec(line)?.[1] ?? 0));
  expect(Math.round(billed.reduce((total, one) => total + one, 0) * 10) / 10).toBe(taken);
  expect(paid.length).toBeGreaterThan(10);
});

test('calls are grouped by request, and filtered by day and outcome', async ({ page, gateway }) => {
  const key = await useOwnAccount(page, gateway, 90);
  await page.goto('/deals?round=SEED&rows=10');
  await search(page);
  await loadMore(page, /^Load 10 more/);
  await expect(page.getByText(/^20 of [\d,]+ loaded/)).toBeVisible();
  await choose(page, 'Location', 'california', 'California, United States state');
  await closeFilters(page);
  await openMore(page, 'More actions');
  await page.getByRole('button', { name: /^Refresh/ }).click();
  await expect(page.getByText(/^10 of [\d,]+ loaded/)).toBeVisible();
  await waitForBills(page);
  await page.goto('/deals?round=SERIES_A&rows=50&run=1');
  await openFilters(page);
  await expect(page.getByRole('region', { name: 'Credits' })).toContainText('60 credits left');
  await spendElsewhere(page, gateway, key, 50);
  await buy(page, page.getByRole('button', { name: /^Search, / }));
  await expect(page.getByRole('alert')).toContainText('Not enough credits');
  await page.goto('/usage');
  const grid = page.getByRole('grid', { name: 'Calls' });
  const question = grid.getByRole('row').filter({ hasText: 'Deals: Seed' });
  await expect(question).toContainText('3 calls');
  await expect(question.getByRole('gridcell').nth(3)).toHaveText('30');
  await expect(question.getByRole('gridcell').nth(4)).toHaveText('30');
  await expect(question.getByRole('gridcell').nth(5)).toHaveText('10');
  await question.getByRole('gridcell').first().focus();
  await page.keyboard.press('Enter');
  await expect(grid.getByRole('row').filter({ hasText: 'Rows 11 to 20' })).toHaveCount(1);
  await expect(grid.getByRole('row').filter({ hasText: 'Rows 1 to 10' })).toHaveCount(2);

  await page.getByRole('combobox', { name: 'Outcome' }).selectOption('Rejected');
  await expect(grid.getByRole('row')).toHaveCount(2);
  await expect(grid).toContainText('Deals: Series A');
  expect(await readSum(page)).toBe(0);
  await page.getByRole('combobox', { name: 'Outcome' }).selectOption('All outcomes');
  await page.getByLabel('Day, UTC').selectOption({ index: 1 });
  expect(await readSum(page)).toBe(30);
  await page.goto('/usage?day=2020-01-01');
  await expect(page.getByText('No calls match these filters')).toBeVisible();
});

test('the inspector shows request and response, and its three copies return the same rows', async ({
  page,
  context,
  gateway,
}) => {
  test.slow();
  const key = await useOwnAccount(page, gateway, 100);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/deals?round=SEED&rows=10&location=california-united-states~STATE~California');
  await search(page);
  await page.goto('/usage');
  await page.getByRole('gridcell').filter({ hasText: 'Deals: Seed' }).click();
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await expect(inspector).toBeFocused();
  expect(page.url()).toContain('open=');
  await expect(inspector.getByLabel('Body of the request')).toHaveValue(/"california-united-states"/);
  const shown = JSON.parse(await inspector.getByLabel('Response as JSON').inputValue()) as { id: string }[];
  const ids = shown.map(({ id }) => id);
  expect(ids).toHaveLength(10);

  const folder = await mkdtemp(join(tmpdir(), 'fundscope-copies-'));
  const env = { PATH: process.env['PATH'], FUNDSCOPE_KEY: key };
  const copy = async (name: string): Promise<string> => {
    await inspector.getByRole('radio', { name }).check();
    await inspector.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect(inspector).toContainText('Copied.');
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text).toBe(await inspector.getByLabel(`The request as ${name}`).inputValue());
    expect(text).not.toContain(key);
    return text;
  };
  try {
    const curl = await run('bash', ['-c', await copy('cURL')], { env });
    expect(collectIds(JSON.parse(curl.stdout) as Answer)).toEqual(ids);

    await writeFile(join(folder, 'copy.mjs'), await copy('fetch'));
    const fetched = await run(process.execPath, [join(folder, 'copy.mjs')], { env });
    expect(collectIds(JSON.parse(fetched.stdout) as Answer)).toEqual(ids);

    await writeFile(join(folder, 'typed.ts'), await copy('TypeScript'));
    const tsc = join(import.meta.dirname, '../node_modules/.bin/tsc');
    const options = ['--noEmit', '--strict', '--target', 'es2023', '--lib', 'es2023,dom', '--module', 'esnext'];
    await run(tsc, [...options, 'typed.ts'], { cwd: folder });
    const { code } = await transformWithOxc(await readFile(join(folder, 'typed.ts'), 'utf8'), 'typed.ts');
    await writeFile(join(folder, 'typed.mjs'), code);
    const typed = await run(process.execPath, [join(folder, 'typed.mjs')], { env });
    expect(collectIds(JSON.parse(typed.stdout) as Answer)).toEqual(ids);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await inspector.press('Escape');
  await expect(inspector).toBeHidden();
  await expect(page.getByRole('gridcell').filter({ hasText: 'Deals: Seed' })).toBeFocused();
});

type Answer = { data: { deals: { id: string }[] }; meta: object };
const collectIds = ({ data }: Answer): string[] => data.deals.map(({ id }) => id);

test('the ledger and its inspector are free of accessibility findings in both themes, wide and narrow', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 100);
  await page.goto('/usage');
  await expect(page.getByText('No calls yet')).toBeVisible();
  await expectNoFinding(page);
  await page.goto('/deals?round=SEED&rows=10');
  await search(page);
  await page.getByRole('link', { name: 'Usage' }).click();
  await page.getByRole('gridcell').filter({ hasText: 'Deals: Seed' }).click();
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toBeVisible();
  await expectNoFinding(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('dialog', { name: 'Inspector' })).toBeVisible();
  await expectNoFinding(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('list', { name: 'Calls' })).toBeVisible();
  await expectNoFinding(page);
});
