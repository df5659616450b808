import type { Delimited } from '../delimited.ts';
import { ImportError } from '../import-error.ts';
import { findInputFiles, toInputName, type InputFile } from '../reading/input-files.ts';
import { readReportedRows, type ReportedRow } from '../reading/reported-rows.ts';
import type { ReportKeeper } from '../report.ts';

const wanted = {
  FORMDSUBMISSION: ['ACCESSIONNUMBER', 'FILE_NUM', 'FILING_DATE', 'SUBMISSIONTYPE'],
  ISSUERS: ['ACCESSIONNUMBER', 'IS_PRIMARYISSUER_FLAG', 'CIK', 'ENTITYNAME'],
  OFFERING: ['ACCESSIONNUMBER', 'INDUSTRYGROUPTYPE', 'SALE_DATE', 'TOTALAMOUNTSOLD'],
  RELATEDPERSONS: ['ACCESSIONNUMBER', 'FIRSTNAME', 'LASTNAME'],
} as const;
export type FormdName = keyof typeof wanted;

export type ReadFormd = (name: FormdName, again?: boolean) => AsyncGenerator<ReportedRow>;

/** The tables of all quarters that the paths hold, in the order of their paths. */
export async function findQuarters(paths: readonly string[]): Promise<ReadonlyMap<FormdName, InputFile[]>> {
  const found = new Map<FormdName, InputFile[]>();
  for (const path of paths) {
    for (const file of await findInputFiles(path)) {
      const [, name] = /(?:^|_)([A-Z]+)\.tsv$/i.exec(toInputName(file)) ?? [];
      const table = name?.toUpperCase() as FormdName | undefined;
      if (table && table in wanted) found.set(table, [...(found.get(table) ?? []), file]);
    }
  }
  const missing = (['FORMDSUBMISSION', 'ISSUERS', 'OFFERING'] as const).filter((name) => !found.has(name));
  if (missing.length === 0) return found;
  throw new ImportError(
    `${paths.join(', ')} holds no ${missing.map((name) => `${name}.tsv`).join(', ')}.`,
    'Name the zip files or folders of the quarters as the SEC gives them.',
  );
}

export function openFormd(
  files: ReadonlyMap<FormdName, InputFile[]>,
  report: ReportKeeper,
  onProgress: Delimited['onProgress'],
): ReadFormd {
  return async function* readFormd(name, again = false) {
    for (const file of files.get(name) ?? []) {
      const options = { report, wanted: wanted[name], again, onProgress, delimiter: '\t', quoted: false } as const;
      yield* readReportedRows(file, options);
    }
  };
}
