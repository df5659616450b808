import type { HeldRecords } from '../db/page.ts';
import { searchWords } from '../db/search-words.ts';
import type { Fragment, Sql } from '../db/sql.ts';
import { createBuiltInRanking } from './built-in.ts';
import type { ModelScores, ModelVectors } from './model/model-vectors.ts';
import { defaultFloor, type ScoredCompanies, sortByRelevance } from './scores.ts';

/** Chosen with a model on the tuning queries: the weight of words, and how far above unrelated a company is certain. */
const wordsWeight = 1.6;
const certainty = 1.6;

/** The search text, and the minimum relevance of a result. */
export type RelevanceQuery = { readonly search_query: string; readonly min_relevance?: number | undefined };

/** A section of a request that may have a search text. */
type Section = { readonly search_query?: string | undefined; readonly min_relevance?: number | undefined };

/** The companies that match a text. */
export type Ranking = {
  /** `(company_id, relevance)` as a subquery; relevance is 0 to 1 (contract 7). */
  readonly companies: Fragment;
  /** What ranked them, for the response header. */
  readonly rankedBy: string;
  /** The load of records that the ids belong to; undefined when the subquery reads the records itself. */
  readonly generation: number | undefined;
};

/** Ranks companies by a text, with the configured model if there is one. */
export type Relevance = { readonly rank: (sql: Sql, query: RelevanceQuery) => Promise<Ranking> };

/** What a search reads apart from the database. */
export type SearchSources = { readonly relevance: Relevance; readonly held: HeldRecords | undefined };

/** The ranking of a section's search text; undefined without one. */
export const rankOptional = async (
  relevance: Relevance,
  sql: Sql,
  { search_query, min_relevance }: Section = {},
): Promise<Ranking | undefined> =>
  search_query === undefined ? undefined : relevance.rank(sql, { search_query, min_relevance });

/** Creates search by meaning; while the index of new records is being built, it ranks by words only. */
export function createRelevance(model?: ModelVectors): Relevance {
  const rankBuiltIn = createBuiltInRanking();
  return {
    async rank(sql, { search_query: text, min_relevance: floor = defaultFloor }) {
      const found = await rankBuiltIn(sql, text);
      if (!found) return { companies: companiesWithWords(sql, text, floor), rankedBy: 'words', generation: undefined };
      // A text without a single known word has no result, even with a model.
      const scores = found.ids.length > 0 ? await model?.score(text, found.generation) : undefined;
      const { ids, relevances } = takeFrom(scores ? combine(found, scores, floor) : found, floor);
      return {
        companies: sql`(SELECT * FROM unnest(${ids}::int[], ${relevances}::float8[]) AS found (company_id, relevance))`,
        rankedBy: model && scores ? `model ${model.name}` : 'built-in',
        generation: found.generation,
      };
    },
  };
}

/** The results at or above the floor. */
function takeFrom({ ids, relevances }: ScoredCompanies, floor: number): ScoredCompanies {
  const below = relevances.findIndex((relevance) => relevance < floor);
  const count = below < 0 ? ids.length : below;
  return { ids: ids.slice(0, count), relevances: relevances.slice(0, count) };
}

/**
 * Mixes what a model finds close with the words that companies share with a text: a model knows meanings, words know
 * names. Words alone can outweigh the distance between an unrelated company and the closest unrelated one.
 */
function combine(found: ScoredCompanies, { ids, closeness }: ModelScores, floor: number): ScoredCompanies {
  const words = new Float32Array(found.ids.reduce((highest, id) => Math.max(highest, id), 0) + 1);
  // Relevances are square roots of the share of the highest possible score.
  found.ids.forEach((id, at) => (words[id] = (found.relevances[at] ?? 0) ** 2));
  const results: { id: number; relevance: number }[] = [];
  ids.forEach((id, at) => {
    const relevance = toRelevance((closeness[at] ?? 0) + wordsWeight * (words[id] ?? 0));
    if (relevance >= floor && relevance > 0) results.push({ id, relevance });
  });
  return sortByRelevance(results);
}

/** The closest unrelated company has the default floor. */
const toRelevance = (score: number): number =>
  score < 1
    ? Math.max(0, score * defaultFloor)
    : defaultFloor + (1 - defaultFloor) * Math.tanh((score - 1) / certainty);

/**
 * `(company_id, relevance)` of the companies that have the words of a text, as a subquery: by their share, and by
 * how close and prominent they are. It needs no relevance index, so it serves until that is built.
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
