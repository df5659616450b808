import { z } from 'zod';
import type { RecordProvenance } from '#contract/sources.ts';
import type { Sql } from '../db/sql.ts';
import { readProvenance } from './provenance.ts';
import { recordTables } from './stored-records.ts';
import type { Entity } from './records.ts';

/** The source key of demo data, which real records replace. */
export const demoKey = 'demo';

/** Whether any of the records are not demo data. */
export async function hasOwnRecords(sql: Sql): Promise<boolean> {
  const rows = await sql`SELECT 1 FROM data.sources WHERE key <> ${demoKey} LIMIT 1`;
  return rows.length > 0;
}

/** A loaded source with the number of its records; a merged record counts for each of its sources. */
export type LoadedSource = {
  key: string;
  title: string;
  licence: string;
  address: string | null;
  imported_at: Date;
  /** Its edition; null if unknown. */
  snapshot: string | null;
  /** False if it was imported with `--no-merge`. */
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

/** A record with where it comes from. */
export type SourcedRecord = RecordProvenance & { name: string; permalink: string | null };

/** Finds records by id or permalink; the former id of a merged record works too. */
export async function findRecordSources(sql: Sql, name: string): Promise<SourcedRecord[]> {
  const wanted = name.toLowerCase();
  const all = sql`
    SELECT 'company' AS kind, id, uuid, permalink, name FROM companies
    UNION ALL SELECT 'investor', id, uuid, permalink, name FROM investors
    UNION ALL SELECT 'person', id, uuid, NULL, name FROM people
    UNION ALL SELECT 'deal', d.id, d.uuid, NULL, c.name FROM deals d JOIN companies c ON c.id = d.company_id`;
  const uuid = z.regexes.guid.test(wanted) ? wanted : null;
  const found = await sql<(Pick<SourcedRecord, 'name' | 'permalink' | 'kind'> & { uuid: string })[]>`
    SELECT kind, uuid, name, permalink FROM (${all}) r WHERE r.uuid = ${uuid}::uuid OR r.permalink = ${wanted}
      OR (r.kind, r.id) IN (SELECT entity, id FROM merges WHERE uuid = ${uuid}::uuid) ORDER BY kind, uuid`;
  const records = await Promise.all(
    found.map(async ({ kind, uuid: id, ...named }) => {
      const provenance = (await readProvenance(sql, kind, [id])).get(id);
      return provenance ? [{ ...provenance, ...named }] : [];
    }),
  );
  return records.flat();
}

/** A record as its source describes it; `--keep-apart` accepts its id. */
type MergedRecord = { id: string; name: string; source: string };

/** A record that was merged into another one. */
export type Merge = { entity: Entity; reason: string; kept: MergedRecord; joined: MergedRecord };

/** The merges of a load: counts, and the first of each reason. */
export type MergeReport = {
  counts: { entity: Entity; reason: string; count: number }[];
  /** Facts on which sources disagree; the newer edition's value was used. */
  contradictions: { entity: Entity; fact: string; count: number }[];
  list: Merge[];
  leftApart: BlockedMerges[];
};

/** The number of groups that had a reason to merge but stay apart because something contradicts it. */
export type BlockedMerges = { entity: Entity; reason: string; groups: number };

/** Columns that the load itself computes, or that differ in every source. */
const ownFacts = `
  id uuid source_id origin_file origin_row permalink folded linkedin linkedin_slug crunchbase crunchbase_slug twitter twitter_slug
  company_id latest_deal_id latest_deal_date num_funding_rounds num_investors total_deal_count
  lead_deal_count most_recent_deal_date current_company_id is_investor is_founder created_at`
  .trim()
  .split(/\s+/);

/** All current merges, with each source's own names. */
export async function findMerges(sql: Sql): Promise<Merge[]> {
  return readMerges(sql, Number.MAX_SAFE_INTEGER);
}

/** Reads the merges of a load, with the names of the first `listed` of each reason. */
export async function readMergeReport(pool: Sql, listed: number): Promise<Omit<MergeReport, 'leftApart'>> {
  const counts = await pool<MergeReport['counts']>`
    SELECT entity, reason, count(*)::int AS count FROM merges WHERE own_id <> id GROUP BY entity, reason ORDER BY entity, reason`;
  const contradictions = await pool<MergeReport['contradictions']>`
    SELECT entity, regexp_replace(key, '_id$', '') AS fact, count(*)::int AS count FROM (
      SELECT m.entity, m.id, f.key FROM merges m
        JOIN put_aside p ON p.owner_id = m.own_id AND p.table_name = ${tableOf(pool)},
        jsonb_each(jsonb_strip_nulls(p.row)) f
      WHERE f.key <> ALL(${ownFacts}) GROUP BY m.entity, m.id, f.key HAVING count(DISTINCT f.value) > 1
    ) facts GROUP BY entity, key ORDER BY entity, count(*) DESC, key`;
  return { counts: [...counts], contradictions: [...contradictions], list: await readMerges(pool, listed) };
}

async function readMerges(pool: Sql, listed: number): Promise<Merge[]> {
  const rows = await pool<(Record<string, string> & { entity: Entity })[]>`
    WITH named AS (
      SELECT m.entity, m.id, m.own_id, m.reason, m.uuid, s.key AS source, coalesce(p.row->>'name', c.name, '') AS name
      FROM merges m JOIN sources s ON s.id = m.source_id
        JOIN put_aside p ON p.owner_id = m.own_id AND p.table_name = ${tableOf(pool)}
        LEFT JOIN companies c ON m.entity = 'deal' AND c.id = (p.row->>'company_id')::int
    ), numbered AS (
      SELECT j.entity, j.reason, k.uuid AS kept_id, k.name AS kept_name, k.source AS kept_source,
        j.uuid AS joined_id, j.name AS joined_name, j.source AS joined_source,
        row_number() OVER (PARTITION BY j.entity, j.reason ORDER BY j.name, j.uuid) AS num
      FROM named j JOIN named k ON k.entity = j.entity AND k.own_id = j.id WHERE j.own_id <> j.id
    )
    SELECT * FROM numbered WHERE num <= ${listed} ORDER BY entity, reason, num`;
  return rows.map(buildMerge);
}

const tableOf = (pool: Sql) =>
  pool.unsafe(
    `CASE m.entity ${Object.entries(recordTables)
      .map(([entity, table]) => `WHEN '${entity}' THEN '${table}'`)
      .join(' ')} END`,
  );

const buildMerge = (row: Record<string, string> & { entity: Entity }): Merge => ({
  entity: row.entity,
  reason: row['reason'] ?? '',
  kept: { id: row['kept_id'] ?? '', name: row['kept_name'] ?? '', source: row['kept_source'] ?? '' },
  joined: { id: row['joined_id'] ?? '', name: row['joined_name'] ?? '', source: row['joined_source'] ?? '' },
});
