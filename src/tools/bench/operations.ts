import type { Pool } from '../../service/db/pool.ts';

/** An API request of the benchmark. */
export interface BenchOperation {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  body?: object;
  /** It costs no credits. */
  isFree?: true;
}

type Common = {
  year: number;
  country: string;
  category: string;
  city: string;
  industry: string;
  investors: string[];
  company: string;
  deal: string;
};

/** Values that many records share, so that every operation has results. */
async function readCommon(sql: Pool): Promise<Common> {
  const [common] = await sql<Common[]>`
    WITH place AS (
      SELECT l.location_type AS type, l.permalink, count(*) AS deals FROM deal_location_tags t
        JOIN locations l ON l.id = t.location_id GROUP BY l.id, l.location_type, l.permalink
    ), field AS (
      SELECT n.industry_type AS type, n.permalink, count(*) AS deals FROM deal_industry_tags t
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
  if (!common) throw new Error('the database has no records');
  return common;
}

/** The first operation; its throughput is measured too. */
export const newestDeals = {
  name: 'deals: newest, no filter',
  method: 'POST',
  path: '/api/v1/deals',
  body: { page_size: 25 },
} as const satisfies BenchOperation;

const post = (name: string, path: string, body: object): BenchOperation => ({
  name,
  method: 'POST',
  path: `/api/v1${path}`,
  body: { page_size: 25, ...body },
});
const get = (name: string, path: string): BenchOperation => ({ name, method: 'GET', path: `/api/v1${path}` });

/** The operations with a promised speed. */
export async function readOperations(sql: Pool): Promise<BenchOperation[]> {
  const common = await readCommon(sql);
  const { year, country, category, city, industry, investors, company, deal } = common;
  const narrow = {
    company: { locations: [country], super_categories: [category], employee_count: ['11-50', '51-100'] },
  };
  const round = { date_start: `${year}-01-01`, date_end: `${year}-12-31`, size_min: 1_000_000 };
  const misspelt = `${company.slice(0, 3)}${company.slice(4)}`;
  return [
    newestDeals,
    post('deals: type, year, size', '/deals', { deal: { financing_types: [{ type: 'SERIES_A' }], ...round } }),
    post('deals: country, super category, employees', '/deals', narrow),
    post('deals: the same, page 400', '/deals', { ...narrow, page: 400 }),
    post('deals: city, industry', '/deals', { company: { locations: [city], industries: [industry] } }),
    post('deals: three popular investors', '/deals', { investors: { investor_ids: investors } }),
    post('companies: largest raise', '/companies', { sort_by: 'largest_total_raise' }),
    post('investors: matching deals', '/investors', {
      company_investments: { super_categories: [category], deal_start_date: `${year}-01-01` },
      sort_by: 'matching_deals',
    }),
    post('people: deals of 12 months', '/people', { sort_by: 'deal_count_last_12_months' }),
    post('companies: by meaning', '/companies', { search_query: 'software that schedules nurses in hospitals' }),
    get('deals of the largest investor', `/investor/deals?id=${investors[0]}&page_size=25`),
    {
      name: 'counts by month, round, place, industry',
      method: 'POST',
      path: '/account/facets',
      body: { deals: { company: { locations: [country] } }, by: ['months', 'rounds', 'locations', 'industries'] },
      isFree: true,
    },
    get('company by misspelt name', `/company/search?name=${encodeURIComponent(misspelt)}`),
    { ...get('location as typed', '/location/search?name=lond'), isFree: true },
    get('deal by id', `/deals/${deal}`),
  ];
}
