import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeTestFiles, type TestFiles } from './testing-files.ts';

let files: TestFiles;
beforeEach(async () => {
  files = await makeTestFiles();
  await files.companies([{ permalink: '/company/acorn', name: 'Acorn' }]);
});
afterEach(() => files.remove());

describe('investors', () => {
  test('join the round of their startup and day; every other row is counted with its reason', async () => {
    await files.rounds([{ company_permalink: '/company/acorn' }]);
    const investors = await files.shares([
      ['oak-ventures', 'acorn', '500.00', '20120506'],
      ['oak-ventures', 'acorn', '500.00', '20120506'],
      ['elm-2', 'acorn', '500.00', '20120506'],
      ['oak-ventures', 'acorn', '500.00', '201205--'],
      ['oak-ventures', 'acorn', '500.00', '2012----'],
      ['oak-ventures', 'acorn', '500.00', '20120507'],
      ['oak-ventures', 'acorn', '500.00', '20120230'],
      ['oak-ventures', 'stranger', '500.00', '20120506'],
      ['half a row'],
    ]);
    const read1 = await files.read({ investors });
    expect(read1.investors.map(({ key, name }) => [key, name])).toEqual([
      ['oak-ventures', 'Oak Ventures'],
      ['elm-2', 'Elm 2'],
    ]);
    expect(read1.deals[0]?.investors).toEqual([{ key: 'oak-ventures' }, { key: 'elm-2' }]);
    expect(read1.lines).toEqual([
      'merged 2: the same row as one before',
      'skipped 4,5: only the month or the year is known',
      'skipped 6: startup has no round on that day',
      'rejected 7: day is no date',
      'skipped 8: startup is not in the main set',
      'rejected 9: not four cells',
    ]);
    expect(read1.report.figures).toMatchObject({
      'investor firms': 2,
      'investor rows used': 3,
      'of these: distinct rounds that have them now': 1,
    });
  });

  test('of a day with several rounds go to the one whose amount their shares add up to', async () => {
    await files.rounds([
      { company_permalink: '/company/acorn', raised_amount_usd: '9000' },
      { company_permalink: '/company/acorn', raised_amount_usd: '30000', funding_round_type: 'other' },
      { company_permalink: '/company/acorn', raised_amount_usd: '', funding_round_type: 'angel' },
    ]);
    const investors = await files.shares([
      ['a', 'acorn', '4500.00', '20120506'],
      ['b', 'acorn', '4500.00', '20120506'],
      ['c', 'acorn', '30000.00', '20120506'],
      ['d', 'acorn', '25000.00', '20120506'],
    ]);
    const { deals, report, lines } = await files.read({ investors });
    expect(deals.map((deal) => deal.investors?.map(({ key }) => key))).toEqual([['a', 'b'], ['c', 'd'], []]);
    expect(lines).toContain('noted 4: no round of that day has this amount: the nearest was taken');
    expect(report.figures).toMatchObject({
      'rounds with investors, as the source counts': 3,
      'of these: distinct rounds that have them now': 2,
      'of these: rounds whose day gave them to another': 1,
    });
  });
});
