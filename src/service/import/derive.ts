import { companyWords, type DerivedColumns, personDeals, personFigures } from '../db/derived-figures.ts';
import type { Sql } from '../db/sql.ts';

/**
 * Every place of a record and all places above it, in the order of the primary key, which makes its index cheap to
 * build. Many records have the same places, so those above are looked up once for each distinct list.
 */
const placeTags = (owner: 'company' | 'investor', table: 'companies' | 'investors') => `
  INSERT INTO ${owner}_location_tags (location_id, ${owner}_id)
  WITH placed AS MATERIALIZED (
    SELECT r.id, ARRAY[r.city_id, r.state_id, r.country_id, r.region_id] || coalesce(others.ids, '{}') AS places
    FROM ${table} r LEFT JOIN (
      SELECT ${owner}_id, array_agg(location_id ORDER BY location_id) AS ids FROM ${owner}_places GROUP BY ${owner}_id
    ) others ON others.${owner}_id = r.id
  )
  SELECT tags.above_id, placed.id FROM placed JOIN (
    SELECT DISTINCT list.places, b.above_id FROM (SELECT DISTINCT places FROM placed) list
      CROSS JOIN LATERAL unnest(list.places) AS one (id) JOIN location_below b ON b.below_id = one.id
  ) tags USING (places) ORDER BY 1, 2`;

const industryTags = `
  INSERT INTO company_industry_tags (industry_id, company_id)
  SELECT DISTINCT b.above_id, c.company_id
  FROM company_industries c JOIN industry_below b ON b.below_id = c.industry_id ORDER BY 1, 2`;

const companyFigures: DerivedColumns = {
  table: 'companies',
  figures: {
    num_funding_rounds: 'coalesce(rounds.num, 0)',
    // The source's total counts only if no round has an amount.
    total_raised: 'coalesce(rounds.raised, t.total_raised)',
    num_investors: 'coalesce(backers.num, 0)',
    latest_deal_id: 'latest.id',
    latest_deal_date: 'latest.date',
    latest_valuation_usd: 'coalesce(valued.valuation_usd, t.latest_valuation_usd)',
    latest_valuation_date: 'CASE WHEN valued.valuation_usd IS NULL THEN t.latest_valuation_date ELSE valued.date END',
  },
  from: `
    LEFT JOIN (
      SELECT company_id, count(*) AS num, sum(total_round_raised) AS raised FROM deals GROUP BY company_id
    ) rounds ON rounds.company_id = t.id
    LEFT JOIN (
      SELECT DISTINCT ON (company_id) company_id, id, date FROM deals
      ORDER BY company_id, date DESC NULLS LAST, created_at DESC, uuid DESC
    ) latest ON latest.company_id = t.id
    LEFT JOIN (
      SELECT DISTINCT ON (company_id) company_id, valuation_usd, date FROM deals WHERE valuation_usd IS NOT NULL
      ORDER BY company_id, date DESC NULLS LAST, created_at DESC, uuid DESC
    ) valued ON valued.company_id = t.id
    LEFT JOIN (
      SELECT company_id, count(*) AS num FROM (
        SELECT d.company_id, i.investor_id AS backer FROM deal_investors i JOIN deals d ON d.id = i.deal_id
        UNION SELECT d.company_id, -a.person_id FROM deal_angels a JOIN deals d ON d.id = a.deal_id
        UNION SELECT company_id, investor_id FROM company_investors
        UNION SELECT company_id, -person_id FROM company_angels
      ) each_once GROUP BY company_id
    ) backers ON backers.company_id = t.id`,
};

const investorFigures: DerivedColumns = {
  table: 'investors',
  figures: {
    total_deal_count: 'coalesce(f.num, 0)',
    lead_deal_count: 'coalesce(f.led, 0)',
    most_recent_deal_date: 'f.newest',
  },
  from: `LEFT JOIN (
    SELECT investor_id, count(*) AS num, count(*) FILTER (WHERE lead) AS led, max(date) AS newest
    FROM deal_investors i JOIN deals d ON d.id = i.deal_id GROUP BY investor_id
  ) f ON f.investor_id = t.id`,
};

const dealCounts = (table: 'locations' | 'industries', kind: 'location' | 'industry') => `
  UPDATE ${table} t SET deal_count = f.num
  FROM (
    SELECT ${kind}_id, sum(rounds.num) AS num FROM company_${kind}_tags JOIN (
      SELECT company_id, count(*) AS num FROM deals GROUP BY company_id
    ) rounds USING (company_id) GROUP BY ${kind}_id
  ) f WHERE t.id = f.${kind}_id`;

const totals = `
  INSERT INTO totals (deals, companies, investors, people)
  SELECT (SELECT count(*) FROM deals), (SELECT count(*) FROM companies), (SELECT count(*) FROM investors), (SELECT count(*) FROM people)`;

/** Computes all derived tables and columns; indexes are built afterwards. */
export async function deriveFigures(pool: Sql): Promise<void> {
  // The columns used in joins; those that are only read later are analyzed at the end.
  await pool.unsafe(`ANALYZE companies (id), investors (id), people (id), deals (id, company_id), deal_investors, deal_angels,
    deal_partners, location_below, company_industries`);
  const rewrites = [companyFigures, investorFigures, personFigures];
  const copies = await Promise.all(rewrites.map((figures) => buildCopy(pool, figures)));
  // The words of companies take as long as all other figures together; in parallel they would only slow those down.
  await Promise.all([
    pool.unsafe(fill('company_words', companyWords)),
    runInTurn(pool, [
      fill('company_location_tags', placeTags('company', 'companies')),
      fill('company_industry_tags', industryTags),
      fill('investor_location_tags', placeTags('investor', 'investors')),
      fill('person_deals', personDeals),
      fill('totals', totals),
      dealCounts('locations', 'location'),
      dealCounts('industries', 'industry'),
      ...copies,
    ]),
  ]);
  await runInTurn(pool, [...rewrites.map(replaceByCopy), 'DROP TABLE company_places, investor_places']);
}

const fill = (table: string, statement: string) => `TRUNCATE ${table}; ${statement}`;

async function runInTurn(pool: Sql, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await pool.unsafe(statement);
}

/**
 * The statement that fills a copy of a table with its figures. An UPDATE would leave the old rows behind, and removing
 * them would write the table a third time.
 */
async function buildCopy(pool: Sql, { table, figures, from }: DerivedColumns): Promise<string> {
  const columns = await pool<{ name: string }[]>`
    SELECT attname AS name FROM pg_attribute
    WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`;
  const values = columns.map(({ name }) => figures[name] ?? `t.${name}`);
  return `
    CREATE TABLE ${table}_copy (LIKE ${table} INCLUDING ALL);
    INSERT INTO ${table}_copy SELECT ${values.join(', ')} FROM ${table} t ${from}`;
}

const replaceByCopy = ({ table }: DerivedColumns) => `
  DROP TABLE ${table};
  ALTER TABLE ${table}_copy RENAME TO ${table}`;
