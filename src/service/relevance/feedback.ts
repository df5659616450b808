import type { Sql } from '../db/sql.ts';
import { weighedWords } from './index-builder.ts';
import type { WeighedStem } from './ranking/ranking-thread.ts';
import { defaultFloor, type ScoredCompanies, takeFrom } from './scores.ts';

/** Chosen on the tuning queries of bench/judgements.txt; half or twice as many gain nearly as much. */
const readCompanies = 10;
const keptWords = 40;

/** The most telling words of the first results: what these have in common is likely what the text is about. */
export async function readFeedback(sql: Sql, ranked: ScoredCompanies): Promise<WeighedStem[]> {
  const { ids, relevances } = takeFrom(ranked, defaultFloor);
  const [first, weights] = [ids.subarray(0, readCompanies), relevances.subarray(0, readCompanies)];
  if (first.length === 0) return [];
  const companies = sql`w.company_id = ANY(${Array.from(first)}::int[])`;
  return sql<WeighedStem[]>`
    SELECT lexeme AS stem, weight * ln(1 + (greatest(i.companies, found.companies) - found.companies + 0.5) / (found.companies + 0.5)) AS weight
    FROM relevance_index i, (
      SELECT lexeme, sum(weight * relevance ^ 2) AS weight FROM ${weighedWords(sql, companies)} AS weighed
      JOIN unnest(${Array.from(first)}::int[], ${Array.from(weights)}::float8[]) AS first (company_id, relevance) USING (company_id)
      GROUP BY lexeme
    ) AS words, LATERAL (SELECT sum(companies)::float8 AS companies FROM relevance_words WHERE word = lexeme) AS found
    WHERE found.companies > 0 ORDER BY 2 DESC, 1 LIMIT ${keptWords}`;
}
