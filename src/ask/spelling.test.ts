import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findMeant, indexByLetter, isTypo } from './spelling.ts';

test.each([
  ['berln', 'berlin'],
  ['isreal', 'israel'],
  ['pariss', 'paris'],
  ['cybersecuirty', 'cybersecurity'],
  ['investers', 'investors'],
])('%s is %s with a typing error', (typed, meant) => expect(isTypo(typed, meant)).toBe(true));

test.each([
  ['ports', 'porto'],
  ['marine', 'maine'],
  ['green', 'greek'],
  ['pairs', 'paris'],
  ['turing', 'turin'],
  ['leads', 'leeds'],
  ['berlin', 'berlin'],
])('%s is not %s mistyped', (typed, meant) => expect(isTypo(typed, meant)).toBe(false));

test('one letter wrong, missing, doubled or swapped in a long word, after its first, is found', () => {
  const word = fc.stringMatching(/^[a-z]{8,14}$/);
  const slip = fc.constantFrom('wrong', 'missing', 'doubled', 'swapped');
  fc.assert(
    fc.property(word, fc.nat(), slip, (meant, at, kind) => {
      const place = 1 + (at % (meant.length - 2));
      const [start, letter, rest] = [meant.slice(0, place), meant.charAt(place), meant.slice(place + 1)];
      const wrong = letter === 'q' ? 'x' : 'q';
      const typed = {
        wrong: `${start}${wrong}${rest}`,
        missing: `${start}${rest}`,
        doubled: `${start}${letter}${letter}${rest}`,
        swapped: `${start}${rest.charAt(0)}${letter}${rest.slice(1)}`,
      }[kind];
      expect(findMeant(typed, indexByLetter([meant]))).toBe(typed === meant ? undefined : meant);
    }),
  );
});

test('a text that may be two names is neither', () => {
  expect(findMeant('austrlia', indexByLetter(['australia', 'austrilia']))).toBeUndefined();
});
