// In a browser: a chart is drawn, dragged over and saved as a picture.

import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { buy, hideFreeCounts, openMore, readLeft, readUsed, search, useOwnAccount, watchPaid } from './deals-screen.ts';
import { expect, test } from './test.ts';

const figure = (page: Page) => page.getByRole('figure', { name: /by (month|round type)$/ });
const rowsOf = async (page: Page) => Number(await page.getByRole('grid').getAttribute('aria-rowcount')) - 1;

/** The table twin as figures: the sum of each bar, and what is not known of it, by its name. */
async function readChartTable(page: Page): Promise<Map<string, { known: number; unknown: number }>> {
  const lines = await figure(page).getByRole('table').getByRole('row').allInnerTexts();
  const cells = lines.slice(1).map((line) => line.split('\t'));
  return new Map(
    cells.map((line) => [
      line[0]!,
      { known: Number(line.at(-2)!.replace(',', '')) || 0, unknown: Number(line.at(-1)!.replace(',', '')) },
    ]),
  );
}

async function savePicture(page: Page, format: 'PNG' | 'SVG'): Promise<Buffer> {
  await figure(page).getByRole('button', { name: 'Picture' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Save as ${format}` }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^deals-by-month-\d{4}-\d\d-\d\d\.(png|svg)$/);
  return readFile(await download.path());
}

test('a chart filters the table by keyboard and drag, says what is not loaded, and is saved, free', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 1000);
  const paid = watchPaid(page);
  await page.goto('/deals?rows=100');
  await search(page);
  const total = Number((await page.getByRole('heading', { level: 1 }).innerText()).replace(/\D/g, ''));
  await openMore(page, 'More actions');
  await page.getByRole('button', { name: 'Chart', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(figure(page)).toContainText(`100 of ${total.toLocaleString('en-US')} deals loaded, newest first.`);
  await page.getByRole('button', { name: 'Show as table' }).click();
  const twin = await readChartTable(page);
  const names = [...twin.keys()];
  expect(twin.get('Older, not loaded')).toEqual({ known: 0, unknown: total - 100 });
  expect([...twin.values()].reduce((sum, { known }) => sum + known, 0)).toBe(100);
  await page.getByRole('button', { name: 'Show as table' }).click();

  const chart = page.getByRole('application', { name: 'Deals by month' });
  await chart.press('End');
  const last = twin.get(names.at(-1)!)!.known;
  await expect(chart.getByRole('status')).toContainText(`${names.at(-1)}: ${last}`);
  await chart.press('Shift+ArrowLeft');
  const both = last + twin.get(names.at(-2)!)!.known;
  await expect(
    page.getByText(`${names.at(-2)} to ${names.at(-1)}: ${both} of 100 loaded deals in the table.`),
  ).toBeVisible();
  await expect.poll(() => rowsOf(page)).toBe(both);
  await page.reload();
  await expect(page.getByText(`${both} of 100 loaded deals in the table.`)).toBeVisible();
  await expect.poll(() => rowsOf(page)).toBe(both);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '101');

  const { x, y, width } = (await chart.boundingBox())!;
  await page.mouse.move(x + width - 20, y + 60);
  await page.mouse.down();
  await page.mouse.move(x + width - 40, y + 60);
  await page.mouse.up();
  await expect(page.getByText(`${names.at(-1)}: ${last} of 100 loaded deals in the table.`)).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();

  expect((await savePicture(page, 'PNG')).subarray(1, 4).toString()).toBe('PNG');
  const svg = (await savePicture(page, 'SVG')).toString();
  expect(svg).toContain('>Deals by month</text>');
  expect(svg).toContain('deals loaded, newest first.');
  expect(svg).toMatch(/Fundscope, \d{4}-\d\d-\d\d, days and times in UTC/);
  expect(svg).not.toContain('var(');
  expect(paid).toHaveLength(1);
});

test('where a service counts for free, activity is shown at once', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 100);
  const paid = watchPaid(page);
  await page.goto('/deals?rows=10&from=2026-03-01&to=2026-08-31&chart=activity&span=8-quarters&run=1');
  await buy(page, page.getByRole('button', { name: /^Search, / }));
  await page.getByRole('button', { name: 'Show as table' }).click();
  const quarters = page.getByRole('figure', { name: 'Activity by quarter' }).getByRole('table');
  const heading = await page.getByRole('heading', { level: 1 }).innerText();
  const readCounts = async () => {
    const lines = await quarters.getByRole('row').allInnerTexts();
    return lines.slice(1).map((line) => Number(line.split('\t').at(-1)));
  };
  await expect
    .poll(async () => (await readCounts()).reduce((sum, count) => sum + count, 0))
    .toBe(Number(heading.replace(/\D/g, '')));
  expect(await readCounts()).toHaveLength(3);
  await expect(page.getByRole('button', { name: /^Count/ })).toBeHidden();
  expect(paid).toHaveLength(1);
});

test('activity costs at most one row per period, can be stopped, and later loads only the rest', async ({
  page,
  gateway,
}) => {
  const key = await useOwnAccount(page, gateway, 1000);
  await hideFreeCounts(page);
  const paid = watchPaid(page);
  await page.goto('/deals?rows=10&from=2026-03-01&to=2026-08-31&chart=activity&run=1');
  await buy(page, page.getByRole('button', { name: /^Search, / }));
  const run = page.getByRole('button', { name: /^Count 6 periods, up to 6 credits$/ });
  await expect(run).toBeVisible();
  expect(paid).toHaveLength(1);
  // The third answer waits, so that there is something to stop.
  let letOn: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => (letOn = resolve));
  let requests = 0;
  await page.route('**/workspace/requests', async (route) => {
    requests += 1;
    if (requests > 2) await stopped;
    await route.continue();
  });
  await run.click();
  await expect(page.getByText('2 of 6 periods counted')).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  letOn();
  const rest = page.getByRole('button', { name: /^Count \d periods?, up to \d credits?$/ });
  await expect(rest).toBeVisible();
  const counted = paid.length - 1;
  expect(counted).toBeLessThan(6);

  await page.reload();
  await expect(page.getByText(`${counted} of 6 periods counted`)).toBeVisible();
  await rest.click();
  await expect(page.getByText('6 of 6 periods counted')).toBeVisible();
  expect(paid).toHaveLength(7);
  const figures = page.getByRole('figure', { name: 'Activity by month' });
  await page.getByRole('button', { name: 'Show as table' }).click();
  const lines = await figures.getByRole('table').getByRole('row').allInnerTexts();
  const counts = lines.slice(1).map((line) => Number(line.split('\t').at(-1)));
  const heading = await page.getByRole('heading', { level: 1 }).innerText();
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(Number(heading.replace(/\D/g, '')));
  await expect.poll(() => readUsed(page)).toBe(16);
  // A new account begins with 200 credits of its own.
  expect(await readLeft(gateway, key)).toBe(1000 - 16);
});
