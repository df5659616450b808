import type { Sql } from '../db/sql.ts';
import type { Entity } from './sink.ts';

/** A loaded source with the number of its records; a merged record counts for each of its sources. */
export type LoadedSource = {
  key: string;
  title: string;
  licence: string;
  address: string | null;
  imported_at: Date;
  /** Its edition; null where it is unknown. */
  snapshot: string | null;
  /** False where it was imported with `--no-merge`. */
  merges: boolean;
  companies: number;
  investors: number;
  people: number;
  deals: number;
};

const countRecords = (sql: Sql, table: string, entity: Entity) => sql`
  ((SELECT count(*)::int FROM ${sql.identifier(table)} r WHERE r.source_id = s.id)
    + (SELECT count(*)::int FROM merges m WHERE m.source_id = s.id AND m.entity = ${entity} AND m.own_id <> m.id))`;

/** All sources, in the order in which they were first imported. */
export async function findSources(sql: Sql): Promise<LoadedSource[]> {
  return sql<LoadedSource[]>`
    SELECT key, title, licence, address, imported_at, snapshot::text, merges, ${countRecords(sql, 'companies', 'company')} AS companies,
      ${countRecords(sql, 'investors', 'investor')} AS investors, ${countRecords(sql, 'people', 'person')} AS people,
      ${countRecords(sql, 'deals', 'deal')} AS deals
    FROM sources s ORDER BY id`;
}

/** The attribution that licences require, in the order of the first imports. */
export async function findTitles(
  sql: Sql,
): Promise<Pick<LoadedSource, 'key' | 'title' | 'licence' | 'address' | 'imported_at'>[]> {
  return sql<LoadedSource[]>`SELECT key, title, licence, address, imported_at FROM sources ORDER BY id`;
}

/** A record with its sources; several where it is merged from several. */
export type SourcedRecord = {
  kind: Entity;
  id: string;
  name: string;
  permalink: string | null;
  sources: {
    key: string;
    title: string;
    licence: string;
    address: string | null;
    imported_at: Date;
    /** The record's id in this source alone. */
    own_id: string;
    /** Why it was merged; null where it is in one source only. */
    reason: string | null;
  }[];
};

/** Finds records by id or permalink; the former id of a merged record works too. */
export async function findRecordSources(sql: Sql, name: string): Promise<SourcedRecord[]> {
  const wanted = name.toLowerCase();
  const all = sql`
    SELECT 'company' AS kind, id, uuid, source_id, permalink, name FROM companies
    UNION ALL SELECT 'investor', id, uuid, source_id, permalink, name FROM investors
    UNION ALL SELECT 'person', id, uuid, source_id, NULL, name FROM people
    UNION ALL SELECT 'deal', d.id, d.uuid, d.source_id, NULL, c.name FROM deals d JOIN companies c ON c.id = d.company_id`;
  const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(wanted) ? wanted : null;
  return sql<SourcedRecord[]>`
    WITH found AS (
      SELECT * FROM (${all}) r WHERE r.uuid = ${uuid}::uuid OR r.permalink = ${wanted}
        OR (r.kind, r.id) IN (SELECT entity, id FROM merges WHERE uuid = ${uuid}::uuid)
    ), sourced AS (
      SELECT f.kind, f.id, coalesce(m.source_id, f.source_id) AS source_id, coalesce(m.uuid, f.uuid) AS own_id, m.reason
      FROM found f LEFT JOIN merges m ON m.entity = f.kind AND m.id = f.id
    )
    SELECT f.kind, f.uuid AS id, f.name, f.permalink, (
      SELECT json_agg(json_build_object('key', s.key, 'title', s.title, 'licence', s.licence, 'address', s.address,
        'imported_at', s.imported_at, 'own_id', t.own_id, 'reason', t.reason) ORDER BY s.id)
      FROM sourced t JOIN sources s ON s.id = t.source_id WHERE t.kind = f.kind AND t.id = f.id
    ) AS sources FROM found f ORDER BY f.kind, f.uuid`;
}
