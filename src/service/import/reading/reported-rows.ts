import type { Outcome, ReportKeeper } from '../report.ts';
import { toInputName, type InputFile } from './input-files.ts';
import { isBadRow, type InputRow } from './row.ts';
import { checkColumns, readSheet, type SheetOptions } from './sheet.ts';

/** A row of a known table, with the means to say what became of it. */
export type ReportedRow = {
  line: number;
  /** The text of a column; '' when it is empty. */
  cell: (column: string) => string;
  find: (outcome: Outcome, reason: string, value: string) => undefined;
};

type Options = SheetOptions & {
  report: ReportKeeper;
  /** Columns without which the file is not the one it should be. */
  wanted: readonly string[];
  /** Rows of a file that is read a second time are not counted again. */
  again?: boolean;
};

/** Reads the rows of a known table; those that cannot be taken apart go into the report. */
export async function* readReportedRows(file: InputFile, options: Options): AsyncGenerator<ReportedRow> {
  const name = toInputName(file);
  const { report, again = false } = options;
  let checked = false;
  for await (const row of readSheet(file, options)) {
    if (!again) report.read(name);
    if (isBadRow(row)) {
      if (!again) report.find(row.blank ? 'skipped' : 'rejected', name, row.reason, row.line, row.text);
      continue;
    }
    if (!checked) checkColumns(file, row.columns, options.wanted);
    checked = true;
    yield toReportedRow(row, name, report);
  }
}

const toReportedRow = (row: InputRow, name: string, report: ReportKeeper): ReportedRow => ({
  line: row.line,
  cell: (column) => row.read(column)[0] ?? '',
  find: (outcome, reason, value) => report.find(outcome, name, reason, row.line, value),
});
