// In a browser: a table is sorted, dragged, grouped and sized by hand and by keys.

import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { readFile } from 'node:fs/promises';
import { readWorkbook } from '../src/testing/read-workbook.ts';
import { search, useOwnAccount, waitUntilIdle, watchPaid } from './deals-screen.ts';
import { expect, test } from './test.ts';

/** What a screen reader says of the cells of a column. */
const columnTexts = (page: Page, column: number) =>
  page.locator(`[role="gridcell"][data-at$=" ${column}"]`).evaluateAll((cells) =>
    cells.map((cell) => {
      const copy = cell.cloneNode(true) as Element;
      for (const hidden of copy.querySelectorAll('[aria-hidden]')) hidden.remove();
      return copy.textContent;
    }),
  );

/** "20 Nov 2026" as a day of a file. */
const toIsoDay = (day: string) => new Date(`${day.trim()} UTC`).toISOString().slice(0, 10);

test('the loaded rows are searched, sorted, selected and exported by keyboard, free', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 1000);
  const paid = watchPaid(page);
  await page.goto('/companies?rows=25');
  await search(page);
  const grid = page.getByRole('grid', { name: 'Companies' });
  await grid.getByRole('gridcell').first().focus();
  await page.keyboard.press('ArrowUp');
  await expect(grid.getByRole('columnheader', { name: 'Company' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(grid.getByRole('columnheader', { name: 'Company' })).toHaveAttribute('aria-sort', 'ascending');
  const names = await columnTexts(page, 0);
  const fold = (name: string) => name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  expect(names).toEqual(names.toSorted((a, b) => (fold(a) < fold(b) ? -1 : 1)));
  await expect(page.getByText('Only the loaded rows are sorted by this column.')).toBeVisible();

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.getByText('3 rows selected')).toBeVisible();
  await expect(grid.locator('[aria-selected="true"]')).toHaveCount(3);
  await page.getByRole('button', { name: 'Export selected', exact: true }).click();
  await page.getByRole('radio', { name: /^JSON/ }).check();
  await page.getByRole('radio', { name: /^All columns/ }).check();
  await page.getByRole('checkbox', { name: /^Search details/ }).check();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export 3 selected rows, free' }).click(),
  ]);
  await page.keyboard.press('Escape');
  const file = JSON.parse(await readFile(await download.path(), 'utf8')) as {
    manifest: { rows: number; rows_matching: number; query: string; credits_of_this_file: number };
    rows: { name: string }[];
  };
  expect(file.rows.map(({ name }) => name)).toEqual(names.slice(0, 3));
  expect(file.manifest).toMatchObject({ rows: 3, credits_of_this_file: 0 });
  expect(file.manifest.query).toContain('All companies');

  await page.getByRole('searchbox', { name: 'Find in the loaded rows' }).fill(names[5]!);
  await expect(page.getByText('1 of 25 loaded')).toBeVisible();
  await expect(grid).toHaveAttribute('aria-rowcount', '2');
  expect(paid).toHaveLength(1);
});

test('sort order and search text are in the URL, so Back and a reload restore them', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 1000);
  const paid = watchPaid(page);
  await page.goto('/companies?rows=25');
  await search(page);
  const head = page.getByRole('columnheader', { name: 'Company' });
  const found = page.getByText(/^\d+ of 25 loaded$/);
  await head.click();
  await head.click();
  await page.getByRole('searchbox', { name: 'Find in the loaded rows' }).fill('an ');
  await expect(page).toHaveURL(/arranged=[\w-]+~descending.*find=an\+/);
  const [names, count] = [await columnTexts(page, 0), await found.innerText()];
  const expectTheSame = async () => {
    await expect(head).toHaveAttribute('aria-sort', 'descending');
    await expect(found).toHaveText(count);
    await expect.poll(() => columnTexts(page, 0)).toEqual(names);
  };

  await page.getByRole('link', { name: 'Investors', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Investors' })).toBeVisible();
  await page.goBack();
  await expectTheSame();
  await page.reload();
  await expectTheSame();
  await page.getByRole('button', { name: 'Default order' }).click();
  await expect(page).not.toHaveURL(/arranged/);
  expect(paid).toHaveLength(1);
});

test('a file has the columns, order and rows on screen, in Excel with dates and amounts, or all columns on request', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 1000);
  await page.goto('/deals?rows=25');
  await search(page);
  await page.getByRole('button', { name: 'Columns' }).click();
  const sheet = page.getByRole('dialog', { name: 'Columns' });
  await sheet.getByRole('button', { name: 'Pin Raised' }).press('Enter');
  await sheet.getByRole('checkbox', { name: 'Location' }).uncheck();
  await page.keyboard.press('Escape');
  const heads = await page.getByRole('grid').getByRole('columnheader').allInnerTexts();
  expect(heads).not.toContain('Location');
  await page.getByRole('columnheader', { name: 'Announced' }).click();
  await expect(page.getByRole('columnheader', { name: 'Announced' })).toHaveAttribute('aria-sort', 'ascending');
  const at = heads.indexOf('Announced');
  const [raised, days] = [await columnTexts(page, 0), (await columnTexts(page, at)).map(toIsoDay)];
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const save = async (format: string) => {
    await page.getByRole('radio', { name: format }).check();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export 25 rows, free' }).click(),
    ]);
    return readFile(await download.path());
  };
  const read = (csv: Buffer) =>
    parse<Record<string, string>>(csv, { bom: true, columns: true, record_delimiter: '\r\n' });

  const rows = read(await save('CSV'));
  // Some of these rounds were paid in other currencies, which a column of its own says.
  const written = heads.flatMap((head) => (head === 'Raised' ? ['Raised (USD)', 'Raised (as paid)'] : head));
  expect(Object.keys(rows[0]!)).toEqual(written);
  expect(rows.some((row) => /^[A-Z]{3} \d+$/.test(row['Raised (as paid)']!))).toBe(true);
  expect(rows).toHaveLength(25);
  expect(rows.slice(0, days.length).map(({ Announced: day }) => day)).toEqual(days);
  expect(rows.every(({ Company: name }) => name !== '')).toBe(true);

  const [book, ...others] = readWorkbook(await save('XLSX'));
  expect(others).toEqual([]);
  const row = raised.findIndex((text) => text.startsWith('$'));
  const cells = book!.cells;
  expect(cells[`A${row + 2}`]).toEqual({ value: Number(rows[row]!['Raised (USD)']), format: '"$"#,##0' });
  const serial = (Date.parse(days[row]!) - Date.parse('1899-12-30')) / 86_400_000;
  expect(cells[`${String.fromCodePoint(65 + written.indexOf('Announced'))}${row + 2}`]).toEqual({
    value: serial,
    format: 'yyyy-mm-dd',
  });

  await page.getByRole('radio', { name: /^All columns/ }).check();
  const file = await save('CSV');
  await expect(page.getByText(/^25 rows written to deals-\d{4}-\d{2}-\d{2}\.csv$/)).toBeVisible();
  expect([...file.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const all = read(file);
  expect(all).toHaveLength(25);
  expect(all.every(({ company, announced_utc: day }) => company !== '' && /^\d{4}-\d{2}-\d{2}$/.test(day!))).toBe(true);
  const [first] = all;
  expect(first).toMatchObject({ announced_utc: days[0], company: rows[0]!['Company'] });
  expect(first!['deal_id']).toMatch(/^[\da-f-]{36}$/);
});

test('under the pointer a row has the buttons of its status, which open nothing; a column is dragged to another place, stays there after a reload, and F opens the filters by name', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 100);
  await page.goto('/deals?rows=10');
  await search(page);
  const row = page.locator('[data-row]').nth(2);
  await row.hover();
  await row.getByRole('button', { name: 'Shortlist' }).click();
  await page.getByRole('heading', { level: 1 }).hover();
  await expect(row.getByTitle('Shortlisted')).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Details' })).toBeHidden();

  const heads = page.getByRole('grid').getByRole('columnheader');
  await expect(heads.first()).toHaveText('Company');
  await heads.filter({ hasText: 'Raised' }).dragTo(heads.filter({ hasText: 'Company' }));
  await expect(heads.first()).toHaveText('Raised');
  await page.reload();
  await expect(heads.first()).toHaveText('Raised');
  await waitUntilIdle(page);
  await page.keyboard.press('f');
  await expect(page.getByRole('dialog', { name: 'Add filter' })).toBeVisible();
});

test.describe('on a touch tablet', () => {
  test.use({ ownContext: true, hasTouch: true, isMobile: true, viewport: { width: 1024, height: 768 } });

  test('every row shows the box that selects it', async ({ page, gateway }) => {
    await useOwnAccount(page, gateway, 100);
    await page.goto('/deals?rows=10');
    await search(page);
    const row = page.locator('[data-row]').nth(2);
    const box = row.locator('[data-checkbox]');
    expect(await box.evaluate((cell) => getComputedStyle(cell, '::before').content)).toBe('""');
    await box.tap();
    await expect(row).toHaveAttribute('aria-selected', 'true');
  });
});

test('pinned columns and row height are stored per screen', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 1000);
  await page.goto('/companies?rows=10');
  await search(page);
  await page.getByRole('button', { name: 'Columns' }).click();
  const sheet = page.getByRole('dialog', { name: 'Columns' });
  await sheet.getByRole('button', { name: 'Pin Total raised' }).press('Enter');
  await sheet.getByRole('radio', { name: 'Roomy' }).check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('grid').getByRole('columnheader').first()).toHaveText('Total raised');
  expect((await page.locator('[data-row]').first().boundingBox())!.height).toBe(44);
  await page.reload();
  await expect(page.getByRole('grid').getByRole('columnheader').first()).toHaveText('Total raised');
  await page.goto('/investors?rows=10');
  await search(page);
  expect((await page.locator('[data-row]').first().boundingBox())!.height).toBe(36);
});

test('companies, investors and people work on a phone', async ({ page, gateway }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await useOwnAccount(page, gateway, 1000);
  for (const [path, list] of [
    ['/companies', 'Companies'],
    ['/investors', 'Investors'],
    ['/people', 'People'],
  ] as const) {
    await page.goto(`${path}?rows=10`);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page
      .getByRole('dialog', { name: 'Filters' })
      .getByRole('button', { name: /^Search/ })
      .click();
    await expect(page.getByRole('list', { name: list })).toBeVisible();
    await page.getByRole('list', { name: list }).getByRole('button').first().click();
    await expect(page.getByRole('dialog').getByText(/ id$/)).toBeVisible();
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  }
});

test('loaded rows are grouped by stage, free, and the keys pass over the heads of groups', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 1000);
  const paid = watchPaid(page);
  await page.goto('/deals?rows=50');
  await search(page);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByLabel('Group by').selectOption('Stage');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/group=stage/);
  const heads = page.locator('[data-group]');
  await expect(heads.first()).toContainText(/^(Pre-seed|Seed)\d+$/);
  const grid = page.getByRole('grid', { name: 'Deals' });
  await grid.getByRole('gridcell').and(page.locator('[data-at^="0 "]')).first().focus();
  for (let row = 1; row < 20; row += 1) {
    await page.keyboard.press('ArrowDown');
    await expect(page.locator(`[data-at="${row} 0"]`)).toBeFocused();
  }
  await page.reload();
  await expect(heads.first()).toContainText(/^(Pre-seed|Seed)\d+$/);
  expect(paid).toHaveLength(1);
});

for (const { name, id, kind } of [
  { name: 'companies', id: 'company_id', kind: 'company' },
  { name: 'people', id: 'person_id', kind: 'person' },
]) {
  test(`a CRM gets the ${name} that were added since a day, in a file that its importer takes`, async ({
    page,
    gateway,
  }) => {
    const key = await useOwnAccount(page, gateway, 1000);
    await page.goto(`/${name}?rows=25`);
    await search(page);
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const save = async (button: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: button, exact: true }).click(),
      ]);
      return readFile(await download.path(), 'utf8');
    };
    await page.getByRole('radio', { name: /^JSON/ }).check();
    await page.getByRole('radio', { name: /^All columns/ }).check();
    const all = JSON.parse(await save('Export 25 rows, free')) as { rows: Record<string, string>[] };
    const response = await fetch(`${gateway.url}/account/sources`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ kind, ids: all.rows.map((row) => row[id]) }),
    });
    const { data } = (await response.json()) as { data: { records: { id: string; added_at: string }[] } };
    const days = data.records.map(({ added_at }) => added_at.slice(0, 10)).toSorted();
    const since = days[15]!;
    const expected = data.records.filter(({ added_at }) => added_at.slice(0, 10) >= since);
    expect(expected.length).toBeLessThan(25);

    await page.getByRole('radio', { name: /^CRM/ }).check();
    await page.getByLabel('CRM', { exact: true }).last().selectOption('HubSpot');
    const field = page.getByRole('textbox', { name: `Only ${name} added since` });
    await field.fill(since);
    await field.press('Tab');
    await expect(page.getByText(new RegExp(`^${expected.length} of 25 loaded rows; added since`))).toBeVisible();
    const rows = parse<Record<string, string>>(await save(`Export ${expected.length} rows, free`), { columns: true });
    expect(rows).toHaveLength(expected.length);
    expect(new Set(rows.map((row) => row['Fundscope ID']))).toEqual(new Set(expected.map(({ id: own }) => own)));
    await expect(page.getByText(/written to .+ Import it in HubSpot\.$/)).toBeVisible();
  });
}
