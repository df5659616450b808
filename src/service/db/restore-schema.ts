import { setTimeout as sleep } from 'node:timers/promises';
import { type BackupTable, formatTableName } from './backup-format.ts';
import { type TableShape, backupTables, excludedTables, ownTypes } from './backup-tables.ts';
import type { Migration } from './migrations.ts';
import type { Transaction } from './pool.ts';
import { StartError } from './start-error.ts';

/** The statements that create keys, indexes and references, in the order in which they must run. */
type DeferredStatements = readonly string[];

/** A restore waits this long for a table lock, which blocks new readers; then it withdraws the request and retries. */
const lockTimeoutMs = 400;
const lockWaitMs = 60_000;

/** Runs statements that need exclusive locks, and retries so that other queries are not blocked while it waits. */
async function runWithLocks(tx: Transaction, statements: string): Promise<void> {
  const end = Date.now() + lockWaitMs;
  for (;;) {
    await tx`SAVEPOINT attempt`;
    try {
      await tx.unsafe(`SET LOCAL lock_timeout = ${lockTimeoutMs}; ${statements}`);
      await tx.unsafe('SET LOCAL lock_timeout = 0; RELEASE attempt');
      return;
    } catch (error) {
      await tx`ROLLBACK TO attempt`;
      // lock_not_available, deadlock_detected.
      if (!['55P03', '40P01'].includes((error as { code?: string }).code ?? '')) throw error;
      if (Date.now() > end) {
        throw new StartError(
          'The backup was ready, but other queries were using the current tables the whole time. Nothing was changed.',
          'Stop what works on this database, then restore again.',
          { cause: error },
        );
      }
      await sleep(200);
    }
  }
}

/** Drops all our tables and types and recreates the schema as of an older migration. */
export async function rebuildSchema(tx: Transaction, steps: readonly Migration[], number: number): Promise<void> {
  const tables = [...backupTables, ...excludedTables.filter((name) => name !== 'migrations')];
  await runWithLocks(
    tx,
    `DROP SCHEMA IF EXISTS data_next CASCADE;
     DROP SCHEMA data CASCADE;
     DROP TABLE ${tables.map((name) => `public.${name}`).join(', ')};
     DROP TYPE ${ownTypes.map((name) => `public.${name}`).join(', ')};
     DELETE FROM public.migrations`,
  );
  await applySteps(
    tx,
    steps.filter((step) => step.number <= number),
  );
}

/** Runs migrations inside the restore's own transaction. */
export async function applySteps(tx: Transaction, steps: readonly Migration[]): Promise<void> {
  for (const { number, name, text } of steps) {
    await tx.unsafe(text);
    await tx`INSERT INTO public.migrations (number, name) VALUES (${number}, ${name})`;
  }
}

/** The schemas in which tables are filled before they replace the current ones. */
export const stagingSchemas = { data: 'data_restored', public: 'public_restored' } as const;

/**
 * Creates an empty staging copy of every table, without keys, indexes and references: their statements are returned, to
 * run after the rows are loaded. Until swapStagingTables() other connections use the current tables.
 */
export async function createStagingTables(tx: Transaction, shapes: readonly TableShape[]): Promise<DeferredStatements> {
  const present = shapes.map(formatTableName);
  const tables = await tx<
    { schema: BackupTable['schema']; name: string; comment: string | null; options: string[] | null }[]
  >`
    SELECT nspname AS schema, relname AS name, quote_literal(obj_description(t.oid, 'pg_class')) AS comment, reloptions AS options
    FROM pg_class t JOIN pg_namespace n ON n.oid = relnamespace WHERE t.oid = ANY(${present}::text[]::regclass[])`;
  const statements = tables.flatMap(({ schema, name, comment, options }) => {
    const staging = `${stagingSchemas[schema]}.${name}`;
    return [
      `CREATE TABLE ${staging} (LIKE ${schema}.${name} INCLUDING ALL EXCLUDING INDEXES)`,
      ...(comment ? [`COMMENT ON TABLE ${staging} IS ${comment}`] : []),
      ...(options ? [`ALTER TABLE ${staging} SET (${options.join(', ')})`] : []),
    ];
  });
  const schemas = Object.values(stagingSchemas).map((schema) => `CREATE SCHEMA ${schema}`);
  await tx.unsafe([...schemas, ...statements].join(';\n'));
  return readDeferredStatements(tx, present);
}

/** Keys, indexes and references of the current tables, as unqualified statements that apply to the staging tables. */
async function readDeferredStatements(tx: Transaction, present: readonly string[]): Promise<DeferredStatements> {
  const constraints = await tx<{ kind: string; text: string }[]>`
    SELECT contype AS kind,
      format('ALTER TABLE %I ADD CONSTRAINT %I %s', relname, conname, replace(pg_get_constraintdef(c.oid, true), ' NOT VALID', '')) AS text
    FROM pg_constraint c JOIN pg_class t ON t.oid = conrelid
    WHERE conrelid = ANY(${present}::text[]::regclass[]) AND contype IN ('p', 'u', 'x', 'f') ORDER BY relname, conname`;
  const indexes = await tx<{ text: string }[]>`
    SELECT pg_get_indexdef(indexrelid, 0, true) AS text FROM pg_index
    WHERE indrelid = ANY(${present}::text[]::regclass[])
      AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))
    ORDER BY indexrelid`;
  return [
    ...constraints.filter(({ kind }) => kind !== 'f'),
    ...indexes,
    ...constraints.filter(({ kind }) => kind === 'f'),
  ].map(({ text }) => text);
}

/** Creates keys, indexes and references of the staging tables. */
export async function finishTables(
  tx: Transaction,
  finish: DeferredStatements,
  signal: AbortSignal | undefined,
): Promise<void> {
  await tx.unsafe(`SET LOCAL search_path = ${Object.values(stagingSchemas).join(', ')}, public`);
  for (const statement of finish) {
    // A cancel request between two statements has no effect.
    signal?.throwIfAborted();
    await tx.unsafe(statement);
  }
  await tx`SET LOCAL search_path = data, public`;
}

/** Replaces the current tables with the staging tables; other connections wait from here to the commit. */
export async function swapStagingTables(tx: Transaction, shapes: readonly TableShape[]): Promise<void> {
  const accounts = shapes.filter(({ schema }) => schema === 'public').map(({ name }) => name);
  await runWithLocks(
    tx,
    [
      'DROP SCHEMA data CASCADE',
      `ALTER SCHEMA ${stagingSchemas.data} RENAME TO data`,
      `DROP TABLE ${accounts.map((name) => `public.${name}`).join(', ')}`,
      ...accounts.map((name) => `ALTER TABLE ${stagingSchemas.public}.${name} SET SCHEMA public`),
      `DROP SCHEMA ${stagingSchemas.public}`,
    ].join(';\n'),
  );
}

/** Restarts every identity column after the highest restored number. */
export async function restartIdentities(tx: Transaction): Promise<void> {
  const columns = await tx<{ table: string; column: string }[]>`
    SELECT format('%I.%I', nspname, relname) AS table, quote_ident(attname) AS column
    FROM pg_attribute JOIN pg_class t ON t.oid = attrelid JOIN pg_namespace n ON n.oid = relnamespace
    WHERE attidentity <> '' AND relkind = 'r' AND (nspname = 'data' OR nspname = 'public' AND relname = ANY(${backupTables}::text[]))`;
  for (const { table, column } of columns) {
    const [row] = await tx.unsafe<{ next: number }[]>(`SELECT coalesce(max(${column}), 0) + 1 AS next FROM ${table}`);
    // Not setval(), which a rollback does not undo.
    await tx.unsafe(`ALTER TABLE ${table} ALTER COLUMN ${column} RESTART WITH ${row?.next ?? 1}`);
  }
}
