import type { Locator, Page } from '@playwright/test';
import { readButtonPrice } from '../button-price.ts';

/** A picture of a screen: how to get there from the previous one, and whether the window is narrow. */
interface Shot {
  name: string;
  narrow?: true;
  prepare(page: Page): Promise<void>;
}

/** Clicks Search and waits for the rows. */
async function search(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Search, / }).click();
  await page.locator('[data-row]').first().waitFor();
}

/** The id of the first row on the screen. */
const readFirstRow = async (page: Page): Promise<string> =>
  (await page.locator('[data-row]').first().getAttribute('data-row')) ?? '';

/** Opens the details of a row. */
async function openRow(page: Page, at: number): Promise<void> {
  await page.locator('[data-row]').nth(at).getByRole('gridcell').nth(1).click();
  await page.getByRole('complementary', { name: 'Details' }).waitFor();
}

/** Clicks a purchase button and waits for what it unlocks. */
async function press(page: Page, name: RegExp): Promise<void> {
  const button = page.getByRole('button', { name }).first();
  await button.waitFor();
  const response = page.waitForResponse(/\/workspace\/(searches|unlock|requests)/);
  const price = await readButtonPrice(button);
  await button.click();
  // Above 50 credits it asks for confirmation.
  if (price > 50) await page.getByRole('button', { name: /^Spend up to / }).click();
  await response;
  // A full profile takes several requests.
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
  await page.locator('button[aria-busy="true"]').first().waitFor({ state: 'detached' });
}

/** A screen that shows what is stored, once `ready` is there. */
const visit = (name: string, address: string, ready: (page: Page) => Locator): Shot => ({
  name,
  async prepare(page) {
    await page.goto(address);
    await ready(page).first().waitFor();
    await page.waitForLoadState('networkidle');
  },
});
const findHeading = (page: Page) => page.getByRole('heading', { level: 1 });

/** A search with the details of a row. */
const searchAt = (name: string, address: string, row: number): Shot => ({
  name,
  async prepare(page) {
    await page.goto(address);
    await search(page);
    await openRow(page, row);
  },
});

const deals = '/deals?round=SEED&round=SERIES_A&round=SERIES_B&from=2026-06-01&to=2026-11-20&rows=25';

/** Every screen, in an order in which each can use what the previous ones unlocked. */
export const shots: readonly Shot[] = [
  visit('first-visit', '/', (page) => page.getByRole('region', { name: 'New matches' }).getByRole('link')),
  {
    name: 'deals',
    async prepare(page) {
      await page.getByRole('region', { name: 'Credits' }).getByRole('button', { name: 'used' }).click();
      await page.getByLabel('Budget per session').fill('');
      await page.getByRole('button', { name: 'Set', exact: true }).click();
      await page.goto(deals);
      await search(page);
      await press(page, /^Unlock details, /);
      await openRow(page, 3);
    },
  },
  {
    name: 'deals-narrow',
    narrow: true,
    async prepare(page) {
      await page.goto(`${deals}&run=1`);
      await page.locator('[data-row], li').first().waitFor();
    },
  },
  visit('market', '/market', (page) => page.getByRole('table', { name: 'Investors that lead' })),
  searchAt('companies', '/companies?rows=25&sort=largest_total_raise', 2),
  {
    name: 'company-profile',
    async prepare(page) {
      await page.goto(`/companies/${await readFirstRow(page)}`);
      await press(page, /^Unlock whole profile/);
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'investors',
    async prepare(page) {
      await page.goto('/investors');
      await page.getByRole('button', { name: /^Investors for a seed climate company/ }).click();
      await page
        .getByRole('button', { name: /^Search, / })
        .and(page.locator(':focus'))
        .waitFor();
      await search(page);
      await openRow(page, 1);
    },
  },
  {
    name: 'compare',
    async prepare(page) {
      await page.keyboard.press('Escape');
      await page.locator('[data-row]').first().getByRole('gridcell').first().focus();
      for (const key of ['Space', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown'])
        await page.keyboard.press(key);
      await page.getByRole('link', { name: /^Compare 4/ }).click();
      await page.getByRole('table').waitFor();
      for (const button of await page.getByRole('button', { name: /^Shortlist / }).all()) await button.click();
      const notes = page.getByRole('textbox', { name: /^Note on/ });
      await notes.first().fill('Led two seed rounds in the field. Ask Eva for an introduction.');
      await notes.nth(1).fill('Writes first cheques; call after the pilot.');
      await page.getByRole('heading', { level: 1 }).click();
    },
  },
  {
    name: 'investor-profile',
    async prepare(page) {
      await page.getByRole('columnheader').getByRole('link').last().click();
      await page.getByRole('heading', { level: 1 }).waitFor();
      await press(page, /^Unlock whole profile/);
      await page.waitForLoadState('networkidle');
    },
  },
  searchAt('people', '/people?rows=25', 0),
  visit('alerts', '/alerts', (page) => page.getByRole('feed').getByRole('article')),
  {
    name: 'shortlist',
    async prepare(page) {
      await page.goto(`${deals}&run=1`);
      await page.locator('[data-row]').first().getByRole('gridcell').nth(1).focus();
      for (const key of ['s', 'ArrowDown', 's', 'ArrowDown', 'ArrowDown', 's', 'ArrowDown', 'x'])
        await page.keyboard.press(key);
      await page.goto('/shortlist');
      const cards = page.locator('[data-card] [data-open]');
      for (const [card, key] of [
        [0, '1'],
        [2, '3'],
        [4, '3'],
      ] as const) {
        await cards.nth(card).focus();
        await page.keyboard.press(key);
      }
    },
  },
  {
    name: 'palette',
    async prepare(page) {
      await page.goto('/investors');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: /^Find a screen/ }).fill('al');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'saved',
    async prepare(page) {
      for (const [address, name] of [
        [deals, 'Early rounds since June'],
        ['/companies?rows=25&sort=largest_total_raise', 'Most raised'],
      ] as const) {
        await page.goto(`${address}&run=1`);
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await page.getByRole('textbox', { name: 'Name' }).fill(name);
        await page.keyboard.press('Enter');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
      await page.goto('/saved');
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
  },
  visit('usage', '/usage', (page) => page.locator('[data-row]')),
  visit('api-reference', '/docs', findHeading),
  visit('settings', '/settings', findHeading),
];
