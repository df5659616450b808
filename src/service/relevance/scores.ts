import type { Concept, Expansion } from './thesaurus.ts';

/** Where a word stands: in how many companies, and the packed list of them in parts. */
export type Postings = { companies: number; parts: Buffer[] };

/** What a query is held against. */
export type ScoreOptions = {
  readonly postings: ReadonlyMap<string, Postings>;
  /** How many companies there are, and the highest id among them. */
  readonly companies: number;
  readonly highestId: number;
  /** The least relevance of a result. */
  readonly floor: number;
};

type Result = { readonly id: number; readonly relevance: number };

/** Companies by relevance, the most relevant first. */
export type ScoredCompanies = { readonly ids: number[]; readonly relevances: number[] };

/** A company's id and the weight of a word in it share a number. */
const weightSteps = 64;
/** How much a word that nobody has takes from the relevance of everything: about as much as a rare one. */
const unknownRarity = 6;
/** More are never results, so that a word that a tenth of all companies have stays quick to answer. */
const mostResults = 10_000;
const digits = 10_000;

/**
 * Scores companies by how much of what was asked they have: for each concept its words weighed by their rarity and
 * their place in the company's texts (BM25), together at most as much as the best of them could give alone.
 */
export function scoreCompanies(concepts: readonly Concept[], options: ScoreOptions): ScoredCompanies {
  const { highestId, floor } = options;
  const totals = new Float32Array(highestId + 1);
  const squares = new Float32Array(highestId + 1);
  const found = new Int32Array(highestId + 1);
  let foundCount = 0;
  let most = 0;
  for (const { terms } of concepts) {
    const touched: number[] = [];
    let best = 0;
    for (const term of terms) {
      const weight = addTerm(term, options, (id, part) => {
        if (squares[id] === 0) touched.push(id);
        squares[id] = (squares[id] ?? 0) + part * part;
      });
      best = Math.max(best, weight);
    }
    most += best || unknownRarity;
    for (const id of touched) {
      if (totals[id] === 0) found[foundCount++] = id;
      totals[id] = (totals[id] ?? 0) + Math.min(best, Math.sqrt(squares[id] ?? 0));
      squares[id] = 0;
    }
  }
  const results: Result[] = [];
  for (const id of found.subarray(0, foundCount)) {
    // The root spreads the low values, where most of the difference between yes and no lies.
    const relevance = Math.min(1, Math.sqrt((totals[id] ?? 0) / most));
    if (relevance >= floor) results.push({ id, relevance });
  }
  return sortByRelevance(results);
}

/** Results in order, no more than are ever given. */
export function sortByRelevance(results: Result[]): ScoredCompanies {
  const ordered = results.toSorted((a, b) => b.relevance - a.relevance || a.id - b.id).slice(0, mostResults);
  return {
    ids: ordered.map(({ id }) => id),
    relevances: ordered.map(({ relevance }) => Math.round(relevance * digits) / digits),
  };
}

/** Adds what a term gives to each company that has it; returns what it gives at most. */
function addTerm(
  { stems, weight }: Expansion,
  { postings, companies }: ScoreOptions,
  add: (id: number, part: number) => void,
): number {
  const lists = stems.flatMap((stem) => postings.get(stem) ?? []).toSorted((a, b) => a.companies - b.companies);
  const [rarest, ...others] = lists;
  if (!rarest || lists.length < stems.length) return 0;
  const step = (count: number) => (weight * toRarity(count, companies)) / (weightSteps - 1);
  if (others.length === 0) {
    const one = step(rarest.companies);
    forEachCompany(rarest, (id, steps) => add(id, steps * one));
    return one * (weightSteps - 1);
  }
  // A term of several words stands where all of them do; the weakest decides.
  let both = new Map<number, number>();
  forEachCompany(rarest, (id, steps) => both.set(id, steps));
  for (const list of others) {
    const kept = new Map<number, number>();
    forEachCompany(list, (id, steps) => {
      const before = both.get(id);
      if (before !== undefined) kept.set(id, Math.min(before, steps));
    });
    both = kept;
  }
  if (both.size === 0) return 0;
  const one = step(both.size);
  both.forEach((steps, id) => add(id, steps * one));
  return one * (weightSteps - 1);
}

const toRarity = (count: number, companies: number): number =>
  Math.log(1 + (Math.max(companies, count) - count + 0.5) / (count + 0.5));

function forEachCompany({ parts }: Postings, see: (id: number, steps: number) => void): void {
  for (const part of parts) {
    for (let at = 0; at < part.length; at += 4) {
      const packed = part.readInt32BE(at);
      see(Math.floor(packed / weightSteps), packed % weightSteps);
    }
  }
}
