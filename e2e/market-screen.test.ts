// In a browser: blocks are brushed, drawn and measured together.

import type { Locator, Page } from '@playwright/test';
import { expectNoFinding } from './axe.ts';
import { hideFreeCounts, useOwnAccount, watchPaid } from './deals-screen.ts';
import { expect, test } from './test.ts';
import { searchRound } from './workspace-api.ts';

const block = (page: Page, name: RegExp): Locator => page.getByRole('region', { name }).first();
const clock = (page: Page) => block(page, /^(Deals|Amount raised|Median round) by /);
const total = (page: Page) =>
  page
    .getByRole('banner')
    .or(page.locator('main'))
    .getByText(/^[\d,]+ (of [\d,]+ )?deals?$/);

/** A day on which the demo market had all of its deals. */
const known = '2026-11-19';

test('the market opens with a sentence whose figures lead to their deals, for free; a brush by keyboard narrows the other blocks, and Escape clears it', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 100);
  const paid = watchPaid(page);
  await page.goto(`/market?known=${known}`);
  await expect(clock(page)).toContainText(/^Deals by quarterQ3: [\d,]+ reported/);
  const deals = await total(page).first().innerText();

  const plot = page.getByRole('application', { name: 'Deals by quarter' });
  await plot.press('End');
  await plot.press('ArrowLeft');
  await plot.press('Shift+ArrowLeft');
  await expect(page).toHaveURL(/mark=days~2026-04-01~2026-09-30/);
  await expect(total(page).first()).toHaveText(new RegExp(`^[\\d,]+ of ${deals}$`));
  await expect(page.getByRole('button', { name: /^Keep as filters/ })).toBeVisible();
  await plot.press('Escape');
  await expect(page).not.toHaveURL(/mark=/);
  await expect(total(page).first()).toHaveText(deals);

  await clock(page)
    .getByRole('link', { name: /reported$/ })
    .click();
  await expect(page).toHaveURL(/\/deals\?from=2026-07-01&to=2026-09-30&added_to=2026-11-19/);
  expect(paid).toEqual([]);
});

test('no theme has an accessibility finding on the market', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 100);
  // A short question: axe reads each cell.
  await page.goto(`/market?known=${known}&from=2024-01-01&location=germany~COUNTRY~Germany&mark=stage~SEED`);
  await expect(clock(page)).toContainText('reported');
  await expect(
    block(page, /^Who leads/)
      .getByRole('row')
      .nth(1),
  ).toBeVisible();
  await expectNoFinding(page);
});

test('every block is also a table and a picture, and the day moves by keyboard', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 100);
  await page.goto(`/market?known=${known}`);
  await expect(clock(page)).toContainText('reported');
  await page.keyboard.press('[');
  await expect(page).toHaveURL(/known=2026-11-12/);
  await page.keyboard.press('t');
  const table = clock(page).getByRole('table', { name: 'Deals by quarter' });
  await expect(table.getByRole('row')).not.toHaveCount(1);
  await block(page, /^Graduation/)
    .getByRole('button', { name: 'Copy picture' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Copy picture' });
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save SVG' }).click();
  expect((await saving).suggestedFilename()).toMatch(/^graduation-.*\.svg$/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Back to today' }).click();
  await expect(page).not.toHaveURL(/known=/);
});

test('a stage, a cell and a lead can be selected, and a selection becomes filters', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 100);
  await page.goto(`/market?known=${known}`);
  await page
    .getByRole('list', { name: 'Stages' })
    .getByRole('button', { name: /^Seed / })
    .click();
  await expect(page).toHaveURL(/mark=stage~SEED/);
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/mark=/);
  await expect(block(page, /^Where/)).toHaveAttribute('aria-busy', 'false');
  const cell = page.getByRole('grid', { name: 'Deals by country and industry' }).getByRole('gridcell').first();
  await cell.press('Enter');
  await expect(cell).toHaveAttribute('aria-selected', 'true');
  await cell.press('Enter');
  await expect(page.getByRole('list', { name: 'Set filters' })).toContainText(/Location.*Industry/s);
  await expect(page).not.toHaveURL(/mark=/);
});

test('a block that did not load says so under its name, the others stay, and it is asked for again', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 100);
  let isBroken = true;
  await page.route('**/account/market', (route) =>
    isBroken && route.request().postData()?.includes('"clock"')
      ? route.fulfill({ status: 500, body: '{}' })
      : route.continue(),
  );
  await page.goto(`/market?known=${known}`);
  const alert = clock(page).getByRole('alert');
  await expect(alert).toContainText('These figures did not load.', { timeout: 20_000 });
  await expect(clock(page)).toContainText('Deals by quarter');
  await expect(clock(page)).not.toContainText('Reading the market');
  await expect(
    block(page, /^Who leads/)
      .getByRole('row')
      .nth(1),
  ).toBeVisible();
  isBroken = false;
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(clock(page)).toContainText('reported');
});

test('a question is saved under a name with its day and views, and opens again from the navigation', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 100);
  await page.goto(`/market?round=SEED&known=${known}&period=month`);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Save search' });
  await expect(dialog).toContainText('Market of deals: Seed without extensions; newest first');
  await dialog.getByLabel('Name', { exact: true }).fill('Seed by month');
  await page.keyboard.press('Enter');
  const saved = page.getByRole('banner').getByRole('link', { name: 'Seed by month' });
  await expect(saved).toHaveAttribute('aria-current', 'page');
  await page.keyboard.press('[');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Unsaved changes')).toBeHidden();
  await page.goto('/');
  await saved.click();
  await expect(page).toHaveURL(/round=SEED&known=2026-11-12&period=month&saved=/);
  await expect(clock(page)).toContainText('Deals by month');
});

test('in front of a hosted service the figures are from unlocked deals, and say so', async ({ page, gateway }) => {
  const key = await useOwnAccount(page, gateway, 100);
  await hideFreeCounts(page);
  await page.goto('/market?round=SEED');
  await expect(clock(page)).toContainText('No deals of this question are unlocked');
  await searchRound(gateway, key, 'SEED', 60);
  await expect(clock(page)).toContainText(/From 60 of [\d,]+ deals, all since \d/, { timeout: 15_000 });
  await expect(block(page, /^Who leads/)).toContainText(/From \d+ of [\d,]+ deals with unlocked investors/);
  await expect(block(page, /^Where/)).toContainText('This needs the companies of the deals');
  await expect(block(page, /^Graduation/)).toContainText('This needs every round of the companies');
});

test('a sentence that asks how a market is doing opens it with its filters', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 100);
  await page.goto('/');
  await page.getByRole('textbox', { name: /^Describe deals/ }).fill('How is seed in Germany doing?');
  await page.getByRole('button', { name: 'Show the market' }).click();
  await expect(page).toHaveURL(/\/market\?round=SEED&round=SEED~extension&location=germany/);
  await expect(page.getByRole('list', { name: 'Set filters' })).toContainText(/Seed.*Germany/s);
  await expect(clock(page)).toContainText('reported');
});
