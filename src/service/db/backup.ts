import { createHash } from 'node:crypto';
import { createWriteStream, rmSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import {
  type BackupHeader,
  endMark,
  formatCopyTarget,
  formatBackupHead,
  formatTableLine,
  formatTableName,
  formatBackupTrailer,
} from './backup-format.ts';
import { readTableShapes } from './backup-tables.ts';
import type { Pool, Transaction } from './pool.ts';

import { StartError } from './start-error.ts';

/** How to make a backup: which program does it, whether an existing file may go, and who is told what happens. */
export type BackupOptions = {
  program: string;
  force?: boolean;
  signal?: AbortSignal;
  onProgress?: (text: string) => void;
};

/** A finished backup: its header, its size in bytes and its checksum. */
export type BackupResult = { header: BackupHeader; bytes: number; sha256: string };

/** Measured: higher levels make the file a tenth smaller and take twice the time. */
const gzipLevel = 4;

/**
 * Writes accounts and records, all of one moment, to a file that its owner alone may read. The file appears when it
 * is whole: a failure or an abort leaves whatever stood there before. Throws a StartError where a person can help.
 */
export async function makeBackup(sql: Pool, path: string, options: BackupOptions): Promise<BackupResult> {
  await refuseExisting(path, options.force);
  const draft = `${path}.${process.pid}.part`;
  // At once, because the process may end before anything that waits.
  const drop = () => rmSync(draft, { force: true });
  options.signal?.addEventListener('abort', drop);
  try {
    const made = await writeMoment(sql, draft, options);
    await refuseExisting(path, options.force);
    options.signal?.throwIfAborted();
    await rename(draft, path);
    return made;
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    options.signal?.throwIfAborted();
    throw toWriteError(error, path);
  } finally {
    options.signal?.removeEventListener('abort', drop);
  }
}

async function refuseExisting(path: string, force: boolean | undefined): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found && !found.isFile()) throw new StartError(`${path} is not a file.`, 'Name a file for the backup.');
  if (found && !force) {
    throw new StartError(
      `${path} exists already.`,
      'Name another file, or add --force to put this backup in its place.',
    );
  }
}

async function writeMoment(sql: Pool, draft: string, options: BackupOptions): Promise<BackupResult> {
  const shapes = await readTableShapes(sql);
  return sql.begin(async (tx) => {
    await tx.unsafe(`
      SET LOCAL statement_timeout = 0;
      SET LOCAL idle_in_transaction_session_timeout = 0;
      SET LOCAL synchronize_seqscans = off;
      SET LOCAL extra_float_digits = 1;
      SET LOCAL DateStyle = 'ISO, YMD';
      SET LOCAL bytea_output = hex`);
    // Before the first query, which fixes the moment: an import that swapped after that would leave empty tables here.
    await tx.unsafe(`LOCK TABLE ${shapes.map(formatTableName).join(', ')} IN ACCESS SHARE MODE`);
    return writeTo(draft, tx, await readHeader(tx, options.program), options);
  }, 'ISOLATION LEVEL REPEATABLE READ READ ONLY');
}

async function readHeader(tx: Transaction, program: string): Promise<BackupHeader> {
  const shapes = await readTableShapes(tx);
  const counts = shapes.map((shape, index) => `SELECT ${index} AS place, count(*) FROM ${formatTableName(shape)}`);
  const rows = await tx.unsafe<{ count: number }[]>(`${counts.join(' UNION ALL ')} ORDER BY place`);
  const [newest] = await tx<{ number: number }[]>`SELECT max(number) AS number FROM public.migrations`;
  return {
    program,
    migration: newest?.number ?? 0,
    created_at: new Date().toISOString(),
    tables: shapes.map((shape, index) => ({ ...shape, rows: rows[index]?.count ?? 0 })),
  };
}

async function writeTo(
  draft: string,
  tx: Transaction,
  header: BackupHeader,
  { signal, onProgress }: BackupOptions,
): Promise<BackupResult> {
  const hash = createHash('sha256');
  let bytes = 0;
  let sha256 = '';
  async function* seal(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer | string> {
    for await (const chunk of prepend(formatBackupHead(header), body)) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
    sha256 = hash.digest('hex');
    const trailer = formatBackupTrailer(sha256);
    bytes += trailer.length;
    yield trailer;
  }
  await pipeline(
    readBody(tx, header, onProgress),
    createGzip({ level: gzipLevel, chunkSize: 65_536 }),
    seal,
    createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }),
    signal ? { signal } : {},
  );
  return { header, bytes, sha256 };
}

async function* prepend(head: string, body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield Buffer.from(head);
  yield* body;
}

async function* readBody(
  tx: Transaction,
  { tables }: BackupHeader,
  onProgress: BackupOptions['onProgress'],
): AsyncGenerator<Buffer> {
  for (const table of tables) {
    yield Buffer.from(formatTableLine(table));
    yield* tx.copyOut(`COPY ${formatCopyTarget(table)} TO STDOUT`);
    yield Buffer.from(endMark);
    if (table.rows > 0) onProgress?.(`  ${formatTableName(table)}: ${table.rows.toLocaleString('en')} rows`);
  }
}

function toWriteError(error: unknown, path: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  const reasons: Record<string, [reason: string, remedy: string]> = {
    ENOSPC: ['the disk is full', 'Free some space there, or name a file on another disk.'],
    EDQUOT: ['your share of the disk is used up', 'Free some space there, or name a file on another disk.'],
    EFBIG: ['files there may not be as large', 'Name a file on another disk.'],
    ENOENT: [`there is no folder ${dirname(path)}`, 'Make that folder, or name another file.'],
    ENOTDIR: [`${dirname(path)} is not a folder`, 'Name another file.'],
    EACCES: ['this user may not write there', 'Name a file in a folder where you may write.'],
    EPERM: ['this user may not write there', 'Name a file in a folder where you may write.'],
    EROFS: ['that disk is read-only', 'Name a file in a folder where you may write.'],
  };
  // A database that is away has some of these codes as well.
  const found = code && syscall !== 'connect' ? reasons[code] : undefined;
  if (!found) return error;
  const [reason, remedy] = found;
  return new StartError(`The backup could not be written to ${path}, because ${reason}.`, remedy, { cause: error });
}
