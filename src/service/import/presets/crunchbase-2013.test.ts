import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { crunchbase2013 } from './crunchbase-2013.ts';
import { openPreset } from './preset.ts';
import { createTestFiles, type TestFiles } from './testing-crunchbase-2013.ts';

let files: TestFiles;
beforeEach(async () => {
  files = await createTestFiles();
  await files.companies([{ permalink: '/company/acorn', name: 'Acorn' }]);
  await files.rounds([]);
});
afterEach(() => files.remove());

describe('a company', () => {
  test('takes name, address, status, founding day, industry and place from its row', async () => {
    await files.companies([
      {
        permalink: '/company/miasole',
        name: 'MiaSolé',
        category_code: 'cleantech',
        status: 'ipo',
        city: 'San Francisco',
        region: 'SF Bay',
        founded_at: '2004-02-29',
      },
    ]);
    const { companies, lines } = await files.read();
    expect(companies[0]).toMatchObject({
      key: 'miasole',
      permalink: 'miasole',
      name: 'MiaSolé',
      crunchbase: 'https://www.crunchbase.com/organization/miasole',
      status: 'public',
      founded: '2004-02-29',
      industries: ['clean-technology'],
      place: {
        city: 'san-francisco-california',
        state: 'california-united-states',
        country: 'united-states',
        region: 'north-america',
        tags: [],
      },
      placeText: null,
    });
    expect(lines).toEqual(['noted 2: company has no round']);
  });

  test.each([
    ['PanÃ¨ve', 'Panève', 'repaired 2: name was UTF-8 read as Windows-1252'],
    ['InsideAxisâ„¢', 'InsideAxis™', 'repaired 2: name was UTF-8 read as Windows-1252'],
    ['BerkÃ_na', 'BerkÃ_na', 'noted 2: name was read in a wrong encoding and cannot be repaired'],
    ['#NAME?', 'Acorn Works', 'repaired 2: name was lost in Excel and was rebuilt from the permalink'],
    ['', 'Acorn Works', 'repaired 2: name was lost in Excel and was rebuilt from the permalink'],
  ])('named "%s" is loaded as "%s", and the report says so', async (name, loaded, line) => {
    await files.companies([{ permalink: '/company/acorn-works', name }]);
    const { companies, lines } = await files.read();
    expect(companies[0]?.name).toBe(loaded);
    expect(lines).toContain(line);
  });

  test.each(['Anchor™', 'Café Ãlamo', '#waywire', 'naïve'.normalize('NFC')])(
    'named "%s" keeps its name',
    async (name) => {
      await files.companies([{ permalink: '/company/acorn', name: name.replace('ï', 'é') }]);
      const { companies, lines } = await files.read();
      expect(companies[0]?.name).toBe(name.replace('ï', 'é'));
      expect(lines.filter((line) => line.includes('repaired'))).toEqual([]);
    },
  );

  test.each([
    [{ city: 'Cambridge,', state_code: 'MA' }, 'cambridge-massachusetts'],
    [{ city: 'Cambridge, MA', state_code: 'MA' }, 'cambridge-massachusetts'],
    [{ city: 'NEW YORK', state_code: 'NY' }, 'new-york-new-york'],
    [{ city: 'Saint Louis', state_code: 'MO' }, 'st-louis-missouri'],
    [{ city: 'St. Louis', state_code: 'MO' }, 'st-louis-missouri'],
  ])('in %j is in %s', async (cells, city) => {
    await files.companies([{ permalink: '/company/acorn', ...cells }]);
    const { companies } = await files.read();
    expect(companies[0]?.place?.city).toBe(city);
  });

  test.each([
    [{ city: 'Foster City', state_code: 'AZ' }, 'arizona-united-states', 'city is not known in its country or state'],
    [{ city: 'Verwood, Dorset', state_code: 'TX' }, 'texas-united-states', 'city is not known in its country or state'],
    [{ city: 'San Francisco', state_code: '' }, null, 'state is not known'],
    [{ city: 'Austin', state_code: 'ZZ' }, null, 'state is not known'],
  ])('in %j is placed only as precisely as is certain, and keeps the words', async (cells, state, reason) => {
    await files.companies([{ permalink: '/company/acorn', ...cells }]);
    const { companies, lines } = await files.read();
    expect(companies[0]?.place).toMatchObject({ city: null, state, country: 'united-states' });
    expect(companies[0]?.placeText).toContain(cells.city);
    expect(lines).toContain(`noted 2: ${reason}`);
  });

  test('is linked to its metro area only if that extends into its state', async () => {
    await files.companies([
      { permalink: '/company/a', city: '', state_code: 'CA', region: 'SF Bay' },
      { permalink: '/company/b', state_code: 'VA', city: 'Richmond', region: 'SF Bay' },
      { permalink: '/company/c', state_code: 'CA', region: 'unknown' },
      { permalink: '/company/d', state_code: 'CA', region: 'California - Other' },
    ]);
    const { companies, lines } = await files.read();
    expect(companies.map(({ place }) => place?.tags)).toEqual([['san-francisco-bay-area'], [], [], []]);
    expect(lines).toContain('noted 3: metro area is in another state');
  });

  test.each([
    ['1960-01-01', 'founded_at is the filler 1960-01-01: unknown'],
    ['2013-12-14', 'founded_at is after the export: unknown'],
    ['2012-02-30', 'founded_at is not a date: unknown'],
    ['1/2/2003', 'founded_at is not a date: unknown'],
  ])('founded on %s has no founding day', async (day, reason) => {
    await files.companies([{ permalink: '/company/acorn', founded_at: day }]);
    const { companies, lines } = await files.read();
    expect(companies[0]?.founded).toBeNull();
    expect(lines).toContain(`repaired 2: ${reason}`);
  });

  test('row that cannot be read is rejected with its line, and the others are loaded', async () => {
    await files.companies([
      'just,three,cells',
      { permalink: 'acorn' },
      { permalink: '/company/birch' },
      { permalink: '/company/birch' },
      { permalink: '/company/cedar', funding_total_usd: '####', category_code: 'alchemy', status: 'asleep' },
      { permalink: '/company/dune', funding_total_usd: '10/23/75' },
    ]);
    const { companies, report, lines } = await files.read();
    expect(companies.map(({ key }) => key)).toEqual(['birch', 'cedar', 'dune']);
    expect(companies[1]).toMatchObject({ industries: [], industryText: 'alchemy', status: null });
    expect(lines).toEqual(
      expect.arrayContaining([
        'rejected 2: 3 cells instead of 17',
        'rejected 3: permalink is not /company/...',
        'merged 5: the same company as one before',
        'repaired 6: funding_total_usd is a row of # (an Excel column too narrow): summed from the rounds',
        'repaired 7: funding_total_usd is a date (an Excel accident): summed from the rounds',
        'noted 6: category_code: unknown industry',
        'repaired 6: status: unknown status',
      ]),
    );
    expect(report.files[0]).toMatchObject({ read: 6, loaded: 3, rejected: 2, merged: 1, repaired: 2 });
  });
});

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

  test('that is listed twice is one deal, and one that differs in anything is another', async () => {
    const rows = [{}, {}, { raised_amount_usd: '2000' }, { funding_round_type: 'angel' }, { funded_at: '2012-05-07' }];
    await files.rounds(rows.map((row) => ({ ...acorn, ...row })));
    const { deals, report, lines } = await files.read();
    expect(new Set(deals.map(({ key }) => key)).size).toBe(4);
    expect(lines).toContain('merged 3: the same round as one before');
    expect(report.figures).toMatchObject({ 'distinct rounds': 4 });
  });

  test.each([
    [{ funded_at: '1960-01-01' }, { date: null }, 'funded_at is the filler 1960-01-01: unknown'],
    [{ funded_at: '2012-13-01' }, { date: null }, 'funded_at is not a date: unknown'],
    [{ funded_at: '2014-01-01' }, { date: null }, 'funded_at is after the export: unknown'],
    [{ raised_amount_usd: '-5' }, { raised: null }, 'raised_amount_usd: not a plain amount: unknown'],
    [{ raised_amount_usd: 'NaN' }, { raised: null }, 'raised_amount_usd: not a plain amount: unknown'],
    [{ raised_amount_usd: '1e400' }, { raised: null }, 'raised_amount_usd: not a plain amount: unknown'],
    [{ raised_amount_usd: '0' }, { raised: null }, 'raised_amount_usd: 0: unknown'],
    [
      { funding_round_type: 'series-q' },
      { roundType: 'FUNDING_ROUND' },
      'funding_round_type: unknown round type: FUNDING_ROUND',
    ],
  ])('with %j is loaded as %j, and the report says so', async (cells, loaded, reason) => {
    await files.rounds([{ ...acorn, ...cells }]);
    const { deals, lines } = await files.read();
    expect(deals).toMatchObject([loaded]);
    expect(lines).toContain(`repaired 2: ${reason}`);
  });

  test('without an amount is undisclosed, which does not count as a repair', async () => {
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
    expect(read1.deals[0]?.investors).toMatchObject([{ key: 'oak-ventures' }, { key: 'elm-2' }]);
    expect(read1.lines).toEqual([
      'merged 2: the same row as one before',
      'skipped 4,5: only the month or the year is known',
      'skipped 6: startup has no round on that day',
      'rejected 7: day is not a date',
      'skipped 8: startup is not in the main set',
      'rejected 9: 1 cells instead of 4',
    ]);
    expect(read1.report.figures).toMatchObject({
      investors: 2,
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
    expect(lines).toContain('noted 4: no round of that day has this amount: the nearest was used');
    expect(report.figures).toMatchObject({
      'rounds with investors, as the source counts': 3,
      'of these: distinct rounds that have them now': 2,
      'of these: rounds whose day gave them to another': 1,
    });
  });
});

describe('a file', () => {
  test('with other columns is rejected by name, with the required columns', async () => {
    await files.write('crunchbase-rounds.csv', 'name,amount\rAcorn,5');
    await expect(files.read()).rejects.toMatchObject({
      message:
        'crunchbase-rounds.csv does not have the column company_permalink, funding_round_type, funded_at, raised_amount_usd. It has: name, amount',
      remedy: expect.stringContaining('company_permalink') as string,
    });
  });

  test('that is missing is reported before anything is read', async () => {
    const open = (folder: string, options = {}) => openPreset(crunchbase2013, [folder], options);
    await expect(open('/nowhere')).rejects.toThrow('/nowhere has neither crunchbase-companies.csv');
    const missing = 'There is no file or folder /nowhere.';
    await expect(open(files.folder, { investors: '/nowhere' })).rejects.toThrow(missing);
    await expect(open(files.folder, { places: files.folder })).rejects.toThrow('world-cities.csv');
  });
});
