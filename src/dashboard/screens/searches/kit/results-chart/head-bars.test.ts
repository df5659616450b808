import { expect, test } from 'vitest';
import type { SearchQuery } from '../query/search-query.ts';
import { buildCloseDayBars, buildDayBars, buildSizeBars, countRows } from './head-bars.ts';

const query: SearchQuery = { sort: '', rows: 25 };

test('sizes have one bar for each band, and undisclosed amounts none', () => {
  const { bars, selected } = buildSizeBars(query, [
    { min: 5e6, deals: 3 },
    { min: null, deals: 9 },
  ]);
  expect(bars.filter(({ count }) => count > 0)).toEqual([{ label: '$5–10M', count: 3 }]);
  expect(selected).toBeUndefined();
});

test('the median of eight or more sizes is where half of them are before it', () => {
  const median = (...counted: { min: number; deals: number }[]) => buildSizeBars(query, counted).median;
  expect(median({ min: 0, deals: 4 }, { min: 5e6, deals: 4 })).toBeCloseTo(1 / 9);
  expect(median({ min: 1e6, deals: 2 }, { min: 5e6, deals: 8 })).toBeCloseTo((2 + 3 / 8) / 9);
  expect(median({ min: 0, deals: 7 })).toBeUndefined();
});

test('a range of sizes is a filter whose bars are selected again', () => {
  const change = buildSizeBars(query, []).change([1, 3]);
  expect(change).toEqual({ min: 1e6, max: 25e6 - 1 });
  expect(buildSizeBars({ ...query, ...change }, []).selected).toEqual([1, 3]);
  expect(buildSizeBars(query, []).change([8, 8])).toEqual({ min: 1e9, max: undefined });
  expect(buildSizeBars({ ...query, min: 1e9 }, []).selected).toEqual([8, 8]);
});

test('no range is no filter', () => {
  expect(buildSizeBars(query, []).change(undefined)).toEqual({ min: undefined, max: undefined });
  expect(buildDayBars(query, [], '2026-11').change(undefined)).toEqual({ from: undefined, to: undefined });
});

const count = (month: string, deals: number) => ({ month, stage: null, deals });

test('few months have a bar each, up to this month', () => {
  const { bars } = buildDayBars(query, [count('2026-09', 2)], '2026-11');
  expect(bars).toEqual([
    { label: 'Sep 2026', count: 2 },
    { label: 'Oct 2026', count: 0 },
    { label: 'Nov 2026', count: 0 },
  ]);
});

test('many months are quarters, whose first and last days are the filter', () => {
  const days = buildDayBars(query, [count('2023-02', 1), count('2023-03', 4), count('2026-11', 2)], '2026-11');
  expect(days.bars).toHaveLength(16);
  expect(days.bars[0]).toEqual({ label: 'Q1 2023', count: 5 });
  expect(days.bars.at(-1)).toEqual({ label: 'Q4 2026', count: 2 });
  const change = days.change([0, 1]);
  expect(change).toEqual({ from: '2023-01-01', to: '2023-06-30' });
  const again = buildDayBars({ ...query, ...change }, [count('2023-02', 1), count('2026-11', 2)], '2026-11');
  expect(again.selected).toEqual([0, 1]);
});

test('days close together have a bar each, which are a filter', () => {
  const days = ['2026-11-30', '2026-10-31', '2026-11-30'];
  expect(buildCloseDayBars({}, days)).toBeUndefined();
  const close = buildCloseDayBars({}, ['2026-11-29', '2026-12-01', '2026-11-29'])!;
  expect(close.bars).toEqual([
    { label: '29 Nov 2026', count: 2 },
    { label: '30 Nov 2026', count: 0 },
    { label: '1 Dec 2026', count: 1 },
  ]);
  expect(close.change([1, 2])).toEqual({ from: '2026-11-30', to: '2026-12-01' });
  expect(buildCloseDayBars({ from: '2026-11-30', to: '2026-12-01' }, ['2026-11-29', '2026-12-01'])?.selected).toEqual([
    1, 2,
  ]);
  expect(close.change(undefined)).toEqual({ from: undefined, to: undefined });
});

test('loaded rows are counted as the service counts all', () => {
  expect(
    countRows([
      { usd: 0, moment: '2026-11-02T00:00:00Z' },
      { usd: null, moment: '2026-11-30' },
      { usd: 999_999, moment: null },
      { usd: 5e9 },
    ]),
  ).toEqual({
    sizes: [
      { min: 0, deals: 2 },
      { min: 1e9, deals: 1 },
    ],
    months: [{ month: '2026-11', stage: null, deals: 2 }],
  });
});
