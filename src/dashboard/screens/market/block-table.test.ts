import { expect, test } from 'vitest';
import { formatBlockMarkdown } from './block-table.ts';
import { listKnownDays } from './known-on.tsx';
import { listSizePoints } from './size-points.ts';

test('a block as Markdown has its title, sentence, figures and basis, and nothing in a name is markup', () => {
  const table = {
    title: 'Who leads',
    basis: 'n 2 of 3 deals name a lead.',
    heads: ['Investor', 'Led', 'Change', 'Typical', 'First'],
    formats: [undefined, 'count', 'share', 'usd', 'day'] as const,
    rows: [
      ['Ridge | *Capital*', 1034, 0.21, 12_400_000, '2026-02-03'],
      ['Atlas', 5, null, null, '2026-01-04'],
    ],
  };
  expect(formatBlockMarkdown(table, 'Two led.')).toBe(
    [
      '## Who leads',
      'Two led.',
      [
        '| Investor | Led | Change | Typical | First |',
        '| --- | ---: | ---: | ---: | --- |',
        String.raw`| Ridge \| \*Capital\* | 1,034 | 21% | $12.4M | 3 Feb 2026 |`,
        '| Atlas | 5 |  |  | 4 Jan 2026 |',
      ].join('\n'),
      '*n 2 of 3 deals name a lead.*',
    ].join('\n\n'),
  );
});

test('the days to jump to are named, and none is listed twice', () => {
  expect(listKnownDays('2026-11-23')).toEqual([
    { name: 'Today', day: '2026-11-23' },
    { name: 'One week earlier', day: '2026-11-16' },
    { name: 'End of October', day: '2026-10-31' },
    { name: 'End of Q3', day: '2026-09-30' },
    { name: 'A year earlier', day: '2025-11-23' },
  ]);
  expect(listKnownDays('2026-10-07').map(({ day }) => day)).toEqual(['2026-10-07', '2026-09-30', '2025-10-07']);
});

test('the sizes of a stage begin and end with periods that have percentiles', () => {
  const at = { p10: 1, p25: 2, median: 3, p75: 4, p90: 5 };
  const sized = (percentiles: typeof at | null) => [{ stage: 'SEED' as const, deals: 9, disclosed: 9, percentiles }];
  const periods = [null, at, null, at, null].map((percentiles, month) => ({
    start: `2026-0${month + 1}-01`,
    stages: sized(percentiles),
  }));
  const market = {
    total: 45,
    within: 45,
    known_on: '2026-05-31',
    first_report: null,
    recent: { start: '2026-01-01', end: '2026-05-31' },
    sizes: { periods, recent: [] },
  };
  expect(listSizePoints(market, 'SEED').map(({ start }) => start)).toEqual(['2026-02-01', '2026-03-01', '2026-04-01']);
  expect(listSizePoints(market, 'OTHER')).toEqual([]);
});
