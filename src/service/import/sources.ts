import type { Sql } from '../db/sql.ts';
import type { Entity } from './sink.ts';

/** A source that is loaded, and how many records it gives; those that others give as well are counted for each. */
export type LoadedSource = {
  key: string;
  title: string;
  licence: string;
  address: string | null;
  imported_at: Date;
  /** The day that it describes; null where it does not say. */
  snapshot: string | null;
  /** False where it was imported with `--no-merge`. */
  merges: boolean;
  companies: number;
  investors: number;
  people: number;
  deals: number;
};

const given = (sql: Sql, table: string, entity: Entity) => sql`
  ((SELECT count(*)::int FROM ${sql.identifier(table)} r WHERE r.source_id = s.id)
    + (SELECT count(*)::int FROM merges m WHERE m.source_id = s.id AND m.entity = ${entity} AND m.own_id <> m.id))`;

/** All sources, in the order in which they were first imported. */
export async function findSources(sql: Sql): Promise<LoadedSource[]> {
  return sql<LoadedSource[]>`
    SELECT key, title, licence, address, imported_at, snapshot::text, merges, ${given(sql, 'companies', 'company')} AS companies,
      ${given(sql, 'investors', 'investor')} AS investors, ${given(sql, 'people', 'person')} AS people,
      ${given(sql, 'deals', 'deal')} AS deals
    FROM sources s ORDER BY id`;
}

/** What a licence wants to be said of every source, in the order of their first import. */
export async function findTitles(
  sql: Sql,
): Promise<Pick<LoadedSource, 'key' | 'title' | 'licence' | 'address' | 'imported_at'>[]> {
  return sql<LoadedSource[]>`SELECT key, title, licence, address, imported_at FROM sources ORDER BY id`;
}

/** A record with the sources that know it; several where it is one record of several sources. */
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
    /** What the record is called in this source alone. */
    own_id: string;
    /** Why it is one with those of the others; null where it is in one source only. */
    reason: string | null;
  }[];
};

/** Finds what an id or a permalink names; an id that a record had before it became one with another names it too. */
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
    ), told AS (
      SELECT f.kind, f.id, coalesce(m.source_id, f.source_id) AS source_id, coalesce(m.uuid, f.uuid) AS own_id, m.reason
      FROM found f LEFT JOIN merges m ON m.entity = f.kind AND m.id = f.id
    )
    SELECT f.kind, f.uuid AS id, f.name, f.permalink, (
      SELECT json_agg(json_build_object('key', s.key, 'title', s.title, 'licence', s.licence, 'address', s.address,
        'imported_at', s.imported_at, 'own_id', t.own_id, 'reason', t.reason) ORDER BY s.id)
      FROM told t JOIN sources s ON s.id = t.source_id WHERE t.kind = f.kind AND t.id = f.id
    ) AS sources FROM found f ORDER BY f.kind, f.uuid`;
}
