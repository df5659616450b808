// In a browser: styles for print apply.

import { search, useOwnAccount } from './deals-screen.ts';
import { expect, test } from './test.ts';

test('a printed profile has its facts, without controls', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 100);
  await page.goto('/investors?rows=10&sort=total_deals');
  await search(page);
  await page.getByRole('grid').getByRole('link').first().click();
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Who leads the next rounds' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(main.getByRole('heading', { name: 'Who leads the next rounds' })).toBeVisible();
  for (const name of ['Shortlist', 'Pass', 'Routes', 'Show as table', 'Refresh this investor']) {
    await expect(main.getByRole('button', { name })).toBeHidden();
  }
  await expect(main.getByRole('group', { name: 'Stage' })).toBeHidden();
  await expect(main.getByRole('heading', { name: 'Your notes' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
});

test('a printed search says what was searched and has its rows and totals, without controls', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 100);
  await page.goto('/deals?min=1000000&rows=10');
  await search(page);
  await page.emulateMedia({ media: 'print' });
  const main = page.getByRole('main');
  await expect(main.getByText('Deals: raised at least $1M; newest first.')).toBeVisible();
  await expect(main.getByRole('grid', { name: 'Deals' }).getByRole('row')).toHaveCount(11);
  await expect(main.getByText('10 loaded deals')).toBeVisible();
  for (const name of ['Filters', 'Export', 'More actions', 'Hide the chart']) {
    await expect(main.getByRole('button', { name })).toBeHidden();
  }
  await page.emulateMedia({ media: 'screen' });
});
