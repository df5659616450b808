import type { Concept, Expansion } from './thesaurus.ts';

/** The number of companies with a word, and the packed list of them in parts. */
export type Postings = { companies: number; parts: Buffer[] };

/** The index data that a query is scored with. */
export type ScoreOptions = {
  readonly postings: ReadonlyMap<string, Postings>;
  /** How many companies there are, and the highest id among them. */
  readonly companies: number;
  readonly highestId: number;
};

/**
 * The minimum relevance of a result when the request has none: the highest that keeps nearly all of nDCG@10 on the tuning
 * queries of bench/judgements.txt.
 */
export const defaultFloor = 0.4;

type Result = { readonly id: number; readonly relevance: number };

/** Companies by relevance, the most relevant first. */
export type ScoredCompanies = { readonly ids: number[]; readonly relevances: number[] };

/** A posting packs a company's id and the weight of a word in it: id * 64 + weight. */
const weightSteps = 64;
/** The rarity of a word that no company has, twice that of a rare word: a text about something else has such words. */
const unknownRarity = 12;
/** Chosen on texts about something else, one-liners of companies and the tuning queries of bench/judgements.txt. */
const evidenceOfMatch = 0.2;
const minEvidence = 0.65;
/** The most results of a query, so that a word that 10% of all companies have stays fast. */
const mostResults = 10_000;
const digits = 10_000;

/**
 * Scores companies with BM25. The terms of a concept together count at most as much as the best of them could alone, so
 * that synonyms do not add up.
 */
export function scoreCompanies(concepts: readonly Concept[], options: ScoreOptions): ScoredCompanies {
  const totals = new Float32Array(options.highestId + 1);
  const matches = new Uint16Array(options.highestId + 1);
  const found = new Int32Array(options.highestId + 1);
  let foundCount = 0;
  let most = 0;
  let listed = 0;
  const addParts = createConceptScorer(options);
  for (const { terms, isListed } of concepts) {
    const best = addParts(terms, (id, part) => {
      if (totals[id] === 0) found[foundCount++] = id;
      totals[id] = (totals[id] ?? 0) + part;
      matches[id] = (matches[id] ?? 0) + 1;
    });
    most += best || unknownRarity;
    if (isListed) listed += best || unknownRarity;
  }
  const results: Result[] = [];
  for (const id of found.subarray(0, foundCount)) {
    // The square root spreads low values, where most of the difference between relevant and irrelevant is.
    const relevance = Math.min(1, Math.sqrt((totals[id] ?? 0) / most));
    const matched = matches[id] ?? 0;
    const isProven = matched === concepts.length || listed / most + evidenceOfMatch * matched >= minEvidence;
    results.push({ id, relevance: isProven ? relevance : relevance * defaultFloor });
  }
  return sortByRelevance(results);
}

/** Calls `add` once for each company that has a term of a concept; returns the highest possible part. */
function createConceptScorer(options: ScoreOptions) {
  const squares = new Float32Array(options.highestId + 1);
  return (terms: readonly Expansion[], add: (id: number, part: number) => void): number => {
    const touched: number[] = [];
    let best = 0;
    for (const term of terms) {
      const weight = addTerm(term, options, (id, part) => {
        if (squares[id] === 0) touched.push(id);
        squares[id] = (squares[id] ?? 0) + part * part;
      });
      best = Math.max(best, weight);
    }
    for (const id of touched) {
      add(id, Math.min(best, Math.sqrt(squares[id] ?? 0)));
      squares[id] = 0;
    }
    return best;
  };
}

/** Sorts results by relevance and cuts them to the most that a query returns. */
export function sortByRelevance(results: Result[]): ScoredCompanies {
  const ordered = results.toSorted((a, b) => b.relevance - a.relevance || a.id - b.id).slice(0, mostResults);
  return {
    ids: ordered.map(({ id }) => id),
    relevances: ordered.map(({ relevance }) => Math.round(relevance * digits) / digits),
  };
}

/** Adds the score of a term to each company that has it; returns its highest possible score. */
function addTerm(
  { stems, weight }: Expansion,
  { postings, companies }: ScoreOptions,
  add: (id: number, part: number) => void,
): number {
  const lists = stems.flatMap((stem) => postings.get(stem) ?? []).toSorted((a, b) => a.companies - b.companies);
  const [rarest, ...others] = lists;
  if (!rarest || lists.length < stems.length) return 0;
  const step = (count: number) => (weight * measureRarity(count, companies)) / (weightSteps - 1);
  if (others.length === 0) {
    const one = step(rarest.companies);
    forEachCompany(rarest, (id, steps) => add(id, steps * one));
    return one * (weightSteps - 1);
  }
  // A company has a term if it has all its words; the lowest weight counts.
  let both = new Map<number, number>();
  forEachCompany(rarest, (id, steps) => both.set(id, steps));
  for (const list of others) {
    const shared = new Map<number, number>();
    forEachCompany(list, (id, steps) => {
      const before = both.get(id);
      if (before !== undefined) shared.set(id, Math.min(before, steps));
    });
    both = shared;
  }
  if (both.size === 0) return 0;
  const one = step(both.size);
  both.forEach((steps, id) => add(id, steps * one));
  return one * (weightSteps - 1);
}

const measureRarity = (count: number, companies: number): number =>
  Math.log(1 + (Math.max(companies, count) - count + 0.5) / (count + 0.5));

function forEachCompany({ parts }: Postings, see: (id: number, steps: number) => void): void {
  for (const part of parts) {
    for (let at = 0; at < part.length; at += 4) {
      const packed = part.readInt32BE(at);
      see(Math.floor(packed / weightSteps), packed % weightSteps);
    }
  }
}
