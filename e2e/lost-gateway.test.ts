// In a browser: a page goes on while its gateway or its network is gone.

import { search, watchPaid } from './deals-screen.ts';
import { startSecondGateway } from './second-gateway.ts';
import { expect, test } from './test.ts';

test.use({ ownContext: true });

test('a page whose gateway stops keeps what it shows and says so, and saves what was changed once it runs again', async ({
  page,
  gateway,
}) => {
  test.slow();
  const start = (port: string) => startSecondGateway({ FUNDSCOPE_DATA: gateway.dataDir, PORT: port });
  const first = await start('0');
  await page.goto(`${first.url}/deals?round=SEED&rows=10`);
  await search(page);
  await page.getByRole('gridcell').nth(1).focus();
  const paid = watchPaid(page);
  const lost = page.getByText('The gateway does not respond. Once it runs again');
  await first.stop();
  await expect(lost).toBeVisible();
  await page.keyboard.press('s');
  await expect(page.getByText('1 change is not saved.')).toBeVisible();
  await expect(page.locator('[data-row]')).toHaveCount(10);

  const second = await start(new URL(first.url).port);
  await expect(lost).toBeHidden();
  await expect(page.getByText('1 change is not saved.')).toBeHidden();
  await page.goto(`${second.url}/shortlist`);
  await expect(page.getByRole('region', { name: 'Shortlisted' }).getByRole('listitem')).toHaveCount(1);
  expect(paid).toEqual([]);
  await second.stop();
});

test('a page that goes offline says so at once, and no more once the device is online, free', async ({
  page,
  context,
}) => {
  await page.goto('/deals');
  await expect(page.getByRole('button', { name: /^Search, / })).toBeVisible();
  const paid = watchPaid(page);
  const line = page.getByText('This device is offline. Only what was loaded before is shown.');
  await context.setOffline(true);
  await expect(line).toBeVisible();
  await context.setOffline(false);
  await expect(line).toBeHidden();
  expect(paid).toEqual([]);
});

test('a page without a network stays connected to a gateway that responds', async ({ page, gateway }) => {
  await page.goto('/deals');
  await expect(page.getByRole('button', { name: /^Search, / })).toBeVisible();
  const checked = page.waitForResponse(`${gateway.url}/config.json`);
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { value: false });
    window.dispatchEvent(new Event('offline'));
  });
  await checked;
  await expect(page.getByText('This device is offline.')).toHaveCount(0);
});
