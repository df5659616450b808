// In a browser: a card appears where the pointer rests.

import { expectNoFinding } from './axe.ts';
import { search, unlockDetails, useOwnAccount, watchPaid } from './deals-screen.ts';
import { expect, test } from './test.ts';

test('a name shows its card to pointer and keyboard, free, moves nothing, and Escape hides only the card', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 1000);
  await page.goto('/deals?rows=10');
  await search(page);
  await unlockDetails(page);
  const paid = watchPaid(page);
  const link = page.getByRole('gridcell').getByRole('link').first();
  const name = await link.innerText();
  const card = page.getByRole('status', { name: 'Preview' });
  const before = await link.boundingBox();
  await link.hover();
  await expect(card).toContainText(name);
  await expect(card).toContainText('Raised');
  expect(await link.boundingBox()).toEqual(before);
  await card.getByText('Raised').hover();
  await expect(card).toContainText(name);
  await page.mouse.move(5, 5);
  await expect(card).toBeEmpty();

  const cell = page.getByRole('gridcell').first();
  await cell.press('Enter');
  const details = page.getByRole('complementary').filter({ hasText: 'Copy deal id' });
  await expect(details).toBeVisible();
  await cell.press('Shift+F10');
  await expect(card).toContainText(name);
  await expectNoFinding(page);
  await page.keyboard.press('Escape');
  await expect(card).toBeEmpty();
  await expect(details).toBeVisible();
  await expect(cell).toBeFocused();
  expect(paid).toHaveLength(0);
});
