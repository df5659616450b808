import { readdir, stat, statfs } from 'node:fs/promises';
import type { Pool } from '../db/pool.ts';
import { isSocketAddress } from '../db/servers.ts';
import { ImportError } from './import-error.ts';

/** Our own places and industries with their indexes, which every load writes. */
const referenceBytes = 50e6;
/**
 * Bytes in the database, with all indexes, per byte of a table: 6 to 12 in the data sets that we measured, never below
 * `min`.
 */
const growth = { usual: 12, min: 4 };
/** Bytes of a file for each byte of its compressed form. */
const unpacking = 4;
/** The size to which the database lets its write-ahead log grow. */
const journalBytes = 1e9;

/** The disk space that a load takes while the old and the new records both exist. */
type DiskNeed = {
  /** The usual amount. */
  bytes: number;
  /** The minimum. */
  minBytes: number;
  /** Free bytes on the database's disk; undefined if it is on another machine. */
  freeBytes: number | undefined;
};

/** Estimates the disk space for the files at `paths` as the source `key`, together with all other sources. */
export async function readDiskNeed(sql: Pool, key: string, paths: string[]): Promise<DiskNeed> {
  const sizes = await Promise.all(paths.map(readInputBytes));
  const given = sizes.reduce((sum, size) => sum + size, 0);
  const kept = await readKeptBytes(sql, key);
  const written = referenceBytes + kept + given * growth.usual;
  return {
    bytes: written + Math.min(written, journalBytes),
    minBytes: kept + given * growth.min,
    freeBytes: await readFreeBytes(sql),
  };
}

/** One sentence for the user. */
export function formatDiskNeed({ bytes, freeBytes }: DiskNeed): string {
  const free = freeBytes === undefined ? '' : `; ${formatBytes(freeBytes)} are free`;
  return `This needs about ${formatBytes(bytes)} on the disk of the database, half of it only during the import${free}.`;
}

/** Rejects a load that would certainly fill the disk. */
export function checkDisk({ minBytes, freeBytes }: DiskNeed): void {
  if (freeBytes === undefined || freeBytes >= minBytes) return;
  throw new ImportError(
    `The disk of the database has ${formatBytes(freeBytes)} left; this import needs at least ${formatBytes(minBytes)}. Nothing changed.`,
    'Free some space there, name a folder on another disk with FUNDSCOPE_DATA, or import a part of the files.',
  );
}

/** The uncompressed size of a file or of all files in a folder; 0 if there is none, which the reader reports. */
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

/** The current size of the other sources' records, because a load copies them. */
async function readKeptBytes(sql: Pool, key: string): Promise<number> {
  const [row] = await sql<{ bytes: number; share: number }[]>`
    SELECT (SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::float8 FROM pg_class
        WHERE relnamespace = 'data'::regnamespace AND relkind = 'r') AS bytes,
      (SELECT coalesce(avg((key <> ${key} AND key <> 'demo')::int), 0)::float8 FROM (
        SELECT source_id FROM data.companies UNION ALL SELECT source_id FROM data.deals
      ) records JOIN data.sources s ON s.id = source_id) AS share`;
  return row ? Math.max(0, row.bytes - referenceBytes) * row.share : 0;
}

/** Free bytes on the database's disk, if it listens on a socket of this machine and reveals its data folder. */
async function readFreeBytes(sql: Pool): Promise<number | undefined> {
  if (!isSocketAddress(sql.options.address)) return undefined;
  try {
    const [row] = await sql<{ folder: string }[]>`SELECT current_setting('data_directory') AS folder`;
    const { bavail, bsize } = await statfs(row?.folder ?? '');
    return bavail * bsize;
  } catch {
    return undefined;
  }
}

function formatBytes(bytes: number): string {
  return bytes < 1e9 ? `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
