import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSourceFolder, readSource, type SourceFolder } from '../testing-sources.ts';
import { openMapped } from './mapped-file.ts';

let files: SourceFolder;
beforeAll(async () => {
  files = await createSourceFolder();
});
afterAll(() => files.remove());

const source = { key: 'kiln', title: 'Kiln list', licence: 'CC0', address: null, created_at: '2024-01-31' };

/** The records of a table under a mapping. */
async function map(mapping: object, table: string, name = 'table.csv') {
  const mappingPath = await files.write('mapping.json', JSON.stringify({ source, ...mapping }));
  return readSource(openMapped({ mapping: mappingPath, path: await files.write(name, table) }));
}

const named = { company: { name: 'Company' } };

describe('a mapped table', () => {
  test('reads dates as the mapping says, and reports the others', async () => {
    const deal = { date: { column: 'Date', order: 'day-first' }, key: ['Date'] };
    const rows = ['Oak,03/04/2021', 'Elm,2021-04-05', 'Fir,March 2021', 'Yew,soon', 'Ash,n/a'];
    const unknown = await map({ ...named, deal }, ['Company,Date', ...rows].join('\n'));
    expect(unknown.all('deal').map(({ date }) => date)).toEqual(['2021-04-03', '2021-04-05', null, null]);
    expect(unknown.count('Date: only the month is known: unknown')).toBe(1);
    expect(unknown.report.findings).toContainEqual(
      expect.objectContaining({ reason: 'Date: not a date: unknown', rows: [{ line: 5, value: 'soon' }] }),
    );
    const first = await map({ ...named, dates: { partial: 'first-day' }, deal }, ['Company,Date', ...rows].join('\n'));
    expect(first.all('deal')[2]?.date).toBe('2021-03-01');
    expect(first.count('Date: only the month is known: its first day')).toBe(1);
    const open = await map({ ...named, deal: { date: 'Date' } }, 'Company,Date\nOak,03/04/2021');
    expect(open.all('deal')[0]?.date).toBeNull();
    expect(open.count('Date: day and month cannot be distinguished ("order" says which is first): unknown')).toBe(1);
  });

  test('reads amounts in their own currency, and in US dollars only if the rate is known', async () => {
    const raised = { column: 'Amount', multiplier: 'million', currency_column: 'Cur', usd_rate_column: 'Rate' };
    const rows = [
      'A,5,USD,',
      'B,5,EUR,1.1',
      'C,5,EUR,',
      'D,₹45 crore,,',
      'E,Rs 45 million,,',
      'F,$5,EUR,',
      'G,undisclosed,EUR,1',
      'H,0,USD,',
      'I,5-6,USD,',
    ];
    const { all, count } = await map(
      { ...named, deal: { raised, key: ['Company'], when: ['Company'] } },
      ['Company,Amount,Cur,Rate', ...rows].join('\n'),
    );
    const money = all('deal').map(({ raised: usd, financings: [first] }) => [
      usd,
      first?.sizeNative ?? null,
      first?.currency ?? null,
    ]);
    expect(money).toEqual([
      [5_000_000, 5_000_000, 'USD'],
      [5_500_000, 5_000_000, 'EUR'],
      [null, 5_000_000, 'EUR'],
      [null, 450_000_000, 'INR'],
      [null, null, null],
      [null, null, null],
      [null, null, null],
      [null, null, null],
      [null, null, null],
    ]);
    expect(count('Amount: the sign has several meanings: unknown')).toBe(1);
    expect(count('Amount: another currency than the row or mapping says: unknown')).toBe(1);
    expect(count('Amount: 0: unknown')).toBe(1);
    expect(count('Amount: not a plain amount: unknown')).toBe(1);
  });

  test('sums several financings of a row, where each is known in dollars', async () => {
    const financings = [
      { column: 'Equity', type: 'SERIES_A', currency: 'USD' },
      { column: 'Debt', type: 'DEBT_FINANCING', currency: 'USD' },
    ];
    const { all } = await map(
      { ...named, deal: { round_type: 'Round', financings } },
      'Company,Round,Equity,Debt\nOak,Series A,4m,1m\nElm,Series A,4m,',
    );
    expect(
      all('deal').map(({ raised, financings: parts }) => [raised, parts.map(({ type, sizeUsd }) => [type, sizeUsd])]),
    ).toEqual([
      [
        5_000_000,
        [
          ['SERIES_A', 4_000_000],
          ['DEBT_FINANCING', 1_000_000],
        ],
      ],
      [4_000_000, [['SERIES_A', 4_000_000]]],
    ]);
  });

  test('reads words for rounds, the mapping’s own first', async () => {
    const round_type = {
      column: 'Round',
      words: { 'Friendly money': 'Pre-Seed', 'Who knows': null },
      default: 'EQUITY',
    };
    const rows = ['A,friendly MONEY', 'B,Series E-2', 'C,Who knows', 'D,Mystery', 'E,Series B extension'];
    const { all, count } = await map(
      { ...named, deal: { round_type, when: ['Company'] } },
      ['Company,Round', ...rows].join('\n'),
    );
    expect(
      all('deal').map(({ roundType, pre, extension, intermediate }) => [roundType, pre, extension, intermediate]),
    ).toEqual([
      ['SEED', true, false, 'NONE'],
      ['SERIES_E', false, false, 'TWO'],
      ['EQUITY', false, false, 'NONE'],
      ['EQUITY', false, false, 'NONE'],
      ['SERIES_B', false, true, 'NONE'],
    ]);
    expect(count('Round: unknown round type: EQUITY')).toBe(1);
  });

  test('splits lists of investors, with leads by mark or by column, investors and people apart', async () => {
    const investors = [
      { column: 'Lead', split: [';'], lead: true },
      { column: 'Others', split: [';'], lead: false, kind: 'by-name' },
      { column: 'Marked', split: [', '], lead_marks: ['(lead)', '*'] },
    ];
    const rows = [
      'Oak,1m,Alder Fund,Birch Fund; Ada Lovelace;alder fund;N/A,',
      'Elm,1m,,,"*Cedar Fund, Birch fund"',
      'Fir,1m,,,Cedar Fund',
    ];
    const { all, count } = await map(
      { ...named, deal: { raised: 'Amount' }, investors },
      ['Company,Amount,Lead,Others,Marked', ...rows].join('\n'),
    );
    expect(all('deal').map(({ investors: backers, angels }) => [backers, angels])).toEqual([
      [
        [
          { key: 'alderfund', lead: true },
          { key: 'birchfund', lead: false },
        ],
        ['adalovelace'],
      ],
      [
        [
          { key: 'cedarfund', lead: true },
          { key: 'birchfund', lead: false },
        ],
        [],
      ],
      [[{ key: 'cedarfund', lead: null }], []],
    ]);
    expect(all('person').map(({ name }) => name)).toEqual(['Ada Lovelace']);
    expect(count('an investor in another spelling')).toBe(2);
    expect(count('Others: an investor is listed twice')).toBe(1);
  });

  test('joins the rows of one round anywhere in the table', async () => {
    const rows = ['Oak,d1,Alder', 'Oak,d1,Birch', 'Oak,d2,Alder', 'Oak,d1,Cedar', ',d9,Alder'];
    const { all, report } = await map(
      { ...named, deal: { key: ['Deal'], when: ['Deal'] }, investors: [{ column: 'Investor' }] },
      ['Company,Deal,Investor', ...rows].join('\n'),
    );
    expect(all('deal').map(({ key, investors }) => [key, investors?.map((investor) => investor.key)])).toEqual([
      ['d1', ['alder', 'birch', 'cedar']],
      ['d2', ['alder']],
    ]);
    expect(report.files[0]).toMatchObject({ read: 5, merged: 2, rejected: 1 });
  });

  test('reports a company in two places, a round of two companies, and words that name nobody', async () => {
    const { all, count } = await map(
      {
        company: { name: 'Company', city: 'City' },
        deal: { key: ['Deal'] },
        investors: [{ column: 'Investor', split: [','], phrases: true }],
      },
      'Company,City,Deal,Investor\nOak,Boston,d1,"Alder, Angels"\nOak,Paris,d2,#Angels\nElm,Paris,d2,Birch\nOak,,d3,Birch',
    );
    expect(all('company').map(({ place }) => place?.city)).toEqual(['boston-massachusetts', 'paris-ile-de-france']);
    expect(count('the company had another place before, which counts')).toBe(1);
    expect(count('one round has two companies: the first counts')).toBe(1);
    expect(count('Investor: nobody is named: left out')).toBe(1);
    expect(all('investor').map(({ name }) => name)).toEqual(['Alder', '#Angels', 'Birch']);
  });

  test('distinguishes companies by their key columns', async () => {
    const company = { key: ['Company', 'City'], name: 'Company', city: 'City', country: { constant: 'US' } };
    const { all, count } = await map({ company }, 'Company,City\nBolt,San Francisco\nBolt,Boston\nbolt,boston');
    expect(all('company').map(({ name, place }) => [name, place?.city])).toEqual([
      ['Bolt', 'san-francisco-california'],
      ['Bolt', 'boston-massachusetts'],
    ]);
    expect(count('the company had another name before')).toBe(1);
  });

  test('keeps words that match none of our places or industries as text, with their lines', async () => {
    const company = {
      name: 'Company',
      city: 'City',
      country: { column: 'Country', words: { Blighty: 'United Kingdom' } },
      industries: { column: 'Sector', split: ['/'], words: { 'Money things': 'fintech', Misc: null } },
    };
    const { all, report } = await map(
      { company },
      'Company,City,Country,Sector\nOak,London,Blighty,Money things/Robotics\nElm,Atlantis,Greece,Misc/Sorcery',
    );
    expect(all('company')[0]).toMatchObject({ place: { city: 'london-england' }, placeText: null, industryText: null });
    expect(all('company')[0]?.industries).toHaveLength(2);
    expect(all('company')[1]).toMatchObject({
      place: { country: 'greece', city: null },
      placeText: 'Atlantis, Greece',
      industries: [],
      industryText: 'Sorcery',
    });
    expect(report.findings.map(({ reason, rows }) => [reason, rows])).toEqual([
      ['city is not known in its country or state', [{ line: 3, value: 'Atlantis, Greece' }]],
      ['Sector: unknown industry', [{ line: 3, value: 'Sorcery' }]],
    ]);
  });

  test('may be a table of investors, whose names then mean them', async () => {
    const mapping = {
      investor: { name: 'Fund', website: 'Site', domain: 'Site', country: 'Country' },
      company: { name: 'Company' },
      deal: { round_type: 'Round' },
      investors: [{ column: 'Fund' }],
    };
    const { all } = await map(
      mapping,
      'Fund,Site,Country,Company,Round\nAlder Fund,https://alder.example,Spain,Oak,Seed\nalder fund,https://alder.example,Spain,Elm,Seed',
    );
    expect(all('investor')).toMatchObject([
      { key: 'alder.example', name: 'Alder Fund', website: 'https://alder.example', place: { country: 'spain' } },
    ]);
    expect(all('deal').map(({ investors }) => investors?.[0]?.key)).toEqual(['alder.example', 'alder.example']);
  });

  test.each([
    [
      'rows.json',
      '{"rows":[{"co":{"name":"Oak"},"amount":2000000,"backers":[{"name":"Alder"},{"name":"Birch"}]}]}',
      { records: 'rows' },
    ],
    ['rows.jsonl', '{"co":{"name":"Oak"},"amount":2000000,"backers":[{"name":"Alder"},{"name":"Birch"}]}', {}],
    ['rows.tsv', 'co.name\tamount\tbackers.name\nOak\t2000000\tAlder;Birch', {}],
  ])('may be %s', async (name, text, format) => {
    const mapping = {
      format,
      company: { name: 'co.name' },
      deal: { raised: { column: 'amount', currency: 'USD' } },
      investors: [{ column: 'backers.name', split: [';'] }],
    };
    const { all } = await map(mapping, text, name);
    expect(all('deal')).toMatchObject([{ raised: 2_000_000, investors: [{ key: 'alder' }, { key: 'birch' }] }]);
  });

  test('without a header takes its columns from the mapping', async () => {
    const { all } = await map(
      { format: { columns: ['Company', 'Amount'] }, ...named, deal: { raised: 'Amount' } },
      'Oak,$1m\nElm,$2m',
    );
    expect(all('deal').map(({ raised }) => raised)).toEqual([1_000_000, 2_000_000]);
  });

  test('takes a rate for each currency', async () => {
    const raised = { column: 'Amount', usd_rates: { EUR: 1.1, INR: 0.012 } };
    const { all } = await map({ ...named, deal: { raised } }, 'Company,Amount\nOak,€2m\nElm,INR 100\nFir,£1m');
    expect(all('deal').map(({ raised: usd }) => usd)).toEqual([2_200_000, 1.2, null]);
  });

  test('treats any word not in "words" as unknown if "*" says so', async () => {
    const company = { name: 'Company', status: { column: 'State', words: { Ok: 'active', '*': null } } };
    const { all, report } = await map({ company }, 'Company,State\nOak,OK\nElm,who knows\nFir,acquired');
    expect(all('company').map(({ status }) => status)).toEqual(['private', null, null]);
    expect(report.findings).toEqual([]);
  });

  test('takes pre, extension and step from columns of their own', async () => {
    const deal = { round_type: 'Round', pre: 'Pre', extension: 'Ext', intermediate: 'Step', when: ['Company'] };
    const { all, count } = await map(
      { ...named, deal },
      'Company,Round,Pre,Ext,Step\nOak,Series A,yes,no,2\nElm,Pre-Seed,,x,\nFir,Seed,perhaps,,9',
    );
    expect(all('deal').map((round) => [round.pre, round.extension, round.intermediate])).toEqual([
      [true, false, 'TWO'],
      [true, true, 'NONE'],
      [false, false, 'NONE'],
    ]);
    expect([count('Pre: not yes or no: unknown'), count('intermediate: unknown, left out')]).toEqual([1, 1]);
  });

  test('takes several cities in a cell: the first is where the company is, the others are its tags', async () => {
    const company = { name: 'Company', city: { column: 'City', split: ['/'] } };
    const { all } = await map({ company }, 'Company,City\nOak,Bengaluru / San Francisco\nElm,Mumbai');
    expect(all('company').map(({ place }) => [place?.city, place?.tags])).toEqual([
      [expect.stringMatching(/^(bangalore|bengaluru)/), ['san-francisco-california']],
      [expect.stringMatching(/^mumbai/), []],
    ]);
  });

  test('distinguishes people from investors by "kinds" before their names', async () => {
    const mapping = {
      ...named,
      kinds: { 'Jane Street': 'investor', 'Zorro Q': 'person' },
      deal: { raised: 'Amount' },
      investors: [{ column: 'Investors', split: [', '], kind: 'by-name' }],
    };
    const { all } = await map(mapping, 'Company,Amount,Investors\nOak,$1m,"Jane Street, Zorro Q, Ada Lovelace"');
    expect(all('person').map(({ name }) => name)).toEqual(['Zorro Q', 'Ada Lovelace']);
    expect(all('investor').map(({ name }) => name)).toEqual(['Jane Street']);
  });

  test('gives a record the spelling that most rows have', async () => {
    const rows = ['oak labs,$1m,alder fund', 'Oak Labs,$2m,Alder Fund', 'Oak Labs,$3m,Alder Fund', 'Elm,$1m,Birch'];
    const { all } = await map(
      { ...named, deal: { raised: 'Amount' }, investors: ['Investor'] },
      ['Company,Amount,Investor', ...rows].join('\n'),
    );
    expect(all('rename')).toEqual([
      { kind: 'rename', entity: 'investor', key: 'alderfund', name: 'Alder Fund' },
      { kind: 'rename', entity: 'company', key: 'oak labs', name: 'Oak Labs' },
    ]);
  });

  test('keeps the time of created_at', async () => {
    const { all } = await map(
      { ...named, deal: { raised: 'Amount', created_at: 'Added' } },
      'Company,Amount,Added\nOak,$1m,2023-02-03 10:20:30\nElm,$1m,2023-02-03T10:20:30+02:00\nFir,$1m,2023-02-03',
    );
    expect(all('deal').map(({ createdAt }) => createdAt)).toEqual([
      '2023-02-03T10:20:30.000Z',
      '2023-02-03T08:20:30.000Z',
      '2023-02-03',
    ]);
  });

  test('repairs texts with escapes written out, or read in a wrong encoding', async () => {
    const company = { name: 'Company', short_description: 'About' };
    const { all, count } = await map(
      { company },
      String.raw`Company,About` +
        '\n' +
        String.raw`Oak\xe2\x80\x99s\nLab,The world\u2019s\n best` +
        '\nCafÃ© Elm,plain\nBerkÃ_na,plain',
    );
    expect(all('company').map(({ name, shortDescription }) => [name, shortDescription])).toEqual([
      ['Oak’s Lab', 'The world’s\n best'],
      ['Café Elm', 'plain'],
      ['BerkÃ_na', 'plain'],
    ]);
    expect([
      count(String.raw`Company had escapes written out, such as \xe2 or \n`),
      count('Company was UTF-8 read as Windows-1252'),
      count('Company was read in a wrong encoding and cannot be repaired'),
    ]).toEqual([1, 1, 1]);
  });

  test('keeps companies with the same domain apart, which is a link to something else', async () => {
    const company = { name: 'Company', domain: 'Link' };
    const rows = ['Oak,https://news.example/a', 'Elm,https://news.example/b', 'Oak Inc,https://news.example/c'];
    const { all, count } = await map({ company }, ['Company,Link', ...rows, 'Fir,https://medium.com/fir'].join('\n'));
    expect(all('company').map(({ key, name }) => [key, name])).toEqual([
      ['news.example', 'Oak'],
      ['news.example|elm', 'Elm'],
      ['fir', 'Fir'],
    ]);
    expect(count('another company has this domain: not merged')).toBe(1);
  });
});

test('unsafe links are left out and reported, for every kind of record', async () => {
  const bad = 'javascript:alert(1)';
  const investor = { name: 'Name', website: 'Site', image: 'Logo', linkedin: 'Profile' };
  const investors = await map(
    { investor },
    `Name,Site,Logo,Profile\nOak Fund,${bad},data:image/png,java\u0001script:x`,
  );
  expect(investors.all('investor')).toMatchObject([{ website: null, image: null, linkedin: null }]);
  for (const name of ['Site', 'Logo']) expect(investors.count(`${name}: not a web address: unknown`)).toBe(1);

  const person = { name: 'Name', linkedin: 'A', crunchbase: 'B', twitter: 'C' };
  const people = await map({ person }, `Name,A,B,C\nAda,${bad},x.com/ada,https://twitter.com/ada`);
  const [ada] = people.all('person');
  expect(ada).toMatchObject({ linkedin: null, crunchbase: 'https://x.com/ada', twitter: 'https://twitter.com/ada' });
  expect(people.report.findings).toContainEqual(
    expect.objectContaining({ reason: 'A: not a web address: unknown', rows: [{ line: 2, value: bad }] }),
  );

  const deal = { key: ['name'], articles: { each: 'news', link: 'link' } };
  const news = [{ link: bad }, { link: 'https://news.example/oak' }, { link: 'data:text/html,x' }];
  const deals = await map({ company: { name: 'name' }, deal }, JSON.stringify([{ name: 'Oak', news }]), 'news.json');
  expect(deals.all('deal')[0]?.articles).toMatchObject([{ link: 'https://news.example/oak' }]);
  expect(deals.count('link: not a web address: unknown')).toBe(2);
});

test('a text that is too long for a name is none, and the row is reported', async () => {
  const { all, report } = await map({ ...named }, `Company\n${'Oak '.repeat(200)}\nElm`);
  expect(all('company').map(({ name }) => name)).toEqual(['Elm']);
  expect(report.findings.map(({ reason }) => reason)).toContain('Company: more than 500 characters: no name');
});
