import type { SourceRecord } from '../records.ts';
import { testCases, type MatchCase } from './testing-cases.ts';
import { company, deal, investor, person } from '../testing-records.ts';

const linkedin = (path: string) => `https://www.linkedin.com/${path}`;
/** A company in both sources, with what hangs on it in each. */
const around = (t: string, one: SourceRecord[], other: SourceRecord[]): [SourceRecord[], SourceRecord[]] => {
  const acorn = () => company(t, { slug: t });
  const order = (records: SourceRecord[]) => [
    ...records.filter(({ kind }) => kind === 'investor'),
    acorn(),
    ...records.filter(({ kind }) => kind !== 'investor'),
  ];
  return [order(one), order(other)];
};
const known = 'company: Crunchbase address and name';
const backing = (t: string, key: string) => [investor(key), deal(`${t} ${key}`, t, { investors: [{ key }] })];
const job = (t: string) => ({ employments: [{ companyKey: t, isCurrent: false }] });
const rounds = (one: Parameters<typeof deal>[2], other: Parameters<typeof deal>[2]) => (t: string) =>
  around(t, [deal(`${t} 1`, t, one)], [deal(`${t} 2`, t, other)]);
const oneRound = [known, 'deal: company, kind, day and amount'];

const records: MatchCase[] = [
  [
    'are one investor when a name backed the same company',
    (t) => around(t, backing(t, `${t} Fund`), backing(t, `${t} Fund LLC`)),
    [...oneRound, 'investor: name and a company that both backed'],
  ],
  [
    'are one investor when the domain is the same',
    (t) => [[investor(t, { domain: `${t}.vc` })], [investor(`Oak ${t}`, { domain: `${t}.vc` })]],
    ['investor: domain'],
  ],
  ['are two investors when only the name is the same', (t) => [[investor(`${t} Fund`)], [investor(`${t} Fund`)]], []],
  [
    'are one person when a name worked for the same company',
    (t) => around(t, [person(`Ann ${t}`, job(t))], [person(`Ann ${t}`, job(t))]),
    [known, 'person: name and company'],
  ],
  [
    'are one person when the LinkedIn address is the same',
    (t) => [
      [person(`Ann ${t}`, { linkedin: linkedin(`in/${t}`) })],
      [person(`Ann Lee ${t}`, { linkedin: linkedin(`in/${t}`) })],
    ],
    ['person: LinkedIn address'],
  ],
  ['are two people when only the name is the same', (t) => [[person(`Ann ${t}`)], [person(`Ann ${t}`)]], []],
  [
    'are two people when an address of theirs is not the same',
    (t) => {
      const ann = (end: string) => [person(`Ann ${t}`, { ...job(t), linkedin: linkedin(`in/${t}${end}`) })];
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
    (t) => around(t, [deal(`${t} 1`, t), deal(`${t} 2`, t, { date: '2013-04-02' })], [deal(`${t} 1`, t)]),
    [known],
  ],
];

testCases('records of two sources', records);
