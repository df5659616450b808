// In a browser: settings are changed by keyboard, and what they announce arrives elsewhere.

import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import type { Locator, Page } from '@playwright/test';
import { SMTPServer } from 'smtp-server';
import { Webhook } from 'standardwebhooks';
import { expectNoFinding } from './axe.ts';
import { copyMarket, createDataFolder } from './market.ts';
import { type SecondGateway, startSecondGateway } from './second-gateway.ts';
import { expect, test } from './test.ts';

// In one worker, so that one gateway is started.
test.describe.configure({ mode: 'default' });
let dataDir: string;
let second: SecondGateway;
let receiver: Server;
const mails: string[] = [];
const mailServer = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData(stream, _session, callback) {
    void readText(stream).then((mail) => mails.push(mail.replaceAll('=\r\n', '')));
    stream.once('end', () => callback());
  },
});
const received: { headers: Record<string, string>; body: string }[] = [];
let status = 200;

test.beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      received.push({ headers: request.headers as Record<string, string>, body });
      response.writeHead(status).end();
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  dataDir = await createDataFolder();
  await copyMarket(dataDir);
  const listening = mailServer.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  second = await startSecondGateway({
    FUNDSCOPE_DATA: dataDir,
    FUNDSCOPE_WEBHOOKS_ALLOW: '127.0.0.1',
    SMTP_URL: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    SMTP_FROM: 'Fundscope <deals@example.com>',
  });
});
test.afterAll(async () => {
  receiver.close();
  mailServer.close();
  await second.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const getHook = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;

/** Saves a webhook and opens settings. Returns its row there. */
async function openWebhook(page: Page, name: string): Promise<Locator> {
  const key = await readFile(join(dataDir, 'local-key'), 'utf8');
  const response = await fetch(`${second.url}/account/deliveries`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key.trim()}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name, format: 'webhook', target: getHook() }),
  });
  expect(response.status).toBe(200);
  await page.goto(`${second.url}/settings`);
  return page.getByRole('region', { name: 'Deliveries' }).getByRole('listitem', { name });
}

test('a delivery is added by keyboard, and the form says what is wrong with it', async ({ page }) => {
  await page.goto(`${second.url}/settings`);
  const section = page.getByRole('region', { name: 'Deliveries' });
  await section.getByRole('button', { name: 'New delivery' }).press('Enter');
  const sheet = page.getByRole('dialog', { name: 'New delivery' });
  await expect(sheet.getByLabel('Name')).toBeFocused();
  await sheet.getByLabel('Send as').selectOption('Webhook');
  await sheet.getByRole('button', { name: 'Add delivery' }).press('Enter');
  await expect(sheet.getByText('Give it a name.')).toBeVisible();
  await expect(sheet.getByText('Enter an address that starts with https://.')).toBeVisible();
  await expectNoFinding(page);
  await sheet.getByLabel('Name').fill('Desk');
  await sheet.getByLabel('Address').fill(getHook());
  await sheet.getByLabel('Days').selectOption('Once a week');
  await sheet.getByLabel('Day of the week').selectOption('Tuesday');
  await sheet.getByLabel('Time zone').fill('Mars');
  await sheet.getByRole('button', { name: 'Add delivery' }).press('Enter');
  await expect(sheet.getByText('Enter a time zone such as Europe/Berlin.')).toBeVisible();
  await sheet.getByLabel('Time zone').fill('Europe/Berlin');
  await sheet.getByRole('button', { name: 'Add delivery' }).press('Enter');
  await expect(section.getByRole('listitem', { name: 'Desk' })).toContainText('Every Tuesday at 8:00, Europe/Berlin');
});

test('a test arrives signed and can be sent again, and a failure is red until something is sent', async ({ page }) => {
  const row = await openWebhook(page, 'Signed');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await row.getByRole('button', { name: 'Copy signing secret' }).press('Enter');
  const secret = await page.evaluate(() => navigator.clipboard.readText());
  await row.getByRole('button', { name: 'Send a test now' }).press('Enter');
  const log = page.getByRole('dialog', { name: 'Messages of Signed' });
  await expect(log.getByText('Sent', { exact: true })).toBeVisible({ timeout: 20_000 });
  expect(received).toHaveLength(1);
  const { headers, body } = received[0]!;
  expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'deals.matched', data: { test: true } });
  await log.getByRole('button', { name: 'Send again' }).press('Enter');
  await expect.poll(() => received.length, { timeout: 20_000 }).toBe(2);
  expect(received[1]!.headers['webhook-id']).toBe(headers['webhook-id']);
  await expectNoFinding(page);
  await page.keyboard.press('Escape');

  // A later result is in the log and in the row without a reload, and a failure is red until something is sent.
  const problem = 'The receiver answered with status 500.';
  status = 500;
  await row.getByRole('button', { name: 'Send a test now' }).press('Enter');
  await expect(log.getByText(`Failed: ${problem}`)).toBeVisible({ timeout: 20_000 });
  await expect(log.getByRole('listitem')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(row).toContainText(problem);
  const failed = row.getByText(problem);
  await expect(failed).toHaveClass(/text-bad/);
  status = 200;
  await row.getByRole('button', { name: 'Send a test now' }).press('Enter');
  await expect(log.getByRole('listitem')).toHaveCount(3);
  await expect(log.getByRole('listitem').first().getByText('Sent', { exact: true })).toBeVisible({ timeout: 20_000 });
  await page.keyboard.press('Escape');
  await expect(failed).not.toHaveClass(/text-bad/);
  await row.getByRole('button', { name: 'Stop' }).press('Enter');
  await expect(row.getByText('Stopped')).toBeVisible();
  await row.getByRole('button', { name: 'Messages' }).press('Enter');
  await expect(log.getByRole('listitem')).toHaveCount(3);
  await expect(log.getByRole('button', { name: 'Send again' })).toBeHidden();
});

test('a delivery is renamed, stopped, resumed and deleted by keyboard', async ({ page }) => {
  const row = await openWebhook(page, 'Old name');
  const section = page.getByRole('region', { name: 'Deliveries' });
  await row.getByRole('button', { name: 'Edit' }).press('Enter');
  await page.getByRole('dialog', { name: 'Edit delivery' }).getByLabel('Name').fill('Team');
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  const renamed = section.getByRole('listitem', { name: 'Team' });
  await renamed.getByRole('button', { name: 'Stop' }).press('Enter');
  await expect(renamed.getByText('Stopped')).toBeVisible();
  // Nothing can be sent until it is resumed.
  await expect(renamed.getByRole('button', { name: 'Send a test now' })).toBeHidden();
  await renamed.getByRole('button', { name: 'Resume' }).press('Enter');
  await expect(renamed).toContainText('Next ');
  const remove = renamed.getByRole('button', { name: 'Delete', exact: true });
  await remove.press('Enter');
  const confirm = renamed.getByRole('button', { name: 'Delete with its messages' });
  await expect(confirm).toBeFocused();
  await renamed.getByRole('button', { name: 'Keep' }).press('Enter');
  await expect(remove).toBeFocused();
  await remove.press('Enter');
  await confirm.press('Enter');
  await expect(renamed).toBeHidden();
  await expect(section.getByRole('button', { name: 'New delivery' })).toBeFocused();
});

test('an email waits until its address is confirmed by the link that was sent there', async ({ page }) => {
  await page.goto(`${second.url}/settings`);
  const section = page.getByRole('region', { name: 'Deliveries' });
  await section.getByRole('button', { name: 'New delivery' }).click();
  const sheet = page.getByRole('dialog', { name: 'New delivery' });
  await sheet.getByLabel('Name').fill('Inbox');
  await sheet.getByLabel('Send as').selectOption('Email');
  await sheet.getByLabel('Mailbox').fill('ada@example.com');
  await sheet.getByRole('button', { name: 'Add delivery' }).click();
  const row = section.getByRole('listitem', { name: 'Inbox' });
  await expect(row.getByText('Waiting for confirmation')).toBeVisible();
  await expect(row.getByRole('button', { name: 'Send a test now' })).toBeHidden();
  await expectNoFinding(page);
  await expect.poll(() => mails.length, { timeout: 20_000 }).toBe(1);
  await row.getByRole('button', { name: 'Send the confirmation again' }).click();
  await expect.poll(() => mails.length, { timeout: 20_000 }).toBe(2);
  const findLink = (mail: string | undefined) => /\/account\/confirm\/[\w-]+/.exec(mail ?? '')?.[0] ?? '';
  await page.goto(`${second.url}${findLink(mails[0])}`);
  await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
  await page.goto(`${second.url}${findLink(mails[1])}`);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { name: 'ada@example.com is confirmed' })).toBeVisible();
  await page.goto(`${second.url}/settings`);
  await row.getByRole('button', { name: 'Send a test now' }).click();
  await expect.poll(() => mails.length, { timeout: 20_000 }).toBe(3);
  expect(mails[2]).toContain('Subject: Test of your deal alerts');
});

test('a feed is read at its address until it is renewed', async ({ page, request }) => {
  await page.goto(`${second.url}/settings`);
  const section = page.getByRole('region', { name: 'Deliveries' });
  await section.getByRole('button', { name: 'New delivery' }).click();
  const sheet = page.getByRole('dialog', { name: 'New delivery' });
  await sheet.getByLabel('Name').fill('Reader');
  await sheet.getByLabel('Send as').selectOption('Atom feed');
  await sheet.getByRole('button', { name: 'Add delivery' }).click();
  const row = section.getByRole('listitem', { name: 'Reader' });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const readAddress = async () => {
    await row.getByRole('button', { name: 'Copy feed address' }).click();
    return new URL(await page.evaluate(() => navigator.clipboard.readText())).pathname;
  };
  const address = await readAddress();
  const feed = await request.get(`${second.url}${address}`);
  expect(feed.headers()['content-type']).toContain('application/atom+xml');
  expect(await feed.text()).toContain('<entry>');
  await row.getByRole('button', { name: 'Renew address' }).click();
  await expect.poll(readAddress).not.toBe(address);
  expect((await request.get(`${second.url}${address}`)).status()).toBe(404);
});

test('a delivery whose only alert was deleted says that it has nothing to send, until another is chosen', async ({
  page,
}) => {
  const openAlerts = () => page.goto(`${second.url}/alerts?view=alerts`);
  await openAlerts();
  await page.getByRole('button', { name: 'New alert' }).click();
  await page.getByRole('dialog', { name: 'New alert' }).getByLabel('Name').fill('Short-lived');
  await page.getByRole('button', { name: 'Save alert' }).click();
  const card = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Short-lived' });
  await expect(card).toBeVisible();

  await page.goto(`${second.url}/settings`);
  const section = page.getByRole('region', { name: 'Deliveries' });
  await section.getByRole('button', { name: 'New delivery' }).click();
  const sheet = page.getByRole('dialog', { name: 'New delivery' });
  await sheet.getByLabel('Name').fill('Chosen');
  await sheet.getByLabel('Send as').selectOption('Atom feed');
  await sheet.getByRole('checkbox', { name: 'Short-lived' }).check();
  await sheet.getByRole('button', { name: 'Add delivery' }).click();
  const row = section.getByRole('listitem', { name: 'Chosen' });
  await expect(row).toBeVisible();
  await page.waitForLoadState('networkidle');
  const warning = row.getByText('Nothing to send: its alerts are deleted or paused. Edit it to choose others.');
  await expect(warning).toBeHidden();

  await openAlerts();
  await card.getByRole('button', { name: 'Delete' }).click();
  await expect(card).toBeHidden();
  await page.goto(`${second.url}/settings`);
  await expect(warning).toBeVisible();
  await expectNoFinding(page);
  await row.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit delivery' });
  await edit.getByRole('checkbox', { name: 'Deleted or paused alert' }).uncheck();
  await edit.getByRole('checkbox').first().check();
  await edit.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(edit).toBeHidden();
  await expect(warning).toBeHidden();
});
