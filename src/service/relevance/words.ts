import type { Fragment, Sql } from '../db/sql.ts';

/**
 * `(company_id, relevance)` of the companies that have the words of a text, as a subquery: how many of them, and how
 * close together and how prominent. It needs no index of ours, so it answers until that one is made.
 */
export const companiesWithWords = (sql: Sql, text: string, floor: number): Fragment => sql`(
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
