import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildNameKey, permalinkSuffix, toSlug } from './name-key.ts';

const anyText = fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.string({ unit: 'grapheme', maxLength: 30 }));

describe('buildNameKey', () => {
  it.each([
    ['  São   Paulo ', 'sao paulo'],
    ['KØBENHAVN', 'kobenhavn'],
    ['Straße', 'strasse'],
    ['Łódź', 'lodz'],
    ['Göteborg', 'goteborg'],
    ['İzmir', 'izmir'],
    ['St. Louis,', 'st louis'],
    ["Coeur d'Alene", 'coeur dalene'],
    ['R&D', 'r and d'],
    ['Bangalore/Bengaluru', 'bangalore bengaluru'],
    ['ﬁnance №5', 'finance no5'],
    ['Ἀθῆναι', 'αθηναι'],
    ['東京', '東京'],
    ['हिन्दी', 'हिन्दी'],
    ['***', ''],
  ])('converts %j to %j', (text, folded) => expect(buildNameKey(text)).toBe(folded));

  it('gives the key of a key unchanged', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(buildNameKey(buildNameKey(text))).toBe(buildNameKey(text));
      }),
      { numRuns: 5000 },
    );
  });

  it('is the same for ASCII texts with and without a letter of another script after them', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', maxLength: 30 }), (text) => {
        expect(`${buildNameKey(text)} я`.trim()).toBe(buildNameKey(`${text} я`));
      }),
      { numRuns: 5000 },
    );
  });

  it('is equal for all cases and for composed and decomposed letters', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'a Z é Ü ñ ç Š ø Ł ß - .'.split(' '), ' ') }), (text) => {
        expect(buildNameKey(text.normalize('NFD'))).toBe(buildNameKey(text));
        expect(buildNameKey(text.toLowerCase())).toBe(buildNameKey(text));
      }),
    );
  });
});

describe('toSlug', () => {
  it.each([
    ['San Francisco California', 'san-francisco-california'],
    ['Baden-Württemberg Germany', 'baden-wurttemberg-germany'],
    ['Malmö', 'malmo'],
    ['Food & drink', 'food-and-drink'],
    ["Women's health", 'womens-health'],
    ['iOS', 'ios'],
    ['Москва', 'moskva'],
  ])('writes %j as %j', (text, slug) => expect(toSlug(text)).toBe(slug));

  it('returns kebab-case in ASCII, or an empty text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(toSlug(text)).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/);
      }),
    );
  });
});

describe('permalinkSuffix', () => {
  it('is the beginning of the SHA-256 of type and path', () => {
    // printf 'CITY|United States/California/Mountain View' | sha256sum
    expect(permalinkSuffix('CITY', 'United States/California/Mountain View')).toBe('1241');
  });
});
