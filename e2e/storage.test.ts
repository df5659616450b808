// In a browser: a browser that stores nothing still shows everything.

import { search } from './deals-screen.ts';
import { expect, test } from './test.ts';

test.use({ ownContext: true });

test('without browser storage everything works, and a reload shows the rows that the gateway has', async ({ page }) => {
  // As where a person blocks the data of sites.
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    }
  });
  const crashes: string[] = [];
  page.on('pageerror', ({ message }) => crashes.push(message));
  await page.goto('/deals?round=SEED&rows=10');
  await search(page);
  const names = await page.getByRole('gridcell').allInnerTexts();
  await page.reload();
  await expect.poll(() => page.getByRole('gridcell').allInnerTexts()).toEqual(names);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('radio', { name: 'Dark' }).check();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(crashes).toEqual([]);
});
