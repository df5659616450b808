// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { groupEntries, priceEntry, type Found, type PaletteOffers } from './entries.ts';

const button = document.createElement('button');
const offers: PaletteOffers = {
  screens: [
    ['/deals', 'Deals'],
    ['/saved', 'Saved and history'],
  ],
  acts: [
    { name: 'Search', tenths: 250, button },
    { name: 'Columns', tenths: undefined, button },
  ],
  saved: [{ id: 's1', name: 'Seed in the Nordics', screen: 'deals', search: '?round=SEED' }],
  themes: [['dark', 'Dark']],
};
const found: readonly Found[] = [
  { named: 'company', matches: [{ id: 'c1', name: 'Søarch Labs', remark: 'soarch.example' }], lookUpTenths: 1 },
  { named: 'investor', matches: [], lookUpTenths: 1 },
  { named: 'person', matches: [], lookUpTenths: undefined },
];

const list = (text: string) =>
  groupEntries(text, offers, found).map(({ value, items }) => [value, ...items.map(({ name }) => name)]);

describe('the rows of the palette', () => {
  test('before typing are the screens, what costs on this one, and saved searches', () => {
    expect(list('')).toEqual([
      ['Go to', 'Deals', 'Saved and history'],
      ['On this screen', 'Search'],
      ['Saved searches', 'Seed in the Nordics'],
    ]);
  });

  test('are found without regard to case and marks, owned names before the service, which is asked once a kind', () => {
    expect(list('ARCH')).toEqual([
      ['On this screen', 'Search'],
      ['Companies', 'Søarch Labs'],
      ['Ask the service', 'Look up “ARCH” among companies', 'Look up “ARCH” among investors'],
    ]);
  });

  test('ask the service from two letters on', () => {
    expect(list('a').map(([group]) => group)).not.toContain('Ask the service');
  });

  test('say what they cost at most', () => {
    const priced = ['search', 'columns', 'labs'].map((text) => groupEntries(text, offers, found)[0]!.items[0]!);
    expect(priced.map(priceEntry)).toEqual([250, 0, 0]);
    expect(groupEntries('zz', offers, found).flatMap(({ items }) => items.map(priceEntry))).toContain(1);
  });

  test('open a saved search as saved, and a record by its profile', () => {
    const deeds = [...groupEntries('seed', offers, found), ...groupEntries('labs', offers, found)].flatMap(
      ({ items }) => items.map(({ deed }) => deed),
    );
    expect(deeds).toContainEqual({ kind: 'go', path: '/deals', search: '?round=SEED&saved=s1' });
    expect(deeds).toContainEqual({ kind: 'go', path: '/companies/c1', search: '' });
  });
});
