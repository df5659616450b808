// In a browser: bars in the heads of a table are dragged over and selected by keyboard.

import { dealsHeading, hideFreeCounts, search, useKey, useOwnAccount, watchPaid } from './deals-screen.ts';
import { expect, test } from './test.ts';

test('dragging over the sizes in a head searches them where that is free, and Back undoes it', async ({
  page,
  gateway,
}) => {
  const { key } = await gateway.createAccount({ name: 'free', plan: 'FREE', purchased: 0, unmetered: true });
  await useKey(page, key);
  await page.goto('/deals?run=1');
  const all = await dealsHeading(page).innerText();
  const raised = page.getByRole('columnheader', { name: 'Raised' });
  await expect(raised).toHaveAccessibleDescription(new RegExp(`^Of ${all}: Under \\$1M [\\d,]+, \\$1–5M`));
  const { x, y, width } = (await raised.locator('[data-bars]').boundingBox())!;
  await page.mouse.move(x + width * 0.15, y + 8);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.3, y + 12, { steps: 3 });
  const label = await raised.getByRole('status').innerText();
  expect(label).toMatch(new RegExp(`^\\$1–5M to \\$5–10M: [\\d,]+ of ${all}$`));
  await page.mouse.up();
  const found = /: ([\d,]+) of/.exec(label)![1]!;
  await expect(page.getByRole('heading', { level: 1, name: `${found} deals` })).toBeVisible();
  await expect(page).toHaveURL(/min=1000000&max=9999999/);
  await expect(raised).toHaveAccessibleDescription(new RegExp(`^Of ${all}`));
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: all })).toBeVisible();
});

test('where rows cost credits a range by keyboard only fills the form, and says that it counts loaded rows', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 100);
  await hideFreeCounts(page);
  const paid = watchPaid(page);
  await page.goto('/deals?rows=25');
  await search(page);
  await page.getByRole('gridcell').first().focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const raised = page.getByRole('columnheader', { name: 'Raised' });
  await expect(raised).toBeFocused();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(raised.getByRole('status')).toHaveText(/^\$1–5M to \$5–10M: \d+ of 25 loaded deals$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Set filters' })).toContainText('Round size$1M to $9,999,999(changed)');
  await expect(raised).toBeFocused();
  await expect(raised).not.toHaveAttribute('aria-sort');
  await page.keyboard.press('Delete');
  await expect(page.getByRole('list', { name: 'Set filters' })).toBeHidden();
  expect(paid).toHaveLength(1);
});

test('a range of loaded rows by keyboard narrows them, without a request', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 100);
  const paid = watchPaid(page);
  await page.goto('/companies?rows=25');
  await search(page);
  const raised = page.getByRole('columnheader', { name: 'Total raised' });
  await expect(raised).toHaveAccessibleDescription(/^Of 25 loaded companies: Under \$1M \d+, /);
  await page.getByRole('gridcell').first().focus();
  await page.keyboard.press('ArrowUp');
  while (!(await raised.evaluate((head) => head === document.activeElement))) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(raised.getByRole('status')).toHaveText(/^Under \$1M: \d+ of 25 loaded companies$/);
  const count = /: (\d+) of/.exec(await raised.getByRole('status').innerText())![1]!;
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${count} of 25 loaded rows shown.`)).toBeVisible();
  await expect(page).toHaveURL(/range=raised%7E0%7E999999|range=raised~0~999999/);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '26');
  expect(paid).toHaveLength(1);
});

test('the first press on an amount sorts the largest first, and offers the largest of all', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 100);
  const paid = watchPaid(page);
  await page.goto('/deals?rows=25');
  await search(page);
  const raised = page.getByRole('columnheader', { name: 'Raised' });
  await raised.getByText('Raised').click();
  await expect(raised).toHaveAttribute('aria-sort', 'descending');
  const all = (await dealsHeading(page).innerText()).replace(' deals', '');
  await page.getByRole('button', { name: `Largest of all ${all}` }).click();
  await expect(page.getByRole('button', { name: /^Search, up to 25 credits$/ })).toBeVisible();
  expect(paid).toHaveLength(1);
});
