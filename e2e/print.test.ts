// In a browser: styles for print apply.

import { search, useOwnAccount } from './deals-screen.ts';
import { expect, test } from './test.ts';

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
