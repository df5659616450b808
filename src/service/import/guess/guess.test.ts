import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openMappedFile, parseMapping } from '../mapping/mapped-file.ts';
import { createSourceFolder, readSource, type SourceFolder } from '../testing-sources.ts';
import { guessMapping } from './guess.ts';

let files: SourceFolder;
beforeAll(async () => {
  files = await createSourceFolder();
});
afterAll(() => files.remove());

async function guess(name: string, ...lines: string[]) {
  const path = await files.write(name, lines.join('\n'));
  const proposal = await guessMapping(path, '2026-11-21');
  const mapping = parseMapping(JSON.stringify(proposal), 'proposal');
  return { proposal, doubts: proposal['doubts'] as string[], ...(await readSource(openMappedFile(mapping, { path }))) };
}

describe('a guess', () => {
  test('for an unknown table imports without an edit', async () => {
    const { all, proposal, doubts } = await guess(
      'indian-startups.csv',
      'Sr No,Date dd/mm/yyyy,Startup Name,Industry Vertical,City Location,Investors Name,Investment Type,Amount (INR crore),Remarks',
      '1,09/01/2020,Kiln,E-Commerce,Bengaluru,"Alder Capital, Ada Lovelace",Seed Round,45,',
      '2,25/12/2019,Loom,Fintech,Mumbai,Birch Fund,Pre-Series A,undisclosed,x',
      '3,13/12/2019,Pot,Sorcery,Atlantis,Birch fund,Mystery,3.5,',
    );
    expect(all('company')).toMatchObject([
      { name: 'Kiln', industries: ['e-commerce'] },
      { name: 'Loom' },
      { name: 'Pot', placeText: 'Atlantis', industryText: 'Sorcery' },
    ]);
    expect(all('deal')).toMatchObject([
      {
        date: '2020-01-09',
        roundType: 'SEED',
        raised: null,
        financings: [{ sizeNative: 450_000_000, currency: 'INR' }],
        investors: [{ key: 'aldercapital', lead: null }],
        angels: ['adalovelace'],
      },
      { date: '2019-12-25', roundType: 'SERIES_A', pre: true, raised: null },
      { date: '2019-12-13', roundType: 'FUNDING_ROUND' },
    ]);
    expect(proposal['source']).toMatchObject({
      key: 'indian-startups',
      title: 'Indian startups',
      created_at: '2026-11-21',
    });
    const doubted = [
      'created_at is today',
      '"Amount (INR crore)": the header was read as counting in crore',
      'no US dollars without "usd_rate"',
      'unused columns: Sr No, Remarks',
      'unknown industry (1 row) (line 4: Sorcery)',
      'unknown round type: FUNDING_ROUND (1 row, 33 % of all) (line 4: Mystery)',
      'line 4: Atlantis',
      'split at commas',
      '"by-name"',
    ];
    expect(doubted.filter((text) => !doubts.some((doubt) => doubt.includes(text)))).toEqual([]);
  });

  test('leaves uncertain fields open, and says so', async () => {
    const { all, doubts } = await guess(
      'open.csv',
      'Company,Date,Amount',
      'Oak,03/04/2021,$5m',
      'Elm,05/06/2021,€2m',
      'Fir,March 2021,1m',
    );
    expect(all('deal').map(({ date }) => date)).toEqual([null, null, '2021-03-01']);
    expect(doubts.some((doubt) => doubt.includes('whether day or month comes first'))).toBe(true);
    expect(doubts.some((doubt) => doubt.includes('several currencies: USD, EUR'))).toBe(true);
    expect(doubts.some((doubt) => doubt.includes('"first-day" takes its first day'))).toBe(true);
  });

  test('recognizes places whatever their header, and trusts a header whatever its places', async () => {
    const { all, proposal, doubts } = await guess(
      'orte.csv',
      'Company,Wohnort,Betreuer',
      'Oak,München,Paris',
      'Elm,Zürich,Ada Lovelace',
      'Fir,Hamburg,Grace Hopper',
    );
    expect(proposal['company']).toEqual({ name: 'Company', location: 'Wohnort' });
    expect(all('company').map(({ place }) => place?.city)).toEqual([
      'munich-bavaria',
      'zurich-zurich',
      'hamburg-hamburg',
    ]);
    expect(doubts).toContainEqual(expect.stringContaining('"Wohnort" was recognized as location by its values'));

    const named = await guess('cities.csv', 'Company,City,Second office', 'Oak,Berlin,Paris', 'Elm,Bonn,London');
    expect(named.proposal['company']).toEqual({ name: 'Company', city: 'City' });
    const unknown = await guess('unknown.csv', 'Company,HQ', 'Oak,Atlantis');
    expect(unknown.proposal['company']).toEqual({ name: 'Company', location: 'HQ' });
  });

  test('reads amounts with decimal commas, and industries that share a cell', async () => {
    const { all, doubts } = await guess(
      'runden.csv',
      'Company;Sector;Round;Date;Amount (€m);Founders',
      'Klaro;Climate, Energy Storage;Seed;14.03.2025;12,5;Anna Müller, Jörg Weiß',
      'Klaro;Climate, Energy Storage;Series A;31.05.2026;40;Anna Müller, Jörg Weiß',
      'Nordlys;Fintech;Pre-Seed;02.11.2024;n/a;',
      'Hexa;Robotics;Series B;15.06.2025;1.000,50;Mia Frei',
    );
    expect(all('deal').map(({ financings }) => financings?.[0]?.sizeNative)).toEqual([
      12_500_000,
      40_000_000,
      undefined,
      1_000_500_000,
    ]);
    expect(all('company').map(({ industryText }) => industryText)).toEqual([null, null, null]);
    expect(doubts.filter((doubt) => doubt.includes('Amount'))).toEqual([
      expect.stringContaining('"Amount (€m)": the header was read as counting in million'),
      expect.stringContaining('a comma was read as the decimal point (line 2: 12,5; line 3: 40; line 4: n/a)'),
      expect.stringContaining('no US dollars without "usd_rate"'),
    ]);
    expect(doubts.join()).not.toContain('the same person');
  });

  test('splits investors at a second separator where other rows use it', async () => {
    const { all, doubts } = await guess(
      'mixed.csv',
      'Company,Round,Investors',
      'Oak,Seed,Alder Fund; Birch Fund',
      'Elm,Seed,"Cedar Fund, Beech Fund"',
      'Fir,Seed,Alder Fund; Cedar Fund',
    );
    expect(all('deal').map(({ investors }) => investors?.length)).toEqual([2, 2, 2]);
    expect(doubts).toContain('"Investors": split at commas, also inside of names');
    // A row with both shows that one of them is a part of names.
    const named = await guess(
      'named.csv',
      'Company,Round,Investors',
      'Oak,Seed,"Alder Fund; Birch, Beech & Partners"',
      'Elm,Seed,"Birch, Beech & Partners"',
      'Fir,Seed,Alder Fund; Cedar Fund',
      'Ash,Seed,Alder Fund; Cedar Fund',
    );
    expect(named.all('deal').map(({ investors }) => investors?.length)).toEqual([2, 1, 2, 2]);
  });

  test('reads an export of Crunchbase, with dollars next to the amount and continents', async () => {
    const { all, proposal } = await guess(
      'export.csv',
      'Exported on 2026-11-21',
      'Organization Name,Total Funding Amount,Total Funding Amount (in USD),Announced Date,Funding Type,Money Raised,Money Raised Currency,Money Raised (in USD),Lead Investors,Organization Industries,Organization Location',
      'Acme,20000000,22000000,2025-03-14,Series A,12000000,EUR,13000000,"Oak Capital, Elm Ventures","Artificial Intelligence (AI), SaaS","Berlin, Berlin, Germany, Europe"',
      'Beta,,,2025-02-01,Seed,,,,—,FinTech,"London, England, United Kingdom, Europe"',
    );
    expect(proposal['deal']).toMatchObject({
      raised: { column: 'Money Raised', currency_column: 'Money Raised Currency', usd_column: 'Money Raised (in USD)' },
    });
    expect(all('deal')).toMatchObject([
      { raised: 13_000_000, financings: [{ sizeNative: 12_000_000, currency: 'EUR' }], investors: [{}, {}] },
      { raised: null, investors: [] },
    ]);
    expect(all('company')).toMatchObject([
      { industries: ['applied-ai', 'software-as-a-service'], place: { city: 'berlin-berlin' } },
      { industries: ['financial-technology'], place: { city: 'london-england' } },
    ]);
  });

  test('reads an export of PitchBook below its title', async () => {
    const { all, doubts } = await guess(
      'pitchbook.csv',
      'Downloaded on: 14-Mar-2025;;;',
      ';;;',
      'Companies;Deal Date;Deal Type;Deal Size (million, USD)',
      'Acme;14-Mar-2025;Early Stage VC;12.50',
      'Beta;01-Feb-2025;Seed Round;1.20',
    );
    expect(all('deal')).toMatchObject([
      { date: '2025-03-14', roundType: 'FUNDING_ROUND', raised: 12_500_000 },
      { date: '2025-02-01', roundType: 'SEED', raised: 1_200_000 },
    ]);
    expect(doubts.filter((doubt) => /looks like|unused|unknown/.test(doubt))).toEqual([]);
  });

  test('reads a list of investors, and one of people at companies', async () => {
    const investors = await guess(
      'vcs.csv',
      'Investor,Type,HQ,Stages,Website,Email',
      'Oak Capital,VC,"Berlin, Germany","Seed, Series A",oak.example,hello@oak.example',
      'Elm Ventures,VC,"London, United Kingdom",Seed,https://elm.example,',
    );
    expect(investors.all('investor')).toMatchObject([
      {
        name: 'Oak Capital',
        domain: 'oak.example',
        place: { city: 'berlin-berlin' },
        investmentStages: ['Seed', 'Series A'],
      },
      { name: 'Elm Ventures', domain: 'elm.example', investmentStages: ['Seed'], contactEmail: null },
    ]);
    expect(investors.all('company')).toEqual([]);
    expect(investors.doubts).toContain('unused columns: Type');
    const people = await guess(
      'people.csv',
      'Full Name,Job Title,Company,LinkedIn',
      'Ada Lovelace,CEO,Acme,https://linkedin.com/in/ada',
      'Alan Turing,CTO,Beta,',
    );
    expect(people.all('person')).toMatchObject([
      {
        name: 'Ada Lovelace',
        title: 'CEO',
        linkedin: 'https://linkedin.com/in/ada',
        employments: [{ companyName: 'Acme' }],
      },
      { name: 'Alan Turing', title: 'CTO', linkedin: null, employments: [{ companyName: 'Beta' }] },
    ]);
  });

  test('creates no rounds for a table without any', async () => {
    const { all, doubts } = await guess(
      'unicorns.csv',
      'Company;Valuation;Date Joined;Industry;Select Investors',
      'Oak;$1bn;6/24/2017;Supply chain, logistics, & delivery;Alder, Birch',
      'Elm;$2bn;1/2/2018;Fintech;Birch',
    );
    expect(all('deal')).toEqual([]);
    expect(all('company')[0]).toMatchObject({
      statedValuation: { usd: 1_000_000_000, date: '2017-06-24' },
      industries: ['logistics'],
      backers: { investors: ['alder', 'birch'] },
    });
    expect(doubts.some((doubt) => doubt.includes('no column describes a round'))).toBe(true);
  });

  test('reads JSON, with leads, founders, websites and currencies from their columns', async () => {
    const row = {
      company: { name: 'Oak' },
      website: 'https://oak.example',
      fundingRound: 'Series B',
      announcedDate: '2022-01-02',
      amountRaised: 5,
      currency: 'EUR',
      leadInvestor: 'Alder',
      investors: ['Birch', 'Cedar'],
      founders: ['Ada Oak'],
    };
    const { all } = await guess('rows.jsonl', JSON.stringify(row));
    expect(all('deal')).toMatchObject([
      {
        roundType: 'SERIES_B',
        date: '2022-01-02',
        financings: [{ sizeNative: 5, currency: 'EUR' }],
        investors: [
          { key: 'alder', lead: true },
          { key: 'birch', lead: false },
          { key: 'cedar', lead: false },
        ],
      },
    ]);
    expect(all('company')).toMatchObject([{ name: 'Oak', domain: 'oak.example' }]);
    expect(all('person')).toMatchObject([{ name: 'Ada Oak', isFounder: true, employments: [{ companyName: 'Oak' }] }]);
  });

  test('at a file without rows is rejected', async () => {
    await expect(guess('empty.csv', 'Company,Date')).rejects.toThrow('empty.csv has no rows');
  });

  test('reads values where headers are misspelt, unusual or wrong', async () => {
    const { all, proposal, doubts } = await guess(
      'values.csv',
      'Startup,InvestmentnType,raised,participating,link',
      'Oak,Seed Round,$2m,"Alder Capital, Birch Fund",https://news.example/2023/oak-raises-two-million',
      'Elm,Series A,$5m,Birch Fund,https://news.example/2023/elm-raises-five-million',
      'Fir,Pre-Seed,$1m,Cedar Ventures,https://other.example/startups/fir-raises-one-million',
      'Ash,Seed,undisclosed,Alder Capital,https://news.example/2023/ash-raises-money',
    );
    expect(proposal['company']).not.toHaveProperty('domain');
    expect(all('company').map(({ key }) => key)).toEqual(['oak', 'elm', 'fir', 'ash']);
    expect(
      all('deal').map(({ roundType, investors, articles }) => [roundType, investors?.length, articles?.length]),
    ).toEqual([
      ['SEED', 2, 1],
      ['SERIES_A', 1, 1],
      ['SEED', 1, 1],
      ['SEED', 1, 1],
    ]);
    const unnamed = await guess(
      'unnamed.csv',
      'Company,x1,x2,x3,website',
      'Oak,2023-01-02,Seed,Alder Capital,https://news.example/2023/oak-raises-two-million',
      'Elm,2023-02-03,Series A,Birch Ventures,https://news.example/2023/elm-raises-five-million',
    );
    expect(unnamed.all('deal')).toMatchObject([
      { date: '2023-01-02', roundType: 'SEED', investors: [{ key: 'aldercapital' }], articles: [{ isPrimary: true }] },
      { date: '2023-02-03', roundType: 'SERIES_A' },
    ]);
    expect(unnamed.doubts).toContainEqual(expect.stringContaining('"x2" was recognized as round_type by its values'));
    expect(unnamed.doubts).toContainEqual(
      expect.stringContaining('"website": its header looks like domain, but its values do not'),
    );
    expect(doubts.filter((doubt) => doubt.includes('its values do not'))).toEqual([]);
  });
});
