import { describe, expect, test } from 'vitest';
import { readJudgedQueries } from './judged.ts';
import { compare, scoreRanking } from './measures.ts';

describe('the judged queries', () => {
  const queries = readJudgedQueries();
  test('are at least 150, half of them paraphrases and half of them held out, half of these paraphrases', () => {
    expect(queries.length).toBeGreaterThanOrEqual(150);
    expect(queries.filter(({ isParaphrase }) => isParaphrase)).toHaveLength(queries.length / 2);
    const aside = queries.filter(({ isHeldOut }) => isHeldOut);
    expect(aside).toHaveLength(queries.length / 2);
    expect(aside.filter(({ isParaphrase }) => isParaphrase)).toHaveLength(aside.length / 2);
  });
  test('refer to companies only by id, and have a relevant company for each query', () => {
    for (const { text, grades } of queries) {
      expect(
        [...grades.keys()].filter((id) => !/^\d+$/.test(id)),
        text,
      ).toEqual([]);
      expect([...grades.values()], text).toContain(2);
    }
  });
});

test('nDCG@10 is 1 for the best order, less for a worse one, 0 without a relevant result; unjudged results count as wrong', () => {
  const grades = new Map([
    ['a', 2],
    ['b', 1],
    ['c', 0],
  ]);
  expect(scoreRanking(['a', 'b'], grades)).toBe(1);
  expect(scoreRanking(['b', 'a'], grades)).toBeCloseTo((1 + 3 / Math.log2(3)) / (3 + 1 / Math.log2(3)));
  expect(scoreRanking(['c', 'x'], grades)).toBe(0);
});

test('a comparison has means, ratio and the interval of the difference', () => {
  const query = { isHeldOut: false, isParaphrase: false, baseline: 0.25, candidate: 0.5 };
  const [tuning] = compare([query, query, query]);
  expect(tuning).toMatchObject({ count: 3, baseline: 0.25, candidate: 0.5, ratio: 2, low: 0.25, high: 0.25 });
  const [mixed] = compare([query, { ...query, candidate: 0 }]);
  expect(mixed).toMatchObject({ low: -0.25, high: 0.25 });
});
