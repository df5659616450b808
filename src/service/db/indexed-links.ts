// What the index in memory holds besides columns: its tables, and which of their rows belong together.

/** The tables whose rows the index numbers, by their alias. */
export const indexedTables = {
  d: 'deals',
  c: 'companies',
  i: 'investors',
  p: 'people',
  l: 'locations',
  n: 'industries',
} as const;
export type IndexedAlias = keyof typeof indexedTables;

/** The tables whose names are looked up. */
export const namedTables = { companies: 'c', investors: 'i', people: 'p' } as const;
export type NamedTable = keyof typeof namedTables;

/** Rows of one table that belong to rows of another: a query of pairs of ids `a` and `b`, some with `flags`. */
export type Links = {
  readonly from: IndexedAlias;
  readonly to: IndexedAlias;
  readonly sql: string;
  readonly hasFlags?: true;
};

/** For row r the rows `targets[offsets[r]]` to `targets[offsets[r + 1] - 1]` of another table, in order. */
export type LinkedRows = {
  readonly offsets: Int32Array;
  readonly targets: Int32Array;
  /** A number for each target, if the links have flags. */
  readonly flags: Uint8Array | undefined;
};

/** For each row the only row of another table that belongs to it, if there is one. */
export const indexedReferences = {
  dealCompany: { from: 'd', to: 'c', sql: 'SELECT id AS a, company_id AS b FROM deals' },
  latestDealCompany: {
    from: 'd',
    to: 'c',
    sql: 'SELECT latest_deal_id AS a, id AS b FROM companies WHERE latest_deal_id IS NOT NULL',
  },
  companyPlace: {
    from: 'c',
    to: 'l',
    sql: `SELECT * FROM (SELECT id AS a, coalesce(city_id, state_id, country_id, region_id) AS b FROM companies) AS placed
      WHERE b IS NOT NULL`,
  },
  companyCountry: {
    from: 'c',
    to: 'l',
    sql: 'SELECT id AS a, country_id AS b FROM companies WHERE country_id IS NOT NULL',
  },
  // Of the first industry that has one.
  companySuperCategory: {
    from: 'c',
    to: 'n',
    sql: `SELECT * FROM (SELECT DISTINCT ON (ci.company_id) ci.company_id AS a, n.id AS b FROM company_industries ci
        JOIN industry_below below ON below.below_id = ci.industry_id
        JOIN industries n ON n.id = below.above_id AND n.industry_type = 'SUPER_CATEGORY'
      ORDER BY ci.company_id, ci.position, n.id) AS first`,
  },
} as const satisfies Record<string, Links>;

/** For each place and industry its companies, held in groups: most companies have the same tags as many others. */
export const indexedTags = {
  locationCompanies: { from: 'l', to: 'c', sql: 'SELECT location_id AS a, company_id AS b FROM company_location_tags' },
  industryCompanies: { from: 'n', to: 'c', sql: 'SELECT industry_id AS a, company_id AS b FROM company_industry_tags' },
} as const satisfies Record<string, Links>;

/** For each row the rows of another table that belong to it. */
export const indexedLinks = {
  companyDeals: { from: 'c', to: 'd', sql: 'SELECT company_id AS a, id AS b FROM deals' },
  investorDeals: {
    from: 'i',
    to: 'd',
    sql: 'SELECT investor_id AS a, deal_id AS b, coalesce(lead, false)::int AS flags FROM deal_investors',
    hasFlags: true,
  },
  personDeals: {
    from: 'p',
    to: 'd',
    sql: 'SELECT person_id AS a, deal_id AS b, led::int + 2 * angel::int + 4 * institutional::int AS flags FROM person_deals',
    hasFlags: true,
  },
  companyIndustries: {
    from: 'c',
    to: 'n',
    sql: 'SELECT company_id AS a, industry_id AS b FROM company_industries',
  },
  locationInvestors: {
    from: 'l',
    to: 'i',
    sql: 'SELECT location_id AS a, investor_id AS b FROM investor_location_tags',
  },
  investorCompanies: { from: 'i', to: 'c', sql: 'SELECT investor_id AS a, company_id AS b FROM company_investors' },
  angelCompanies: { from: 'p', to: 'c', sql: 'SELECT person_id AS a, company_id AS b FROM company_angels' },
  employees: {
    from: 'c',
    to: 'p',
    sql: 'SELECT current_company_id AS a, id AS b FROM people WHERE current_company_id IS NOT NULL',
  },
  investorPeople: { from: 'i', to: 'p', sql: 'SELECT investor_id AS a, person_id AS b FROM person_firms' },
} as const satisfies Record<string, Links>;

/** All paths from the rows of one table to those of another. */
export const indexedPaths = { ...indexedReferences, ...indexedTags, ...indexedLinks };
export type IndexedPath = keyof typeof indexedPaths;

/** The links whose deals are counted for each record. */
export const countedLinks = { investors: 'investorDeals', people: 'personDeals' } as const;
