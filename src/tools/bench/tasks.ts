import type { Browser, Locator, Page } from '@playwright/test';

/** What a task costs a user who knows the product: clicks, keys, credits, and machine time. */
export interface TaskCost {
  task: string;
  clicks: number;
  keys: number;
  credits: number;
  seconds: number;
}

/** A user whose every click and key is counted. */
interface CountedUser {
  page: Page;
  click(target: Locator): Promise<void>;
  press(key: string): Promise<void>;
  type(text: string): Promise<void>;
}

type Task = (hand: CountedUser) => Promise<void>;

const waitForFirstRow = (page: Page): Promise<void> => page.locator('[data-row]').first().waitFor();

const findInvestors: Task = async ({ page, click }) => {
  await click(page.getByRole('link', { name: 'Investors', exact: true }));
  await click(page.getByRole('button', { name: /^Investors for a seed climate company/ }));
  await page
    .getByRole('button', { name: /^Search, .*/ })
    .and(page.locator(':focus'))
    .waitFor();
  await click(page.getByRole('button', { name: /^Search/ }));
  await waitForFirstRow(page);
};

const sourceRounds: Task = async ({ page, click }) => {
  await click(page.getByRole('button', { name: /^Series A rounds in fintech/ }));
  await page.getByRole('button', { name: /^Search, / }).waitFor();
  await click(page.getByRole('button', { name: /^Search/ }));
  await waitForFirstRow(page);
  await click(page.getByRole('button', { name: /^Unlock [\d,]+ compan/ }));
  await page.getByRole('button', { name: /^Unlock/ }).waitFor({ state: 'hidden' });
};

/** The user knows only the name and types its beginning. */
const reviewInvestor =
  (name: string): Task =>
  async ({ page, click, press, type }) => {
    await press('Control+k');
    await page.getByRole('combobox', { name: /^Find a screen/ }).waitFor();
    await type(name.slice(0, 8));
    await click(page.getByRole('option', { name: /^Search investors for/ }));
    await page.getByRole('group', { name: 'Investors' }).getByRole('option').first().waitFor();
    await click(page.getByRole('option', { name }).first());
    await click(page.getByRole('button', { name: /^Load/ }).first());
    await click(page.getByRole('button', { name: /^(All|Newest) .* deals/ }).first());
    await click(
      page.getByRole('link', { name: 'Brief for a call' }).or(page.getByRole('button', { name: 'Brief for a call' })),
    );
    await page
      .getByRole('heading', { name: new RegExp(name) })
      .first()
      .waitFor();
  };

/** Does the product's three main tasks, each in a fresh browser profile. */
export async function measureTasks(browser: Browser, url: string): Promise<TaskCost[]> {
  const name = await readName(browser, url);
  return [
    await run(browser, url, 'Find ten investors for a seed climate company in the Nordics', findInvestors),
    await run(browser, url, 'Source this week’s Series A rounds in fintech', sourceRounds),
    await run(browser, url, 'Review an investor before a call', reviewInvestor(name)),
  ];
}

const openDevice = async (browser: Browser, url: string): Promise<Page> =>
  (
    await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' })
  ).newPage();

/** The name of the most active investor. */
async function readName(browser: Browser, url: string): Promise<string> {
  const page = await openDevice(browser, url);
  await page.goto('/investors?rows=10&sort=total_deals');
  await page.getByRole('button', { name: /^Search/ }).click();
  await waitForFirstRow(page);
  const name = await page.locator('[data-row]').first().getByRole('gridcell').first().innerText();
  await page.context().close();
  return name.trim();
}

async function run(browser: Browser, url: string, task: string, work: Task): Promise<TaskCost> {
  const page = await openDevice(browser, url);
  const cost: TaskCost = { task, clicks: 0, keys: 0, credits: 0, seconds: 0 };
  page.on('response', (response) => {
    cost.credits += Number(response.headers()['x-credits-used'] ?? 0);
  });
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const begun = performance.now();
  await work({
    page,
    click: async (target) => {
      cost.clicks += 1;
      await target.click();
    },
    press: async (key) => {
      cost.keys += 1;
      await page.keyboard.press(key);
    },
    type: async (text) => {
      cost.keys += text.length;
      await page.keyboard.type(text);
    },
  });
  cost.seconds = Math.round((performance.now() - begun) / 100) / 10;
  cost.credits = Math.round(cost.credits * 10) / 10;
  await page.context().close();
  return cost;
}
