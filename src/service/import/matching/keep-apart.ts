import { readFile } from 'node:fs/promises';
import { readAddressSlug, parseDomain } from '../../db/identifiers.ts';
import type { Sql } from '../../db/sql.ts';
import { ImportError } from '../import-error.ts';

/** Reads a file of pairs, one a line: ids, domains, Crunchbase or LinkedIn slugs or addresses; `#` begins a remark. */
export async function readUnmerged(path: string): Promise<[string, string][]> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new ImportError(`There is no file ${path}.`, 'Check the path.', { cause });
  });
  return text.split(/\r?\n/).flatMap((line, index): [string, string][] => {
    const words = line
      .replace(/^\uFEFF/, '')
      .replace(/(^|\s)#.*$/, '')
      .split(/[\s,;]+/)
      .filter((word) => word !== '');
    if (words.length === 0) return [];
    const [one, other] = words;
    if (!one || !other || words.length > 2) {
      throw new ImportError(
        `Line ${index + 1} of ${path} names ${words.length === 1 ? 'one record' : `${words.length} records`}, not two.`,
        'Write two ids, domains or Crunchbase slugs a line, with a comma between them.',
      );
    }
    return [[toName(one), toName(other)]];
  });
}

/** A profile's slug, a site's domain, or an id as it stands. */
function toName(word: string): string {
  if (/(^|[./])(crunchbase|linkedin|twitter)\.com\//i.test(word)) return readAddressSlug(word);
  return /[./]/.test(word) ? parseDomain(word) : word.toLowerCase();
}

/** Keeps the pairs that are not one: those given, which are all of them, else those of the load before. */
export async function writeUnmerged(pool: Sql, pairs: [string, string][] | undefined): Promise<void> {
  if (!pairs) await pool`INSERT INTO kept_apart SELECT * FROM data.kept_apart`;
  else {
    await pool`INSERT INTO kept_apart SELECT DISTINCT * FROM
      unnest(${pairs.map(([one]) => one)}::text[], ${pairs.map(([, other]) => other)}::text[])`;
  }
}
