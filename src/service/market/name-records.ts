import { currentGeneration } from '../db/permalinks.ts';
import type { Sql } from '../db/sql.ts';

type Named = { readonly permalink: string; readonly name: string };
type NamedDeal = {
  readonly company: { readonly id: string; readonly name: string };
  readonly deal_id: string;
  readonly date: string;
  readonly raised: number | null;
};

/** Reads names by number: by id, or by row of a table. */
export type RecordNames = {
  readonly investor: (id: number) => { readonly id: string; readonly name: string };
  readonly deal: (id: number) => NamedDeal;
  /** Null for an id that is none, which stands for all others. */
  readonly location: (id: number) => Named | null;
  readonly industry: (id: number) => Named | null;
};

type NameRow = {
  kind: string;
  id: number;
  key: string;
  name: string;
  deal_id: string;
  date: string;
  raised: number | null;
};

/** The names of records by their ids; undefined if these belong to another load of the records. */
export async function nameRecords(
  sql: Sql,
  generation: number,
  ids: Readonly<Record<'investors' | 'deals' | 'locations' | 'industries', readonly number[]>>,
): Promise<RecordNames | undefined> {
  const rows = await sql<NameRow[]>`
    SELECT 'generation' AS kind, ${currentGeneration(sql)} AS id, '' AS key, '' AS name, NULL::text AS deal_id,
      NULL::text AS date, NULL::float8 AS raised
    UNION ALL
    SELECT 'investor', id, uuid::text, name, NULL, NULL, NULL FROM investors WHERE id = ANY(${ids.investors}::int[])
    UNION ALL
    SELECT 'deal', d.id, c.uuid::text, c.name, d.uuid::text, to_char(d.date AT TIME ZONE 'UTC', 'YYYY-MM-DD'),
      d.total_round_raised
    FROM deals d JOIN companies c ON c.id = d.company_id WHERE d.id = ANY(${ids.deals}::int[])
    UNION ALL
    SELECT 'location', id, permalink, name, NULL, NULL, NULL FROM locations WHERE id = ANY(${ids.locations}::int[])
    UNION ALL
    SELECT 'industry', id, permalink, name, NULL, NULL, NULL FROM industries WHERE id = ANY(${ids.industries}::int[])`;
  if (!rows.some(({ kind, id }) => kind === 'generation' && id === generation)) return undefined;
  const byId = new Map(rows.map((row) => [`${row.kind} ${row.id}`, row]));
  const find = (kind: string, id: number): NameRow => {
    const row = byId.get(`${kind} ${id}`);
    if (!row) throw new Error(`${kind} ${id} of the index is not in the database`);
    return row;
  };
  const findNamed = (kind: string, id: number): Named | null => {
    const row = byId.get(`${kind} ${id}`);
    return row ? { permalink: row.key, name: row.name } : null;
  };
  return {
    investor(id) {
      const { key, name } = find('investor', id);
      return { id: key, name };
    },
    deal(id) {
      const { key, name, deal_id, date, raised } = find('deal', id);
      return { company: { id: key, name }, deal_id, date, raised };
    },
    location: (id) => findNamed('location', id),
    industry: (id) => findNamed('industry', id),
  };
}
