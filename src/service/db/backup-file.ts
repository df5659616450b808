import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import {
  type BackupHeader,
  type BackupTable,
  backupHeader,
  endMark,
  formatVersion,
  parseFormatVersion,
  formatTableLine,
  formatBackupTrailer,
  trailerBytes,
} from './backup-format.ts';
import { StartError } from './start-error.ts';

/** A backup file whose checksum was verified. */
export type BackupFile = {
  header: BackupHeader;
  /** Of a build before the first release: whatever its header says, its tables are those of migration 1. */
  isOlderFormat: boolean;
  /** The rows of every table in order, in the format of COPY; read each to its end before the next. */
  readTables: () => AsyncGenerator<{ table: BackupTable; rows: AsyncGenerator<Buffer> }>;
  close: () => Promise<void>;
};

const longestHead = 1_048_576;

/** Opens a backup and checks all of it. Throws a StartError if the file is not a backup, is damaged, or is too new. */
export async function openBackup(path: string): Promise<BackupFile> {
  const handle = await openToRead(path);
  try {
    const { size } = await handle.stat();
    const [firstLine, secondLine] = await readFirstLines(handle, path);
    const version = parseFormatVersion(firstLine);
    checkFormat(path, version);
    await checkIntegrity(path, handle, size);
    const header = readHeader(path, secondLine);
    const start = Buffer.byteLength(`${firstLine}\n${secondLine}\n`);
    return {
      header,
      isOlderFormat: version < formatVersion,
      readTables: () => readTables(path, header.tables, readBody(handle, start, size - trailerBytes)),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function openToRead(path: string): Promise<FileHandle> {
  const unreadable = (reason: string, cause?: unknown) =>
    new StartError(`The backup ${path} cannot be read, because ${reason}.`, 'Name a file that `backup` made.', {
      cause,
    });
  let handle: FileHandle;
  try {
    handle = await open(path, 'r');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw unreadable('there is no such file', error);
    if (code === 'EACCES' || code === 'EPERM') throw unreadable('this user may not read it', error);
    throw unreadable(`the system says: ${message}`, error);
  }
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw unreadable('it is not a file');
}

async function readFirstLines(handle: FileHandle, path: string): Promise<[string, string]> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(longestHead), 0, longestHead, 0);
  const head = buffer.subarray(0, bytesRead);
  const firstEnd = head.indexOf('\n');
  if (firstEnd < 0 || firstEnd > 100) checkFormat(path, undefined);
  const secondEnd = head.indexOf('\n', firstEnd + 1);
  return [head.toString('utf8', 0, firstEnd), head.toString('utf8', firstEnd + 1, Math.max(secondEnd, firstEnd + 1))];
}

function readHeader(path: string, line: string): BackupHeader {
  try {
    return backupHeader.parse(JSON.parse(line));
  } catch (error) {
    throw damaged(path, error);
  }
}

function checkFormat(path: string, version: number | undefined): asserts version is number {
  if (version === undefined) {
    throw new StartError(`${path} is no backup of Fundscope. Nothing was changed.`, 'Name a file that `backup` made.');
  }
  if (version > formatVersion) {
    throw new StartError(
      `${path} was made by a newer Fundscope (its format is number ${version}, this program knows ${formatVersion}). Nothing was changed.`,
      'Restore it with that newer Fundscope.',
    );
  }
}

async function checkIntegrity(path: string, handle: FileHandle, size: number): Promise<void> {
  const hash = createHash('sha256');
  const end = Math.max(0, size - trailerBytes);
  for await (const chunk of readBytes(handle, 0, end)) hash.update(chunk);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(trailerBytes), 0, trailerBytes, end);
  if (buffer.toString('latin1', 0, bytesRead) !== formatBackupTrailer(hash.digest('hex'))) throw damaged(path);
}

const damaged = (path: string, cause?: unknown) =>
  new StartError(
    `The backup ${path} is incomplete or damaged. Nothing was changed.`,
    'Copy the file again from where it was made, or use another backup.',
    { cause },
  );

async function* readBytes(handle: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let position = start; position < end;) {
    const buffer = Buffer.allocUnsafe(Math.min(262_144, end - position));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
    if (bytesRead === 0) throw new Error('the file became shorter while it was read');
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

async function* readBody(handle: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  const body = createGunzip({ chunkSize: 262_144 });
  // An error here also fails the read of the body.
  pipeline(readBytes(handle, start, end), body).catch(() => undefined);
  for await (const chunk of body) yield chunk as Buffer;
}

async function* readTables(
  path: string,
  tables: readonly BackupTable[],
  body: AsyncGenerator<Buffer>,
): ReturnType<BackupFile['readTables']> {
  let rest: Buffer = Buffer.alloc(0);
  const readMore = async () => {
    const next = await body.next();
    if (next.done) throw damaged(path, new Error('the body ends early'));
    rest = rest.length === 0 ? next.value : Buffer.concat([rest, next.value]);
  };
  const mark = Buffer.from(`\n${endMark}`);

  async function* readRows(): AsyncGenerator<Buffer> {
    for (;;) {
      const end = rest.indexOf(mark);
      // The newline before the end mark belongs to the last row; the one at the start of `rest` ends the table's line.
      if (end >= 0) {
        if (end > 0) yield rest.subarray(1, end + 1);
        rest = rest.subarray(end + mark.length);
        return;
      }
      const ready = rest.length - mark.length;
      if (ready > 0) {
        yield rest.subarray(1, ready + 1);
        rest = rest.subarray(ready);
      }
      await readMore();
    }
  }

  try {
    for (const table of tables) {
      const line = Buffer.from(formatTableLine(table));
      while (rest.length < line.length) await readMore();
      if (!rest.subarray(0, line.length).equals(line))
        throw damaged(path, new Error(`${table.name} is not in its place`));
      rest = rest.subarray(line.length - 1);
      yield { table, rows: readRows() };
    }
  } finally {
    await body.return(undefined);
  }
}
