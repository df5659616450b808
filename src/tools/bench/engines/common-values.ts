import { buildNameKey } from '../../../service/db/name-key.ts';
import type { Pool } from '../../../service/db/pool.ts';

/** Values that many records share, so that every operation has results. */
export type CommonValues = {
  year: number;
  country: string;
  category: string;
  city: string;
  industry: string;
  investors: string[];
  /** The name of a company without its fourth letter, and its trigrams. */
  misspelt: string;
  trigrams: string[];
  deal: string;
  /** The start and the end (exclusive) of the 12 months up to today, in microseconds since 1970. */
  lastYear: { since: number; until: number };
};

/** Reads the most frequent values of the records. */
export async function readCommonValues(sql: Pool): Promise<CommonValues> {
  type Row = Omit<CommonValues, 'misspelt' | 'trigrams' | 'lastYear'> & { company: string };
  const [row] = await sql<Row[]>`
    WITH place AS (
      SELECT l.location_type AS type, l.permalink, count(*) AS deals FROM company_location_tags t JOIN deals d USING (company_id)
        JOIN locations l ON l.id = t.location_id GROUP BY l.id, l.location_type, l.permalink
    ), field AS (
      SELECT n.industry_type AS type, n.permalink, count(*) AS deals FROM company_industry_tags t JOIN deals d USING (company_id)
        JOIN industries n ON n.id = t.industry_id GROUP BY n.id, n.industry_type, n.permalink
    )
    SELECT (SELECT extract(year FROM max(date))::int - 1 FROM deals) AS year,
      (SELECT permalink FROM place WHERE type = 'COUNTRY' ORDER BY deals DESC LIMIT 1) AS country,
      (SELECT permalink FROM field WHERE type = 'SUPER_CATEGORY' ORDER BY deals DESC LIMIT 1) AS category,
      (SELECT permalink FROM place WHERE type = 'CITY' ORDER BY deals DESC LIMIT 1) AS city,
      (SELECT permalink FROM field WHERE type = 'INDUSTRY' ORDER BY deals DESC LIMIT 1) AS industry,
      (SELECT array_agg(uuid) FROM (SELECT uuid FROM investors ORDER BY total_deal_count DESC LIMIT 3) AS top) AS investors,
      (SELECT name FROM companies ORDER BY num_funding_rounds DESC, id LIMIT 1) AS company,
      (SELECT uuid FROM deals WHERE date IS NOT NULL ORDER BY id LIMIT 1) AS deal`;
  if (!row) throw new Error('the database has no records');
  const { company, ...values } = row;
  const misspelt = `${company.slice(0, 3)}${company.slice(4)}`;
  const [found] = await sql<{ trigrams: string[]; since: number; until: number }[]>`
    SELECT show_trgm(${buildNameKey(misspelt)}) AS trigrams,
      (extract(epoch FROM today - interval '12 months' + interval '1 day') * 1000000)::bigint AS since,
      (extract(epoch FROM today + interval '1 day') * 1000000)::bigint AS until
    FROM date_trunc('day', now() AT TIME ZONE 'UTC') AS today`;
  const { trigrams = [], since = 0, until = 0 } = found ?? {};
  return { ...values, misspelt, trigrams, lastYear: { since, until } };
}
