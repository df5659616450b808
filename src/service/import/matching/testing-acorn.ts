import { deriveRecordId } from '../identity.ts';
import type { SourceRecord } from '../records.ts';
import { company, deal, firm, person, sanFrancisco } from './testing-records.ts';

export const slug = 'acorn';
/** The company's id in a source. */
export const idOf = (source: string) => deriveRecordId(source, 'company', 'Acorn');

/** A company with a round, its firm, an angel and a founder, as an older source has it. */
export const older: SourceRecord[] = [
  firm('Red Fund'),
  firm('Oak Fund'),
  company('Acorn', {
    slug,
    founded: '2010-01-01',
    status: 'private',
    place: sanFrancisco,
    industries: ['enterprise-software'],
    shortDescription: 'Makes acorns.',
  }),
  person('Bob Roe', {}),
  deal('a', 'Acorn', {
    raised: 1e6,
    investors: [{ key: 'Red Fund', lead: null }, { key: 'Oak Fund' }],
    angels: ['Bob Roe'],
    createdAt: '2013-10-01',
    articles: [{ link: 'https://news.example/a', isPrimary: true }],
  }),
  deal('b', 'Acorn', { roundType: 'SERIES_B', date: '2014-05-01', raised: 5e6 }),
];
/** The same company in a newer one. */
export const newer: SourceRecord[] = [
  firm('Red Fund'),
  company('Acorn', {
    slug,
    name: 'Acorn Labs',
    domain: 'acorn.com',
    status: 'acquired',
    place: { country: 'united-states', region: 'north-america' },
    industries: ['enterprise-software', 'analytics'],
    statedValuation: { usd: 2e9, date: '2015-01-01' },
  }),
  person('Ann Lee', { isFounder: true, employments: [{ companyKey: 'Acorn', companyName: 'Acorn', isCurrent: true }] }),
  deal('x', 'Acorn', {
    date: '2013-04-02',
    investors: [{ key: 'Red Fund', lead: true }],
    createdAt: '2014-06-01',
    articles: [{ link: 'https://news.example/b', isPrimary: true }],
  }),
  deal('y', 'Acorn', { roundType: 'SERIES_C', date: '2015-05-01', raised: 9e6 }),
];
