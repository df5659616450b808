import { employeeRange, financingType } from '#contract/enums.ts';
import type { FinancingFilter } from '#contract/request-parts.ts';
import type { IndexedAlias, IndexedPath } from './indexed-links.ts';

// What filters compare, declared once for PostgreSQL and for the index in memory.

/** A column that a filter compares. Without `index` or `linkFlag` only PostgreSQL compares it. */
type FilterColumn = {
  /** How a list of values is compared: the type of the values, or what they mean. */
  readonly list?: 'uuid' | 'text' | 'id' | 'employee_range' | 'company_status' | 'role' | 'title' | 'school';
  /** A filter requires that it is not null. */
  readonly known?: true;
  /** A filter requires that it is true. */
  readonly flag?: true;
  readonly index?: IndexedValue;
  /** Its bit in the flags of the links that have it. */
  readonly linkFlag?: number;
};

/**
 * What the index holds of a column, one value for each row: `amount` and `moment` (microseconds since 2000) are numbers,
 * NaN if unknown; `code` is a small integer, 0 if unknown.
 */
type IndexedValue = {
  readonly kind: 'amount' | 'moment' | 'code';
  readonly sql: string;
  /** The values with the codes 1, 2 and so on; a value outside the list has none. */
  readonly values?: readonly string[];
};

const formatCode = (column: string, values: readonly string[]): string =>
  `(CASE ${column} ${values.map((value, at) => `WHEN '${value}' THEN ${at + 1}`).join(' ')} ELSE 0 END)`;

const code = (column: string, values: readonly string[]): IndexedValue => ({
  kind: 'code',
  sql: formatCode(column, values),
  values,
});
const known = (column: string) =>
  ({ known: true, index: { kind: 'code', sql: `(${column} IS NOT NULL)::int` } }) as const;

const companyStatuses = ['private', 'public', 'acquired', 'delisted', 'closed'];
export const leadFlag = 1;

const filterColumns = {
  'd.uuid': { list: 'uuid' },
  'd.total_round_raised': { index: { kind: 'amount', sql: 'd.total_round_raised' } },
  'd.date': { index: { kind: 'moment', sql: 'd.date' } },
  'd.post_money': {
    index: {
      kind: 'amount',
      sql: `d.valuation_usd + CASE d.valuation_type WHEN 'PRE_MONEY' THEN d.total_round_raised ELSE 0 END`,
    },
  },
  'd.created_at': { index: { kind: 'moment', sql: 'd.created_at' } },
  'd.round': {
    index: {
      kind: 'code',
      sql: `4 * ${formatCode('d.round_type', financingType.options)} + 2 * d.pre::int + d.extension::int`,
    },
  },
  // 12 times the year plus the month.
  'd.month': {
    index: { kind: 'code', sql: 'coalesce(12 * extract(year FROM d.date) + extract(month FROM d.date), 0)' },
  },
  'c.uuid': { list: 'uuid' },
  'c.total_raised': { index: { kind: 'amount', sql: 'c.total_raised' } },
  'c.num_employees': { list: 'employee_range', index: code('c.num_employees', employeeRange.options) },
  'c.status': { list: 'company_status', index: code('c.status', companyStatuses) },
  'c.domain': { list: 'text' },
  'c.linkedin_slug': { list: 'text' },
  'c.crunchbase_slug': { list: 'text' },
  'company_location_tags.location_id': { list: 'id' },
  'company_industry_tags.industry_id': { list: 'id' },
  'i.uuid': { list: 'uuid' },
  'i.num_employees': { list: 'employee_range', index: code('i.num_employees', employeeRange.options) },
  'i.domain': { list: 'text' },
  'i.linkedin_slug': { list: 'text' },
  'i.crunchbase_slug': { list: 'text' },
  'i.permalink': { list: 'text' },
  'ilt.location_id': { list: 'id' },
  'p.uuid': { list: 'uuid' },
  'p.linkedin_slug': { list: 'text' },
  'p.crunchbase_slug': { list: 'text' },
  'p.twitter_slug': { list: 'text' },
  'p.linkedin': known('p.linkedin'),
  'p.email': known('p.email'),
  'p.phone': known('p.phone'),
  'p.twitter': known('p.twitter'),
  'p.current_company_id': known('p.current_company_id'),
  'p.is_investor': { flag: true, index: { kind: 'code', sql: 'p.is_investor::int' } },
  'e.company_slug': { list: 'text' },
  'e.title': { list: 'role' },
  'e.title_key': { list: 'title' },
  'e.is_current': { flag: true },
  'ed.school_key': { list: 'school' },
  'di.lead': { flag: true, linkFlag: leadFlag },
  'pd.led': { flag: true, linkFlag: leadFlag },
  'pd.angel': { flag: true, linkFlag: 2 },
  'pd.institutional': { flag: true, linkFlag: 4 },
} as const satisfies Record<string, FilterColumn>;

type ColumnName = keyof typeof filterColumns;
type ColumnsWith<Member extends keyof FilterColumn> = {
  [Name in ColumnName]: (typeof filterColumns)[Name] extends Record<Member, unknown> ? Name : never;
}[ColumnName];
/** The columns that are compared with a list. */
export type ComparedColumn = ColumnsWith<'list'>;
export type KnownColumn = ColumnsWith<'known'>;
export type FlagColumn = ColumnsWith<'flag'>;
export type IndexedColumn = ColumnsWith<'index'>;

export const indexedColumns = Object.fromEntries(
  Object.entries<FilterColumn>(filterColumns).flatMap(([name, { index }]) => (index ? [[name, index]] : [])),
) as Record<IndexedColumn, IndexedValue>;

/** How a column is declared. */
export const readColumn = (name: ColumnName): FilterColumn => filterColumns[name];

/** The code of a round in `d.round`. */
export const codeRound = ({ type, pre, extension }: FinancingFilter): number =>
  4 * (financingType.options.indexOf(type) + 1) + 2 * Number(pre) + Number(extension);

/** Records that belong to a record. */
type RecordRelation = {
  /** The key of the record, and the queries for the keys of records that have the related record. */
  readonly key: string;
  readonly queries: readonly [string, ...string[]];
  /**
   * In the index: the table of the predicate of the related record, and the links from there to the record, in order.
   * Without it, PostgreSQL looks the records up, and they are cached.
   */
  readonly path?: { readonly of: IndexedAlias; readonly by: readonly [IndexedPath, ...IndexedPath[]] };
};

const recordRelations = {
  companyOfDeal: {
    key: 'd.company_id',
    queries: ['SELECT c.id FROM companies c'],
    path: { of: 'c', by: ['companyDeals'] },
  },
  investorsOfDeal: {
    key: 'd.id',
    queries: ['SELECT di.deal_id FROM deal_investors di JOIN investors i ON i.id = di.investor_id'],
    path: { of: 'i', by: ['investorDeals'] },
  },
  investorLocationsOfDeal: {
    key: 'd.id',
    queries: ['SELECT di.deal_id FROM deal_investors di JOIN investor_location_tags ilt USING (investor_id)'],
    path: { of: 'l', by: ['locationInvestors', 'investorDeals'] },
  },
  peopleOfDeal: {
    key: 'd.id',
    queries: [
      'SELECT da.deal_id FROM deal_angels da JOIN people p ON p.id = da.person_id',
      'SELECT dp.deal_id FROM deal_partners dp JOIN people p ON p.id = dp.person_id',
    ],
    path: { of: 'p', by: ['personDeals'] },
  },
  locationsOfDeal: {
    key: 'd.company_id',
    queries: ['SELECT company_id FROM company_location_tags'],
    path: { of: 'l', by: ['locationCompanies', 'companyDeals'] },
  },
  industriesOfDeal: {
    key: 'd.company_id',
    queries: ['SELECT company_id FROM company_industry_tags'],
    path: { of: 'n', by: ['industryCompanies', 'companyDeals'] },
  },
  locationsOfCompany: {
    key: 'c.id',
    queries: ['SELECT company_id FROM company_location_tags'],
    path: { of: 'l', by: ['locationCompanies'] },
  },
  industriesOfCompany: {
    key: 'c.id',
    queries: ['SELECT company_id FROM company_industry_tags'],
    path: { of: 'n', by: ['industryCompanies'] },
  },
  latestDealOfCompany: {
    key: 'c.latest_deal_id',
    queries: ['SELECT d.id FROM deals d'],
    path: { of: 'd', by: ['latestDealCompany'] },
  },
  dealsOfCompany: {
    key: 'c.id',
    queries: ['SELECT d.company_id FROM deals d'],
    path: { of: 'd', by: ['dealCompany'] },
  },
  investorsOfCompany: {
    key: 'c.id',
    queries: ['SELECT cv.company_id FROM company_investors cv JOIN investors i ON i.id = cv.investor_id'],
    path: { of: 'i', by: ['investorCompanies'] },
  },
  angelsOfCompany: {
    key: 'c.id',
    queries: ['SELECT ca.company_id FROM company_angels ca JOIN people p ON p.id = ca.person_id'],
    path: { of: 'p', by: ['angelCompanies'] },
  },
  locationsOfInvestor: {
    key: 'i.id',
    queries: ['SELECT ilt.investor_id FROM investor_location_tags ilt'],
    path: { of: 'l', by: ['locationInvestors'] },
  },
  employer: {
    key: 'p.current_company_id',
    queries: ['SELECT c.id FROM companies c'],
    path: { of: 'c', by: ['employees'] },
  },
  dealsOfEmployer: {
    key: 'p.current_company_id',
    queries: ['SELECT d.company_id FROM deals d'],
    path: { of: 'd', by: ['dealCompany', 'employees'] },
  },
  latestDealOfEmployer: {
    key: 'p.current_company_id',
    queries: ['SELECT c.id FROM companies c JOIN deals d ON d.id = c.latest_deal_id'],
    path: { of: 'd', by: ['latestDealCompany', 'employees'] },
  },
  jobs: { key: 'p.id', queries: ['SELECT e.person_id FROM employments e'] },
  jobsWithCompany: {
    key: 'p.id',
    queries: ['SELECT e.person_id FROM employments e LEFT JOIN companies c ON c.id = e.company_id'],
  },
  educations: { key: 'p.id', queries: ['SELECT ed.person_id FROM educations ed'] },
  firms: {
    key: 'p.id',
    queries: ['SELECT pf.person_id FROM person_firms pf JOIN investors i ON i.id = pf.investor_id'],
    path: { of: 'i', by: ['investorPeople'] },
  },
} as const satisfies Record<string, RecordRelation>;
export type Relation = keyof typeof recordRelations;

/** How the records of a relation are found. */
export const readRelation = (name: Relation): RecordRelation => recordRelations[name];
