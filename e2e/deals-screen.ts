import type { Page, Request } from '@playwright/test';
import { expect, type RunningGateway } from './test.ts';

/** The paid requests that a page sends, as they leave; counted at the network, whatever the page believes. */
export function watchPaid(page: Page): Request[] {
  const paid: Request[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/v1/') && !/\/(location|industry)\/search$/.test(pathname)) paid.push(request);
  });
  return paid;
}

/** Picks one offer of a picker by typing, and closes it again. */
export async function choose(page: Page, label: string, text: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('combobox', { name: 'Type to find' }).fill(text);
  await page.getByRole('listbox', { name: 'Found' }).getByRole('option', { name: option, exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox', { name: 'Found' })).toBeHidden();
}

/** Searches for what the form holds, and waits for the answer. */
export async function search(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: /^[\d,]+ (deals?|compan(y|ies)|firms?|person|people)$/ }),
  ).toBeVisible();
}

/** Credits that the meter of the page says this session used. */
export async function readUsed(page: Page): Promise<number> {
  const text = await page.getByRole('region', { name: 'Credits' }).innerText();
  return Number(/([\d,.]+) used this session/.exec(text)![1]!.replaceAll(',', ''));
}

/** The price that the accessible name of a button quotes, in credits. */
export async function readPrice(page: Page, name: RegExp): Promise<number> {
  const label = (await page.getByRole('button', { name }).textContent())!;
  return Number(/([\d,.]+) credits?$/.exec(label)![1]!.replaceAll(',', ''));
}

/** An account of its own and a key that the page then brings along, so that tests do not share a balance. */
export async function useOwnAccount(page: Page, gateway: RunningGateway, purchased: number): Promise<string> {
  const command = `accounts create --name e2e --plan FREE --purchased ${purchased} --json`;
  const created = await gateway.fundscope(...command.split(' '));
  const { key } = JSON.parse(created) as { key: string };
  await page.addInitScript((value) => localStorage.setItem('fundscope.key', value), key);
  return key;
}
