import type { BrowserContext, Page } from '@playwright/test';
import { type CountingProxy, startCountingProxy } from './counting-proxy.ts';
import { buy, search, useOwnAccount, waitUntilIdle, watchPaid } from './deals-screen.ts';
import { manifest } from './manifest.ts';
import { startSecondGateway } from './second-gateway.ts';
import { expect, test } from './test.ts';

test.use({ ownContext: true, serviceWorkers: 'allow' });

const settingsFile = `/${manifest['src/dashboard/features/settings/page.tsx']!.file}`;
const entryName = manifest['index.html']!.file.replace(/^assets\//, '');

const nextEntryName = entryName.replace(/js$/, 'next.js');

const loginPage = { html: '<!doctype html><title>Sign in</title><h1>Sign in</h1>' };

let proxy: CountingProxy;
test.beforeEach(async ({ gateway }) => {
  proxy = await startCountingProxy(gateway.url);
});
test.afterEach(() => proxy.close());

const searchButton = (page: Page) => page.getByRole('button', { name: /^Search, / });
const updateLine = (page: Page) => page.getByRole('status').filter({ hasText: 'A new version is ready. Reload' });

/** Waits for the worker of this page, which then holds every file. */
async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) {
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
    }
  });
}

/** Waits until the worker that is being installed, if there is one, is done with it. */
const waitForInstall = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const worker = registration?.installing;
    if (worker?.state === 'installing') {
      await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
    }
  });

/** The stored scripts that a page names, one for each build. */
const readStoredScripts = (page: Page) =>
  page.evaluate(
    async (names) => {
      const stored = await Promise.all(names.map((name) => caches.match(`/assets/${name}`)));
      return stored.flatMap((response) => (response ? [new URL(response.url).pathname] : []));
    },
    [entryName, nextEntryName],
  );

async function reloadOffline(page: Page, context: BrowserContext): Promise<void> {
  await context.setOffline(true);
  await page.reload();
  await expect(searchButton(page)).toBeVisible();
}

test('a login page in the place of a script is never stored as that script', async ({ page, context }) => {
  proxy.intercept = (path) => (path === settingsFile ? loginPage : undefined);
  await page.goto(`${proxy.url}/deals`);
  await expect(searchButton(page)).toBeVisible();
  await waitForInstall(page);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText('This part opens after a reload.')).toBeVisible();

  proxy.intercept = undefined;
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.goto(`${proxy.url}/deals`);
  await waitForWorker(page);
  await reloadOffline(page, context);
});

test('pages of the gateway and a login page in its place are shown; offline every screen opens, also one that was never visited', async ({
  page,
  context,
}) => {
  await page.goto(`${proxy.url}/deals`);
  await waitForWorker(page);
  await page.goto(`${proxy.url}/healthz`);
  await expect(page.locator('body')).toContainText('"ok"');
  await page.goto(`${proxy.url}/openapi.json`);
  await expect(page.locator('body')).toContainText('"openapi"');
  await page.goto(`${proxy.url}/docs`);
  await expect(page).toHaveTitle('API reference, Fundscope');
  await page.goto(`${proxy.url}/deals`);
  await reloadOffline(page, context);

  await context.setOffline(false);
  proxy.intercept = () => loginPage;
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await reloadOffline(page, context);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});

test('a page that was loaded offline connects once the device is online', async ({ page, context, gateway }) => {
  await useOwnAccount(page, gateway, 100);
  await page.goto(`${gateway.url}/investors?rows=10`);
  await waitForWorker(page);
  await search(page);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText('This device is offline. Only what is stored here is shown.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('This device is offline')).toHaveCount(0);
  await buy(page, page.getByRole('button', { name: /^Load \d+ more/ }));
  await expect(page.getByText(/^20 of /)).toBeVisible();
});

test('a page that goes offline says so at once, and no more once the device is online, free', async ({
  page,
  context,
}) => {
  await page.goto(`${proxy.url}/deals`);
  await expect(searchButton(page)).toBeVisible();
  const paid = watchPaid(page);
  const line = page.getByText('This device is offline. Only what is stored here is shown.');
  await context.setOffline(true);
  await expect(line).toBeVisible();
  await context.setOffline(false);
  await expect(line).toBeHidden();
  expect(paid).toEqual([]);
});

test('a page whose gateway stops says so, and connects once it runs again, free', async ({ page, gateway }) => {
  const start = (port: string) =>
    startSecondGateway({ FUNDSCOPE_DATA: gateway.dataDir, FUNDSCOPE_WORKSPACE: 'on', PORT: port });
  const first = await start('0');
  await page.goto(`${first.url}/settings`);
  await expect(page.getByText(/^Workspace: up to date/)).toBeVisible();
  const paid = watchPaid(page);
  const line = page.getByText('The gateway does not respond.');
  await first.stop();
  await expect(line).toBeVisible();
  const second = await start(new URL(first.url).port);
  await expect(line).toBeHidden();
  expect(paid).toEqual([]);
  await second.stop();
});

test('a page without a network stays connected to a gateway that responds', async ({ page }) => {
  await page.goto(`${proxy.url}/deals`);
  await expect(searchButton(page)).toBeVisible();
  const checked = page.waitForResponse(`${proxy.url}/config.json`);
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { value: false });
    window.dispatchEvent(new Event('offline'));
  });
  await checked;
  await waitUntilIdle(page);
  await expect(page.getByText('This device is offline.')).toHaveCount(0);
});

for (const [when, isFirstVisit] of [
  ['before the first visit', true],
  ['after it', false],
] as const) {
  test(`with the storage full ${when} every screen opens`, async ({ page, context }) => {
    const session = await context.newCDPSession(page);
    const fill = () => session.send('Storage.overrideQuotaForOrigin', { origin: proxy.url, quotaSize: 1 });
    if (isFirstVisit) await fill();
    await page.goto(`${proxy.url}/deals`);
    if (isFirstVisit) await waitForInstall(page);
    else {
      await waitForWorker(page);
      await fill();
      await page.evaluate(async () => {
        for (const name of await caches.keys()) await caches.delete(name);
      });
    }
    await page.reload();
    for (const name of ['Companies', 'Investors', 'People', 'Alerts', 'Shortlist', 'Compare', 'Usage', 'Settings']) {
      await page.getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(/\/(?!deals)\w+$/);
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
      await expect(page.getByText('This part')).toHaveCount(0);
    }
  });
}

test('a newer build is offered in one line, and after a reload replaces the stored one', async ({ page, context }) => {
  await page.goto(`${proxy.url}/deals`);
  await waitForWorker(page);
  await expect(updateLine(page)).toHaveCount(0);
  const other = await context.newPage();
  await other.goto(`${proxy.url}/deals`);

  proxy.isNextBuild = true;
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const waits = () => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));
  // The worker of the newer build stores all of its files first, which takes long on a busy machine.
  await expect.poll(waits, { timeout: 40_000 }).toBe(true);
  await expect(updateLine(page)).toBeVisible();
  await expect(updateLine(other)).toBeVisible();
  // Until then an old page finds all of its own files.
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.getByRole('link', { name: 'Deals' }).click();

  await updateLine(page).getByRole('button', { name: 'Reload' }).click();
  await expect(searchButton(page)).toBeVisible();
  await expect(updateLine(page)).toHaveCount(0);
  const readScripts = () => page.evaluate(() => document.querySelector('script[type=module]')?.getAttribute('src'));
  expect(await readScripts()).toBe(`/assets/${nextEntryName}`);
  // The debugger of the journeys keeps the old worker running; elsewhere it ends when it is idle, and the new one takes
  // over.
  const session = await context.newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await expect(async () => {
    // Stopping it while it takes over would leave former files behind.
    if (await waits()) await session.send('ServiceWorker.stopAllWorkers');
    expect(await readStoredScripts(page)).toEqual([`/assets/${nextEntryName}`]);
  }).toPass();
  // The new worker deletes the former page while it takes over.
  const readStoredPage = () => page.evaluate(async () => (await caches.match('/', { ignoreSearch: true }))?.text());
  await expect.poll(readStoredPage).toContain(nextEntryName);
});

test('the worker of earlier versions is replaced by itself, with all that it stored', async ({ page, context }) => {
  const stored = await readStoredByFormer(page);
  expect(stored).toEqual(['fundscope']);
  proxy.intercept = undefined;
  // Its page cannot run, so nothing but the browser's own check for a newer worker helps.
  await expect(async () => {
    await page.reload();
    await expect(searchButton(page)).toBeVisible({ timeout: 500 });
  }).toPass();
  await waitForWorker(page);
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([expect.stringContaining('precache')]);
  await reloadOffline(page, context);
});

/** A visit with the former worker, which stored a login page as the script of the dashboard. */
async function readStoredByFormer(page: Page): Promise<string[]> {
  const former = `
    self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
    self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
    self.addEventListener('fetch', (event) => {
      if (new URL(event.request.url).pathname.startsWith('/assets/')) event.respondWith(read(event.request));
    });
    async function read(request) {
      const cache = await caches.open('fundscope');
      const kept = await cache.match(request);
      if (kept) return kept;
      const answer = await fetch(request);
      await cache.put(request, answer.clone());
      return answer;
    }`;
  proxy.intercept = (path) => {
    if (path === '/offline.js') return { script: former };
    return path.endsWith(entryName) ? loginPage : undefined;
  };
  await page.goto(`${proxy.url}/deals`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/offline.js');
    await navigator.serviceWorker.ready;
  });
  await page.reload();
  return page.evaluate(() => caches.keys());
}
