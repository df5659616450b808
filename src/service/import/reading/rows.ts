import { readJson } from './json.ts';
import { getInputName, type InputFile, type OnProgress } from './input-files.ts';
import { createObjectRow, type BadRow, type InputRow } from './row.ts';
import { readTable, type Delimiter } from './table.ts';

/** What is known of a file's format; the rest is detected. */
export type RowFormat = {
  type?: FileType | undefined;
  delimiter?: Delimiter | undefined;
  quoted?: boolean | undefined;
  encoding?: string | undefined;
  columns?: readonly string[] | undefined;
  records?: string | undefined;
};
export type FileType = 'csv' | 'tsv' | 'json' | 'jsonl';

/** The type of a file by its name, unless the format says it; a table when neither does. */
export function findFileType(format: RowFormat, file: InputFile): FileType {
  const [, ending = 'csv'] = /\.(csv|tsv|json|jsonl|ndjson)$/i.exec(getInputName(file)) ?? [];
  return format.type ?? (ending.toLowerCase() === 'ndjson' ? 'jsonl' : (ending.toLowerCase() as FileType));
}

export const isJson = (format: RowFormat, file: InputFile): boolean => findFileType(format, file).startsWith('json');

/** Reads the rows of a table or of a JSON file, one at a time. */
export async function* readRows(
  file: InputFile,
  format: RowFormat = {},
  onProgress?: OnProgress,
): AsyncGenerator<InputRow | BadRow> {
  const type = findFileType(format, file);
  if (type === 'csv' || type === 'tsv') {
    const delimiter = format.delimiter ?? (type === 'tsv' ? '\t' : undefined);
    yield* readTable(file, { ...format, delimiter, onProgress });
    return;
  }
  for await (const row of readJson(file, { ...format, lines: type === 'jsonl', onProgress }))
    yield 'reason' in row ? row : createObjectRow(row.line, row.value);
}
