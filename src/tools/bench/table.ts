import type { Browser, CDPSession, Page, Response } from '@playwright/test';
import { installMeter } from './table-page.mjs';

/** Results at one CPU speed: milliseconds, megabytes, and visible rows that were missing. */
export interface TableTimes {
  slowed: number;
  scroll_p95_ms: number;
  scroll_worst_ms: number;
  blank_rows: number;
  /** While pages of rows arrive. */
  early_sort_ms: number;
  early_find_ms: number;
  sort_ms: number;
  sort_worst_ms: number;
  find_ms: number;
  find_worst_ms: number;
  heap_mb: number;
  buffers_mb: number;
  /** Since the page was opened. */
  first_row_ms: number;
  all_rows_ms: number;
}

interface TableTrial {
  url: string;
  key: string;
  rows: number;
  slow: readonly number[];
  seconds: number;
}

const pixelsPerSecond = 3000;
const longMs = 120_000;
// Not the day, in whose order the rows are anyway.
const columns = ['Raised', 'Company', 'Investors', 'Round', 'Location'];
const field = '[aria-label="Find in the loaded rows"]';
/** The number of found rows. */
const said = `output:has(+ ${field})`;

/** Opens the search that the gateway stores for a key, and measures its table at each CPU speed. */
export async function measureTable(browser: Browser, trial: TableTrial): Promise<TableTimes[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(installMeter);
  await page.addInitScript((value) => localStorage.setItem('fundscope.key', value), trial.key);
  await page.goto(`${trial.url}/deals`);
  await page.getByRole('button', { name: /^Search/ }).click();
  await page.locator('[data-row]').first().waitFor({ timeout: longMs });
  await reload(page);
  const times = [];
  for (const slowed of trial.slow) {
    console.error(slowed === 1 ? 'Measuring at full speed ...' : `Measuring ${slowed} times slower ...`);
    times.push(await measureState(page, trial, slowed));
  }
  return times;
}

async function reload(page: Page): Promise<void> {
  await page.reload();
  await page.locator('[data-row]').first().waitFor({ timeout: longMs });
}

/** Opens the page again, and reads when its first row was painted. */
async function measureFirstRow(page: Page): Promise<number> {
  await reload(page);
  // The page's security policy forbids waitForFunction.
  for (;;) {
    const painted = await page.evaluate<number>('bench.firstRow');
    if (painted > 0) return painted;
  }
}

/** Whether a response has the last of the stored rows. A reload ends those under way. */
const hasLastRows = async (response: Response): Promise<boolean> =>
  /\/searches\/[\w-]+\/rows/.test(response.url()) &&
  (await response.text().catch(() => '')).includes('"more":false},"meta"');

async function measureState(page: Page, { rows, seconds }: TableTrial, slowed: number): Promise<TableTimes> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowed });
  const lastRows = page.waitForResponse(hasLastRows, { timeout: longMs });
  const firstRows = [await measureFirstRow(page)];
  await lastRows;
  const allRows = await page.evaluate<number>('performance.now()');
  firstRows.push(await measureFirstRow(page), await measureFirstRow(page));
  const early = await measureEarly(page, rows);
  const scroll = await measureScroll(page, session, seconds);
  const sorts = await measureSorts(page);
  const finds = await measureFinds(page, 'energy');
  await session.send('HeapProfiler.collectGarbage');
  const heap: { usedSize: number; backingStorageSize?: number } = await session.send('Runtime.getHeapUsage');
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await session.detach();
  return {
    slowed,
    ...scroll,
    ...early,
    sort_ms: findShare(sorts, 0.5),
    sort_worst_ms: findShare(sorts, 1),
    find_ms: findShare(finds, 0.5),
    find_worst_ms: findShare(finds, 1),
    heap_mb: Math.round(heap.usedSize / 100_000) / 10,
    buffers_mb: Math.round((heap.backingStorageSize ?? 0) / 100_000) / 10,
    first_row_ms: findShare(firstRows, 0.5),
    all_rows_ms: Math.round(allRows),
  };
}

/** The results of a sort and of a find that start while pages of rows arrive; then waits until all have. */
async function measureEarly(page: Page, rows: number) {
  const address = page.url();
  const early_sort_ms = await pressHead(page, 'Raised');
  // The address soon includes the sort, so a reload would keep it.
  await page.goto(address);
  await page.locator('[data-row]').first().waitFor({ timeout: longMs });
  const early_find_ms = await measureFind(page, 'e');
  await page
    .locator(said, { hasText: `of ${rows.toLocaleString('en')} loaded` })
    .waitFor({ state: 'attached', timeout: longMs });
  await clearFind(page);
  return { early_sort_ms, early_find_ms };
}

async function measureScroll(page: Page, session: CDPSession, seconds: number) {
  const box = await page.getByRole('grid').boundingBox();
  await page.evaluate('bench.watch()');
  await session.send('Input.synthesizeScrollGesture', {
    x: (box?.x ?? 0) + 300,
    y: (box?.y ?? 0) + 300,
    yDistance: -pixelsPerSecond * seconds,
    speed: pixelsPerSecond,
    gestureSourceType: 'mouse',
    preventFling: true,
  });
  const { frames, blank } = await page.evaluate<{ frames: number[]; blank: number }>(
    'bench.running = false, { frames: bench.frames, blank: bench.blank }',
  );
  // The first frame begins before the gesture.
  const times = frames.slice(1);
  return { scroll_p95_ms: findShare(times, 0.95), scroll_worst_ms: findShare(times, 1), blank_rows: blank };
}

/** The milliseconds from a press on a column header to another order. */
async function pressHead(page: Page, column: string): Promise<number> {
  const read = `() => [...document.querySelectorAll('[aria-sort]'), document.querySelector('[aria-rowindex="2"]')]
    .map(({ ariaSort, dataset, textContent }) => (ariaSort ? ariaSort + textContent : dataset.row)).join()`;
  await page.evaluate(`bench.expectRepaint('click', ${read})`);
  await page.getByRole('columnheader', { name: new RegExp(`^${column}`) }).click();
  return page.evaluate<number>('bench.repaint');
}

async function measureSorts(page: Page): Promise<number[]> {
  await page.getByRole('grid').evaluate((grid) => grid.scrollTo(0, 0));
  await page.locator('[aria-rowindex="2"]').waitFor();
  const times = [];
  for (const column of columns) {
    // Ascending, descending, default order.
    for (let press = 0; press < 3; press += 1) times.push(await pressHead(page, column));
  }
  return times;
}

/** Types each letter of the word into the empty field, so that every search reads all rows. */
async function measureFinds(page: Page, word: string): Promise<number[]> {
  const times = [];
  for (const letter of word) {
    times.push(await measureFind(page, letter));
    await clearFind(page);
  }
  return times;
}

/** The milliseconds from a typed letter to the first count of found rows. */
async function measureFind(page: Page, letter: string): Promise<number> {
  await page.locator(field).focus();
  await page.evaluate(
    `bench.expectRepaint('input', () => /\\d/.exec(document.querySelector('${said}').textContent)?.input)`,
  );
  await page.keyboard.type(letter);
  return page.evaluate<number>('bench.repaint');
}

async function clearFind(page: Page): Promise<void> {
  await page.locator(field).fill('');
  await page.locator(said, { hasText: /^$/ }).waitFor({ state: 'attached' });
}

const findShare = (times: readonly number[], share: number): number =>
  Math.round((times.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(times.length * share) - 1)] ?? 0) * 10) / 10;
