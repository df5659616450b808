// In a browser: what is typed into fields, calendars and lists arrives as it is shown.

import { expectNoFinding } from './axe.ts';
import { blockRequests, choose, openFilters, readBody, search, useOwnAccount, watchPaid } from './deals-screen.ts';
import { expect, test } from './test.ts';

test('days and amounts are typed as people say them, and a search sends what the fields then show', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 100);
  await page.goto('/deals');
  const [from, to] = [page.getByLabel('Announced from'), page.getByLabel('Announced to')];
  const [min, max] = [page.getByLabel('Minimum size'), page.getByLabel('Maximum size')];
  await from.fill('Q3 2025');
  await from.press('Enter');
  await expect(from).toHaveValue('1 Jul 2025');
  await expect(to).toHaveValue('30 Sep 2025');
  await to.fill('since 2024');
  await to.press('Tab');
  await expect(from).toHaveValue('1 Jan 2024');
  await expect(to).toHaveValue('');

  await min.fill('1.5');
  await min.press('Enter');
  await expect(min).toHaveAccessibleDescription('Do you mean 1.5M?');
  await page.getByRole('button', { name: 'Use 1.5M' }).click();
  await expect(min).toHaveValue('1.5M');
  await min.fill('$1M–50M');
  await min.press('Enter');
  await expect(min).toHaveValue('1M');
  await expect(max).toHaveValue('50M');

  const paid = watchPaid(page);
  await from.fill('2023 to 2025');
  await from.press('Control+Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^[\d,]+ deals?$/ })).toBeVisible();
  expect(readBody(paid[0])).toMatchObject({
    deal: { date_start: '2023-01-01', date_end: '2025-12-31', size_min: 1e6, size_max: 50e6 },
  });
});

test('first and last day are chosen in a calendar by keyboard, and letters typed while a picker opens are not lost', async ({
  page,
}) => {
  await page.goto('/deals');
  const from = page.getByLabel('Announced from');
  await from.fill('May 2025');
  await from.press('Enter');
  await expect(from).toHaveValue('1 May 2025');
  const button = page.getByRole('button', { name: 'Announced: calendar' });
  await button.press('Enter');
  const calendar = page.getByRole('dialog', { name: 'Announced: calendar' });
  await expect(calendar.getByRole('grid', { name: 'May 2025' })).toBeVisible();
  await expectNoFinding(page);
  await calendar.getByRole('button', { name: 'Thursday, May 8th, 2025' }).focus();
  await page.keyboard.press('Enter');
  await expect(from).toHaveValue('8 May 2025');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Announced to')).toHaveValue('15 May 2025');
  await page.keyboard.press('Escape');
  await expect(calendar).toBeHidden();
  await expect(button).toBeFocused();

  await page.getByRole('combobox', { name: 'Location', exact: true }).focus();
  await page.keyboard.type('germany');
  await expect(page.getByRole('combobox', { name: 'Type to find' })).toHaveValue('germany');
  await expect(page.getByRole('option', { name: 'Germany country' })).toBeVisible();
  await page.keyboard.press('Escape');
  await choose(page, 'Location', 'california', 'California, United States state');
});

test('Enter before the suggestions are there waits and chooses the first, Escape closes the list alone, and nothing chosen is lost', async ({
  page,
}) => {
  const hold = await blockRequests(page, /location\/search/);
  await page.goto('/deals');
  const field = page.getByRole('combobox', { name: 'Location', exact: true });
  await field.focus();
  await page.keyboard.type('germany');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The first match will be chosen')).toBeVisible();
  hold();
  const chosen = page.getByRole('button', { name: 'Remove Germany' });
  await expect(chosen).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Type to find' })).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox', { name: 'Options' })).toBeHidden();
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(chosen).toBeVisible();

  await page.getByRole('combobox', { name: 'Round type' }).focus();
  await page.keyboard.type('seed');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove Seed' })).toBeVisible();
});

test('an open list of places shows the most frequent ones of the search with their counts, free, and one is checked before it is sent', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 100);
  await page.goto('/deals?rows=10&round=SEED');
  await search(page);
  const paid = watchPaid(page);
  await openFilters(page);
  await page.getByRole('combobox', { name: 'Location', exact: true }).click();
  const options = page.getByRole('listbox', { name: 'Options' }).getByRole('option');
  await expect(options.first()).toHaveText(/[\d,]+$/);
  const counts = (await options.allInnerTexts()).map((text) => Number(/([\d,]+)$/.exec(text)![1]!.replaceAll(',', '')));
  expect(counts).toEqual(counts.toSorted((one, other) => other - one));
  const requested = page.waitForRequest(/location\/search/);
  await options.first().click();
  await requested;
  expect(paid).toHaveLength(0);
});

test('rounds and sizes at a press show how many deals the search has of each, free, and a search finds as many', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 100);
  await page.goto('/deals?rows=10&location=germany~COUNTRY~Germany');
  await search(page);
  const paid = watchPaid(page);
  await openFilters(page);
  const readCount = async (name: RegExp) => {
    const pill = page.getByRole('button', { name });
    await expect(pill).toHaveAccessibleName(/ [\d,]+$/);
    return Number(/([\d,]+)$/.exec(await pill.innerText())![1]!.replaceAll(',', ''));
  };
  const [series, seed] = [await readCount(/^Series D\+ /), await readCount(/^Seed /)];
  expect(await readCount(/^\$5M\+ /)).toBeGreaterThan(await readCount(/^\$50M\+ /));
  expect(paid).toHaveLength(0);
  await page.getByRole('button', { name: /^Series D\+ / }).click();
  await page.getByRole('button', { name: /^Seed / }).click();
  await search(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${(series + seed).toLocaleString('en-US')} deals`);
  await openFilters(page);
  const large = await readCount(/^\$10M\+ /);
  await page.getByRole('button', { name: /^\$10M\+ / }).click();
  await expect(page.getByLabel('Minimum size')).toHaveValue('10M');
  await search(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${large} ${large === 1 ? 'deal' : 'deals'}`);
});
