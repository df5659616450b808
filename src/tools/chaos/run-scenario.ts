import type { Browser, Page } from '@playwright/test';
import type { FaultScenario } from './fault-scenarios.ts';
import type { FaultProxy } from './fault-proxy.ts';

/** The outcome of one search in a scenario; figures in credits. */
export interface ScenarioReport {
  scenario: string;
  /** The text on screen. */
  screen: string;
  /** What the service charged. */
  charged: number;
  /** What the dashboard recorded, and what it lists as unconfirmed. */
  booked: number;
  unconfirmed: number;
  /** Whether figures and text are right, or the text warns and the figures include the highest possible charge. */
  isCorrect: boolean;
}

/** The environment of a scenario. */
export interface ScenarioContext {
  browser: Browser;
  /** The dashboard in front of the hosted service. */
  url: string;
  proxy: FaultProxy;
  /** The remaining credits according to the service. */
  readCredits: () => Promise<number>;
}

/** Runs one paid search on a new device, and compares what the user sees and what is recorded with what was charged. */
export async function runScenario(
  { browser, url, proxy, readCredits }: ScenarioContext,
  scenario: FaultScenario,
): Promise<ScenarioReport> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    await scenario.prepare?.(page, { session: await context.newCDPSession(page), origin: new URL(url).origin });
    const crashes: string[] = [];
    page.on('pageerror', (error) => crashes.push(error.message));
    await page.goto('/deals?rows=10&load=rows');
    const search = page.getByRole('button', { name: /^Search, / });
    await search.waitFor();
    const before = await readCredits();
    proxy.fault = scenario.fault ?? {};
    await scenario.beforeSearch?.(page);
    await search.click();
    await waitUntilIdle(page);
    proxy.fault = {};
    const screen = crashes.length > 0 ? `crash: ${crashes.join('; ')}` : await readScreen(page);
    const charged = round(before - (await readCredits()));
    await context.setOffline(false);
    const [booked, unconfirmed] = await readMeter(page);
    const isRight = charged === booked && unconfirmed === 0 && !(charged > 0 && screen.includes('not charged'));
    const isSafe = booked <= charged && charged <= booked + unconfirmed && screen.includes('may have been charged');
    return {
      scenario: scenario.name,
      screen,
      charged,
      booked,
      unconfirmed,
      isCorrect: crashes.length === 0 && (isRight || isSafe),
    };
  } finally {
    proxy.fault = {};
    await context.close();
  }
}

const round = (credits: number): number => Math.round(credits * 10) / 10;

async function waitUntilIdle(page: Page): Promise<void> {
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

/** What the credit meter shows as used in this session, and as unconfirmed. */
async function readMeter(page: Page): Promise<[booked: number, unconfirmed: number]> {
  await page.getByRole('region', { name: 'Credits' }).getByRole('button', { name: 'used' }).click();
  const read = async (name: string) => {
    const figure = page.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]');
    return Number((await figure.innerText()).replaceAll(',', ''));
  };
  return [await read('Used this session'), await read('Unconfirmed, up to')];
}
