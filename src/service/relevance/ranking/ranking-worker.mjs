// Ranks companies in its own thread, so that no other request waits for it. Words and vectors are in shared memory,
// which every request names; the thread keeps only working memory. It is started from its text and not from this file,
// which a build does not contain, so it imports none of our code.
import { parentPort } from 'node:worker_threads';

/** @typedef {import('./ranking-thread.ts').RankRequest} RankRequest */
/** @typedef {import('./ranking-thread.ts').SharedWords} SharedWords */
/** @typedef {import('./ranking-thread.ts').FeedbackRequest} FeedbackRequest */
/** @typedef {import('./ranking-thread.ts').SharedVectors} SharedVectors */
/** @typedef {import('../thesaurus.ts').Expansion} Expansion */
/** @typedef {{ companies: number, parts: Int32Array[] }} Postings */

/** A posting packs a company's id and the weight of a word in it: id * 64 + weight. */
const [weightBits, maxWeight] = [6, 63];
/** The rarity of a word that no company has, twice that of a rare word; texts about something else have such words. */
const unknownRarity = 12;
/** Chosen on texts about something else, one-liners of companies and the tuning queries of bench/judgements.txt. */
const evidenceOfMatch = 0.2;
const minEvidence = 0.7;
/** If no company matches much of a text, those with this share of the highest relevance are results. */
const resultShare = 0.7;
/** The weight of words, and how far above unrelated a company is certain; chosen with a model on the tuning queries. */
const wordsWeight = 1.6;
const certainty = 1.6;
/** What the highest score must reach for a text to have results; 1 is the closest unrelated company. */
const minHighest = 1.1;
/** How close a company must be by the model alone for words to count; every text about companies is. */
const minClosest = 0.9;
/** How much the words of the first results count next to those of the text; chosen on the tuning queries. */
const feedbackWeight = 0.3;
/** The maximum number of results, so that a word that 10% of all companies have stays fast. */
const maxResults = 10_000;
/** Relevances have four digits, so that they can be sorted by counting. */
const relevanceSteps = 10_000;
/** Coarser than the rounding errors of scores, so that equal ones are equal; finer than any other difference. */
const scoreSteps = 2 ** 32;

/**
 * Working memory, one element for each company. `lowest` is all 0 between two terms, `squares` between two concepts,
 * `places` between two requests.
 */
let squares = new Float32Array(0);
let lowest = new Uint8Array(0);
let touched = new Int32Array(0);
let common = new Int32Array(0);
let places = new Uint16Array(0);

/** @param {number} highestId */
function makeRoom(highestId) {
  if (squares.length > highestId) return;
  squares = new Float32Array(highestId + 1);
  lowest = new Uint8Array(highestId + 1);
  touched = new Int32Array(highestId + 1);
  common = new Int32Array(highestId + 1);
  places = new Uint16Array(highestId + 1);
}

/** @param {RankRequest} request */
function rank(request) {
  const { highestId, floor, vectors } = request;
  makeRoom(highestId);
  const byWords = scoreWords(request);
  // A text without a single known word has no result, even with a model.
  if (!byWords) return takeMostRelevant(new Uint16Array(0));
  if (!vectors) return takeMostRelevant(toSteps(byWords, floor, floor));
  return takeMostRelevant(toSteps(addVectors(byWords, vectors, floor), floor, toRelevance(minHighest, floor)));
}

/**
 * The relevance of each company by vectors and words. A model knows meanings, words know names.
 * @param {Float32Array} byWords
 * @param {NonNullable<RankRequest['vectors']>} vectors
 * @param {number} floor
 */
function addVectors(byWords, vectors, floor) {
  const { ids, query, similarity } = vectors;
  const cosines = measureCosines(vectors, query, 1);
  // 0 for an average unrelated company, 1 for the closest unrelated one.
  const toCloseness = (/** @type {number} */ cosine) =>
    (cosine - similarity.mean) / (similarity.highest - similarity.mean);
  let closest = 0;
  for (let row = 0; row < cosines.length; row += 1) closest = Math.max(closest, cosines[row] ?? 0);
  const weight = toCloseness(closest) < minClosest ? 0 : wordsWeight;
  const relevances = new Float32Array(byWords.length);
  for (let row = 0; row < ids.length; row += 1) {
    const id = ids[row] ?? 0;
    // Relevances by words are square roots of the share of the highest possible score.
    relevances[id] = toRelevance(toCloseness(cosines[row] ?? 0) + weight * (byWords[id] ?? 0) ** 2, floor);
  }
  return relevances;
}

/**
 * Relevances as steps. If the highest is too low there is no result; if it is low, companies near it are results too.
 * @param {Float32Array} relevances
 * @param {number} floor
 * @param {number} minRelevance what a text needs to have results
 */
function toSteps(relevances, floor, minRelevance) {
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

/**
 * The closest unrelated company has the default floor.
 * @param {number} score
 * @param {number} floor
 */
const toRelevance = (score, floor) =>
  score < 1 ? Math.max(0, score * floor) : floor + (1 - floor) * Math.tanh((score - 1) / certainty);

/**
 * The relevance of each company by BM25, undefined if none has a word. The terms of a concept together count at most as
 * much as the best of them could alone, so that synonyms do not add up.
 * @param {RankRequest} request
 */
function scoreWords({ concepts, isQuestion, companies, highestId, floor, words, postings }) {
  const totals = new Float32Array(highestId + 1);
  const matches = new Uint8Array(highestId + 1);
  const find = (/** @type {string} */ stem) => (words ? findWord(words, stem) : readPostings(postings?.get(stem)));
  let [possible, listed, hasMatch] = [0, 0, false];
  for (const { terms, isListed } of concepts) {
    let [best, count] = [0, 0];
    for (const { stems, weight } of terms) {
      const lists = stems.flatMap((stem) => find(stem) ?? []).toSorted((a, b) => a.companies - b.companies);
      if (lists.length < stems.length) continue;
      const shared = lists.length === 1 ? lists[0] : intersect(lists);
      if (!shared || shared.companies === 0) continue;
      const perWeight = (weight * measureRarity(shared.companies, companies)) / maxWeight;
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
    for (let at = 0; at < count; at += 1) {
      const id = touched[at] ?? 0;
      totals[id] = (totals[id] ?? 0) + Math.min(best, Math.sqrt(squares[id] ?? 0));
      matches[id] = (matches[id] ?? 0) + 1;
      squares[id] = 0;
    }
    hasMatch ||= count > 0;
    possible += best || unknownRarity;
    if (isListed) listed += best || unknownRarity;
  }
  if (!hasMatch) return undefined;
  for (let id = 0; id <= highestId; id += 1) {
    const matched = matches[id] ?? 0;
    if (matched === 0) continue;
    const isProven =
      matched === concepts.length || (!isQuestion && listed / possible + evidenceOfMatch * matched >= minEvidence);
    // The square root spreads low values, where most of the difference between relevant and irrelevant is.
    totals[id] = Math.min(1, Math.sqrt((totals[id] ?? 0) / possible)) * (isProven ? 1 : floor * resultShare);
  }
  return totals;
}

/**
 * The results swap positions while each position keeps its relevance, so that a relevance means what it did before.
 * Results with the same score keep their order.
 * @param {FeedbackRequest} request
 */
function rerank({
  ranked: { ids, relevances },
  feedback,
  feedbackWordCount,
  companies,
  highestId,
  floor,
  words,
  postings,
}) {
  makeRoom(highestId);
  let results = 0;
  for (; results < ids.length && (relevances[results] ?? 0) >= floor; results += 1)
    places[ids[results] ?? 0] = results + 1;
  // Companies that are not results all have position 0.
  const shares = new Float64Array(results + 1);
  for (const { parts, weight } of pickFeedbackWords({ feedback, feedbackWordCount, companies, words, postings })) {
    for (const part of parts) {
      for (let at = 0; at < part.length; at += 1) {
        const packed = part[at] ?? 0;
        const place = places[packed >> weightBits] ?? 0;
        shares[place] = (shares[place] ?? 0) + weight * (packed & maxWeight);
      }
    }
  }
  for (let at = 0; at < results; at += 1) places[ids[at] ?? 0] = 0;
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

/**
 * The most significant words of the first results, each with its companies; ties are in alphabetical order.
 * @param {Pick<FeedbackRequest, 'feedback' | 'feedbackWordCount' | 'companies' | 'words' | 'postings'>} request
 */
function pickFeedbackWords({ feedback, feedbackWordCount, companies, words, postings }) {
  const found = feedback.flatMap(({ stem, weight }) => {
    const { companies: count = 0, parts = [] } =
      (words ? findWord(words, stem) : readPostings(postings?.get(stem))) ?? {};
    return count === 0 ? [] : { stem, parts, weight: weight * measureRarity(count, companies) };
  });
  return found.toSorted((a, b) => b.weight - a.weight || (a.stem < b.stem ? -1 : 1)).slice(0, feedbackWordCount);
}

/**
 * The companies with all of the words; the lowest weight counts. `lowest` holds it, plus 1, for those found so far.
 * @param {Postings[]} lists
 * @returns {Postings}
 */
function intersect(lists) {
  const [first, ...others] = lists;
  if (!first) return { companies: 0, parts: [] };
  const shared = new Int32Array(first.companies);
  let count = 0;
  for (const part of first.parts) {
    shared.set(part, count);
    count += part.length;
  }
  for (const { parts } of others) {
    for (let at = 0; at < count; at += 1) lowest[(shared[at] ?? 0) >> weightBits] = 1 + ((shared[at] ?? 0) & maxWeight);
    const before = count;
    count = 0;
    for (const part of parts) {
      for (let at = 0; at < part.length; at += 1) {
        const packed = part[at] ?? 0;
        const id = packed >> weightBits;
        const weight = lowest[id] ?? 0;
        if (weight === 0) continue;
        lowest[id] = 0;
        common[count++] = (id << weightBits) | Math.min(weight - 1, packed & maxWeight);
      }
    }
    for (let at = 0; at < before; at += 1) lowest[(shared[at] ?? 0) >> weightBits] = 0;
    shared.set(common.subarray(0, count));
  }
  return { companies: count, parts: [shared.subarray(0, count)] };
}

/**
 * @param {number} count
 * @param {number} companies
 */
const measureRarity = (count, companies) => Math.log(1 + (Math.max(companies, count) - count + 0.5) / (count + 0.5));

/**
 * @param {SharedWords} words
 * @param {string} stem
 * @returns {Postings | undefined}
 */
function findWord({ text, textEnds, postings, postingEnds }, stem) {
  const wanted = Buffer.from(stem);
  const all = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  const start = (/** @type {Uint32Array} */ ends, /** @type {number} */ at) => (at === 0 ? 0 : (ends[at - 1] ?? 0));
  for (let [low, high] = [0, textEnds.length]; low < high;) {
    const middle = (low + high) >> 1;
    const order = wanted.compare(all, start(textEnds, middle), textEnds[middle]);
    if (order === 0) {
      const part = postings.subarray(start(postingEnds, middle), postingEnds[middle]);
      return { companies: part.length, parts: [part] };
    }
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return undefined;
}

/**
 * Postings as PostgreSQL stores them, high byte first.
 * @param {readonly Uint8Array[] | undefined} stored
 * @returns {Postings | undefined}
 */
function readPostings(stored) {
  const parts = stored?.map((bytes) => new Int32Array(Buffer.from(new Uint8Array(bytes).buffer).swap32().buffer));
  return parts && { companies: parts.reduce((sum, { length }) => sum + length, 0), parts };
}

/**
 * The companies by relevance, highest first; those with the same relevance by id.
 * @param {Uint16Array} steps
 */
function takeMostRelevant(steps) {
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

/**
 * Compares companies with unrelated texts; models differ in how similar these are.
 * @param {{ vectors: SharedVectors, texts: readonly Int8Array[], sample: number, smallestSpread: number }} request
 */
function measureUnrelated({ vectors, texts, sample, smallestSpread }) {
  const step = Math.ceil(vectors.ids.length / sample);
  let [sum, count, highest] = [0, 0, -1];
  for (const text of texts) {
    const cosines = measureCosines(vectors, text, step);
    for (const cosine of cosines) {
      sum += cosine;
      highest = Math.max(highest, cosine);
    }
    count += cosines.length;
  }
  const mean = sum / Math.max(1, count);
  return { mean, highest: Math.max(highest, mean + smallestSpread) };
}

/**
 * The cosine of the angle between a text and every `step`-th company.
 * @param {SharedVectors} vectors
 * @param {Int8Array} text
 * @param {number} step
 */
function measureCosines({ memory, products: module, ids, lengths, stride }, text, step) {
  const textAt = ids.length * stride;
  const productsAt = textAt + stride;
  new Int8Array(memory.buffer, textAt, stride).fill(0).set(text);
  const products = new Int32Array(memory.buffer, productsAt, Math.ceil(ids.length / step));
  const { exports } = new WebAssembly.Instance(module, { m: { m: memory } });
  if (products.length > 0)
    exports['m']?.(0, textAt, productsAt, productsAt + products.byteLength, stride * step, stride);
  const length = Math.hypot(...text);
  const cosines = new Float64Array(products.length);
  for (let at = 0; at < cosines.length; at += 1) {
    const both = length * (lengths[at * step] ?? 0);
    cosines[at] = both === 0 ? 0 : (products[at] ?? 0) / both;
  }
  return cosines;
}

const tasks = { rank, rerank, measureUnrelated };

parentPort?.on('message', (/** @type {{ id: number, name: keyof typeof tasks, request: never }} */ message) => {
  const { id, name, request } = message;
  try {
    parentPort?.postMessage({ id, response: tasks[name](request) });
  } catch (error) {
    const { message: text } = error instanceof Error ? error : new Error(String(error));
    parentPort?.postMessage({ id, failure: { name: 'RankingFailed', message: text } });
  }
});
