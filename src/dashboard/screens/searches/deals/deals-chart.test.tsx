// @vitest-environment jsdom
import { dealCatalogue } from '#contract/deal-filters.ts';
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleRecords } from '../../../../testing/sample-records.ts';
import { unlockedDeals } from '../../../records/records.ts';
import { buildResults } from '../kit/fetch/testing-results.ts';
import { findAddress } from '../kit/query/search-query.ts';
import { useResultsChart } from '../kit/results-chart/use-results-chart.ts';
import { deals } from './deals.ts';

test('a round that was paid in euros is charted without a dollar amount, never as undisclosed', () => {
  const financings = [
    { id: sampleRecords.deal.id, type: 'SEED' as const, size_usd: null, size_native: 12_500_000, currency: 'EUR' },
  ];
  const deal = { ...sampleRecords.deal, total_round_raised: null, financings };
  unlockedDeals.add([deal]);
  const results = buildResults([deal.id]);
  const query = findAddress(dealCatalogue).blank;
  const { current: figure } = renderHook(() =>
    useResultsChart({ resource: deals, query }, results, { chart: 'size', unit: 'usd' }),
  ).result;
  expect(figure?.unknownName).toBe('without a dollar amount');
  expect(figure?.buckets.map(({ label }) => label)).toEqual(['No dollar amount']);
});
