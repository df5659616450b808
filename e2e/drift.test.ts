// In a browser: random presses of what is in sight are compared with the books of the service.

import { expect as expectNow, type Page, type Request } from '@playwright/test';
import {
  buy,
  closeFilters,
  createKey,
  openFilters,
  openSpending,
  readLeft,
  readUsed,
  search,
  useKey,
  waitUntilIdle,
  watchPaid,
} from './deals-screen.ts';
import { expect, type RunningGateway, test } from './test.ts';

const [walks, acts] = [10, 10];
const purchased = 100_000;
// Fixed, so that every run takes the same walk; name another one to walk elsewhere.
const seed = Number(process.env['FUNDSCOPE_ACTS_SEED'] ?? 20_261_120);

/** A small generator of even numbers between 0 and 1 (mulberry32), so that a seed gives the same walk. */
function createDraw(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What can be done at the moment: every priced control in sight, and moves that must be free. */
async function findActions(page: Page, draw: () => number): Promise<[name: string, run: () => Promise<unknown>][]> {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(draw() * list.length)]!;
  const priced = page.getByRole('button', { name: /(credits?|^Search.*)$/ });
  const controls = await priced.evaluateAll((buttons) =>
    buttons.map((button) => ({ text: button.textContent, inert: button.ariaDisabled === 'true' })),
  );
  const rows = await page.locator('[data-row]:visible').all();
  const found: [string, () => Promise<unknown>][] = [];
  for (const [index, { text, inert }] of controls.entries()) {
    if (!inert) found.push([`paid: ${text}`, () => buy(page, priced.nth(index))]);
  }
  // An open form covers the table.
  const isCovered = await page.getByRole('dialog', { name: 'Filters' }).isVisible();
  if (rows.length > 0 && !isCovered) found.push(['open a row', () => pick(rows).getByRole('gridcell').nth(1).click()]);
  const [round, order, size] = [
    pick(['SEED', 'SERIES_A', 'SERIES_B', 'GRANT']),
    pick(['largest_raise', 'oldest_deal', 'most_recent_deal']),
    pick(['10', '25', '50']),
  ];
  const form = page.getByRole('form', { name: 'Filters' });
  const period = pick(['7 days', '30 days', '90 days']);
  const inForm = (run: () => Promise<unknown>) => async () => {
    await openFilters(page);
    await run();
  };
  found.push(
    ['preset', inForm(() => form.getByRole('button', { name: period, exact: true }).click())],
    ['order', inForm(() => form.getByLabel('Order').selectOption(order))],
    ['size', inForm(() => form.getByLabel('First page').selectOption(size))],
    ['link', () => page.goto(`${new URL(page.url()).origin}/deals?round=${round}&rows=${size}&sort=${order}`)],
    ['reload', () => page.reload()],
    ['back', () => goBack(page)],
    ['wheel', () => page.mouse.wheel(0, 4000)],
    ['escape', () => page.keyboard.press('Escape')],
  );
  return found;
}

async function goBack(page: Page): Promise<void> {
  await page.goBack();
  if (!page.url().includes('/deals')) await page.goForward();
}

/** Waits until no request is under way and the page shows what came. */
async function rest(page: Page, underWay: () => number): Promise<void> {
  await expect.poll(underWay, { intervals: [20, 40, 80] }).toBe(0);
  const button = page.getByRole('button', { name: /^Search/ });
  await expect(button.or(page.getByRole('button', { name: 'Filters', exact: true })).first()).toBeVisible();
  // All that remains comes in a batch of many requests.
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0, { timeout: 60_000 });
}

/** Actions that scroll: a row that is half out of sight is scrolled into it before it is opened. */
const scrolls = new Set(['wheel', 'open a row']);
const isAllowed = (name: string, armed: boolean) => name.startsWith('paid: ') || (scrolls.has(name) && armed);

for (let walk = 0; walk < walks; walk += 1) {
  test(`after ${acts} random actions the meter equals the service exactly, and nothing was bought without an action: walk ${walk + 1}`, ({
    page,
    gateway,
  }) => takeWalk(page, gateway, seed + walk));
}

async function takeWalk(page: Page, gateway: RunningGateway, from: number): Promise<void> {
  const draw = createDraw(from);
  const key = await createKey(gateway, purchased);
  await useKey(page, key);
  const paid = watchPaid(page);
  let underWay = 0;
  // The counters of changes are asked for all the time.
  const count = (by: number) => (request: Request) => {
    if (!request.url().endsWith('/workspace/versions')) underWay += by;
  };
  page.on('request', count(1));
  page.on('requestfinished', count(-1));
  page.on('requestfailed', count(-1));
  await page.goto('/deals?rows=10');
  await openSpending(page);
  await page.getByLabel('Budget per session').fill('');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await page.keyboard.press('Escape');

  const log: string[] = [];
  await search(page);
  await rest(page, () => underWay);
  for (let turn = 0; turn < acts; turn += 1) {
    const found = await findActions(page, draw);
    const [name, run] = found[Math.floor(draw() * found.length)]!;
    const armed = await page.getByText('Loading as you scroll').isVisible();
    const before = paid.length;
    log.push(name);
    await run();
    // A form that is stored in the address at the moment of Back looks like the end of that navigation.
    await expect(() => waitUntilIdle(page)).toPass();
    await rest(page, () => underWay);
    const sent = paid.slice(before).map((request) => request.url());
    const where = `seed ${from}, act ${turn}, ${name}, after ${log.slice(-6).join(' | ')}`;
    if (!isAllowed(name, armed)) expectNow(sent, where).toEqual([]);
  }
  if (await page.getByRole('dialog', { name: 'Filters' }).isVisible()) await closeFilters(page);
  const used = await readUsed(page);
  expect(used, `seed ${from}`).toBe(Math.round((purchased - (await readLeft(gateway, key))) * 10) / 10);
}
