import type { ScoredCompanies } from '../scores.ts';
import { findPostings, maxWeight, measureRarity, type Postings, type WordSource, weightBits } from './postings.ts';
import { maxResults } from './rank.ts';

/** A word of the first results, with its weight in them. */
export type WeighedStem = { readonly stem: string; readonly weight: number };

/** What results are reranked by. */
type FeedbackRequest = WordSource & {
  /** How many companies there are, and the highest id among them. */
  readonly companies: number;
  readonly highestId: number;
  /** The minimum relevance of a result. */
  readonly floor: number;
  readonly ranked: ScoredCompanies;
  readonly feedback: readonly WeighedStem[];
  /** How many of the words count: the most significant ones. */
  readonly feedbackWordCount: number;
};

/** How much the words of the first results count next to those of the text; chosen on the tuning queries. */
const feedbackWeight = 0.3;
/** Coarser than the rounding errors of scores, so that equal ones are equal; finer than any other difference. */
const scoreSteps = 2 ** 32;

/** The position of each result, from 1; all 0 between two requests. */
let places = new Uint16Array(0);

/**
 * Moves up results that have the words of the first results. The results swap positions while each position keeps its
 * relevance, so that a relevance means what it did before. Results with the same score keep their order; companies below
 * the floor stay where they are.
 */
export function rerank(request: FeedbackRequest): ScoredCompanies {
  const { ids, relevances } = request.ranked;
  let results = 0;
  while (results < ids.length && (relevances[results] ?? 0) >= request.floor) results += 1;
  const shares = shareWords(request, results);
  const highestShare = shares.subarray(1).reduce((highest, share) => Math.max(highest, share), 1);
  // A score as an integer, followed by its position: numbers sort many times faster than with a comparison function.
  const keys = new Float64Array(results);
  for (let at = 0; at < results; at += 1) {
    const score = (relevances[at] ?? 0) ** 2 + (feedbackWeight * (shares[at + 1] ?? 0)) / highestShare;
    keys[at] = at - Math.round(score * scoreSteps) * maxResults;
  }
  keys.sort();
  const reranked = ids.slice();
  for (let at = 0; at < results; at += 1) {
    const place = (keys[at] ?? 0) % maxResults;
    reranked[at] = ids[place < 0 ? place + maxResults : place] ?? 0;
  }
  // Those with the same relevance by id.
  for (let [from, at] = [0, 1]; at <= results; at += 1) {
    if (at < results && relevances[at] === relevances[from]) continue;
    reranked.subarray(from, at).sort();
    from = at;
  }
  return { ids: reranked, relevances };
}

/** How much each of the first `results` companies has of the words, by its position from 1. */
function shareWords(request: FeedbackRequest, results: number): Float64Array {
  const { ranked, highestId } = request;
  if (places.length <= highestId) places = new Uint16Array(highestId + 1);
  for (let at = 0; at < results; at += 1) places[ranked.ids[at] ?? 0] = at + 1;
  // Companies that are not results all have position 0.
  const shares = new Float64Array(results + 1);
  for (const { parts, weight } of pickFeedbackWords(request)) {
    for (const part of parts) {
      for (let at = 0; at < part.length; at += 1) {
        const packed = part[at] ?? 0;
        const place = places[packed >> weightBits] ?? 0;
        shares[place] = (shares[place] ?? 0) + weight * (packed & maxWeight);
      }
    }
  }
  for (let at = 0; at < results; at += 1) places[ranked.ids[at] ?? 0] = 0;
  return shares;
}

/** The most significant words of the first results, each with its companies; ties are in alphabetical order. */
function pickFeedbackWords(request: FeedbackRequest): (WeighedStem & Pick<Postings, 'parts'>)[] {
  const { feedback, feedbackWordCount, companies } = request;
  const found = feedback.flatMap(({ stem, weight }) => {
    const { companies: count = 0, parts = [] } = findPostings(request, stem) ?? {};
    return count === 0 ? [] : { stem, parts, weight: weight * measureRarity(count, companies) };
  });
  return found.toSorted((a, b) => b.weight - a.weight || (a.stem < b.stem ? -1 : 1)).slice(0, feedbackWordCount);
}
