import { expect, test } from 'vitest';
import type { Position } from '#contract/market.ts';
import { formatPosition } from './round-position.tsx';

const place = { permalink: 'norway', name: 'Norway' };
const position = (peers: Partial<Position['peers']>, share: number | null = 0.812): Position => ({
  peers: {
    stage: 'SERIES_A',
    country: null,
    region: null,
    industry: null,
    start: '2022-06-02',
    end: '2024-06-01',
    deals: 260,
    disclosed: 243,
    ...peers,
  },
  larger_than: share,
  percentiles: null,
  sizes: [],
});

test.each([
  [{ country: place }, 'larger than 81% of 243 Series A rounds in Norway, in the 24 months to 1 Jun 2024'],
  [
    { region: { permalink: 'nordics', name: 'Nordics' }, industry: { permalink: 'fintech', name: 'Fintech' } },
    'larger than 81% of 243 Series A rounds in Fintech, Nordics, in the 24 months to 1 Jun 2024',
  ],
  [{ stage: 'OTHER' as const }, 'larger than 81% of 243 other rounds, in the 24 months to 1 Jun 2024'],
])('a brief names the peers that a round is larger than', (peers, text) => {
  expect(formatPosition(position(peers))).toBe(text);
});

test('a brief says nothing of a round with too few peers', () => {
  expect(formatPosition(position({}, null))).toBeUndefined();
  expect(formatPosition(undefined)).toBeUndefined();
});
