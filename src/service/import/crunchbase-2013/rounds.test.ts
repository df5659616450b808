import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeTestFiles, type TestFiles } from './testing-files.ts';

let files: TestFiles;
beforeEach(async () => {
  files = await makeTestFiles();
  await files.companies([{ permalink: '/company/acorn', name: 'Acorn' }]);
});
afterEach(() => files.remove());

describe('a round', () => {
  const acorn = { company_permalink: '/company/acorn' };

  test('becomes a deal with one financing, added on the day of the export', async () => {
    await files.rounds([{ ...acorn, funding_round_type: 'private-equity', raised_amount_usd: '2500000' }]);
    const { deals } = await files.read();
    expect(deals).toMatchObject([
      {
        companyKey: 'acorn',
        roundType: 'EQUITY',
        date: '2012-05-06',
        createdAt: '2013-10-01',
        raised: 2_500_000,
        financings: [{ type: 'EQUITY', sizeUsd: 2_500_000, sizeNative: 2_500_000, currency: 'USD' }],
      },
    ]);
  });

  test('that stands twice is one deal, and one that differs in anything is another', async () => {
    const rows = [{}, {}, { raised_amount_usd: '2000' }, { funding_round_type: 'angel' }, { funded_at: '2012-05-07' }];
    await files.rounds(rows.map((row) => ({ ...acorn, ...row })));
    const { deals, report, lines } = await files.read();
    expect(new Set(deals.map(({ key }) => key)).size).toBe(4);
    expect(lines).toContain('merged 3: the same round as one before');
    expect(report.figures).toMatchObject({ 'distinct rounds': 4 });
  });

  test.each([
    [{ funded_at: '1960-01-01' }, { date: null }, 'funded_at is the filler 1960-01-01: unknown'],
    [{ funded_at: '2012-13-01' }, { date: null }, 'funded_at is no possible date: unknown'],
    [{ funded_at: '2014-01-01' }, { date: null }, 'funded_at is no possible date: unknown'],
    [{ raised_amount_usd: '-5' }, { raised: null }, 'raised_amount_usd is no possible amount: undisclosed'],
    [{ raised_amount_usd: 'NaN' }, { raised: null }, 'raised_amount_usd is no possible amount: undisclosed'],
    [{ raised_amount_usd: '1e400' }, { raised: null }, 'raised_amount_usd is no possible amount: undisclosed'],
    [{ raised_amount_usd: '0' }, { raised: null }, 'raised_amount_usd is no possible amount: undisclosed'],
    [{ funding_round_type: 'series-q' }, { roundType: 'FUNDING_ROUND' }, 'round type is not known: FUNDING_ROUND'],
  ])('with %j is loaded as %j, and the report says so', async (cells, loaded, reason) => {
    await files.rounds([{ ...acorn, ...cells }]);
    const { deals, lines } = await files.read();
    expect(deals).toMatchObject([loaded]);
    expect(lines).toContain(`repaired 2: ${reason}`);
  });

  test('without an amount is undisclosed, which is no repair', async () => {
    await files.rounds([{ ...acorn, raised_amount_usd: '' }]);
    const { deals, lines } = await files.read();
    expect(deals).toMatchObject([{ raised: null }]);
    expect(lines).toEqual([]);
  });

  test('of an unknown company, or with too many cells, is rejected', async () => {
    await files.rounds([{ company_permalink: '/company/nobody' }, 'a,b']);
    const { deals, lines } = await files.read();
    expect(deals).toEqual([]);
    expect(lines).toEqual(
      expect.arrayContaining(['rejected 2: company is not in the companies file', 'rejected 3: 2 cells instead of 13']),
    );
  });
});
