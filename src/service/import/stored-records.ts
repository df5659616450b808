import type { Sql } from '../db/sql.ts';
import type { Place } from '../lookups/gazetteer/place.ts';
import type { Entity } from './records.ts';

type Column = { table: string; column: string; required: boolean; refers: string | null };

/** Written by every load, or derived from the other tables. */
const rebuiltTables =
  /^(locations|location_.*|industries|industry_.*|totals|company_words|person_deals|merges|put_aside|kept_apart|.*_tags)$/;
/** Tables that others refer to are copied first. */
const first = ['sources', 'companies', 'investors', 'people', 'deals'];

/** The places of stored records that the gazetteer does not have, because an import added them. */
export async function readStoredPlaces(sql: Sql, sourceIds: number[], shipped: ReadonlySet<string>): Promise<Place[]> {
  if (sourceIds.length === 0) return [];
  const places = await sql<Place[]>`
    WITH used AS (
      SELECT unnest(ARRAY[city_id, state_id, country_id, region_id]) AS id FROM ${sql.unsafe(buildSourceRows('companies'))} c WHERE source_id = ANY(${sourceIds})
      UNION
      SELECT unnest(ARRAY[city_id, state_id, country_id, region_id]) FROM ${sql.unsafe(buildSourceRows('investors'))} i WHERE source_id = ANY(${sourceIds})
    )
    SELECT permalink, name, full_name AS "fullName", location_type AS type, population, '' AS path,
      ARRAY(SELECT a.permalink FROM data.location_below b JOIN data.locations a ON a.id = b.above_id
        WHERE b.below_id = l.id AND b.above_id <> l.id ORDER BY a.id) AS above,
      coalesce(named.names, '{}') AS names
    FROM data.locations l JOIN used USING (id)
      -- All names at once: their index starts with the name, so that a query for one place reads all of it.
      LEFT JOIN (
        SELECT location_id, array_agg(folded ORDER BY folded) AS names FROM data.location_names GROUP BY location_id
      ) named ON named.location_id = l.id
    WHERE permalink <> ALL(${[...shipped]}) ORDER BY permalink`;
  const known = new Set([...shipped, ...places.map(({ permalink }) => permalink)]);
  return places.map((place) => ({ ...place, above: place.above.filter((permalink) => known.has(permalink)) }));
}

/**
 * Copies the records of the other sources from the live tables into the new ones, inside the database. Records keep
 * their ids; places and industries are matched by permalink. Rows that refer to a removed record are left out.
 */
export async function copyStoredRecords(sql: Sql, pool: Sql, sourceIds: number[]): Promise<void> {
  if (sourceIds.length === 0) return;
  const columns = await readColumns(sql);
  const tables = [...new Set(columns.map(({ table }) => table))].filter((table) => !rebuiltTables.test(table));
  const rest = tables.filter((table) => !first.includes(table));
  for (const table of [...first, ...rest]) {
    await pool.unsafe(
      buildCopyStatement(
        table,
        columns.filter((column) => column.table === table),
        sourceIds,
      ),
    );
  }
  for (const owner of ['company', 'investor'] as const) await pool.unsafe(buildPlacesStatement(owner));
}

function readColumns(sql: Sql): Promise<Column[]> {
  return sql<Column[]>`
    SELECT relname AS table, attname AS column, attnotnull AS required,
      (SELECT p.relname FROM pg_constraint c JOIN pg_class p ON p.oid = c.confrelid
        WHERE c.contype = 'f' AND c.conrelid = t.oid AND c.conkey = ARRAY[a.attnum]) AS refers
    FROM pg_class t JOIN pg_attribute a ON a.attrelid = t.oid
    WHERE relnamespace = 'data'::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    ORDER BY relname, attnum`;
}

function buildCopyStatement(table: string, columns: Column[], sourceIds: number[]): string {
  const joins: string[] = [];
  const wanted = columns.map(({ column, required, refers }) => {
    if (!refers || refers === 'sources') return `t.${column}`;
    const join = required ? 'JOIN' : 'LEFT JOIN';
    const [now, was] = [`new_${column}`, `old_${column}`];
    if (refers === 'locations' || refers === 'industries') {
      joins.push(`LEFT JOIN data.${refers} ${was} ON ${was}.id = t.${column}`);
      joins.push(`${join} ${refers} ${now} ON ${now}.permalink = ${was}.permalink`);
    } else {
      joins.push(`${join} ${refers} ${now} ON ${now}.id = t.${column}`);
    }
    return `${now}.id`;
  });
  const source = table === 'sources' ? 'id' : columns.find(({ column }) => column === 'source_id')?.column;
  const list = `{${sourceIds.join(',')}}`;
  return `INSERT INTO ${table} (${columns.map(({ column }) => column).join(', ')})
    SELECT ${wanted.join(', ')} FROM ${buildSourceRows(table)} t ${joins.join(' ')}
    ${source ? `WHERE t.${source} = ANY('${list}')` : ''}`;
}

/**
 * The places of stored records: those of their tags with no other tag below them, because the places above are added
 * again. For records that a merge changed they are among the stored original rows.
 */
function buildPlacesStatement(owner: 'company' | 'investor'): string {
  const [tags, id] = [`data.${owner}_location_tags`, `${owner}_id`];
  return `INSERT INTO ${owner}_places (${id}, location_id)
    SELECT t.owner, n.id FROM (
      (SELECT t.${id} AS owner, t.location_id FROM ${tags} t WHERE ${isUnchanged(owner, `t.${id}`)}
      EXCEPT SELECT u.${id}, b.above_id FROM ${tags} u
        JOIN data.location_below b ON b.below_id = u.location_id AND b.above_id <> b.below_id)
      UNION ALL SELECT owner_id, (row->>'location_id')::int FROM data.put_aside WHERE table_name = '${owner}_places'
    ) t JOIN ${recordTables[owner]} stored ON stored.id = t.owner
    JOIN data.locations o ON o.id = t.location_id JOIN locations n ON n.permalink = o.permalink`;
}

/** A table whose rows each belong to one record and may refer to others. */
type OwnedTable = {
  name: string;
  owner: Entity;
  /** The column with the id of the owner. */
  column: string;
  refs: Record<string, Entity>;
};

/** The tables of the records themselves. */
export const recordTables: Record<Entity, string> = {
  company: 'companies',
  investor: 'investors',
  person: 'people',
  deal: 'deals',
};

const tableOf = (owner: Entity, name: string, refs: Record<string, Entity> = {}): OwnedTable => ({
  name,
  owner,
  column: name === recordTables[owner] ? 'id' : `${owner}_id`,
  refs,
});

/** Every table that sources fill; a test compares the list with the database's catalog. */
export const ownedTables: readonly OwnedTable[] = [
  tableOf('company', 'companies'),
  tableOf('company', 'company_texts'),
  tableOf('company', 'company_industries'),
  tableOf('company', 'company_places'),
  tableOf('company', 'company_investors', { investor_id: 'investor' }),
  tableOf('company', 'company_angels', { person_id: 'person' }),
  tableOf('investor', 'investors'),
  tableOf('investor', 'investor_places'),
  tableOf('person', 'people'),
  tableOf('person', 'person_firms', { investor_id: 'investor' }),
  tableOf('person', 'employments', { company_id: 'company' }),
  tableOf('person', 'educations'),
  tableOf('deal', 'deals', { company_id: 'company' }),
  tableOf('deal', 'deal_texts'),
  tableOf('deal', 'financings'),
  tableOf('deal', 'articles'),
  tableOf('deal', 'deal_investors', { investor_id: 'investor' }),
  tableOf('deal', 'deal_partners', { investor_id: 'investor', person_id: 'person' }),
  tableOf('deal', 'deal_angels', { person_id: 'person' }),
];

const entities = Object.keys(recordTables) as Entity[];

/**
 * Stores the original rows of all records that merges change: the merged ones, and those that refer to them. Creates
 * tables `company_changed` and so on with their ids.
 */
export async function storeReplacedRows(pool: Sql): Promise<void> {
  for (const entity of entities) {
    const naming = ownedTables.flatMap(({ name, owner, column, refs }) =>
      owner !== entity
        ? []
        : Object.entries(refs).map(
            ([ref, named]) =>
              `SELECT t.${column} FROM ${name} t JOIN ${named}_matches m ON m.id = t.${ref} AND m.into_id <> m.id`,
          ),
    );
    await pool.unsafe(`
      CREATE UNLOGGED TABLE ${entity}_changed AS ${[`SELECT id FROM ${entity}_matches`, ...naming].join(' UNION ')};
      ANALYZE ${entity}_changed`);
  }
  for (const { name, owner, column } of ownedTables) {
    await pool.unsafe(`
      INSERT INTO put_aside (table_name, owner_id, row)
      SELECT '${name}', t.${column}, to_jsonb(t) FROM ${name} t JOIN ${owner}_changed c ON c.id = t.${column}`);
  }
}

/** The original rows of a live table: those that no merge changed, and the stored ones. */
function buildSourceRows(table: string): string {
  const found = ownedTables.find(({ name }) => name === table);
  if (!found) return `data.${table}`;
  return `(
    SELECT live.* FROM data.${table} live WHERE ${isUnchanged(found.owner, `live.${found.column}`)}
    UNION ALL SELECT original.* FROM data.put_aside, jsonb_populate_record(NULL::data.${table}, row) original
      WHERE table_name = '${table}')`;
}

/** The condition that no merge has changed a live record. */
const isUnchanged = (entity: Entity, id: string): string =>
  `NOT EXISTS (SELECT 1 FROM data.put_aside WHERE table_name = '${recordTables[entity]}' AND owner_id = ${id})`;
