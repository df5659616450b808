import type { Fragment } from '../db/filters.ts';
import type { Sql } from '../db/open.ts';

/** The least relevance of a result when the request names none: at least half of the words that were asked for. */
export const defaultFloor = 0.4;

/** What is searched for, and the least relevance of a result. */
export type RelevanceQuery = { readonly search_query: string; readonly min_relevance?: number | undefined };

/**
 * `(company_id, relevance)` of the companies that a text means, as a subquery: how many of its words they have, and
 * how close together and how prominent; relevance is 0 to 1 (contract 7).
 */
export const relevantCompanies = (
  sql: Sql,
  { search_query, min_relevance = defaultFloor }: RelevanceQuery,
): Fragment => sql`(
    SELECT company_id, relevance FROM (
      SELECT w.company_id, 0.8 * (
          SELECT count(*) FROM unnest(tsvector_to_array(asked.words)) AS word WHERE word = ANY(tsvector_to_array(w.words))
        ) / length(asked.words) + 0.2 * ts_rank_cd(w.words, asked.any_word, 32) AS relevance
      FROM (
        SELECT to_tsvector('english', unaccent(${search_query})) AS words,
          replace(plainto_tsquery('english', unaccent(${search_query}))::text, ' & ', ' | ')::tsquery AS any_word
      ) AS asked JOIN company_words w ON w.words @@ asked.any_word
    ) AS scored WHERE relevance >= ${min_relevance}::float8
  )`;
