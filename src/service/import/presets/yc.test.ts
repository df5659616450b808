import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSourceFolder, readSource, type SourceFolder } from '../testing-sources.ts';
import { openPreset } from './preset.ts';
import { yc } from './yc.ts';

let files: SourceFolder;
beforeAll(async () => {
  files = await createSourceFolder();
});
afterAll(() => files.remove());

const readAll = (path: string) => readSource(openPreset(yc, [path]));

describe('yc', () => {
  test('reads the directory: lists of Python, numbers with a point, places in one text', async () => {
    const header =
      'company_id,company_name,short_description,long_description,batch,status,tags,location,country,year_founded,num_founders,founders_names,team_size,website,cb_url,linkedin_url';
    const rows = [
      `7,Acorn,Nuts,"Two\r\nlines",W24,Active,"['artificial-intelligence', 'sorcery']","Los Angeles, CA",US,2024.0,2,"['Ada Oak', ""Bo O'Elm"", 'Ada Oak']",3.0,https://www.acorn.example/,https://www.crunchbase.com/organization/acorn,https://linkedin.com/company/acorn`,
      `8,Birch,,,S08,Public,,"London, United Kingdom",GB,,0,,0.0,https://,,https://www.linkedin.com/in/birch`,
    ];
    const { all, count, report } = await readAll(await files.write('directory.csv', [header, ...rows].join('\r\n')));
    expect(all('company')).toMatchObject([
      {
        key: '7',
        domain: 'acorn.example',
        numEmployees: '1-10',
        founded: '2024-01-01',
        status: 'private',
        place: { city: 'los-angeles-california' },
        longDescription: 'Two\r\nlines',
        industryText: 'sorcery',
      },
      {
        key: '8',
        domain: null,
        numEmployees: null,
        founded: null,
        status: 'public',
        linkedin: null,
        place: { city: 'london-england' },
      },
    ]);
    expect(all('person').map(({ name, employments }) => [name, employments?.[0]?.isCurrent])).toEqual([
      ['Ada Oak', true],
      ["Bo O'Elm", true],
    ]);
    expect(all('deal')).toEqual([]);
    expect(
      [
        'a founder is listed twice',
        'tags: unknown industry',
        'website: not a domain: unknown',
        'linkedin_url: not a linkedin address: unknown',
        'team_size: in no employee range: unknown',
      ].map(count),
    ).toEqual([1, 1, 1, 1, 1]);
    expect(report.figures).toEqual({ companies: 2, investors: 0, people: 2, deals: 0 });
  });

  test('reads startups with backers of the whole company, a round for each amount, and founders of several companies', async () => {
    const header =
      'Company,Satus,Year Founded,Mapping Location,Description,Categories,Founders,Y Combinator Year,Y Combinator Session,Investors,Amounts raised in different funding rounds,Office Address,Headquarters (City),Headquarters (US State),Headquarters (Country),Logo,Seed-DB / Mattermark Profile,Crunchbase / Angel List Profile,Website';
    const rows = [
      'Acorn,Operating,2010,,Nuts,"E-Commerce, Sorcery",,2011,Winter,"Oak Group, LLC, Ada Lovelace, Oak Group, LLC, Y Combinator","$1200000, undisclosed amount","1 Nut St",San Francisco,California,USA,,,http://www.crunchbase.com/organization/,http://www.acorn.example',
      'Munch, On Me,Dead',
      'Birch,Dead,,,,,,2012,Winter,Y Combinator,"$3,000,000",,,,,,,https://angel.co/birch,',
    ];
    await files.write('yc2015/Startups.csv', [header, ...rows].join('\n'));
    await files.write(
      'yc2015/Founders.csv',
      'Founder,Company,Gender\nCy Elm,Acorn,Male\nDi Fir,"Acorn, Birch",Female\nDi Fir,"Acorn, Acorn",Female',
    );
    const { all, count, report } = await readAll(`${files.folder}/yc2015`);
    expect(all('company')).toMatchObject([
      {
        key: 'Acorn',
        status: 'private',
        crunchbase: null,
        domain: 'acorn.example',
        place: { city: 'san-francisco-california' },
        backers: { investors: ['oakgroupllc', 'ycombinator'], people: ['adalovelace'] },
      },
      { key: 'Birch', status: 'closed' },
    ]);
    expect(
      all('deal').map(({ companyKey, date, raised, investors }) => [companyKey, date, raised, investors?.length]),
    ).toEqual([
      ['Acorn', null, 1_200_000, 0],
      ['Acorn', null, null, 0],
      ['Birch', null, 3_000_000, 0],
    ]);
    expect(
      all('person')
        .filter(({ isFounder }) => isFounder)
        .map(({ name, employments }) => [name, employments?.map(({ companyKey }) => companyKey)]),
    ).toEqual([
      ['Cy Elm', ['Acorn']],
      ['Di Fir', ['Acorn', 'Birch']],
    ]);
    expect([
      count('Investors: an investor is listed twice'),
      count('several companies in one cell'),
      count('3 cells instead of 19'),
      count('the same person as one before'),
    ]).toEqual([1, 2, 1, 1]);
    expect(report.files).toMatchObject([
      { file: 'Startups.csv', read: 3, loaded: 2, rejected: 1 },
      { file: 'Founders.csv', read: 3, loaded: 2 },
    ]);
  });
});
