import type { Feed, Source } from '../load.ts';
import type { SourceRecord } from '../records.ts';
import { openReport, shortenReport, type ImportReport, type ReportKeeper } from './report.ts';

/** A feed that says what became of the rows of its source, once it is read. */
export type ReportedFeed = Feed & {
  readReport: () => ImportReport;
} & Pick<ReportKeeper, 'rowsOf' | 'close'>;

/** The rows of each finding that are stored beside the source. */
const storedRows = 3;

/** Makes a feed of a source's records, which keep the book of its rows. */
export function reportFeed(
  source: Source,
  readRecords: (report: ReportKeeper) => AsyncIterable<SourceRecord>,
): ReportedFeed {
  const keeper = openReport();
  return {
    source,
    records: readRecords(keeper),
    report: () => shortenReport(keeper.report(), storedRows),
    readReport: keeper.report,
    rowsOf: keeper.rowsOf,
    close: keeper.close,
  };
}
