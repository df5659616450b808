import type { IndexSnapshot } from '../db/page.ts';
import { currentGeneration } from '../db/permalinks.ts';
import { searchWords } from '../db/search-words.ts';
import type { Fragment, Sql } from '../db/sql.ts';
import { LruCache } from '../lru-cache.ts';
import type { WordCache } from './word-cache.ts';
import type { LoadedVectors, ModelVectors } from './model/model-vectors.ts';
import { createQueryReader, readPostings } from './query-reader.ts';
import { feedbackWordCount, readFeedback } from './feedback.ts';
import { runInRankingThread } from './ranking/ranking-thread.ts';
import { defaultFloor, type ScoredCompanies, takeAboveFloor } from './scores.ts';
import type { Concept } from './thesaurus.ts';

/** The search text, and the minimum relevance of a result. */
export type RelevanceQuery = { readonly search_query: string; readonly min_relevance?: number | undefined };

/** A section of a request that may have a search text. */
type Section = { readonly search_query?: string | undefined; readonly min_relevance?: number | undefined };

/** The companies that match a text. */
export type Ranking = {
  /** `(company_id, relevance)` as a subquery; relevance is 0 to 1 (contract 7). */
  readonly companies: Fragment;
  /** The same as ids; undefined if the subquery reads the records itself. */
  readonly found: ScoredCompanies | undefined;
  /** What ranked them, for the response header. */
  readonly rankedBy: string;
  /** The load of records that the ids belong to; undefined without ids. */
  readonly generation: number | undefined;
};

/** Ranks companies by a text, with the configured model if there is one. */
export type Relevance = { readonly rank: (sql: Sql, query: RelevanceQuery) => Promise<Ranking> };

/** What a search reads besides the database. */
export type SearchSources = { readonly relevance: Relevance; readonly snapshot: IndexSnapshot | undefined };

/** The ranking of a section's search text; undefined without one. */
export const rankOptional = async (
  relevance: Relevance,
  sql: Sql,
  { search_query, min_relevance }: Section = {},
): Promise<Ranking | undefined> =>
  search_query === undefined ? undefined : relevance.rank(sql, { search_query, min_relevance });

const listStems = (concepts: readonly Concept[]): string[] =>
  concepts.flatMap(({ terms }) => terms.flatMap(({ stems }) => stems));

/** Companies at any relevance, for one load of the records. */
type Remembered = { readonly all: ScoredCompanies; readonly rankedBy: string; readonly generation: number };

/** Each takes up to 120 kB. */
const rememberedTexts = 100;

/** "How do fish breathe" does not look for companies; "who makes batteries" does. */
const question = /^\s*(how|why|when|((who|what)\s+)?(is|are|was|were|does|did))\s/i;

const builtIn = 'built-in';
const describeRanker = (vectors: LoadedVectors | undefined) => (vectors ? `model ${vectors.name}` : builtIn);

/** Creates search by meaning; while the index of new records is being built, it ranks by words only. */
export function createRelevance({
  model,
  words,
}: { model?: ModelVectors | undefined; words?: WordCache } = {}): Relevance {
  const readQuery = createQueryReader();
  const remembered = new LruCache<Remembered>(rememberedTexts);

  async function score(sql: Sql, text: string): Promise<Remembered | undefined> {
    const read = await readQuery(sql, text);
    if (!read) return undefined;
    const { generation, concepts, ...index } = read;
    const held = words?.at(generation);
    const vectors = concepts.length > 0 ? model?.at(generation) : undefined;
    const query = await vectors?.embedQuery(text);
    const base = { ...index, floor: defaultFloor, words: held };
    const ranked = await runInRankingThread('rank', {
      ...base,
      concepts,
      isQuestion: question.test(text),
      postings: held ? undefined : await readPostings(sql, listStems(concepts)),
      vectors: vectors &&
        query && { ...vectors.index, query, similarity: vectors.similarity, isQuick: vectors.isQuick },
    });
    if (query) return { all: ranked, generation, rankedBy: describeRanker(vectors) };
    const feedback = await readFeedback(sql, ranked, held !== undefined);
    const stems = feedback.map(({ stem }) => stem);
    const postings = held ? undefined : await readPostings(sql, stems);
    const all = await runInRankingThread('rerank', { ...base, ranked, feedback, feedbackWordCount, postings });
    return { all, generation, rankedBy: builtIn };
  }

  /** Ranks a text once for all its pages and counts. */
  async function scoreOnce(sql: Sql, text: string, generation: number): Promise<Remembered | undefined> {
    const toKey = (rankedBy: string) => JSON.stringify([generation, rankedBy, text]);
    const key = toKey(describeRanker(model?.at(generation)));
    const known = remembered.get(key);
    if (known) return known;
    const scored = await score(sql, text);
    // A model that did not respond may respond next time.
    if (scored?.generation !== generation || toKey(scored.rankedBy) !== key) return scored;
    remembered.set(key, scored);
    return scored;
  }

  return {
    async rank(sql, { search_query: text, min_relevance: floor = defaultFloor }) {
      const [index] = await sql<{ generation: number }[]>`
        SELECT generation FROM relevance_index WHERE finished AND generation = ${currentGeneration(sql)}`;
      const scored = index && (await scoreOnce(sql, text, index.generation));
      if (!scored)
        return {
          companies: companiesWithWords(sql, text, floor),
          found: undefined,
          rankedBy: 'words',
          generation: undefined,
        };
      const { all, rankedBy, generation } = scored;
      const found = takeAboveFloor(all, floor);
      return {
        // Not every search sends the ids to the database.
        get companies() {
          const [ids, relevances] = [Array.from(found.ids), Array.from(found.relevances)];
          return sql`(SELECT * FROM unnest(${ids}::int[], ${relevances}::float8[]) AS found (company_id, relevance))`;
        },
        found,
        rankedBy,
        generation,
      };
    },
  };
}

/**
 * `(company_id, relevance)` of the companies that have the words of a text, as a subquery: by the share of the words,
 * and how close together and how prominent they are. It needs no relevance index, so it is used until that is built.
 */
const companiesWithWords = (sql: Sql, text: string, floor: number): Fragment => sql`(
    SELECT company_id, relevance FROM (
      SELECT w.company_id, 0.9 * (
          SELECT count(*) FROM unnest(tsvector_to_array(query.words)) AS word WHERE word = ANY(tsvector_to_array(w.words))
        ) / length(query.words) + 0.1 * ts_rank_cd(w.words, query.any_word, 32) AS relevance
      FROM (
        SELECT words, (
            SELECT string_agg('''' || replace(replace(word, '\\', '\\\\'), '''', '''''') || '''', ' | ')::tsquery
            FROM unnest(tsvector_to_array(words)) AS word
          ) AS any_word
        FROM (SELECT ${sql.unsafe(searchWords('input.text'))} AS words FROM (SELECT ${text}::text AS text) AS input) AS read
      ) AS query JOIN company_words w ON w.words @@ query.any_word
    ) AS scored WHERE relevance >= ${floor}::float8
  )`;
