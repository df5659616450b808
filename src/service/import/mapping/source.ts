import type { Delimited } from '../delimited.ts';
import { readJsonRows } from '../reading/json-rows.ts';
import { findOneInput, toInputName, type InputFile } from '../reading/input-files.ts';
import { isBadRow, type BadRow, type InputRow } from '../reading/row.ts';
import { readSheet } from '../reading/sheet.ts';
import type { SourceRecord } from '../records.ts';
import type { ReportKeeper } from '../report.ts';
import { toReportedFeed, type ReportedFeed } from '../reported-feed.ts';
import { checkMappedColumns } from './columns.ts';
import type { MappedRow } from './fields.ts';
import { readMapping } from './read-mapping.ts';
import { openReading, readRow } from './row-reader.ts';
import type { Mapping } from './schema.ts';

export type MappedOptions = { mapping: string; path: string; onProgress?: Delimited['onProgress'] };

/** Any table as a source, by a mapping file. */
export async function openMapped({ mapping: mappingPath, path, onProgress }: MappedOptions): Promise<ReportedFeed> {
  const mapping = await readMapping(mappingPath);
  const file = await findOneInput(path);
  return openMappedFile(mapping, file, onProgress);
}

export function openMappedFile(mapping: Mapping, file: InputFile, onProgress?: Delimited['onProgress']): ReportedFeed {
  const { key, title, licence, address, created_at: snapshot } = mapping.source;
  return toReportedFeed({ key, title, licence, address, snapshot }, (report) =>
    readRecords(mapping, file, report, onProgress),
  );
}

export function toFormat(mapping: Pick<Mapping, 'format'>, file: InputFile): 'csv' | 'tsv' | 'json' | 'jsonl' {
  const [, ending] = /\.(csv|tsv|json|jsonl|ndjson)$/i.exec(toInputName(file)) ?? [];
  const type = ending?.toLowerCase() === 'ndjson' ? 'jsonl' : ending?.toLowerCase();
  return mapping.format.type ?? ((type ?? 'csv') as 'csv' | 'tsv' | 'json' | 'jsonl');
}

export function readFormat(
  { format }: Pick<Mapping, 'format'>,
  file: InputFile,
  onProgress?: Delimited['onProgress'],
): AsyncGenerator<InputRow | BadRow> {
  const type = toFormat({ format }, file);
  if (type === 'json' || type === 'jsonl') {
    return readJsonRows(file, { ...format, lines: type === 'jsonl', onProgress });
  }
  return readSheet(file, { ...format, delimiter: format.delimiter ?? (type === 'tsv' ? '\t' : undefined), onProgress });
}

async function* readRecords(
  mapping: Mapping,
  file: InputFile,
  report: ReportKeeper,
  onProgress: Delimited['onProgress'],
): AsyncGenerator<SourceRecord> {
  const counts = { company: 0, investor: 0, person: 0, deal: 0, place: 0 };
  for await (const record of readMappedRows(mapping, file, report, onProgress)) {
    counts[record.kind] += 1;
    yield record;
  }
  report.figure('companies', counts.company);
  report.figure('investor firms', counts.investor);
  report.figure('people', counts.person);
  report.figure('deals', counts.deal);
}

async function* readMappedRows(
  mapping: Mapping,
  file: InputFile,
  report: ReportKeeper,
  onProgress: Delimited['onProgress'],
): AsyncGenerator<SourceRecord> {
  const name = toInputName(file);
  const reading = openReading(mapping);
  const unknown = new Set(mapping.unknown.map((word) => word.toLowerCase()));
  // Members that are not in an object of JSON are unknown there; a table has all its columns or is the wrong one.
  let checked = ['json', 'jsonl'].includes(toFormat(mapping, file));
  for await (const row of readFormat(mapping, file, onProgress)) {
    report.read(name);
    const find: MappedRow['find'] = (outcome, reason, value) => report.find(outcome, name, reason, row.line, value);
    if (isBadRow(row)) {
      find(row.blank ? 'skipped' : 'rejected', row.reason, row.text);
      continue;
    }
    if (!checked) checkMappedColumns(mapping, row.columns);
    checked = true;
    yield* readRow(reading, { row, mapping, unknown, find });
  }
  const last = reading.deals.end();
  if (last) yield last;
}
