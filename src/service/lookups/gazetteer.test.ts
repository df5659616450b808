import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildNameKey, permalinkSuffix, toSlug } from '../db/name-key.ts';
import { continentPermalinks, readGazetteer } from './gazetteer.ts';
import type { Place } from './gazetteer/place.ts';

const places = readGazetteer();
const byPermalink = new Map(places.map((place) => [place.permalink, place]));

function read(permalink: string): Place {
  const place = byPermalink.get(permalink);
  if (!place) throw new Error(`The gazetteer has no ${permalink}.`);
  return place;
}

function countOf(type: Place['type']): number {
  return places.filter((place) => place.type === type).length;
}

describe('the gazetteer', () => {
  it('has all countries, their states, regions and cities', () => {
    expect(countOf('COUNTRY')).toBe(250);
    expect(countOf('STATE')).toBeGreaterThan(3000);
    expect(countOf('REGION')).toBeGreaterThan(180);
    expect(countOf('CITY')).toBeGreaterThan(37_000);
    const codes = places.filter(({ type }) => type === 'COUNTRY').map(({ code }) => code);
    expect(new Set(codes).size).toBe(250);
    expect(places.filter(({ code }) => code?.startsWith('US-'))).toHaveLength(51);
  });

  it('has every city in its current division, even if the divisions of its country changed', () => {
    const within = ['hanoi-hanoi', 'ho-chi-minh-city-ho-chi-minh-city', 'da-nang-da-nang', 'juba-central-equatoria'];
    expect(within.map((permalink) => read(permalink).path)).toEqual([
      'Vietnam/Hanoi/Hanoi',
      'Vietnam/Ho Chi Minh City/Ho Chi Minh City',
      'Vietnam/Da Nang/Da Nang',
      'South Sudan/Central Equatoria/Juba',
    ]);
  });

  it('gives every permalink to one place, in kebab-case', () => {
    expect(byPermalink.size).toBe(places.length);
    expect(places.filter(({ permalink }) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(permalink))).toEqual([]);
  });

  it('makes a permalink of the name and the place above, with a suffix for all but the first of a clash', () => {
    const wrong = places.filter(({ permalink, type, path, name }) => {
      const [, above = ''] = path.split('/').toReversed();
      const slug = toSlug(type === 'CITY' || type === 'STATE' ? `${name} ${above}` : name);
      return permalink !== slug && permalink !== `${slug}-${permalinkSuffix(type, path)}`;
    });
    expect(wrong).toEqual([]);
    const [first, second] = places.filter(({ fullName }) => fullName === 'Mountain View, California, United States');
    expect(first?.permalink).toBe('mountain-view-california');
    expect(second?.permalink).toMatch(/^mountain-view-california-[0-9a-f]{4}$/);
    expect(first?.population).toBeGreaterThan(second?.population ?? Infinity);
  });

  it('lists every place after all places above it, and closes "above" transitively', () => {
    const passed = new Set<string>();
    const isWrong = ({ permalink, above }: Place) =>
      above.some((upper) => !passed.has(upper) || read(upper).above.some((higher) => !above.includes(higher))) ||
      above.includes(permalink) ||
      new Set(above).size !== above.length;
    const wrong = places.filter((place) => {
      const isPlaceWrong = isWrong(place);
      passed.add(place.permalink);
      return isPlaceWrong;
    });
    expect(wrong).toEqual([]);
  });

  it('puts every country in one continent, and every city in one country', () => {
    const countries = new Set(places.filter(({ type }) => type === 'COUNTRY').map(({ permalink }) => permalink));
    const countAbove = ({ above }: Place, wanted: (permalink: string) => boolean) => above.filter(wanted).length;
    const wrong = places.filter(
      (place) =>
        (place.type === 'COUNTRY' && countAbove(place, (upper) => continentPermalinks.includes(upper)) !== 1) ||
        (place.type === 'CITY' && countAbove(place, (upper) => countries.has(upper)) !== 1),
    );
    expect(wrong).toEqual([]);
    expect(continentPermalinks.map((permalink) => read(permalink).type)).toEqual(Array(7).fill('REGION'));
  });

  it('lists no name of a place twice', () => {
    const twice = places.filter(
      ({ name, names }) => new Set([name, ...names].map(buildNameKey)).size !== names.length + 1,
    );
    expect(twice).toEqual([]);
  });

  it('takes less than 1.5 MB compressed', () => {
    expect(readFileSync(join(import.meta.dirname, 'gazetteer/gazetteer.tsv.br')).length).toBeLessThan(1_500_000);
  });
});

describe('places that people ask for', () => {
  it.each([
    ['san-francisco-california', 'CITY', 'San Francisco, California, United States'],
    ['new-york-new-york', 'CITY', 'New York, New York, United States'],
    ['washington-district-of-columbia', 'CITY', 'Washington, District of Columbia, United States'],
    ['london-england', 'CITY', 'London, England, United Kingdom'],
    ['berlin-berlin', 'CITY', 'Berlin, Berlin, Germany'],
    ['singapore-singapore', 'CITY', 'Singapore, Singapore'],
    ['bengaluru-karnataka', 'CITY', 'Bengaluru, Karnataka, India'],
    ['zurich-zurich', 'CITY', 'Zurich, Zurich, Switzerland'],
    ['california-united-states', 'STATE', 'California, United States'],
    ['ontario-canada', 'STATE', 'Ontario, Canada'],
    ['united-states', 'COUNTRY', 'United States'],
    ['united-kingdom', 'COUNTRY', 'United Kingdom'],
    ['south-korea', 'COUNTRY', 'South Korea'],
    ['netherlands', 'COUNTRY', 'Netherlands'],
    ['san-francisco-bay-area', 'REGION', 'San Francisco Bay Area, California, United States'],
    ['greater-new-york', 'REGION', 'Greater New York, United States'],
    ['greater-london', 'REGION', 'Greater London, England, United Kingdom'],
    ['latin-america', 'REGION', 'Latin America'],
  ])('%s is a %s, %s', (permalink, type, fullName) => {
    expect(read(permalink)).toMatchObject({ type, fullName });
  });

  it.each([
    [
      'san-francisco-california',
      'san-francisco-bay-area california-united-states united-states north-america west-coast-of-the-united-states',
    ],
    ['palo-alto-california', 'silicon-valley san-francisco-bay-area'],
    ['jersey-city-new-jersey', 'greater-new-york new-jersey-united-states'],
    ['stamford-connecticut', 'greater-new-york new-england'],
    ['brooklyn-new-york', 'new-york-new-york greater-new-york'],
    ['arlington-virginia', 'greater-washington'],
    ['stockholm-stockholm', 'nordics scandinavia europe european-union emea'],
    ['munich-bavaria', 'bavaria-germany germany dach europe'],
    ['tallinn-harjumaa', 'baltics'],
    ['brussels-brussels-capital', 'benelux'],
    ['lisbon-lisbon', 'iberia'],
    ['dubai-dubai', 'gcc middle-east mena asia'],
    ['jakarta-jakarta', 'southeast-asia asean asia-pacific'],
    ['sao-paulo-sao-paulo', 'latin-america south-america americas'],
    ['scandinavia', 'nordics'],
  ])('%s is below %s', (permalink, above) => {
    expect(read(permalink).above).toEqual(expect.arrayContaining(above.split(' ')));
  });

  it('has nothing in a region that is outside of it', () => {
    expect(read('sacramento-california').above).not.toContain('san-francisco-bay-area');
    expect(read('london-england').above).not.toContain('european-union');
    expect(read('tijuana-baja-california').above).not.toContain('greater-san-diego');
  });
});
