import { employeeRange, financingType } from '#contract/enums.ts';
import type { ComparedColumn, Predicate, Relation } from '../db/predicates.ts';

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

/** `amount` and `moment` (microseconds since 2000) are numbers, NaN when unknown; `code` is a small number, 0 when unknown. */
type Column = { readonly kind: 'amount' | 'moment' | 'code'; readonly sql: string };

const companyStatuses = ['private', 'public', 'acquired', 'delisted', 'closed'];

const buildCode = (column: string, values: readonly string[]): string =>
  `(CASE ${column} ${values.map((value, at) => `WHEN '${value}' THEN ${at + 1}`).join(' ')} ELSE 0 END)`;

/** The values that a filter compares, one for each row. */
export const indexedColumns = {
  'd.total_round_raised': { kind: 'amount', sql: 'd.total_round_raised' },
  'd.date': { kind: 'moment', sql: 'd.date' },
  'd.created_at': { kind: 'moment', sql: 'd.created_at' },
  'd.round': {
    kind: 'code',
    sql: `4 * ${buildCode('d.round_type', financingType.options)} + 2 * d.pre::int + d.extension::int`,
  },
  'c.total_raised': { kind: 'amount', sql: 'c.total_raised' },
  'c.num_employees': { kind: 'code', sql: buildCode('c.num_employees', employeeRange.options) },
  'c.status': { kind: 'code', sql: buildCode('c.status', companyStatuses) },
} as const satisfies Record<string, Column>;
export type IndexedColumn = keyof typeof indexedColumns;

/** The code of each value of a list; a value of another list has none. */
export const columnCodes: Partial<Record<ComparedColumn, readonly string[]>> = {
  'c.num_employees': employeeRange.options,
  'c.status': companyStatuses,
};

/** The code of a round in `d.round`. */
export const codeRound = ({ type, pre, extension }: Extract<Predicate, { is: 'round' }>['rounds'][number]): number =>
  4 * (financingType.options.indexOf(type) + 1) + 2 * Number(pre) + Number(extension);

type Links = { readonly from: IndexedAlias; readonly to: IndexedAlias; readonly sql: string };

/** For each row the rows of another table that belong to it: pairs of ids, in order. */
export const indexedLinks = {
  companyDeals: { from: 'c', to: 'd', sql: 'SELECT company_id AS a, id AS b FROM deals' },
  investorDeals: { from: 'i', to: 'd', sql: 'SELECT investor_id AS a, deal_id AS b FROM deal_investors' },
  angelDeals: { from: 'p', to: 'd', sql: 'SELECT person_id AS a, deal_id AS b FROM deal_angels' },
  partnerDeals: { from: 'p', to: 'd', sql: 'SELECT person_id AS a, deal_id AS b FROM deal_partners' },
  locationCompanies: { from: 'l', to: 'c', sql: 'SELECT location_id AS a, company_id AS b FROM company_location_tags' },
  industryCompanies: { from: 'n', to: 'c', sql: 'SELECT industry_id AS a, company_id AS b FROM company_industry_tags' },
} as const satisfies Record<string, Links>;
export type IndexedLinks = keyof typeof indexedLinks;

/** Where the predicate of a related record is evaluated, and the links from there to the record, one after the other. */
type Path = { readonly of: IndexedAlias; readonly by: readonly (readonly IndexedLinks[])[] };

export const relationPaths: Partial<Record<Relation, Path>> = {
  companyOfDeal: { of: 'c', by: [['companyDeals']] },
  investorsOfDeal: { of: 'i', by: [['investorDeals']] },
  peopleOfDeal: { of: 'p', by: [['angelDeals'], ['partnerDeals']] },
  locationsOfDeal: { of: 'l', by: [['locationCompanies', 'companyDeals']] },
  industriesOfDeal: { of: 'n', by: [['industryCompanies', 'companyDeals']] },
};
