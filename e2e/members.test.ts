// In a browser: two browsers with two roles look at one workspace.

import type { Page } from '@playwright/test';
import { expectNoFinding } from './axe.ts';
import { createKey, search, useKey, useOwnAccount, watchPaid, openMore } from './deals-screen.ts';
import { type SecondGateway, startSecondGateway } from './second-gateway.ts';
import { expect, openSharedContext, type RunningGateway, type SharedContext, test as base } from './test.ts';
import { callWorkspace, markDeal, searchRound } from './workspace-api.ts';

/** The browser of a colleague, next to the one of the fixture. */
const test = base.extend<{ colleague: Page }, { colleagueContext: SharedContext }>({
  colleagueContext: [
    async ({ browser, gateway }, use, { project }) => {
      const shared = await openSharedContext(browser, project.use, gateway.url);
      await use(shared);
      await shared.context.close();
    },
    { scope: 'worker' },
  ],
  colleague: async ({ colleagueContext }, use) => {
    await use(await colleagueContext.openPage());
    await colleagueContext.reset();
  },
});

const members = (page: Page) => page.getByRole('region', { name: 'Members' });
const cards = (page: Page) => page.getByRole('region', { name: 'Shortlisted', exact: true }).getByRole('listitem');
const rows = (page: Page) => page.locator('[data-row]');
const showMine = (page: Page) =>
  page.getByRole('group', { name: 'Whose' }).getByRole('button', { name: 'Mine' }).click();
const left = (page: Page) => page.getByText('You are no longer a member of this workspace.');

/** Has Ana, whose key it is, invite Ben, who joins; returns his key. */
async function addBen(gateway: RunningGateway, key: string, role: 'member' | 'viewer'): Promise<string> {
  const invitation = { name: 'Ben', role, own_name: 'Ana' };
  const { token } = await callWorkspace<{ token: string }>(gateway, key, ['POST', '/members'], invitation);
  return (await callWorkspace<{ key: string }>(gateway, undefined, ['POST', '/join'], { token })).key;
}

/** Has Ana shortlist a seed round, and Ben a Series A round. */
async function shortlistOneEach(gateway: RunningGateway, ana: string, ben: string): Promise<void> {
  for (const [key, round] of [
    [ana, 'SEED'],
    [ben, 'SERIES_A'],
  ] as const) {
    const [id = ''] = await searchRound(gateway, key, round);
    await markDeal(gateway, key, id, { status: 'shortlist' });
  }
}

// The focus after each press, and the messages of the form.
test('an owner invites a colleague by keyboard', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 100);
  await page.goto('/settings');
  await expect(members(page).getByRole('listitem')).toHaveCount(0);
  await members(page).getByRole('button', { name: 'Invite a colleague' }).press('Enter');
  await members(page).getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(members(page).getByRole('button', { name: 'Invite a colleague' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(members(page).getByLabel('Your name')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(members(page).getByRole('alert')).toHaveText(['Enter a name.', 'Enter a name.']);
  await page.keyboard.type('Ana');
  await members(page).getByLabel('Name of the colleague').fill('Ben');
  await members(page).getByLabel('Role').selectOption('viewer');
  await expectNoFinding(page);
  await members(page).getByRole('button', { name: 'Create link' }).click();
  await expect(members(page).getByRole('button', { name: 'Copy invitation link' })).toBeFocused();
  await expect(members(page).getByRole('listitem', { name: 'Ben' })).toContainText('invited until');
  await expectNoFinding(page);
});

// The link as a browser opens it, and what it keeps of it.
test('a colleague joins by the link, and has the role and the color that the owner chose', async ({
  page,
  colleague,
  gateway,
}) => {
  const key = await useOwnAccount(page, gateway, 100);
  await callWorkspace(gateway, key, ['POST', '/members'], { name: 'Ben', own_name: 'Ana' });
  await page.goto('/settings');
  await members(page).getByLabel('Color of Ben').selectOption('violet');
  await expect(members(page).getByLabel('Color of Ben')).toHaveValue('violet');
  await members(page).getByLabel('Role of Ben').selectOption('owner');
  await expect(members(page).getByLabel('Role of Ben')).toHaveValue('owner');
  await members(page)
    .getByRole('button', { name: /^New link/ })
    .click();
  const link = await members(page).getByRole('button', { name: 'Copy invitation link' }).getAttribute('title');

  await colleague.goto(link ?? '');
  await expect(colleague.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoFinding(colleague);
  await colleague.getByRole('button', { name: 'Join' }).click();
  await expect(colleague).toHaveURL(`${gateway.url}/`);
  await colleague.goto('/settings');
  await expect(members(colleague).getByLabel('Color of Ben')).toHaveValue('violet');
  await expect(colleague.getByLabel('Budget per day')).toBeEnabled();
});

// Names next to entries, on a page that is open while a colleague works.
test('an open shortlist shows who shortlisted, and whose note it is', async ({ page, gateway }) => {
  const ana = await useOwnAccount(page, gateway, 100);
  const ben = await addBen(gateway, ana, 'member');
  const [id = ''] = await searchRound(gateway, ana, 'SEED');
  await page.goto('/shortlist');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await markDeal(gateway, ana, id, { status: 'shortlist' });
  await markDeal(gateway, ben, id, { note: 'Ask for the deck' });
  await expect(cards(page)).toContainText('Ana');
  await expect(cards(page)).toContainText('Ask for the deck');
  await cards(page).getByRole('button').first().click();
  await expect(page.getByText('Note by')).toContainText('Ben');
  await expectNoFinding(page);
});

// Controls that are off, and what they say.
test('a viewer takes notes; Search and budgets are off and say why', async ({ page, gateway }) => {
  const ana = await createKey(gateway, 100);
  const ben = await addBen(gateway, ana, 'viewer');
  const [id = ''] = await searchRound(gateway, ana, 'SEED');
  await markDeal(gateway, ana, id, { status: 'shortlist' });
  await useKey(page, ben);
  const paid = watchPaid(page);
  await page.goto('/shortlist');
  await cards(page).getByRole('button').first().click();
  await page.getByLabel('Note').fill('Ask for the deck');
  await expect(cards(page)).toContainText('Ask for the deck');
  await expectNoFinding(page);
  await page.goto('/deals?round=SERIES_A&rows=10');
  const button = page.getByRole('button', { name: /^Search, up to/ });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await expect(button).toHaveAccessibleDescription(/Viewers spend no credits/);
  await button.click({ force: true });
  await expect(page.getByRole('status').filter({ hasText: 'Viewers spend no credits.' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expectNoFinding(page);
  await page.goto('/settings');
  await expect(page.getByLabel('Budget per day')).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Start a new session' })).toHaveCount(0);
  await expect(page.getByText('Only owners of the workspace can change budgets.')).toBeVisible();
  await expectNoFinding(page);
  expect(paid).toEqual([]);
});

// A filter in the address.
test('“Mine” narrows the shortlist and rows to what the reader did, also after a reload', async ({ page, gateway }) => {
  const ana = await useOwnAccount(page, gateway, 100);
  await shortlistOneEach(gateway, ana, await addBen(gateway, ana, 'member'));
  await page.goto('/shortlist');
  await expect(cards(page)).toHaveCount(2);
  await showMine(page);
  await expect(cards(page)).toHaveCount(1);
  await expect(page).toHaveURL(/who=mine/);
  await page.reload();
  await expect(cards(page)).toHaveCount(1);
  await expectNoFinding(page);
  // Ben shortlisted a row of that search.
  await page.goto('/deals?round=SERIES_A&rows=10&run=1&status=shortlist');
  await expect(rows(page)).toHaveCount(1);
  await openMore(page, 'More actions');
  await showMine(page);
  await page.keyboard.press('Escape');
  await expect(rows(page)).toHaveCount(0);
  await expect(page).toHaveURL(/who=mine/);
  await page.goto('/deals?round=SEED&rows=10&run=1&who=mine');
  await expect(rows(page)).toHaveCount(1);
  await expectNoFinding(page);
});

// Names in tables, and a filter of one.
test('usage and history say who searched', async ({ page, gateway }) => {
  const ana = await useOwnAccount(page, gateway, 100);
  await shortlistOneEach(gateway, ana, await addBen(gateway, ana, 'member'));
  const calls = page.getByRole('grid', { name: 'Calls' }).getByRole('row');
  await page.goto('/usage');
  await expect(calls.filter({ hasText: 'Series A' })).toContainText('Ben');
  await expect(calls.filter({ hasText: 'Seed' })).toContainText('Ana');
  await expect(page.getByText('Whole account, UTC')).toBeVisible();
  await expectNoFinding(page);
  await showMine(page);
  await expect(calls.filter({ hasText: 'Series A' })).toHaveCount(0);
  await expect(calls.filter({ hasText: 'Seed' })).toBeVisible();
  const history = page.getByRole('grid', { name: 'History' }).getByRole('row');
  await page.goto('/saved?view=history');
  await expect(history.filter({ hasText: 'Series A' })).toContainText('Ben');
  await expect(history.filter({ hasText: 'Seed' })).toContainText('Ana');
});

// What an open page shows of a workspace that it may no longer read.
test('a removed member keeps what the page shows, and undo brings them back', async ({ page, colleague, gateway }) => {
  const ana = await useOwnAccount(page, gateway, 100);
  const ben = await addBen(gateway, ana, 'member');
  await shortlistOneEach(gateway, ana, ben);
  await useKey(colleague, ben);
  await colleague.goto('/shortlist');
  await expect(cards(colleague)).toHaveCount(2);
  await page.goto('/settings');
  await members(page).getByRole('button', { name: 'Remove Ben' }).click();
  await expect(members(page).getByRole('listitem', { name: 'Ben' })).toContainText('their entries are kept');
  await expect(members(page).getByRole('button', { name: 'Undo the removal of Ben' })).toBeFocused();
  // By itself, with the next question for changes.
  await expect(left(colleague)).toBeVisible();
  await expect(cards(colleague)).toHaveCount(2);
  await members(page).getByRole('button', { name: 'Undo the removal of Ben' }).click();
  await expect(members(page).getByLabel('Role of Ben')).toBeVisible();
  await expect(members(page).getByRole('button', { name: 'Remove Ben' })).toBeFocused();
  await colleague.reload();
  await expect(left(colleague)).toBeHidden();
});

test.describe('in front of a hosted service', () => {
  let hosted: SecondGateway;
  test.beforeAll(async ({ gateway }) => {
    hosted = await startSecondGateway({
      FUNDSCOPE_UPSTREAM: `${gateway.url}/api/v1`,
      FUNDSCOPE_KEY: await createKey(gateway, 1000),
    });
  });
  test.afterAll(() => hosted.stop());

  // The key of a member, which stays on the gateway, as the browser keeps and sends it.
  test('a colleague joins the workspace of the gateway’s key, buys with it, and is rejected once removed', async ({
    page,
    colleague,
  }) => {
    await page.goto(`${hosted.url}/settings`);
    await members(page).getByRole('button', { name: 'Invite a colleague' }).click();
    await members(page).getByLabel('Your name').fill('Ana');
    await members(page).getByLabel('Name of the colleague').fill('Ben');
    await members(page).getByRole('button', { name: 'Create link' }).click();
    const copying = members(page).getByRole('button', { name: 'Copy invitation link' });
    // The first invitation may be what opens the database.
    await expect(copying).toBeVisible({ timeout: 60_000 });
    await colleague.goto((await copying.getAttribute('title')) ?? '');
    await colleague.getByRole('button', { name: 'Join' }).click();
    await expect(colleague).toHaveURL(`${hosted.url}/`);
    await colleague.goto(`${hosted.url}/deals?round=SEED&rows=10`);
    await search(colleague);
    await expect(rows(colleague)).toHaveCount(10);
    await members(page).getByRole('button', { name: 'Remove Ben' }).click();
    await expect(members(page).getByRole('listitem', { name: 'Ben' })).toContainText('their entries are kept');
    await colleague.goto(`${hosted.url}/shortlist`);
    await expect(left(colleague)).toBeVisible();
  });
});
