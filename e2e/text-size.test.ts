// In a browser: texts are measured at twice their size.

import type { Page } from '@playwright/test';
import { search, useOwnAccount } from './deals-screen.ts';
import { expect, test } from './test.ts';

/** The texts of rows that reach out of their row, which then overlap another one or are cut off. */
const findOutside = (page: Page, rows: string) =>
  page.locator(rows).evaluateAll((found) =>
    found.flatMap((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return [...row.querySelectorAll('*')]
        .filter((part) => part.childElementCount === 0 && part.textContent !== '')
        .filter((part) => {
          const box = part.getBoundingClientRect();
          return box.width > 1 && (box.top < top - 1 || box.bottom > bottom + 1);
        })
        .map((part) => part.textContent);
    }),
  );

const readOverflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('with text at 200 %, rows at 1440 and 390 pixels hold their texts, and buttons are in view', async ({
  context,
  gateway,
}) => {
  const page = await context.newPage();
  await useOwnAccount(page, gateway, 1000);
  // Twice the usual size, as in the settings of the browser.
  const session = await context.newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  for (const screen of ['deals', 'companies', 'investors', 'people']) {
    await page.setViewportSize({ width: 1440, height: 844 });
    await page.goto(`/${screen}?rows=10`);
    await search(page);
    for (const [width, rows] of [
      [1440, '[data-row]'],
      [390, 'ul[aria-label] > li'],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await expect(page.locator(rows)).not.toHaveCount(0);
      const title = page.getByRole('heading', { level: 1, name: /\d/ });
      await expect(title).toBeVisible();
      expect(await title.evaluate((element) => getComputedStyle(element).fontSize)).toBe('30px');
      expect(await findOutside(page, rows)).toEqual([]);
      expect(await readOverflow(page)).toBe(0);
      const foot = page.getByRole('button', { name: /^(Unlock|Load)/ }).first();
      const { x, width: size } = (await foot.boundingBox())!;
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + size).toBeLessThanOrEqual(width);
    }
  }
});
