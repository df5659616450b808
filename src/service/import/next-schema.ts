import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '../db/pool.ts';
import type { Sql } from '../db/sql.ts';
import { localAccountName } from '../accounts/accounts.ts';
import { ImportError } from './import-error.ts';
import { demoKey } from './sources.ts';

/** Any fixed number, the same in every Fundscope: the session that holds this lock may load. */
export const loadLock = 4311;

/** Fails if the connection does not hold the lock, because it was lost and reopened. */
export const checkLoadLock = `
  DO $$ BEGIN
    IF NOT EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = ${loadLock} AND pid = pg_backend_pid())
    THEN RAISE EXCEPTION 'the connection with the import lock was lost'; END IF;
  END $$`;

export const dropNextSchema = 'DROP SCHEMA IF EXISTS data_next CASCADE';

/** The statements that complete tables of columns, in this order; all but `references` by table. */
type TableCompletion = {
  constraints: Map<string, string>;
  indexes: Map<string, string[]>;
  references: string[];
  checks: Map<string, string>;
};

/**
 * Creates the empty schema data_next with the tables of the live one, read from the catalog so that the tables are
 * described only once. The remains of a killed load are removed first.
 */
export async function createNextSchema(sql: Pool): Promise<void> {
  const tables = await sql<{ name: string; comment: string | null; options: string[] | null }[]>`
    SELECT quote_ident(relname) AS name, quote_literal(obj_description(oid, 'pg_class')) AS comment, reloptions AS options
    FROM pg_class WHERE relnamespace = 'data'::regnamespace AND relkind = 'r' ORDER BY relname`;
  const statements = tables.flatMap(({ name, comment, options }) => [
    `CREATE TABLE data_next.${name} (LIKE data.${name} INCLUDING ALL EXCLUDING INDEXES)`,
    ...(comment ? [`COMMENT ON TABLE data_next.${name} IS ${comment}`] : []),
    ...(options ? [`ALTER TABLE data_next.${name} SET (${options.join(', ')})`] : []),
  ]);
  await sql.unsafe(
    [
      dropNextSchema,
      'CREATE SCHEMA data_next',
      ...statements,
      // The places of records before all places above them are added; dropped before the swap.
      'CREATE UNLOGGED TABLE data_next.company_places (company_id integer NOT NULL, location_id integer NOT NULL)',
      'CREATE UNLOGGED TABLE data_next.investor_places (investor_id integer NOT NULL, location_id integer NOT NULL)',
    ].join(';\n'),
  );
}

/**
 * Reads the keys, indexes and references of the live tables. Their table names are unqualified: they mean the live
 * tables under this search path and the new tables under that of the load.
 */
export async function readTableCompletion(sql: Pool): Promise<TableCompletion> {
  return sql.begin(async (tx) => {
    await tx`SET LOCAL search_path = data, public`;
    const constraints = await tx<{ table: string; kind: string; name: string; text: string }[]>`
      SELECT quote_ident(relname) AS table, contype AS kind, quote_ident(conname) AS name,
        replace(pg_get_constraintdef(c.oid, true), ' NOT VALID', '') AS text
      FROM pg_constraint c JOIN pg_class t ON t.oid = conrelid
      WHERE relnamespace = 'data'::regnamespace AND contype IN ('p', 'u', 'x', 'f') ORDER BY relname, conname`;
    const indexes = await tx<{ table: string; text: string }[]>`
      SELECT quote_ident(relname) AS table, pg_get_indexdef(indexrelid, 0, true) AS text
      FROM pg_index JOIN pg_class t ON t.oid = indrelid
      WHERE relnamespace = 'data'::regnamespace
        AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))
      ORDER BY pg_relation_size(indexrelid) DESC, indexrelid`;
    const isReference = ({ kind }: { kind: string }) => kind === 'f';
    const keys = constraints.filter((constraint) => !isReference(constraint));
    const references = constraints.filter(isReference);
    return {
      constraints: alterEach(keys, ({ name, text }) => `ADD CONSTRAINT ${name} ${text}`),
      indexes: groupByTable(indexes, ({ text }) => text),
      references: references.map(
        ({ table, name, text }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${text} NOT VALID`,
      ),
      checks: alterEach(references, ({ name }) => `VALIDATE CONSTRAINT ${name}`),
    };
  });
}

function groupByTable<T extends { table: string }>(entries: readonly T[], toText: (entry: T) => string) {
  const groups = new Map<string, string[]>();
  for (const entry of entries) groups.set(entry.table, [...(groups.get(entry.table) ?? []), toText(entry)]);
  return groups;
}

/** One ALTER statement per table with all of its actions. */
function alterEach<T extends { table: string }>(
  constraints: readonly T[],
  toAction: (constraint: T) => string,
): Map<string, string> {
  const actions = groupByTable(constraints, toAction);
  return new Map([...actions].map(([table, all]) => [table, `ALTER TABLE ${table} ${all.join(', ')}`]));
}

/** Readers wait no longer than this for the swap; then it withdraws and retries. */
const lockTimeoutMs = 400;
const defaultTimeoutMs = 60_000;

/** lock_not_available, deadlock_detected: another query held the lock. */
const inTheWay = new Set(['55P03', '40P01']);

/** The records before an import that can be undone; any later import drops them. */
const dropSchemaBefore = 'DROP SCHEMA IF EXISTS data_before CASCADE';

/**
 * On this machine demo data is metered, so that it shows how a hosted service feels, and the owner's records are free.
 * A statement for when the live records are replaced by those of another schema; what the owner chose in the meter
 * stays until demo data and own records replace each other.
 */
export const meterByRecords = (next: 'data_next' | 'data_before'): string => {
  const areOwn = (schema: string) => `(SELECT EXISTS (SELECT FROM ${schema}.sources WHERE key <> '${demoKey}'))`;
  return `UPDATE accounts SET unmetered = ${areOwn(next)}
    WHERE id = (SELECT id FROM accounts WHERE name = '${localAccountName}' ORDER BY created_at, id LIMIT 1)
      AND ${areOwn('data')} <> ${areOwn(next)}`;
};

/**
 * Replaces the old records with the new ones in one short transaction; if it throws, nothing has changed. With
 * `keepBefore` the old ones stay until the next import.
 */
export async function swapSchemas(
  connection: Sql,
  signal?: AbortSignal,
  { timeoutMs = defaultTimeoutMs, keepBefore = false } = {},
): Promise<void> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    try {
      // A text with several statements is one transaction.
      await connection.unsafe(`
        ${checkLoadLock};
        SET LOCAL lock_timeout = ${lockTimeoutMs};
        ${meterByRecords('data_next')};
        ${dropSchemaBefore};
        ${keepBefore ? 'ALTER SCHEMA data RENAME TO data_before' : 'DROP SCHEMA data CASCADE'};
        ALTER SCHEMA data_next RENAME TO data;`);
      return;
    } catch (error) {
      if (!inTheWay.has((error as { code?: string }).code ?? '')) throw error;
      if (Date.now() > end) {
        throw new ImportError(
          'The new records were ready, but other queries were using the old ones. Nothing changed.',
          'Import again when long queries on this database have ended.',
          { cause: error, isTransient: true },
        );
      }
      await sleep(200);
      signal?.throwIfAborted();
    }
  }
}

/** The server notices within a second that a load's process was killed, and releases its lock. */
const timeoutMs = 1_500;

/** Drops the schema that a killed load left behind. Never call it during a load, which cleans up by itself. */
export async function dropStaleSchemas(sql: Pool): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (await hasStaleSchema(sql)) {
    const dropped = await sql.begin(async (tx) => {
      const [lock] = await tx<{ taken: boolean }[]>`SELECT pg_try_advisory_xact_lock(${loadLock}) AS taken`;
      if (lock?.taken) await tx.unsafe(dropNextSchema);
      return lock?.taken ?? false;
    });
    if (dropped || Date.now() > end) return;
    await sleep(100);
  }
}

async function hasStaleSchema(sql: Pool): Promise<boolean> {
  const [row] = await sql<{ there: boolean }[]>`SELECT to_regnamespace('data_next') IS NOT NULL AS there`;
  return row?.there ?? false;
}
