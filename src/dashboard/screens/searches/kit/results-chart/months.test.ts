import { describe, expect, it } from 'vitest';
import { findScaleMax, formatBar } from '../charts/figure-data.ts';
import { listStageSeries } from '../charts/division.ts';
import { addLateReports, bucketMonths, maxMonths, nameYears } from './months.ts';

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
    expect(listStageSeries(bars).map(({ label }) => label)).toEqual(['Seed', 'Series D and later', 'Other rounds']);
  });

  it('leaves out what has no month or no count, and keeps an unknown stage with the other rounds', () => {
    const bars = bucketMonths([count(null, 'SEED'), count('2026-01', 'SEED', null), count('2026-01', 'SERIES_Z')]);
    expect(bars.map(({ values }) => values)).toEqual([{ 0: 1 }]);
    expect(bucketMonths([])).toEqual([]);
  });

  it('ends with this month although nothing happened in it, unless the data ended a year ago', () => {
    const endOf = (last: string) => bucketMonths([count(last, 'SEED')], '2026-04').at(-1)?.label;
    expect([endOf('2026-01'), endOf('2026-04'), endOf('2025-05'), endOf('2025-04')]).toEqual([
      'Apr 2026',
      'Apr 2026',
      'Apr 2026',
      'Apr 2025',
    ]);
  });

  it('keeps the newest months', () => {
    const bars = bucketMonths([count('1999-01', 'SEED'), count('2026-01', 'SEED')]);
    expect([bars.length, bars[0]?.label, bars.at(-1)?.label]).toEqual([maxMonths, 'Feb 2021', 'Jan 2026']);
  });
});

it('names the years where the months are too many for their names', () => {
  const nameAxis = (first: string, last: string) =>
    nameYears(bucketMonths([count(first, 'SEED'), count(last, 'SEED')])).flatMap(({ tick }) => tick ?? []);
  expect(nameAxis('2024-03', '2026-04')).toEqual(['2025', '2026']);
  expect(nameAxis('2025-11', '2026-04')).toEqual([]);
});

it('adds the late reports that are expected of a month to its bar, and draws them to scale', () => {
  const expected = { value: 13.6, low: 11, high: 15 };
  const clock = { periods: [{ start: '2026-04-01', value: 9, expected }] };
  const [march, april] = addLateReports(
    bucketMonths([count('2026-03', 'SEED', 7), count('2026-04', 'SEED', 9)]),
    clock,
  );
  expect([march?.late, april?.late]).toEqual([undefined, 5]);
  expect(findScaleMax([march!, april!])).toBe(14);
  expect(formatBar(april!, { unit: 'count', unknownName: 'expected late' })).toBe('9 + 5 expected late');
});
