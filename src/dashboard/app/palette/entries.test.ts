import { describe, expect, test } from 'vitest';
import { groupEntries, getEntryPrice, type NameMatches, type PaletteOffers } from './entries.ts';

const run = () => undefined;
const offers: PaletteOffers = {
  screens: [
    ['/deals', 'Deals'],
    ['/saved', 'Saved and history'],
  ],
  forms: [['New alert', '/alerts', '?view=alerts&form=new']],
  actions: [
    { name: 'Search', tenths: 250, run },
    { name: 'Columns', run },
  ],
  saved: [{ id: 's1', name: 'Seed in the Nordics', screen: 'deals', search: '?round=SEED' }],
  themes: [['dark', 'Dark']],
};
const found: readonly NameMatches[] = [
  { recordKind: 'company', matches: [{ id: 'c1', name: 'Søarch Labs', remark: 'soarch.example' }], searchTenths: 1 },
  { recordKind: 'investor', matches: [], searchTenths: 1 },
  { recordKind: 'person', matches: [], searchTenths: undefined, found: { matches: [], at: 1 } },
];

const list = (text: string) =>
  groupEntries(text, offers, found).map(({ value, items }) => [value, ...items.map(({ name }) => name)]);

describe('the rows of the palette', () => {
  test('before typing list the screens, the priced buttons of this one, and the saved searches', () => {
    expect(list('')).toEqual([
      ['Go to', 'Deals', 'Saved and history'],
      ['On this screen', 'Search'],
      ['Create', 'New alert'],
      ['Saved searches', 'Seed in the Nordics'],
    ]);
  });

  test('name the form of a new record once, also where the screen has its button', () => {
    const actions = [{ name: 'New alert', run }];
    const names = (one: PaletteOffers) => groupEntries('new', one, []).map(({ value, items }) => [value, items.length]);
    expect(names(offers)).toEqual([['Create', 1]]);
    expect(names({ ...offers, actions })).toEqual([['On this screen', 1]]);
  });

  test('match without case and accents, unlocked names first, then one search of the service per kind', () => {
    expect(list('ARCH')).toEqual([
      ['On this screen', 'Search'],
      ['Companies', 'Søarch Labs'],
      ['Search the service', 'Search companies for “ARCH”', 'Search investors for “ARCH”', 'Search people for “ARCH”'],
    ]);
  });

  test('whose name starts with the text come first', () => {
    const screens = [...offers.screens, ['/alerts', 'Alerts'] as const];
    expect(groupEntries('al', { ...offers, screens }, [])[0]?.items.map(({ name }) => name)).toEqual([
      'Alerts',
      'Deals',
    ]);
  });

  test('stay where they are while a search runs and when it has found names, which come last in the order of arrival', () => {
    const keys = (one: Partial<NameMatches>, other: Partial<NameMatches>) =>
      groupEntries('arch', offers, [
        { ...found[0]!, ...one },
        { ...found[1]!, ...other },
      ]).flatMap(({ items }) => items.map(({ key }) => key));
    const before = keys({}, {});
    const running = { searchTenths: undefined };
    expect(keys(running, {})).toEqual(before);
    const arrived = (id: string, at: number) => ({
      ...running,
      found: { matches: [{ id, name: 'Arch', remark: '' }], at },
    });
    expect(keys(running, arrived('i1', 1))).toEqual([...before, 'investor i1']);
    expect(keys(arrived('c2', 2), arrived('i1', 1))).toEqual([...before, 'investor i1', 'company c2']);
  });

  test('offer a search of the service from two letters on', () => {
    expect(list('a').map(([group]) => group)).not.toContain('Search the service');
  });

  test('show their maximum price', () => {
    const priced = ['search', 'columns', 'labs'].map((text) => groupEntries(text, offers, found)[0]!.items[0]!);
    expect(priced.map(getEntryPrice)).toEqual([250, 0, 0]);
    expect(groupEntries('zz', offers, found).flatMap(({ items }) => items.map(getEntryPrice))).toContain(1);
  });

  test('open a saved search as saved, and a record by its profile', () => {
    const actions = [...groupEntries('seed', offers, found), ...groupEntries('labs', offers, found)].flatMap(
      ({ items }) => items.map(({ action }) => action),
    );
    expect(actions).toContainEqual({ kind: 'go', path: '/deals', search: '?round=SEED&saved=s1' });
    expect(actions).toContainEqual({ kind: 'go', path: '/companies/c1', search: '' });
  });
});
