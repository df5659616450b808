import { describe, expect, it } from 'vitest';
import { crunchbaseCategoryCodes } from './category-codes.ts';
import { buildNameKey } from '../db/name-key.ts';
import { readTaxonomy, parseTaxonomy, type TaxonomyEntry } from './taxonomy.ts';

const taxonomy = readTaxonomy();
const industries = taxonomy.filter(({ type }) => type === 'INDUSTRY');
const categories = taxonomy.filter(({ type }) => type === 'SUPER_CATEGORY');

describe('the taxonomy', () => {
  it('has at least 45 super categories and 500 industries', () => {
    expect(categories.length).toBeGreaterThanOrEqual(45);
    expect(industries.length).toBeGreaterThanOrEqual(500);
  });

  it('gives every permalink and every name to one entry only, in kebab-case', () => {
    const permalinks = taxonomy.map(({ permalink }) => permalink);
    expect(new Set(permalinks).size).toBe(permalinks.length);
    expect(permalinks.filter((permalink) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(permalink))).toEqual([]);
    expect(new Set(taxonomy.map(({ name }) => buildNameKey(name))).size).toBe(taxonomy.length);
  });

  it.each([
    ['industries', industries],
    ['super categories', categories],
  ])('has no name that means two %s', (_kind, entries) => {
    const owners = new Map<string, TaxonomyEntry>();
    const twice: string[] = [];
    for (const entry of entries) {
      for (const key of [entry.name, ...entry.names].map(buildNameKey)) {
        if (owners.has(key)) twice.push(`${key}: ${owners.get(key)?.name}, ${entry.name}`);
        owners.set(key, entry);
      }
    }
    expect(twice).toEqual([]);
  });

  it('puts every industry below one super category or several, each named once', () => {
    const known = new Set(categories.map(({ permalink }) => permalink));
    for (const { name, above } of industries) {
      expect(above.length, name).toBeGreaterThanOrEqual(1);
      expect(new Set(above).size, name).toBe(above.length);
      expect(
        above.filter((permalink) => !known.has(permalink)),
        name,
      ).toEqual([]);
    }
    expect(categories.flatMap(({ above }) => above)).toEqual([]);
    expect(industries.filter(({ above }) => above.length > 1).length).toBeGreaterThan(100);
  });

  it('leaves no super category empty', () => {
    const filled = new Set(industries.flatMap(({ above }) => above));
    expect(categories.filter(({ permalink }) => !filled.has(permalink))).toEqual([]);
  });
});

describe('the text format of the taxonomy', () => {
  it('merges an industry of two super categories, and gives the names of a super category to its first industry too', () => {
    const text =
      '\n# Tea (T)\nGreen tea (sencha, Sencha); Cups & saucers\n\n# Tableware\nPlates; Cups & saucers (crockery)\n';
    expect(parseTaxonomy([text])).toEqual([
      { permalink: 'tea', name: 'Tea', type: 'SUPER_CATEGORY', above: [], names: ['T'] },
      { permalink: 'tableware', name: 'Tableware', type: 'SUPER_CATEGORY', above: [], names: [] },
      { permalink: 'green-tea', name: 'Green tea', type: 'INDUSTRY', above: ['tea'], names: ['sencha', 'Tea', 'T'] },
      {
        permalink: 'cups-and-saucers',
        name: 'Cups & saucers',
        type: 'INDUSTRY',
        above: ['tea', 'tableware'],
        names: ['crockery'],
      },
      { permalink: 'plates', name: 'Plates', type: 'INDUSTRY', above: ['tableware'], names: ['Tableware'] },
    ]);
  });
});

/** The meaning of each code of the 2013 export, by super category. */
const codesBySuperCategory: Record<string, string> = {
  'sales-and-marketing': 'advertising public_relations',
  'data-and-analytics': 'analytics',
  transportation: 'automotive transportation',
  biotechnology: 'biotech',
  sustainability: 'cleantech',
  'professional-services': 'consulting legal',
  design: 'design',
  'commerce-and-shopping': 'ecommerce local',
  education: 'education',
  software: 'enterprise software',
  'consumer-goods': 'fashion',
  'financial-services': 'finance',
  gaming: 'games_video',
  'government-and-military': 'government',
  hardware: 'hardware semiconductor',
  'health-care': 'health medical',
  'travel-and-tourism': 'hospitality travel',
  manufacturing: 'manufacturing',
  'messaging-and-telecommunications': 'messaging',
  mobile: 'mobile',
  'music-and-audio': 'music',
  'science-and-engineering': 'nanotech',
  'internet-services': 'network_hosting search social web',
  'media-and-entertainment': 'news',
  'community-and-lifestyle': 'nonprofit pets',
  video: 'photo_video',
  'real-estate': 'real_estate',
  'privacy-and-security': 'security',
  sports: 'sports',
};

describe('the category codes of 2013', () => {
  const aboveByPermalink = new Map(industries.map(({ permalink, above }) => [permalink, above]));

  it.each(Object.entries(codesBySuperCategory))('put below %s alone: %s', (superCategory, codes) => {
    for (const code of codes.split(' ')) {
      expect(aboveByPermalink.get(crunchbaseCategoryCodes[code] ?? ''), code).toEqual([superCategory]);
    }
  });

  it('are 42, each an industry of its own, and other is none', () => {
    const listed = Object.values(codesBySuperCategory).flatMap((codes) => codes.split(' '));
    expect(Object.keys(crunchbaseCategoryCodes).toSorted()).toEqual([...listed, 'other'].toSorted());
    expect(crunchbaseCategoryCodes['other']).toBeNull();
    expect(new Set(Object.values(crunchbaseCategoryCodes)).size).toBe(42);
  });
});
