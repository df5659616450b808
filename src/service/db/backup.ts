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

/** The program that makes the backup, whether it may replace an existing file, and progress callbacks. */
type BackupOptions = {
  program: string;
  force?: boolean;
  signal?: AbortSignal;
  onProgress?: (text: string) => void;
};

/** A finished backup: its header, its size in bytes and its checksum. */
type BackupResult = { header: BackupHeader; bytes: number; sha256: string };

/** Higher levels were measured to make the file 10% smaller in twice the time. */
const gzipLevel = 4;

/**
 * Writes accounts and records in one snapshot to a file that only its owner may read. The file appears when it is
 * complete: after a failure or an abort the previous file is unchanged. Throws a StartError when the user can fix the
 * problem.
 */
export async function createBackup(sql: Pool, path: string, options: BackupOptions): Promise<BackupResult> {
  await checkTarget(path, options.force);
  const draft = `${path}.${process.pid}.part`;
  // Synchronously, because the process may exit before an asynchronous removal.
  const drop = () => rmSync(draft, { force: true });
  options.signal?.addEventListener('abort', drop);
  try {
    const made = await writeSnapshot(sql, draft, options);
    await checkTarget(path, options.force);
    options.signal?.throwIfAborted();
    await rename(draft, path);
    return made;
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    options.signal?.throwIfAborted();
    throw createWriteError(error, path);
  } finally {
    options.signal?.removeEventListener('abort', drop);
  }
}

async function checkTarget(path: string, force: boolean | undefined): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found && !found.isFile()) throw new StartError(`${path} is not a file.`, 'Name a file for the backup.');
  if (found && !force) {
    throw new StartError(
      `${path} exists already.`,
      'Name another file, or add --force to put this backup in its place.',
    );
  }
}

async function writeSnapshot(sql: Pool, draft: string, options: BackupOptions): Promise<BackupResult> {
  const shapes = await readTableShapes(sql);
  return sql.begin(async (tx) => {
    await tx.unsafe(`
      SET LOCAL statement_timeout = 0;
      SET LOCAL idle_in_transaction_session_timeout = 0;
      SET LOCAL synchronize_seqscans = off;
      SET LOCAL extra_float_digits = 1;
      SET LOCAL DateStyle = 'ISO, YMD';
      SET LOCAL bytea_output = hex`);
    // Before the first query, which fixes the snapshot: after a later swap by an import these tables would look empty.
    await tx.unsafe(`LOCK TABLE ${shapes.map(formatTableName).join(', ')} IN ACCESS SHARE MODE`);
    return writeDraft(draft, tx, await readHeader(tx, options.program), options);
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

async function writeDraft(
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

function createWriteError(error: unknown, path: string): unknown {
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
  // A database that cannot be reached has some of these codes too.
  const found = code && syscall !== 'connect' ? reasons[code] : undefined;
  if (!found) return error;
  const [reason, remedy] = found;
  return new StartError(`The backup could not be written to ${path}, because ${reason}.`, remedy, { cause: error });
}
