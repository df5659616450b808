import { beforeAll, describe, expect, test } from 'vitest';
import { openForTests } from '../../../testing/open-for-tests.ts';
import { openTestDatabase } from '../../../testing/database.ts';
import type { SourceRecord } from '../records.ts';
import { deriveRecordId } from '../sink.ts';
import {
  createCompany,
  createDeal,
  createInvestor,
  loadAs,
  createPerson,
  sanFrancisco as place,
} from '../testing-records.ts';

/** Two sources' records; `t` is a word that only this case uses, so that all cases are loaded at once. */
type MatchCase = [when: string, say: (t: string) => [SourceRecord[], SourceRecord[]], reasons: string[]];

/** Tests why records of the second source of each case merge with records of the first. */
function testCases(title: string, cases: MatchCase[]): void {
  const reasons = new Map<string, string>();
  const said = cases.map(([, say], index) =>
    say(`w${String.fromCodePoint(97 + Math.floor(index / 26), 97 + (index % 26))}`),
  );

  const database = openForTests(openTestDatabase);
  beforeAll(async () => {
    await loadAs(
      database.sql,
      'one',
      said.flatMap(([one]) => one),
    );
    await loadAs(
      database.sql,
      'two',
      said.flatMap(([, two]) => two),
      2014,
    );
    const rows = await database.sql<{ uuid: string; text: string }[]>`
      SELECT uuid, concat(entity, ': ', reason) AS text FROM merges WHERE own_id <> id`;
    for (const { uuid, text } of rows) reasons.set(uuid, text);
  });

  const findReasons = ([, second]: [SourceRecord[], SourceRecord[]] = [[], []]) =>
    second
      .flatMap((record) =>
        record.kind === 'place' ? [] : [reasons.get(deriveRecordId('two', record.kind, record.key))],
      )
      .filter((reason) => reason !== undefined);

  describe.each([title])('%s', () => {
    test.each(cases.map(([when, , expected], index) => ({ when, expected, index })))('$when', ({ expected, index }) => {
      expect(findReasons(said[index]).toSorted()).toEqual(expected.toSorted());
    });
  });
}

const linkedin = (path: string) => `https://www.linkedin.com/${path}`;
const companies: MatchCase[] = [
  [
    'are one when the Crunchbase address is the same, whatever the name',
    (t) => [[createCompany(t, { slug: t })], [createCompany(`Oak ${t}`, { slug: t })]],
    ['company: Crunchbase address'],
  ],
  [
    'are one when the LinkedIn address is the same',
    (t) => [
      [createCompany(t, { linkedin: linkedin(`company/${t}`) })],
      [createCompany(`Oak ${t}`, { linkedin: linkedin(`company/${t}/`) })],
    ],
    ['company: LinkedIn address'],
  ],
  [
    'are one when the domain is the same',
    (t) => [
      [createCompany(t, { domain: `${t}.com` })],
      [createCompany(`Oak ${t}`, { domain: `https://www.${t}.com/en` })],
    ],
    ['company: domain'],
  ],
  [
    'are one when they have a name on a host that many share',
    (t) => [[createCompany(t, { domain: 'github.com' })], [createCompany(`${t}, Inc.`, { domain: 'github.com' })]],
    ['company: domain and name'],
  ],
  [
    'are one when name and city are the same, whatever the spelling and the legal form',
    (t) => [[createCompany(`Red ${t}, Inc.`, { place })], [createCompany(`Red${t}`, { place })]],
    ['company: name and city'],
  ],
  [
    'are one when a short name, city and year are the same',
    (t) => [[createCompany(t, { place, founded: '2013-01-01' })], [createCompany(t, { place, founded: '2014-06-01' })]],
    ['company: name and city'],
  ],
  [
    'are two when the Crunchbase address is the same, but neither name nor year',
    (t) => [
      [createCompany(t, { slug: t, founded: '2005-01-01' })],
      [createCompany(`Oak ${t}`, { slug: t, founded: '2009-01-01' })],
    ],
    [],
  ],
  [
    'are one when Crunchbase address and name are the same, whatever the year',
    (t) => [
      [createCompany(t, { slug: t, founded: '2005-01-01' })],
      [createCompany(`${t} Ltd`, { slug: t, founded: '2009-01-01' })],
    ],
    ['company: Crunchbase address and name'],
  ],
  [
    'are two when the domain is the same, but neither name nor year',
    (t) => [
      [createCompany(t, { domain: `${t}.com`, founded: '1999-01-01' })],
      [createCompany(`Oak ${t}`, { domain: `${t}.com`, founded: '2019-01-01' })],
    ],
    [],
  ],
  ['are two when only the name is the same', (t) => [[createCompany(t)], [createCompany(t)]], []],
  [
    'are two when the place of one is unknown',
    (t) => [[createCompany(`Red ${t}`, { place })], [createCompany(`Red ${t}`)]],
    [],
  ],
  [
    'are two when only name and country are the same',
    (t) => {
      const country = () => createCompany(`Red ${t}`, { place: { country: 'united-states', region: 'north-america' } });
      return [[country()], [country()]];
    },
    [],
  ],
  [
    'are two when name and city are the same, but not the year',
    (t) => [
      [createCompany(`Red ${t}`, { place, founded: '2008-01-01' })],
      [createCompany(`Red ${t}`, { place, founded: '2020-01-01' })],
    ],
    [],
  ],
  [
    'are two when a short name and city are the same, but a year is unknown',
    (t) => [[createCompany(t, { place })], [createCompany(t, { place, founded: '2014-06-01' })]],
    [],
  ],
  [
    'are two when name and city are the same, but not the Crunchbase address',
    (t) => [[createCompany(`Red ${t}`, { place, slug: t })], [createCompany(`Red ${t}`, { place, slug: `${t}-2` })]],
    [],
  ],
  [
    'are two when name and city are the same, but not the domain',
    (t) => [
      [createCompany(`Red ${t}`, { place, domain: `${t}.com` })],
      [createCompany(`Red ${t}`, { place, domain: `red${t}.com` })],
    ],
    [],
  ],
  [
    'are two when the domain is a host that many share',
    (t) => [
      [createCompany(t, { domain: 'ycombinator.com' })],
      [createCompany(`Oak ${t}`, { domain: 'ycombinator.com' })],
    ],
    [],
  ],
  [
    'are two when the domain is below such a host',
    (t) => [
      [createCompany(t, { domain: `${t}.wordpress.com` })],
      [createCompany(`Oak ${t}`, { domain: `${t}.wordpress.com` })],
    ],
    [],
  ],
  [
    'are two when the LinkedIn address is that of a founder',
    (t) => [
      [createCompany(t, { linkedin: linkedin(`in/${t}`) })],
      [createCompany(`Oak ${t}`, { linkedin: linkedin(`in/${t}`) })],
    ],
    [],
  ],
  [
    'are two when what is left of an address names nobody',
    (t) => [
      [createCompany(t, { linkedin: linkedin('company/') })],
      [createCompany(`Oak ${t}`, { linkedin: linkedin('company/') })],
    ],
    [],
  ],
  [
    'are two when several of one source have the domain',
    (t) => [
      [createCompany(t, { domain: `${t}.com` }), createCompany(`Oak ${t}`, { domain: `${t}.com` })],
      [createCompany(`Elm ${t}`, { domain: `${t}.com` })],
    ],
    [],
  ],
  [
    'are one when one of several of a domain has the name',
    (t) => [
      [createCompany(t, { domain: `${t}.com` }), createCompany(`Oak ${t}`, { domain: `${t}.com` })],
      [createCompany(`Oak ${t} Ltd`, { domain: `${t}.com` })],
    ],
    ['company: domain and name'],
  ],
  [
    'are two when it could be either of two',
    (t) => [
      [createCompany(`${t} 1`, { name: `Red ${t}`, place }), createCompany(`${t} 2`, { name: `Red ${t}`, place })],
      [createCompany(`Red ${t}`, { place })],
    ],
    [],
  ],
  [
    'are one by the stronger of two reasons that speak for different ones',
    (t) => [
      [createCompany(`Blue ${t}`, { slug: t }), createCompany(`Red ${t}`, { place })],
      [createCompany(`Red ${t}`, { place, slug: t })],
    ],
    ['company: Crunchbase address'],
  ],
];

testCases('companies of two sources', companies);

/** A company in both sources, with records that refer to it in each. */
const around = (t: string, one: SourceRecord[], other: SourceRecord[]): [SourceRecord[], SourceRecord[]] => {
  const acorn = () => createCompany(t, { slug: t });
  const order = (records: SourceRecord[]) => [
    ...records.filter(({ kind }) => kind === 'investor'),
    acorn(),
    ...records.filter(({ kind }) => kind !== 'investor'),
  ];
  return [order(one), order(other)];
};
const known = 'company: Crunchbase address and name';
const backing = (t: string, key: string) => [
  createInvestor(key),
  createDeal(`${t} ${key}`, t, { investors: [{ key }] }),
];
const job = (t: string) => ({ employments: [{ companyKey: t, isCurrent: false }] });
const rounds = (one: Parameters<typeof createDeal>[2], other: Parameters<typeof createDeal>[2]) => (t: string) =>
  around(t, [createDeal(`${t} 1`, t, one)], [createDeal(`${t} 2`, t, other)]);
const oneRound = [known, 'deal: company, kind, day and amount'];

const records: MatchCase[] = [
  [
    'are one investor when a name backed the same company',
    (t) => around(t, backing(t, `${t} Fund`), backing(t, `${t} Fund LLC`)),
    [...oneRound, 'investor: name and a company that both backed'],
  ],
  [
    'are one investor when the domain is the same',
    (t) => [[createInvestor(t, { domain: `${t}.vc` })], [createInvestor(`Oak ${t}`, { domain: `${t}.vc` })]],
    ['investor: domain'],
  ],
  [
    'are two investors when only the name is the same',
    (t) => [[createInvestor(`${t} Fund`)], [createInvestor(`${t} Fund`)]],
    [],
  ],
  [
    'are one person when a name worked for the same company',
    (t) => around(t, [createPerson(`Ann ${t}`, job(t))], [createPerson(`Ann ${t}`, job(t))]),
    [known, 'person: name and company'],
  ],
  [
    'are one person when the LinkedIn address is the same',
    (t) => [
      [createPerson(`Ann ${t}`, { linkedin: linkedin(`in/${t}`) })],
      [createPerson(`Ann Lee ${t}`, { linkedin: linkedin(`in/${t}`) })],
    ],
    ['person: LinkedIn address'],
  ],
  [
    'are two people when only the name is the same',
    (t) => [[createPerson(`Ann ${t}`)], [createPerson(`Ann ${t}`)]],
    [],
  ],
  [
    'are two people when an address of theirs is not the same',
    (t) => {
      const ann = (end: string) => [createPerson(`Ann ${t}`, { ...job(t), linkedin: linkedin(`in/${t}${end}`) })];
      return around(t, ann(''), ann('-2'));
    },
    [known],
  ],
  ['are one deal when kind, day and amount are the same', rounds({ raised: 1e6 }, { raised: 1e6 }), oneRound],
  [
    'are one deal when day and amount nearly are',
    rounds({ raised: 1e6, date: '2013-04-01' }, { raised: 1_004_000, date: '2013-04-04' }),
    oneRound,
  ],
  ['are one deal when one amount is unknown', rounds({ raised: 1e6 }, {}), oneRound],
  ['are one deal of one family', rounds({ roundType: 'SEED' }, { roundType: 'CONVERTIBLE_NOTE' }), oneRound],
  [
    'are one deal of unknown kind by its amount',
    rounds({ raised: 1e6 }, { raised: 1e6, roundType: 'FUNDING_ROUND' }),
    oneRound,
  ],
  ['are two deals of unknown kind and amount', rounds({ raised: 1e6 }, { roundType: 'FUNDING_ROUND' }), [known]],
  ['are two deals when the amounts differ', rounds({ raised: 1e6 }, { raised: 1.1e6 }), [known]],
  ['are two deals four days apart', rounds({}, { date: '2013-04-05' }), [known]],
  ['are two deals without a day', rounds({ date: null }, { date: null }), [known]],
  ['are two deals of different kinds', rounds({}, { roundType: 'SERIES_B' }), [known]],
  ['are two deals when one is an extension', rounds({}, { extension: true }), [known]],
  [
    'are two deals when it could be either of two',
    (t) =>
      around(t, [createDeal(`${t} 1`, t), createDeal(`${t} 2`, t, { date: '2013-04-02' })], [createDeal(`${t} 1`, t)]),
    [known],
  ],
];

testCases('records of two sources', records);
