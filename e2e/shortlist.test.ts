// In a browser: cards are dragged, moved by keys and measured.

import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Locator, Page } from '@playwright/test';
import { expectNoFinding } from './axe.ts';
import { expectBelow, search, useOwnAccount, watchPaid } from './deals-screen.ts';
import { expect, type RunningGateway, test } from './test.ts';
import { markDeal, searchRound } from './workspace-api.ts';

const findColumn = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const listCards = (page: Page, name: string) => findColumn(page, name).getByRole('listitem');

/** Opens a shortlist of the first three deals of a search, where the fourth is passed on. */
async function openDecided(page: Page, gateway: RunningGateway): Promise<void> {
  const key = await useOwnAccount(page, gateway, 100);
  const ids = await searchRound(gateway, key, 'SEED', 4);
  for (const [at, id] of ids.entries()) await markDeal(gateway, key, id, { status: at < 3 ? 'shortlist' : 'pass' });
  await page.goto('/shortlist');
  await expect(listCards(page, 'Shortlisted')).toHaveCount(3);
  await expect(listCards(page, 'Passed')).toHaveCount(1);
  await expect(page.getByText('Loading the name')).toHaveCount(0);
}

const moveMenu = (page: Page) => page.getByRole('dialog', { name: /^Move / });
const readOrder = async (page: Page) => listCards(page, 'Shortlisted').locator('[data-open]').allInnerTexts();

test('cards move between stages and places by mouse, keys and menu, a move is undone, and nothing is paid', async ({
  page,
  gateway,
}) => {
  const paid = watchPaid(page);
  await openDecided(page, gateway);
  const first = listCards(page, 'Shortlisted').first();
  const name = await first.locator('[data-open]').innerText();
  await first.locator('[data-open]').focus();
  await page.keyboard.press('3');
  await expect(listCards(page, 'Contacted')).toContainText([name]);
  await expect(listCards(page, 'Contacted').locator('[data-open]')).toBeFocused();
  await page.keyboard.press('u');
  await expect(listCards(page, 'Shortlisted')).toHaveCount(3);
  await expect(first.locator('[data-open]')).toBeFocused();
  await page.keyboard.press('j');
  await expect(listCards(page, 'Shortlisted').nth(1).locator('[data-open]')).toBeFocused();
  await page.keyboard.press('k');
  await expect(first.locator('[data-open]')).toBeFocused();

  await listCards(page, 'Shortlisted').first().dragTo(findColumn(page, 'To review'));
  await expect(listCards(page, 'To review')).toHaveCount(1);
  await page.reload();
  await expect(listCards(page, 'To review')).toHaveCount(1);

  await listCards(page, 'To review').locator('[data-open]').focus();
  await page.keyboard.press('m');
  await expect(moveMenu(page)).toBeVisible();
  await moveMenu(page).getByRole('button', { name: 'Contacted' }).click();
  await expect(listCards(page, 'Contacted')).toHaveCount(1);

  const before = await readOrder(page);
  await listCards(page, 'Shortlisted').first().locator('[data-open]').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(() => readOrder(page)).toEqual(before.toReversed());
  await page.reload();
  await expect.poll(() => readOrder(page)).toEqual(before.toReversed());
  expect(paid).toHaveLength(0);
});

test('the selected rows of the table move in one step, which one press undoes', async ({ page, gateway }) => {
  await openDecided(page, gateway);
  const before = await readOrder(page);
  await page.getByRole('button', { name: 'Table' }).click();
  const grid = page.getByRole('grid', { name: 'Shortlist' });
  // Columns that no row fills would take the width of the names.
  await expect(grid.getByRole('columnheader', { name: 'Updated' })).toBeVisible();
  await expect(grid.getByRole('columnheader', { name: /^(Owner|Next step|Date|Note)$/ })).toHaveCount(0);
  await grid.locator('[data-row] [data-at]').first().focus();
  await page.keyboard.press('3');
  await expect(page.getByText(': Contacted.')).toBeVisible();
  await page.keyboard.press('u');
  await expect(page.getByText('Undone.')).toBeVisible();
  await grid.locator('[data-row] [data-at]').first().focus();
  for (const key of ['Space', 'Shift+ArrowDown', 'Shift+ArrowDown']) await page.keyboard.press(key);
  const bar = page.getByRole('group', { name: 'Selected rows' });
  await expect(bar).toContainText('3 rows selected');
  await bar.getByRole('button', { name: 'Move' }).press('Enter');
  await page.getByRole('dialog', { name: 'Move 3 rows' }).getByRole('button', { name: 'Passed' }).press('Enter');
  await expect(page.getByText('3 items: Passed.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(page.getByText('Undone.')).toBeVisible();
  await bar.getByRole('button', { name: 'Move' }).press('Enter');
  await page
    .getByRole('dialog', { name: 'Move 3 rows' })
    .getByRole('button', { name: /^Remove/ })
    .press('Enter');
  await expect(page.getByText('3 items are removed.')).toBeVisible();
  await expect(bar).toBeHidden();
  // What had the focus is gone.
  const shortlist = page.getByRole('region', { name: 'Shortlist', exact: true });
  await expect(shortlist).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(shortlist).toBeFocused();
  await page.getByRole('button', { name: 'Board' }).press('Enter');
  await expect.poll(() => readOrder(page)).toEqual(before);
});

test('on a phone, where the stages are below each other, a move keeps the place', async ({ page, gateway }) => {
  await openDecided(page, gateway);
  await page.setViewportSize({ width: 390, height: 500 });
  await listCards(page, 'Shortlisted')
    .first()
    .getByRole('button', { name: /^Move / })
    .click();
  await moveMenu(page).getByRole('button', { name: 'Passed' }).click();
  await expect(listCards(page, 'Passed')).toHaveCount(2);
  await expect(findColumn(page, 'Passed')).not.toBeInViewport();
});

test('the selected investors of the shortlist are compared, free, and are still selected after Back and a reload', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 100);
  await page.goto('/investors?rows=10');
  await search(page);
  const paid = watchPaid(page);
  await page.getByRole('gridcell').first().focus();
  for (const key of ['s', 'ArrowDown', 's']) await page.keyboard.press(key);
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Shortlist' }).click();
  await page.getByRole('button', { name: 'Table' }).click();
  await page.locator('[data-row] [data-at]').first().focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('link', { name: 'Compare 2' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Compare 2 investors' })).toBeVisible();
  // The link is gone with its screen; the keyboard continues in the next one.
  await expect(page.getByRole('main')).toBeFocused();
  await page.goBack();
  await expect(page.getByText('2 rows selected')).toBeVisible();
  await page.reload();
  await expect(page.getByText('2 rows selected')).toBeVisible();
  // Only deals and companies have a round.
  await expect(page.getByRole('columnheader', { name: 'Amount' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Round' })).toHaveCount(0);
  expect(paid).toHaveLength(0);
});

/** Adds a stage of one’s own. Returns the sheet, which is open. */
async function addStage(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Stages' }).click();
  const sheet = page.getByRole('dialog', { name: 'Stages' });
  await sheet.getByLabel('Name of a new stage').fill(name);
  await page.keyboard.press('Enter');
  await expect(sheet.getByLabel(`Name of ${name}`)).toBeVisible();
  return sheet;
}

test('a stage of one’s own is added and renamed, and an open card moves into view', async ({ page, gateway }) => {
  await openDecided(page, gateway);
  const sheet = await addStage(page, 'Diligence');
  await sheet.getByLabel('Name of Diligence').fill('Due diligence');
  await page.keyboard.press('Enter');
  const name = sheet.getByLabel('Name of Due diligence');
  await expect(name).toBeFocused();
  // Escape cancels a rename, and only then closes the stages.
  await name.fill('Done');
  await page.keyboard.press('Escape');
  await expect(name).toHaveValue('Due diligence');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);

  // The details take the place of the last columns; an open card there moves into view.
  const panel = page.getByRole('complementary', { name: 'Details' });
  const passed = listCards(page, 'Passed').first();
  await passed.locator('[data-open]').click();
  await expect(panel).toBeVisible();
  const readEnd = async () => {
    const { x, width } = (await passed.boundingBox())!;
    return x + width;
  };
  expect(await readEnd()).toBeLessThanOrEqual((await panel.boundingBox())!.x);
});

test('stage, owner, next step, day and note are kept, filtered and exported', async ({ page, gateway }) => {
  await openDecided(page, gateway);
  await addStage(page, 'Due diligence');
  await page.keyboard.press('Escape');
  const panel = page.getByRole('complementary', { name: 'Details' });
  await listCards(page, 'Shortlisted').first().locator('[data-open]').click();
  await panel.getByLabel('Stage').selectOption('Due diligence');
  await panel.getByLabel('Owner').fill('Ana');
  await panel.getByLabel('Next step').fill('Call the founder');
  await panel.getByLabel('Date', { exact: true }).fill('2026-11-25');
  // Tags that were not confirmed are kept too.
  await panel.getByLabel('Tags').fill('Hardware');
  await panel.getByLabel('Note').fill('Ask about the order book.');
  await panel.getByLabel('Tags').fill('Berlin');
  await page.keyboard.press('Escape');
  const card = listCards(page, 'Due diligence');
  await expect(card).toContainText('hardware');
  await expect(card).toContainText('berlin');
  for (const text of ['Ana', 'Call the founder', '25 Nov 2026', 'Ask about the order book.']) {
    await expect(card).toContainText(text);
  }
  await page.reload();
  await expect(card).toContainText('Call the founder');

  // The stages of the file follow each other as on screen, whatever was changed last.
  const readExport = async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    return parse<Record<string, string>>(text, { bom: true, columns: true, record_delimiter: '\r\n' });
  };
  const exported = (await readExport()).map((row) => row['stage']);
  expect(exported).toEqual(['Shortlisted', 'Shortlisted', 'Due diligence', 'Passed']);

  await page.getByLabel('Owner').selectOption('Ana');
  await expect(page).toHaveURL(/owner=Ana/);
  await expect(page.locator('[data-card]')).toHaveCount(1);

  await page.getByRole('button', { name: 'Table' }).click();
  await expect(page.getByRole('grid', { name: 'Shortlist' })).toContainText('Due diligence');
  await expect(page.getByRole('columnheader', { name: 'Next step' })).toBeVisible();
  const [row, ...others] = await readExport();
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    type: 'deal',
    stage: 'Due diligence',
    owner: 'Ana',
    next_step: 'Call the founder',
    date_utc: '2026-11-25',
    note: 'Ask about the order book.',
  });
});

test('the shortlist is free of accessibility findings in both themes, wide and narrow, with its sheets open', async ({
  page,
  gateway,
}) => {
  test.slow();
  await openDecided(page, gateway);
  for (const [view, record] of [
    ['Board', 'listitem'],
    ['Table', 'gridcell'],
  ] as const) {
    await page.getByRole('button', { name: view }).click();
    await expect(page.getByRole('main').getByRole(record).first()).toBeVisible();
    await expectNoFinding(page);
  }
  for (const [button, sheet] of [
    ['Stages', 'Stages'],
    ['Add', 'Add to the shortlist'],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByRole('dialog', { name: sheet })).toBeVisible();
    await expectNoFinding(page);
    await page.keyboard.press('Escape');
  }
  await page.getByRole('button', { name: 'Board' }).click();
  await listCards(page, 'Shortlisted').first().locator('[data-open]').click();
  await expect(page.getByRole('complementary', { name: 'Details' })).toBeVisible();
  await expectNoFinding(page);
  await page.keyboard.press('Escape');
  // So low that the cards need more than the window has.
  await page.setViewportSize({ width: 390, height: 480 });
  await expect(listCards(page, 'Shortlisted')).toHaveCount(3);
  await expectBelow(page.getByRole('group', { name: 'Type' }), page.getByRole('button', { name: 'Add', exact: true }));
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectNoFinding(page);
});

test('an empty shortlist says how to fill it, and leads to the import of lists', async ({ page }) => {
  await page.goto('/shortlist');
  await expect(page.getByText('Nothing on your shortlist yet')).toBeVisible();
  await page.getByRole('link', { name: 'Import' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Import lists' })).toBeVisible();
});
