import { extendRow, isBadRow, type InputRow } from '../reading/row.ts';
import { readRows, type RowFormat } from '../reading/rows.ts';
import { getInputName, type InputFile, type OnProgress } from '../reading/input-files.ts';
import type { Outcome, ReportKeeper } from '../report/report.ts';
import { ImportError } from '../import-error.ts';
import { isMojibake, repairText } from '../words/repair-text.ts';

/** Adds a finding to the report; returns undefined, so that a reader can return it where the row gives no record. */
export type Find = (outcome: Outcome, reason: string, value: string) => undefined;

/** A row of a source: its texts repaired, with the means to report what happened to it. */
export type SourceRow = InputRow & {
  find: Find;
  /** The text of a column; '' when it is empty. */
  cell: (column: string) => string;
  /** The same row with further members, as a hook works them out. */
  with: (members: Record<string, unknown>) => SourceRow;
};

/** `onRepair` is told of repaired texts; without it the texts are taken as they are. */
export function createSourceRow(row: InputRow, find: Find, onRepair?: Find): SourceRow {
  const repaired = new Map<string, string[]>();
  const read = (column: string): string[] => {
    if (!onRepair) return row.read(column);
    let texts = repaired.get(column);
    if (!texts) repaired.set(column, (texts = row.read(column).map((text) => repairCell(column, text, onRepair))));
    return texts;
  };
  return {
    line: row.line,
    columns: row.columns,
    find,
    read,
    each: row.each,
    cell: (column) => read(column).join(', '),
    with: (members) => createSourceRow(extendRow({ ...row, read }, members), find),
  };
}

function repairCell(column: string, text: string, find: Find): string {
  const { text: whole, reason } = repairText(text);
  if (reason) find('repaired', `${column} ${reason}`, `${text} -> ${whole}`);
  else if (isMojibake(text)) find('noted', `${column} was read in a wrong encoding and cannot be restored`, text);
  return whole;
}

export type SourceRowOptions = RowFormat & {
  report: ReportKeeper;
  onProgress?: OnProgress | undefined;
  /** Columns without which the file is not the right one. */
  wanted?: readonly string[];
  /** The rows of a file that is read a second time are not counted again. */
  again?: boolean;
  /** False where the texts are taken as they are. */
  repair?: boolean;
};

/** Reads the rows of a file; those that cannot be parsed go into the report. */
export async function* readSourceRows(file: InputFile, options: SourceRowOptions): AsyncGenerator<SourceRow> {
  const name = getInputName(file);
  const { report, wanted = [], again = false, repair = true } = options;
  let checked = false;
  for await (const row of readRows(file, options, options.onProgress)) {
    const find: Find = (outcome, reason, value) => report.find(outcome, name, reason, row.line, value);
    if (!again) report.read(name);
    if (isBadRow(row)) {
      if (!again) find(row.blank ? 'skipped' : 'rejected', row.reason, row.text);
      continue;
    }
    if (!checked) checkColumns(file, row.columns, wanted);
    checked = true;
    yield createSourceRow(row, find, !repair ? undefined : again ? () => undefined : find);
  }
}

/** Throws when a table lacks columns without which it cannot be read. */
function checkColumns(file: InputFile, columns: readonly string[], wanted: readonly string[]): void {
  const missing = wanted.filter((column) => !columns.includes(column));
  if (missing.length === 0) return;
  throw new ImportError(
    `${getInputName(file)} lacks the column ${missing.join(', ')}. It has: ${columns.join(', ').slice(0, 300)}`,
    `Check that it is the right file, in its original form. It needs: ${wanted.join(', ')}`,
  );
}
