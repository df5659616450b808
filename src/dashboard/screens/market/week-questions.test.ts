import { expect, test } from 'vitest';
import type { Clock } from './clock-sentence.ts';
import { listNewReports } from './week-questions.ts';

const buildClock = (deals: Readonly<Record<string, number>>): Clock => ({
  periods: Object.entries(deals).map(([start, count]) => ({
    start,
    end: start,
    age: 0,
    is_running: start === '2026-10-01',
    deals: count,
    value: count,
    stages: [],
    expected: null,
    year_before: null,
  })),
  latest: null,
  ages: { days: [], latest: [], previous: [], earlier: [], earlier_periods: 0, expected: [] },
  estimate: { state: 'none', reason: 'few_periods', day: null },
});

test('new reports are what a quarter has now and had not, the newest first, and all of one that began since', () => {
  const [now, before] = [
    buildClock({ '2026-04-01': 50, '2026-07-01': 40, '2026-10-01': 7 }),
    buildClock({ '2026-04-01': 50, '2026-07-01': 31 }),
  ];
  expect(listNewReports(now, before).map(({ start, added }) => [start, added])).toEqual([
    ['2026-10-01', 7],
    ['2026-07-01', 9],
    ['2026-04-01', 0],
  ]);
});
