// In a browser: messages, countdowns and buttons follow the state of the network and of the scripts.

import { expectNoFinding } from './axe.ts';
import {
  buy,
  choose,
  closeFilters,
  loadMore,
  openMore,
  openFilters,
  readUsed,
  search,
  spendElsewhere,
  useOwnAccount,
  waitUntilIdle,
  watchPaid,
} from './deals-screen.ts';
import { buildChunkPattern } from './manifest.ts';
import { expect, fetchRoute, test } from './test.ts';

test('an empty result is free, and ignored filters are named', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 100);
  // What the look-up knows the search knows too, on our service; only a foreign one can disagree with itself.
  // The page also finds the stored search again.
  await page.route(/\/workspace\/searches(\/find)?$/, async (route) => {
    const response = await fetchRoute(route);
    const { data, ...rest } = (await response.json()) as { data: { search: object | null } };
    const ignored = [{ member: 'company.super_categories', value: 'software' }];
    const found = data.search && { ...data.search, ignored };
    await route.fulfill({ response, json: { ...rest, data: { ...data, search: found } } });
  });
  await page.goto('/deals?industry=software~SUPER_CATEGORY~Software&min=nonsense&from=1901-01-01&to=1901-01-02');
  await expect(page.getByText('Left out: min “nonsense”')).toBeVisible();
  await search(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('0 deals');
  await expect(page.getByText('1 filter value unknown to the service and ignored')).toBeVisible();
  const chips = page.getByRole('list', { name: 'Set filters' });
  await expect(chips.getByRole('listitem').filter({ hasText: 'Industry' })).toContainText('ignored by the service');
  await openFilters(page);
  await expect(page.getByTitle('software', { exact: true })).toContainText('not known to the service');
  await closeFilters(page);
  await expect(page.getByRole('list', { name: 'Filters of this search' })).toContainText('ignored by the service');
  await expect.poll(() => readUsed(page)).toBe(0);
});

test('too few credits: the figures are shown, and unlocked rows stay usable', async ({ page, gateway }) => {
  const key = await useOwnAccount(page, gateway, 50);
  await page.goto('/deals');
  await search(page);
  await openMore(page, 'More ways to load');
  await expect(page.getByRole('button', { name: 'Load 25 more, up to 25 credits' })).toBeVisible();
  await spendElsewhere(page, gateway, key, 20);
  await loadMore(page, 'Load 25 more, up to 25 credits');
  await expect(page.getByRole('alert')).toContainText('Not enough credits: 25 needed, 5 left');
  await expect(page.getByRole('alert')).not.toContainText('The service says');
  await expect(page.getByRole('alert')).toContainText('This request was not charged');
  expect(await readUsed(page)).toBe(25);
  // Trying the same again would fail again.
  await page.getByRole('button', { name: 'Load 5 rows, up to 5 credits' }).press('Enter');
  await expect.poll(() => readUsed(page)).toBe(30);
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '31');
  const rows = await page.getByRole('grid').getAttribute('aria-rowcount');
  await page.reload();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', rows!);
  await page.getByRole('gridcell').nth(1).click();
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('Copy deal id');
});

test('with fewer credits than an expensive search may cost, the rows that they pay for are offered', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 7);
  await page.goto('/deals?rows=100');
  await page.getByRole('button', { name: /^Search, / }).press('Enter');
  const confirmation = page.getByRole('dialog', { name: 'Search for at most 100 rows' });
  await expect(confirmation).toContainText('This costs up to 100 credits. Only 7 credits are left on the account.');
  await confirmation.getByRole('button', { name: 'Search for 7 rows, up to 7 credits' }).press('Enter');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '8');
  await expect.poll(() => readUsed(page)).toBe(7);
});

test('with 3 or 9 credits the first search offers the rows that they pay for; without any the next says so at once', async ({
  page,
  gateway,
}) => {
  for (const credits of [3, 9]) {
    await useOwnAccount(page, gateway, credits);
    await page.goto('/deals');
    await expect(page.getByRole('region', { name: 'Credits' })).toContainText(`${credits} credits left`);
    await page.getByRole('button', { name: 'Search, up to 25 credits' }).press('Enter');
    const confirmation = page.getByRole('dialog', { name: 'Search for at most 25 rows' });
    await expect(confirmation).toContainText(`Only ${credits} credits are left on the account.`);
    await expectNoFinding(page);
    const part = `Search for ${credits} rows, up to ${credits} credits`;
    await expect(confirmation.getByRole('button')).toHaveText([part, 'Cancel']);
    await expect(confirmation.getByRole('button', { name: part })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(credits + 1));
    await expect.poll(() => readUsed(page)).toBe(credits);
  }
  await page.goto('/deals?round=SEED');
  await expect(page.getByRole('region', { name: 'Credits' })).toContainText('0 credits left');
  await page.getByRole('button', { name: 'Search, up to 25 credits' }).press('Enter');
  await expect(page.getByRole('alert')).toContainText('Not enough credits: 25 needed, 0 left');
  await expect(page.getByRole('alert')).toContainText('Add credits.');
});

test('a first search that failed for lack of credits offers the rows that they pay for', async ({ page, gateway }) => {
  const key = await useOwnAccount(page, gateway, 29);
  await page.goto('/deals');
  await expect(page.getByRole('region', { name: 'Credits' })).toContainText('29 credits left');
  await spendElsewhere(page, gateway, key, 25);
  await page.getByRole('button', { name: 'Search, up to 25 credits' }).press('Enter');
  await expect(page.getByRole('alert')).toContainText('Not enough credits: 25 needed, 4 left');
  await page.getByRole('button', { name: 'Load 4 rows, up to 4 credits' }).press('Enter');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '5');
  await expect.poll(() => readUsed(page)).toBe(4);
});

test('an unknown key: what to do', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('fundscope.key', `vg_${'0'.repeat(12)}_${'A'.repeat(32)}`));
  await page.goto('/deals');
  await buy(page, page.getByRole('button', { name: /^Search, / }));
  await expect(page.getByRole('alert')).toContainText('The service does not accept the key');
  await expect(page.getByRole('alert')).not.toContainText('The service says');
  // A place could not be checked either; it is the key that is unknown, not the place.
  await page.goto('/companies?location=germany~COUNTRY~Germany');
  await buy(page, page.getByRole('button', { name: /^Search, / }));
  await expect(page.getByRole('alert').filter({ hasText: 'The service does not accept the key' })).toBeVisible();
  await expect(page.getByText('The service does not know')).toBeHidden();
});

test('too many requests: a visible countdown, nothing sent until then, and a stop button', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 100);
  await page.goto('/deals');
  await page.route(/\/workspace\/searches$/, (route) =>
    route.fulfill({ status: 429, body: '{"error":{}}', headers: { 'Retry-After': '30' } }),
  );
  const paid = watchPaid(page);
  await buy(page, page.getByRole('button', { name: /^Search, / }));
  await expect(page.getByText('Continues automatically')).toBeVisible();
  await expect(page.getByText(/^in \d+ s\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Stop waiting' }).click();
  await expect(page.getByRole('alert')).toContainText('Not sent: you stopped waiting');
  expect(paid).toHaveLength(1);
});

test('offline: nothing is sent, not even on reconnect, until the user retries', async ({ page, context, gateway }) => {
  await useOwnAccount(page, gateway, 100);
  const paid = watchPaid(page);
  await page.goto('/deals?min=1000000000');
  const counted = page.getByRole('button', { name: /^Search, up to [1-9] credits?$/ });
  await expect(counted).toBeVisible();
  const price = (await counted.innerText()).replace(/^.*up to/s, 'up to');
  await context.setOffline(true);
  await buy(page, counted);
  await expect(page.getByRole('alert')).toContainText('This device is offline');
  await context.setOffline(false);
  await waitUntilIdle(page);
  expect(paid).toHaveLength(0);
  // What does not match is not quoted.
  await page.getByRole('button', { name: `Try again, ${price}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: /\d deals?$/ })).toBeVisible();
  expect(paid).toHaveLength(1);
});

test('an unavailable service: an explanation, a countdown, and the previous results stay', async ({
  page,
  gateway,
}) => {
  await useOwnAccount(page, gateway, 100);
  await page.goto('/deals');
  await choose(page, 'Round type', 'seed', 'Seed');
  await search(page);
  const body = JSON.stringify({
    success: false,
    error: { code: 'SERVICE_UNAVAILABLE', message: 'The database is away.' },
  });
  await page.route('**/workspace/searches/*/more', (route) =>
    route.fulfill({ status: 503, body, contentType: 'application/json', headers: { 'Retry-After': '1' } }),
  );
  await loadMore(page, 'Load 25 more, up to 25 credits');
  await expect(page.getByRole('alert')).toContainText('The service is unavailable');
  await expect(page.getByText(/^25 of \d+ loaded\./)).toBeVisible();
  await page.unroute('**/workspace/searches/*/more');
  await page.getByRole('button', { name: 'Try again, up to 25 credits' }).click();
  await expect(page.getByText(/^50 of \d+ loaded\./)).toBeVisible();
});

test('a screen whose code fails to load says so inside the frame, and recovers', async ({ page }) => {
  await page.goto('/settings');
  const own = buildChunkPattern('src/dashboard/screens/searches/companies/screen.tsx');
  await page.route(own, (route) => route.abort());
  await page.getByRole('link', { name: 'Companies' }).click();
  await expect(page.getByRole('alert')).toContainText('This part could not load');
  await expectNoFinding(page);
  await page.getByRole('link', { name: 'Usage' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Usage' })).toBeVisible();
  await page.getByRole('link', { name: 'Companies' }).click();
  await expect(page.getByRole('alert')).toContainText('This part could not load');
  await page.unroute(own);
  await page.getByRole('alert').getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('button', { name: /^Search, / })).toBeVisible();
});

test('a part that an upgrade removed says so in its place, and what is typed stays', async ({ page }) => {
  await page.route(buildChunkPattern('src/dashboard/platform/form/calendar.tsx'), (route) =>
    route.fulfill({ status: 404, body: '' }),
  );
  await page.goto('/deals');
  await page.getByLabel('Announced from').fill('2026-01-05');
  await page.getByRole('button', { name: 'Announced: calendar' }).click();
  await expect(page.getByRole('alert')).toContainText('This part could not load');
  await expect(page.getByLabel('Announced from')).toHaveValue('5 Jan 2026');
  await expect(page.getByRole('button', { name: /^Search, / })).toBeEnabled();
});
