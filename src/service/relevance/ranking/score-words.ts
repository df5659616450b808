import type { Concept } from '../thesaurus.ts';
import { intersectPostings } from './intersect-postings.ts';
import { findPostings, maxWeight, measureRarity, type WordSource, weightBits } from './postings.ts';

/** A text as concepts, and the words of the companies. */
export type WordsRequest = WordSource & {
  readonly concepts: readonly Concept[];
  /** Whether the text is a general question; then a company is a result only if it has all concepts of the text. */
  readonly isQuestion: boolean;
  /** How many companies there are, and the highest id among them. */
  readonly companies: number;
  readonly highestId: number;
  /** The relevance of the closest unrelated company. */
  readonly floor: number;
};

/** The rarity of a word that no company has, twice that of a rare word; texts about something else have such words. */
const unknownRarity = 12;
/** Chosen on texts about something else, one-liners of companies and the tuning queries of bench/judgements.txt. */
const evidenceOfMatch = 0.2;
const minEvidence = 0.7;
/**
 * How far above the floor a company with one of two concepts may be: hardly one of them is relevant, so that none is
 * related (`relevanceBands`). Chosen on the tuning queries.
 */
const halfScale = 0.7;
/** If no company matches much of a text, those with this share of the highest relevance are results. */
export const resultShare = 0.7;

/** The squared scores of the companies by a concept, and which they are; `squares` is all 0 between two concepts. */
let squares = new Float32Array(0);
let touched = new Int32Array(0);

/**
 * The relevance of each company by BM25, undefined if none has a word. The terms of a concept together count at most as
 * much as the best of them could alone, so that synonyms do not add up.
 */
export function scoreWords(request: WordsRequest): Float32Array | undefined {
  const { concepts, isQuestion, highestId, floor } = request;
  const totals = new Float32Array(highestId + 1);
  const matches = new Uint8Array(highestId + 1);
  if (squares.length <= highestId) {
    squares = new Float32Array(highestId + 1);
    touched = new Int32Array(highestId + 1);
  }
  let [possible, listed, hasMatch] = [0, 0, false];
  for (const concept of concepts) {
    const { best, count } = squareScores(request, concept);
    for (let at = 0; at < count; at += 1) {
      const id = touched[at] ?? 0;
      totals[id] = (totals[id] ?? 0) + Math.min(best, Math.sqrt(squares[id] ?? 0));
      matches[id] = (matches[id] ?? 0) + 1;
      squares[id] = 0;
    }
    hasMatch ||= count > 0;
    possible += best || unknownRarity;
    if (concept.isListed) listed += best || unknownRarity;
  }
  if (!hasMatch) return undefined;
  for (let id = 0; id <= highestId; id += 1) {
    const matched = matches[id] ?? 0;
    if (matched === 0) continue;
    const isProven =
      matched === concepts.length || (!isQuestion && listed / possible + evidenceOfMatch * matched >= minEvidence);
    // The square root spreads low values, where most of the difference between relevant and irrelevant is.
    const share = Math.min(1, Math.sqrt((totals[id] ?? 0) / possible));
    const isHalf = matched === 1 && concepts.length === 2;
    if (!isProven) totals[id] = share * floor * resultShare;
    else totals[id] = isHalf && share > floor ? floor + halfScale * (share - floor) : share;
  }
  return totals;
}

/** Adds the squared scores of a concept's terms; returns the best that one can have, and how many companies have any. */
function squareScores(request: WordsRequest, { terms }: Concept): { best: number; count: number } {
  let [best, count] = [0, 0];
  for (const { stems, weight } of terms) {
    const lists = stems
      .flatMap((stem) => findPostings(request, stem) ?? [])
      .toSorted((a, b) => a.companies - b.companies);
    if (lists.length < stems.length) continue;
    const shared = lists.length === 1 ? lists[0] : intersectPostings(lists, request.highestId);
    if (!shared || shared.companies === 0) continue;
    const perWeight = (weight * measureRarity(shared.companies, request.companies)) / maxWeight;
    best = Math.max(best, perWeight * maxWeight);
    for (const part of shared.parts) {
      for (let at = 0; at < part.length; at += 1) {
        const packed = part[at] ?? 0;
        const id = packed >> weightBits;
        const before = squares[id] ?? 0;
        if (before === 0) touched[count++] = id;
        squares[id] = before + ((packed & maxWeight) * perWeight) ** 2;
      }
    }
  }
  return { best, count };
}
