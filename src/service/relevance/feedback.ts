import type { Sql } from '../db/sql.ts';
import { buildWordWeights } from './index-builder.ts';
import type { WeighedStem } from './ranking/rerank.ts';
import { defaultFloor, type ScoredCompanies, takeAboveFloor } from './scores.ts';

/** Chosen on the tuning queries of bench/judgements.txt; half or twice as many gain nearly as much. */
const feedbackCompanies = 10;
export const feedbackWordCount = 40;

/**
 * The words of the first results: what these have in common is likely the subject of the text. `held`: the words of all
 * companies are in memory. Otherwise only the most significant ones are read, more than are kept, because the thread
 * decides between words that are nearly equal.
 */
export async function readFeedback(sql: Sql, ranked: ScoredCompanies, held: boolean): Promise<WeighedStem[]> {
  const { ids, relevances } = takeAboveFloor(ranked, defaultFloor);
  const [first, weights] = [ids.subarray(0, feedbackCompanies), relevances.subarray(0, feedbackCompanies)];
  if (first.length === 0) return [];
  const companies = sql`w.company_id = ANY(${Array.from(first)}::int[])`;
  const words = sql`
    SELECT lexeme AS stem, sum(weight * relevance ^ 2 ORDER BY company_id) AS weight FROM ${buildWordWeights(sql, companies)} AS weighed
    JOIN unnest(${Array.from(first)}::int[], ${Array.from(weights)}::float8[]) AS first (company_id, relevance) USING (company_id)
    GROUP BY lexeme`;
  if (held) return sql<WeighedStem[]>`${words}`;
  return sql<WeighedStem[]>`
    SELECT stem, weight FROM relevance_index i, (${words}) AS words,
      LATERAL (SELECT sum(companies)::float8 AS companies FROM relevance_words WHERE word = stem) AS found
    WHERE found.companies > 0
    ORDER BY weight * ln(1 + (greatest(i.companies, found.companies) - found.companies + 0.5) / (found.companies + 0.5)) DESC
    LIMIT ${2 * feedbackWordCount}`;
}
