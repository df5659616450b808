import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { choose, readLeft, readUsed, search, useOwnAccount, watchPaid } from './deals-screen.ts';
import { expect, type RunningGateway, test } from './test.ts';

/** Credits that the service itself says were used by the account of this test. */
const readBilled = async (gateway: RunningGateway, key: string, purchased: number): Promise<number> =>
  purchased - (await readLeft(gateway, key));

const ageOf = (page: Page) => page.getByText(/answered (just now|\d+ \w+ ago)/);
const heading = (page: Page) => page.getByRole('heading', { level: 1, name: /^[\d,]+ deals?$/ });

/** Presses Search for another day, and cancels when the budget does not cover it. */
async function tryAct(page: Page, day: string): Promise<void> {
  const cancel = page.getByRole('button', { name: 'Cancel, spend nothing' });
  await page.getByLabel('Announced from').fill(day);
  const sent = page.waitForRequest('**/api/v1/deals', { timeout: 60_000 }).then(() => false);
  const refused = cancel.waitFor({ timeout: 60_000 }).then(() => true);
  sent.catch(() => undefined);
  refused.catch(() => undefined);
  await page.getByRole('button', { name: 'Search' }).click();
  if (!(await Promise.race([sent, refused]))) return;
  await cancel.click();
  await expect(page.getByRole('alert')).toContainText('the budget of this session does not cover it');
}

async function expectNoFinding(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([]);
}

test('what was answered stands there after a reload, Back, a link and in a new tab, with its age, for nothing', async ({
  page,
  context,
  gateway,
}) => {
  const key = await useOwnAccount(page, gateway, 1000);
  await context.addInitScript((value) => localStorage.setItem('fundscope.key', value), key);
  const paid = watchPaid(page);
  await page.goto('/deals');
  await choose(page, 'Round type', 'seed', 'Seed');
  await search(page);
  const title = (await heading(page).textContent())!;
  await page.getByRole('button', { name: /^Company names, \d/ }).click();
  await expect(page.getByRole('button', { name: /^Company names/ })).toContainText('all bought');
  const used = await readUsed(page);
  expect(paid).toHaveLength(2);

  await page.reload();
  await expect(heading(page)).toHaveText(title);
  await expect(ageOf(page)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Company names/ })).toContainText('all bought');
  expect(await readUsed(page)).toBe(used);

  await page.getByRole('link', { name: 'Settings' }).hover();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.goBack();
  await expect(heading(page)).toHaveText(title);
  await page.evaluate(() => {
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('focus'));
  });
  await context.setOffline(true);
  await context.setOffline(false);
  await page.getByRole('grid').evaluate((grid) => grid.scrollTo({ top: 1e6 }));

  const other = await context.newPage();
  const paidThere = watchPaid(other);
  await other.goto(page.url());
  await expect(heading(other)).toHaveText(title);
  await expect(ageOf(other)).toBeVisible();
  expect(await readUsed(other)).toBe(used);
  await page.waitForTimeout(300);
  expect(paid).toHaveLength(2);
  expect(paidThere).toHaveLength(0);
  expect(await readBilled(gateway, key, 1000)).toBe(used);

  await page.getByRole('button', { name: 'Refresh, up to 25 credits' }).click();
  await expect.poll(() => paid.length).toBe(3);
});

test('a tab shows what another one bought meanwhile, and buys no id that the other owns', async ({
  context,
  page,
  gateway,
}) => {
  const key = await useOwnAccount(page, gateway, 1000);
  await context.addInitScript((value) => localStorage.setItem('fundscope.key', value), key);
  await page.goto('/deals?round=SEED');
  await search(page);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole('button', { name: /^Company names, \d/ })).toBeVisible();
  await page.getByRole('button', { name: /^Company names, \d/ }).click();
  await expect(other.getByRole('button', { name: /^Company names/ })).toContainText('all bought');
  expect(await readUsed(other)).toBe(await readUsed(page));
});

test.describe('offline', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a reload shows what is owned with its age, and nothing is sent', async ({ page, context, gateway }) => {
    await useOwnAccount(page, gateway, 1000);
    const paid = watchPaid(page);
    await page.goto('/deals?round=SEED');
    await search(page);
    const title = (await heading(page).textContent())!;
    await page.getByRole('gridcell').first().click();
    await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('Deal id');
    await page.keyboard.press('Escape');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect.poll(() => page.evaluate(async () => (await caches.match('/'))?.ok)).toBe(true);
    await page.reload();
    await context.setOffline(true);
    await page.reload();
    await expect(heading(page)).toHaveText(title);
    await expect(ageOf(page)).toBeVisible();
    await page.getByRole('gridcell').first().click();
    await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('Deal id');
    await page.getByRole('button', { name: 'Refresh, up to 25 credits' }).click();
    await expect(page.getByRole('alert')).toContainText('This device is offline');
    expect(paid).toHaveLength(1);
  });
});

test('twenty parallel acts in two tabs stay within the budget to the last credit', async ({
  page,
  context,
  gateway,
}) => {
  test.slow();
  const key = await useOwnAccount(page, gateway, 1000);
  await context.addInitScript((value) => localStorage.setItem('fundscope.key', value), key);
  await page.goto('/settings');
  await page.getByLabel('Budget of a session, in credits').fill('105');
  await page.getByRole('button', { name: 'Set' }).click();
  await expect(page.getByRole('region', { name: 'Credits' })).toContainText('105 left');
  const pages = [page, await context.newPage()];
  // Answers wait until every act was tried, so that all of them are under way at once.
  let free: () => void = () => undefined;
  const freed = new Promise<void>((resolve) => (free = resolve));
  await context.route('**/api/v1/deals', async (route) => {
    await freed;
    await route.continue();
  });
  for (const one of pages) await one.goto('/deals?rows=10');
  for (let act = 0; act < 10; act += 1) {
    await Promise.all(pages.map((one, index) => tryAct(one, `20${10 + act}-0${index + 1}-01`)));
  }
  free();
  await expect.poll(() => readUsed(page)).toBe(100);
  expect(await readBilled(gateway, key, 1000)).toBe(100);
});

test('what goes over the budget asks with the figures, and goes on when it is raised', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 1000);
  const paid = watchPaid(page);
  await page.goto('/deals?rows=500');
  await page.getByRole('button', { name: /^Budget/ }).click();
  await page.getByLabel('Budget of a session, in credits').fill('20');
  await page.getByRole('button', { name: 'Set' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Search' }).click();
  const dialog = page.getByRole('dialog', { name: 'This could go over the budget' });
  await expect(dialog).toContainText('This purchase, at most500');
  expect(paid).toHaveLength(0);
  await dialog.getByRole('button', { name: 'Raise it to 500 credits and go on' }).click();
  await expect(heading(page)).toBeVisible();
  expect(paid).toHaveLength(1);
  expect(await readUsed(page)).toBe(500);
});

test('a lost answer is fetched again by itself under the same key, and is charged once', async ({ page, gateway }) => {
  const key = await useOwnAccount(page, gateway, 1000);
  const paid = watchPaid(page);
  let lost = 0;
  await page.route('**/api/v1/deals', async (route) => {
    if (lost === 2) return route.continue();
    lost += 1;
    await route.fetch();
    return route.abort('connectionreset');
  });
  await page.goto('/deals');
  await search(page);
  expect(paid).toHaveLength(3);
  expect(new Set(paid.map((request) => request.headers()['idempotency-key'])).size).toBe(1);
  expect(await readUsed(page)).toBe(25);
  expect(await readBilled(gateway, key, 1000)).toBe(25);
});

test('an answer that stays lost is listed, and the same question is later free', async ({ page, gateway }) => {
  test.slow();
  const key = await useOwnAccount(page, gateway, 1000);
  await page.route('**/api/v1/deals', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.goto('/deals');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('alert')).toContainText('without a second charge', { timeout: 20_000 });
  await expect(page.getByRole('region', { name: 'Credits' })).toContainText('1 without an answer, perhaps charged');
  await page.unroute('**/api/v1/deals');
  await page.reload();
  await page.getByRole('button', { name: /^Budget/ }).click();
  const list = page.getByRole('region', { name: 'Without an answer' });
  await expect(list).toContainText('up to 25 credits');
  await list.getByRole('link', { name: 'Go to the question' }).click();
  await page.keyboard.press('Escape');
  await search(page);
  expect(await readUsed(page)).toBe(25);
  expect(await readBilled(gateway, key, 1000)).toBe(25);
  await expect(page.getByRole('region', { name: 'Credits' })).not.toContainText('perhaps charged');
});

test('a refusal for too many requests is counted down and goes on by itself', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 1000);
  const paid = watchPaid(page);
  await page.route(
    '**/api/v1/deals',
    (route) => route.fulfill({ status: 429, body: '{"error":{}}', headers: { 'Retry-After': '3' } }),
    { times: 1 },
  );
  await page.goto('/deals');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('It goes on by itself; nothing was charged.')).toBeVisible();
  await expect(heading(page)).toBeVisible();
  expect(paid).toHaveLength(2);
  expect(await readUsed(page)).toBe(25);
});

test('a backup brings back what was cleared', async ({ page, gateway }, info) => {
  await useOwnAccount(page, gateway, 1000);
  const paid = watchPaid(page);
  await page.goto('/deals?round=SEED');
  await search(page);
  const [address, title] = [page.url(), (await heading(page).textContent())!];
  await page.getByRole('link', { name: 'Settings' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save a backup' }).click();
  const file = info.outputPath('backup.json');
  await (await saved).saveAs(file);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByRole('button', { name: 'Clear them' }).click();
  await expect(page.getByText('All owned rows and answers are cleared from this device.')).toBeVisible();
  await page.goto(address);
  await expect(page.getByText('This question is not answered on this device')).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Backup file').setInputFiles(file);
  await expect(page.getByText('came from the backup')).toBeVisible();
  await page.goto(address);
  await expect(heading(page)).toHaveText(title);
  expect(paid).toHaveLength(1);
});

test('another key sees nothing of the first one until its rows are taken over', async ({ page, gateway }) => {
  await page.goto('/deals?round=SEED');
  await search(page);
  const [address, title] = [page.url(), (await heading(page).textContent())!];
  await useOwnAccount(page, gateway, 1000);
  await page.goto(address);
  await expect(page.getByText('This question is not answered on this device')).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Take over' }).click();
  await expect(page.getByText('Taken over.')).toBeVisible();
  await page.goto(address);
  await expect(heading(page)).toHaveText(title);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the popups of spending have no accessibility finding in the ${colorScheme} theme`, async ({
    page,
    gateway,
  }) => {
    await useOwnAccount(page, gateway, 1000);
    await page.emulateMedia({ colorScheme });
    await page.goto('/settings');
    await expect(page.getByRole('region', { name: 'Owned rows' })).toBeVisible();
    await page.getByLabel('Budget of a session, in credits').fill('5');
    await page.getByRole('button', { name: 'Set' }).click();
    await expectNoFinding(page);
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoFinding(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Budget/ }).click();
    await expect(page.getByRole('dialog', { name: 'Spending' })).toBeVisible();
    await expectNoFinding(page);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Deals' }).click();
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page.getByRole('dialog', { name: 'This could go over the budget' })).toBeVisible();
    await expectNoFinding(page);
  });
}
