import { stat } from 'node:fs/promises';
import { readBatches, type Pool } from '../../../service/db/pool.ts';
import { measureSeconds } from '../../measure-seconds.ts';
import type { CopiedTable } from './copied-tables.ts';
import type { EngineRow, LoadedEngine } from './engine.ts';

/** The part of better-sqlite3 that is used. */
interface Sqlite {
  exec(text: string): unknown;
  pragma(text: string): unknown;
  prepare(text: string): { run(values: object): unknown; all(values: object): EngineRow[]; get(): { version: string } };
  close(): void;
}

/** Copies the tables into a new SQLite database. */
export async function loadSqlite(
  require: NodeJS.Require,
  sql: Pool,
  tables: readonly CopiedTable[],
  file: string,
): Promise<LoadedEngine> {
  const db = new (require('better-sqlite3') as new (file: string) => Sqlite)(file);
  const copySeconds = await measureSeconds(async () => {
    for (const pragma of ['journal_mode = off', 'synchronous = off', 'cache_size = -1000000']) db.pragma(pragma);
    for (const table of tables) await copyTable(db, sql, table);
    db.exec('ANALYZE');
  });
  db.pragma('mmap_size = 2147418112');
  const { version } = db.prepare('SELECT sqlite_version() AS version').get();
  const engine = {
    name: `SQLite ${version}`,
    prepare: ({ text, values }: { text: string; values: object }) => {
      const statement = db.prepare(text);
      return Promise.resolve(() => Promise.resolve(statement.all(values)));
    },
    close: () => db.close(),
  };
  return { engine, copySeconds, megabytes: Math.round((await stat(file)).size / 1e6) };
}

async function copyTable(db: Sqlite, sql: Pool, { name, columns, select, key, indexes }: CopiedTable): Promise<void> {
  const names = Object.keys(columns);
  // A single id becomes the rowid, any other key the order of the table.
  const isRowNumber = key.length === 1;
  const definitions = Object.entries(columns).map(
    ([column, type]) => `${column} ${type}${isRowNumber && column === key[0] ? ' PRIMARY KEY' : ''}`,
  );
  if (key.length > 1) definitions.push(`PRIMARY KEY (${key.join(', ')})`);
  db.exec(`CREATE TABLE ${name} (${definitions.join(', ')})${key.length > 1 ? ' WITHOUT ROWID' : ''}`);
  const insert = db.prepare(`INSERT INTO ${name} VALUES (${names.map((column) => `$${column}`).join(', ')})`);
  for await (const rows of readBatches(sql, sql.unsafe(select), 10_000)) {
    db.exec('BEGIN');
    for (const row of rows) insert.run(row);
    db.exec('COMMIT');
  }
  for (const [at, index] of indexes.entries()) db.exec(`CREATE INDEX ${name}_${at} ON ${name} (${index})`);
}
