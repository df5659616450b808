import type { Sql } from '../../../service/db/sql.ts';

type ColumnType = 'INTEGER' | 'BIGINT' | 'DOUBLE' | 'TEXT';

/** A table to copy to the engines, with the statement that reads its rows from our database. */
export interface CopiedTable {
  name: string;
  columns: Readonly<Record<string, ColumnType>>;
  /** Booleans are 0 or 1, times microseconds since 1970, ids text; sorted by `order`. */
  select: string;
  /** The primary key if SQLite should store the rows in its order; otherwise `id`. */
  key: readonly string[];
  /** Further indexes of SQLite. */
  indexes: readonly string[];
  /** Columns by which DuckDB finds single rows. */
  lookups: readonly string[];
}

type Layout = Partial<Pick<CopiedTable, 'key' | 'indexes' | 'lookups'>> & {
  /** The order of the rows, which DuckDB uses to skip blocks. */
  order?: string;
};

/** The tables that the queries read, in the best layout for each engine. */
const layouts: Record<string, Layout> = {
  totals: { key: [], order: '1' },
  locations: { indexes: ['permalink'] },
  industries: { indexes: ['permalink'] },
  companies: { indexes: ['uuid', 'total_raised DESC, uuid'], order: 'total_raised DESC NULLS LAST' },
  company_texts: { key: ['company_id'] },
  investors: { indexes: ['uuid'], lookups: ['uuid'] },
  people: { indexes: ['uuid'] },
  person_deals: { key: ['deal_id', 'person_id'] },
  deals: {
    indexes: ['uuid', 'date DESC, uuid', 'round_type, date, total_round_raised'],
    lookups: ['uuid'],
    order: 'date DESC NULLS LAST',
  },
  deal_texts: { key: ['deal_id'], lookups: ['deal_id'] },
  deal_investors: { key: ['investor_id', 'deal_id'], indexes: ['deal_id, investor_id'] },
};

/** The trigrams of company names as pg_trgm defines them, and how many each name has. */
const nameTrigrams: CopiedTable = {
  name: 'name_trigrams',
  columns: { trigram: 'TEXT', company_id: 'INTEGER', size: 'INTEGER' },
  select: `SELECT unnest(found) AS trigram, id AS company_id, cardinality(found) AS size
    FROM (SELECT id, show_trgm(folded) AS found FROM companies) AS names ORDER BY 1, 2`,
  key: ['trigram', 'company_id'],
  indexes: [],
  lookups: [],
};

/** The places or industries of deals, which our database stores only for companies. */
const buildDealTags = (kind: 'location' | 'industry'): CopiedTable => ({
  name: `deal_${kind}_tags`,
  columns: { [`${kind}_id`]: 'INTEGER', deal_id: 'INTEGER' },
  select: `SELECT t.${kind}_id, d.id AS deal_id FROM company_${kind}_tags t JOIN deals d USING (company_id) ORDER BY 1, 2`,
  key: [`${kind}_id`, 'deal_id'],
  indexes: [],
  lookups: [],
});

/** Describes all tables to copy. */
export async function describeTables(sql: Sql): Promise<CopiedTable[]> {
  const columns = await sql<{ table: string; name: string; type: string }[]>`
    SELECT table_name AS table, column_name AS name, data_type AS type FROM information_schema.columns
    WHERE table_schema = 'data' ORDER BY table_name, ordinal_position`;
  const described = Object.entries(layouts).map(
    ([name, { key = ['id'], indexes = [], lookups = [], order = key.join(', ') }]) => {
      const own = columns.filter(({ table }) => table === name).map((column) => ({ ...column, ...copyAs(column) }));
      return {
        name,
        columns: Object.fromEntries(own.map((column) => [column.name, column.as])),
        select: `SELECT ${own.map((column) => `${column.value} AS ${column.name}`).join(', ')} FROM ${name} ORDER BY ${order}`,
        key,
        indexes,
        lookups,
      };
    },
  );
  return [...described, buildDealTags('location'), buildDealTags('industry'), nameTrigrams];
}

/** How a column is copied: its type in the engines, and the expression that reads it. */
function copyAs({ name, type }: { name: string; type: string }): { as: ColumnType; value: string } {
  switch (type) {
    case 'boolean':
      return { as: 'INTEGER', value: `${name}::int` };
    case 'smallint':
    case 'integer':
      return { as: 'INTEGER', value: name };
    case 'bigint':
      return { as: 'BIGINT', value: name };
    case 'double precision':
      return { as: 'DOUBLE', value: name };
    case 'date':
    case 'timestamp with time zone':
      return { as: 'BIGINT', value: `(extract(epoch FROM ${name}) * 1000000)::bigint` };
    default:
      return { as: 'TEXT', value: `${name}::text` };
  }
}
