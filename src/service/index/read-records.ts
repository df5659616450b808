import { countedOrders, recordOrders } from '../db/record-orders.ts';
import { recordAliases } from '../db/page.ts';
import type { Connection } from '../db/pool.ts';
import { addBit, type Bits, createBits } from './bits.ts';
import { indexedColumns, type IndexedColumn } from '../db/catalogue.ts';
import {
  type IndexedAlias,
  indexedLinks,
  indexedReferences,
  indexedTables,
  indexedTags,
  type LinkedRows,
  type Links,
  type NamedTable,
  namedTables,
} from '../db/indexed-links.ts';
import { indexNames, type NameTrigrams } from './name-trigrams.ts';
import { readArrays } from './read-arrays.ts';
import { groupByTags, type TagGroups } from './tag-groups.ts';

/** The rows of a table: row 0 has the id `base`; if ids have gaps, some rows are absent. */
type IndexedRows = {
  readonly base: number;
  readonly rows: number;
  readonly count: number;
  readonly present: Bits;
};

/** The tables of one generation, and the ids of their rows. */
export type IndexedTables = {
  readonly generation: number;
  readonly tables: Readonly<Record<IndexedAlias, Pick<IndexedRows, 'base' | 'rows'>>>;
};

/** Small integers, in one byte each if all of them fit. */
export type Codes = Int16Array | Uint8Array;

/** The records of one generation, as the index holds them. */
export type IndexedRecords = IndexedTables & {
  readonly tables: Readonly<Record<IndexedAlias, IndexedRows>>;
  readonly columns: Readonly<Record<IndexedColumn, Float64Array | Codes>>;
  readonly links: Readonly<Record<keyof typeof indexedLinks, LinkedRows>>;
  /** For each row the row of another table, or -1. */
  readonly references: Readonly<Record<keyof typeof indexedReferences, Int32Array>>;
  readonly tags: Readonly<Record<keyof typeof indexedTags, TagGroups>>;
  /** All rows of a table in each order, by `table.order`. */
  readonly orders: Readonly<Record<string, Int32Array>>;
  readonly names: Readonly<Partial<Record<NamedTable, NameTrigrams>>>;
};

/** Ids with larger gaps would waste memory; PostgreSQL answers instead. */
const maxRowsPerRecord = 4;

/**
 * Reads all records of a generation. Every statement is short, so that an import that needs to replace the records
 * never waits for long; throws ReplacedRecords if one did.
 */
export async function readIndexedRecords(connection: Connection, generation: number): Promise<IndexedRecords> {
  const tables = {} as Record<IndexedAlias, IndexedRows>;
  const columns = {} as Record<IndexedColumn, Float64Array | Codes>;
  for (const alias of keysOf(indexedTables)) {
    const own = keysOf(indexedColumns).filter((name) => name.startsWith(`${alias}.`));
    const [ids, ...values] = await readArrays(
      connection,
      generation,
      [['id', `${alias}.id`], ...own.map((name) => [indexedColumns[name].kind, indexedColumns[name].sql] as const)],
      `(SELECT * FROM ${indexedTables[alias]} ORDER BY id) AS ${alias}`,
    );
    tables[alias] = numberRows(ids, indexedTables[alias]);
    for (const [at, name] of own.entries()) {
      columns[name] = shrinkCodes(spread(values[at] as Float64Array | Int16Array, ids, tables[alias]));
    }
  }
  const readEach = async <N extends string, T>(
    paths: Record<N, Links>,
    convert: (links: LinkedRows, path: Links) => T,
  ) => {
    const converted = {} as Record<N, T>;
    for (const name of keysOf(paths)) {
      converted[name] = convert(await readLinks(connection, generation, paths[name], tables), paths[name]);
    }
    return converted;
  };
  const links = await readEach(indexedLinks, (read) => read);
  const references = await readEach(indexedReferences, toReferences);
  const tags = await readEach(indexedTags, (read, { to }) => groupByTags(read, tables[to].rows));
  const orders = await readOrders(connection, generation, tables);
  const names: Partial<Record<NamedTable, NameTrigrams>> = {};
  for (const table of keysOf(namedTables)) {
    const ordered = `(SELECT folded FROM ${table} ORDER BY id) AS named`;
    const [lines] = await readArrays(connection, generation, [['line', 'folded']], ordered);
    const indexed = indexNames(lines, tables[namedTables[table]]);
    if (indexed) names[table] = indexed;
  }
  return { generation, tables, columns, links, references, tags, orders, names };
}

async function readLinks(
  connection: Connection,
  generation: number,
  { from, to, sql, hasFlags }: Links,
  tables: IndexedRecords['tables'],
): Promise<LinkedRows> {
  const [a, b, flags] = await readArrays(
    connection,
    generation,
    [
      ['id', 'a'],
      ['id', 'b'],
      ['code', hasFlags ? 'flags' : 'NULL'],
    ],
    `(${sql} ORDER BY 1, 2) AS links`,
  );
  const offsets = new Int32Array(tables[from].rows + 1);
  let row = 0;
  for (let at = 0; at < a.length; at += 1) {
    while (row < (a[at] as number) - tables[from].base) offsets[++row] = at;
  }
  offsets.fill(a.length, row + 1);
  return { offsets, targets: toRows(b, tables[to]), flags: hasFlags ? Uint8Array.from(flags) : undefined };
}

/** The only target of each row, or -1. */
const toReferences = ({ offsets, targets }: LinkedRows): Int32Array =>
  Int32Array.from({ length: offsets.length - 1 }, (_, row) => {
    const at = offsets[row] as number;
    return at < (offsets[row + 1] as number) ? (targets[at] as number) : -1;
  });

/** All orders that depend only on the records, and for tables with other orders the order of ids. */
async function readOrders(
  connection: Connection,
  generation: number,
  tables: IndexedRecords['tables'],
): Promise<Record<string, Int32Array>> {
  const orders: Record<string, Int32Array> = {};
  for (const table of keysOf(recordOrders)) {
    const { from, by } = recordOrders[table];
    const alias = recordAliases[table];
    const hasCounted = Object.keys(by).some((name) => name in countedOrders);
    for (const [name, order] of Object.entries({ ...by, ...(hasCounted ? { id: `${alias}.uuid` } : {}) })) {
      if (name in countedOrders) continue;
      const ordered = `(SELECT ${alias}.id FROM ${from} ORDER BY ${order}) AS ordered`;
      const [ids] = await readArrays(connection, generation, [['id', 'id']], ordered);
      orders[`${table}.${name}`] = toRows(ids, tables[alias]);
    }
  }
  return orders;
}

const keysOf = <T extends object>(record: T) => Object.keys(record) as (keyof T & string)[];

/** Turns ids into row numbers, in place. */
function toRows(ids: Int32Array, { base }: IndexedRows): Int32Array {
  for (let at = 0; at < ids.length; at += 1) ids[at] = (ids[at] as number) - base;
  return ids;
}

function numberRows(ids: Int32Array, table: string): IndexedRows {
  const base = ids[0] ?? 0;
  const rows = ids.length === 0 ? 0 : (ids.at(-1) as number) - base + 1;
  if (rows > ids.length * maxRowsPerRecord + 1000) throw new Error(`The ids of ${table} have large gaps.`);
  const present = createBits(rows);
  for (const id of ids) addBit(present, id - base);
  return { base, rows, count: ids.length, present };
}

/** Codes in one byte each if all of them fit. */
const shrinkCodes = (values: Float64Array | Int16Array): Float64Array | Codes =>
  values instanceof Int16Array && values.every((code) => code < 2 ** 8) ? Uint8Array.from(values) : values;

/** The values by row, if ids have gaps. */
function spread<T extends Float64Array | Int16Array>(values: T, ids: Int32Array, { base, rows }: IndexedRows): T {
  if (values.length === rows) return values;
  const all = (values instanceof Float64Array ? new Float64Array(rows).fill(NaN) : new Int16Array(rows)) as T;
  for (let at = 0; at < ids.length; at += 1) all[(ids[at] as number) - base] = values[at] as number;
  return all;
}
