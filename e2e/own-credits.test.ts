// In a browser: the meter and its buttons follow what settings change.

import { expectNoFinding } from './axe.ts';
import { buy, openSpending, search, useOwnAccount } from './deals-screen.ts';
import { expect, type RunningGateway, test } from './test.ts';

const setCredits = (gateway: RunningGateway, monthly: string, purchased: string) => {
  const balances = ['--allowance', monthly, '--monthly', monthly, '--purchased', purchased];
  return gateway.fundscope('credits', 'set', '--account', 'local', ...balances);
};

test.afterEach(({ gateway }) => setCredits(gateway, '10000', '200'));

test('credits that load show a dash; without credits one press adds some, and the search continues', async ({
  page,
  gateway,
}) => {
  await setCredits(gateway, '0', '0');
  const meter = page.getByRole('region', { name: 'Credits' });
  await page.route('**/account', async (route) => {
    await expect(meter).toContainText('– credits left');
    await route.fallback();
  });
  await page.goto('/deals');
  await expect(meter).toContainText('0 credits left');
  await buy(page, page.getByRole('button', { name: /^Search, / }));
  const notice = page.getByRole('alert').filter({ hasText: 'Not enough credits' });
  await notice.getByRole('button', { name: 'Add 1,000 credits' }).click();
  await expect(notice).toContainText('1,000 credits added.');
  await expect(meter).toContainText('1,000 credits left');
  await expectNoFinding(page);
  await search(page);
  await expect(notice).toBeHidden();
  await expect(meter).toContainText('975 credits left');
});

test('settings add credits and set the monthly allowance, which counts at once', async ({ page, gateway }) => {
  await setCredits(gateway, '0', '0');
  await page.goto('/settings');
  const credits = page.getByRole('region', { name: 'Credits' }).filter({ hasText: 'Monthly allowance' });
  const add = credits.getByRole('button', { name: 'Add 1,000 credits' });
  await add.click();
  await expect(credits.getByRole('status')).toHaveText('1,000 credits added.');
  await expect(add).toBeFocused();
  await credits.getByLabel('Monthly allowance in credits').fill('5000');
  await credits.getByRole('button', { name: 'Set allowance' }).click();
  await expect(credits.getByRole('status')).toHaveText('The monthly allowance is 5,000 credits.');
  await openSpending(page);
  const spending = page.getByRole('dialog', { name: 'Spending' });
  await expect(spending).toContainText('Monthly credits left5,000');
  await expect(spending).toContainText('Purchased credits left1,000');
  await page.reload();
  await expect(credits.getByLabel('Monthly allowance in credits')).toHaveValue('5000');
});

test('a key of another account is offered neither, and cannot take them', async ({ page, gateway }) => {
  const key = await useOwnAccount(page, gateway, 0);
  await page.goto('/deals');
  await expect(page.getByRole('region', { name: 'Credits' })).toContainText('0 credits left');
  await buy(page, page.getByRole('button', { name: /^Search, / }));
  await expect(page.getByRole('alert')).toContainText('Not enough credits');
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Spending' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add 1,000 credits' })).toBeHidden();
  const status = await page.evaluate(async (bearer) => {
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ add: 1000 });
    return (await fetch('/account/credits', { method: 'POST', headers, body })).status;
  }, key);
  expect(status).toBe(403);
});
