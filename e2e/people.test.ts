// In a browser: a search of people and its profile share one history.

import { readBody, readFoundRows, readUsed, search, useOwnAccount, watchPaid } from './deals-screen.ts';
import { expect, test } from './test.ts';

test('founders are found by role and employer, and their full history costs one credit', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 1000);
  const paid = watchPaid(page);
  await page.goto('/people?rows=25');
  await page.getByLabel('Founder', { exact: true }).check();
  await page.getByRole('button', { name: 'More filters' }).click();
  await expect(page.getByLabel('Minimum total raised by the employer')).toBeVisible();
  await page.getByLabel('11–50', { exact: true }).first().check();
  await expect(page.locator('[data-sentence]')).toContainText('role Founder');
  await search(page);
  expect(readBody(paid[0])).toEqual({
    person: { roles: ['founder'] },
    company: { employee_count: ['11-50'] },
    page: 0,
    page_size: 25,
    sort_by: 'most_recent_deal_date',
  });
  const people = await readFoundRows<{ id: string; employment_history: unknown[] }>(gateway, paid[0]);
  const [short, long] = [2, 3].map((jobs) => people.find((one) => one.employment_history.length === jobs)!.id);
  const cell = (id: string | undefined) => page.locator(`[data-row="${id}"]`).getByRole('gridcell').nth(1);
  await cell(short).click();
  await expect(page.getByRole('heading', { name: 'Roles', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Every job/ })).toBeHidden();
  await cell(long).click();
  const panel = page.getByRole('complementary', { name: 'Details' });
  await expect(panel).toContainText('Copy person id');
  expect(paid).toHaveLength(1);
  const before = await readUsed(page);
  await panel.getByRole('button', { name: 'Every job and school, 1 credit' }).click();
  await expect(panel.getByRole('button', { name: /^Every job/ })).toBeHidden();
  await expect.poll(async () => (await readUsed(page)) - before).toBe(1);
  expect(paid).toHaveLength(2);
});

test('an angel is shortlisted in the profile, which says each thing and each price once', async ({ page, gateway }) => {
  await useOwnAccount(page, gateway, 1000);
  const paid = watchPaid(page);
  await page.goto('/people?investment=angel&rows=25');
  await search(page);
  type Angel = { id: string; title: string; location: string; investor_highlights: { total_deal_count: number } };
  const people = await readFoundRows<Angel>(gateway, paid[0]);
  const angel = people.find(
    ({ title, investor_highlights: deals }) => title === 'Angel investor' && deals.total_deal_count > 1,
  )!;
  await page.locator(`[data-row="${angel.id}"]`).getByRole('link').first().click();
  const profile = page.getByRole('article');
  await expect(profile.getByText(`Angel investor. ${angel.location}`, { exact: true })).toBeVisible();
  const deals = angel.investor_highlights.total_deal_count;
  await expect(profile.getByText(`up to ${deals} credits`)).toHaveCount(1);
  const chart = profile.getByRole('region', { name: 'Deals per quarter' });
  await expect(chart.locator('.recharts-bar').first()).toBeVisible();
  await expect(chart.locator('svg text', { hasText: /^0$/ })).toHaveCount(0);
  await expect(profile.getByRole('button', { name: 'Shortlist' })).toBeVisible();
  await page.keyboard.press('s');
  await expect(profile.getByRole('button', { name: /^Shortlist/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(profile.getByRole('combobox', { name: 'Stage' })).toHaveValue('shortlist');
});
