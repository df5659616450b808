import { buildNameKey } from '../../../service/db/name-key.ts';
import type { CommonValues } from './common-values.ts';
import type { EngineQuery } from './engine.ts';

/**
 * The operations in the SQL of SQLite and DuckDB. Each finds the page and the exact total and reads the page's records
 * with their texts, but not their related records; this favors the engines.
 */
export const engineQueries = {
  newestDeals: (): EngineQuery => ({
    text: `WITH page AS (SELECT id FROM deals ORDER BY date DESC NULLS LAST, uuid LIMIT ${pageSize})
      SELECT d.*, dt.*, (SELECT deals FROM totals) AS total FROM page JOIN deals d ON d.id = page.id
      LEFT JOIN deal_texts dt ON dt.deal_id = d.id ORDER BY d.date DESC NULLS LAST, d.uuid`,
    values: {},
  }),

  roundsOfYear: ({ year }: CommonValues, type: string, minUsd: number) =>
    findDeals(
      `deals d WHERE d.round_type = $type AND d.pre = 0 AND d.extension = 0 AND d.total_round_raised >= ${minUsd}
        AND d.date >= ${startOfYear(year)} AND d.date < ${startOfYear(year + 1)}`,
      { type },
    ),

  countryCategoryEmployees: ({ country, category }: CommonValues, [from, to]: readonly string[], page = 0) =>
    findDeals(
      `deal_location_tags l JOIN deal_industry_tags n ON n.deal_id = l.deal_id JOIN deals d ON d.id = l.deal_id
        JOIN companies c ON c.id = d.company_id
        WHERE l.location_id = ${locationId('country')} AND n.industry_id = ${industryId('category')}
          AND c.num_employees IN ($from, $to)`,
      { country, category, from: from ?? '', to: to ?? '' },
      page,
    ),

  cityIndustry: ({ city, industry }: CommonValues) =>
    findDeals(
      `deal_location_tags l JOIN deal_industry_tags n ON n.deal_id = l.deal_id JOIN deals d ON d.id = l.deal_id
        WHERE l.location_id = ${locationId('city')} AND n.industry_id = ${industryId('industry')}`,
      { city, industry },
    ),

  dealsOfInvestors(investors: readonly string[]) {
    const { list, values } = bindList('investor', investors);
    return findDeals(
      `deals d WHERE d.id IN (SELECT di.deal_id FROM investors i JOIN deal_investors di ON di.investor_id = i.id
        WHERE i.uuid IN (${list}))`,
      values,
    );
  },

  companiesByRaise: (): EngineQuery => ({
    text: `WITH page AS (SELECT id FROM companies ORDER BY total_raised DESC NULLS LAST, uuid LIMIT ${pageSize})
      SELECT c.*, ct.*, (SELECT companies FROM totals) AS total FROM page JOIN companies c ON c.id = page.id
      LEFT JOIN company_texts ct ON ct.company_id = c.id ORDER BY c.total_raised DESC NULLS LAST, c.uuid`,
    values: {},
  }),

  investorsByMatchingDeals: ({ category, year }: CommonValues): EngineQuery => ({
    text: `WITH matching AS MATERIALIZED (
        SELECT di.investor_id, count(*) AS deals FROM deal_industry_tags n JOIN deals d ON d.id = n.deal_id
          JOIN deal_investors di ON di.deal_id = d.id
        WHERE n.industry_id = ${industryId('category')} AND d.date >= ${startOfYear(year)} GROUP BY di.investor_id
      )
      SELECT i.*, (SELECT count(*) FROM matching) AS total FROM matching JOIN investors i ON i.id = matching.investor_id
      ORDER BY matching.deals DESC, i.uuid LIMIT ${pageSize}`,
    values: { category },
  }),

  peopleByLastYear: ({ lastYear }: CommonValues): EngineQuery => ({
    text: `WITH counted AS MATERIALIZED (
        SELECT pd.person_id, count(*) AS deals FROM deals d JOIN person_deals pd ON pd.deal_id = d.id
        WHERE d.date >= ${lastYear.since} AND d.date < ${lastYear.until} GROUP BY pd.person_id
      )
      SELECT p.*, (SELECT people FROM totals) AS total FROM people p LEFT JOIN counted ON counted.person_id = p.id
      ORDER BY CASE WHEN p.is_investor = 1 THEN coalesce(counted.deals, 0) END DESC NULLS LAST, p.uuid LIMIT ${pageSize}`,
    values: {},
  }),

  /** Compares trigrams like pg_trgm: a name that begins with the search text lacks at most one of its trigrams. */
  companiesByName({ misspelt, trigrams }: CommonValues): EngineQuery {
    const { list, values } = bindList('trigram', trigrams);
    const likeness = `count(*) * 1.0 / (size + ${trigrams.length} - count(*))`;
    return {
      text: `WITH alike AS MATERIALIZED (
          SELECT company_id, ${likeness} AS likeness FROM name_trigrams WHERE trigram IN (${list})
          GROUP BY company_id, size HAVING ${likeness} >= 0.3 OR count(*) >= ${trigrams.length - 1}
        ), scored AS (
          SELECT c.*, CASE WHEN c.folded = $name THEN 1
            WHEN substr(c.folded, 1, length($name)) = $name THEN 0.8 + 0.19 * likeness
            WHEN likeness >= 0.3 THEN 0.8 * likeness END AS score
          FROM alike JOIN companies c ON c.id = alike.company_id
        )
        SELECT * FROM scored WHERE score IS NOT NULL ORDER BY score DESC, num_funding_rounds DESC, uuid LIMIT 10`,
      values: { ...values, name: buildNameKey(misspelt) },
    };
  },

  dealById: ({ deal }: CommonValues): EngineQuery => ({
    text: `SELECT d.*, dt.* FROM deals d LEFT JOIN deal_texts dt ON dt.deal_id = d.id WHERE d.uuid = $deal`,
    values: { deal },
  }),
};

const pageSize = 25;

/** Finds the newest of the deals `d` that a FROM and WHERE clause selects. */
function findDeals(matching: string, values: EngineQuery['values'], page = 0): EngineQuery {
  const order = (alias: string) => `${alias}.date DESC NULLS LAST, ${alias}.uuid`;
  return {
    text: `WITH matching AS MATERIALIZED (SELECT d.id, d.date, d.uuid FROM ${matching}), page AS (
        SELECT m.id, m.date, m.uuid FROM matching m ORDER BY ${order('m')} LIMIT ${pageSize} OFFSET ${page * pageSize}
      )
      SELECT d.*, dt.*, (SELECT count(*) FROM matching) AS total FROM page JOIN deals d ON d.id = page.id
      LEFT JOIN deal_texts dt ON dt.deal_id = d.id ORDER BY ${order('page')}`,
    values,
  };
}

const locationId = (parameter: string): string => `(SELECT id FROM locations WHERE permalink = $${parameter})`;
const industryId = (parameter: string): string => `(SELECT id FROM industries WHERE permalink = $${parameter})`;

/** The start of a UTC year in microseconds since 1970, the unit of the copied times. */
const startOfYear = (year: number): number => Date.UTC(year, 0) * 1000;

/** Parameters for a list, because neither engine can bind one. */
function bindList(name: string, list: readonly string[]): { list: string; values: Record<string, string> } {
  const entries = list.map((value, at) => [`${name}${at}`, value] as const);
  return { list: entries.map(([key]) => `$${key}`).join(', '), values: Object.fromEntries(entries) };
}
