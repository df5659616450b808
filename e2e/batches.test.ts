// In a browser: a page loads on while it is cancelled, reloaded and limited, and saves a file.

import { parse } from 'csv-parse/sync';
import { readFile } from 'node:fs/promises';
import { buy, openMore, openSpending, readLeft, readUsed, search, useOwnAccount, watchPaid } from './deals-screen.ts';
import { expect, test } from './test.ts';

const toNumber = (text: string | null) => Number(/[\d,]+/.exec(text ?? '')![0].replaceAll(',', ''));

test('the remaining rows load page by page, survive cancel, reload and rate limit, and export completely', async ({
  page,
  gateway,
}) => {
  const key = await useOwnAccount(page, gateway, 2000);
  const paid = watchPaid(page);
  await page.goto('/deals?round=SEED&round=SERIES_A');
  await search(page);
  const total = toNumber(await page.getByRole('heading', { level: 1 }).textContent());
  await openMore(page, 'More ways to load');
  const rest = page.getByRole('button', { name: /^Load the remaining [\d,]+, up to [\d,]+ credits$/ });
  await expect(rest).toHaveText(new RegExp(`${(total - 25).toLocaleString('en-US')} credits$`));

  // The third page waits, so that it is under way when the person cancels.
  let free: () => void = () => undefined;
  const freed = new Promise<void>((resolve) => (free = resolve));
  await page.route('**/workspace/searches/*/more', async (route) => {
    if (paid.length === 4) await freed;
    await route.continue();
  });
  await openSpending(page);
  await page.getByLabel('Budget per session').fill('');
  await page.getByRole('button', { name: 'Set' }).click();
  await page.keyboard.press('Escape');
  await openMore(page, 'More ways to load');
  await rest.click();
  // Asked once, about all of it.
  await page.getByRole('button', { name: `Spend up to ${(total - 25).toLocaleString('en-US')} credits` }).click();
  await expect(page.getByText(/^2 of \d+ pages, 100 of [\d,]+ rows$/)).toBeVisible();
  await expect.poll(() => paid.length).toBe(4);
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Stopping after this page' })).toBeVisible();
  free();
  await expect(page.getByText(/^Stopped after 3 of \d+ pages; loaded rows are unlocked/)).toBeVisible();
  await expect.poll(() => readUsed(page)).toBe(200);
  expect(2000 - (await readLeft(gateway, key))).toBe(200);
  await page.unroute('**/workspace/searches/*/more');
  await page.reload();
  await expect(page.getByText(`200 of ${total.toLocaleString('en-US')} loaded.`)).toBeVisible();
  expect(paid).toHaveLength(4);

  await page.route(
    '**/workspace/searches/*/more',
    (route) => route.fulfill({ status: 429, body: '{"error":{}}', headers: { 'Retry-After': '2' } }),
    { times: 1 },
  );
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Export' });
  await sheet.getByRole('radio', { name: /^All columns/ }).check();
  await buy(page, sheet.getByRole('button', { name: /^Load [\d,]+ more and export/ }));
  const downloading = page.waitForEvent('download');
  await expect(sheet.getByText('Paused: too many requests this minute.')).toBeVisible();
  const rows = parse<Record<string, string>>(await readFile(await (await downloading).path(), 'utf8'), {
    bom: true,
    columns: true,
  });
  await expect(sheet.getByText(`${total.toLocaleString('en-US')} rows written to`)).toBeVisible();
  expect(new Set(rows.map(({ deal_id: id }) => id)).size).toBe(total);
  expect(rows).toHaveLength(total);
  await page.keyboard.press('Escape');
  await expect.poll(() => readUsed(page)).toBe(total);
  expect(2000 - (await readLeft(gateway, key))).toBe(total);
});
