import { readdir, stat, statfs } from 'node:fs/promises';
import type { Pool } from '../db/pool.ts';
import { ImportError } from './import-error.ts';

/** Our own places and industries with their indexes, which every load writes. */
const referenceBytes = 50e6;
/**
 * What a byte of a table becomes in the database, with all indexes: 6 to 12 in the sets that we measured. A load that
 * stays below `least` was never seen.
 */
const growth = { usual: 12, least: 4 };
/** What a byte of a packed file is when it is unpacked. */
const unpacking = 4;
/** The database keeps a journal of what it writes, which it begins anew at this size. */
const journalBytes = 1e9;

/** The disk that a load takes while the old and the new records both exist. */
type DiskNeed = {
  /** The usual amount. */
  bytes: number;
  /** What it takes at the very least. */
  leastBytes: number;
  /** What is free where the database keeps its files; undefined where that is another machine's disk. */
  freeBytes: number | undefined;
};

/** Works out what the files at `paths` will take as the source `key`, beside the records of all other sources. */
export async function readDiskNeed(sql: Pool, key: string, paths: string[]): Promise<DiskNeed> {
  const sizes = await Promise.all(paths.map(readInputBytes));
  const given = sizes.reduce((sum, size) => sum + size, 0);
  const kept = await readKeptBytes(sql, key);
  const written = referenceBytes + kept + given * growth.usual;
  return {
    bytes: written + Math.min(written, journalBytes),
    leastBytes: kept + given * growth.least,
    freeBytes: await readFreeBytes(sql),
  };
}

/** One sentence for the person who waits. */
export function formatDiskSize({ bytes, freeBytes }: DiskNeed): string {
  const free = freeBytes === undefined ? '' : `; ${readSize(freeBytes)} are free`;
  return `This takes about ${readSize(bytes)} on the disk of the database, half of it for the time of the import${free}.`;
}

/** Rejects a load that would certainly fill the disk. */
export function checkDisk({ leastBytes, freeBytes }: DiskNeed): void {
  if (freeBytes === undefined || freeBytes >= leastBytes) return;
  throw new ImportError(
    `The disk of the database has ${readSize(freeBytes)} left; this import takes at least ${readSize(leastBytes)}. Nothing changed.`,
    'Free some space there, name a folder on another disk with FUNDSCOPE_DATA, or import a part of the files.',
  );
}

/** A file's size, unpacked, or that of all files in a folder; 0 where there is none, which the reader will say. */
async function readInputBytes(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return 0;
  if (!found.isDirectory()) return found.size * (/\.(gz|zip)$/i.test(path) ? unpacking : 1);
  const files = await readdir(path, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    files.filter((file) => file.isFile()).map((file) => readInputBytes(`${file.parentPath}/${file.name}`)),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** What the records of the other sources take now: they are copied. */
async function readKeptBytes(sql: Pool, key: string): Promise<number> {
  const [row] = await sql<{ bytes: number; share: number }[]>`
    SELECT (SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::float8 FROM pg_class
        WHERE relnamespace = 'data'::regnamespace AND relkind = 'r') AS bytes,
      (SELECT coalesce(avg((key <> ${key} AND key <> 'demo')::int), 0)::float8 FROM (
        SELECT source_id FROM data.companies UNION ALL SELECT source_id FROM data.deals
      ) records JOIN data.sources s ON s.id = source_id) AS share`;
  return row ? Math.max(0, row.bytes - referenceBytes) * row.share : 0;
}

/** Free bytes where the database keeps its files, if it listens on a socket of this machine and lets us know. */
async function readFreeBytes(sql: Pool): Promise<number | undefined> {
  if (!new URL(sql.options.address).searchParams.has('host')) return undefined;
  try {
    const [row] = await sql<{ folder: string }[]>`SELECT current_setting('data_directory') AS folder`;
    const { bavail, bsize } = await statfs(row?.folder ?? '');
    return bavail * bsize;
  } catch {
    return undefined;
  }
}

function readSize(bytes: number): string {
  return bytes < 1e9 ? `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
