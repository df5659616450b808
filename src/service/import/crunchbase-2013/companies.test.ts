import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeTestFiles, type TestFiles } from './testing-files.ts';

let files: TestFiles;
beforeEach(async () => {
  files = await makeTestFiles();
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
        tags: ['san-francisco-bay-area'],
      },
      placeText: null,
    });
    expect(lines).toEqual(['noted 2: company has no round']);
  });

  test.each([
    ['PanÃ¨ve', 'Panève', 'repaired 2: name was UTF-8 read as Windows-1252'],
    ['InsideAxisâ„¢', 'InsideAxis™', 'repaired 2: name was UTF-8 read as Windows-1252'],
    ['BerkÃ_na', 'BerkÃ_na', 'noted 2: name was read in a wrong encoding and cannot be restored'],
    ['#NAME?', 'Acorn Works', 'repaired 2: name was lost in Excel and is made from the permalink'],
    ['', 'Acorn Works', 'repaired 2: name was lost in Excel and is made from the permalink'],
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
  ])('in %j lies in %s', async (cells, city) => {
    await files.companies([{ permalink: '/company/acorn', ...cells }]);
    const { companies } = await files.read();
    expect(companies[0]?.place?.city).toBe(city);
  });

  test.each([
    [{ city: 'Foster City', state_code: 'AZ' }, 'arizona-united-states', 'city is not known in its state'],
    [{ city: 'Verwood, Dorset', state_code: 'TX' }, 'texas-united-states', 'city is not known in its state'],
    [{ city: 'San Francisco', state_code: '' }, null, 'no state: placed in its country only'],
    [{ city: 'Austin', state_code: 'ZZ' }, null, 'state is not known'],
  ])('in %j is placed no further than is certain, and keeps the words', async (cells, state, reason) => {
    await files.companies([{ permalink: '/company/acorn', ...cells }]);
    const { companies, lines } = await files.read();
    expect(companies[0]?.place).toMatchObject({ city: null, state, country: 'united-states' });
    expect(companies[0]?.placeText).toContain(cells.city);
    expect(lines).toContain(`noted 2: ${reason}`);
  });

  test('is linked to its metro area only where that reaches into its state', async () => {
    await files.companies([
      { permalink: '/company/a', state_code: 'CA', region: 'SF Bay' },
      { permalink: '/company/b', state_code: 'VA', city: 'Richmond', region: 'SF Bay' },
      { permalink: '/company/c', state_code: 'CA', region: 'unknown' },
      { permalink: '/company/d', state_code: 'CA', region: 'California - Other' },
    ]);
    const { companies, lines } = await files.read();
    expect(companies.map(({ place }) => place?.tags)).toEqual([['san-francisco-bay-area'], [], [], []]);
    expect(lines).toContain('noted 3: metro area lies in another state');
  });

  test.each([
    ['1960-01-01', 'founded_at is the filler 1960-01-01: unknown'],
    ['2013-12-14', 'founded after the export: unknown'],
    ['2012-02-30', 'founded_at is no date: unknown'],
    ['1/2/2003', 'founded_at is no date: unknown'],
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
        'noted 6: category code is not known',
        'noted 6: status is not known',
      ]),
    );
    expect(report.files[0]).toMatchObject({ read: 6, loaded: 3, rejected: 2, merged: 1, repaired: 2 });
  });
});
