// In a browser: a whole task is done as a person does it, up to the file.

import type { Download, Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { readFile } from 'node:fs/promises';
import { choose, openMore, readBody, readLeft, readUsed, search, useOwnAccount, watchPaid } from './deals-screen.ts';
import { demoToday } from './market.ts';
import { expect, type RunningGateway, startGateway, test as base } from './test.ts';

/** A market large enough for one sector of one region and for one week. */
const test = base.extend<object, { gateway: RunningGateway }>({
  gateway: [
    async ({}, use) => {
      const size = ['--companies', '6000', '--deals', '12000'];
      const gateway = await startGateway('demo', ...size, '--seed', '7', '--today', demoToday);
      await use(gateway);
      await gateway.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});
// One market for both journeys.
test.describe.configure({ mode: 'default' });

type ExportedFile = { rows: Record<string, string>[]; notes: string[] };

/** Exports the rows on screen as one CSV file with all columns and the search; answers with both. */
async function exportCsv(page: Page): Promise<ExportedFile> {
  const downloads: Download[] = [];
  page.on('download', (download) => downloads.push(download));
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Export \d+ (selected )?rows?, free$/ })).toBeFocused();
  await page.getByRole('radio', { name: /^All columns/ }).check();
  await page.getByRole('checkbox', { name: /^Search details/ }).check();
  await page.getByRole('button', { name: /^Export \d+ (selected )?rows?, free$/ }).press('Enter');
  await expect(page.getByText(/^\d+ rows? written to/)).toBeVisible();
  expect(downloads).toHaveLength(1);
  const text = await readFile(await downloads[0]!.path(), 'utf8');
  const notes = [...text.matchAll(/^\uFEFF?# (.*)\r$/gm)].map(([, note]) => note!);
  const rows = parse<Record<string, string>>(text, { bom: true, columns: true, comment: '#', comment_no_infix: true });
  await page.keyboard.press('Escape');
  return { rows, notes };
}

test('ten investors for a seed climate company in the Nordics are found, shortlisted by keyboard and exported', async ({
  page,
  gateway,
}) => {
  const key = await useOwnAccount(page, gateway, 1000);
  const paid = watchPaid(page);
  await page.goto('/investors');
  await choose(page, 'Invested in rounds', 'seed', 'Seed');
  await choose(page, 'Invested in industry', 'climate', 'Climate tech super category');
  await choose(page, 'Invested in companies from', 'nordics', 'Nordics region');
  await page.getByLabel('Order').selectOption('matching_deals');
  expect(paid).toHaveLength(0);
  await search(page);
  expect(readBody(paid[0])).toMatchObject({
    company_investments: { locations: ['nordics'], super_categories: ['climate-tech'] },
    sort_by: 'matching_deals',
  });

  const grid = page.getByRole('grid', { name: 'Investors' });
  const found = Number(await grid.getAttribute('aria-rowcount')) - 1;
  await grid.getByRole('gridcell').first().focus();
  await page.keyboard.press('Space');
  for (let row = 1; row < 10; row += 1) await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('s');
  await expect(page.getByText('Shortlisted: 10 investors.')).toBeVisible();
  const names = (await grid.locator('[role="gridcell"][data-at$=" 0"] a').allInnerTexts()).slice(0, 10);
  await page.getByRole('button', { name: 'Select none' }).click();
  await openMore(page, 'More actions');
  await page.getByLabel('Filter by status').selectOption('Shortlisted');
  await page.keyboard.press('Escape');
  await expect(grid).toHaveAttribute('aria-rowcount', '11');

  const { rows, notes } = await exportCsv(page);
  expect(rows.map(({ name }) => name)).toEqual(names);
  expect(rows.map(({ status }) => status)).toEqual(names.map(() => 'shortlist'));
  expect(notes).toEqual(
    expect.arrayContaining(['rows: 10', `rows_loaded: ${found}`, 'narrowed_by: ["status: shortlisted"]']),
  );
  expect(notes[0]).toMatch(/^query: .*Nordics/);
  expect(paid).toHaveLength(1);
  await expect.poll(() => readUsed(page)).toBe(found);
  expect(1000 - (await readLeft(gateway, key))).toBe(found);
});

test('this month’s Series A rounds in fintech are reviewed, passed ones hidden, and the rest exported', async ({
  page,
  gateway,
}) => {
  const key = await useOwnAccount(page, gateway, 100);
  await page.goto('/deals');
  await choose(page, 'Round type', 'series a', 'Series A');
  await choose(page, 'Industry', 'financial serv', 'Financial services super category');
  await page.getByLabel('Announced from').fill('2026-10-22');
  await page.getByLabel('Announced to').fill(demoToday);
  await search(page);
  const grid = page.getByRole('grid', { name: 'Deals' });
  const found = Number(await grid.getAttribute('aria-rowcount')) - 1;
  expect(found).toBeGreaterThan(1);

  await grid.getByRole('gridcell').first().focus();
  await page.keyboard.press('s');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await page.keyboard.press('u');
  await expect(page.getByText('Undone: 1 deal.')).toBeVisible();
  await page.keyboard.press('x');
  await openMore(page, 'More actions');
  await page.getByRole('button', { name: 'Hide passed' }).click();
  await expect(page.getByText('1 passed row hidden.')).toBeVisible();
  await expect(grid).toHaveAttribute('aria-rowcount', String(found));
  await page.reload();
  await expect(page.getByText('1 passed row hidden.')).toBeVisible();

  const { rows, notes } = await exportCsv(page);
  expect(rows).toHaveLength(found - 1);
  expect(rows[0]).toMatchObject({ status: 'shortlist', company_status: '' });
  expect(rows.every(({ round }) => round!.includes('Series A'))).toBe(true);
  expect(rows.every(({ announced_utc: day }) => day! >= '2026-10-22' && day! <= demoToday)).toBe(true);
  expect(notes).toEqual(
    expect.arrayContaining([`rows: ${found - 1}`, `rows_matching: ${found}`, 'narrowed_by: ["1 passed row hidden"]']),
  );
  await page.getByRole('button', { name: 'Show passed' }).click();
  await expect(grid).toHaveAttribute('aria-rowcount', String(found + 1));
  await expect.poll(() => readUsed(page)).toBe(found);
  expect(100 - (await readLeft(gateway, key))).toBe(found);
});
