import { searchWords } from './search-words.ts';

/** Columns that follow from other tables: the expression of each, and the joins to the rows `t` that they need. */
export type DerivedColumns = { table: string; figures: Record<string, string>; from: string };

/**
 * What search by relevance reads. Many companies have the same industries: each such list is parsed once, in
 * the order of the source, because words are stored with their places.
 */
export const companyWords = `
  INSERT INTO company_words (company_id, words)
  WITH listed AS (
    SELECT ci.company_id, string_agg(i.name, ' ' ORDER BY ci.position) AS names
    FROM company_industries ci JOIN industries i ON i.id = ci.industry_id GROUP BY ci.company_id
  ), parsed AS (
    SELECT names, ${searchWords('names')} AS words FROM listed GROUP BY names
  )
  SELECT c.id, setweight(${searchWords('c.name')}, 'A')
    || setweight(coalesce(parsed.words, ''), 'B')
    || setweight(${searchWords("coalesce(t.short_description, '')")}, 'C')
    || setweight(${searchWords("coalesce(t.long_description, '')")}, 'D')
  FROM companies c LEFT JOIN company_texts t ON t.company_id = c.id
    LEFT JOIN listed ON listed.company_id = c.id LEFT JOIN parsed USING (names)`;

/** What each person did as an investor: as an angel, as a partner, and whether the firm led. */
export const personDeals = `
  INSERT INTO person_deals (person_id, deal_id, angel, institutional, led)
  SELECT person_id, deal_id, bool_or(angel), bool_or(NOT angel), bool_or(led) FROM (
    SELECT person_id, deal_id, true AS angel, false AS led FROM deal_angels
    UNION ALL
    SELECT p.person_id, p.deal_id, false, coalesce(i.lead, false)
    FROM deal_partners p LEFT JOIN deal_investors i USING (deal_id, investor_id)
  ) AS part GROUP BY person_id, deal_id ORDER BY 1, 2`;

const isInvestor = 'investing.person_id IS NOT NULL';

export const personFigures: DerivedColumns = {
  table: 'people',
  figures: {
    current_company_id: 'employers.company_id',
    is_investor: isInvestor,
    total_deal_count: `CASE WHEN ${isInvestor} THEN coalesce(invested.deals, 0) END`,
    lead_deal_count: `CASE WHEN ${isInvestor} THEN coalesce(invested.led, 0) END`,
    most_recent_deal_date: 'invested.latest',
  },
  from: `
    LEFT JOIN (
      SELECT DISTINCT ON (person_id) person_id, company_id FROM employments
      WHERE is_current AND company_id IS NOT NULL ORDER BY person_id, position
    ) employers ON employers.person_id = t.id
    LEFT JOIN (
      SELECT person_id, count(*) AS deals, count(*) FILTER (WHERE led) AS led, max(date) AS latest
      FROM person_deals pd JOIN deals d ON d.id = pd.deal_id GROUP BY person_id
    ) invested ON invested.person_id = t.id
    LEFT JOIN (
      SELECT person_id FROM person_firms UNION SELECT person_id FROM person_deals UNION SELECT person_id FROM company_angels
    ) investing ON investing.person_id = t.id`,
};
