import { testCases, type MatchCase } from './testing-cases.ts';
import { company, sanFrancisco as place } from '../testing-records.ts';

const linkedin = (path: string) => `https://www.linkedin.com/${path}`;
const companies: MatchCase[] = [
  [
    'are one when the Crunchbase address is the same, whatever the name',
    (t) => [[company(t, { slug: t })], [company(`Oak ${t}`, { slug: t })]],
    ['company: Crunchbase address'],
  ],
  [
    'are one when the LinkedIn address is the same',
    (t) => [
      [company(t, { linkedin: linkedin(`company/${t}`) })],
      [company(`Oak ${t}`, { linkedin: linkedin(`company/${t}/`) })],
    ],
    ['company: LinkedIn address'],
  ],
  [
    'are one when the domain is the same',
    (t) => [[company(t, { domain: `${t}.com` })], [company(`Oak ${t}`, { domain: `https://www.${t}.com/en` })]],
    ['company: domain'],
  ],
  [
    'are one when they have a name on a host that many share',
    (t) => [[company(t, { domain: 'github.com' })], [company(`${t}, Inc.`, { domain: 'github.com' })]],
    ['company: domain and name'],
  ],
  [
    'are one when name and city are the same, whatever the spelling and the legal form',
    (t) => [[company(`Red ${t}, Inc.`, { place })], [company(`Red${t}`, { place })]],
    ['company: name and city'],
  ],
  [
    'are one when a short name, city and year are the same',
    (t) => [[company(t, { place, founded: '2013-01-01' })], [company(t, { place, founded: '2014-06-01' })]],
    ['company: name and city'],
  ],
  [
    'are two when the Crunchbase address is the same, but neither name nor year',
    (t) => [
      [company(t, { slug: t, founded: '2005-01-01' })],
      [company(`Oak ${t}`, { slug: t, founded: '2009-01-01' })],
    ],
    [],
  ],
  [
    'are one when Crunchbase address and name are the same, whatever the year',
    (t) => [
      [company(t, { slug: t, founded: '2005-01-01' })],
      [company(`${t} Ltd`, { slug: t, founded: '2009-01-01' })],
    ],
    ['company: Crunchbase address and name'],
  ],
  [
    'are two when the domain is the same, but neither name nor year',
    (t) => [
      [company(t, { domain: `${t}.com`, founded: '1999-01-01' })],
      [company(`Oak ${t}`, { domain: `${t}.com`, founded: '2019-01-01' })],
    ],
    [],
  ],
  ['are two when only the name is the same', (t) => [[company(t)], [company(t)]], []],
  ['are two when the place of one is unknown', (t) => [[company(`Red ${t}`, { place })], [company(`Red ${t}`)]], []],
  [
    'are two when only name and country are the same',
    (t) => {
      const country = () => company(`Red ${t}`, { place: { country: 'united-states', region: 'north-america' } });
      return [[country()], [country()]];
    },
    [],
  ],
  [
    'are two when name and city are the same, but not the year',
    (t) => [
      [company(`Red ${t}`, { place, founded: '2008-01-01' })],
      [company(`Red ${t}`, { place, founded: '2020-01-01' })],
    ],
    [],
  ],
  [
    'are two when a short name and city are the same, but a year is unknown',
    (t) => [[company(t, { place })], [company(t, { place, founded: '2014-06-01' })]],
    [],
  ],
  [
    'are two when name and city are the same, but not the Crunchbase address',
    (t) => [[company(`Red ${t}`, { place, slug: t })], [company(`Red ${t}`, { place, slug: `${t}-2` })]],
    [],
  ],
  [
    'are two when name and city are the same, but not the domain',
    (t) => [
      [company(`Red ${t}`, { place, domain: `${t}.com` })],
      [company(`Red ${t}`, { place, domain: `red${t}.com` })],
    ],
    [],
  ],
  [
    'are two when the domain is a host that many share',
    (t) => [[company(t, { domain: 'ycombinator.com' })], [company(`Oak ${t}`, { domain: 'ycombinator.com' })]],
    [],
  ],
  [
    'are two when the domain lies below such a host',
    (t) => [[company(t, { domain: `${t}.wordpress.com` })], [company(`Oak ${t}`, { domain: `${t}.wordpress.com` })]],
    [],
  ],
  [
    'are two when the LinkedIn address is that of a founder',
    (t) => [[company(t, { linkedin: linkedin(`in/${t}`) })], [company(`Oak ${t}`, { linkedin: linkedin(`in/${t}`) })]],
    [],
  ],
  [
    'are two when what is left of an address names nobody',
    (t) => [
      [company(t, { linkedin: linkedin('company/') })],
      [company(`Oak ${t}`, { linkedin: linkedin('company/') })],
    ],
    [],
  ],
  [
    'are two when several of one source have the domain',
    (t) => [
      [company(t, { domain: `${t}.com` }), company(`Oak ${t}`, { domain: `${t}.com` })],
      [company(`Elm ${t}`, { domain: `${t}.com` })],
    ],
    [],
  ],
  [
    'are one when one of several of a domain has the name',
    (t) => [
      [company(t, { domain: `${t}.com` }), company(`Oak ${t}`, { domain: `${t}.com` })],
      [company(`Oak ${t} Ltd`, { domain: `${t}.com` })],
    ],
    ['company: domain and name'],
  ],
  [
    'are two when it could be either of two',
    (t) => [
      [company(`${t} 1`, { name: `Red ${t}`, place }), company(`${t} 2`, { name: `Red ${t}`, place })],
      [company(`Red ${t}`, { place })],
    ],
    [],
  ],
  [
    'are one by the stronger of two reasons that speak for different ones',
    (t) => [
      [company(`Blue ${t}`, { slug: t }), company(`Red ${t}`, { place })],
      [company(`Red ${t}`, { place, slug: t })],
    ],
    ['company: Crunchbase address'],
  ],
];

testCases('companies of two sources', companies);
