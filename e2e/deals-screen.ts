import type { Disposable, Locator, Page, Request } from '@playwright/test';
import { readButtonPrice } from '../src/tools/button-price.ts';
import { expect, type RunningGateway } from './test.ts';

/** The requests with which a page has the gateway spend. */
export const spendingPath =
  /\/workspace\/(searches(\/[\w-]+\/more)?|unlock|requests(\/several)?|market\/counts|purchases\/[\w-]+\/retry)$/;

/**
 * The requests with which a page spends, as they leave; counted at the network, whatever the page believes. A page that
 * bought from the API itself would be counted, too.
 */
export function watchPaid(page: Page): Request[] {
  const paid: Request[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const isSent = request.method() === 'POST' && spendingPath.test(pathname);
    const isDirect =
      pathname.startsWith('/api/v1/') && !/\/((location|industry)\/search|alerts(\/configurations)?)$/.test(pathname);
    if (isSent || isDirect) paid.push(request);
  });
  return paid;
}

/** The search of a request that loads first rows, as the API takes it. */
export function readBody(request: Request | undefined): Record<string, unknown> {
  const { body, rows } = request!.postDataJSON() as { body: object; rows: number };
  return { ...body, page: 0, page_size: rows };
}

/** Series A as a stage: with its pre-rounds and extensions. */
export const seriesA = [false, true].flatMap((pre) =>
  [false, true].map((extension) => ({ type: 'SERIES_A', pre, extension })),
);

/** The rows that a request for first rows has loaded, with the figures of their search. */
export async function readFoundRows<Row>(gateway: RunningGateway, request: Request | undefined): Promise<Row[]> {
  const { data } = (await (await request!.response())!.json()) as { data: { search: { id: string } } };
  const { authorization = `Bearer ${gateway.key}` } = await request!.allHeaders();
  const address = `${gateway.url}/workspace/searches/${data.search.id}/rows?count=500`;
  const response = await fetch(address, { headers: { authorization } });
  const { rows } = ((await response.json()) as { data: { rows: { record: Row; figures: object }[] } }).data;
  return rows.map(({ record, figures }) => ({ ...record, ...figures }));
}

/** Makes the service one that does not count for free, as hosted ones do, until the result is disposed of. */
export async function hideFreeCounts(page: Page): Promise<Disposable> {
  return page.route('**/config.json', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), facets: false } });
  });
}

/** Opens the form with all filters; before the first results of a wide screen it is open already. */
export async function openFilters(page: Page): Promise<void> {
  const form = page.getByRole('form', { name: 'Filters' });
  const button = page.getByRole('button', { name: 'Filters', exact: true });
  // The button is there until the gateway has said that it stores no results; then the form opens.
  await expect(async () => {
    if (!(await form.isVisible())) await button.click({ timeout: 2000 });
    await expect(form).toBeVisible({ timeout: 2000 });
  }).toPass();
}

/** Opens what does not fit in a line of actions. */
export async function openMore(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: label }).click();
  await expect(page.getByRole('dialog', { name: label })).toBeVisible();
}

/** Closes the sheet with the filters and keeps what was set. */
export async function closeFilters(page: Page): Promise<void> {
  await page.getByRole('dialog', { name: 'Filters' }).getByRole('button', { name: 'Close', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Filters' })).toBeHidden();
}

/** Picks one offer of a picker by typing, and closes it again. */
export async function choose(page: Page, label: string, text: string, option: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label, exact: true });
  await expect(field.or(page.getByRole('button', { name: 'Filters', exact: true })).first()).toBeVisible();
  if (!(await field.isVisible())) await openFilters(page);
  await field.click();
  await page.getByRole('combobox', { name: 'Type to find' }).fill(text);
  // Its count may follow.
  const name = new RegExp(String.raw`^${option.replaceAll(/[()+.]/g, '.')}( [\d,]+)?$`);
  await page.getByRole('listbox', { name: 'Options' }).getByRole('option', { name }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox', { name: 'Options' })).toBeHidden();
}

/** Presses a priced button, and confirms a price above 50 credits. */
export async function buy(page: Page, button: Locator): Promise<void> {
  // A count can lower the price; box and form may both be counting, after a minute where the limit of requests is reached.
  const counting = page.getByText('Counting', { exact: true }).filter({ visible: true });
  await expect(counting).toHaveCount(0, { timeout: 65_000 });
  const price = await readButtonPrice(button);
  await button.click();
  if (price > 50) await page.getByRole('button', { name: /^Spend up to / }).click();
}

/** Unlocks the details of the loaded rows; investors are requested round after round. */
export async function unlockDetails(page: Page): Promise<void> {
  await buy(page, page.getByRole('button', { name: /^Unlock details, [\d,]+ credits?$/ }));
  await expect(page.getByRole('button', { name: /^Unlock/ })).toBeHidden({ timeout: 40_000 });
}

/** Loads more rows, from the menu where the button in front unlocks names. */
export async function loadMore(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('button', { name });
  const unlock = page.getByRole('button', { name: /^Unlock details, / });
  await expect(button.or(unlock).first()).toBeVisible();
  if (!(await button.isVisible())) await openMore(page, 'More ways to load');
  await buy(page, button);
}

/** Searches for what the form holds, and waits for the response and its bill. */
export async function search(page: Page): Promise<void> {
  await openFilters(page);
  await buy(page, page.getByRole('button', { name: /^Search, / }));
  const heading = page.getByRole('heading', {
    level: 1,
    name: /^[\d,]+ (deals?|compan(y|ies)|investors?|person|people)$/,
  });
  await expect(heading).toBeVisible();
  // The table comes with its own code.
  const rows = page.getByRole('grid').or(page.getByRole('list', { name: /^(Deals|Companies|Investors|People)$/ }));
  if (!(await heading.innerText()).startsWith('0 ')) await expect(rows).toBeVisible();
  await waitForBills(page);
}

/** Waits until every purchase of the page is recorded; rows are on the screen a moment before that. */
export async function waitForBills(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: 'Credits' }).first()).toHaveAttribute('aria-busy', 'false');
}

/** Credits that the meter of the page says this session used. */
export async function readUsed(page: Page): Promise<number> {
  await waitForBills(page);
  const text = await page.getByRole('region', { name: 'Credits' }).innerText();
  return Number(/([\d,.]+) used/.exec(text)![1]!.replaceAll(',', ''));
}

/** Opens the spending sheet, as a press on the meter does. */
export async function openSpending(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Credits' }).getByRole('button', { name: 'used' }).click();
}

/** The price that the accessible name of a button quotes, in credits. */
export function readPrice(page: Page, name: RegExp): Promise<number> {
  return readButtonPrice(page.getByRole('button', { name }));
}

/** The key of an account of its own, so that tests do not share a balance. */
export async function createKey(gateway: RunningGateway, purchased: number): Promise<string> {
  return (await gateway.createAccount({ name: 'e2e', plan: 'FREE', purchased })).key;
}

/** Lets a page bring a key along from its first moment. */
export async function useKey(page: Page, key: string): Promise<void> {
  await page.addInitScript((value) => localStorage.setItem('fundscope.key', value), key);
}

/** Sets the time that a page reads; page.clock would set it for every later journey of the worker. */
export async function setTime(page: Page, time: string): Promise<void> {
  await page.addInitScript((now) => {
    globalThis.Date = new Proxy(Date, {
      construct: (original, args) => Reflect.construct(original, args.length === 0 ? [now] : args) as Date,
      get: (original, name) => (name === 'now' ? () => now : (Reflect.get(original, name) as unknown)),
    });
  }, Date.parse(time));
}

/** Creates an account of its own, with a key that the page then sends. */
export async function useOwnAccount(page: Page, gateway: RunningGateway, purchased: number): Promise<string> {
  const key = await createKey(gateway, purchased);
  await useKey(page, key);
  return key;
}

/** Credits that the service itself says are left to a key. */
export async function readLeft(gateway: RunningGateway, key: string): Promise<number> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ identifiers: { deal_ids: ['00000000-0000-4000-8000-000000000000'] }, page_size: 1 });
  const answer = await fetch(`${gateway.url}/api/v1/deals`, { method: 'POST', headers, body });
  return Number(answer.headers.get('X-Credits-Remaining'));
}

/**
 * Spends credits of a key as another program would. The page may read the account at any moment; until it asks for a
 * purchase, it hears of the balance before that.
 */
export async function spendElsewhere(page: Page, gateway: RunningGateway, key: string, credits: number): Promise<void> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const before = (await (await fetch(`${gateway.url}/account`, { headers })).json()) as object;
  let hasAsked = false;
  page.on('request', (request) => (hasAsked ||= spendingPath.test(new URL(request.url()).pathname)));
  await page.route(/\/account\/?$/, (route) => (hasAsked ? route.continue() : route.fulfill({ json: before })));
  const body = JSON.stringify({ page_size: credits });
  const { status } = await fetch(`${gateway.url}/api/v1/deals`, { method: 'POST', headers, body });
  expect(status).toBe(200);
}

/** Credits that the service itself says were used by an account that began with so many. */
export const readBilled = async (gateway: RunningGateway, key: string, purchased: number): Promise<number> =>
  purchased - (await readLeft(gateway, key));

/** The heading of an answer: how many deals there are. */
export const dealsHeading = (page: Page) => page.getByRole('heading', { level: 1, name: /^[\d,]+ deals?$/ });

/** Waits until the page has painted and has nothing left to do, so that whatever it was going to send has been sent. */
export async function waitUntilIdle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let turn = 0; turn < 2; turn += 1) {
      await new Promise((done) => requestAnimationFrame(done));
      await new Promise((done) => requestIdleCallback(done, { timeout: 1000 }));
    }
  });
}

/** Expects that `lower` begins where `upper` ends, or further down. */
export async function expectBelow(lower: Locator, upper: Locator): Promise<void> {
  const [upperBox, lowerBox] = [await upper.boundingBox(), await lower.boundingBox()];
  expect(lowerBox!.y).toBeGreaterThanOrEqual(upperBox!.y + upperBox!.height);
}

/** Holds up the files with such addresses until it is called. */
export async function blockRequests(page: Page, address: RegExp): Promise<() => void> {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await isReleased;
    await route.continue();
  });
  return release;
}
