// In a browser: a page is closed in the moment of a press.

import type { BrowserContext, Page } from '@playwright/test';
import { createKey } from './deals-screen.ts';
import { expect, test as base } from './test.ts';
import { markDeal, searchRound } from './workspace-api.ts';

/** How a page is left, in the task of a press. */
const leavings = ['the page reloads', 'another site opens', 'the tab closes'] as const;
type Leaving = (typeof leavings)[number];

type Press = { readonly key: string } | { readonly text: string } | { readonly submit: true };

/** Presses where the focus is and leaves in the same task, before anything could be sent. */
async function pressAndLeave(page: Page, press: Press, leaving: Leaving): Promise<void> {
  // The same gateway by another name, because requests that Playwright intercepts end with their page.
  const elsewhere = new URL('/healthz', page.url().replace('127.0.0.1', 'localhost')).href;
  const leave = (args: { press: Press; leaving: Leaving; elsewhere: string }) => {
    const element = document.activeElement!;
    if ('key' in args.press) {
      element.dispatchEvent(new KeyboardEvent('keydown', { key: args.press.key, bubbles: true, cancelable: true }));
    } else if ('text' in args.press) {
      const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!;
      set!.call(element, args.press.text);
      element.dispatchEvent(new Event('input', { bubbles: true }));
    } else (element as HTMLInputElement).form!.requestSubmit();
    if (args.leaving === 'the page reloads') location.reload();
    if (args.leaving === 'another site opens') location.href = args.elsewhere;
  };
  const left = leaving === 'the tab closes' ? undefined : page.waitForEvent('load');
  // The page can be gone before it answers.
  await page.evaluate(leave, { press, leaving, elsewhere }).catch(() => undefined);
  await left;
  await page.close();
}

async function openPage(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

const test = base.extend<{ key: string }>({
  // Of every page that a journey opens after the one that it leaves.
  key: async ({ context, gateway }, use) => {
    const key = await createKey(gateway, 100);
    await context.addInitScript((value) => localStorage.setItem('fundscope.key', value), key);
    await use(key);
  },
});
test.use({ ownContext: true });

for (const leaving of leavings) {
  test(`a shortlisted row is stored although ${leaving} at the same moment`, async ({ context, gateway, key }) => {
    await searchRound(gateway, key, 'SEED');
    const page = await openPage(context, '/deals?round=SEED&rows=10&run=1');
    await page.getByRole('gridcell').nth(1).focus();
    await pressAndLeave(page, { key: 's' }, leaving);
    const shortlist = await openPage(context, '/shortlist');
    await expect(shortlist.getByRole('region', { name: 'Shortlisted' }).getByRole('listitem')).toHaveCount(1);
  });
}

test('a search is saved although the tab closes at the same moment', async ({ context, key }) => {
  expect(key).not.toBe('');
  const page = await openPage(context, '/deals?round=SEED');
  await page.getByRole('button', { name: /^Save( as)?$/ }).click();
  await page.getByLabel('Name', { exact: true }).fill('Ten deals');
  await pressAndLeave(page, { submit: true }, 'the tab closes');
  const saved = await openPage(context, '/saved');
  await expect(saved.getByRole('button', { name: 'Show code for Ten deals' })).toBeVisible();
});

test('a note is stored although another site opens at the same moment', async ({ context, gateway, key }) => {
  const [id = ''] = await searchRound(gateway, key, 'SEED');
  await markDeal(gateway, key, id, { status: 'shortlist' });
  const page = await openPage(context, '/shortlist');
  await page.getByRole('region', { name: 'Shortlisted' }).locator('[data-open]').first().click();
  await page.getByLabel('Note', { exact: true }).focus();
  const opened = page.url();
  await pressAndLeave(page, { text: 'Ask Ada' }, 'another site opens');
  const note = await openPage(context, opened);
  await expect(note.getByLabel('Note', { exact: true })).toHaveValue('Ask Ada');
});
