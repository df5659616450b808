import { employeeRange, financingType } from '#contract/enums.ts';
import type { ComparedColumn, FlagColumn, KnownColumn, Relation } from '../db/predicate-columns.ts';
import type { Predicate } from '../db/predicates.ts';

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

/**
 * `amount` and `moment` (microseconds since 2000) are numbers, NaN if unknown; `code` is a small integer, 0 if unknown.
 */
type Column = { readonly kind: 'amount' | 'moment' | 'code'; readonly sql: string };

const companyStatuses = ['private', 'public', 'acquired', 'delisted', 'closed'];

const buildCode = (column: string, values: readonly string[]): string =>
  `(CASE ${column} ${values.map((value, at) => `WHEN '${value}' THEN ${at + 1}`).join(' ')} ELSE 0 END)`;

const buildKnown = (column: string) => ({ kind: 'code', sql: `(${column} IS NOT NULL)::int` }) as const;

/** The values that a filter compares, one for each row. */
export const indexedColumns = {
  'd.total_round_raised': { kind: 'amount', sql: 'd.total_round_raised' },
  'd.date': { kind: 'moment', sql: 'd.date' },
  'd.created_at': { kind: 'moment', sql: 'd.created_at' },
  'd.round': {
    kind: 'code',
    sql: `4 * ${buildCode('d.round_type', financingType.options)} + 2 * d.pre::int + d.extension::int`,
  },
  // 12 times the year plus the month; 0 is unknown.
  'd.month': { kind: 'code', sql: 'coalesce(12 * extract(year FROM d.date) + extract(month FROM d.date), 0)' },
  'c.total_raised': { kind: 'amount', sql: 'c.total_raised' },
  'c.num_employees': { kind: 'code', sql: buildCode('c.num_employees', employeeRange.options) },
  'c.status': { kind: 'code', sql: buildCode('c.status', companyStatuses) },
  'i.num_employees': { kind: 'code', sql: buildCode('i.num_employees', employeeRange.options) },
  'p.is_investor': { kind: 'code', sql: 'p.is_investor::int' },
  'p.linkedin': buildKnown('p.linkedin'),
  'p.email': buildKnown('p.email'),
  'p.phone': buildKnown('p.phone'),
  'p.twitter': buildKnown('p.twitter'),
  'p.current_company_id': buildKnown('p.current_company_id'),
} as const satisfies Record<string, Column> & Record<KnownColumn, Column>;
export type IndexedColumn = keyof typeof indexedColumns;

/** The code of each value of a list; a value outside the list has none. */
export const columnCodes: Partial<Record<ComparedColumn, readonly string[]>> = {
  'c.num_employees': employeeRange.options,
  'c.status': companyStatuses,
  'i.num_employees': employeeRange.options,
};

/** The code of a round in `d.round`. */
export const codeRound = ({ type, pre, extension }: Extract<Predicate, { is: 'round' }>['rounds'][number]): number =>
  4 * (financingType.options.indexOf(type) + 1) + 2 * Number(pre) + Number(extension);

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

/** The links whose deals are counted for each record, and the bits of their flags. */
export const countedLinks = { investors: 'investorDeals', people: 'personDeals' } as const;
export const leadFlag = 1;
export const linkFlags: Partial<Record<FlagColumn, number>> = {
  'di.lead': leadFlag,
  'pd.led': leadFlag,
  'pd.angel': 2,
  'pd.institutional': 4,
};

/** The table of the predicate of a related record, and the links from there to the record, in order. */
type Path = { readonly of: IndexedAlias; readonly by: readonly (readonly IndexedPath[])[] };

/** The path of every relation; those of jobs and schools are looked up in PostgreSQL, and their records are cached. */
export const relationPaths: Record<Relation, Path | 'looked up'> = {
  companyOfDeal: { of: 'c', by: [['companyDeals']] },
  investorsOfDeal: { of: 'i', by: [['investorDeals']] },
  peopleOfDeal: { of: 'p', by: [['personDeals']] },
  locationsOfDeal: { of: 'l', by: [['locationCompanies', 'companyDeals']] },
  industriesOfDeal: { of: 'n', by: [['industryCompanies', 'companyDeals']] },
  investorLocationsOfDeal: { of: 'l', by: [['locationInvestors', 'investorDeals']] },
  locationsOfCompany: { of: 'l', by: [['locationCompanies']] },
  industriesOfCompany: { of: 'n', by: [['industryCompanies']] },
  latestDealOfCompany: { of: 'd', by: [['latestDealCompany']] },
  dealsOfCompany: { of: 'd', by: [['dealCompany']] },
  investorsOfCompany: { of: 'i', by: [['investorCompanies']] },
  angelsOfCompany: { of: 'p', by: [['angelCompanies']] },
  locationsOfInvestor: { of: 'l', by: [['locationInvestors']] },
  employer: { of: 'c', by: [['employees']] },
  dealsOfEmployer: { of: 'd', by: [['dealCompany', 'employees']] },
  latestDealOfEmployer: { of: 'd', by: [['latestDealCompany', 'employees']] },
  jobs: 'looked up',
  jobsWithCompany: 'looked up',
  educations: 'looked up',
  firms: { of: 'i', by: [['investorPeople']] },
};
