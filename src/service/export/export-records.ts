import { raw } from 'sql-template-tag';
import { type Crm, type CrmFile, crmFiles, listCrmColumns } from '#contract/crm.ts';
import type { Pool, ReservedConnection } from '../db/pool.ts';
import type { Fragment, Sql } from '../db/sql.ts';
import type { RecordTable } from '../db/page.ts';
import { type ExportTableDefinition, exportTables, type TableColumn } from './export-tables.ts';
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
  /** Whether records say from which sources they are. */
  readonly withSources: boolean;
  readonly signal: AbortSignal;
  readonly onTable?: (table: string, rows: number) => void;
};

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
  const { format, getPath, crm, withSources } = options;
  const columns = withSources && table.source ? [...table.columns, buildSources(table.source)] : table.columns;
  const path = getPath(table.name);
  const writer =
    crm && isCrmFile(table.name)
      ? await openCrmWriter(path, listCrmColumns(crm.name, table.name, crm.owner))
      : await openTableWriter(format, path, { columns });
  const rows = await writeRows(connection, { ...table, columns }, { ...options, writer });
  options.onTable?.(table.name, rows);
  return rows;
}

type Writing = Pick<ExportOptions, 'signal' | 'newSince'> & {
  readonly chosen: Chosen | undefined;
  readonly writer: TableWriter;
};

async function writeRows(
  connection: ReservedConnection,
  table: ExportTableDefinition,
  { chosen, newSince, signal, writer }: Writing,
): Promise<number> {
  const { columns, from, orderBy, addedAt } = table;
  const selected = raw(columns.map(([name, , sql]) => `${sql} AS ${name}`).join(', '));
  const isChosen = chosen ? buildCondition(connection, table, chosen) : raw('true');
  const isNew =
    newSince === undefined ? raw('true') : connection`${raw(addedAt)} >= ${`${newSince}T00:00:00Z`}::timestamptz`;
  await connection`DECLARE exported NO SCROLL CURSOR FOR SELECT ${selected} FROM ${raw(from)}
    WHERE ${isChosen} AND ${isNew} ORDER BY ${raw(orderBy)}`;
  let count = 0;
  for (;;) {
    signal.throwIfAborted();
    const rows = await connection.unsafe<ValueRow[]>(`FETCH ${batchRows} FROM exported`);
    if (rows.length === 0) break;
    await writer.write(rows);
    count += rows.length;
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

/** The titles of the sources of a record: its own, and those that were merged into it. */
const buildSources = ([entity, alias]: readonly [string, string]): TableColumn => [
  'sources',
  'list',
  `array(SELECT s.title FROM sources s WHERE s.id = ${alias}.source_id OR s.id IN (
    SELECT m.source_id FROM merges m WHERE m.entity = '${entity}' AND m.id = ${alias}.id) ORDER BY s.title)`,
];
