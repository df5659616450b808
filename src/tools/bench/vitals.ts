import type { Browser, Page } from '@playwright/test';
import type { Command } from 'commander';
import type { Shutdown } from '../../gateway/shutdown.ts';
import { openDemoWorkspace } from '../demo-workspace.ts';
import { addToolAction } from '../tool-action.ts';

/** Largest contentful paint in milliseconds, and the sum of all layout shifts. */
interface Visit {
  screen: string;
  lcp_ms: number;
  cls: number;
}

/** The slowest response of a step, in the browser's milliseconds. */
interface Interaction {
  name: string;
  inp_ms: number;
}

/** CPU throttling factor. */
const slowdown = 4;
/** The guaranteed limits at this factor. */
const goals = { lcp_ms: 1500, inp_ms: 200, cls: 0.1 };

/** Adds `bench vitals`. */
export function registerVitalsBench(bench: Command, shutdown: Shutdown): void {
  const command = bench
    .command('vitals')
    .description('Measure LCP, CLS and INP of the built page at a CPU 4 times slower (needs Chromium)');
  addToolAction(command, shutdown, {
    run: async () => {
      const { url, browser } = await openDemoWorkspace(shutdown);
      const visits = await measureVisits(browser, url);
      return { goals, visits, interactions: await measureInteractions(browser, url) };
    },
    format: formatVitals,
  });
}

type Vitals = { readonly visits: readonly Visit[]; readonly interactions: readonly Interaction[] };

function formatVitals({ visits, interactions }: Vitals): string[] {
  const markOver = (figure: number, goal: number) => (figure > goal ? ' over' : '');
  return [
    `${'screen'.padEnd(34)}${'LCP, ms'.padStart(9)}${'CLS'.padStart(9)}`,
    ...visits.map(
      ({ screen, lcp_ms: lcp, cls }) =>
        `${screen.padEnd(34)}${String(lcp).padStart(9)}${cls.toFixed(4).padStart(9)}` +
        `${markOver(lcp, goals.lcp_ms)}${markOver(cls, goals.cls)}`,
    ),
    `${'interaction'.padEnd(34)}${'INP, ms'.padStart(9)}`,
    ...interactions.map(
      ({ name, inp_ms: inp }) => `${name.padEnd(34)}${String(inp).padStart(9)}${markOver(inp, goals.inp_ms)}`,
    ),
    `Goals: LCP at most ${goals.lcp_ms} ms, INP at most ${goals.inp_ms} ms, CLS at most ${goals.cls}.`,
  ];
}

/** Runs in the page. */
const observe = `
  globalThis.vitals = { lcp: 0, cls: 0, events: [] };
  const watch = (type, take, more) => new PerformanceObserver((list) => list.getEntries().forEach(take))
    .observe({ type, buffered: true, ...more });
  watch('largest-contentful-paint', (entry) => { vitals.lcp = entry.startTime; });
  watch('layout-shift', (entry) => { if (!entry.hadRecentInput) vitals.cls += entry.value; });
  watch('event', (entry) => { if (entry.interactionId) vitals.events.push(entry.duration); }, { durationThreshold: 16 });
`;

async function openPage(browser: Browser, url: string): Promise<Page> {
  const viewport = { width: 1440, height: 900 };
  const context = await browser.newContext({ baseURL: url, viewport, timezoneId: 'UTC' });
  const page = await context.newPage();
  await page.addInitScript(observe);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return page;
}

const screens = [
  '/',
  '/deals',
  '/companies',
  '/investors',
  '/people',
  '/alerts',
  '/compare',
  '/saved',
  '/usage',
  '/settings',
];

/** Visits every screen with an empty cache, and the deals again with unlocked rows. */
async function measureVisits(browser: Browser, url: string): Promise<Visit[]> {
  const visits: Visit[] = [];
  for (const screen of screens) {
    const page = await openPage(browser, url);
    visits.push(await visit(page, screen, screen));
    await page.context().close();
  }
  const page = await openPage(browser, url);
  const deals = '/deals?rows=100';
  await page.goto(deals);
  await search(page);
  visits.push(await visit(page, page.url(), '/deals, 100 unlocked rows'));
  await page.context().close();
  return visits;
}

async function visit(page: Page, address: string, screen: string): Promise<Visit> {
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction('vitals.lcp > 0');
  await page.waitForTimeout(1000);
  const { lcp, cls } = await page.evaluate<{ lcp: number; cls: number }>('vitals');
  return { screen, lcp_ms: Math.round(lcp), cls: Math.round(cls * 10_000) / 10_000 };
}

async function search(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Search, / }).click();
  const row = page.locator('[data-row]').first();
  const confirm = page.getByRole('button', { name: /^Spend up to / });
  await row.or(confirm).first().waitFor();
  if (await confirm.isVisible()) await confirm.click();
  await row.waitFor();
}

/**
 * Uses a full table, its filters, the palette and the links between screens, and measures each step: from the press to
 * the next frame that the browser paints, the worst of its events (INP of this step).
 */
async function measureInteractions(browser: Browser, url: string): Promise<Interaction[]> {
  const page = await openPage(browser, url);
  await page.goto('/deals?rows=500');
  await search(page);
  await page.waitForTimeout(2000);
  const measured: Interaction[] = [];
  for (const { name, act, after } of listSteps(page)) {
    await page.evaluate('void (vitals.events = [])');
    await act();
    await page.waitForTimeout(1200);
    const events = await page.evaluate<number[]>('vitals.events');
    // The browser does not report interactions under 16 ms.
    measured.push({ name, inp_ms: Math.max(16, ...events) });
    if (!after) continue;
    await after();
    await page.waitForTimeout(600);
  }
  await page.context().close();
  return measured;
}

interface Step {
  name: string;
  act: () => Promise<unknown>;
  /** Not measured. */
  after?: () => Promise<unknown>;
}

function listSteps(page: Page): Step[] {
  const press = (key: string) => () => page.keyboard.press(key);
  const openRow = (row: number) => () => page.locator('[data-row]').nth(row).getByRole('gridcell').nth(2).click();
  const goTo = (name: string) => () =>
    page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click();
  const openFilters = () => page.getByRole('button', { name: 'Filters', exact: true }).click();
  const day = page.getByPlaceholder('From').first();
  const find = page.getByRole('searchbox').first();
  const option = page.locator('[role=listbox] [role=option]').first();
  const openPicker = () => page.getByRole('dialog').getByRole('combobox').nth(1).click();
  return [
    { name: 'open the filters, first time', act: openFilters, after: press('Escape') },
    { name: 'open the filters', act: openFilters, after: () => day.focus() },
    { name: 'type the first letter of a day', act: press('2'), after: () => day.fill('') },
    { name: 'open a picker, first time', act: openPicker, after: press('Escape') },
    { name: 'open a picker', act: openPicker },
    { name: 'type in a picker', act: press('g'), after: () => option.waitFor() },
    { name: 'add a chip', act: () => option.click(), after: press('Escape') },
    { name: 'close the filters', act: press('Escape'), after: () => find.focus() },
    { name: 'find', act: press('s'), after: () => find.fill('') },
    { name: 'sort', act: () => page.getByRole('columnheader', { name: /^Raised/ }).click() },
    { name: 'open a row, first time', act: openRow(1) },
    { name: 'arrow key with an open row', act: press('ArrowDown') },
    { name: 'open another row', act: openRow(5) },
    { name: 'close the row', act: press('Escape') },
    { name: 'arrow key', act: press('ArrowDown') },
    { name: 'page down', act: press('PageDown') },
    { name: 'select a row', act: press(' ') },
    { name: 'select all', act: press('Control+a') },
    { name: 'open the palette, first time', act: press('Control+k'), after: press('Escape') },
    { name: 'open the palette', act: press('Control+k') },
    { name: 'type in the palette', act: press('s'), after: press('Escape') },
    { name: 'go to Companies, first time', act: goTo('Companies') },
    { name: 'go to Deals', act: goTo('Deals') },
    { name: 'go to Companies', act: goTo('Companies') },
    { name: 'go to Home', act: goTo('Home') },
  ];
}
