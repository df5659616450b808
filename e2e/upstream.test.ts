// In a browser: the page says whose data it shows.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createSecureServer } from 'node:https';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localhostCertificate } from '../src/testing/certificate.ts';
import { buy, choose, readUsed, search, watchPaid } from './deals-screen.ts';
import { type SecondGateway, startSecondGateway } from './second-gateway.ts';
import { expect, test, type RunningGateway } from './test.ts';

/** The fixture's gateway as a hosted service: behind https, with a certificate of an authority of its own. */
async function serveSecurely(gateway: RunningGateway): Promise<{ address: string; close(): void }> {
  const server = createSecureServer(localhostCertificate, (incoming, answer) => {
    const { method, url: path, headers } = incoming;
    const onward = request(gateway.url, { method, path, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 0, answered.headers);
      answered.pipe(answer);
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    address: `https://localhost:${port}/api/v1`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

test.describe('in front of a hosted service', () => {
  test.describe.configure({ mode: 'default' });
  let folder: string;
  let key: string;
  let accountId: string;
  let hosted: { address: string; close(): void };
  let second: SecondGateway;
  test.beforeAll(async ({ gateway }) => {
    folder = await mkdtemp(join(tmpdir(), 'fundscope-upstream-'));
    await writeFile(join(folder, 'authority.pem'), localhostCertificate.cert);
    const account = await gateway.createAccount({ name: 'hosted', plan: 'FREE', purchased: 500 });
    ({ key, account_id: accountId } = account);
    hosted = await serveSecurely(gateway);
    second = await startSecondGateway({
      FUNDSCOPE_UPSTREAM: hosted.address,
      FUNDSCOPE_KEY: key,
      NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem'),
    });
  });
  test.afterAll(async () => {
    await second.stop();
    hosted.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('the page names the service, finds deals, and its meter is right', async ({ page, gateway }) => {
    const answers: string[] = [];
    page.on('response', (response) => {
      void response.text().then(
        (text) => answers.push(text + JSON.stringify(response.headers())),
        () => undefined,
      );
    });
    const paid = watchPaid(page);
    await page.goto(`${second.url}/settings`);
    await expect(
      page.getByText(`Connected to ${new URL(hosted.address).host} through the gateway. The gateway adds the key.`),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Deals' }).click();
    await expect(page.getByRole('region', { name: 'Credits' })).toContainText('until the first paid response');
    await choose(page, 'Round type', 'seed', 'Seed');
    expect(paid).toHaveLength(0);
    await page.getByLabel('Load', { exact: true }).selectOption('Rows only');
    await search(page);
    expect(paid).toHaveLength(1);
    const used = await readUsed(page);
    expect(used).toBeGreaterThan(0);
    const [account] = (await gateway.listAccounts()).filter(({ account_id }) => account_id === accountId);
    expect(account!.monthly_credits + account!.purchased_credits).toBe(500 - used);
    await page.goto(`${second.url}/settings`);
    await expect(page.getByText(`Connected to ${new URL(hosted.address).host} through the gateway`)).toBeVisible();
    expect(answers.length).toBeGreaterThan(3);
    expect(answers.filter((text) => text.includes(key))).toEqual([]);
  });

  test('it never prints its key', () => {
    expect(second.output()).toContain(new URL(hosted.address).host);
    expect(second.output()).not.toContain(key);
  });

  test('a key of the gateway that is not accepted is corrected there, not in Settings', async ({ page, gateway }) => {
    const wrong = await startSecondGateway({
      FUNDSCOPE_UPSTREAM: `${gateway.url}/api/v1`,
      FUNDSCOPE_KEY: 'vg_000000000000_wrong',
    });
    const advice = 'Correct FUNDSCOPE_KEY on the gateway and restart it.';
    await page.goto(`${wrong.url}/alerts`);
    await expect(page.getByText(advice)).toBeVisible();
    await page.goto(`${wrong.url}/investors`);
    await page.getByRole('button', { name: /^Search, / }).click();
    await expect(page.getByText(advice)).toBeVisible();
    await wrong.stop();
  });

  test('an unavailable hosted service is reported, and nothing is counted as spent', async ({ page }) => {
    const alone = await startSecondGateway({
      FUNDSCOPE_UPSTREAM: 'http://127.0.0.1:1/api/v1',
      FUNDSCOPE_KEY: key,
    });
    await page.goto(`${alone.url}/deals`);
    await buy(page, page.getByRole('button', { name: /^Search, / }));
    await expect(page.getByText('The service is unavailable')).toBeVisible();
    await expect(page.getByText('nothing listens at its address')).toBeVisible();
    await expect(page.getByText('No response, charge unconfirmed')).toBeHidden();
    await alone.stop();
  });
});
