import { expect, test } from 'vitest';
import { searchCompanies } from '#contract/companies.ts';
import { uuidOf } from '../../testing/records.ts';
import { readNewestRounds } from './response-records.ts';

test('a company without a round gives no deal, and what was never loaded is marked', () => {
  const latest = { id: 'd', type: 'SEED', investors: ['i'], description: null, total_round_raised: 5 };
  const companies = [
    { id: uuidOf('company', 1), latest_deal: null },
    { id: uuidOf('company', 2), latest_deal: latest },
  ];
  const { rows, records } = readNewestRounds({ endpoint: searchCompanies }, { data: { companies } });
  expect(rows).toEqual([{ id: 'd', figures: {} }]);
  expect(records.filter(({ kind }) => kind === 'deals')).toMatchObject([
    {
      id: 'd',
      partial: true,
      record: {
        id: 'd',
        company_id: uuidOf('company', 2),
        round_type: 'SEED',
        investor_ids: ['i'],
        total_round_raised: 5,
        from_company: true,
      },
    },
  ]);
});
