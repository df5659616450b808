import { join } from 'node:path';
import type { Shutdown } from '../../../gateway/shutdown.ts';
import type { Pool } from '../../../service/db/pool.ts';
import { createDataFolder } from '../../data-folder.ts';
import { describeTables } from './copied-tables.ts';
import { loadDuckDb } from './duckdb.ts';
import type { LoadedEngine } from './engine.ts';
import { installEngines } from './install.ts';
import { loadSqlite } from './sqlite.ts';

/** Installs SQLite and DuckDB and copies the records into each, in a temporary folder. */
export async function openEngines(sql: Pool, shutdown: Shutdown): Promise<LoadedEngine[]> {
  console.error('Installing SQLite and DuckDB ...');
  const require = await installEngines();
  const folder = await createDataFolder(shutdown);
  const tables = await describeTables(sql);
  const opened: LoadedEngine[] = [];
  for (const [file, load] of [
    ['sqlite.db', loadSqlite],
    ['duck.db', loadDuckDb],
  ] as const) {
    console.error(`Copying the records to ${file} ...`);
    const loaded = await load(require, sql, tables, join(folder, file));
    shutdown.add(async () => loaded.engine.close());
    opened.push(loaded);
  }
  return opened;
}
