import { expect, test } from 'vitest';
import { readConceptGroups, parseConceptGroups } from './thesaurus.ts';

test('a line is a group: synonyms, and words of close meaning', () => {
  expect(parseConceptGroups(['\n# movement\nlorry, truck | freight\n\ncab\n'])).toEqual([
    { same: ['lorry', 'truck'], close: ['freight'] },
    { same: ['cab'], close: [] },
  ]);
});

test('several hundred groups are shipped, each with more than one word', () => {
  const groups = readConceptGroups();
  expect(groups.length).toBeGreaterThan(300);
  expect(groups.filter(({ same, close }) => same.length + close.length < 2)).toEqual([]);
  expect(groups.flatMap(({ same, close }) => [...same, ...close]).filter((term) => term === '')).toEqual([]);
});
