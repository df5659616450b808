import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Deal } from '#contract/deals.ts';
import type { DataOf } from '#contract/endpoint.ts';
import type { previewSearch } from '#contract/workspace/searches.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';

const service = openForTests(() => startService({ demo: true }), 120_000);

test('the rows that a search would charge again are counted before it is sent, exactly and for free', async () => {
  const { key, account_id: accountId } = await service.createKey({ name: 'buyer', plan: 'PRO' });
  const call = async <T>(path: string, body: object) =>
    (await service.inject('POST', path, { key, body })).json<{ data: T }>().data;
  const buy = { max_tenths: 5000, screen: '/deals' };
  const types = ['SEED', 'SERIES_A', 'SERIES_B'] as const;
  const search = fc.record({
    round: fc.constantFrom(...types),
    min: fc.constantFrom(undefined, 1e6, 10e6),
    rows: fc.integer({ min: 1, max: 40 }),
  });
  const toBody = ({ round, min }: { readonly round: string; readonly min: number | undefined }) => ({
    deal: {
      financing_types: [{ type: round, pre: false, extension: false }],
      ...(min === undefined ? {} : { size_min: min }),
    },
  });
  const bought = new Set<string>();
  await fc.assert(
    fc.asyncProperty(search, search, async (before, next) => {
      const { search: stored } = await call<{ search: { id: string; loaded: number } }>('/workspace/searches', {
        resource: 'deals',
        body: toBody(before),
        rows: before.rows,
        ...buy,
      });
      const path = `/workspace/searches/${stored.id}/rows?count=500`;
      const rows = (await service.inject('GET', path, { key })).json<{
        data: { rows: { record: { id: string } }[] };
      }>();
      for (const { record } of rows.data.rows) bought.add(record.id);
      const [charged] = await service.sql`SELECT count(*)::int AS rows FROM ledger WHERE account_id = ${accountId}`;
      const { preview } = await call<DataOf<typeof previewSearch>>('/workspace/searches/preview', {
        resource: 'deals',
        body: toBody(next),
        rows: next.rows,
      });
      const direct = await service.inject('POST', '/api/v1/deals', { body: { ...toBody(next), page_size: next.rows } });
      const { deals } = direct.json<{ data: { deals: Deal[] } }>().data;
      const locked = deals.filter(({ id }) => !bought.has(id));
      expect(preview).toMatchObject({
        unlocked: deals.length - locked.length,
        investors: locked.flatMap((deal) => [...deal.investor_ids, ...deal.angel_investor_ids]).length,
      });
      const [after] = await service.sql`SELECT count(*)::int AS rows FROM ledger WHERE account_id = ${accountId}`;
      expect(after).toEqual(charged);
    }),
    { numRuns: 15 },
  );
}, 60_000);

test('the ids of every search are counted as the search itself finds them, and the total with them', async () => {
  const { key } = await service.createKey({ name: 'counter', plan: 'PRO' });
  const post = async <T>(path: string, body: object) =>
    (await service.inject('POST', path, { key, body })).json<{ data: T }>().data;
  const [company] = (
    await post<{ companies: { id: string }[] }>('/api/v1/companies', { sort_by: 'most_funding_rounds' })
  ).companies;
  const searches = [
    ['companies', { company: { ipo_status: ['private'] }, search_query: 'software for hospitals' }],
    ['companies', { company: { ipo_status: ['private'] }, sort_by: 'largest_total_raise' }],
    ['investors', { company_investments: { min_matching_deals: 2 }, sort_by: 'matching_deals' }],
    ['people', { sort_by: 'total_deal_count' }],
    ['company_deals', { id: company?.id }],
  ] as const;
  for (const [resource, body] of searches) {
    const request = { resource, body, rows: 9 };
    const preview = async () =>
      (await post<DataOf<typeof previewSearch>>('/workspace/searches/preview', request)).preview;
    const before = await preview();
    expect(before?.unlocked, resource).toBe(0);
    const { search } = await post<{ search: { total: number; rows: number } }>('/workspace/searches', {
      ...request,
      max_tenths: 5000,
      screen: '/deals',
    });
    expect(await preview(), resource).toEqual({ total: search.total, unlocked: search.rows, investors: 0 });
    expect(search.rows).toBeGreaterThan(0);
    expect(before?.total).toBe(search.total);
  }
}, 60_000);
