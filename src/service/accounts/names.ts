import type { ParsedBodyOf } from '#contract/endpoint.ts';
import type { readNames, RecordNameEntry } from '#contract/names.ts';
import type { Sql } from '../db/sql.ts';

type NameRequest = ParsedBodyOf<typeof readNames>;

/** The names of these records, by current or former id; ids without a record are left out. */
export const findNames = (
  sql: Sql,
  { company_ids = [], investor_ids = [], person_ids = [] }: NameRequest,
): Promise<RecordNameEntry[]> => sql<RecordNameEntry[]>`
  WITH asked AS (
    SELECT given.kind, given.id, coalesce((
      SELECT now.uuid FROM merges was JOIN merges now ON now.entity = was.entity AND now.own_id = was.id
      WHERE was.uuid = given.id AND was.entity = given.kind LIMIT 1), given.id) AS uuid
    FROM (
      SELECT 'company' AS kind, id FROM unnest(${company_ids}::uuid[]) AS id
      UNION SELECT 'investor', id FROM unnest(${investor_ids}::uuid[]) AS id
      UNION SELECT 'person', id FROM unnest(${person_ids}::uuid[]) AS id
    ) AS given
  )
  SELECT asked.id, kind, name, domain FROM asked JOIN companies USING (uuid) WHERE kind = 'company'
  UNION ALL SELECT asked.id, kind, name, domain FROM asked JOIN investors USING (uuid) WHERE kind = 'investor'
  UNION ALL SELECT asked.id, kind, name, NULL FROM asked JOIN people USING (uuid) WHERE kind = 'person'`;
