import { expect, test } from 'vitest';
import type { DealRecord } from '../../records/records.ts';
import { sampleRecords } from '../../../testing/sample-records.ts';
import { countQuarters } from './brief-figures.tsx';
import { describePositions } from './round-positions.tsx';

const deals = ['2026-11-02', '2026-10-01T09:00:00Z', '2026-04-30', '2020-01-01', null].map((date): DealRecord => ({
  ...sampleRecords.deal,
  date,
}));

test('a brief counts deals of twelve quarters up to today, those without deals too', () => {
  const quarters = countQuarters(deals, '2026-11-29', '');
  expect(quarters).toHaveLength(12);
  expect(quarters.slice(-3)).toEqual([
    { name: 'Q2 2026', deals: 1 },
    { name: 'Q3 2026', deals: 0 },
    { name: 'Q4 2026', deals: 2 },
  ]);
});

test('a quarter of which some deals are locked is left out of a brief', () => {
  expect(countQuarters(deals, '2026-11-29', '2026-05-10').map(({ name }) => name)).toEqual(['Q3 2026', 'Q4 2026']);
  expect(countQuarters(deals, '2026-11-29', undefined)).toEqual([]);
});

test('positions of a stage are said by their median', () => {
  expect(describePositions({ stage: 'SEED', shares: [0.1, 0.2, 0.6, 0.7] })).toEqual([
    'Seed',
    '4 rounds, half of them larger than 40% of their peers',
  ]);
});
