import { createReadStream, existsSync } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { PassThrough, Readable, type Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { openPromise as openZip, type Entry, type ZipFile } from 'yauzl';
import { ImportError } from '../import-error.ts';
import { createGuard, createLimitError, formatReadLimit, readLimits, type GuardOptions } from './limits.ts';

/** A file to read: plain, gzip, or one entry of a zip file. */
export type InputFile = { path: string; entry?: string | undefined };

/** An open file: the bytes of `source`, piped through `unpack` and then through `guard`. */
type OpenInput = {
  source: Readable;
  unpack: Transform;
  guard: Transform;
  /** How much of the file has been read, 0 to 1. */
  fraction: () => number;
  close: () => void;
};

/** Called from time to time with the fraction of a file that has been read, 0 to 1, and the number of rows. */
export type OnProgress = (file: string, fraction: number, rows: number) => void;

/** The name of a file in reports, without `.gz`. */
export function getInputName({ path, entry }: InputFile): string {
  return basename(entry ?? path).replace(/\.gz$/i, '');
}

/**
 * All files at a path: the file itself, the entries of a zip file, or the files of a folder at any depth, by name,
 * except hidden ones and Markdown, such as a README.
 */
export async function findInputFiles(path: string): Promise<InputFile[]> {
  const stats = await stat(path).catch((cause: Error) => {
    throw new ImportError(`There is no file or folder ${path}.`, 'Check the path.', { cause });
  });
  if (!stats.isDirectory() && !stats.isFile())
    throw new ImportError(`${path} is not a file.`, 'Save its content as a file and import that.');
  if (!stats.isDirectory()) return (await readStatusOf(path)) === 'zip' ? findEntries(path) : [{ path }];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files: InputFile[] = [];
  for (const found of paths.filter((candidate) => !/^\.|\.md$/i.test(basename(candidate))).toSorted()) {
    if (found.toLowerCase().endsWith('.zip')) files.push(...(await findEntries(found)));
    else files.push({ path: found });
  }
  return files;
}

/** The one data file at a path; a folder or a zip file with several is rejected. */
export async function findOneInput(path: string): Promise<InputFile> {
  const files = await findInputFiles(path);
  const [file] = files;
  if (file && files.length === 1) return file;
  const names = files.map(({ path: found, entry }) => basename(entry ?? found)).join(', ') || 'no data file';
  throw new ImportError(`${path} holds ${names}, but an import reads one file.`, 'Name the file to read.');
}

/** The file of that name in a folder, plain or gzip; throws when there is none. */
export function findFile(folder: string, name: string): InputFile {
  const path = [name, `${name}.gz`].map((each) => join(folder, each)).find((each) => existsSync(each));
  if (path) return { path };
  throw new ImportError(`${folder} has neither ${name} nor ${name}.gz.`, 'Name the folder with the original files.');
}

/** Opens a file; its guard stops at the limits. */
export async function openInput(
  file: InputFile,
  limits: Omit<GuardOptions, 'name' | 'packedBytes'>,
): Promise<OpenInput> {
  const guarded = { ...limits, name: getInputName(file) };
  if (file.entry !== undefined) return openEntry(file.path, file.entry, guarded);
  const [{ size }, mark] = [await stat(file.path), await readStatusOf(file.path)];
  const source = createReadStream(file.path);
  return {
    source,
    unpack: mark === 'gzip' ? createGunzip() : new PassThrough(),
    guard: createGuard({ ...guarded, packedBytes: mark === 'gzip' ? size : undefined }),
    fraction: () => (size === 0 ? 1 : source.bytesRead / size),
    close: () => source.destroy(),
  };
}

async function openEntry(path: string, name: string, guarded: GuardOptions): Promise<OpenInput> {
  const zip = await openZip(path, { autoClose: false });
  const entry = (await listEntries(path, zip)).find(({ fileName }) => fileName === name);
  if (!entry) throw new ImportError(`${path} holds no ${name}.`, 'Check the path.');
  const stream = await zip.openReadStreamPromise(entry);
  let bytes = 0;
  async function* count(): AsyncGenerator<Buffer> {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      yield chunk;
    }
  }
  const source = Readable.from(count(), { objectMode: false });
  return {
    source,
    unpack: /\.gz$/i.test(name) ? createGunzip() : new PassThrough(),
    guard: createGuard({ ...guarded, packedBytes: entry.compressedSize }),
    fraction: () => Math.min(1, bytes / Math.max(1, entry.uncompressedSize)),
    close: () => {
      source.destroy();
      zip.close();
    },
  };
}

async function findEntries(path: string): Promise<InputFile[]> {
  const zip = await openZip(path, { autoClose: false }).catch((cause: Error) => {
    throw new ImportError(`${path} is not a complete zip file: ${cause.message}.`, 'Download it again.', { cause });
  });
  try {
    const names = (await listEntries(path, zip)).map(({ fileName }) => fileName);
    if (names.includes('[Content_Types].xml') && /\.xlsx$/i.test(path)) return [{ path }];
    if (names.includes('[Content_Types].xml') || names.includes('content.xml')) throw createWorkbookError(path);
    // macOS adds a folder with a metadata file for every file.
    const files = names.filter((name) => !name.endsWith('/') && !/(^|\/)(\.|__MACOSX\/)/.test(name));
    return files.toSorted().map((entry) => ({ path, entry }));
  } finally {
    zip.close();
  }
}

const createWorkbookError = (path: string) =>
  new ImportError(`${path} is a workbook that cannot be read.`, 'Save it as XLSX or CSV, then import that file.');

async function listEntries(path: string, zip: ZipFile): Promise<Entry[]> {
  const { files } = readLimits;
  if (zip.entryCount > files)
    throw createLimitError(
      path,
      `it holds more than ${formatReadLimit(files)} files`,
      'Unpack it and import the files.',
    );
  const entries: Entry[] = [];
  for await (const entry of zip.eachEntry()) entries.push(entry);
  return entries;
}

async function readStatusOf(path: string): Promise<'gzip' | 'zip' | undefined> {
  const handle = await open(path);
  try {
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    if (buffer[0] === 0x1f && buffer[1] === 0x8b) return 'gzip';
    return buffer.toString('latin1') === 'PK' ? 'zip' : undefined;
  } finally {
    await handle.close();
  }
}

/** Explains a read error to the user at the terminal. */
export function createReadError(name: string, error: unknown): unknown {
  const { code, message } = error as { code?: string; message?: string };
  if (code === 'ENOENT') return new ImportError(`There is no file ${name}.`, 'Check the path.', { cause: error });
  if (code === 'EACCES' || code === 'EISDIR') {
    return new ImportError(
      `${name} cannot be read (${code}).`,
      'Check that it is a file and that you have permission to read it.',
      {
        cause: error,
      },
    );
  }
  if (code?.startsWith('Z_')) {
    return new ImportError(`${name} is not a complete gzip file: ${message}.`, 'Download it again.', { cause: error });
  }
  if (code === 'CSV_MAX_RECORD_SIZE') {
    const [line = ''] = /line \d+/.exec(message ?? '') ?? [];
    const where = line ? ` before the end of ${line}` : '';
    const remedy = 'Close the quote there, or check that it is a table.';
    return new ImportError(
      `${name} cannot be read as a table: a row of more than a million bytes${where}, as if a quote was not closed.`,
      remedy,
      {
        cause: error,
      },
    );
  }
  if (code?.startsWith('CSV_')) {
    return new ImportError(`${name} cannot be read as a table: ${message}.`, 'Correct that line of the file.', {
      cause: error,
    });
  }
  return error;
}
