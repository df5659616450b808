// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleRecords } from '../../../testing/sample-records.ts';
import type { AlertItem } from '../../records/alerts/items.ts';
import { type DealRecord, unlockedDeals } from '../../records/records.ts';
import { WeekFigures } from './week.tsx';

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
  ['in euros alone', [euros, undisclosed], ['Deals matched2', 'RaisedEUR 34.5M']],
  ['in dollars and euros', [euros, dollars], ['Deals matched2', 'Raised$2.0Mand EUR 34.5M', 'Median round$2.0M']],
  ['not at all', [undisclosed], ['Deals matched1', 'RaisedNo dollar amount']],
])('a week whose amounts are known %s says so', (_, items, figures) => {
  const { container } = render(<WeekFigures items={items} history={undefined} today="2026-11-26" />);
  const shown = [...container.querySelectorAll('dl > div')];
  expect(shown.map(({ textContent }) => textContent)).toEqual(figures);
});
