import type { Delimited } from '../delimited.ts';
import { ImportError } from '../import-error.ts';
import { findInputFiles, toInputName, type InputFile } from '../reading/input-files.ts';
import { readReportedRows, type ReportedRow } from '../reading/reported-rows.ts';
import type { ReportKeeper } from '../report.ts';

/** The files of the export that give records; the others (ipos, acquisitions, category_groups ...) have no record of ours. */
const names = [
  'organizations',
  'funding_rounds',
  'investors',
  'investments',
  'investment_partners',
  'people',
  'jobs',
  'degrees',
] as const;
export type ExportName = (typeof names)[number];

/** Columns without which a file cannot be read; the export of 2016 and the later ones name some differently. */
const wanted: Record<ExportName, readonly string[]> = {
  organizations: ['uuid'],
  funding_rounds: ['announced_on'],
  investors: ['uuid'],
  investments: ['funding_round_uuid', 'investor_uuid'],
  investment_partners: ['funding_round_uuid', 'investor_uuid', 'partner_uuid'],
  people: ['uuid'],
  jobs: ['person_uuid', 'org_uuid'],
  degrees: ['person_uuid'],
};

/** The rows of a file of the export; none where the folder has not the file. `again` when it was read before. */
export type ReadExport = (name: ExportName, again?: boolean) => AsyncGenerator<ExportRow>;
export type ExportRow = ReportedRow & {
  /** The first of these columns that is filled; '' when none is. */
  any: (...columns: string[]) => string;
};

export async function findExport(path: string): Promise<ReadonlyMap<ExportName, InputFile>> {
  const found = new Map<ExportName, InputFile>();
  for (const file of await findInputFiles(path)) {
    const name = names.find((candidate) => toInputName(file).toLowerCase() === `${candidate}.csv`);
    if (name) found.set(name, file);
  }
  if (found.has('funding_rounds')) return found;
  throw new ImportError(
    `${path} holds no funding_rounds.csv.`,
    'Name the folder or zip file of the export, with funding_rounds.csv, investments.csv and the others.',
  );
}

export function openExport(
  files: ReadonlyMap<ExportName, InputFile>,
  report: ReportKeeper,
  onProgress: Delimited['onProgress'],
): ReadExport {
  return async function* readExport(name, again = false) {
    const file = files.get(name);
    if (!file) return;
    for await (const row of readReportedRows(file, { report, wanted: wanted[name], again, onProgress })) {
      yield { ...row, any: (...columns) => columns.map(row.cell).find((cell) => cell !== '') ?? '' };
    }
  };
}

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A uuid in lower case; undefined for anything else, which the report then says. */
export function readUuid(row: ExportRow, ...columns: string[]): string | undefined {
  const text = row.any(...columns);
  return uuidShape.test(text) ? text.toLowerCase() : row.find('rejected', `${columns[0]} is no uuid`, text);
}
