import { loadMore, openSpending, readUsed, search, useOwnAccount, watchPaid } from './deals-screen.ts';
import { expect, test } from './test.ts';

test.use({ ownContext: true });

const credits = { name: 'Credits' };

test('without browser storage the page works in its tab, and says so', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 1000);
  // As private windows of some browsers do.
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Storage is closed.', 'SecurityError');
    };
  });
  const paid = watchPaid(page);
  await page.goto('/deals?round=SEED&rows=10');
  await search(page);
  await expect.poll(() => readUsed(page)).toBe(10);
  await expect(page.getByRole('region', credits)).toContainText('Stored in this tab only');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('region', credits)).toContainText('in this tab only');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText('This browser does not store data for this page')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('grid')).toBeVisible();
  await openSpending(page);
  await page.getByLabel('Budget per session').fill('15');
  await page.getByRole('button', { name: 'Set' }).click();
  await page.keyboard.press('Escape');
  await loadMore(page, 'Load 10 more, up to 10 credits');
  await expect(page.getByRole('dialog', { name: 'Over budget' })).toContainText('5 credits of this session’s budget');
  expect(paid).toHaveLength(1);
});

test('a budget set before the account is known is kept, and so is text typed until then', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 100);
  let free: () => void = () => undefined;
  const freed = new Promise<void>((resolve) => (free = resolve));
  await page.route('**/config.json', async (route) => {
    await freed;
    await route.continue();
  });
  await page.goto('/settings', { waitUntil: 'domcontentloaded' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  const budget = page.getByLabel('Budget per session');
  await budget.fill('70');
  await page.getByRole('button', { name: 'Set' }).click();
  await budget.fill('75');
  free();
  await expect(page.getByRole('region', credits)).toContainText('70 left');
  await expect(budget).toHaveValue('75');
  await page.reload();
  await expect(page.getByRole('region', credits)).toContainText('70 left');
  await expect(budget).toHaveValue('70');
});

/** Writes to a database of its own, and says why that failed, or nothing. */
async function tryToStore(): Promise<string> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('probe');
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('rows', { autoIncrement: true }));
    opening.addEventListener('error', () => resolve(opening.error?.name ?? ''));
    opening.addEventListener('success', () => {
      const writing = opening.result.transaction('rows', 'readwrite');
      writing.objectStore('rows').add('x'.repeat(1000));
      const end = () => {
        opening.result.close();
        resolve(writing.error?.name ?? '');
      };
      writing.addEventListener('complete', end);
      writing.addEventListener('abort', end);
    });
  });
}

test('with full storage, unlocked records stay for the tab, and the page says so', async ({
  page,
  context,
  gateway,
}) => {
  test.slow();
  await useOwnAccount(page, gateway, 1000);
  await page.goto('/deals?round=SEED&rows=10');
  const { origin } = new URL(page.url());
  const session = await context.newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  // After a write Chromium takes the room that it saw then for granted, for half a minute.
  await expect.poll(() => page.evaluate(tryToStore), { timeout: 60_000 }).toBe('QuotaExceededError');
  await search(page);
  await expect(page.getByRole('region', credits)).toContainText('Stored in this tab only');
  await expect.poll(() => readUsed(page)).toBe(10);
  await loadMore(page, 'Load 10 more, up to 10 credits');
  await expect(page.getByText(/^20 of/)).toBeVisible();
  await expect.poll(() => readUsed(page)).toBe(20);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText('Storage on this device is full')).toBeVisible();
});
