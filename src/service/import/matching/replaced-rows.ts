import type { Sql } from '../../db/sql.ts';
import type { Entity } from '../sink.ts';

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

const owned = (owner: Entity, name: string, refs: Record<string, Entity> = {}): OwnedTable => ({
  name,
  owner,
  column: name === recordTables[owner] ? 'id' : `${owner}_id`,
  refs,
});

/** Every table that sources fill; a test compares the list with the database's catalog. */
export const ownedTables: readonly OwnedTable[] = [
  owned('company', 'companies'),
  owned('company', 'company_texts'),
  owned('company', 'company_industries'),
  owned('company', 'company_places'),
  owned('company', 'company_investors', { investor_id: 'investor' }),
  owned('company', 'company_angels', { person_id: 'person' }),
  owned('investor', 'investors'),
  owned('investor', 'investor_places'),
  owned('person', 'people'),
  owned('person', 'person_firms', { investor_id: 'investor' }),
  owned('person', 'employments', { company_id: 'company' }),
  owned('person', 'educations'),
  owned('deal', 'deals', { company_id: 'company' }),
  owned('deal', 'deal_texts'),
  owned('deal', 'financings'),
  owned('deal', 'articles'),
  owned('deal', 'deal_investors', { investor_id: 'investor' }),
  owned('deal', 'deal_partners', { investor_id: 'investor', person_id: 'person' }),
  owned('deal', 'deal_angels', { person_id: 'person' }),
];

const entities = Object.keys(recordTables) as Entity[];

/**
 * Stores the original rows of all records that merges change: those that are merged, and
 * those that refer to them. Creates tables `company_changed` and so on with their ids.
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
export function buildSourceRows(table: string): string {
  const found = ownedTables.find(({ name }) => name === table);
  if (!found) return `data.${table}`;
  return `(
    SELECT live.* FROM data.${table} live WHERE ${isUnchanged(found.owner, `live.${found.column}`)}
    UNION ALL SELECT original.* FROM data.put_aside, jsonb_populate_record(NULL::data.${table}, row) original
      WHERE table_name = '${table}')`;
}

/** The condition that no merge changed a live record. */
export const isUnchanged = (entity: Entity, id: string): string =>
  `NOT EXISTS (SELECT 1 FROM data.put_aside WHERE table_name = '${recordTables[entity]}' AND owner_id = ${id})`;
