import type { Browser, Locator, Page } from '@playwright/test';

/** The cost of a task for a user who knows the product: clicks, keys, credits, and machine time. */
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

/** Presses a priced button, and confirms if it asks. */
async function buy({ page, click }: CountedUser, button: Locator): Promise<void> {
  const tenths = Number(await button.getAttribute('data-tenths'));
  await click(button);
  if (tenths > 500) await click(page.getByRole('button', { name: /^Spend up to / }));
}

/** Presses Search, and waits until the first row has a name and nothing is loading any more. */
async function searchFor(user: CountedUser): Promise<void> {
  const { page } = user;
  const button = page.getByRole('button', { name: /^Search, / });
  await button.waitFor();
  await buy(user, button);
  await page.locator('[data-row] [role=gridcell] a').first().waitFor();
  await page.getByRole('progressbar', { name: 'Names loaded' }).waitFor({ state: 'hidden' });
}

const findInvestors: Task = async (user) => {
  const { page, click } = user;
  await click(page.getByRole('link', { name: 'Investors', exact: true }));
  await click(page.getByRole('button', { name: /^Investors for a seed climate company/ }));
  await searchFor(user);
};

const sourceRounds: Task = async (user) => {
  await user.click(user.page.getByRole('button', { name: /^Series A rounds in fintech/ }));
  await searchFor(user);
};

/** The user knows only the name and types its beginning. */
const reviewInvestor =
  (name: string): Task =>
  async (user) => {
    const { page, click, press, type } = user;
    await press('Control+k');
    await page.getByRole('combobox', { name: /^Find a screen/ }).waitFor();
    await type(name.slice(0, 8));
    await click(page.getByRole('option', { name: /^Search investors for/ }));
    await page.getByRole('group', { name: 'Investors' }).getByRole('option').first().waitFor();
    await click(page.getByRole('option', { name }).first());
    await buy(user, page.getByRole('button', { name: /^Unlock whole profile/ }));
    await page.getByRole('progressbar', { name: 'Profile loaded' }).waitFor({ state: 'hidden' });
    await click(page.getByRole('link', { name: 'Brief' }));
    await page.getByRole('heading', { name }).first().waitFor();
  };

/** Performs the product's three main tasks, each in a fresh browser profile; the investor is of medium size. */
export async function measureTasks(browser: Browser, url: string): Promise<TaskCost[]> {
  const name = await readName(browser, url);
  return [
    await run(browser, url, 'Find ten investors for a seed climate company in the Nordics', findInvestors),
    await run(browser, url, 'Source this week’s Series A rounds in fintech, from the first visit', sourceRounds),
    await run(browser, url, 'Review an investor before a call, with its whole profile', reviewInvestor(name)),
  ];
}

const openDevice = async (browser: Browser, url: string): Promise<Page> =>
  (
    await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' })
  ).newPage();

/** The name of an investor with a few dozen deals. */
async function readName(browser: Browser, url: string): Promise<string> {
  const page = await openDevice(browser, url);
  await page.goto('/investors?rows=50&sort=total_deals');
  await page.getByRole('button', { name: /^Search/ }).click();
  await page.locator('[data-row]').first().waitFor();
  const grid = page.getByRole('grid');
  await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  const name = await page.locator('[aria-rowindex="51"]').getByRole('gridcell').first().innerText();
  await page.context().close();
  return name.trim();
}

async function run(browser: Browser, url: string, task: string, work: Task): Promise<TaskCost> {
  const page = await openDevice(browser, url);
  const cost: TaskCost = { task, clicks: 0, keys: 0, credits: 0, seconds: 0 };
  page.on('response', (response) => {
    cost.credits += Number(response.headers()['x-credits-used'] ?? 0);
  });
  const begun = performance.now();
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
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
