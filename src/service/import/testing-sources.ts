import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import type { SourceRecord } from './records.ts';
import type { ImportReport, ReportedFeed } from './report.ts';

/** A temporary folder for a test. */
export type SourceFolder = {
  folder: string;
  /** Writes a file and returns its path. */
  write: (name: string, content: string | Uint8Array) => Promise<string>;
  remove: () => Promise<void>;
};

export async function createSourceFolder(): Promise<SourceFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'fundscope-source-'));
  return {
    folder,
    async write(name, content) {
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
      return path;
    },
    remove: () => rm(folder, { recursive: true }),
  };
}

export async function collectAll<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

type ReadSource = {
  records: SourceRecord[];
  report: ImportReport;
  /** The records of one kind. */
  all: <Kind extends SourceRecord['kind']>(kind: Kind) => Extract<SourceRecord, { kind: Kind }>[];
  /** How many rows were reported with this reason. */
  count: (reason: string) => number;
};

export async function readSource(feed: ReportedFeed | Promise<ReportedFeed>): Promise<ReadSource> {
  const opened = await feed;
  const records: SourceRecord[] = [];
  for await (const record of opened.records) records.push(record);
  const report = opened.readReport();
  return {
    records,
    report,
    all: <Kind extends SourceRecord['kind']>(kind: Kind) =>
      records.filter((record) => record.kind === kind) as Extract<SourceRecord, { kind: Kind }>[],
    count: (reason) =>
      report.findings.filter((finding) => finding.reason === reason).reduce((sum, { count }) => sum + count, 0),
  };
}

const sharedFolder = resolve(import.meta.dirname, '../../../../shared');

/**
 * The folder of the original files of public data sets, for tests that compare our import with their READMEs; undefined
 * if they are missing. In CI they must exist wherever `../shared` does.
 */
export function findRealSets(): string | undefined {
  const folder = process.env['FUNDSCOPE_DATASETS'] ?? join(sharedFolder, 'data');
  if (existsSync(folder)) return folder;
  if (process.env['CI'] && existsSync(sharedFolder)) throw new Error(`the original files are not in ${folder}`);
  return undefined;
}

/** The folder of small files that an import once read wrong, with what is right; undefined if it is missing. */
export function findCases(): string | undefined {
  const folder = process.env['FUNDSCOPE_CASES'] ?? join(sharedFolder, 'cases');
  return existsSync(folder) ? folder : undefined;
}

/** A zip file with these entries, compressed. */
export function createZip(entries: Record<string, string | Uint8Array>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(entries)) {
    const data = Buffer.from(content);
    const packed = deflateRawSync(data);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(data), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(data.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\0'), fields, rest, Buffer.from(name)]));
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, central, Buffer.from('PK\u0005\u0006'), end]);
}
