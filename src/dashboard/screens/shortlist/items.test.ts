import { afterEach, expect, test } from 'vitest';
import { sampleRecords } from '../../../testing/sample-records.ts';
import { collectAlertNames } from '../../records/alert-names.ts';
import {
  type CompanyRecord,
  type DealRecord,
  freeNames,
  unlockedCompanies,
  unlockedDeals,
} from '../../records/records.ts';
import { storeFreeNames } from '../../records/free-names.ts';
import { listStages } from '../../records/status/stages.ts';
import { listItems } from './items.ts';
import { emptyStatus } from '../../records/status/record-status.ts';

const deal = {
  ...sampleRecords.alert.deals[0]!,
  company_name: 'Ridge Labs',
  round_type: 'SEED' as const,
  total_round_raised: 2.5,
  deal_short_description: 'Ridge Labs raised $2.5M in Seed funding.',
  deal_long_description: null,
};
const readItem = () =>
  listItems('deal', new Map([[deal.id, { ...emptyStatus, status: 'shortlist' }]]), listStages())[0];

afterEach(() => {
  for (const store of [freeNames, unlockedCompanies, unlockedDeals]) store.reset();
});

test('a deal from an alert has its round and amount, and its company once', () => {
  storeFreeNames(collectAlertNames([deal], 'millions'));
  expect(readItem()).toMatchObject({
    name: 'Ridge Labs',
    about: 'Raised $2.5M in Seed funding.',
    round: { type: 'SEED' },
    usd: 2_500_000,
  });
  storeFreeNames(collectAlertNames([{ ...deal, deal_long_description: 'Ridge Labs sells maps.' }], 'millions'));
  expect(readItem()?.about).toBe('Sells maps.');
});

test('a name without its round gets it once the unit of alerts is known', () => {
  storeFreeNames(collectAlertNames([deal], undefined));
  expect(readItem()).toMatchObject({ name: 'Ridge Labs', round: undefined, usd: undefined });
  storeFreeNames(collectAlertNames([deal], 'millions'));
  expect(readItem()).toMatchObject({ round: { type: 'SEED' }, usd: 2_500_000 });
});

test('an unlocked deal says what its company does, by its own texts until the company is unlocked', () => {
  const { id } = deal;
  const companyId = '5d0c2f0a-7a30-4f1c-8c09-d4b5110e5328';
  const texts = { short_description: deal.deal_short_description, long_description: 'Ridge Labs sells maps.' };
  freeNames.add([{ id: companyId, kind: 'company', name: 'Ridge Labs', remark: '' }]);
  unlockedDeals.add([{ id, company_id: companyId, deal_descriptions: texts, financings: [] } as unknown as DealRecord]);
  expect(readItem()).toMatchObject({ name: 'Ridge Labs', about: 'Sells maps.' });
  unlockedCompanies.add([
    { id: companyId, name: 'Ridge Labs', short_description: 'Ridge Labs draws maps.' } as CompanyRecord,
  ]);
  expect(readItem()?.about).toBe('Draws maps.');
});
