import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DealRecord } from '../../records/records.ts';
import { buildBuckets, countByQuarter, countedStageDeals, toStageDeals } from './quarters-block.tsx';

const moment = fc
  .date({ min: new Date('2015-01-01T00:00:00Z'), max: new Date('2027-12-31T23:59:59Z'), noInvalidDate: true })
  .map((date) => date.toISOString());
const deals = fc.array(
  fc.record({
    id: fc.uuid(),
    date: fc.option(moment),
    round_type: fc.constantFrom('SEED', 'SERIES_A', 'SERIES_F', 'GRANT', 'SOMETHING_NEW', null),
    pre: fc.option(fc.boolean()),
    total_round_raised: fc.option(fc.nat()),
  }),
) as fc.Arbitrary<DealRecord[]>;

test('a deal belongs to the quarter of its UTC day, at midnight too', () => {
  const at = (date: string) =>
    ({ id: date, date, round_type: 'SEED', pre: false, total_round_raised: 1 }) as DealRecord;
  const { quarters } = countByQuarter(
    [at('2026-03-31T23:59:59Z'), at('2026-04-01T00:00:00Z'), at('2026-04-01T01:30:00+02:00')].map(toStageDeals),
    '2026-05-01',
    8,
  );
  expect(quarters.map(({ name, parts }) => [name, parts.get(2)?.deals])).toEqual([
    ['Q1 2026', 2],
    ['Q2 2026', 1],
  ]);
});

test('every deal is drawn once or counted as left out, and undisclosed amounts are never added as 0', () => {
  fc.assert(
    fc.property(deals, fc.integer({ min: 1, max: 24 }), (all, most) => {
      const { quarters, earlier, later, undated } = countByQuarter(all.map(toStageDeals), '2026-11-22', most);
      const parts = quarters.flatMap((quarter) => [...quarter.parts.values()]);
      expect(parts.reduce((sum, part) => sum + part.deals, 0) + earlier + later + undated).toBe(all.length);
      expect(undated).toBe(all.filter(({ date }) => date === null).length);
      for (const { deals: count, usd, undisclosed } of parts) expect(usd === null).toBe(undisclosed === count);
    }),
  );
});

test('after a year without a deal the quarters end with the newest deal', () => {
  const nameQuarters = (...days: string[]) =>
    countByQuarter(
      days.map((date) => toStageDeals({ date, round_type: 'SEED', total_round_raised: null } as DealRecord)),
      '2026-11-22',
      8,
    ).quarters.map(({ name }) => name);
  expect(nameQuarters('2022-02-01', '2022-08-01')).toEqual(['Q1 2022', 'Q2 2022', 'Q3 2022']);
  expect(nameQuarters('2025-09-30').at(-1)).toBe('Q3 2025');
  expect(nameQuarters('2025-10-01').at(-1)).toBe('Q4 2026');
  expect(nameQuarters('2022-08-01', '2027-01-01').at(-1)).toBe('Q3 2022');
});

test('quarters follow each other without a gap up to the last one, and are not too many', () => {
  fc.assert(
    fc.property(deals, fc.integer({ min: 1, max: 24 }), (all, most) => {
      const names = countByQuarter(all.map(toStageDeals), '2026-11-22', most).quarters.map(({ name }) => name);
      const indexes = names.map((name) => Number(name.slice(3)) * 4 + Number(name[1]) - 1);
      expect(names.length).toBeLessThanOrEqual(most);
      expect(indexes).toEqual(indexes.map((_, at) => (indexes[0] ?? 0) + at));
      const days = all.flatMap(({ date }) => (date !== null && date < '2027' ? date.slice(0, 10) : []));
      const newest = days.toSorted().at(-1) ?? '2026-11-22';
      const last =
        newest < '2025-10-01' ? `Q${Math.ceil(Number(newest.slice(5, 7)) / 3)} ${newest.slice(0, 4)}` : 'Q4 2026';
      if (names.length > 0) expect(names.at(-1)).toBe(last);
    }),
  );
});

test('the months that the service counts are drawn in the quarters of their deals', () => {
  const months = [
    { month: '2025-12', stage: 'SEED', deals: 2 },
    { month: '2026-02', stage: 'SEED', deals: 3 },
    { month: '2026-03', stage: 'SEED', deals: 4 },
    { month: '2026-03', stage: 'OTHER', deals: 1 },
    { month: null, stage: 'SEED', deals: 5 },
  ];
  const { quarters, earlier, undated } = countByQuarter(months.map(countedStageDeals), '2026-03-31', 1);
  expect(quarters.map(({ parts }) => [...parts].map(([stage, { deals: count }]) => [stage, count]))).toEqual([
    [
      [2, 7],
      [0, 1],
    ],
  ]);
  expect([earlier, undated]).toEqual([2, 5]);
});

test('the axis names years where the quarters are too many for their names', () => {
  const nameAxis = (...days: string[]) => {
    const all = days.map((date) => ({ date, round_type: 'SEED', total_round_raised: 1 }) as DealRecord);
    const { quarters } = countByQuarter(all.map(toStageDeals), '2026-11-22', 20);
    return buildBuckets(quarters, 'count').flatMap(({ tick }) => tick ?? []);
  };
  expect(nameAxis('2024-05-01', '2026-05-01')).toEqual(['2025', '2026']);
  expect(nameAxis('2025-08-01', '2026-05-01')).toEqual([]);
});
