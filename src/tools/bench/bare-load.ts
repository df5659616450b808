import type { Pool } from '../../service/db/pool.ts';
import { readFinish } from '../../service/import/next-schema.ts';

export type BareLoad = { rows: number; copySeconds: number; indexSeconds: number };

/**
 * Loads the rows of all record tables once more as by hand: one COPY per table from files next to the database, one
 * CREATE INDEX per index, one connection. The baseline of `bench load`.
 */
export async function loadBare(sql: Pool): Promise<BareLoad> {
  const connection = await sql.reserve();
  try {
    const tables = await connection<{ name: string; file: string }[]>`
      SELECT relname AS name, format('%s/bench-%s', current_setting('data_directory'), relname) AS file
      FROM pg_class WHERE relnamespace = 'data'::regnamespace AND relkind = 'r' ORDER BY relname`;
    await connection.unsafe('CREATE SCHEMA bare; SET search_path = bare, public');
    for (const { name, file } of tables) {
      await connection.unsafe(`COPY data.${name} TO '${file}'`);
      await connection.unsafe(`CREATE TABLE ${name} (LIKE data.${name} INCLUDING ALL EXCLUDING INDEXES)`);
    }
    const { constraints, indexes } = await readFinish(sql);
    await connection.unsafe('CHECKPOINT');
    let rows = 0;
    const copySeconds = await measureSeconds(async () => {
      for (const { name, file } of tables) rows += (await connection.unsafe(`COPY ${name} FROM '${file}'`)).count;
    });
    const indexSeconds = await measureSeconds(async () => {
      for (const statement of [...constraints.values(), ...indexes]) await connection.unsafe(statement);
    });
    return { rows, copySeconds, indexSeconds };
  } finally {
    connection.release();
  }
}

/** Seconds that `work` takes. */
export async function measureSeconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}
