import type { ScoredCompanies } from '../scores.ts';
import { measureCosines, type SharedVectors, type UnrelatedSimilarity } from './cosines.ts';
import { resultShare, scoreWords, type WordsRequest } from './score-words.ts';

/** A text, and the data that companies are ranked by. */
type RankRequest = WordsRequest & {
  readonly vectors: QueryVectors | undefined;
};

/** The vectors of a text and of the companies, and the similarity of unrelated texts. */
type QueryVectors = SharedVectors & {
  readonly query: Int8Array;
  readonly similarity: UnrelatedSimilarity;
  /** Whether they are of a quick model, which knows less than the words and concepts do. */
  readonly isQuick: boolean;
};

/** The weight of words, and how far above unrelated a company is certain; chosen with a model on the tuning queries. */
const wordsWeight = 1;
const certainty = 1.3;
/** What the highest score must reach for a text to have results; 1 is the closest unrelated company. */
const minHighest = 1.1;
/** The weight of vectors next to words with a quick model; chosen on the tuning queries. */
const quickWeight = 0.12;
/** How close a company must be by the model alone for words to count; every text about companies is. */
const minClosest = 0.9;
/** The maximum number of results, so that a word that 10% of all companies have stays fast. */
export const maxResults = 10_000;
/** Relevances have four digits, so that they can be sorted by counting. */
const relevanceSteps = 10_000;

/** The companies by relevance to a text, highest first; none if no company has a word of it, even with a model. */
export function rank(request: RankRequest): ScoredCompanies {
  const { floor, vectors } = request;
  const byWords = scoreWords(request);
  if (!byWords) return takeMostRelevant(new Uint16Array(0));
  if (!vectors) return takeMostRelevant(toSteps(byWords, floor, floor));
  if (vectors.isQuick) return takeMostRelevant(toSteps(addQuickVectors(byWords, vectors), floor, floor));
  return takeMostRelevant(toSteps(addVectors(byWords, vectors, floor), floor, toRelevance(minHighest, floor)));
}

/** The relevance of each company by vectors and words. A model knows meanings, words know names. */
function addVectors(byWords: Float32Array, vectors: QueryVectors, floor: number): Float32Array {
  const { ids } = vectors;
  const closeness = measureCloseness(vectors);
  let closest = 0;
  for (let row = 0; row < closeness.length; row += 1) closest = Math.max(closest, closeness[row] ?? 0);
  const weight = closest < minClosest ? 0 : wordsWeight;
  const relevances = new Float32Array(byWords.length);
  for (let row = 0; row < ids.length; row += 1) {
    const id = ids[row] ?? 0;
    // Relevances by words are square roots of the share of the highest possible score.
    relevances[id] = toRelevance((closeness[row] ?? 0) + weight * (byWords[id] ?? 0) ** 2, floor);
  }
  return relevances;
}

/** The relevance of each company by words, and a little by the vectors of a quick model. */
function addQuickVectors(byWords: Float32Array, vectors: QueryVectors): Float32Array {
  const { ids } = vectors;
  const closeness = measureCloseness(vectors);
  const relevances = new Float32Array(byWords.length);
  for (let row = 0; row < ids.length; row += 1) {
    const id = ids[row] ?? 0;
    const share = (byWords[id] ?? 0) ** 2 + quickWeight * Math.max(0, closeness[row] ?? 0);
    relevances[id] = Math.min(1, Math.sqrt(share / (1 + quickWeight)));
  }
  return relevances;
}

/** How close each company is to the text: 0 as an average unrelated company, 1 as the closest unrelated one. */
function measureCloseness(vectors: QueryVectors): Float64Array {
  const { mean, highest } = vectors.similarity;
  return measureCosines(vectors, vectors.query, 1).map((cosine) => (cosine - mean) / (highest - mean));
}

/** The closest unrelated company, whose score is 1, has the default floor. */
const toRelevance = (score: number, floor: number): number =>
  score < 1 ? Math.max(0, score * floor) : floor + (1 - floor) * Math.tanh((score - 1) / certainty);

/**
 * Relevances as steps. If the highest is below `minRelevance` there is no result; if it is low, companies near it are
 * results too.
 */
function toSteps(relevances: Float32Array, floor: number, minRelevance: number): Uint16Array {
  let highest = 0;
  for (let id = 0; id < relevances.length; id += 1) highest = Math.max(highest, relevances[id] ?? 0);
  const from = Math.min(floor, resultShare * highest);
  const scale = highest > from ? (highest - floor) / (highest - from) : 0;
  const steps = new Uint16Array(relevances.length);
  for (let id = 0; id < relevances.length; id += 1) {
    const relevance = relevances[id] ?? 0;
    if (relevance === 0) continue;
    let final = relevance < from ? relevance : floor + (relevance - from) * scale;
    if (highest < minRelevance) final = Math.min(relevance, floor - 1 / relevanceSteps);
    // Rounded: the array keeps the integer part.
    steps[id] = final * relevanceSteps + 0.5;
  }
  return steps;
}

/** The companies by relevance, highest first; those with the same relevance by id. */
function takeMostRelevant(steps: Uint16Array): ScoredCompanies {
  const counts = new Uint32Array(relevanceSteps + 1);
  for (let id = 0; id < steps.length; id += 1) {
    const step = steps[id] ?? 0;
    counts[step] = (counts[step] ?? 0) + 1;
  }
  // Where the companies of each step begin.
  const starts = new Uint32Array(relevanceSteps + 1);
  let [count, last] = [0, relevanceSteps];
  for (let step = relevanceSteps; step > 0 && count < maxResults; step -= 1) {
    starts[step] = count;
    count += counts[step] ?? 0;
    last = step;
  }
  const ids = new Int32Array(count);
  for (let id = 0; id < steps.length; id += 1) {
    const step = steps[id] ?? 0;
    if (step < last) continue;
    const place = starts[step] ?? 0;
    ids[place] = id;
    starts[step] = place + 1;
  }
  const taken = ids.slice(0, maxResults);
  return { ids: taken, relevances: Float64Array.from(taken, (id) => (steps[id] ?? 0) / relevanceSteps) };
}
