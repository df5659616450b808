import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { spendingPath } from './deals-screen.ts';
import { expect, startGateway, test, type RunningGateway } from './test.ts';

/** A deal that a journey imports. */
export interface AlertDeal {
  company: string;
  city: string;
  country: string;
  stage: string;
  /** US dollars; undefined where it is undisclosed. */
  raised: number | undefined;
  day: string;
}

const places = [
  ['Berlin', 'Germany'],
  ['Paris', 'France'],
  ['Nairobi', 'Kenya'],
  ['Tokyo', 'Japan'],
] as const;
const stages = ['Seed', 'Series A', 'Series B', 'Series C', 'Grant'] as const;

/** So many deals spread over days, every seventh undisclosed, every tenth of a company that was there before. */
export function buildDeals(count: number, days: readonly string[], name = 'Company'): AlertDeal[] {
  return Array.from({ length: count }, (_, index) => {
    const number = index % 10 === 9 ? index - 9 : index;
    const [city, country] = places[number % places.length]!;
    return {
      company: `${name} ${String(number).padStart(4, '0')}`,
      city,
      country,
      stage: stages[index % stages.length]!,
      raised: index % 7 === 3 ? undefined : 100_000 * (index + 1),
      day: days[index % days.length]!,
    };
  });
}

const mapping = {
  source: {
    key: 'alert-deals',
    title: 'Deals of a journey',
    licence: 'CC0',
    address: 'https://deals.example',
    created_at: '2020-01-01',
  },
  amounts: { currency: 'USD' },
  company: { key: ['Company'], name: 'Company', city: 'City', country: 'Country' },
  deal: {
    key: ['Company', 'Stage', 'Day', 'Number'],
    round_type: { column: 'Stage' },
    date: 'Day',
    raised: 'Raised',
    article: 'Link',
  },
};

/** The arguments of an import of such deals, with the files that it reads. */
export async function writeDealsFile(deals: readonly AlertDeal[]): Promise<string[]> {
  const folder = test.info().outputPath(randomUUID());
  await mkdir(folder, { recursive: true });
  const head = 'Number,Company,City,Country,Stage,Day,Raised,Link';
  const lines = deals.map(({ company, city, country, stage, raised, day }, index) =>
    [index, company, city, country, stage, day, raised ?? '', `https://news.example/${index}`].join(','),
  );
  await writeFile(join(folder, 'deals.csv'), [head, ...lines, ''].join('\n'));
  await writeFile(join(folder, 'mapping.json'), JSON.stringify(mapping));
  return ['import', '--mapping', join(folder, 'mapping.json'), join(folder, 'deals.csv')];
}

/** A gateway on such deals alone. */
export async function startGatewayWithDeals(
  deals: readonly AlertDeal[],
): Promise<Awaited<ReturnType<typeof startGateway>>> {
  const gateway = await startGateway(...(await writeDealsFile(deals)));
  // Own records are free on this machine; a journey has prices in it.
  await gateway.fundscope('accounts', 'meter', 'local');
  return gateway;
}

/** Saves an alert of the local account through the Account API; its id. */
export async function saveAlert({ url, key }: RunningGateway, name: string, filters: object): Promise<string> {
  const answer = await fetch(`${url}/account/alerts`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ configuration_name: name, frequency: 'WEEKLY', filters }),
  });
  const { data } = (await answer.json()) as { data: { alert: { configuration_id: string } } };
  return data.alert.configuration_id;
}

/** Deletes an alert without the page. */
export async function deleteAlert({ url, key }: RunningGateway, id: string): Promise<void> {
  await fetch(`${url}/account/alerts/${id}`, { method: 'DELETE', headers: { Authorization: `Bearer ${key}` } });
}

/** Leaves the page once all is saved, and deletes what its gateway remembers. */
export async function leaveAndForget(page: Page, gateway: RunningGateway): Promise<void> {
  if (!page.isClosed()) {
    await page.waitForLoadState('networkidle');
    await page.goto(`${gateway.url}/healthz`);
  }
  await gateway.forgetWorkspaces();
}

/** Every request of a page that could be billed, as it leaves. */
export function watchBilled(page: Page): string[] {
  const billed: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    const spends = request.method() === 'POST' && spendingPath.test(pathname);
    const isFree = /\/((location|industry)\/search|alerts|alerts\/configurations)$/.test(pathname);
    if (spends || (pathname.startsWith('/api/v1/') && !isFree)) billed.push(pathname);
  });
  return billed;
}

/** The days of a span, both ends included. */
export function listDays(from: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(from) + index * 86_400_000).toISOString().slice(0, 10),
  );
}

/** The address of a range of days. */
export const rangeOf = (from: string, to: string): string => `/alerts?period=range&from=${from}&to=${to}`;

/** Opens the choice of the period. */
export async function openPeriod(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Last seven days|Last week|Since my last review|Custom range), / }).click();
  await expect(page.getByRole('dialog', { name: 'Period' })).toBeVisible();
}

/** Opens the list of days. */
export async function openDays(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Review' }).getByRole('button').click();
  await expect(page.getByRole('dialog', { name: 'Days' })).toBeVisible();
}
