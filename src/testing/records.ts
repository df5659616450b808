import type { Sql } from '../service/db/sql.ts';

/** A uuid made of a kind and a number. */
export const uuidOf = (kind: 'company' | 'investor' | 'person' | 'deal' | 'financing', number: number): string =>
  `${{ company: 'c0', investor: 'f0', person: 'a0', deal: 'd0', financing: 'e0' }[kind]}000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

const places = [
  [1, 'europe', 'Europe', 'REGION', []],
  [2, 'germany', 'Germany', 'COUNTRY', [1]],
  [3, 'berlin-germany', 'Berlin', 'CITY', [2, 1]],
  [4, 'north-america', 'North America', 'REGION', []],
  [5, 'united-states', 'United States', 'COUNTRY', [4]],
  [6, 'california-united-states', 'California', 'STATE', [5, 4]],
  [7, 'san-francisco-california', 'San Francisco', 'CITY', [6, 5, 4]],
] as const;

const industries = [
  [1, 'software', 'Software', 'SUPER_CATEGORY', []],
  [2, 'financial-services', 'Financial services', 'SUPER_CATEGORY', []],
  [3, 'enterprise-software', 'Enterprise software', 'INDUSTRY', [1]],
  [4, 'fintech', 'Fintech', 'INDUSTRY', [1, 2]],
] as const;

const companies = [
  { id: 1, name: 'Anvil', place: 7, industry: 3, status: 'private', num_employees: '11-50', domain: 'anvil.example' },
  {
    id: 2,
    name: 'Birch Pay',
    place: 3,
    industry: 4,
    status: 'public',
    num_employees: '10001+',
    domain: 'birch.example',
  },
  { id: 3, name: 'Cinder', place: null, industry: null, status: null, num_employees: null, domain: null },
  { id: 4, name: 'Dune', place: 3, industry: 3, status: 'acquired', num_employees: '1-10', domain: 'birch.example' },
] as const;

const deals = [
  { company: 1, round_type: 'SEED', pre: true, date: '2024-01-01', raised: 500_000, firms: [1], angels: [1] },
  { company: 1, round_type: 'SEED', date: '2024-06-30T23:59:59.999Z', raised: 2_000_000, firms: [1, 2], leads: [1] },
  { company: 1, round_type: 'SERIES_A', date: '2025-02-01', raised: 12_000_000.5, firms: [2], partners: [[2, 2]] },
  { company: 2, round_type: 'SERIES_A', extension: true, date: '2025-02-01', raised: null, firms: [] },
  { company: 2, round_type: 'SERIES_B', date: '2025-07-01T00:00:00Z', raised: 0, firms: [3], intermediate: 'TWO' },
  { company: 3, round_type: 'GRANT', date: null, raised: 40_000, firms: [] },
  { company: 4, round_type: 'DEBT_FINANCING', date: '2025-11-20', raised: 2_000_000, firms: [1, 3], leads: [3] },
] as const;

type SeedDeal = {
  readonly company: number;
  readonly round_type: string;
  readonly pre?: boolean;
  readonly extension?: boolean;
  readonly intermediate?: string;
  readonly date: string | null;
  readonly raised: number | null;
  readonly firms: readonly number[];
  readonly leads?: readonly number[];
  readonly partners?: readonly (readonly [person: number, firm: number])[];
  readonly angels?: readonly number[];
};

/** Seven deals of four companies, three firms and three people, with every edge case of a filter; for service tests. */
export async function seedRecords(sql: Sql): Promise<void> {
  await seedTags(sql);
  await sql`INSERT INTO sources (id, key, title, licence, imported_at) VALUES (1, 'test', 'Test', 'none', now())`;
  await insert(
    sql,
    'companies',
    companies.map(({ place, industry: _industry, ...company }) => ({
      ...company,
      uuid: uuidOf('company', company.id),
      source_id: 1,
      permalink: company.name.toLowerCase().replace(' ', '-'),
      folded: company.name.toLowerCase(),
      crunchbase: `https://www.crunchbase.com/organization/${company.name.toLowerCase()}`,
      crunchbase_slug: company.name.toLowerCase(),
      city_id: place,
      state_id: place === 7 ? 6 : null,
      country_id: place === 7 ? 5 : place && 2,
      region_id: place === 7 ? 4 : place && 1,
    })),
  );
  await insert(
    sql,
    'company_industries',
    companies.flatMap(({ id, industry }) => (industry ? [{ company_id: id, position: 0, industry_id: industry }] : [])),
  );
  await insert(
    sql,
    'investors',
    ['Alder Capital', 'Bay Fund', 'Copper Ventures'].map((name, index) => ({
      id: index + 1,
      uuid: uuidOf('investor', index + 1),
      source_id: 1,
      permalink: name.toLowerCase().replace(' ', '-'),
      name,
      folded: name.toLowerCase(),
    })),
  );
  await insert(
    sql,
    'people',
    ['Ada Angel', 'Pat Partner', 'Fay Founder'].map((name, index) => ({
      id: index + 1,
      uuid: uuidOf('person', index + 1),
      source_id: 1,
      name,
      folded: name.toLowerCase(),
      linkedin: `https://www.linkedin.com/in/${name.toLowerCase().replace(' ', '-')}`,
      linkedin_slug: name.toLowerCase().replace(' ', '-'),
      email: index === 2 ? 'fay@example.com' : null,
      is_founder: index === 2,
    })),
  );
  await seedCareers(sql);
  await seedDeals(sql, deals);
  await derive(sql);
}

async function seedCareers(sql: Sql): Promise<void> {
  await insert(sql, 'person_firms', [{ person_id: 2, investor_id: 2 }]);
  await insert(
    sql,
    'employments',
    [
      { title: 'Co-founder and CEO', company_id: 1, is_current: true, start_date: '2023-02-01', end_date: null },
      {
        title: 'VP of Engineering',
        company_id: 2,
        is_current: false,
        start_date: '2019-01-01',
        end_date: '2023-01-01',
      },
      { title: 'Engineer', company_id: null, is_current: false, start_date: null, end_date: null },
      { title: 'Intern', company_id: null, is_current: false, start_date: null, end_date: null },
    ].map((job, position) => ({ ...job, person_id: 3, position, company_name: null })),
  );
  await insert(sql, 'educations', [
    { person_id: 3, position: 0, school_name: 'École Polytechnique', degree: 'MSc', start_date: '2012-09-01' },
  ]);
}

async function seedTags(sql: Sql): Promise<void> {
  await insert(
    sql,
    'locations',
    places.map(([id, permalink, name, location_type]) => ({ id, permalink, name, full_name: name, location_type })),
  );
  await insert(
    sql,
    'location_names',
    places.map(([location_id, , name]) => ({ location_id, folded: name.toLowerCase() })),
  );
  await insert(
    sql,
    'location_below',
    places.flatMap(([id, , , , above]) => [id, ...above].map((above_id) => ({ above_id, below_id: id }))),
  );
  await insert(
    sql,
    'industries',
    industries.map(([id, permalink, name, industry_type]) => ({ id, permalink, name, industry_type })),
  );
  await insert(
    sql,
    'industry_names',
    industries.map(([industry_id, , name]) => ({ industry_id, folded: name.toLowerCase() })),
  );
  await insert(
    sql,
    'industry_below',
    industries.flatMap(([id, , , , above]) => [id, ...above].map((above_id) => ({ above_id, below_id: id }))),
  );
}

async function seedDeals(sql: Sql, seeds: readonly SeedDeal[]): Promise<void> {
  const numbered = seeds.map((seed, index) => ({ ...seed, id: index + 1 }));
  await insert(
    sql,
    'deals',
    numbered.map(
      ({ id, company, round_type, pre = false, extension = false, intermediate = 'NONE', date, raised }) => ({
        id,
        uuid: uuidOf('deal', id),
        source_id: 1,
        company_id: company,
        round_type,
        pre,
        extension,
        intermediate,
        date,
        created_at: '2025-12-01T10:00:00Z',
        total_round_raised: raised,
      }),
    ),
  );
  await insert(
    sql,
    'financings',
    numbered.map(({ id, round_type, raised }) => ({
      deal_id: id,
      position: 0,
      uuid: uuidOf('financing', id),
      type: round_type,
      size_usd: raised,
      size_native: raised,
      currency: 'USD',
    })),
  );
  await insert(
    sql,
    'deal_investors',
    numbered.flatMap(({ id, firms, leads }) =>
      firms.map((firm) => ({ deal_id: id, investor_id: firm, lead: leads?.includes(firm) ?? null })),
    ),
  );
  await insert(
    sql,
    'deal_angels',
    numbered.flatMap(({ id, angels = [] }) => angels.map((person_id) => ({ deal_id: id, person_id }))),
  );
  await insert(
    sql,
    'deal_partners',
    numbered.flatMap(({ id, partners = [] }) =>
      partners.map(([person_id, investor_id]) => ({ deal_id: id, person_id, investor_id })),
    ),
  );
}

/** Computes the figures and tags that an import derives, in the simplest SQL. */
async function derive(sql: Sql): Promise<void> {
  await sql`INSERT INTO company_location_tags SELECT b.above_id, c.id FROM companies c
    JOIN location_below b ON b.below_id = c.city_id`;
  await sql`INSERT INTO company_industry_tags SELECT b.above_id, ci.company_id FROM company_industries ci
    JOIN industry_below b ON b.below_id = ci.industry_id`;
  await sql`UPDATE companies c SET total_raised = f.raised, num_funding_rounds = f.rounds,
    latest_deal_id = f.ids[1], latest_deal_date = f.latest
    FROM (SELECT company_id, sum(total_round_raised) AS raised, count(*) AS rounds, max(date) AS latest,
      array_agg(id ORDER BY date DESC NULLS LAST, created_at DESC, uuid DESC) AS ids FROM deals GROUP BY company_id) f
    WHERE f.company_id = c.id`;
  await sql`UPDATE investors i SET total_deal_count = f.deals, lead_deal_count = f.led, most_recent_deal_date = f.latest
    FROM (SELECT investor_id, count(*) AS deals, count(*) FILTER (WHERE lead) AS led, max(date) AS latest FROM deal_investors JOIN deals d ON d.id = deal_id
      GROUP BY investor_id) f WHERE f.investor_id = i.id`;
  await sql`INSERT INTO company_words SELECT id, to_tsvector('english', name) FROM companies`;
  await sql`INSERT INTO person_deals SELECT person_id, deal_id, true, false, false FROM deal_angels
    UNION ALL SELECT person_id, deal_id, false, true, coalesce(lead, false) FROM deal_partners
      LEFT JOIN deal_investors USING (deal_id, investor_id)`;
  await sql`UPDATE people p SET current_company_id = e.company_id FROM employments e
    WHERE e.person_id = p.id AND e.is_current`;
  await sql`UPDATE people p SET is_investor = true, total_deal_count = f.deals, lead_deal_count = f.led,
    most_recent_deal_date = f.latest
    FROM (SELECT person_id, count(*) AS deals, count(*) FILTER (WHERE led) AS led, max(date) AS latest
      FROM person_deals JOIN deals d ON d.id = deal_id GROUP BY person_id) f WHERE f.person_id = p.id`;
  await sql`UPDATE totals SET deals = (SELECT count(*) FROM deals), companies = (SELECT count(*) FROM companies),
    investors = (SELECT count(*) FROM investors), people = (SELECT count(*) FROM people)`;
}

async function insert(sql: Sql, table: string, rows: readonly object[]): Promise<void> {
  if (rows.length > 0) await sql`INSERT INTO ${sql.identifier(table)} ${sql.values(rows as Record<string, string>[])}`;
}
