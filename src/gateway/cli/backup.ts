import type { Command } from 'commander';
import { resolve } from 'node:path';
import { makeBackup } from '../../service/db/backup.ts';
import { toRowCounts } from '../../service/db/backup-format.ts';
import type { Sql } from '../../service/db/open.ts';
import { restoreBackup } from '../../service/db/restore.ts';
import { StartError } from '../../service/db/start-error.ts';
import { version } from '../project.ts';

type OpenDb = () => Promise<{ sql: Sql; close(): Promise<void> }>;

const secretNote = `
The file holds the hashes of all keys, by which they go on working after a restore, but no key. It also
holds names of accounts, what they spent and what they saved: only its owner may read it (mode 0600).`;

/** Adds `backup` and `restore`. */
export function registerBackup(program: Command, openDb: OpenDb): void {
  program
    .command('backup')
    .description('Save accounts, keys, credits, alerts and all records, as they are at one moment, to one file')
    .argument('<file>', 'the file to make')
    .option('--force', 'put the backup in the place of an existing file, once it is whole')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', secretNote)
    .action((file: string, options: { force?: true; json?: true }) => runBackup(resolve(file), openDb, options));
  program
    .command('restore')
    .description('Put a backup in the place of everything in the database; a failure or Ctrl-C changes nothing')
    .argument('<file>', 'a file that `backup` made, by this Fundscope or an older one')
    .option('--replace', 'do so even when the database is in use; what it holds is lost')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', secretNote)
    .action((file: string, options: { replace?: true; json?: true }) => runRestore(resolve(file), openDb, options));
}

async function runBackup(file: string, openDb: OpenDb, options: { force?: true; json?: true }): Promise<void> {
  const meaning = 'The backup was stopped. No file was made.';
  const { result, seconds } = await runStoppable(meaning, openDb, (sql, signal) =>
    makeBackup(sql, file, { ...options, program: version, signal, onProgress: tell }),
  );
  const { header, bytes, sha256 } = result;
  const { migration, created_at } = header;
  const rows = toRowCounts(header);
  const report = { file, bytes, sha256, program: version, migration, created_at, seconds, rows };
  print(report, `Saved ${toTotal(rows)} rows to ${file} (${toMegabytes(bytes)}) in ${seconds} s.`, options);
}

async function runRestore(file: string, openDb: OpenDb, options: { replace?: true; json?: true }): Promise<void> {
  const meaning = 'The restore was stopped. Nothing was changed.';
  const { result, seconds } = await runStoppable(meaning, openDb, (sql, signal) =>
    restoreBackup(sql, file, { ...options, signal, onProgress: tell }),
  );
  const { program, migration, created_at } = result.header;
  const rows = toRowCounts(result.header);
  const report = { file, program, migration, created_at, seconds, rows, replaced: result.replaced };
  print(report, `Restored ${toTotal(rows)} rows of ${created_at} from ${file} in ${seconds} s.`, options);
}

/** Runs work that Ctrl-C and its like abort; `meaning` is said when it ended so. Whoever opened the database ends the process. */
async function runStoppable<T>(
  meaning: string,
  openDb: OpenDb,
  work: (sql: Sql, signal: AbortSignal) => Promise<T>,
): Promise<{ result: T; seconds: number }> {
  const started = performance.now();
  const stopping = new AbortController();
  const stop = () => stopping.abort(new StartError(meaning, 'Run the command again.'));
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, stop);
  try {
    const { sql, close } = await openDb();
    let result: T;
    try {
      result = await work(sql, stopping.signal);
    } finally {
      await close();
    }
    return { result, seconds: Math.round((performance.now() - started) / 100) / 10 };
  } catch (error) {
    if (error === stopping.signal.reason) tell(`\n${meaning}`);
    throw error;
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}

function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}

function print(report: object, sentence: string, { json }: { json?: true }): void {
  console.log(json ? JSON.stringify(report) : sentence);
}

const toTotal = (rows: Record<string, number>) =>
  Object.values(rows)
    .reduce((sum, count) => sum + count, 0)
    .toLocaleString('en');

const toMegabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;
