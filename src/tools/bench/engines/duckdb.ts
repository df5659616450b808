import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Pool } from '../../../service/db/pool.ts';
import { measureSeconds } from '../../measure-seconds.ts';
import type { CopiedTable } from './copied-tables.ts';
import type { EngineQuery, EngineRow, LoadedEngine } from './engine.ts';

/** The part of @duckdb/node-api that is used. */
interface DuckDb {
  DuckDBInstance: { create(file: string): Promise<{ connect(): Promise<Connection>; closeSync(): void }> };
  version(): string;
}
interface Connection {
  run(text: string): Promise<unknown>;
  prepare(text: string): Promise<{
    bind(values: Record<string, string>): void;
    runAndReadAll(): Promise<{ getRowObjectsJS(): EngineRow[] }>;
  }>;
}

/** Copies the tables into a new DuckDB database. */
export async function loadDuckDb(
  require: NodeJS.Require,
  sql: Pool,
  tables: readonly CopiedTable[],
  file: string,
): Promise<LoadedEngine> {
  const { DuckDBInstance, version } = require('@duckdb/node-api') as DuckDb;
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  const rows = `${file}.csv`;
  const copySeconds = await measureSeconds(async () => {
    for (const table of tables) {
      await exportRows(sql, table, rows);
      await importRows(connection, table, rows);
    }
    await connection.run('CHECKPOINT');
  });
  await rm(rows);
  const engine = {
    name: `DuckDB ${version().replace('v', '')}`,
    async prepare({ text, values }: EngineQuery) {
      const prepared = await connection.prepare(text);
      prepared.bind(values);
      return async () => (await prepared.runAndReadAll()).getRowObjectsJS();
    },
    close: () => instance.closeSync(),
  };
  return { engine, copySeconds, megabytes: Math.round((await stat(file)).size / 1e6) };
}

async function exportRows(sql: Pool, { select }: CopiedTable, file: string): Promise<void> {
  const connection = await sql.reserve();
  try {
    await pipeline(connection.copyOut(`COPY (${select}) TO STDOUT (FORMAT csv)`), createWriteStream(file));
  } finally {
    connection.release();
  }
}

async function importRows(
  connection: Connection,
  { name, columns, lookups }: CopiedTable,
  file: string,
): Promise<void> {
  const types = Object.entries(columns).map(([column, type]) => `'${column}': '${type}'`);
  await connection.run(`CREATE TABLE ${name} AS SELECT * FROM read_csv('${file}', header = false, auto_detect = false,
    delim = ',', quote = '"', escape = '"', nullstr = '', allow_quoted_nulls = false, columns = {${types.join(', ')}})`);
  for (const column of lookups) await connection.run(`CREATE UNIQUE INDEX ${name}_${column} ON ${name} (${column})`);
}
