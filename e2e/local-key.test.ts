// In a browser: pages of other origins are kept out by what a browser sends.

import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Page, chromium } from '@playwright/test';
import { findBrowser } from '../src/tools/browser.mjs';
import { type RunningGateway, expect, test } from './test.ts';

/** What a page of somebody else could try against a gateway on this machine; each must end without a charge. */
const attempts = {
  image: async (page: Page, target: string) => {
    await page.evaluate(
      (url) => new Promise((done) => Object.assign(new Image(), { src: url, onload: done, onerror: done })),
      `${target}/api/v1/location/search?name=berlin`,
    );
  },
  'form with a JSON body in disguise': async (page: Page, target: string) => {
    await page.setContent(
      `<form method="post" enctype="text/plain" action="${target}/api/v1/deals"><input name='{"page_size":1,"x":"' value='"}'></form>`,
    );
    await Promise.all([page.waitForEvent('load'), page.evaluate(() => document.forms[0]?.submit())]);
  },
  'simple fetch without an answer': (page: Page, target: string) =>
    fetchFrom(page, `${target}/api/v1/deals`, { method: 'POST', mode: 'no-cors', body: '{"page_size":1}' }),
  'fetch that asks for JSON': (page: Page, target: string) =>
    fetchFrom(page, `${target}/api/v1/deals`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"page_size":1}',
    }),
  'fetch with the header of our own page': (page: Page, target: string) =>
    fetchFrom(page, `${target}/api/v1/deals`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-fundscope': target },
      body: '{"page_size":1}',
    }),
};

/** Fetches inside the page; the status, or `failed` when the browser refused. */
const fetchFrom = (page: Page, url: string, init: RequestInit): Promise<number | string> =>
  page.evaluate(
    ([to, how]) =>
      fetch(to, how).then(
        (answer) => answer.status,
        () => 'failed',
      ),
    [url, init] as const,
  );

const readCreditsLeft = async (gateway: RunningGateway): Promise<number> => {
  const accounts = await gateway.listAccounts();
  return accounts.reduce((sum, account) => sum + account.monthly_credits + account.purchased_credits, 0);
};

test.describe('a page of another origin', () => {
  let foreign: Server;
  let foreignUrl: string;
  test.beforeAll(async () => {
    foreign = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>Elsewhere</title>');
    }).listen(0, '127.0.0.1');
    await once(foreign, 'listening');
    foreignUrl = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`;
  });
  test.afterAll(() => {
    foreign.close();
  });

  test(`spends nothing by ${Object.keys(attempts).join(', ')}`, async ({ page, gateway }) => {
    const before = await readCreditsLeft(gateway);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    for (const [name, attempt] of Object.entries(attempts)) {
      await test.step(name, async () => {
        await page.goto(foreignUrl);
        sent.length = 0;
        await attempt(page, gateway.url);
        expect(sent.some((url) => url.startsWith(`${gateway.url}/api/v1/`))).toBe(true);
        expect(await readCreditsLeft(gateway)).toBe(before);
      });
    }
  });
});

test('a name that was rebound to this machine spends nothing, while our own page does', async ({ gateway }) => {
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--host-resolver-rules=MAP rebound.example 127.0.0.1'],
  });
  const { port } = new URL(gateway.url);
  const search: RequestInit = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-fundscope': gateway.url },
    body: '{"page_size":1}',
  };
  try {
    const page = await browser.newPage();
    const before = await readCreditsLeft(gateway);
    await page.goto(`http://rebound.example:${port}/settings`);
    expect(await fetchFrom(page, '/api/v1/deals', search)).toBe(401);
    expect(await readCreditsLeft(gateway)).toBe(before);
    await page.goto(`${gateway.url}/settings`);
    expect(await fetchFrom(page, '/api/v1/deals', search)).toBe(200);
    expect(await readCreditsLeft(gateway)).toBe(before - 1);
  } finally {
    await browser.close();
  }
});
