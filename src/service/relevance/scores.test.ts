import { expect, test } from 'vitest';
import { defaultFloor, scoreCompanies } from './scores.ts';

const companies = 1_000;
const toPostings = (ids: readonly number[]) => {
  const packed = Buffer.alloc(ids.length * 4);
  ids.forEach((id, at) => packed.writeInt32BE(id * 64 + 63, at * 4));
  return { companies: ids.length, parts: [packed] };
};
const postings = new Map([
  ['moon', toPostings([1, 2])],
  ['earth', toPostings([2, 3])],
  ['cheese', toPostings([2, 4])],
]);
const score = (stems: readonly string[], listed: readonly string[]) => {
  const concepts = stems.map((stem) => ({
    queryStems: [stem],
    terms: [{ stems: [stem], weight: 1 }],
    isListed: listed.includes(stem),
  }));
  const { ids, relevances } = scoreCompanies(concepts, { postings, companies, highestId: companies });
  return ids.filter((_, at) => (relevances[at] ?? 0) >= defaultFloor).toSorted((a, b) => a - b);
};

test.each([
  ['all words', ['moon', 'earth', 'cheese'], [], [2]],
  ['the only word', ['moon'], [], [1, 2]],
  ['one of three words that no concept has', ['moon', 'earth', 'xyz'], [], []],
  ['one of several words, most of which a concept has', ['moon', 'earth', 'cheese'], ['earth', 'moon'], [1, 2, 3, 4]],
  ['one of several words, few of which a concept has', ['moon', 'earth', 'cheese'], ['earth'], [2]],
])('a company is a result or not, by what it shares with a text: %s', (_, stems, listed, expected) => {
  expect(score(stems, listed)).toEqual(expected);
});
