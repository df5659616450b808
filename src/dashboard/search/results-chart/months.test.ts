import { describe, expect, it } from 'vitest';
import { bucketMonths, countStages, listTicks, maxMonths } from './months.ts';

const count = (month: string | null, stage: string | null, deals: number | null = 1) => ({ month, stage, deals });

describe('bucketMonths', () => {
  it('has a bar for every month between the first and the last, each with its stages', () => {
    const bars = bucketMonths([
      count('2025-11', 'SEED', 3),
      count('2026-01', 'SERIES_D_PLUS'),
      count('2026-01', 'OTHER', 2),
    ]);
    expect(bars.map(({ label }) => label)).toEqual(['Nov 2025', 'Dec 2025', 'Jan 2026']);
    expect(bars.map(({ values }) => values)).toEqual([{ 2: 3 }, {}, { 6: 1, 0: 2 }]);
    expect(countStages(bars).map((stage) => [stage.label, stage.count])).toEqual([
      ['Seed', 3],
      ['Series D and later', 1],
      ['Other rounds', 2],
    ]);
  });

  it('leaves out what has no month or no count, and keeps an unknown stage with the other rounds', () => {
    const bars = bucketMonths([count(null, 'SEED'), count('2026-01', 'SEED', null), count('2026-01', 'SERIES_Z')]);
    expect(bars.map(({ values }) => values)).toEqual([{ 0: 1 }]);
    expect(bucketMonths([])).toEqual([]);
  });

  it('keeps the newest months', () => {
    const bars = bucketMonths([count('1999-01', 'SEED'), count('2026-01', 'SEED')]);
    expect([bars.length, bars[0]?.label, bars.at(-1)?.label]).toEqual([maxMonths, 'Feb 2021', 'Jan 2026']);
  });
});

it.each([
  ['2026-11', '2026-11', 'Nov 2026'],
  ['2026-10', '2026-10', 'Oct 2026'],
  ['2026-01', '2026-01', 'Jan 2026'],
  ['2026-11', '2026-12', 'Nov 2026'],
  ['2025-11', '2026-01', 'Nov 2025'],
])('the bars from %s to %s name their first month', (first, last, label) => {
  const bars = bucketMonths([count(first, 'SEED'), count(last, 'SEED')]);
  expect(listTicks(bars, 48 * bars.length)).toEqual([{ at: 0, label }]);
});

it.each([300, 700, 1000])('the names under the bars stay apart and within %i pixels', (width) => {
  const bars = bucketMonths([count('2021-03', 'SEED'), count('2026-02', 'SEED')]);
  const size = width / bars.length;
  const ticks = listTicks(bars, width);
  expect(ticks.length).toBeGreaterThan(1);
  for (const [index, { at }] of ticks.entries()) {
    expect(((ticks[index + 1]?.at ?? bars.length) - at) * size).toBeGreaterThanOrEqual(26);
  }
});
