// In a browser: a route is chosen by keys, and the rounds that it rests on open from it.

import { expectNoFinding } from './axe.ts';
import { useOwnAccount, watchPaid } from './deals-screen.ts';
import { expect, test } from './test.ts';
import { callWorkspace } from './workspace-api.ts';

interface Round {
  id: string;
  investor_ids: string[];
}

test('routes lead from who we are to an investor, and open the rounds that they rest on, for free', async ({
  page,
  gateway,
}) => {
  const key = await useOwnAccount(page, gateway, 100);
  const response = await fetch(`${gateway.url}/api/v1/deals`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ page_size: 50 }),
  });
  const { data } = (await response.json()) as { data: { deals: Round[] } };
  const [us, target] = data.deals.find(({ investor_ids: ids }) => ids.length > 1)!.investor_ids;
  const paid = watchPaid(page);

  await page.goto(`/routes?to=${target}`);
  await expect(page.getByRole('main').getByText('Choose who you are', { exact: true }).last()).toBeVisible();
  await callWorkspace(gateway, key, ['PUT', '/us'], { us: [{ kind: 'investor', id: us, name: 'Our fund' }] });
  await page.reload();
  const routes = page.getByRole('region', { name: 'Routes' }).getByRole('button');
  await expect(routes.first()).toHaveAttribute('aria-pressed', 'true');
  await expectNoFinding(page);
  // A link holds no name; the routes bring it.
  await expect(page.getByText('Unnamed investor')).toHaveCount(0);
  await page.keyboard.press('j');
  await expect(routes.nth(Math.min(1, (await routes.count()) - 1))).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('k');
  await expect(routes.first()).toHaveAttribute('aria-pressed', 'true');

  await expect(page.getByRole('table', { name: 'When the rounds of each route happened' })).toBeVisible();
  await page.getByRole('button', { name: 'Through everything, at most 4 hops' }).click();
  const jobs = page.getByRole('group', { name: 'Through' }).getByRole('checkbox', { name: 'Jobs' });
  await jobs.uncheck();
  await expect(page).toHaveURL(/through=rounds&through=partners&through=companies/);
  await expect(routes.first()).toHaveAttribute('aria-pressed', 'true');
  await jobs.check();
  await expect(page).not.toHaveURL(/through=/);
  await page.keyboard.press('Escape');

  const round = page.getByRole('complementary', { name: 'Evidence' }).getByRole('link').first();
  await round.click();
  await expect(page).toHaveURL(/\/deals\?.*open=/);
  await page.goBack();
  await expect(routes.first()).toHaveAttribute('aria-pressed', 'true');
  expect(paid).toEqual([]);
});
