import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page, FullProject } from '@playwright/test';
import { expectNoFinding } from './axe.ts';
import { createKey, search, useKey, watchPaid } from './deals-screen.ts';
import { type SecondGateway, startSecondGateway } from './second-gateway.ts';
import { expect, openSharedContext, test } from './test.ts';

const openBrowser = async (browser: Browser, { use }: FullProject, { url }: SecondGateway): Promise<Page> =>
  (await openSharedContext(browser, use, url)).openPage();
const members = (page: Page) => page.getByRole('region', { name: 'Members' });
const cards = (page: Page) => page.getByRole('region', { name: 'Shortlisted', exact: true }).getByRole('listitem');

const rows = (page: Page) => page.locator('[data-row]');

/** Loads ten deals and shortlists one. */
async function shortlistRow(page: Page, path: string, row: number): Promise<void> {
  await page.goto(path);
  await search(page);
  await page.getByRole('gridcell').nth(row).focus();
  await page.keyboard.press('s');
  await expect(page.getByText('Shortlisted', { exact: true }).first()).toBeAttached();
}

test('an owner invites a colleague by a link; both see who changed what; a viewer buys nothing; a removed member keeps what the page shows', async ({
  browser,
  gateway,
}, { project }) => {
  test.slow();
  const sharing = await startSecondGateway({ FUNDSCOPE_DATA: gateway.dataDir });
  const [ana, ben] = [await openBrowser(browser, project, sharing), await openBrowser(browser, project, sharing)];
  await useKey(ana, await createKey(gateway, 1000));

  await ana.goto('/settings');
  await expect(members(ana).getByRole('listitem')).toHaveCount(0);
  await members(ana).getByRole('button', { name: 'Invite a colleague' }).press('Enter');
  await members(ana).getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(members(ana).getByRole('button', { name: 'Invite a colleague' })).toBeFocused();
  await ana.keyboard.press('Enter');
  await expect(members(ana).getByLabel('Your name')).toBeFocused();
  await ana.keyboard.press('Enter');
  await expect(members(ana).getByRole('alert')).toHaveText(['Enter a name.', 'Enter a name.']);
  await ana.keyboard.type('Ana');
  await members(ana).getByLabel('Name of the colleague').fill('Ben');
  await members(ana).getByLabel('Role').selectOption('viewer');
  await expectNoFinding(ana);
  await members(ana).getByRole('button', { name: 'Create link' }).click();
  const copy = members(ana).getByRole('button', { name: 'Copy invitation link' });
  await expect(copy).toBeFocused();
  const link = await copy.getAttribute('title');
  await expect(members(ana).getByRole('listitem', { name: 'Ben' })).toContainText('invited until');
  await members(ana).getByLabel('Color of Ben').selectOption('violet');
  await expect(members(ana).getByLabel('Color of Ben')).toHaveValue('violet');
  await expectNoFinding(ana);
  await shortlistRow(ana, '/deals?round=SEED&rows=10', 1);

  await ben.goto(link ?? '');
  await expect(ben.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoFinding(ben);
  await ben.getByRole('button', { name: 'Join' }).click();
  await expect(ben).toHaveURL(`${sharing.url}/`);
  await ben.goto('/shortlist');
  await expect(cards(ben)).toContainText('Ana');
  await cards(ben).getByRole('button').first().click();
  await ben.getByLabel('Note').fill('Ask for the deck');
  await expectNoFinding(ben);
  await ana.goto('/shortlist');
  await expect(cards(ana)).toContainText('Ask for the deck', { timeout: 30_000 });
  await cards(ana).getByRole('button').first().click();
  await expect(ana.getByText('Note by')).toContainText('Ben');

  const paid = watchPaid(ben);
  await ben.goto('/deals?round=SERIES_A&rows=10');
  const button = ben.getByRole('button', { name: /^Search, up to/ });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toHaveAccessibleDescription(/Viewers spend no credits/);
  await button.click({ force: true });
  await expect(ben.getByRole('status').filter({ hasText: 'Viewers spend no credits.' })).toBeVisible();
  await ben.keyboard.press('Enter');
  await expectNoFinding(ben);
  expect(paid).toEqual([]);

  await ben.goto('/settings');
  await expect(ben.getByLabel('Budget per day')).toBeDisabled();
  await expect(ben.getByRole('button', { name: 'Start a new session' })).toHaveCount(0);
  await expect(ben.getByText('Only owners of the workspace can change budgets.')).toBeVisible();
  await expectNoFinding(ben);

  await ana.goto('/settings');
  await members(ana).getByLabel('Role of Ben').selectOption('member');
  await expect(members(ana).getByLabel('Role of Ben')).toHaveValue('member');
  await shortlistRow(ben, '/deals?round=SERIES_A&rows=10', 1);
  await ana.goto('/shortlist');
  await expect(cards(ana)).toHaveCount(2);
  await ana.getByRole('group', { name: 'Whose' }).getByRole('button', { name: 'Mine' }).click();
  await expect(cards(ana)).toHaveCount(1);
  await expect(ana).toHaveURL(/who=mine/);
  await ana.reload();
  await expect(cards(ana)).toHaveCount(1);
  await expectNoFinding(ana);

  // Ben shortlisted a row of that search.
  await ana.goto('/deals?round=SERIES_A&rows=10&run=1&status=shortlist');
  await expect(rows(ana)).toHaveCount(1);
  await ana.getByRole('group', { name: 'Whose' }).getByRole('button', { name: 'Mine' }).click();
  await expect(rows(ana)).toHaveCount(0);
  await expect(ana).toHaveURL(/who=mine/);
  await ana.goto('/deals?round=SEED&rows=10&run=1&who=mine');
  await expect(rows(ana)).toHaveCount(1);
  await expectNoFinding(ana);

  const calls = (page: Page) => page.getByRole('grid', { name: 'Calls' }).getByRole('row');
  await ana.goto('/usage');
  await expect(calls(ana).filter({ hasText: 'Series A' })).toContainText('Ben');
  await expect(calls(ana).filter({ hasText: 'Seed' })).toContainText('Ana');
  await expect(ana.getByText('Whole account, UTC')).toBeVisible();
  await expectNoFinding(ana);
  await ana.getByRole('group', { name: 'Whose' }).getByRole('button', { name: 'Mine' }).click();
  await expect(calls(ana).filter({ hasText: 'Series A' })).toHaveCount(0);
  await expect(calls(ana).filter({ hasText: 'Seed' })).toBeVisible();
  const history = ana.getByRole('grid', { name: 'History' }).getByRole('row');
  await ana.goto('/saved?view=history');
  await expect(history.filter({ hasText: 'Series A' })).toContainText('Ben');
  await expect(history.filter({ hasText: 'Seed' })).toContainText('Ana');

  await ben.goto('/shortlist');
  await expect(cards(ben)).toHaveCount(2);
  await ana.goto('/settings');
  await members(ana).getByRole('button', { name: 'Remove Ben' }).click();
  await expect(members(ana).getByRole('listitem', { name: 'Ben' })).toContainText('their entries are kept');
  await expect(members(ana).getByRole('button', { name: 'Undo the removal of Ben' })).toBeFocused();
  // By itself, with the next question for changes.
  await expect(ben.getByText('You are no longer a member of this workspace.')).toBeVisible({ timeout: 30_000 });
  await expect(cards(ben)).toHaveCount(2);
  await members(ana).getByRole('button', { name: 'Undo the removal of Ben' }).click();
  await expect(members(ana).getByLabel('Role of Ben')).toBeVisible();
  await expect(members(ana).getByRole('button', { name: 'Remove Ben' })).toBeFocused();
  await ben.reload();
  await expect(ben.getByText('You are no longer a member of this workspace.')).toBeHidden();
  for (const page of [ana, ben]) await page.context().close();
  await sharing.stop();
});

test('in front of a hosted service a colleague joins the workspace of the gateway’s key, buys with it, and is rejected once removed', async ({
  browser,
  gateway,
}, { project }) => {
  test.slow();
  const folder = await mkdtemp(join(tmpdir(), 'fundscope-hosted-members-'));
  const hosted = await startSecondGateway({
    FUNDSCOPE_DATA: join(folder, 'data'),
    FUNDSCOPE_UPSTREAM: `${gateway.url}/api/v1`,
    FUNDSCOPE_KEY: await createKey(gateway, 1000),
  });
  const [ana, ben] = [await openBrowser(browser, project, hosted), await openBrowser(browser, project, hosted)];
  await ana.goto('/settings');
  await members(ana).getByRole('button', { name: 'Invite a colleague' }).click();
  await members(ana).getByLabel('Your name').fill('Ana');
  await members(ana).getByLabel('Name of the colleague').fill('Ben');
  await members(ana).getByRole('button', { name: 'Create link' }).click();
  const copying = members(ana).getByRole('button', { name: 'Copy invitation link' });
  // The first invitation may be what opens the database.
  await expect(copying).toBeVisible({ timeout: 60_000 });

  await ben.goto((await copying.getAttribute('title')) ?? '');
  await ben.getByRole('button', { name: 'Join' }).click();
  await expect(ben).toHaveURL(`${hosted.url}/`);
  await shortlistRow(ben, '/deals?round=SEED&rows=10', 1);
  await ana.goto('/shortlist');
  await expect(cards(ana)).toContainText('Ben', { timeout: 30_000 });

  await ana.goto('/settings');
  await members(ana).getByRole('button', { name: 'Remove Ben' }).click();
  await expect(members(ana).getByRole('listitem', { name: 'Ben' })).toContainText('their entries are kept');
  await ben.goto('/shortlist');
  await expect(ben.getByText('You are no longer a member of this workspace.')).toBeVisible();
  for (const page of [ana, ben]) await page.context().close();
  await hosted.stop();
  await rm(folder, { recursive: true, force: true });
});
