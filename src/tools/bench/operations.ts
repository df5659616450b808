import type { Pool } from '../../service/db/pool.ts';
import { type CommonValues, readCommonValues } from './engines/common-values.ts';
import type { EngineQuery } from './engines/engine.ts';
import { engineQueries } from './engines/queries.ts';

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
  /** It costs no credits. */
  isFree?: true;
  /** The same for SQLite and DuckDB, if they support it. */
  onEngines?: EngineQuery;
}

/** Goals in milliseconds: searches and histories, everything else, and search by meaning. */
const goals = { search: 15, other: 50, meaning: 80 };

/** The first operation; its throughput is measured too. */
export const newestDeals = {
  name: 'deals: newest, no filter',
  method: 'POST',
  path: '/api/v1/deals',
  body: { page_size: 25 },
  goalMs: goals.search,
  onEngines: engineQueries.newestDeals(),
} as const satisfies BenchOperation;

const post = (name: string, path: string, body: object, onEngines?: EngineQuery): BenchOperation => ({
  name,
  method: 'POST',
  path: `/api/v1${path}`,
  body: { page_size: 25, ...body },
  goalMs: goals.search,
  ...(onEngines && { onEngines }),
});
const get = (name: string, path: string, onEngines?: EngineQuery): BenchOperation => ({
  name,
  method: 'GET',
  path: `/api/v1${path}`,
  goalMs: goals.other,
  ...(onEngines && { onEngines }),
});

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

function buildDealSearches(common: CommonValues): BenchOperation[] {
  const { year, country, category, city, industry, investors } = common;
  const round = { date_start: `${year}-01-01`, date_end: `${year}-12-31`, size_min: 1_000_000 };
  const employees = ['11-50', '51-100'];
  const narrow = { company: { locations: [country], super_categories: [category], employee_count: employees } };
  const search = (name: string, body: object, onEngines: EngineQuery) =>
    post(`deals: ${name}`, '/deals', body, onEngines);
  return [
    newestDeals,
    search(
      'type, year, size',
      { deal: { financing_types: [{ type: 'SERIES_A' }], ...round } },
      engineQueries.roundsOfYear(common, 'SERIES_A', round.size_min),
    ),
    search('country, super category, employees', narrow, engineQueries.countryCategoryEmployees(common, employees)),
    search(
      'the same, page 400',
      { ...narrow, page: 400 },
      engineQueries.countryCategoryEmployees(common, employees, 400),
    ),
    search(
      'city, industry',
      { company: { locations: [city], industries: [industry] } },
      engineQueries.cityIndustry(common),
    ),
    search(
      'three popular investors',
      { investors: { investor_ids: investors } },
      engineQueries.dealsOfInvestors(investors),
    ),
  ];
}

function buildOtherSearches(common: CommonValues): BenchOperation[] {
  const { year, country, category } = common;
  const portfolio = { super_categories: [category], deal_start_date: `${year}-01-01` };
  return [
    post(
      'companies: largest raise',
      '/companies',
      { sort_by: 'largest_total_raise' },
      engineQueries.companiesByRaise(),
    ),
    post(
      'investors: matching deals',
      '/investors',
      { company_investments: portfolio, sort_by: 'matching_deals' },
      engineQueries.investorsByMatchingDeals(common),
    ),
    post(
      'people: deals of 12 months',
      '/people',
      { sort_by: 'deal_count_last_12_months' },
      engineQueries.peopleByLastYear(common),
    ),
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
      body: { deals: { company: { locations: [country] } }, by: ['months', 'rounds', 'locations', 'industries'] },
      goalMs: goals.other,
      isFree: true,
    },
  ];
}

function buildLookups(common: CommonValues): BenchOperation[] {
  const { investors, misspelt, deal } = common;
  const history = get(
    'deals of the largest investor',
    `/investor/deals?id=${investors[0]}&page_size=25`,
    engineQueries.dealsOfInvestors(investors.slice(0, 1)),
  );
  const companyByName = `/company/search?name=${encodeURIComponent(misspelt)}`;
  return [
    { ...history, goalMs: goals.search },
    get('company by misspelt name', companyByName, engineQueries.companiesByName(common)),
    { ...get('location as typed', '/location/search?name=lond'), isFree: true },
    get('deal by id', `/deals/${deal}`, engineQueries.dealById(common)),
  ];
}
