import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Chunk = { readonly file: string; readonly imports?: readonly string[] };

/** The folder of the built dashboard. */
export const client = join(import.meta.dirname, '../dist/client');

/** The chunks of the built dashboard, by the source file that each begins with. */
export const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')) as Readonly<
  Record<string, Chunk>
>;

/** The address of the chunk that begins with a source file. */
export const buildChunkPattern = (source: string): RegExp => new RegExp(`/${manifest[source]!.file}$`);
