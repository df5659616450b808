// In a browser: the reading opens below a box that is being typed into, and the focus and the layout stay.

import type { Page } from '@playwright/test';
import { expectNoFinding } from './axe.ts';
import { blockRequests, search, useOwnAccount, waitUntilIdle, watchPaid } from './deals-screen.ts';
import { expect, test } from './test.ts';

const findBox = (page: Page) => page.getByRole('textbox', { name: 'Describe deals, companies, investors or people' });
const findReading = (page: Page) => page.getByRole('region', { name: 'Read as' });

test('a sentence on the home screen is searched at the price that it shows with its count, and becomes filters for free', async ({
  page,
}) => {
  const paid = watchPaid(page);
  await page.goto('/');
  await expect(findBox(page)).toBeVisible();
  await page.keyboard.press('/');
  await expect(findBox(page)).toBeFocused();
  await page.keyboard.type('Series B fintech companies in New York that raised over $20M');
  const reading = findReading(page);
  for (const token of ['Series B', 'Financial technology', 'New York', 'at least $20M']) {
    await expect(reading.getByRole('button', { name: `Leave out ${token}` })).toBeVisible();
  }
  await expect(reading.getByLabel('Your sentence').locator('mark')).toHaveText([
    'Series B',
    'fintech',
    'companies',
    'New York',
    'over $20M',
  ]);
  await expectNoFinding(page);
  // It would cover the examples below, which Tab reaches next.
  await expect(reading.getByText(/^[\d,]+ compan(?:y|ies)$/)).toBeVisible();
  await reading.getByRole('button', { name: /^Search, / }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('list', { name: 'Examples' }).getByRole('button').first()).toBeFocused();
  await expect(reading).toBeHidden();
  await findBox(page).focus();
  await reading.getByRole('button', { name: 'Set filters of companies' }).click();
  await expect(
    page.locator('[data-sentence]', {
      hasText: /^Companies: in New York, in Financial technology, latest round Series B/,
    }),
  ).toBeVisible();
  expect(paid.filter((request) => request.method() === 'POST')).toEqual([]);
  await page.goto('/');
  await findBox(page).fill('Seed companies in Germany');
  await expect(reading.getByRole('button', { name: /^Search, / })).toBeVisible();
  await findBox(page).press('Enter');
  await expect(page).toHaveURL(/\/companies\?.*run=1/);
  await expect(page.getByRole('columnheader', { name: 'Company' })).toBeVisible();
});

test('the / key moves to the box from the moment that the box is there', async ({ page }) => {
  await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('#root > :not([inert]) input[aria-label^="Describe"]')) return;
      observer.disconnect();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true }));
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/');
  await expect(findBox(page)).toBeFocused();
});

test('before a search the / key moves to the box, and the reading is shown whole, also over the chart of what the filters match', async ({
  page,
}) => {
  const button = findReading(page).getByRole('button', { name: /^Set filters of / });
  for (const path of ['/companies', '/deals?round=SEED']) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: /^Search, / })).toBeVisible();
    await page.keyboard.press('/');
    await expect(findBox(page)).toBeFocused();
    await findBox(page).fill('Seed fintech in Germany or France since 2024, blorp');
    await expect(button).toBeInViewport({ ratio: 1 });
  }
  // The box is as wide as its column, not as wide as it is in a larger window.
  await page.setViewportSize({ width: 1024, height: 900 });
  await expect(button).toBeInViewport({ ratio: 1 });
  await expect(findBox(page)).toBeInViewport({ ratio: 1 });
});

test('words with several meanings are offered, words without one are named, and both are left out; Enter before a sentence is read moves to what has to be chosen in it', async ({
  page,
}) => {
  await page.goto('/');
  await findBox(page).fill('Stripe series b deals');
  // It may be the name of an investor or of a company: marked once, offered as both.
  await expect(findReading(page).getByRole('button', { name: /^Search “Stripe”/ })).toHaveCount(2);
  await expect(findReading(page).getByLabel('Your sentence').locator('mark')).toHaveText([
    'Stripe',
    'series b',
    'deals',
  ]);
  await findBox(page).fill('seed deals in Springfield');
  await findBox(page).press('Enter');
  const offer = findReading(page).getByRole('button', { name: /^Springfield, / });
  await expect(offer.first()).toBeFocused();
  await findBox(page).fill('seed deals in Springfield, not crypto');
  const reading = findReading(page);
  await expect(reading.getByText('A search cannot exclude anything.')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(reading.getByRole('button', { name: 'Leave out Seed' })).toBeFocused();
  await reading.getByRole('button', { name: 'Springfield, Illinois' }).click();
  await expect(reading.getByRole('button', { name: 'Springfield, Missouri' })).toBeHidden();
  await reading.getByRole('button', { name: 'Leave out Seed' }).click();
  await reading.getByRole('button', { name: 'Set filters of deals' }).click();
  await expect(page.locator('[data-sentence]', { hasText: /^Deals: in Springfield; newest first/ })).toBeVisible();
});

test('Enter moves to a name that is not chosen, at the price of its search, and then to the names that were found', async ({
  page,
}) => {
  await page.goto('/deals');
  const paid = watchPaid(page);
  const reading = findReading(page);
  await findBox(page).fill('seed deals backed by Alder Capital');
  const button = reading.getByRole('button', { name: 'Search “Alder Capital”, 0.1 credits' });
  await expect(button).toBeVisible();
  await findBox(page).press('Enter');
  await expect(button).toBeFocused();
  await expect(reading.getByText('Left out until you choose.')).toBeVisible();
  expect(paid).toEqual([]);
  await page.keyboard.press('Enter');
  const offer = reading.getByRole('button', { name: /^(?!Search).*Capital/ }).first();
  await expect(offer).toBeFocused();
  const name = await offer.textContent();
  await page.keyboard.press('Enter');
  await expect(reading.getByRole('button', { name: `Leave out ${name}` })).toBeVisible();
  await expect(findBox(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-sentence]', { hasText: new RegExp(`^Deals: Seed, .*${name}`) })).toBeVisible();
  expect(paid.filter((request) => request.url().endsWith('/workspace/requests'))).toHaveLength(1);
});

test('what is typed before the service is known stays', async ({ page }) => {
  const release = await blockRequests(page, /\/config\.json/);
  await page.goto('/deals');
  await findBox(page).fill('grants');
  release();
  await expect(page.getByRole('region', { name: 'Location', exact: true })).toBeVisible();
  await expect(findBox(page)).toHaveValue('grants');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-sentence]', { hasText: /^Deals: Grant;/ })).toBeVisible();
});

test('next to results Enter presses the Search button of the box, whose price is the only one shown, nothing moves, and Escape changes nothing', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 900 });
  await page.goto('/deals');
  await findBox(page).fill('grants');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-sentence]', { hasText: /^Deals: Grant;/ })).toBeVisible();
  await search(page);
  const chips = page.getByRole('list', { name: 'Set filters' });
  await expect(chips).toContainText('Grant');
  const paid = watchPaid(page);
  const reading = findReading(page);
  const readTop = async () => (await page.getByRole('columnheader', { name: 'Company' }).boundingBox())?.y;
  const top = await readTop();
  await findBox(page).fill('seed deals in Germany');
  await expect(reading.getByRole('button', { name: 'Leave out Germany' })).toBeVisible();
  expect(await readTop()).toBe(top);
  await page.keyboard.press('Escape');
  await expect(reading).toBeHidden();
  await expect(chips).toContainText('Grant');
  await findBox(page).press('ArrowRight');
  await findBox(page).fill('seed deals in France, last 12 months');
  await expect(reading.getByRole('button', { name: 'Leave out Last 12 months' })).toBeVisible();
  await expect(reading.getByText(/\d+ \w+ \d{4} \w+ \d+ \w+ \d{4}$/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Search, (?:up to )?\d/ })).toHaveCount(1);
  expect(paid).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(reading).toBeHidden();
  await expect(chips).toContainText('France');
  const searches = () => paid.filter((request) => request.url().endsWith('/workspace/searches')).length;
  await expect.poll(searches).toBe(1);
  await waitUntilIdle(page);
  expect(searches()).toBe(1);
});

test('Enter before the price is shown only moves to it; above 50 credits it asks once more, with the box still open', async ({
  page,
}) => {
  await page.goto('/deals');
  await search(page);
  const paid = watchPaid(page);
  const release = await blockRequests(page, /\/location\/search/);
  await findBox(page).fill('seed deals in Spain');
  await page.keyboard.press('Enter');
  release();
  await expect(findReading(page).getByRole('button', { name: /^Search, / })).toBeFocused();
  expect(paid).toEqual([]);

  await findBox(page).fill('top 60 deals of last year');
  const button = findReading(page).getByRole('button', { name: /^Search, up to 60 credits/ });
  await expect(button).toBeVisible();
  await page.keyboard.press('Enter');
  const confirm = page.getByRole('button', { name: /^Spend up to / });
  await expect(confirm).toBeVisible();
  await expect(button).toBeVisible();
  expect(paid).toEqual([]);
  await confirm.click();
  await expect(findReading(page)).toBeHidden();
  const searches = () => paid.filter((request) => request.url().endsWith('/workspace/searches')).length;
  await expect.poll(searches).toBe(1);
  await waitUntilIdle(page);
  expect(searches()).toBe(1);
});

test('the box of a screen offers templates, names that are near, all filters and a count', async ({ page }) => {
  await page.goto('/deals');
  await search(page);
  const paid = watchPaid(page);
  const reading = findReading(page);
  await findBox(page).fill('deals in New York, blorp');
  await expect(reading.getByText('blorp', { exact: true }).last()).toBeVisible();
  await reading
    .getByRole('button', { name: /^New York, / })
    .first()
    .click();
  await expect(reading.getByRole('button', { name: 'Leave out New York' })).toHaveCount(2);
  await expectNoFinding(page);
  await reading.getByRole('button', { name: 'All filters' }).click();
  await expect(page.getByRole('dialog', { name: 'Filters' }).getByText(/^Deals: in New York/)).toBeVisible();
  await page.keyboard.press('Escape');
  await findBox(page).fill('deals in Spain');
  await expect(reading.getByRole('button', { name: 'Leave out Spain' })).toBeVisible();
  await expect(reading.getByText(/^\d+ deals?$/)).toBeVisible();
  expect(paid).toEqual([]);
  await findBox(page).focus();
  await page.keyboard.press('ArrowDown');
  await expect(reading.getByRole('list', { name: 'Templates' }).getByRole('button').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(reading).toBeHidden();
  await expect(page.getByRole('button', { name: /^Search, / })).toBeVisible();
});

test('the command palette hands a sentence to the box', async ({ page }) => {
  await page.goto('/deals');
  await expect(page.getByRole('button', { name: /^Search, / })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find a screen, an action or a name' }).fill('founders in Berlin');
  await page.getByRole('option', { name: /^Turn “founders in Berlin” into filters/ }).click();
  await expect(findReading(page).getByRole('button', { name: 'Leave out Founder' })).toBeVisible();
});

test('a sentence is read on a phone, without an accessibility finding in either theme', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await findBox(page).fill('Series Z deals in Springfield last year');
  await expect(findReading(page).getByText('There is no round called Series Z.')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectNoFinding(page);
  await findReading(page).getByRole('button', { name: 'Set filters of deals' }).click();
  await expect(page).toHaveURL(/\/deals\?/);
  await expect(findBox(page)).toBeInViewport({ ratio: 1 });
  await search(page);
  await findBox(page).fill('seed deals in Spain since 2024');
  await expect(findReading(page).getByRole('button', { name: /^Search, / })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectNoFinding(page);
});

test('next to an empty form, Enter fills it with a sentence, and opens the market with a question for a figure', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 100);
  const paid = watchPaid(page);
  await page.goto('/deals');
  const box = page.getByRole('textbox', { name: /^Describe deals/ });
  await box.fill('what percent of fintech seed companies raise a series a');
  await box.press('Enter');
  await expect(page).toHaveURL(/\/market\?.*stage=SEED/);
  await page.goBack();
  await box.fill('seed fintech in germany');
  await box.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove Germany' })).toBeVisible();
  expect(paid).toHaveLength(0);
});
