import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createVectorIndex, storeVector } from '../model/vectors.ts';
import { defaultFloor, takeAboveFloor } from '../scores.ts';
import type { SharedWords } from './postings.ts';
import { runInRankingThread } from './ranking-thread.ts';

const companies = 1_000;
const pack = (id: number, weight: number) => id * 64 + weight;
const toPostings = (postings: readonly number[]) => {
  const packed = Buffer.alloc(postings.length * 4);
  postings.forEach((posting, at) => packed.writeInt32BE(posting, at * 4));
  return [packed];
};
const toConcept = (stems: readonly string[], isListed = false) => ({
  terms: [{ stems, weight: 1 }],
  isListed,
});

describe('a company is a result or not, by what it shares with a text', () => {
  const postings = new Map(
    Object.entries({ moon: [1, 2], earth: [2, 3], cheese: [2, 4] }).map(([word, ids]) => [
      word,
      toPostings(ids.map((id) => pack(id, 63))),
    ]),
  );
  test.each([
    ['all words', ['moon', 'earth', 'cheese'], [], [2]],
    ['the only word', ['moon'], [], [1, 2]],
    ['one of three words that no concept has', ['moon', 'earth', 'xyz'], [], []],
    ['one of several words, most of which a concept has', ['moon', 'earth', 'cheese'], ['earth', 'moon'], [1, 2, 3, 4]],
    ['one of several words, few of which a concept has', ['moon', 'earth', 'cheese'], ['earth'], [2]],
    ['all words of a question', ['moon', 'earth', 'cheese'], ['earth', 'moon'], [2], true],
  ])('%s', async (_, stems, listed: string[], expected, isQuestion = false) => {
    const concepts = stems.map((stem) => toConcept([stem], listed.includes(stem)));
    const all = await runInRankingThread('rank', {
      concepts,
      isQuestion,
      companies,
      highestId: companies,
      floor: defaultFloor,
      words: undefined,
      postings,
      vectors: undefined,
    });
    expect([...takeAboveFloor(all, defaultFloor).ids].toSorted((a, b) => a - b)).toEqual(expected);
  });
});

test('where no company has much of a text, those near the highest relevance are results too, below it', async () => {
  const words = { sky: [1, 2, 3], blue: [1, 2], sea: [1] };
  const postings = new Map(
    Object.entries(words).map(([word, ids]) => [word, toPostings(ids.map((id) => pack(id, 14)))]),
  );
  const request = {
    isQuestion: false,
    companies,
    highestId: companies,
    floor: defaultFloor,
    words: undefined,
    postings,
    vectors: undefined,
  };
  const rank = async (texts: string[]) =>
    takeAboveFloor(
      await runInRankingThread('rank', { ...request, concepts: texts.map((stem) => toConcept([stem], true)) }),
      defaultFloor,
    );
  const { ids, relevances } = await rank(['sky', 'blue', 'sea']);
  expect([...ids]).toEqual([1, 2]);
  expect(relevances[0]).toBeLessThan(0.5);
  expect(relevances[1]).toBeLessThan(relevances[0] ?? 0);
});

test('feedback moves results up that have its words, and keeps which are results, and all relevances', async () => {
  const draw = fc.record({
    relevances: fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 30 }),
    weights: fc.array(fc.nat({ max: 63 }), { minLength: 30, maxLength: 30 }),
  });
  await fc.assert(
    fc.asyncProperty(draw, async ({ relevances, weights }) => {
      const sorted = relevances.toSorted((a, b) => b - a).map((step) => step / 10_000);
      const ranked = { ids: Int32Array.from(sorted, (_, at) => at), relevances: Float64Array.from(sorted) };
      const postings = new Map([
        ['sky', toPostings(weights.map((weight, id) => pack(id, weight)))],
        ['sea', toPostings(weights.map((weight, id) => pack(id, 63 - weight)))],
      ]);
      const base = { companies: 100, highestId: 30, floor: defaultFloor, words: undefined, postings, ranked };
      const none = await runInRankingThread('rerank', { ...base, feedback: [], feedbackWordCount: 1 });
      expect(none).toEqual(ranked);
      // Of several words only the most significant count, and one that no company has is not among them.
      const feedback = [
        { stem: 'unknown', weight: 9 },
        { stem: 'sea', weight: 1 },
        { stem: 'sky', weight: 2 },
      ];
      const after = await runInRankingThread('rerank', { ...base, feedback, feedbackWordCount: 1 });
      expect(after.relevances).toEqual(ranked.relevances);
      const results = sorted.filter((relevance) => relevance >= defaultFloor);
      const rarity = Math.log(1 + (100 - 30 + 0.5) / (30 + 0.5));
      const shares = results.map((_, id) => 2 * rarity * (weights[id] ?? 0));
      const scores = results.map((one, id) => one ** 2 + (0.3 * (shares[id] ?? 0)) / Math.max(1, ...shares));
      // Those with the same score in their previous order, then those with the same relevance by id.
      const order = results.map((_, id) => id);
      order.sort((a, b) => Math.round(((scores[b] ?? 0) - (scores[a] ?? 0)) * 1e9));
      const places = order.map((id, at) => ({ id, relevance: sorted[at] ?? 0 }));
      places.sort((a, b) => b.relevance - a.relevance || a.id - b.id);
      expect([...after.ids]).toEqual([...places.map(({ id }) => id), ...ranked.ids.subarray(results.length)]);
    }),
  );
});

test('of equally significant words the alphabetically first count, in whatever order they arrive', async () => {
  const ranked = { ids: Int32Array.of(1, 2), relevances: Float64Array.of(0.61, 0.6) };
  const postings = new Map([
    ['moon', toPostings([pack(1, 63)])],
    ['sun', toPostings([pack(2, 63)])],
  ]);
  const base = {
    companies: 10,
    highestId: 2,
    floor: defaultFloor,
    words: undefined,
    postings,
    ranked,
    feedbackWordCount: 1,
  };
  const feedback = [
    { stem: 'sun', weight: 1 },
    { stem: 'moon', weight: 1 },
  ];
  for (const words of [feedback, feedback.toReversed()])
    expect([...(await runInRankingThread('rerank', { ...base, feedback: words })).ids]).toEqual([1, 2]);
});

/** Words with their weight in each company. */
const drawWords = fc.dictionary(
  fc.string({ minLength: 1, maxLength: 3, unit: fc.constantFrom('a', 'b', 'é', '語', '😀') }),
  fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 63 })), {
    minLength: 1,
    selector: ([id]) => id,
  }),
  { minKeys: 1 },
);

function shareWords(words: Record<string, [number, number][]>): SharedWords {
  const sorted = Object.keys(words).toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const ends = (lengths: number[]) => {
    let end = 0;
    return Uint32Array.from(lengths, (length) => (end += length));
  };
  return {
    text: Buffer.from(sorted.join('')),
    textEnds: ends(sorted.map((word) => Buffer.byteLength(word))),
    postingEnds: ends(sorted.map((word) => (words[word] ?? []).length)),
    postings: Int32Array.from(sorted.flatMap((word) => (words[word] ?? []).map(([id, weight]) => pack(id, weight)))),
  };
}

test('words in memory and words from the database give the same ranking, the most relevant companies first', async () => {
  const drawn = drawWords.chain((words) =>
    fc.tuple(
      fc.constant(words),
      fc.array(fc.subarray([...Object.keys(words), 'none'], { minLength: 1 }), { minLength: 1 }),
    ),
  );
  await fc.assert(
    fc.asyncProperty(drawn, async ([words, terms]) => {
      const concepts = terms.map((stems) => toConcept(stems));
      const base = {
        concepts,
        isQuestion: false,
        companies: 60,
        highestId: 60,
        floor: defaultFloor,
        vectors: undefined,
      };
      const postings = new Map(
        Object.entries(words).map(([word, list]) => [word, toPostings(list.map(([id, weight]) => pack(id, weight)))]),
      );
      const stored = await runInRankingThread('rank', { ...base, words: undefined, postings });
      const held = await runInRankingThread('rank', { ...base, words: shareWords(words), postings: undefined });
      expect(held).toEqual(stored);
      const [ids, relevances] = [[...held.ids], [...held.relevances]];
      const hasTerm = (id: number) =>
        terms.some((stems) => stems.every((stem) => words[stem]?.some(([owner]) => owner === id)));
      expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 61 }, (_, id) => id).filter(hasTerm));
      const order = ids.map((id, at) => ({ id, relevance: relevances[at] ?? 0 }));
      expect(order).toEqual(order.toSorted((a, b) => b.relevance - a.relevance || a.id - b.id));
      const feedback = Object.keys(words).map((stem) => ({ stem, weight: stem.length }));
      const again = { ...base, ranked: stored, feedback, feedbackWordCount: 2 };
      expect(await runInRankingThread('rerank', { ...again, words: shareWords(words), postings: undefined })).toEqual(
        await runInRankingThread('rerank', { ...again, words: undefined, postings }),
      );
    }),
  );
});

/** Two companies, the first with the word of the text, and a model whose closest unrelated similarity is `highest`. */
async function rankByModel(
  query: readonly number[],
  { weight, highest, isQuick = false }: { weight: number; highest: number; isQuick?: boolean },
) {
  const vectors = createVectorIndex(1, 2, 8);
  storeVector(vectors, 0, 1, Int8Array.of(100, 0, 0, 0, 0, 0, 0, 0));
  storeVector(vectors, 1, 2, Int8Array.of(0, 100, 0, 0, 0, 0, 0, 0));
  const all = await runInRankingThread('rank', {
    concepts: [toConcept(['press'])],
    isQuestion: false,
    companies,
    highestId: companies,
    floor: defaultFloor,
    words: undefined,
    postings: new Map([['press', toPostings([pack(1, weight)])]]),
    vectors: { ...vectors, query: Int8Array.from(query), similarity: { mean: 0, highest }, isQuick },
  });
  return [...takeAboveFloor(all, defaultFloor).ids];
}

test('words that companies share with a text count only if a company comes close to it in meaning', async () => {
  const find = (...query: number[]) => rankByModel(query, { weight: 63, highest: 1 });
  // The cosine of the closest company is 0.96, and 0.71.
  expect(await find(100, 0, 30, 0, 0, 0, 0, 0)).toEqual([1]);
  expect(await find(100, 0, 100, 0, 0, 0, 0, 0)).toEqual([]);
});

test('a text has results only if a company comes clearly closer than unrelated ones', async () => {
  const find = (closeness: number) => rankByModel([100, 0, 0, 0, 0, 0, 0, 0], { weight: 1, highest: 1 / closeness });
  expect(await find(1.06)).toEqual([]);
  expect(await find(1.1)).toEqual([1]);
});

test('a quick model finds a company without its words only if it is clearly closer than unrelated ones', async () => {
  const find = (closeness: number) =>
    rankByModel([0, 100, 0, 0, 0, 0, 0, 0], { weight: 63, highest: 1 / closeness, isQuick: true });
  // Company 1 has the word of the text, company 2 is close to it.
  expect(await find(1)).toEqual([1]);
  expect(await find(2)).toEqual([1, 2]);
});

test('the similarity of vectors is their cosine', async () => {
  const drawn = fc.integer({ min: 1, max: 40 }).chain((dimensions) => {
    const vector = fc.int8Array({ minLength: dimensions, maxLength: dimensions });
    return fc.record({ vectors: fc.array(vector, { minLength: 1, maxLength: 20 }), text: vector });
  });
  await fc.assert(
    fc.asyncProperty(drawn, fc.integer({ min: 1, max: 20 }), async ({ vectors, text }, sample) => {
      const index = createVectorIndex(1, vectors.length, text.length);
      vectors.forEach((vector, row) => storeVector(index, row, row, vector));
      const measured = await runInRankingThread('measureUnrelated', {
        vectors: index,
        texts: [text],
        sample,
        smallestSpread: 0,
      });
      const compared = vectors.filter((_, row) => row % Math.ceil(vectors.length / sample) === 0);
      const cosines = compared.map((vector) => {
        const dot = vector.reduce((sum, value, at) => sum + value * (text[at] ?? 0), 0);
        return dot === 0 ? 0 : dot / (Math.hypot(...vector) * Math.hypot(...text));
      });
      expect(measured.highest).toBeCloseTo(Math.max(...cosines), 5);
      expect(measured.mean).toBeCloseTo(cosines.reduce((sum, one) => sum + one, 0) / cosines.length, 5);
    }),
  );
});
