import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Pool } from '../../service/db/pool.ts';
import { readTableCompletion } from '../../service/import/next-schema.ts';
import { measureSeconds } from '../measure-seconds.ts';

type BareLoad = { rows: number; copySeconds: number; indexSeconds: number };

/**
 * Loads the rows of all record tables again in the plainest way: one COPY per table from a file in `folder`, one CREATE
 * INDEX per index, one connection. The baseline of `bench load`.
 */
export async function loadBare(sql: Pool, folder: string): Promise<BareLoad> {
  const connection = await sql.reserve();
  try {
    const tables = await connection<{ name: string }[]>`
      SELECT relname AS name FROM pg_class WHERE relnamespace = 'data'::regnamespace AND relkind = 'r' ORDER BY relname`;
    await connection.unsafe('CREATE SCHEMA bare; SET search_path = bare, public');
    for (const { name } of tables) {
      await pipeline(connection.copyOut(`COPY data.${name} TO STDOUT`), createWriteStream(join(folder, name)));
      await connection.unsafe(`CREATE TABLE ${name} (LIKE data.${name} INCLUDING ALL EXCLUDING INDEXES)`);
    }
    const { constraints, indexes } = await readTableCompletion(sql);
    await connection.unsafe('CHECKPOINT');
    let rows = 0;
    const copySeconds = await measureSeconds(async () => {
      for (const { name } of tables) {
        const file = createReadStream(join(folder, name), { highWaterMark: chunkBytes });
        rows += await connection.copyIn(`COPY ${name} FROM STDIN`, file);
      }
    });
    const indexSeconds = await measureSeconds(async () => {
      for (const statement of [...constraints.values(), ...[...indexes.values()].flat()])
        await connection.unsafe(statement);
    });
    return { rows, copySeconds, indexSeconds };
  } finally {
    connection.release();
  }
}

/** Few enough chunks that Node.js takes almost none of the time. */
const chunkBytes = 1 << 20;
