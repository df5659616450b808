// In a browser: cells fill later, and stay calm until then.

import { readUsed, search, useOwnAccount, watchPaid } from './deals-screen.ts';
import { expect, fetchRoute, test } from './test.ts';

/** The start of an id. */
const hex = /\b(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{8}\b/;

test('names fill by themselves and free; until then cells are calm, and no id is shown', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 1000);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const requested: Record<string, string[]>[] = [];
  await page.route('**/account/names', async (route) => {
    requested.push(route.request().postDataJSON() as Record<string, string[]>);
    await held;
    await route.continue();
  });
  const paid = watchPaid(page);
  await page.goto('/deals');
  await search(page);
  const grid = page.getByRole('grid');
  await expect(grid.getByText('Loading the name').first()).toBeAttached();
  expect(await grid.innerText()).not.toMatch(hex);
  release();
  await expect(grid.getByText('Loading the name')).toHaveCount(0);
  await expect(grid.getByRole('link').first()).toHaveText(/\w/);
  expect(await grid.innerText()).not.toMatch(hex);
  expect(paid).toHaveLength(1);
  await expect.poll(() => readUsed(page)).toBe(25);

  const ids = requested.flatMap((lists) => Object.values(lists).flat());
  expect(new Set(ids).size).toBe(ids.length);
  // They are in the memory of the page alone, so that a reload asks again, each once.
  await page.reload();
  await expect(grid.getByRole('link').first()).toHaveText(/\w/);
  expect(requested.flatMap((lists) => Object.values(lists).flat())).toHaveLength(2 * ids.length);
});

test('names that do not arrive disturb nothing, and fill when the service gives them', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 1000);
  let attempts = 0;
  await page.route('**/account/names', async (route) => {
    attempts += 1;
    if (attempts === 1) return route.abort('connectionreset');
    return route.fulfill({ response: await fetchRoute(route) });
  });
  await page.goto('/deals');
  await search(page);
  const grid = page.getByRole('grid');
  await expect(grid.getByText('Loading the name')).toHaveCount(0);
  await expect(grid.getByRole('link').first()).toHaveText(/\w/);
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(attempts).toBeGreaterThan(1);
});
