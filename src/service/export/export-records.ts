import { raw } from 'sql-template-tag';
import { type Crm, type CrmFile, crmFiles } from '#contract/crm.ts';
import { listCrmColumns } from '#contract/crm-columns.ts';
import { formatOrigin, listDisagreements, type ProvenanceKind, type RecordProvenance } from '#contract/sources.ts';
import type { Pool, ReservedConnection } from '../db/pool.ts';
import type { Fragment, Sql } from '../db/sql.ts';
import type { RecordTable } from '../db/page.ts';
import { type ExportTableDefinition, exportTables, sourceColumns } from './export-tables.ts';
import { openCrmWriter, openTableWriter, type TableFormat, type TableWriter, type ValueRow } from './table-writers.ts';

/** Records that a search matched, by their ids. */
export type MatchedRecords = { readonly table: RecordTable; readonly ids: readonly string[] };

type ExportOptions = {
  readonly format: TableFormat;
  /** Writes CSV files for the importer of a CRM instead, owned by a user of it. */
  readonly crm?: { readonly name: Crm; readonly owner: string | undefined } | undefined;
  /** The path of the file of a table. */
  readonly getPath: (table: string) => string;
  /** What is exported, with the deals, companies, investors, people and links around it; all records by default. */
  readonly matched?: MatchedRecords | undefined;
  /** Leaves out what was added before this day (YYYY-MM-DD, UTC). */
  readonly newSince?: string | undefined;
  /** Reads where records come from, by id; records say it if this is given. */
  readonly readProvenance?: ReadProvenance | undefined;
  readonly signal: AbortSignal;
  readonly onTable?: (table: string, rows: number) => void;
};

type ReadProvenance = (
  sql: Sql,
  kind: ProvenanceKind,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, RecordProvenance>>;

/** Rows that are in memory at once. */
const batchRows = 2000;

/** Writes all tables, as the records are at one moment; returns the rows of each. Streams: memory does not grow. */
export async function exportRecords(pool: Pool, options: ExportOptions): Promise<Record<string, number>> {
  const connection = await pool.reserve();
  try {
    await connection`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`;
    // All rows are read, so that the fastest plan for the first one is the wrong one.
    await connection.unsafe(`SET LOCAL cursor_tuple_fraction = 1; SET LOCAL work_mem = '64MB'; SET LOCAL jit = off`);
    const chosen = options.matched && (await choose(connection, options.matched));
    const rows: Record<string, number> = {};
    const isWritten = ({ name }: ExportTableDefinition) => !options.crm || isCrmFile(name);
    for (const table of exportTables.filter(isWritten)) {
      rows[table.name] = await exportTable(connection, table, { ...options, chosen });
    }
    return rows;
  } finally {
    await connection`ROLLBACK`.catch(() => undefined);
    connection.release();
  }
}

const isCrmFile = (name: string): name is CrmFile => crmFiles.some((file) => file === name);

async function exportTable(
  connection: ReservedConnection,
  table: ExportTableDefinition,
  options: ExportOptions & { readonly chosen: Chosen | undefined },
): Promise<number> {
  const { format, getPath, crm, readProvenance } = options;
  const columns = readProvenance && table.kind ? [...table.columns, ...sourceColumns] : table.columns;
  const path = getPath(table.name);
  const writer =
    crm && isCrmFile(table.name)
      ? await openCrmWriter(path, listCrmColumns(crm.name, table.name, crm.owner))
      : await openTableWriter(format, path, { columns });
  const rows = await writeRows(connection, table, { ...options, writer });
  options.onTable?.(table.name, rows);
  return rows;
}

type Writing = Pick<ExportOptions, 'signal' | 'newSince' | 'readProvenance'> & {
  readonly chosen: Chosen | undefined;
  readonly writer: TableWriter;
};

async function writeRows(
  connection: ReservedConnection,
  table: ExportTableDefinition,
  { chosen, newSince, readProvenance, signal, writer }: Writing,
): Promise<number> {
  const { columns, from, orderBy, addedAt, kind } = table;
  const selected = raw(columns.map(([name, , sql]) => `${sql} AS ${name}`).join(', '));
  const isChosen = chosen ? buildCondition(connection, table, chosen) : raw('true');
  const isNew =
    newSince === undefined ? raw('true') : connection`${raw(addedAt)} >= ${`${newSince}T00:00:00Z`}::timestamptz`;
  await connection`DECLARE exported NO SCROLL CURSOR FOR SELECT ${selected} FROM ${raw(from)}
    WHERE ${isChosen} AND ${isNew} ORDER BY ${raw(orderBy)}`;
  const fetchRows = () => connection.unsafe<ValueRow[]>(`FETCH ${batchRows} FROM exported`).execute();
  const write = async (rows: readonly ValueRow[]) =>
    writer.write(
      readProvenance && kind
        ? await addSources(rows, columns[0]?.[0] ?? '', (ids) => readProvenance(connection, kind, ids))
        : rows,
    );
  let count = 0;
  let rows = await fetchRows();
  while (rows.length > 0) {
    signal.throwIfAborted();
    count += rows.length;
    // The database reads on while these are written.
    [rows] = await Promise.all([fetchRows(), write(rows)]);
  }
  await connection`CLOSE exported`;
  await writer.end();
  return count;
}

/** The internal ids of matched records and of their deals. */
type Chosen = { readonly table: RecordTable; readonly own: readonly number[]; readonly deals: readonly number[] };

/** The deals of records, by the table of these, as SQL in which `@own` are their ids. */
const dealsOf: Readonly<Record<RecordTable, string>> = {
  deals: 'SELECT id FROM deals WHERE id IN (@own)',
  companies: 'SELECT id FROM deals WHERE company_id IN (@own)',
  investors: 'SELECT DISTINCT deal_id AS id FROM deal_investors WHERE investor_id IN (@own)',
  people: 'SELECT deal_id AS id FROM person_deals WHERE person_id IN (@own)',
};

async function choose(sql: Sql, { table, ids }: MatchedRecords): Promise<Chosen> {
  const found = await sql<{ id: number }[]>`SELECT id FROM ${sql.identifier(table)} WHERE uuid = ANY(${ids}::uuid[])`;
  const own = found.map(({ id }) => id);
  const deals = await sql<{ id: number }[]>`${insertIds(sql, dealsOf[table], own)}`;
  return { table, own, deals: deals.map(({ id }) => id) };
}

/** SQL with a query of these ids in place of `@own` or `@deals`. */
function insertIds(sql: Sql, text: string, ids: readonly number[]): Fragment {
  const [first = '', ...rest] = text.split(/@(?:own|deals)/);
  return rest.reduce<Fragment>((before, part) => sql`${before}SELECT unnest(${ids}::int[])${raw(part)}`, raw(first));
}

/** A matched record belongs to the export even if it has no deal. */
function buildCondition(sql: Sql, { name, ofDeals, orderBy }: ExportTableDefinition, chosen: Chosen): Fragment {
  const condition = insertIds(sql, ofDeals, chosen.deals);
  return name === chosen.table
    ? sql`(${condition} OR ${raw(orderBy)} IN (SELECT unnest(${chosen.own}::int[])))`
    : condition;
}

/** Adds to rows where their records come from. */
async function addSources(
  rows: readonly ValueRow[],
  idColumn: string,
  read: (ids: readonly string[]) => ReturnType<ReadProvenance>,
): Promise<ValueRow[]> {
  const ids = rows.map((row) => String(row[idColumn]));
  const found = await read(ids);
  return rows.map((row, at) => ({ ...row, ...buildSourceCells(found.get(ids[at] ?? '')) }));
}

const buildSourceCells = (provenance: RecordProvenance | undefined) =>
  ({
    sources: provenance?.sources.map(({ title }) => title) ?? [],
    source_rows: provenance?.sources.map((source) => formatOrigin(source) ?? '') ?? [],
    source_days_utc: provenance?.sources.map(({ imported_at }) => imported_at.slice(0, 10)) ?? [],
    source_conflicts: provenance ? listDisagreements(provenance) : [],
  }) satisfies Record<(typeof sourceColumns)[number][0], readonly string[]>;
