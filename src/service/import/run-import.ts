import { writeFile } from 'node:fs/promises';
import type { Pool } from '../db/pool.ts';
import type { LoadStep } from './build-next.ts';
import { checkDisk, formatDiskNeed, readDiskNeed } from './disk-space.ts';
import { ImportError } from './import-error.ts';
import { load } from './load.ts';
import { readSeparatePairs } from './matching/match.ts';
import { formatMerge, formatReport, openProgress, type Progress, toReportJson } from './print-report.ts';
import type { ReportedFeed } from './report.ts';
import type { MergeReport } from './sources.ts';
import { listenForStop, rejectOnAbort, type Stopping } from './stop.ts';

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
  const progress = openProgress(process.stderr);
  let step: LoadStep | undefined;
  const stopping = listenForStop(() => {
    progress.end();
    return step === 'swap' ? 'The records are either all old or all new.' : 'Nothing changed.';
  });
  // What is being read when the signal comes is read on in the background until the process ends.
  const onRows: Progress['rows'] = (...read) => {
    if (!stopping.signal.aborted) progress.rows(...read);
  };
  const onStep = (next: LoadStep) => {
    step = next;
    progress.step(next);
  };
  try {
    const shown = { ...progress, rows: onRows, step: onStep };
    await importFeed({ openFeed, openDb, options, paths, progress: shown, stopping });
  } finally {
    progress.end();
    stopping.end();
  }
}

type ImportWork = {
  openFeed: (onProgress: Progress['rows']) => ReportedFeed | Promise<ReportedFeed>;
  openDb: OpenDb;
  options: ImportOptions;
  paths: string[];
  progress: Progress;
  stopping: Stopping;
};

async function importFeed({ openFeed, openDb, options, paths, progress, stopping }: ImportWork): Promise<void> {
  const started = performance.now();
  const { signal } = stopping;
  // First, so that a missing file is reported before the database is opened.
  const feed = await rejectOnAbort((async () => openFeed(progress.rows))(), signal);
  const keepApart = options.keepApart ? await readSeparatePairs(options.keepApart) : undefined;
  const { sql, close } = await openDb();
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
        signal,
        onStep: progress.step,
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
