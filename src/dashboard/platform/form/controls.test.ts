import { expect, test } from 'vitest';
import { buildDatePresets } from './controls.tsx';

test('spans end today in UTC and count it', () => {
  expect(buildDatePresets(new Date('2026-03-01T23:30:00-02:00'))).toEqual([
    { name: '7 days', from: '2026-02-24', to: '2026-03-02' },
    { name: '30 days', from: '2026-02-01', to: '2026-03-02' },
    { name: '90 days', from: '2025-12-03', to: '2026-03-02' },
    { name: 'This year', from: '2026-01-01', to: '2026-03-02' },
  ]);
});
