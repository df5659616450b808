import type { RecordProvenance } from '#contract/sources.ts';
import { raw } from 'sql-template-tag';
import type { Sql } from '../db/sql.ts';
import type { Entity } from './records.ts';
import { recordTables } from './stored-records.ts';

/** The facts of a record that sources may contradict each other on, by column, as they are called on screen. */
const facts: Readonly<Record<Entity, Readonly<Record<string, string>>>> = {
  company: {
    name: 'Name',
    legal_name: 'Legal name',
    domain: 'Website',
    founded: 'Founded',
    num_employees: 'Employees',
    status: 'Status',
    city_id: 'City',
    country_id: 'Country',
    total_raised: 'Total raised',
    latest_valuation_usd: 'Valuation',
  },
  investor: {
    name: 'Name',
    legal_name: 'Legal name',
    domain: 'Website',
    description: 'Description',
    num_employees: 'Employees',
    city_id: 'City',
    country_id: 'Country',
    contact_email: 'Email',
    contact_phone: 'Phone',
  },
  person: { name: 'Name', title: 'Title', about: 'About', location_text: 'Location', email: 'Email', phone: 'Phone' },
  deal: { round_type: 'Round', date: 'Announced', total_round_raised: 'Raised', valuation_usd: 'Valuation' },
};
/** What a load computes from all sources, so that no source is the one that has it. */
const derived: Readonly<Partial<Record<Entity, readonly string[]>>> = { company: ['total_raised'] };

type Values = Readonly<Record<string, unknown>>;
type SourceRow = Omit<RecordProvenance['sources'][number], 'imported_at'> & {
  record_id: string;
  imported_at: Date;
  /** What the source says, and what the record says now. */
  said: Values;
  now: Values;
};

/**
 * Where records of a kind come from, by their ids: each source with file, row and day, and for every fact on which
 * sources have something to say, which of them is used. It has no values, which may cost credits.
 */
export async function readProvenance(
  sql: Sql,
  kind: Entity,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RecordProvenance>> {
  const table = raw(recordTables[kind]);
  const named = Object.keys(facts[kind]);
  const pick = (row: string) =>
    raw(`jsonb_build_object(${named.map((column) => `'${column}', ${row} -> '${column}'`).join(', ')})`);
  const rows = await sql<SourceRow[]>`
    SELECT r.uuid AS record_id, s.key, s.title, s.licence, s.address, s.imported_at,
      coalesce(m.uuid, r.uuid) AS own_id, m.reason,
      CASE WHEN m.id IS NULL THEN r.origin_file ELSE p.row ->> 'origin_file' END AS file,
      CASE WHEN m.id IS NULL THEN r.origin_row ELSE (p.row ->> 'origin_row')::int END AS row,
      ${pick('coalesce(p.row, to_jsonb(r))')} AS said, ${pick('to_jsonb(r)')} AS now
    FROM ${table} r LEFT JOIN merges m ON m.entity = ${kind} AND m.id = r.id
      LEFT JOIN put_aside p ON p.table_name = ${recordTables[kind]} AND p.owner_id = m.own_id
      JOIN sources s ON s.id = coalesce(m.source_id, r.source_id)
    WHERE r.uuid = ANY(${ids}::uuid[]) ORDER BY s.id`;
  const byRecord = new Map<string, SourceRow[]>();
  for (const row of rows) byRecord.set(row.record_id, [...(byRecord.get(row.record_id) ?? []), row]);
  return new Map([...byRecord].map(([id, sources]) => [id, buildProvenance(kind, id, sources)]));
}

const buildProvenance = (kind: Entity, id: string, rows: readonly SourceRow[]): RecordProvenance => ({
  id,
  kind,
  sources: rows.map(({ record_id: _record, said: _said, now: _now, imported_at, ...source }) => ({
    ...source,
    imported_at: imported_at.toISOString(),
  })),
  facts: rows.length < 2 ? [] : listFacts(kind, rows),
});

function listFacts(kind: Entity, rows: readonly SourceRow[]): RecordProvenance['facts'] {
  return Object.entries(facts[kind]).flatMap(([column, fact]) => {
    const saying = rows.filter(({ said }) => isKnown(said[column]));
    if (saying.length === 0 || derived[kind]?.includes(column)) return [];
    const isUsed = ({ said, now }: SourceRow) => toComparable(said[column]) === toComparable(now[column]);
    return [
      {
        fact,
        from: saying.filter(isUsed).map(({ key }) => key),
        differs: saying.filter((row) => !isUsed(row)).map(({ key }) => key),
      },
    ];
  });
}

/** A time in JSON has the time zone of the session that wrote it. */
const toComparable = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : value;

const isKnown = (value: unknown): boolean => value !== null && value !== undefined;
