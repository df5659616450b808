import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { expectNoFinding } from './axe.ts';
import { readUsed, search, waitUntilIdle, watchPaid } from './deals-screen.ts';
import { type SecondGateway, startSecondGateway } from './second-gateway.ts';
import { expect, test } from './test.ts';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** As plain a host as there is: files of one folder, below a path, and 404 for everything else. */
function serveFolder(folder: string): Server {
  return createServer((incoming, answer) => {
    const path = new URL(incoming.url ?? '/', 'http://host').pathname.replace(/^\/desk\//, '') || 'index.html';
    readFile(resolve(folder, path)).then(
      (file) => answer.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' }).end(file),
      () => answer.writeHead(404).end(),
    );
  });
}

async function enter(page: Page, address: string, key: string): Promise<void> {
  await page.getByLabel('Address of the service').fill(address);
  await page.getByRole('textbox', { name: /^Key/ }).fill(key);
  await page.getByRole('button', { name: 'Save and test' }).click();
}

test.describe('without a gateway', () => {
  // In one worker, so that the page is built once.
  test.describe.configure({ mode: 'default' });
  let folder: string;
  let host: Server;
  let desk: string;
  let origin: string;
  let open: SecondGateway;
  let key: string;
  test.beforeAll(async ({ gateway }) => {
    test.setTimeout(120_000);
    folder = await mkdtemp(join(tmpdir(), 'fundscope-direct-'));
    const build = resolve(import.meta.dirname, '../src/tools/build/build.mjs');
    await promisify(execFile)(process.execPath, [build, '--mode', 'direct', '--outDir', folder]);
    host = serveFolder(folder);
    await new Promise<void>((listening) => host.listen(0, '127.0.0.1', listening));
    origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
    desk = `${origin}/desk/`;
    open = await startSecondGateway({ FUNDSCOPE_DATA: gateway.dataDir, FUNDSCOPE_CORS: origin });
    ({ key } = await gateway.createAccount({ name: 'direct', plan: 'FREE', purchased: 500 }));
  });
  test.afterAll(async () => {
    await open.stop();
    host.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('address and key are entered, tested free, and the search works', async ({ page }) => {
    const blocked: string[] = [];
    page.on(
      'console',
      (message) => message.type() === 'error' && blocked.push(`${message.text()} ${message.location().url}`),
    );
    const paid = watchPaid(page);
    await page.goto(desk);
    await expect(page.getByRole('heading', { name: 'Service and key' })).toBeVisible();
    await expect(page.getByText('No service yet: see Settings')).toBeVisible();
    const policy = page.locator('meta[http-equiv="Content-Security-Policy"]');
    await expect(policy).toHaveAttribute(
      'content',
      /script-src 'self'( 'sha256-[^']+')*;.*connect-src 'self' https: http:\/\/127/,
    );
    await enter(page, `${open.url}/api/v1/`, key);
    const service = new URL(open.url).host;
    await expect(page.getByText(`Connected to ${service}`, { exact: true })).toBeVisible();
    await expect(page.getByText(`Connected to ${service}. Each browser uses its own key.`)).toBeVisible();
    expect(paid).toHaveLength(0);
    await page.getByRole('link', { name: 'Deals' }).click();
    await page.getByLabel('Load', { exact: true }).selectOption('Rows only');
    await search(page);
    expect(paid.filter((request) => request.method() === 'POST')).toHaveLength(1);
    const used = await readUsed(page);
    expect(used).toBeGreaterThan(0);
    await expect(page.getByRole('region', { name: 'Credits' })).toContainText(`${500 - used}`);
    expect(blocked).toEqual([]);
    const kept = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), location.href]),
    );
    expect(kept).not.toContain(key);
  });

  test('a reload forgets the key unless it is remembered, and stored results stay free', async ({ page }) => {
    await page.goto(desk);
    await enter(page, `${open.url}/api/v1`, key);
    await expect(page.getByText('The test was free.')).toBeVisible();
    await page.reload();
    await expect(page.getByText('no key yet: see Settings')).toBeVisible();
    await expect(page.getByLabel('Address of the service')).toHaveValue(`${open.url}/api/v1`);
    await page.getByLabel('Remember the key on this device').check();
    await enter(page, `${open.url}/api/v1`, key);
    await expect(page.getByText('The test was free.')).toBeVisible();
    await page.getByRole('link', { name: 'Deals' }).click();
    await page.getByLabel('Load', { exact: true }).selectOption('Rows only');
    await search(page);
    const paid = watchPaid(page);
    await page.reload();
    await expect(page.getByText('no key yet: see Settings')).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: /^[\d,]+ deals?$/ })).toBeVisible();
    const line = page.getByText('This device is offline. Only what is stored here is shown.');
    await waitUntilIdle(page);
    await page.context().setOffline(true);
    await expect(line).toBeVisible();
    await page.context().setOffline(false);
    await expect(line).toBeHidden();
    expect(paid).toHaveLength(0);
    await page.goto(`${desk}#/settings`);
    await page.getByRole('button', { name: 'Forget address and key' }).click();
    await expect(page.getByText('No service yet: see Settings')).toBeVisible();
    expect(await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain(key);
  });

  test('a service that rejects the origin is explained, and the gateway suggested', async ({ page, gateway }) => {
    await page.goto(desk);
    await enter(page, `${gateway.url}/api/v1`, key);
    const said = page.getByText(`This page cannot reach ${new URL(gateway.url).host}`);
    await expect(said).toBeVisible();
    await expect(page.getByText(`FUNDSCOPE_CORS=${origin}`)).toBeVisible();
    await expect(page.getByText(`FUNDSCOPE_UPSTREAM=${gateway.url}/api/v1`)).toBeVisible();
  });

  test('a wrong key, a wrong path, no address, an address in clear text and no key are explained, without an accessibility finding', async ({
    page,
  }) => {
    await page.goto(desk);
    for (const [address, presented, says] of [
      [`${open.url}/api/v1`, 'vg_nobody', /rejected the key$/],
      [`${open.url}/api/v1/v1`, key, /is not this API$/],
      ['http://api.example.com/api/v1', key, /^The address must start with https/],
      [`${open.url}/api/v1`, ' ', /^Enter the key/],
      ['nonsense', key, /^Enter the whole address/],
    ] as const) {
      await enter(page, address, presented);
      await expect(page.getByText(says)).toBeVisible();
    }
    await expectNoFinding(page);
  });
});
