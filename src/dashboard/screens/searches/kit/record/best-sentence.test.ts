import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findBestSentence, markMatches, listQueryStems } from './best-sentence.ts';

const listMarked = (text: string, query: string) =>
  markMatches(text, listQueryStems(query)).flatMap((piece) => (piece.isMatch ? [piece.text] : []));

test.each([
  ['software that helps hospitals with billing', 'Hospital bills, paid in a day.', ['Hospital', 'bills']],
  ['batteries for trucks', 'A battery for every truck driver.', ['battery', 'truck']],
  ['payments between banks', 'Bank payment rails.', ['Bank', 'payment']],
  ['energy storage', 'Stores energy.', ['Stores', 'energy']],
  ['café robots', 'Robots for cafes', ['Robots', 'cafes']],
  ['the company that is for you', 'The company that is for you', []],
])('%j marks in %j %j', (query, text, marked) => {
  expect(listMarked(text, query)).toEqual(marked);
});

test('marks whole words alone', () => {
  expect(listMarked('A rental car, not carpets.', 'car')).toEqual(['car']);
});

test('the sentence with most words of the query is the best one, and the first without any', () => {
  const texts = ['We make software. Hospitals use it. It does billing for hospitals.', null];
  expect(findBestSentence(texts, listQueryStems('billing in hospitals'))).toBe('It does billing for hospitals.');
  expect(findBestSentence(texts, listQueryStems('wind turbines'))).toBe('We make software.');
  expect(findBestSentence([null, undefined, ''], listQueryStems('wind'))).toBe('');
});

test('no text loses or gains a letter by being marked', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, query) => {
      const pieces = markMatches(text, listQueryStems(query));
      expect(pieces.map((piece) => piece.text).join('')).toBe(text);
    }),
  );
});
