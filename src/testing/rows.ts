import { readTableShapes } from '../service/db/backup-tables.ts';
import { formatTableName } from '../service/db/backup-format.ts';
import type { Sql } from '../service/db/sql.ts';

/** Every row of every table in a backup, as PostgreSQL writes it, sorted. */
export async function readAllRows(sql: Sql): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const shape of await readTableShapes(sql)) {
    const table = formatTableName(shape);
    const rows = await sql.unsafe<{ row: string }[]>(`SELECT t::text COLLATE "C" AS row FROM ${table} t ORDER BY 1`);
    all[table] = rows.map(({ row }) => row);
  }
  return all;
}

/** Everything that the migrations created in the two schemas: tables, columns, keys, indexes, comments, types. */
export async function readSchema(sql: Sql): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    WITH tables AS (
      SELECT c.oid, format('%s.%s', nspname, relname) AS name, relpersistence, reloptions
      FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname IN ('data', 'public') AND relkind = 'r'
    )
    SELECT format('%s %s %s %s', name, relpersistence, reloptions, obj_description(oid, 'pg_class')) AS line FROM tables
    UNION ALL
    SELECT format('%s.%s %s %s %s %s %s %s', name, attname, format_type(atttypid, atttypmod), attnotnull, attidentity,
      pg_get_expr(adbin, adrelid), col_description(t.oid, attnum), attcollation::regcollation)
    FROM tables t JOIN pg_attribute a ON attrelid = t.oid AND attnum > 0 AND NOT attisdropped
      LEFT JOIN pg_attrdef d ON adrelid = attrelid AND adnum = attnum
    UNION ALL
    SELECT format('%s %s %s', name, conname, pg_get_constraintdef(c.oid)) FROM tables t JOIN pg_constraint c ON conrelid = t.oid
      WHERE contype <> 'n'
    UNION ALL
    SELECT pg_get_indexdef(indexrelid) FROM tables JOIN pg_index ON indrelid = tables.oid
    UNION ALL
    SELECT format('%s %s', enumtypid::regtype, string_agg(enumlabel, ' ' ORDER BY enumsortorder)) FROM pg_enum GROUP BY enumtypid`;
  return rows.map(({ line }) => line).toSorted();
}
