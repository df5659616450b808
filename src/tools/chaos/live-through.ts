import type { Browser, Page } from '@playwright/test';
import type { BadDay } from './bad-days.ts';
import type { FaultProxy } from './fault-proxy.ts';

/** What became of one search on a bad day; figures in credits. */
export interface DayReport {
  day: string;
  /** What the user reads. */
  sees: string;
  /** What the service charged. */
  real: number;
  /** What the dashboard booked, and what it lists as unconfirmed. */
  booked: number;
  unconfirmed: number;
  /** Whether the books and the text are right, or the text warns and the books hold the most that it can be. */
  isFine: boolean;
}

/** Where a day is lived through. */
export interface Scene {
  browser: Browser;
  /** The dashboard in front of the hosted service. */
  url: string;
  proxy: FaultProxy;
  /** The credits that the service says are left. */
  readCredits: () => Promise<number>;
}

/** Presses one paid search on a new device, and compares what the user sees and what is booked with what was charged. */
export async function liveThrough({ browser, url, proxy, readCredits }: Scene, day: BadDay): Promise<DayReport> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await day.prepare?.(page, { session: await context.newCDPSession(page), origin: new URL(url).origin });
    const crashes: string[] = [];
    page.on('pageerror', (error) => crashes.push(error.message));
    await page.goto('/deals?rows=10&load=rows');
    const search = page.getByRole('button', { name: /^Search, / });
    await search.waitFor();
    const before = await readCredits();
    proxy.fault = day.fault ?? {};
    await day.meanwhile?.(page);
    await search.click();
    await rest(page);
    proxy.fault = {};
    const sees = crashes.length > 0 ? `crash: ${crashes.join('; ')}` : await readScreen(page);
    const real = round(before - (await readCredits()));
    await context.setOffline(false);
    const [booked, unconfirmed] = await readBooks(page);
    const isRight = real === booked && unconfirmed === 0 && !(real > 0 && sees.includes('not charged'));
    const isSafe = booked <= real && real <= booked + unconfirmed && sees.includes('may have been charged');
    return { day: day.name, sees, real, booked, unconfirmed, isFine: crashes.length === 0 && (isRight || isSafe) };
  } finally {
    proxy.fault = {};
    await context.close();
  }
}

const round = (credits: number): number => Math.round(credits * 10) / 10;

async function rest(page: Page): Promise<void> {
  const busy = page.locator('[aria-busy="true"]');
  await busy
    .first()
    .waitFor({ timeout: 1000 })
    .catch(() => undefined);
  await busy
    .first()
    .waitFor({ state: 'detached', timeout: 60_000 })
    .catch(() => undefined);
}

/** The heading, messages and empty states of the screen. */
async function readScreen(page: Page): Promise<string> {
  const texts = await page.locator('h1, [role="alert"], main [role="status"], main output').allInnerTexts();
  return texts.join(' ').replaceAll(/\s+/g, ' ').trim();
}

/** What the credit meter says was used in this session, and what is unconfirmed. */
async function readBooks(page: Page): Promise<[booked: number, unconfirmed: number]> {
  await page.getByRole('button', { name: /^Budget/ }).click();
  const read = async (name: string) => {
    const figure = page.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]');
    return Number((await figure.innerText()).replaceAll(',', ''));
  };
  return [await read('Used this session'), await read('Charge unconfirmed, at most')];
}
