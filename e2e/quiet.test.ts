// In a browser: everything that a browser does by itself is counted as requests.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { type CountingProxy, startCountingProxy } from './counting-proxy.ts';
import { buy, createKey, search, useOwnAccount, waitForBills, waitUntilIdle } from './deals-screen.ts';
import { expect, test } from './test.ts';
import { searchRound } from './workspace-api.ts';

/** Everything that a person does without pressing a control that shows a price. */
async function lookAround(page: Page): Promise<void> {
  await page.reload();
  await expect(page.getByRole('button', { name: /^(Search, .*|Filters)$/ }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).hover();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.goBack();
  await page.goForward();
  await page.goBack();
  await expect(page.getByRole('button', { name: /^(Search, .*|Filters)$/ }).first()).toBeVisible();
  await page.evaluate(() => {
    for (const name of ['blur', 'focus', 'pageshow', 'online']) window.dispatchEvent(new Event(name));
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  for (const control of await page.locator('a:visible, button:visible').all()) {
    const box = await control.boundingBox();
    if (box && box.y > 0) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  }
  await page.mouse.move(900, 500);
  for (let turn = 0; turn < 5; turn += 1) await page.mouse.wheel(0, 3000);
  await page.keyboard.press('End');
  await page.keyboard.press('PageDown');
}

test.describe('load, reload, Back, focus, reconnect, hover, prefetch and scrolling send no paid request', () => {
  let proxy: CountingProxy;
  test.beforeEach(async ({ gateway }) => {
    proxy = await startCountingProxy(gateway.url);
  });
  test.afterEach(() => proxy.close());

  test('from a form', async ({ page, gateway }) => {
    await useOwnAccount(page, gateway, 1000);
    await page.goto(`${proxy.url}/deals?round=SEED&rows=10`);
    await lookAround(page);
    expect(proxy.paid).toEqual([]);
    await search(page);
    expect(proxy.paid).toHaveLength(1);
  });

  test('from results', async ({ page, gateway }) => {
    await searchRound(gateway, await useOwnAccount(page, gateway, 1000), 'SEED');
    await page.goto(`${proxy.url}/deals?round=SEED&rows=10&run=1`);
    await expect(page.getByRole('grid')).toBeVisible();
    await lookAround(page);
    await expect(page.getByRole('grid')).toBeVisible();
    expect(proxy.paid).toEqual([]);
  });

  test('from a link to results of another account', async ({ page, gateway }) => {
    const [id = ''] = await searchRound(gateway, await createKey(gateway, 1000), 'SEED');
    await useOwnAccount(page, gateway, 1000);
    const results = `${proxy.url}/deals?round=SEED&rows=10&run=1`;
    await page.goto(results);
    await expect(page.getByText('These results are not loaded yet')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'Seed' })).toBeVisible();
    await lookAround(page);
    await expect(page.getByRole('button', { name: 'Search, up to 10 credits' })).toBeVisible();
    await page.goto(`${results}&open=${id}`);
    await expect(page.getByText('You have not unlocked this deal yet')).toBeVisible();
    await waitUntilIdle(page);
    expect(proxy.paid).toEqual([]);
  });
});

/** The development server: there React mounts every screen twice (StrictMode). */
async function startDevelopment(env: Record<string, string>): Promise<{ url: string; process: ChildProcess }> {
  const port = await findFreePort();
  const project = resolve(import.meta.dirname, '..');
  const child = spawn(process.execPath, [resolve(project, 'node_modules/vite/bin/vite.js')], {
    cwd: project,
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: String(port), ...env },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  const isServing = () =>
    fetch(`${url}/config.json`).then(
      ({ ok }) => ok,
      () => false,
    );
  try {
    await expect.poll(isServing, { timeout: 60_000 }).toBe(true);
  } catch (error) {
    child.kill('SIGTERM');
    throw error;
  }
  return { url, process: child };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

test.describe('on the development server', () => {
  let folder: string;
  let proxy: CountingProxy;
  let development: Awaited<ReturnType<typeof startDevelopment>>;
  test.beforeAll(async ({ gateway, browser }) => {
    test.setTimeout(120_000);
    proxy = await startCountingProxy(gateway.url);
    folder = await mkdtemp(join(tmpdir(), 'fundscope-quiet-'));
    development = await startDevelopment({
      FUNDSCOPE_DATA: folder,
      FUNDSCOPE_UPSTREAM: `${proxy.url}/api/v1`,
      FUNDSCOPE_KEY: await createKey(gateway, 1000),
    });
    // The server builds the code of a screen when it is opened for the first time.
    const first = await browser.newPage();
    await first.goto(`${development.url}/deals`);
    await expect(first.getByRole('button', { name: /^Search/ })).toBeVisible({ timeout: 60_000 });
    await first.close();
  });
  test.afterAll(async () => {
    development.process.kill('SIGTERM');
    await once(development.process, 'exit');
    proxy.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('the second mount of StrictMode sends nothing, and one action is one request', async ({ page }) => {
    await page.goto(`${development.url}/deals?round=SEED&rows=10&load=rows`);
    await expect(page.getByRole('button', { name: /^Search/ })).toBeVisible();
    await waitUntilIdle(page);
    expect(proxy.paid).toEqual([]);
    await buy(page, page.getByRole('button', { name: /^Search, / }));
    await expect(page.getByRole('grid')).toBeVisible();
    await waitForBills(page);
    expect(proxy.paid).toHaveLength(1);
    await page.reload();
    await expect(page.getByRole('grid')).toBeVisible();
    await waitUntilIdle(page);
    expect(proxy.paid).toHaveLength(1);
  });
});
