import { expect, test } from 'vitest';
import { sampleRecords } from '../../../testing/sample-records.ts';
import type { AlertItem } from '../../records/alerts/items.ts';
import { type DealRecord, unlockedDeals } from '../../records/records.ts';
import { describeWeek } from './week.tsx';

const buildItem = (id: string, usd: number | null): AlertItem => ({
  id,
  deal: { ...sampleRecords.alert.deals[0]!, id },
  day: '2026-11-24',
  round: { type: 'SEED' },
  usd,
  reasons: [],
});
const [euros, dollars, undisclosed] = [buildItem('euros', null), buildItem('dollars', 2_000_000), buildItem('x', null)];
unlockedDeals.add([{ id: 'euros', financings: [{ size_native: 34_500_000, currency: 'EUR' }] } as DealRecord]);

test.each([
  ['in euros alone', [euros, undisclosed], 'EUR 34.5M raised'],
  ['in dollars and euros', [euros, dollars], '$2.0M and EUR 34.5M raised, median $2.0M'],
  ['not at all', [undisclosed], 'no amount disclosed'],
])('a week whose amounts are known %s says so', (_, items, said) => {
  expect(describeWeek(items)).toBe(said);
});
