import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from './pool.ts';
import type { Sql } from './sql.ts';
import { StartError } from './start-error.ts';

/** One step of the schema: its number, its name and its SQL. */
export interface Migration {
  number: number;
  name: string;
  text: string;
}

const files = import.meta.glob<string>('./migrations/*.sql', { query: '?raw', import: 'default', eager: true });

/** All migrations of this program, in order. A step may have several files, such as one for each schema. */
export const migrations: readonly Migration[] = readSteps();

function readSteps(): Migration[] {
  const steps = new Map<number, Migration>();
  for (const [path, text] of Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const [, digits, name] = /(\d{4})-([a-z0-9-]+)\.sql$/.exec(path) ?? [];
    if (!digits || !name) throw new Error(`${path} is not named like 0001-name.sql`);
    const [number, before] = [Number(digits), steps.get(Number(digits))];
    steps.set(
      number,
      before ? { number, name: `${before.name}, ${name}`, text: before.text + text } : { number, name, text },
    );
  }
  return [...steps.values()].map((step) => ({ ...step, name: nameStep(step) }));
}

/** The name of a step with a digest of its SQL without comments, so that a build with other SQL has another name. */
export function nameStep({ name, text }: Omit<Migration, 'number'>): string {
  const statements = text.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim();
  return `${name} ${createHash('sha256').update(statements).digest('hex').slice(0, 8)}`;
}

/**
 * Migrates a database to the newest version, each step in its own transaction; several programs may do so at once.
 * `beforeUpgrade` runs once before steps that change a database in use; when it fails, nothing is changed.
 * Throws a StartError, and changes nothing, when the database is newer than the program or of an older build.
 */
export async function migrate(
  sql: Pool,
  steps: readonly Migration[] = migrations,
  beforeUpgrade?: (from: number) => Promise<void>,
): Promise<void> {
  const { applied: newest, known } = await readSchemaNumbers(sql, steps);
  if (newest === 0 || newest === known) return applyMissing(sql, steps);
  // Imports hold this lock; one that began before the upgrade would swap in tables of the old schema.
  const waitForImport = (tx: Sql) => tx`SELECT pg_advisory_xact_lock(4311)`;
  if (!beforeUpgrade) {
    await waitForImport(sql);
    return applyMissing(sql, steps);
  }
  await sql.begin(async (tx) => {
    // Another program may be upgrading too; a backup made after its upgrade would no longer be one of the old schema.
    await waitForImport(tx);
    const { applied: from } = await readSchemaNumbers(tx, steps);
    if (from < known) await beforeUpgrade(from);
    await applyMissing(sql, steps);
  });
}

/** The newest migration of a database, 0 if empty, and the newest that this program knows. Throws like `migrate`. */
export async function readSchemaNumbers(
  sql: Sql,
  steps: readonly Migration[] = migrations,
): Promise<{ applied: number; known: number }> {
  const rows = await readApplied(sql);
  const [applied, known] = [rows.at(-1)?.number ?? 0, steps.at(-1)?.number ?? 0];
  const isForeign = ({ number, name }: Omit<Migration, 'text'>) =>
    steps.some((step) => step.number === number && step.name !== name);
  if (rows.some(isForeign)) {
    throw new StartError(
      'The database was made by an older build of Fundscope, with another schema. Nothing was changed.',
      'To keep its data, run `fundscope backup FILE` with the older build, then `fundscope restore FILE` here on an empty data folder.',
    );
  }
  if (applied > known) {
    throw new StartError(
      `The database was made by a newer Fundscope (its schema is number ${applied}, this program knows ${known}).`,
      'Use that newer Fundscope, or restore the backup that it made before its upgrade. Nothing was changed.',
    );
  }
  return { applied, known };
}

async function readApplied(sql: Sql): Promise<Omit<Migration, 'text'>[]> {
  const [found] = await sql<{ exists: boolean }[]>`SELECT to_regclass('public.migrations') IS NOT NULL AS exists`;
  if (!found?.exists) return [];
  return sql<Omit<Migration, 'text'>[]>`SELECT number, name FROM public.migrations ORDER BY number`;
}

async function applyMissing(sql: Pool, steps: readonly Migration[]): Promise<void> {
  const { applied } = await readSchemaNumbers(sql, steps);
  for (const step of steps) if (step.number > applied) await applyMigration(sql, step);
}

/** While a step waits for a lock, everything else on that table waits behind it. */
const lockTimeoutMs = 2_000;
const lockNotAvailable = '55P03';

/** Applies a step, and retries while older queries block it: gateways of the previous version may be running. */
async function applyMigration(sql: Pool, step: Migration): Promise<void> {
  for (;;) {
    try {
      await tryMigration(sql, step);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable) throw error;
      await sleep(lockTimeoutMs / 4);
    }
  }
}

async function tryMigration(sql: Pool, step: Migration): Promise<void> {
  await sql.begin(async (tx) => {
    // Any fixed number, the same in every Fundscope. A program that waits for the lock then finds the step applied.
    await tx`SELECT pg_advisory_xact_lock(4310)`;
    await tx`
      CREATE TABLE IF NOT EXISTS public.migrations (
        number integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now()
      )`;
    const done = await tx`SELECT 1 FROM public.migrations WHERE number = ${step.number}`;
    if (done.length > 0) return;
    await tx.unsafe(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
    await tx.unsafe(step.text);
    await tx`INSERT INTO public.migrations (number, name) VALUES (${step.number}, ${step.name})`;
  });
}
