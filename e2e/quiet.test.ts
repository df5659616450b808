import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { startCountingProxy } from './counting-proxy.ts';
import { buy, createKey, search, useKey, waitForBills, waitUntilIdle } from './deals-screen.ts';
import { expect, test } from './test.ts';

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

/** Another account: nothing is unlocked there. */
async function openElsewhere(browser: Browser, key: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript((value) => localStorage.setItem('fundscope.key', value), key);
  return context;
}

test('load, reload, Back, focus, reconnect, hover, prefetch, scrolling and a shared link send no paid request', async ({
  page,
  browser,
  gateway,
}) => {
  const proxy = await startCountingProxy(gateway.url);
  const key = await createKey(gateway, 1000);
  await useKey(page, key);
  await page.goto(`${proxy.url}/deals?round=SEED&rows=10`);
  await lookAround(page);
  expect(proxy.paid).toEqual([]);
  await search(page);
  const id = await page.locator('[data-row]').first().getAttribute('data-row');
  expect(proxy.paid).toHaveLength(1);
  await lookAround(page);
  await expect(page.getByRole('grid')).toBeVisible();
  expect(proxy.paid).toHaveLength(1);

  const elsewhere = await openElsewhere(browser, await createKey(gateway, 1000));
  const shared = await elsewhere.newPage();
  await shared.goto(page.url());
  await expect(shared.getByText('These results are not loaded yet')).toBeVisible();
  await expect(shared.getByRole('listitem').filter({ hasText: 'Seed' })).toBeVisible();
  await lookAround(shared);
  await expect(shared.getByRole('button', { name: 'Search, up to 10 credits' })).toBeVisible();
  await shared.goto(`${page.url()}&open=${id}`);
  await expect(shared.getByText('You have not unlocked this deal yet')).toBeVisible();
  await waitUntilIdle(shared);
  expect(proxy.paid).toHaveLength(1);
  await elsewhere.close();
  proxy.close();
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
  await expect
    .poll(
      () =>
        fetch(`${url}/config.json`).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true);
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

test('the second mount of StrictMode sends nothing, and one action is one request', async ({ page, gateway }) => {
  test.setTimeout(120_000);
  const proxy = await startCountingProxy(gateway.url);
  const folder = await mkdtemp(join(tmpdir(), 'fundscope-quiet-'));
  const development = await startDevelopment({
    FUNDSCOPE_DATA: folder,
    FUNDSCOPE_UPSTREAM: `${proxy.url}/api/v1`,
    FUNDSCOPE_KEY: await createKey(gateway, 1000),
  });
  try {
    await page.goto(`${development.url}/deals?round=SEED&rows=10&load=rows`);
    await expect(page.getByRole('button', { name: /^Search/ })).toBeVisible({ timeout: 60_000 });
    await waitUntilIdle(page);
    expect(proxy.paid).toEqual([]);
    await buy(page, page.getByRole('button', { name: /^Search, / }));
    // The development server builds the code of the results first.
    await expect(page.getByRole('grid')).toBeVisible({ timeout: 60_000 });
    await waitForBills(page);
    expect(proxy.paid).toHaveLength(1);
    await page.reload();
    await expect(page.getByRole('grid')).toBeVisible({ timeout: 30_000 });
    await waitUntilIdle(page);
    expect(proxy.paid).toHaveLength(1);
  } finally {
    development.process.kill('SIGTERM');
    await once(development.process, 'exit');
    proxy.close();
    await rm(folder, { recursive: true, force: true });
  }
});
