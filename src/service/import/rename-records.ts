import { buildNameKey } from '../db/name-key.ts';
import type { Sql } from '../db/sql.ts';
import { recordTables } from './matching/owned-tables.ts';
import type { Renamed } from './sink.ts';

/** Gives records of a load the names that most rows of their source spell. */
export async function renameRecords(pool: Sql, renamed: readonly Renamed[]): Promise<void> {
  for (const entity of ['company', 'investor', 'person'] as const) {
    const names = renamed
      .filter((record) => record.entity === entity)
      .map(({ id, name }) => ({ id, name, folded: buildNameKey(name) }));
    if (names.length === 0) continue;
    await pool.unsafe(
      `UPDATE ${recordTables[entity]} t SET name = r.name, folded = r.folded
      FROM json_to_recordset($1::text::json) r(id int, name text, folded text) WHERE r.id = t.id`,
      [JSON.stringify(names)],
    );
  }
}
