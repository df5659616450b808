// In a browser: a virtualized table is scrolled from top to bottom and read as text.

import type { Page } from '@playwright/test';
import { type CrunchbaseFiles, findCrunchbaseFiles, readSourceRounds, type SourceRound } from './crunchbase-files.ts';
import { waitUntilIdle } from './deals-screen.ts';
import { type RunningGateway, expect, startGateway, test } from './test.ts';

/** What the analyst looks for, in the words of the source. */
const isWanted = (cells: Record<string, string>): boolean =>
  ['software', 'enterprise'].includes(cells['company_category_code'] ?? '') &&
  cells['company_state_code'] === 'CA' &&
  cells['funding_round_type'] === 'series-a' &&
  (cells['funded_at'] ?? '') >= '2012-01-01' &&
  (cells['funded_at'] ?? '') <= '2013-12-31';

test.describe('the main job', () => {
  let files: CrunchbaseFiles;
  let gateway: RunningGateway & { stop(): Promise<void> };
  test.beforeAll(async () => {
    test.setTimeout(180_000);
    files = await findCrunchbaseFiles(test.info().outputPath('export'));
    gateway = await startGateway('import', 'crunchbase-2013', files.folder, ...files.options);
  });
  test.afterAll(() => gateway.stop());

  test('finds every Series A round of Californian software companies of 2012 and 2013', async ({ page }) => {
    test.info().annotations.push({ type: 'data', description: files.name });
    process.stdout.write(`main job over ${files.name}\n`);
    const expected = await readSourceRounds(files, isWanted);
    await page.goto(`${gateway.url}/deals`);
    await fillSearch(page);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${expected.length} deals`);

    const deals = await readTable(page);
    expect(deals).toHaveLength(expected.length);
    expect(deals.map(({ day }) => day)).toEqual(
      deals
        .map(({ day }) => day)
        .toSorted()
        .toReversed(),
    );
    expect(countPerDay(deals)).toEqual(countPerDay(expected));

    await expect.poll(async () => listDays(await readTable(page)), { timeout: 20_000 }).toEqual(listDays(expected));
    // Own records are free on this machine.
    expect(await readCreditsLeft(gateway)).toBe(10_200);
  });
});

async function fillSearch(page: Page): Promise<void> {
  await pick(page, 'Round type', 'Series A', /^Series A( [\d,]+)?$/);
  await page.getByLabel('Announced from').fill('2012-01-01');
  await page.getByLabel('Announced to').fill('2013-12-31');
  await pick(page, 'Location', 'california', /^California.*state( [\d,]+)?$/i);
  await pick(page, 'Industry', 'software', /^Software.*super category( [\d,]+)?$/i);
  await page.getByLabel('First page').selectOption('500');
}

async function pick(page: Page, field: string, typed: string, option: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('combobox', { name: 'Type to find' }).fill(typed);
  await page.getByRole('option', { name: option }).click();
  await page.keyboard.press('Escape');
}

/** Every row of the virtualized table, scrolled through from top to bottom. */
async function readTable(page: Page): Promise<SourceRound[]> {
  const grid = page.getByRole('grid');
  await grid.evaluate((element) => element.scrollTo({ top: 0 }));
  const total = Number(await grid.getAttribute('aria-rowcount')) - 1;
  const rows = new Map<number, SourceRound>();
  for (let last = -1; rows.size < total && rows.size > last;) {
    last = rows.size;
    const seen = await grid.locator('[role=row][aria-rowindex]').evaluateAll((elements) =>
      elements.map((element) => ({
        index: Number(element.getAttribute('aria-rowindex')),
        // A name is a link; the cell has its initials and its domain, too.
        cells: [...element.querySelectorAll('[role=gridcell]')].map(
          (cell, at) => (at === 0 ? cell.querySelector('a') : cell)?.textContent ?? '',
        ),
      })),
    );
    for (const { index, cells } of seen) {
      const [company = '', , raised = '', day = ''] = cells;
      if (cells.length > 0) rows.set(index, { day: toIsoDay(day), company, raised });
    }
    await grid.evaluate((element) => element.scrollBy({ top: element.clientHeight * 0.7 }));
    await waitUntilIdle(page);
  }
  return [...rows.entries()].toSorted(([a], [b]) => a - b).map(([, row]) => row);
}

/** "3 Nov 2013" as "2013-11-03". */
const toIsoDay = (day: string): string => new Date(`${day.trim()} UTC`).toISOString().slice(0, 10);

function countPerDay(rounds: SourceRound[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { day } of rounds) counts[day] = (counts[day] ?? 0) + 1;
  return counts;
}

/** The companies of each day, in one order. */
function listDays(rounds: SourceRound[]): Record<string, string[]> {
  const days: Record<string, string[]> = {};
  for (const { day, company } of rounds) days[day] = [...(days[day] ?? []), company.trim()].toSorted();
  return days;
}

async function readCreditsLeft(from: RunningGateway): Promise<number> {
  const [account] = await from.listAccounts();
  return (account?.monthly_credits ?? 0) + (account?.purchased_credits ?? 0);
}
