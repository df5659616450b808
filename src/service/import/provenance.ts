import type { RecordProvenance } from '#contract/sources.ts';
import { raw } from 'sql-template-tag';
import { addedAt } from '../db/added-at.ts';
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

/** The rows of a record in another table that make a fact: its items as SQL of such a row as JSON. */
type RowsFact = { readonly fact: string; readonly table: string; readonly item: string };

const rowsOf = (fact: string, table: string, item: string): RowsFact => ({ fact, table, item });
/** What a record of another kind is now, which one source may know by another id. */
const nowOf = (entity: Entity): string => {
  const own = `(t.row ->> '${entity}_id')::int`;
  return `coalesce((SELECT g.id FROM merges g WHERE g.entity = '${entity}' AND g.own_id = ${own}), ${own})::text`;
};

const rowsFacts: Readonly<Record<Entity, readonly RowsFact[]>> = {
  company: [
    rowsOf('Industries', 'company_industries', `t.row ->> 'industry_id'`),
    rowsOf('Description', 'company_texts', `t.row ->> 'short_description'`),
    rowsOf('Long description', 'company_texts', `t.row ->> 'long_description'`),
  ],
  investor: [],
  person: [
    rowsOf('Firms', 'person_firms', nowOf('investor')),
    rowsOf('Employment', 'employments', `coalesce(${nowOf('company')}, lower(t.row ->> 'company_name'))`),
    rowsOf('Education', 'educations', `lower(t.row ->> 'school_name')`),
  ],
  deal: [
    rowsOf('Investors', 'deal_investors', nowOf('investor')),
    rowsOf('Lead investors', 'deal_investors', `CASE WHEN (t.row ->> 'lead')::boolean THEN ${nowOf('investor')} END`),
    rowsOf('Angel investors', 'deal_angels', nowOf('person')),
    rowsOf('Articles', 'articles', `t.row ->> 'link'`),
    rowsOf('Description', 'deal_texts', `t.row ->> 'short_description'`),
    rowsOf('Long description', 'deal_texts', `t.row ->> 'long_description'`),
  ],
};

/** The items of each of these facts, in the rows of a source or in those of the record. */
const pickItems = (kind: Entity, from: (table: string) => string): string =>
  `jsonb_build_object(${rowsFacts[kind]
    .map(
      ({ fact, table, item }) => `'${fact}', (SELECT jsonb_agg(DISTINCT item) FROM (
      SELECT ${item} AS item FROM ${from(table)} t) items WHERE item IS NOT NULL)`,
    )
    .join(', ')})`;
const fromSource = (table: string): string =>
  `(SELECT row FROM put_aside WHERE table_name = '${table}' AND owner_id = m.own_id)`;
const fromRecord =
  (kind: Entity) =>
  (table: string): string =>
    `(SELECT to_jsonb(live) AS row FROM ${table} live WHERE live.${kind}_id = r.id)`;

type Items = Readonly<Record<string, readonly string[] | null>>;
type Values = Readonly<Record<string, unknown>>;
type SourceRow = Omit<RecordProvenance['sources'][number], 'imported_at'> & {
  record_id: string;
  imported_at: Date;
  added_at: Date;
  /** What the source says, and what the record says now. */
  said: Values;
  now: Values;
  /** The same of facts that are rows; null for a record of one source. */
  said_items: Items | null;
  now_items: Items | null;
};

type SourceRows = [SourceRow, ...SourceRow[]];

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
      ${raw(addedAt[kind]('r'))} AS added_at,
      coalesce(m.uuid, r.uuid) AS own_id, m.reason,
      CASE WHEN m.id IS NULL THEN r.origin_file ELSE p.row ->> 'origin_file' END AS file,
      CASE WHEN m.id IS NULL THEN r.origin_row ELSE (p.row ->> 'origin_row')::int END AS row,
      ${pick('coalesce(p.row, to_jsonb(r))')} AS said, ${pick('to_jsonb(r)')} AS now,
      CASE WHEN m.id IS NOT NULL THEN ${raw(pickItems(kind, fromSource))} END AS said_items,
      CASE WHEN m.id IS NOT NULL THEN ${raw(pickItems(kind, fromRecord(kind)))} END AS now_items
    FROM ${table} r LEFT JOIN merges m ON m.entity = ${kind} AND m.id = r.id
      LEFT JOIN put_aside p ON p.table_name = ${recordTables[kind]} AND p.owner_id = m.own_id
      JOIN sources s ON s.id = coalesce(m.source_id, r.source_id)
    WHERE r.uuid = ANY(${ids}::uuid[]) ORDER BY s.id`;
  const byRecord = new Map<string, SourceRows>();
  for (const row of rows) {
    const known = byRecord.get(row.record_id);
    if (known) known.push(row);
    else byRecord.set(row.record_id, [row]);
  }
  return new Map([...byRecord].map(([id, sources]) => [id, buildProvenance(kind, id, sources)]));
}

const buildProvenance = (kind: Entity, id: string, rows: SourceRows): RecordProvenance => ({
  id,
  kind,
  added_at: rows[0].added_at.toISOString(),
  sources: rows.map(({ key, title, licence, address, own_id, reason, file, row, imported_at }) => ({
    key,
    title,
    licence,
    address,
    own_id,
    reason,
    file,
    row,
    imported_at: imported_at.toISOString(),
  })),
  facts: rows.length < 2 ? [] : [...listFacts(kind, rows), ...listRowsFacts(kind, rows)],
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

/**
 * Lists of several sources are combined: from those that name all of it, or else from all. A text is a list of one, of
 * which one source is used.
 */
const listRowsFacts = (kind: Entity, rows: readonly SourceRow[]): RecordProvenance['facts'] =>
  rowsFacts[kind].flatMap(({ fact }) => {
    const saying = rows.filter(({ said_items }) => said_items?.[fact]);
    if (saying.length === 0) return [];
    const whole = saying.filter(
      ({ said_items, now_items }) => JSON.stringify(said_items?.[fact]) === JSON.stringify(now_items?.[fact]),
    );
    const used = whole.length > 0 ? whole : saying;
    const differing = saying.filter((row) => !used.includes(row));
    return [{ fact, from: used.map(({ key }) => key), differs: differing.map(({ key }) => key) }];
  });

/** A time in JSON has the time zone of the session that wrote it. */
const toComparable = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : value;

const isKnown = (value: unknown): boolean => value !== null && value !== undefined;
