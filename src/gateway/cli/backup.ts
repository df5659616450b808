import type { Command } from 'commander';
import { resolve } from 'node:path';
import { createBackup } from '../../service/db/backup.ts';
import { getRowCounts } from '../../service/db/backup-format.ts';
import type { Pool } from '../../service/db/pool.ts';
import { restoreDatabase } from '../../service/db/restore.ts';
import { version } from '../project.ts';
import { type OpenDatabase, printResult, runStoppable, withDatabase } from './command.ts';

const contentsNote = `
The file contains the hashes of all keys, so keys work after a restore, but no key. It also contains account
names, charges and saved alerts: only its owner may read it (mode 0600).`;

/** Adds `backup` and `restore`. */
export function registerBackup(program: Command, openDatabase: OpenDatabase): void {
  program
    .command('backup')
    .description('Save accounts, keys, credits, alerts and all records of one moment to a file')
    .argument('<file>', 'file to create')
    .option('--force', 'replace an existing file once the backup is complete')
    .option('--json', 'print JSON')
    .addHelpText('after', contentsNote)
    .action((file: string, options: { force?: true; json?: true }) => runBackup(resolve(file), openDatabase, options));
  program
    .command('restore')
    .description('Replace the whole database with a backup; a failure or Ctrl-C changes nothing')
    .argument('<file>', 'file created by `backup` of this or an older Fundscope')
    .option('--replace', 'also replace a database that is in use; its contents are lost')
    .option('--json', 'print JSON')
    .addHelpText('after', contentsNote)
    .action((file: string, options: { replace?: true; json?: true }) =>
      runRestore(resolve(file), openDatabase, options),
    );
}

async function runBackup(
  file: string,
  openDatabase: OpenDatabase,
  options: { force?: true; json?: true },
): Promise<void> {
  const stopped = 'The backup was stopped. No file was created.';
  const { result, seconds } = await runTimed(stopped, openDatabase, (sql, signal) =>
    createBackup(sql, file, { ...options, program: version, signal, onProgress: console.error }),
  );
  const { header, bytes, sha256 } = result;
  const { migration, created_at } = header;
  const rows = getRowCounts(header);
  const report = { file, bytes, sha256, program: version, migration, created_at, seconds, rows };
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`;
  printResult(report, `Saved ${formatTotal(rows)} rows to ${file} (${size}) in ${seconds} s.`, options);
}

async function runRestore(
  file: string,
  openDatabase: OpenDatabase,
  options: { replace?: true; json?: true },
): Promise<void> {
  const stopped = 'The restore was stopped. Nothing was changed.';
  const { result, seconds } = await runTimed(stopped, openDatabase, (sql, signal) =>
    restoreDatabase(sql, file, { ...options, signal, onProgress: console.error }),
  );
  const { program, migration, created_at } = result.header;
  const rows = getRowCounts(result.header);
  const report = { file, program, migration, created_at, seconds, rows, replaced: result.replaced };
  printResult(report, `Restored ${formatTotal(rows)} rows of ${created_at} from ${file} in ${seconds} s.`, options);
}

/** Runs work on the database until a signal aborts it; also returns how long it took. */
async function runTimed<T>(
  stopped: string,
  openDatabase: OpenDatabase,
  work: (sql: Pool, signal: AbortSignal) => Promise<T>,
): Promise<{ result: T; seconds: number }> {
  const started = performance.now();
  const result = await runStoppable(stopped, 'Run the command again.', (signal) =>
    withDatabase(openDatabase, (sql) => work(sql, signal)),
  );
  return { result, seconds: Math.round((performance.now() - started) / 100) / 10 };
}

const formatTotal = (rows: Record<string, number>) =>
  Object.values(rows)
    .reduce((sum, count) => sum + count, 0)
    .toLocaleString('en');
