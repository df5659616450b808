import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { recordOrders } from '../db/record-orders.ts';
import type { Pool } from '../db/pool.ts';
import { parseServerList } from '../db/servers.ts';
import { indexedColumns } from '../db/catalogue.ts';
import { indexedPaths, indexedTables, namedTables } from '../db/indexed-links.ts';
import type { IndexedRecords } from './read-records.ts';

/** The file of one generation of a database; `database` is the prefix of all its files. */
type RecordFile = { readonly folder: string; readonly database: string; readonly name: string };

/** Names the file for the current records: by address, load, migrations and imports, and the format of the index. */
export async function nameRecordFile(sql: Pool, folder: string, generation: number): Promise<RecordFile> {
  const servers = parseServerList(sql.options.address).servers.map((server) => new URL(server));
  // A new database at the same address may reuse a number; together with the transaction of the load it is unique.
  const load = await sql`SELECT xmin::text FROM pg_namespace WHERE nspname = 'data'`;
  const migrations = await sql`SELECT max(number) AS last FROM migrations`;
  const imports = await sql`SELECT key, imported_at::text FROM sources ORDER BY id`;
  const layout = [indexedTables, indexedColumns, indexedPaths, recordOrders, namedTables];
  const database = digest(servers.map(({ host, pathname, search }) => [host, pathname, search]));
  return { folder, database, name: `${database}-${digest([generation, load, migrations, imports, layout])}.records` };
}

const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

const arrayTypes = { Int32Array, Uint32Array, Int16Array, Float64Array, Uint8Array };
type StoredArray = { readonly array: keyof typeof arrayTypes; readonly at: number; readonly length: number };

/** Lengths of the header and of the arrays after it. */
const lengthBytes = 16;
const pad = (bytes: number): number => Math.ceil(bytes / 8) * 8;

/**
 * Writes records to their file, which appears only when complete; before, deletes those of other generations and what
 * killed processes left. The header is the records as JSON, in which an array is replaced by its position after the
 * header.
 */
export async function writeRecordFile({ folder, database, name }: RecordFile, records: IndexedRecords): Promise<void> {
  const arrays: Uint8Array[] = [];
  let size = 0;
  const text = JSON.stringify(records, (_key, value: unknown) => {
    if (!ArrayBuffer.isView(value)) return value;
    const stored = { array: value.constructor.name, at: size, length: (value as Int32Array).length };
    arrays.push(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
    size += pad(value.byteLength);
    return stored;
  });
  const header = Buffer.from(text.padEnd(pad(text.length)));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const other of await readdir(folder)) {
    const isStale = other.startsWith(database) ? other !== name && !isBeingWritten(other) : await isOld(folder, other);
    if (isStale) await rm(join(folder, other), { force: true });
  }
  const temporary = join(folder, `${database}-${randomUUID()}-${process.pid}.tmp`);
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(new Uint8Array(new Float64Array([header.length, size]).buffer));
      await file.writeFile(header);
      for (const array of arrays) {
        await file.writeFile(array);
        await file.writeFile(new Uint8Array(pad(array.length) - array.length));
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, join(folder, name));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Longer than any write takes. */
const writeMs = 3_600_000;

/** Whether a file is a temporary one of versions that named neither database nor process, and nobody writes it anymore. */
async function isOld(folder: string, file: string): Promise<boolean> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.tmp$/.test(file)) return false;
  const written = await stat(join(folder, file)).catch(() => undefined);
  return written !== undefined && Date.now() - written.mtimeMs > writeMs;
}

/** Whether a file is the temporary one of another process that still runs. */
function isBeingWritten(file: string): boolean {
  const pid = Number(/-(\d+)\.tmp$/.exec(file)?.[1] ?? process.pid);
  try {
    return pid !== process.pid && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Reads records from their file; undefined if there is none or it is incomplete. */
export async function readRecordFile({ folder, name }: RecordFile): Promise<IndexedRecords | undefined> {
  const file = await open(join(folder, name)).catch(() => undefined);
  if (!file) return undefined;
  try {
    const { size } = await file.stat();
    const bytes = new Uint8Array(size);
    for (let at = 0; at < size;) {
      const { bytesRead } = await file.read(bytes, at, Math.min(size - at, 2 ** 24), at);
      if (bytesRead === 0) return undefined;
      at += bytesRead;
    }
    const [header = 0, body = 0] = size < lengthBytes ? [] : new Float64Array(bytes.buffer, 0, 2);
    if (size !== lengthBytes + header + body) return undefined;
    const text = Buffer.from(bytes.buffer, lengthBytes, header).toString();
    return JSON.parse(text, (_key, value: StoredArray | undefined) => {
      if (!value?.array) return value;
      const { array, at, length } = value;
      return new arrayTypes[array](bytes.buffer, lengthBytes + header + at, length);
    }) as IndexedRecords;
  } finally {
    await file.close();
  }
}
