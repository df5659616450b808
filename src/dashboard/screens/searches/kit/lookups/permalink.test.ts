import { expect, test } from 'vitest';
import { formatQualifier, formatQualifiers } from './permalink.ts';

test.each([
  ['California', 'california-missouri', 'Missouri'],
  ['California', 'california-united-states', 'United States'],
  ['São Paulo', 'sao-paulo-sao-paulo-brazil', 'Sao Paulo Brazil'],
  ['Springfield', 'springfield-illinois-1a2b', 'Illinois'],
  ['United States', 'united-states', ''],
  ['Berlin', 'berlin-3f2a', ''],
  ['Somewhere', 'elsewhere', ''],
])('%s, %s is told apart by "%s"', (name, permalink, words) => {
  expect(formatQualifier({ name, permalink, kind: 'CITY' })).toBe(words);
});

test('two that would look alike carry the suffix of their permalink', () => {
  const city = (permalink: string) => ({ name: 'Springfield', permalink, kind: 'CITY' });
  const qualifiers = formatQualifiers([
    city('springfield-ohio'),
    city('springfield-ohio-1a2b'),
    city('springfield-iowa'),
  ]);
  expect([...qualifiers.values()]).toEqual(['Ohio', 'Ohio 1a2b', 'Iowa']);
});
