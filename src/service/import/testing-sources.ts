import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { SourceRecord } from './records.ts';
import type { ImportReport } from './report/report.ts';
import type { ReportedFeed } from './report/reported-feed.ts';

/** A folder of a test's own. */
export type SourceFolder = {
  folder: string;
  /** Writes a file and gives its path. */
  write: (name: string, content: string | Uint8Array) => Promise<string>;
  remove: () => Promise<void>;
};

export async function makeSourceFolder(): Promise<SourceFolder> {
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

export async function gather<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

export type ReadSource = {
  records: SourceRecord[];
  report: ImportReport;
  /** The records of one kind. */
  all: <Kind extends SourceRecord['kind']>(kind: Kind) => Extract<SourceRecord, { kind: Kind }>[];
  /** How often something happened to a row. */
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

const beside = resolve(import.meta.dirname, '../../../../shared');

/**
 * Where the original files of public sets lie, for tests that hold our reading against what their READMEs say;
 * undefined where they are not at hand. In CI their absence beside a checkout with `../shared` is a mistake.
 */
export function findRealSets(): string | undefined {
  const folder = process.env['FUNDSCOPE_DATASETS'] ?? join(beside, 'data');
  if (existsSync(folder)) return folder;
  if (process.env['CI'] && existsSync(beside)) throw new Error(`the original files are not in ${folder}`);
  return undefined;
}
