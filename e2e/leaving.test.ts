import type { BrowserContext, Page } from '@playwright/test';
import { search, useOwnAccount } from './deals-screen.ts';
import { expect, test } from './test.ts';

test.use({ ownContext: true });

/** How a page is left, in the task of a press. */
const leavings = ['reload', 'another site', 'the tab closes'] as const;
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
    if (args.leaving === 'reload') location.reload();
    if (args.leaving === 'another site') location.href = args.elsewhere;
  };
  const left = leaving === 'the tab closes' ? undefined : page.waitForEvent('load');
  // The page can be gone before it answers.
  await page.evaluate(leave, { press, leaving, elsewhere }).catch(() => undefined);
  await left;
  await page.close();
}

async function openResults(context: BrowserContext, results: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(results);
  await expect(page.getByRole('grid')).toBeVisible();
  return page;
}

test('nothing that was made in the moment of leaving is lost', async ({ page: first, context, gateway }) => {
  test.slow();
  const key = await useOwnAccount(first, gateway, 100);
  await context.addInitScript((value) => localStorage.setItem('fundscope.key', value), key);
  await first.goto('/deals?rows=10');
  await search(first);
  const results = first.url();
  await first.close();
  for (const [at, leaving] of leavings.entries()) {
    const page = await openResults(context, results);
    await page.getByRole('gridcell').nth(1).focus();
    for (let row = 0; row < at; row += 1) await page.keyboard.press('ArrowDown');
    await pressAndLeave(page, { key: 's' }, leaving);
    const shortlist = await context.newPage();
    await shortlist.goto('/shortlist');
    await expect(shortlist.getByRole('region', { name: 'Shortlisted' }).getByRole('listitem')).toHaveCount(at + 1);
    await shortlist.close();
  }

  const naming = await openResults(context, results);
  await naming.getByRole('button', { name: /^Save( as)?$/ }).click();
  await naming.getByLabel('Name', { exact: true }).fill('Ten deals');
  await pressAndLeave(naming, { submit: true }, 'the tab closes');
  const saved = await context.newPage();
  await saved.goto('/saved');
  await expect(saved.getByRole('button', { name: 'Show code for Ten deals' })).toBeVisible();

  await saved.goto('/shortlist');
  await saved.getByRole('region', { name: 'Shortlisted' }).locator('[data-open]').first().click();
  await saved.getByLabel('Note', { exact: true }).focus();
  const opened = saved.url();
  await pressAndLeave(saved, { text: 'Ask Ada' }, 'another site');
  const note = await context.newPage();
  await note.goto(opened);
  await expect(note.getByLabel('Note', { exact: true })).toHaveValue('Ask Ada');
});
