import { writeFile } from 'node:fs/promises';
import type { Pool } from '../db/pool.ts';
import { checkDisk, readDiskNeed, formatDiskSize } from './disk.ts';
import { ImportError } from './import-error.ts';
import { load, type LoadStep } from './load.ts';
import { readSeparatePairs } from './matching/match.ts';
import type { MergeReport } from './matching/merge-report.ts';
import { formatMerge, formatReport, openProgress, type Progress, toReportJson } from './print-report.ts';
import type { ReportedFeed } from './report.ts';

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

/** Runs an import of the files at `paths` for the command line: progress on standard error, the report on standard output or in a file. */
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
  try {
    const need = await readDiskNeed(sql, feed.source.key, paths);
    progress.say(formatDiskSize(need));
    checkDisk(need);
    await load(sql, feed, {
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
    });
  } finally {
    progress.end();
    stopping.end();
    await close();
  }
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  try {
    await printReport(feed, { seconds, dryRun: options.dryRun ?? false, merges }, options);
  } finally {
    feed.close();
  }
}

type Outcome = { seconds: number; dryRun: boolean; merges: MergeReport | undefined };

async function printReport(feed: ReportedFeed, outcome: Outcome, { json, report: path }: ImportOptions): Promise<void> {
  const { seconds, dryRun, merges } = outcome;
  const { key } = feed.source;
  const report = feed.readReport();
  const toJson = () =>
    toReportJson({ source: key, dry_run: dryRun, seconds, ...(merges ? { merges } : {}) }, report, feed.rowsOf);
  if (path) await writeReport(path, toJson());
  if (json) {
    for (const text of toJson()) process.stdout.write(text);
    return;
  }
  const end = dryRun ? `Nothing was changed: this was a dry run of ${seconds} s.` : `Imported ${key} in ${seconds} s.`;
  const text = [formatReport(report), ...(merges ? formatMerge(merges, shownMerges) : []), end];
  process.stdout.write(`${text.join('\n')}\n`);
}

async function writeReport(path: string, texts: Iterable<string>): Promise<void> {
  try {
    await writeFile(path, texts);
  } catch (cause) {
    const remedy = 'The import succeeded. Choose a path that you can write to and import again for the report.';
    throw new ImportError(`The report could not be written to ${path}.`, remedy, { cause });
  }
}

/** Aborts on Ctrl-C, SIGTERM and SIGHUP and says what that means; the caller ends the process. */
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
