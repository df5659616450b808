import type { Pool } from '../../service/db/pool.ts';

/** An API request of the benchmark. */
export interface BenchOperation {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  body?: object;
  /** The body of each run, if a repeated one would be answered from memory. */
  vary?: (run: number) => object;
  /** The highest allowed median over HTTP at 1,000,000 deals. */
  goalMs: number;
}

/** Values that many records share, so that every operation has results. */
interface CommonValues {
  year: number;
  country: string;
  category: string;
  city: string;
  industry: string;
  investors: string[];
  company: string;
  deal: string;
}

/** Goals in milliseconds: searches and histories, everything else, and search by meaning. */
const goals = { search: 15, other: 50, meaning: 80 };

const post = (name: string, path: string, body: object): BenchOperation => ({
  name,
  method: 'POST',
  path: `/api/v1${path}`,
  body: { page_size: 25, ...body },
  goalMs: goals.search,
});
const get = (name: string, path: string, goalMs = goals.other): BenchOperation => ({
  name,
  method: 'GET',
  path: `/api/v1${path}`,
  goalMs,
});

/** The first operation; its throughput is measured too. */
export const newestDeals = post('deals: newest, no filter', '/deals', {});

const offers =
  'batteries,payments,online courses,solar panels,payroll,robots,insurance,fresh food,medical devices,recruiting,translation,warehouses,data privacy';
const customers =
  'hospitals,farmers,restaurants,trucks,schools,banks,airlines,builders,retailers,lawyers,pharmacies,hotels';
const pick = (list: string, run: number) => list.split(',').at(run % list.split(',').length) ?? '';

/** A search by meaning for one of 156 texts, another in each run, because a gateway remembers the last 100. */
function byMeaning(name: string, write: (what: string, who: string) => string): BenchOperation {
  const vary = (run: number) => ({ page_size: 25, search_query: write(pick(offers, run), pick(customers, run)) });
  return { ...post(name, '/companies', vary(0)), vary, goalMs: goals.meaning };
}

/** The operations with a guaranteed speed. */
export async function readOperations(sql: Pool): Promise<BenchOperation[]> {
  const common = await readCommonValues(sql);
  return [...buildDealSearches(common), ...buildOtherSearches(common), ...buildLookups(common)];
}

function buildDealSearches({ year, country, category, city, industry, investors }: CommonValues): BenchOperation[] {
  const round = { date_start: `${year}-01-01`, date_end: `${year}-12-31`, size_min: 1_000_000 };
  const company = { locations: [country], super_categories: [category], employee_count: ['11-50', '51-100'] };
  const search = (name: string, body: object) => post(`deals: ${name}`, '/deals', body);
  return [
    newestDeals,
    search('type, year, size', { deal: { financing_types: [{ type: 'SERIES_A' }], ...round } }),
    search('country, super category, employees', { company }),
    search('the same, page 400', { company, page: 400 }),
    search('city, industry', { company: { locations: [city], industries: [industry] } }),
    search('three popular investors', { investors: { investor_ids: investors } }),
  ];
}

function buildOtherSearches({ year, country, category }: CommonValues): BenchOperation[] {
  const portfolio = { super_categories: [category], deal_start_date: `${year}-01-01` };
  const by = ['months', 'rounds', 'locations', 'industries'];
  return [
    post('companies: largest raise', '/companies', { sort_by: 'largest_total_raise' }),
    post('investors: matching deals', '/investors', { company_investments: portfolio, sort_by: 'matching_deals' }),
    post('people: deals of 12 months', '/people', { sort_by: 'deal_count_last_12_months' }),
    byMeaning('companies: by meaning', (what, who) => `${what} for ${who}`),
    byMeaning(
      'companies: by meaning, a long text',
      (what, who) =>
        `a platform on which ${who} find ${what}, compare offers of local suppliers, order and pay, with invoices, delivery and financing in one place`,
    ),
    {
      name: 'counts by month, round, place, industry',
      method: 'POST',
      path: '/account/facets',
      body: { deals: { company: { locations: [country] } }, by },
      goalMs: goals.other,
    },
  ];
}

const buildLookups = ({ investors, company, deal }: CommonValues): BenchOperation[] => [
  get('deals of the largest investor', `/investor/deals?id=${investors[0]}&page_size=25`, goals.search),
  // Without its fourth letter.
  get('company by misspelt name', `/company/search?name=${encodeURIComponent(company.slice(0, 3) + company.slice(4))}`),
  get('location as typed', '/location/search?name=lond'),
  get('deal by id', `/deals/${deal}`),
];

/** Reads the most frequent values of the records. */
async function readCommonValues(sql: Pool): Promise<CommonValues> {
  const [row] = await sql<CommonValues[]>`
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
  return row;
}
