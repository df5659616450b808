// In a browser: cards of a search are dragged from status to status.

import { expectNoFinding } from './axe.ts';
import { search, useOwnAccount, watchPaid } from './deals-screen.ts';
import { expect, test } from './test.ts';

test('one search is a table, a board and a chart at one address, without a request', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 100);
  await page.goto('/deals?rows=25');
  await search(page);
  const paid = watchPaid(page);
  const shapes = page.getByRole('group', { name: 'Show as' });
  await shapes.getByRole('button', { name: 'Board' }).click();
  await expect(page.getByRole('grid')).toBeHidden();
  await expect(page.getByRole('region', { name: 'Seed', exact: true }).getByRole('listitem').first()).toContainText(
    '$',
  );
  await expect(page).toHaveURL(/shape=board/);
  await expectNoFinding(page);
  await page.keyboard.press('b');
  await expect(page.getByRole('figure', { name: 'Deals by month' })).toBeVisible();
  await page.keyboard.press('b');
  await expect(page.getByRole('grid', { name: 'Deals' })).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(shapes.getByRole('button', { name: 'Board' })).toHaveAttribute('aria-pressed', 'true');
  expect(paid).toHaveLength(0);
});

test('investors are a board by usual round, people one by role', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 200);
  for (const [address, column] of [
    ['/investors?rows=10&sort=total_deals', 'Seed and pre-seed'],
    ['/people?rows=10&type=investor', /^(Investor|Angel)$/],
  ] as const) {
    await page.goto(address);
    await search(page);
    await page.keyboard.press('b');
    const card = page.getByRole('region', { name: column }).first().getByRole('listitem').first();
    await expect(card).toContainText(/\d+ deals?/);
    await card.getByRole('button').first().press('s');
    await page.getByRole('group', { name: 'Columns by' }).getByRole('button', { name: 'Status' }).click();
    await expect(page.getByRole('region', { name: 'Shortlisted' }).getByRole('listitem')).toHaveCount(1);
    await expectNoFinding(page);
  }
});

test('on the board by status a card is dragged or moved by keyboard, and that is undone', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 100);
  await page.goto('/companies?rows=10');
  await search(page);
  await page.keyboard.press('b');
  await page.getByRole('group', { name: 'Columns by' }).getByRole('button', { name: 'Status' }).click();
  const none = page.getByRole('region', { name: 'No status' });
  const shortlisted = page.getByRole('region', { name: 'Shortlisted' });
  const passed = page.getByRole('region', { name: 'Passed' });
  await none.getByRole('listitem').first().dragTo(passed);
  await expect(page.getByText('Passed: 1 company.')).toBeVisible();
  await expect(passed.getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(none.getByRole('listitem')).toHaveCount(10);
  const card = none.getByRole('listitem').first().getByRole('button').first();
  const name = (await card.innerText()).split('\n')[0]!;
  await card.focus();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(shortlisted.getByRole('listitem').getByRole('button').first()).toBeFocused();
  await expect(shortlisted).toContainText(name);
  await page.keyboard.press('u');
  await expect(none.getByRole('listitem')).toHaveCount(10);
});
