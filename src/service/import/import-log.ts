import type { ImportLogEntry } from '#contract/imports.ts';
import type { Sql } from '../db/sql.ts';
import type { ImportReport } from './report.ts';
import { recordTables } from './stored-records.ts';

/** What an import did, before it is stored. */
export type ImportOutcome = Omit<ImportLogEntry, 'at'>;

/** Columns that say nothing of a record, or that every load writes anew. */
const unstable = `id source_id origin_file origin_row city_id state_id country_id region_id company_id latest_deal_id
  current_company_id created_at`.split(/\s+/);

/** How the records of a source differ from those before the last load, which must have kept them. */
export async function countChanges(
  sql: Sql,
  sourceKey: string,
): Promise<Pick<ImportOutcome, 'added' | 'changed' | 'removed'>> {
  const total = { added: 0, changed: 0, removed: 0 };
  for (const table of Object.values(recordTables)) {
    const rows = (schema: string) => sql`
      (SELECT r.uuid, to_jsonb(r) - ${unstable}::text[] AS row FROM ${sql.identifier(schema)}.${sql.identifier(table)} r
        WHERE r.source_id = (SELECT id FROM ${sql.identifier(schema)}.sources WHERE key = ${sourceKey}))`;
    const [counts] = await sql<(typeof total)[]>`
      SELECT count(*) FILTER (WHERE was.uuid IS NULL)::int AS added,
        count(*) FILTER (WHERE now.uuid IS NULL)::int AS removed,
        count(*) FILTER (WHERE was.row <> now.row)::int AS changed
      FROM ${rows('data')} now FULL JOIN ${rows('data_before')} was USING (uuid)`;
    total.added += counts?.added ?? 0;
    total.changed += counts?.changed ?? 0;
    total.removed += counts?.removed ?? 0;
  }
  return total;
}

const maxReasons = 20;

/** The rows that a file lost, and why. */
export function listRejected({ files, findings }: ImportReport): Pick<ImportOutcome, 'rejected' | 'reasons'> {
  const reasons = findings
    .filter(({ outcome }) => outcome === 'rejected')
    .map(({ reason, count, rows }) => ({ reason, count, lines: rows.slice(0, 5).map(({ line }) => line) }))
    .toSorted((one, other) => other.count - one.count);
  return {
    rejected: files.reduce((sum, { rejected }) => sum + rejected, 0),
    reasons: reasons.slice(0, maxReasons),
  };
}

/** Stores what an import did; the log keeps the last thousand. */
export async function writeImportLog(sql: Sql, outcome: ImportOutcome): Promise<void> {
  await sql`INSERT INTO public.import_log (file, source, outcome)
    VALUES (${outcome.file}, ${outcome.source}, ${JSON.stringify(outcome)}::jsonb)`;
  await sql`DELETE FROM public.import_log WHERE id <= (SELECT max(id) - 1000 FROM public.import_log)`;
}

/** The last imports, the newest first. */
export async function readImportLog(sql: Sql, count: number): Promise<ImportLogEntry[]> {
  const rows = await sql<{ at: Date; outcome: ImportOutcome }[]>`
    SELECT at, outcome FROM public.import_log ORDER BY id DESC LIMIT ${count}`;
  return rows.map(({ at, outcome }) => ({ at: at.toISOString(), ...outcome }));
}
