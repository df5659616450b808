import { type BackupFile, openBackup } from './backup-file.ts';
import { type BackupHeader, type BackupTable, formatCopyTarget, formatTableName } from './backup-format.ts';
import { type TableShape, readTableShapes } from './backup-tables.ts';
import { type Migration, migrations } from './migrations.ts';
import type { Pool, Transaction } from './pool.ts';
import type { Sql } from './sql.ts';
import { type DatabaseContents, isUsed, readContents, formatContents } from './restore-contents.ts';
import {
  applySteps,
  stagingSchemas,
  finishTables,
  createStagingTables,
  rebuildSchema,
  restartIdentities,
  swapStagingTables,
} from './restore-schema.ts';
import { runCancellable } from './run-cancellable.ts';
import { StartError } from './start-error.ts';

/** Whether existing data may be replaced, and progress callbacks. */
type RestoreOptions = {
  replace?: boolean;
  signal?: AbortSignal;
  onProgress?: (text: string) => void;
  /** The migrations of this program. */
  steps?: readonly Migration[];
};

/** The header of the restored backup, and the contents that it replaced. */
type RestoreResult = { header: BackupHeader; replaced: DatabaseContents };

/**
 * Replaces everything in a database with a backup, in one transaction: a failure or a kill at any moment changes
 * nothing. A database in use needs `replace`. A backup of an older schema is loaded into that schema and then migrated,
 * as its original database would have been. Throws a StartError when the user can fix the problem.
 */
export async function restoreDatabase(sql: Pool, path: string, options: RestoreOptions = {}): Promise<RestoreResult> {
  options.onProgress?.('Checking the file ...');
  const backup = await openBackup(path);
  const steps = options.steps ?? migrations;
  let replaced: DatabaseContents;
  try {
    checkSchemaVersion(path, backup, steps);
    replaced = await sql.begin((tx) =>
      runCancellable(sql, tx, options.signal, () => restoreInto(tx, backup, steps, options)),
    );
  } catch (error) {
    options.signal?.throwIfAborted();
    throw explainRestoreError(error);
  } finally {
    await backup.close();
  }
  options.onProgress?.('Tidying up ...');
  if (getMigration(backup) !== steps.at(-1)?.number) await endOtherConnections(sql);
  for (const shape of await readTableShapes(sql)) {
    if (!options.signal?.aborted) await sql.unsafe(`VACUUM ANALYZE ${formatTableName(shape)}`);
  }
  return { header: backup.header, replaced };
}

/** After the types are recreated, statements that a connection prepared with the old ones fail. */
async function endOtherConnections(sql: Sql): Promise<void> {
  await sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()`;
}

/** The migration whose tables a backup has. */
const getMigration = ({ header, isOlderFormat }: BackupFile): number => (isOlderFormat ? 1 : header.migration);

function checkSchemaVersion(path: string, backup: BackupFile, steps: readonly Migration[]): void {
  const { program } = backup.header;
  const migration = getMigration(backup);
  const known = steps.at(-1)?.number ?? 0;
  if (migration <= known) return;
  throw new StartError(
    `${path} was made by a newer Fundscope, ${program} (its schema is number ${migration}, this program knows ${known}). Nothing was changed.`,
    'Restore it with that newer Fundscope.',
  );
}

async function restoreInto(
  tx: Transaction,
  backup: BackupFile,
  steps: readonly Migration[],
  options: RestoreOptions,
): Promise<DatabaseContents> {
  const { header } = backup;
  const { replace = false, onProgress } = options;
  await prepare(tx);
  const replaced = await readContents(tx);
  if (isUsed(replaced)) confirmReplace(replaced, replace, onProgress);
  // A database that was found empty must not get accounts in the meantime; accounts that will be replaced stay usable.
  else await tx`LOCK TABLE public.accounts IN SHARE MODE`;
  const migration = getMigration(backup);
  const older = steps.filter(({ number }) => number > migration);
  if (older.length > 0) await rebuildSchema(tx, steps, migration);
  checkTables(header.tables, migration, await readTableShapes(tx));
  await loadTables(tx, backup, options);
  await restartIdentities(tx);
  if (older.length > 0) onProgress?.('Bringing the restored data up to date ...');
  await applySteps(tx, older);
  onProgress?.('Putting everything in place ...');
  return replaced;
}

async function prepare(tx: Transaction): Promise<void> {
  await tx.unsafe(`
    SET LOCAL statement_timeout = 0;
    SET LOCAL idle_in_transaction_session_timeout = 0;
    SET LOCAL DateStyle = 'ISO, YMD';
    SET LOCAL maintenance_work_mem = '256MB';
    SET LOCAL work_mem = '64MB';
    SET LOCAL client_connection_check_interval = 1000;
    SET LOCAL lock_timeout = '3s'`);
  // The locks of migrations and imports; the statement of a killed import ends within these seconds.
  await tx`SELECT pg_advisory_xact_lock(4310), pg_advisory_xact_lock(4311)`.catch((cause: unknown) => {
    if ((cause as { code?: string }).code !== '55P03') throw cause;
    throw new StartError(
      'An import or another restore is at work on this database.',
      'Wait until it has ended, then restore again.',
      { cause },
    );
  });
  await tx`SET LOCAL lock_timeout = 0`;
}

function confirmReplace(present: DatabaseContents, replace: boolean, onProgress: RestoreOptions['onProgress']): void {
  const text = formatContents(present);
  if (replace) return onProgress?.(`Replacing ${text}.`);
  throw new StartError(
    `The database is in use: a restore would replace ${text}. Nothing was changed.`,
    'Save that with `backup` and restore again with --replace, or name another database.',
  );
}

/** The tables and columns of a backup must match its migration; otherwise the header is not genuine. */
function checkTables(tables: readonly BackupTable[], migration: number, shapes: readonly TableShape[]): void {
  const toText = (table: TableShape) => `${formatTableName(table)} ${table.columns.toSorted().join(' ')}`;
  const findOther = (of: readonly TableShape[], than: readonly TableShape[]) => {
    const known = new Set(than.map(toText));
    return of.find((table) => !known.has(toText(table)));
  };
  const odd = findOther(shapes, tables) ?? findOther(tables, shapes);
  if (!odd) return;
  throw new StartError(
    `The table ${formatTableName(odd)} of this backup is not that of schema number ${migration}. Nothing was changed.`,
    'Use another backup.',
  );
}

/** Fills staging tables, which replace the current ones when they are complete. */
async function loadTables(
  tx: Transaction,
  backup: BackupFile,
  { signal, onProgress }: Pick<RestoreOptions, 'signal' | 'onProgress'>,
): Promise<void> {
  const { tables } = backup.header;
  const finish = await createStagingTables(tx, tables);
  for await (const { table, rows } of backup.readTables()) {
    signal?.throwIfAborted();
    const target = formatCopyTarget({ ...table, schema: stagingSchemas[table.schema] });
    // FREEZE is possible because the tables are new; it saves a later VACUUM.
    const count = await tx.copyIn(`COPY ${target} FROM STDIN WITH (FREEZE)`, rows);
    if (count !== table.rows) throw new Error(`${formatTableName(table)} got ${count} rows instead of ${table.rows}`);
    if (count > 0) onProgress?.(`  ${formatTableName(table)}: ${count.toLocaleString('en')} rows`);
  }
  onProgress?.('Building indexes ...');
  await finishTables(tx, finish, signal);
  await swapStagingTables(tx, tables);
}

function explainRestoreError(error: unknown): unknown {
  if ((error as { code?: string }).code !== '53100') return error;
  return new StartError(
    'The disk of the database is full. Nothing was changed.',
    'Free some space there: until a restore is done, the old and the new data both need space.',
    { cause: error },
  );
}
