import { describe, expect, test } from 'vitest';
import { readTaxonomy } from '../../lookups/taxonomy.ts';
import { defillamaIndustries } from '../presets/defillama.ts';
import { formdIndustries } from '../presets/formd.ts';
import { parseWebsiteDomain, findLink, parseProfileAddress } from './addresses.ts';
import { parseHeadCount, parseCompanyStatus } from './enums.ts';
import { openIndustryReader, openPlaceReader } from './lookups.ts';
import { capitalizeName, isPersonName } from './names.ts';

test.each([
  ['7', '1-10'],
  ['3.0', '1-10'],
  ['1,200', '1001-5000'],
  ['10001', '10001+'],
  ['11-50', '11-50'],
  ['11 to 50 employees', '11-50'],
  ['c_00251_00500', '251-500'],
  ['c_10001_max', '10001+'],
  ['10,001+', '10001+'],
  ['0', undefined],
  ['51-200', undefined],
  ['100+', undefined],
  ['many', undefined],
])('a head count of %s is %s', (text, range) => {
  expect(parseHeadCount(text)).toBe(range);
});

test.each([
  ['Operating', 'private'],
  ['IPO', 'public'],
  ['Dead', 'closed'],
  ['Inactive', 'closed'],
  ['Exited', 'acquired'],
  ['pending', undefined],
])('the status %s is %s', (word, status) => {
  expect(parseCompanyStatus(word)).toBe(status);
});

test('people are distinguished from investors, and a doubtful name is an investor', () => {
  const people = ['Balaji Srinivasan', 'Thomas D. Lehrman', 'Juan de la Cruz', 'David Au-Yeung', "Shaun O'Neil"];
  const investors = [
    'Alder Capital',
    'Adam Ventures',
    'Chapter One',
    'Grupo Roble',
    'Madonna',
    'Morgan Stanley',
    'David',
    'james smith',
    'Jack Daniel 4',
  ];
  expect(people.filter((name) => !isPersonName(name))).toEqual([]);
  expect(investors.filter(isPersonName)).toEqual([]);
});

test('addresses are accepted only if they are of the right kind', () => {
  expect(parseWebsiteDomain('https://www.Oak.example/about?x=1')).toBe('oak.example');
  expect([parseWebsiteDomain('https://'), parseWebsiteDomain('oak'), parseWebsiteDomain('n/a')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(findLink(' see https://news.example/a ')).toBe('https://news.example/a');
  expect([findLink('1506351540575084553'), findLink('https://x')]).toEqual([undefined, undefined]);
  expect(parseProfileAddress('linkedin.com/company/oak', 'linkedin')).toBe('https://linkedin.com/company/oak');
  expect([
    parseProfileAddress('https://linkedin.com/in/ada', 'linkedin'),
    parseProfileAddress('http://www.crunchbase.com/organization/', 'crunchbase'),
  ]).toEqual([undefined, undefined]);
  expect(parseProfileAddress('https://evil.example/?u=linkedin.com/company/oak', 'linkedin')).toBeUndefined();
});

describe('openPlaceReader', () => {
  const placeOf = openPlaceReader();

  test.each([
    [{ location: 'Los Angeles, CA' }, 'los-angeles-california'],
    [{ location: 'London, United Kingdom' }, 'london-england'],
    [{ location: 'San Francisco', country: 'US' }, 'san-francisco-california'],
    [{ location: 'Berlin, Berlin, Germany, Europe' }, 'berlin-berlin'],
    [{ location: 'London, England, United Kingdom, Europe' }, 'london-england'],
    [{ location: 'San Francisco, California, United States, North America' }, 'san-francisco-california'],
    [{ location: 'San Francisco, California, United States' }, 'san-francisco-california'],
    [{ city: 'Montréal', state: 'QC', country: 'CAN' }, 'montreal-quebec'],
    [{ city: 'Berlin', country: 'Germany' }, 'berlin-berlin'],
  ])('finds the city of %j, and everything above it', (words, city) => {
    const { place, placeText, problems } = placeOf(words);
    expect(place.city).toBe(city);
    expect([place.country, place.region].every(Boolean)).toBe(true);
    expect([placeText, problems]).toEqual([null, []]);
  });

  test('keeps unknown places as text, and reports them', () => {
    const read = placeOf({ city: 'Nowhere upon Nothing', country: 'Germany' });
    expect(read).toMatchObject({
      place: { city: null, country: 'germany' },
      placeText: 'Nowhere upon Nothing, Germany',
    });
    expect(read.problems).toHaveLength(1);
    expect(placeOf({ location: 'Berlin, Germany, Asia' }).place.city).toBeNull();
    expect(placeOf({ location: 'Nowhere, Germany' })).toMatchObject({ place: { country: 'germany' }, problems: [{}] });
    expect(placeOf({ country: 'Ruritania', city: 'Berlin' })).toMatchObject({
      place: { city: null, country: null },
      problems: [{}],
    });
    expect(placeOf({ city: 'Boston', state: 'Giorgia', country: 'USA' })).toMatchObject({
      place: { city: null },
      problems: [{}],
    });
  });

  test('resolves a country, a state or a metro area by itself', () => {
    expect(placeOf({ location: 'Germany' })).toMatchObject({ place: { country: 'germany' }, problems: [] });
    expect(placeOf({ location: 'CA', country: 'US' })).toMatchObject({
      place: { state: 'california-united-states' },
      problems: [],
    });
    expect(placeOf({ region: 'SF Bay Area' })).toMatchObject({
      place: { tags: ['san-francisco-bay-area'] },
      problems: [],
    });
  });
});

test('the words of formats map to existing industries', () => {
  const known = new Set(
    readTaxonomy()
      .filter(({ type }) => type === 'INDUSTRY')
      .map(({ permalink }) => permalink),
  );
  const named = [...Object.values(formdIndustries), ...Object.values(defillamaIndustries)].filter(
    (permalink) => permalink !== null,
  );
  expect(named.filter((permalink) => !known.has(permalink))).toEqual([]);
});

test('industries are found by a source’s own words, then by name', () => {
  const industriesOf = openIndustryReader({ Bots: 'industrial-robots', Other: null });
  expect(industriesOf(['BOTS', 'other', 'Fintech', 'Industrial robots', 'Whatever'])).toEqual({
    industries: ['industrial-robots', 'financial-technology'],
    unknown: ['Whatever'],
  });
});

test('names in capitals get normal capitalization', () => {
  expect(capitalizeName('ACORN ROBOTICS, INC.')).toBe('Acorn Robotics, Inc.');
  expect(capitalizeName('BCD OAK HOLDINGS III LLC')).toBe('BCD Oak Holdings III LLC');
  expect(capitalizeName('iAcorn Ltd')).toBe('iAcorn Ltd');
});
