import { parseUtcDay } from '#contract/scalars.ts';
import type { Delimited } from '../delimited.ts';
import { ImportError } from '../import-error.ts';
import { findInputFiles, toInputName } from '../reading/input-files.ts';
import { toReportedFeed, type ReportedFeed } from '../reported-feed.ts';
import { readDirectory } from './directory.ts';
import { exportDay, readStartups } from './startups.ts';

/**
 * Startups of Y Combinator in either of two layouts: the directory (one table of companies with founders, 2024), or
 * Startups.csv and Founders.csv (2015). Each is a source of its own, so that one does not replace the other.
 */
export async function openYc(path: string, onProgress?: Delimited['onProgress']): Promise<ReportedFeed> {
  const files = await findInputFiles(path);
  const find = (pattern: RegExp) => files.find((file) => pattern.test(toInputName(file)));
  const [startups, founders] = [find(/^Startups\.csv$/i), find(/^Founders\.csv$/i)];
  if (startups && founders) {
    const source = {
      key: 'yc-founders-2015',
      title: 'Y Combinator startups, founders and investors, 2005 to 2014',
      licence: 'CC BY-SA 4.0 (Alice Corona)',
      address: 'https://github.com/ali-ce/datasets',
      snapshot: exportDay,
    };
    return toReportedFeed(source, (report) => readStartups({ startups, founders }, report, onProgress));
  }
  const directory = find(/companies\.csv$/i) ?? (files.length === 1 ? files[0] : undefined);
  if (!directory) {
    throw new ImportError(
      `${path} holds neither a table of companies nor Startups.csv with Founders.csv.`,
      'Name the file of the directory, or the folder that holds the original files.',
    );
  }
  const source = {
    key: 'yc-companies',
    title: 'Y Combinator directory',
    licence: 'MIT (repository); the texts are Y Combinator’s',
    address: 'https://www.ycombinator.com/companies',
    // Editions carry their day in the name: 2024-05-11-yc-companies.csv.
    snapshot: parseUtcDay(/^\d{4}-\d{2}-\d{2}/.exec(toInputName(directory))?.[0] ?? '') ?? null,
  };
  return toReportedFeed(source, (report) => readDirectory(directory, report, onProgress));
}
