import type { Sql } from '../db/sql.ts';
import { ImportError } from './import-error.ts';
import { parseMapping } from './mapping/mapped-file.ts';
import type { Mapping } from './mapping/schema.ts';

/** Whether a mapping can have this name, which no path of a file looks like. */
export const isMappingName = (name: string): boolean => /^[\p{L}\p{N} _-]{1,60}$/u.test(name);

/** Stores a mapping file by a name, in place of an earlier one of that name. */
export async function storeMapping(sql: Sql, name: string, text: string): Promise<void> {
  if (!isMappingName(name))
    throw new ImportError(
      `A mapping cannot be named ${name}.`,
      'Give letters, digits, spaces, hyphens and underscores.',
    );
  parseMapping(text, name);
  await sql`INSERT INTO public.import_mappings (name, mapping) VALUES (${name}, ${text})
    ON CONFLICT (name) DO UPDATE SET mapping = excluded.mapping`;
}

/** The names of the stored mappings. */
export async function listMappings(sql: Sql): Promise<string[]> {
  return (await sql<{ name: string }[]>`SELECT name FROM public.import_mappings ORDER BY name`).map(({ name }) => name);
}

/** A stored mapping by its name. */
export async function readStoredMapping(sql: Sql, name: string): Promise<Mapping> {
  const [found] = await sql<{ mapping: string }[]>`SELECT mapping FROM public.import_mappings WHERE name = ${name}`;
  if (found) return parseMapping(found.mapping, name);
  const names = await listMappings(sql);
  throw new ImportError(
    `There is no mapping ${name}.`,
    names.length > 0 ? `There are: ${names.join(', ')}.` : 'Store one with "import mapping NAME FILE".',
  );
}
