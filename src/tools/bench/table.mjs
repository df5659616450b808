import { chromium } from '@playwright/test';
import { findBrowser } from '../browser.mjs';
import { countLoose, fillStore, installMeter } from './table-page.mjs';

/**
 * Results at one CPU speed: milliseconds, megabytes, and visible rows that were missing. Early ones are asked while rows
 * are read, the others once all are.
 * @typedef {{ slowed: number, scroll_p95_ms: number, scroll_worst_ms: number, blank_rows: number, early_sort_ms: number,
 *   early_find_ms: number, sort_ms: number, sort_worst_ms: number, find_ms: number, find_worst_ms: number,
 *   heap_mb: number, buffers_mb: number, first_row_ms: number }} TableTimes
 */

const pixelsPerSecond = 3000;
const columns = ['raised', 'announced', 'company', 'investors', 'industries', 'location'];

/**
 * Fills the browser's store with generated deals and measures the table on them at each CPU speed.
 * @param {{ url: string, rows: number, slowdowns: readonly number[], seconds: number, onProgress: (text: string) => void }} options
 * @returns {Promise<TableTimes[]>}
 */
export async function measureTable({ url, rows, slowdowns, seconds, onProgress }) {
  const executablePath = findBrowser();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
    await page.addInitScript(installMeter);
    onProgress('Filling the store ...');
    await page.goto(`${url}/deals`);
    await page.getByRole('button', { name: /^Search/ }).click();
    await page.locator('[data-row]').first().waitFor();
    await page.evaluate(fillStore, rows);
    await open(page);
    await whenSettled(page, onProgress);
    const times = [];
    for (const slowed of slowdowns) {
      onProgress(slowed === 1 ? 'Measuring at full speed ...' : `Measuring ${slowed} times slower ...`);
      times.push(await measureState(page, slowed, seconds));
    }
    return times;
  } finally {
    await browser.close();
  }
}

/** @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page */
async function open(page) {
  await page.reload();
  await page.locator('[data-row]').first().waitFor({ timeout: 120_000 });
}

/**
 * Waits until the page has packed the rows.
 * @param {Page} page
 * @param {(text: string) => void} onProgress
 */
async function whenSettled(page, onProgress) {
  let before = -1;
  for (let loose = await page.evaluate(countLoose); loose !== before; loose = await page.evaluate(countLoose)) {
    before = loose;
    onProgress(`${loose.toLocaleString('en')} rows to pack ...`);
    await page.waitForTimeout(4000);
  }
}

/**
 * @param {Page} page
 * @param {number} slowed
 * @param {number} seconds
 * @returns {Promise<TableTimes>}
 */
async function measureState(page, slowed, seconds) {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowed });
  const firstRows = [];
  for (let at = 0; at < 3; at += 1) {
    await open(page);
    // The page's security policy forbids waitForFunction.
    let painted = 0;
    while (painted === 0) painted = Number(await page.evaluate('bench.firstRow'));
    firstRows.push(painted);
  }
  const early = await measureEarly(page);
  // The sort keys are built after the texts.
  await page.waitForTimeout(2000 * slowed);
  const scroll = await measureScroll(page, session, seconds);
  const sorts = await measureSorts(page);
  const finds = await measureFinds(page, 'energy');
  await session.send('HeapProfiler.collectGarbage');
  const heap = /** @type {{ usedSize: number, backingStorageSize: number }} */ (
    /** @type {unknown} */ (await session.send('Runtime.getHeapUsage'))
  );
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await session.detach();
  return {
    slowed,
    ...scroll,
    ...early,
    sort_ms: quantile(sorts, 0.5),
    sort_worst_ms: quantile(sorts, 1),
    find_ms: quantile(finds, 0.5),
    find_worst_ms: quantile(finds, 1),
    heap_mb: Math.round(heap.usedSize / 100_000) / 10,
    buffers_mb: Math.round(heap.backingStorageSize / 100_000) / 10,
    first_row_ms: quantile(firstRows, 0.5),
  };
}

/**
 * The first results of a sort and of a find that start while rows are read; then waits until all rows are read.
 * @param {Page} page
 */
async function measureEarly(page) {
  const address = page.url();
  const early_sort_ms = await pressHead(page, 'raised');
  // The address soon includes the sort, so a reload would keep it.
  await page.goto(address);
  await page.locator('[data-row]').first().waitFor({ timeout: 120_000 });
  const early_find_ms = await measureFind(page, 'e');
  await page.locator(said, { hasText: /loaded$/ }).waitFor({ state: 'attached', timeout: 120_000 });
  await clearFind(page);
  return { early_sort_ms, early_find_ms };
}

/**
 * @param {Page} page
 * @param {import('@playwright/test').CDPSession} session
 * @param {number} seconds
 */
async function measureScroll(page, session, seconds) {
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
  /** @type {{ frames: number[], blank: number }} */
  const { frames, blank } = await page.evaluate('bench.running = false, { frames: bench.frames, blank: bench.blank }');
  // The first frame begins before the gesture.
  const times = frames.slice(1);
  return { scroll_p95_ms: quantile(times, 0.95), scroll_worst_ms: quantile(times, 1), blank_rows: blank };
}

/**
 * The milliseconds from a press on a column header to another order. The header's label changes with the rows; their
 * order alone also changes while rows are read.
 * @param {Page} page
 * @param {string} column
 */
async function pressHead(page, column) {
  const read = `() => [...document.querySelectorAll('[aria-sort]'), document.querySelector('[aria-rowindex="2"]')]
    .map(({ ariaSort, dataset }) => ariaSort + (dataset.column ?? dataset.row)).join()`;
  await page.evaluate(`bench.expectRepaint('click', ${read})`);
  await page.locator(`[role="columnheader"][data-column="${column}"]`).click();
  return Number(await page.evaluate('bench.repaint'));
}

/** @param {Page} page */
async function measureSorts(page) {
  await page.getByRole('grid').evaluate((grid) => grid.scrollTo(0, 0));
  await page.locator('[aria-rowindex="2"]').waitFor();
  const times = [];
  for (const column of columns) {
    // Ascending, descending, default order.
    for (let press = 0; press < 3; press += 1) times.push(await pressHead(page, column));
  }
  return times;
}

const field = '[aria-label="Find in the loaded rows"]';
/** The number of found rows; a text without a number until some are read. */
const said = `output:has(+ ${field})`;

/**
 * Types each letter of the word into the empty field, so that every search reads all rows.
 * @param {Page} page
 * @param {string} word
 */
async function measureFinds(page, word) {
  const times = [];
  for (const letter of word) {
    times.push(await measureFind(page, letter));
    await clearFind(page);
  }
  return times;
}

/**
 * The milliseconds from a typed letter to the first count of found rows.
 * @param {Page} page
 * @param {string} letter
 */
async function measureFind(page, letter) {
  await page.locator(field).focus();
  await page.evaluate(
    `bench.expectRepaint('input', () => /\\d/.exec(document.querySelector('${said}').textContent)?.input)`,
  );
  await page.keyboard.type(letter);
  return Number(await page.evaluate('bench.repaint'));
}

/** @param {Page} page */
async function clearFind(page) {
  await page.locator(field).fill('');
  await page.locator(said, { hasText: /^$/ }).waitFor({ state: 'attached' });
}

/**
 * @param {readonly number[]} times
 * @param {number} share from 0 to 1
 */
const quantile = (times, share) =>
  Math.round((times.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(times.length * share) - 1)] ?? 0) * 10) / 10;
