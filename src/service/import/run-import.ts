import { readdir, stat, statfs, writeFile } from 'node:fs/promises';
import type { Pool } from '../db/pool.ts';
import { isSocketAddress } from '../db/servers.ts';
import { ImportError } from './import-error.ts';
import type { LoadStep } from './build-next.ts';
import { load } from './load.ts';
import { readSeparatePairs } from './matching/match.ts';
import { formatMerge, formatReport, openProgress, type Progress, toReportJson } from './print-report.ts';
import type { ReportedFeed } from './report.ts';
import type { MergeReport } from './sources.ts';

type OpenDb = () => Promise<{ sql: Pool; close(): Promise<void> }>;

export type ImportOptions = {
  dryRun?: true;
  json?: true;
  report?: string;
  /** False with `--no-merge`. */
  merge?: boolean;
  keepApart?: string;
  replaceNewer?: true;
};

/** The terminal lists this many merges of each reason. */
const shownMerges = 3;

/**
 * Imports the files at `paths` for the command line: progress on standard error, the report on standard output or in a
 * file.
 */
export async function runImport(
  openFeed: (onProgress: Progress['rows']) => ReportedFeed | Promise<ReportedFeed>,
  openDb: OpenDb,
  options: ImportOptions,
  paths: string[],
): Promise<void> {
  const started = performance.now();
  const progress = openProgress(process.stderr);
  // First, so that a missing file is reported before the database is opened.
  const feed = await openFeed(progress.rows);
  const keepApart = options.keepApart ? await readSeparatePairs(options.keepApart) : undefined;
  const { sql, close } = await openDb();
  const stopping = listenForStop(progress.end);
  let merges: MergeReport | undefined;
  let isEmpty = false;
  const buildOutcome = (): Outcome => ({
    seconds: Math.round((performance.now() - started) / 100) / 10,
    dryRun: options.dryRun ?? false,
    merges,
  });
  try {
    const need = await readDiskNeed(sql, feed.source.key, paths);
    progress.say(formatDiskNeed(need));
    checkDisk(need);
    const report = () => {
      const read = feed.readReport();
      if (read.files.some(({ loaded }) => loaded > 0)) return feed.report?.();
      progress.say(formatReport(read));
      isEmpty = true;
      throw createEmptyError(paths);
    };
    await load(
      sql,
      { ...feed, report },
      {
        signal: stopping.signal,
        onStep: (step) => {
          stopping.step = step;
          progress.step(step);
        },
        ...(options.dryRun ? { dryRun: true } : {}),
        merge: options.merge ?? true,
        replaceNewer: options.replaceNewer ?? false,
        keepApart,
        listedMerges: options.json || options.report ? Number.MAX_SAFE_INTEGER : shownMerges,
        onMerges: (found) => void (merges = found),
      },
    );
  } catch (error) {
    // The report says why no row was loaded.
    if (isEmpty && options.report) await writeReport(options.report, listReportTexts(feed, buildOutcome()), '');
    throw error;
  } finally {
    progress.end();
    stopping.end();
    await close();
  }
  try {
    await printReport(feed, buildOutcome(), options);
  } finally {
    feed.close();
  }
}

type Outcome = { seconds: number; dryRun: boolean; merges: MergeReport | undefined };

/** A source that would be replaced by nothing. */
const createEmptyError = ([path = 'FILE']: string[]): ImportError =>
  new ImportError(
    'No record could be loaded. Nothing changed.',
    `The rows are listed above. For a table with columns of its own, run "import guess ${path}".`,
  );

/** The report as JSON, in parts. */
function listReportTexts(feed: ReportedFeed, { seconds, dryRun, merges }: Outcome): Iterable<string> {
  const facts = { source: feed.source.key, dry_run: dryRun, seconds, ...(merges ? { merges } : {}) };
  return toReportJson(facts, feed.readReport(), feed.rowsOf);
}

async function printReport(feed: ReportedFeed, outcome: Outcome, { json, report: path }: ImportOptions): Promise<void> {
  const { seconds, dryRun, merges } = outcome;
  if (path) await writeReport(path, listReportTexts(feed, outcome), 'The import succeeded. ');
  if (json) {
    for (const text of listReportTexts(feed, outcome)) process.stdout.write(text);
    return;
  }
  const end = dryRun
    ? `Nothing was changed: this was a dry run of ${seconds} s.`
    : `Imported ${feed.source.key} in ${seconds} s.`;
  const text = [formatReport(feed.readReport()), ...(merges ? formatMerge(merges, shownMerges) : []), end];
  process.stdout.write(`${text.join('\n')}\n`);
}

async function writeReport(path: string, texts: Iterable<string>, outcome: string): Promise<void> {
  try {
    await writeFile(path, texts);
  } catch (cause) {
    const remedy = `${outcome}Choose a path that you can write to and import again for the report.`;
    throw new ImportError(`The report could not be written to ${path}.`, remedy, { cause });
  }
}

/** Aborts on Ctrl-C, SIGTERM and SIGHUP and prints what that means; the caller ends the process. */
function listenForStop(onStop: () => void): { signal: AbortSignal; step: LoadStep | undefined; end: () => void } {
  const controller = new AbortController();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const stopping = { signal: controller.signal, step: undefined as LoadStep | undefined, end };
  function stop(): void {
    const meaning = stopping.step === 'swap' ? 'The records are either all old or all new.' : 'Nothing changed.';
    onStop();
    process.stderr.write(`\nImport stopped. ${meaning}\n`);
    controller.abort(new ImportError('Import stopped.', meaning));
    end();
  }
  function end(): void {
    for (const signal of signals) process.off(signal, stop);
  }
  for (const signal of signals) process.on(signal, stop);
  return stopping;
}

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
