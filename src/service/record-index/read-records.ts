import { recordOrders } from '../db/record-orders.ts';
import type { Connection } from '../db/pool.ts';
import { addBit, type Bits, createBits } from './bits.ts';
import {
  indexedColumns,
  type IndexedAlias,
  type IndexedColumn,
  type IndexedLinks,
  indexedLinks,
  indexedTables,
} from './catalogue.ts';
import { readArrays } from './read-arrays.ts';

/** The rows of a table: row 0 has the id `base`; where ids have gaps, some rows are absent. */
export type IndexedRows = {
  readonly base: number;
  readonly rows: number;
  readonly count: number;
  readonly present: Bits;
};

/** For row r the rows `targets[offsets[r]]` to `targets[offsets[r + 1] - 1]` of another table, in order. */
export type LinkedRows = { readonly offsets: Int32Array; readonly targets: Int32Array };

/** The records of one generation, as the index holds them. */
export type IndexedRecords = {
  readonly generation: number;
  readonly tables: Readonly<Record<IndexedAlias, IndexedRows>>;
  readonly columns: Readonly<Record<IndexedColumn, Float64Array | Int16Array>>;
  readonly links: Readonly<Record<IndexedLinks, LinkedRows>>;
  /** All rows of a table in each order, by `table.order`. */
  readonly orders: ReadonlyMap<string, Int32Array>;
};

/** Ids with larger gaps than this would waste memory; PostgreSQL answers then. */
const maxRowsPerRecord = 4;

/**
 * Reads all records of a generation. Every statement is short, so that an import that wants to replace the records never
 * waits for long; throws ReplacedRecords when one did.
 */
export async function readIndexedRecords(connection: Connection, generation: number): Promise<IndexedRecords> {
  const tables = {} as Record<IndexedAlias, IndexedRows>;
  const columns = {} as Record<IndexedColumn, Float64Array | Int16Array>;
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
      columns[name] = spread(values[at] as Float64Array | Int16Array, ids, tables[alias]);
    }
  }
  const links = {} as Record<IndexedLinks, LinkedRows>;
  for (const name of keysOf(indexedLinks)) {
    const { from, to, sql } = indexedLinks[name];
    const pairs = await readArrays(
      connection,
      generation,
      [
        ['id', 'a'],
        ['id', 'b'],
      ],
      `(${sql} ORDER BY 1, 2) AS pairs`,
    );
    links[name] = linkRows(pairs, tables[from], tables[to]);
  }
  const orders = new Map<string, Int32Array>();
  for (const table of keysOf(recordOrders)) {
    const { alias, by } = recordOrders[table];
    for (const [name, order] of Object.entries(by)) {
      const from = `(SELECT ${alias}.id FROM ${table} ${alias} ORDER BY ${order}) AS ordered`;
      const [ids] = await readArrays(connection, generation, [['id', 'id']], from);
      orders.set(
        `${table}.${name}`,
        ids.map((id) => id - tables[alias].base),
      );
    }
  }
  return { generation, tables, columns, links, orders };
}

const keysOf = <T extends object>(record: T) => Object.keys(record) as (keyof T & string)[];

function numberRows(ids: Int32Array, table: string): IndexedRows {
  const base = ids[0] ?? 0;
  const rows = ids.length === 0 ? 0 : (ids.at(-1) as number) - base + 1;
  if (rows > ids.length * maxRowsPerRecord + 1000) throw new Error(`The ids of ${table} have large gaps.`);
  const present = createBits(rows);
  for (const id of ids) addBit(present, id - base);
  return { base, rows, count: ids.length, present };
}

/** The values by row, where ids have gaps. */
function spread<T extends Float64Array | Int16Array>(values: T, ids: Int32Array, { base, rows }: IndexedRows): T {
  if (values.length === rows) return values;
  const all = (values instanceof Float64Array ? new Float64Array(rows).fill(NaN) : new Int16Array(rows)) as T;
  for (let at = 0; at < ids.length; at += 1) all[(ids[at] as number) - base] = values[at] as number;
  return all;
}

function linkRows([a, b]: readonly [Int32Array, Int32Array], from: IndexedRows, to: IndexedRows): LinkedRows {
  const offsets = new Int32Array(from.rows + 1);
  let row = 0;
  for (let at = 0; at < a.length; at += 1) {
    while (row < (a[at] as number) - from.base) offsets[++row] = at;
  }
  offsets.fill(a.length, row + 1);
  return { offsets, targets: b.map((id) => id - to.base) };
}
