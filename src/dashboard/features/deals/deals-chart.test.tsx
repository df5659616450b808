// @vitest-environment jsdom
import { dealCatalogue } from '#contract/deal-filters.ts';
import { samples } from '#contract/samples.ts';
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { unlockedDeals } from '../../library/records/records.ts';
import { buildSearchResults } from '../../search/fetch/search-results.ts';
import { findAddress } from '../../search/query/search-query.ts';
import { useResultsChart } from '../../search/results-chart/use-results-chart.ts';
import { deals } from './deals.ts';

test('a round that was paid in euros is charted without a dollar amount, never as undisclosed', () => {
  const financings = [
    { id: samples.deal.id, type: 'SEED' as const, size_usd: null, size_native: 12_500_000, currency: 'EUR' },
  ];
  const deal = { ...samples.deal, total_round_raised: null, financings };
  unlockedDeals.add([deal]);
  const page = { total: 1, ignored: [], moreIgnored: 0, surprises: 0, paidTenths: 10, isRead: true };
  const results = buildSearchResults({ ...page, ids: [deal.id] }, 10);
  const query = findAddress(dealCatalogue).blank;
  const { current: figure } = renderHook(() =>
    useResultsChart({ resource: deals, query }, results, { chart: 'size', unit: 'usd' }),
  ).result;
  expect(figure?.unknownName).toBe('without a dollar amount');
  expect(figure?.buckets.map(({ label }) => label)).toEqual(['No dollar amount']);
});
