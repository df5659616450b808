import type { Sql } from '../../db/sql.ts';
import type { Entity } from '../sink.ts';
import { ownedTables, recordTables } from './owned-tables.ts';

const entities = Object.keys(recordTables) as Entity[];

/**
 * Puts the rows of all records aside that the merges change, as their sources gave them: those that become one, and
 * those that name one that goes. Leaves tables `company_changed` and so on with their numbers.
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

/** The rows of a live table as their sources gave them: those that no merge changed, and those that were put aside. */
export function buildSourceRows(table: string): string {
  const owned = ownedTables.find(({ name }) => name === table);
  if (!owned) return `data.${table}`;
  return `(
    SELECT live.* FROM data.${table} live WHERE ${isUnchanged(owned.owner, `live.${owned.column}`)}
    UNION ALL SELECT given.* FROM data.put_aside, jsonb_populate_record(NULL::data.${table}, row) given
      WHERE table_name = '${table}')`;
}

/** The condition that no merge changed a live record. */
export const isUnchanged = (entity: Entity, id: string): string =>
  `NOT EXISTS (SELECT 1 FROM data.put_aside WHERE table_name = '${recordTables[entity]}' AND owner_id = ${id})`;
