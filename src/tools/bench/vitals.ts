import type { Browser, Page } from '@playwright/test';

/** Largest contentful paint in milliseconds, and the sum of all layout shifts. */
export interface Visit {
  screen: string;
  lcp_ms: number;
  cls: number;
}

/** The slowest response to one kind of interaction, in the browser's milliseconds. */
export interface Interaction {
  name: string;
  inp_ms: number;
}

/** CPU throttling factor. */
const slowdown = 4;

/** Runs in the page. */
const observe = `
  globalThis.vitals = { lcp: 0, cls: 0, events: [] };
  const watch = (type, take, more) => new PerformanceObserver((list) => list.getEntries().forEach(take))
    .observe({ type, buffered: true, ...more });
  watch('largest-contentful-paint', (entry) => { vitals.lcp = entry.startTime; });
  watch('layout-shift', (entry) => { if (!entry.hadRecentInput) vitals.cls += entry.value; });
  watch('event', (entry) => { if (entry.interactionId) vitals.events.push(entry.duration); }, { durationThreshold: 16 });
`;

async function openPage(browser: Browser, url: string): Promise<Page> {
  const viewport = { width: 1440, height: 900 };
  const context = await browser.newContext({ baseURL: url, viewport, timezoneId: 'UTC', serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.addInitScript(observe);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return page;
}

const screens = [
  '/deals',
  '/companies',
  '/investors',
  '/people',
  '/alerts',
  '/compare',
  '/saved',
  '/usage',
  '/settings',
];

/** Visits every screen with an empty cache, and the deals again with unlocked rows. */
export async function measureVisits(browser: Browser, url: string): Promise<Visit[]> {
  const visits: Visit[] = [];
  for (const screen of screens) {
    const page = await openPage(browser, url);
    visits.push(await visit(page, screen, screen));
    await page.context().close();
  }
  const page = await openPage(browser, url);
  const deals = '/deals?rows=100';
  await page.goto(deals);
  await search(page);
  visits.push(await visit(page, page.url(), '/deals, 100 unlocked rows'));
  await page.context().close();
  return visits;
}

async function visit(page: Page, address: string, screen: string): Promise<Visit> {
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction('vitals.lcp > 0');
  await page.waitForTimeout(1000);
  const read = 'vitals';
  const { lcp, cls } = await page.evaluate<{ lcp: number; cls: number }>(read);
  return { screen, lcp_ms: Math.round(lcp), cls: Math.round(cls * 10_000) / 10_000 };
}

async function search(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Search, / }).click();
  const row = page.locator('[data-row]').first();
  const confirm = page.getByRole('button', { name: /^Spend up to / });
  await row.or(confirm).first().waitFor();
  if (await confirm.isVisible()) await confirm.click();
  await row.waitFor();
}

/** Types, sorts and opens panels on a full table, and measures the slowest of each. */
export async function measureInteractions(browser: Browser, url: string): Promise<Interaction[]> {
  const page = await openPage(browser, url);
  await page.goto('/deals?rows=500');
  await search(page);
  await page.waitForTimeout(1000);
  const measured: Interaction[] = [];
  const measure = async (name: string, act: () => Promise<void>) => {
    await page.evaluate('void (vitals.events = [])');
    await act();
    await page.waitForTimeout(600);
    const events = await page.evaluate<number[]>('vitals.events');
    // The browser does not report interactions under 16 ms.
    measured.push({ name, inp_ms: Math.max(16, ...events) });
  };
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page.getByPlaceholder('From').first().waitFor();
  await measure('typing in a filter', async () => {
    await page.getByPlaceholder('From').first().pressSequentially('2026-01-01', { delay: 120 });
    await page.getByPlaceholder('From').first().fill('');
  });
  await page.keyboard.press('Escape');
  await measure('typing to find in 500 rows', () =>
    page.getByRole('searchbox').first().pressSequentially('seed', { delay: 200 }),
  );
  await page.getByRole('searchbox').first().fill('');
  await measure('sorting 500 rows', async () => {
    for (const name of [/^Raised/, /^Announced/]) {
      await page.getByRole('columnheader', { name }).click();
      await page.waitForTimeout(400);
    }
  });
  // The first panel loads its code.
  await measure('opening the first panel', () => openPanels(page, [1]));
  await measure('opening the next panels', () => openPanels(page, [1, 2, 3]));
  await measure('typing in the command palette', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Find a screen/ }).pressSequentially('seed', { delay: 200 });
  });
  await page.context().close();
  return measured;
}

async function openPanels(page: Page, rows: readonly number[]): Promise<void> {
  for (const row of rows) {
    await page.locator('[data-row]').nth(row).getByRole('gridcell').nth(2).click();
    await page.waitForTimeout(400);
  }
}
