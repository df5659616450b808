import type { Fragment, Sql } from '../db/sql.ts';
import { createBuiltInRanking } from './built-in.ts';
import type { ModelScores, ModelVectors } from './model/model-vectors.ts';
import { type ScoredCompanies, sortByRelevance } from './scores.ts';

/**
 * The least relevance of a result when the request names none: where right and wrong results balanced best (F1) on the
 * tuning queries of bench/judgements.txt.
 */
export const defaultFloor = 0.45;

/** What is searched for, and the least relevance of a result. */
export type RelevanceQuery = { readonly search_query: string; readonly min_relevance?: number | undefined };

/** A section of a request that may search for a text. */
type Section = { readonly search_query?: string | undefined; readonly min_relevance?: number | undefined };

/** The companies that a text means. */
export type Ranking = {
  /** `(company_id, relevance)` as a subquery; relevance is 0 to 1 (contract 7). */
  readonly companies: Fragment;
  /** What ranked them, as the answer's header says it. */
  readonly rankedBy: string;
  /** The load of records that the ids belong to; undefined where the subquery reads the records itself. */
  readonly generation: number | undefined;
};

/** Finds what a text means, with all that is configured for it. */
export type Relevance = { readonly rank: (sql: Sql, query: RelevanceQuery) => Promise<Ranking> };

/** The ranking of a section's text, where it has one. */
export const rankOptional = async (
  relevance: Relevance,
  sql: Sql,
  { search_query, min_relevance }: Section = {},
): Promise<Ranking | undefined> =>
  search_query === undefined ? undefined : relevance.rank(sql, { search_query, min_relevance });

/** Opens search by meaning; while the index of new records is being made, their words alone rank. */
export function createRelevance(model?: ModelVectors): Relevance {
  const rankBuiltIn = createBuiltInRanking();
  return {
    async rank(sql, { search_query: text, min_relevance: floor = defaultFloor }) {
      const found = await rankBuiltIn(sql, text, 0);
      if (!found) return { companies: companiesWithWords(sql, text, floor), rankedBy: 'words', generation: undefined };
      // A text without a single word that we know means nothing, whatever a model makes of it.
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

/** What is at or above the floor; it comes first. */
function takeFrom({ ids, relevances }: ScoredCompanies, floor: number): ScoredCompanies {
  const below = relevances.findIndex((relevance) => relevance < floor);
  const count = below < 0 ? ids.length : below;
  return { ids: ids.slice(0, count), relevances: relevances.slice(0, count) };
}

/** The higher of two relevances for each company: a model knows meanings, the words know names. */
function combine(found: ScoredCompanies, scores: ModelScores, floor: number): ScoredCompanies {
  const best = new Map(found.ids.map((id, at) => [id, found.relevances[at] ?? 0]));
  scores.ids.forEach((id, at) => {
    const relevance = scores.relevances[at] ?? 0;
    if (relevance >= floor && relevance > (best.get(id) ?? 0)) best.set(id, relevance);
  });
  return sortByRelevance([...best].map(([id, relevance]) => ({ id, relevance })));
}

/**
 * `(company_id, relevance)` of the companies that have the words of a text, as a subquery: how many of them, and how
 * close together and how prominent. It needs no index of ours, so it answers until that one is made.
 */
const companiesWithWords = (sql: Sql, text: string, floor: number): Fragment => sql`(
    SELECT company_id, relevance FROM (
      SELECT w.company_id, 0.9 * (
          SELECT count(*) FROM unnest(tsvector_to_array(asked.words)) AS word WHERE word = ANY(tsvector_to_array(w.words))
        ) / length(asked.words) + 0.1 * ts_rank_cd(w.words, asked.any_word, 32) AS relevance
      FROM (
        SELECT to_tsvector('english', unaccent(${text})) AS words,
          replace(plainto_tsquery('english', unaccent(${text}))::text, ' & ', ' | ')::tsquery AS any_word
      ) AS asked JOIN company_words w ON w.words @@ asked.any_word
    ) AS scored WHERE relevance >= ${floor}::float8
  )`;
