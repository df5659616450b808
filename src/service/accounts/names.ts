import type { RecordNameEntry } from '#contract/names.ts';
import type { Sql } from '../db/sql.ts';

/** The names of these records, by current or former id; ids without a record are left out. */
export const findNames = (sql: Sql, ids: readonly string[]): Promise<RecordNameEntry[]> => sql<RecordNameEntry[]>`
  WITH asked AS (
    SELECT given.id, coalesce((
      SELECT now.uuid FROM merges was JOIN merges now ON now.entity = was.entity AND now.own_id = was.id
      WHERE was.uuid = given.id LIMIT 1), given.id) AS uuid
    FROM (SELECT DISTINCT unnest(${ids}::uuid[])) AS given (id)
  )
  SELECT asked.id, 'company' AS kind, name, domain FROM asked JOIN companies USING (uuid)
  UNION ALL SELECT asked.id, 'investor', name, domain FROM asked JOIN investors USING (uuid)
  UNION ALL SELECT asked.id, 'person', name, NULL FROM asked JOIN people USING (uuid)`;
