import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { projectDir } from '../../../gateway/project.ts';
import type { Shutdown } from '../../../gateway/shutdown.ts';
import type { Pool } from '../../../service/db/pool.ts';
import { createDataFolder } from '../../data-folder.ts';
import { describeTables } from './copied-tables.ts';
import { loadDuckDb } from './duckdb.ts';
import type { LoadedEngine } from './engine.ts';
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

/** The engines of the comparison. better-sqlite3 13 needs Node 22. */
const engineVersions = { 'better-sqlite3': '12.11.1', '@duckdb/node-api': '1.5.6-r.1' };

/** By module ABI version, because better-sqlite3 is compiled for one. */
const engineFolder = join(projectDir, 'node_modules/.cache/bench-engines', `modules-${process.versions.modules}`);

/**
 * Installs the engines into a cache folder, only at the first run: they are not dependencies of the project, because
 * one is compiled and the other has 70 MB. Returns the function that requires them.
 */
async function installEngines(): Promise<NodeJS.Require> {
  await mkdir(engineFolder, { recursive: true });
  const manifest = {
    private: true,
    dependencies: engineVersions,
    // npm runs only the install scripts that are allowed.
    allowScripts: { 'better-sqlite3': true },
  };
  await writeFile(join(engineFolder, 'package.json'), JSON.stringify(manifest));
  // Node's own headers if they are installed, so that the compiler need not download them.
  const prefix = dirname(dirname(process.execPath));
  const nodeDir = existsSync(join(prefix, 'include/node/node_version.h')) ? { npm_config_nodedir: prefix } : {};
  const env = { ...process.env, ...nodeDir, npm_config_build_from_source: 'true' };
  await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund'], { cwd: engineFolder, env });
  return createRequire(join(engineFolder, 'package.json'));
}
