import type { z } from 'zod';
import type { Delimited } from '../delimited.ts';
import { ImportError } from '../import-error.ts';
import { findInputFiles, toInputName, type InputFile } from '../reading/input-files.ts';
import { readJson } from '../reading/json-rows.ts';
import { readSheet } from '../reading/sheet.ts';
import type { BadRow, InputRow } from '../reading/row.ts';
import type { ReportKeeper } from '../report.ts';
import { rowKinds, rowSchemas, workedOut, type RowKind } from './schemas.ts';

export type FieldsFormat = 'csv' | 'jsonl';

/** A row that was read, with the means to say what became of it. */
export type FieldsRow<Kind extends RowKind> = {
  value: z.output<(typeof rowSchemas)[Kind]>;
  find: (outcome: 'repaired' | 'noted' | 'merged' | 'rejected', reason: string, value: string) => undefined;
};

/** Which file holds which records: by the beginning of its name, or as `record` says of a single one. */
export async function findRecordFiles(
  paths: readonly string[],
  record: RowKind | undefined,
): Promise<Map<RowKind, InputFile[]>> {
  const files = (await Promise.all(paths.map(findInputFiles))).flat();
  const found = new Map<RowKind, InputFile[]>();
  for (const file of files) {
    const name = toInputName(file).toLowerCase();
    const kind = files.length === 1 && record ? record : rowKinds.find((candidate) => name.startsWith(candidate));
    if (!kind) {
      throw new ImportError(
        `Nothing says which records ${toInputName(file)} holds.`,
        `Let its name begin with ${rowKinds.join(', ')}, or add --record.`,
      );
    }
    found.set(kind, [...(found.get(kind) ?? []), file]);
  }
  return found;
}

/** Reads the rows of one kind; a row with a mistake goes into the report with its field. */
export async function* readFields<Kind extends RowKind>(
  kind: Kind,
  files: readonly InputFile[],
  options: { format: FieldsFormat; report: ReportKeeper; onProgress: Delimited['onProgress'] },
): AsyncGenerator<FieldsRow<Kind>> {
  const { report, onProgress } = options;
  const known = new Set([...Object.keys(rowSchemas[kind].shape), ...workedOut[kind]]);
  for (const file of files) {
    const name = toInputName(file);
    for await (const row of readObjects(file, options.format, onProgress)) {
      report.read(name);
      if ('reason' in row) {
        report.find(row.blank ? 'skipped' : 'rejected', name, row.reason, row.line, row.text);
        continue;
      }
      for (const field of Object.keys(row.value)) {
        if (!known.has(field)) report.find('noted', name, `${field} is no field of ${kind}: not read`, row.line, '');
      }
      const read = rowSchemas[kind].safeParse(row.value);
      if (read.success) {
        const value = read.data as FieldsRow<Kind>['value'];
        yield { value, find: (outcome, reason, text) => report.find(outcome, name, reason, row.line, text) };
      } else report.find('rejected', name, toReason(read.error), row.line, toValue(read.error, row.value));
    }
  }
}

type ObjectRow = { line: number; value: Record<string, unknown> };

async function* readObjects(
  file: InputFile,
  format: FieldsFormat,
  onProgress: Delimited['onProgress'],
): AsyncGenerator<ObjectRow | BadRow> {
  if (format === 'jsonl') yield* readJson(file, { lines: !/\.json$/i.test(toInputName(file)), onProgress });
  else for await (const row of readSheet(file, { onProgress })) yield 'reason' in row ? row : toObject(row);
}

/** `location.city.name` in a table is the member `name` of `city` of `location`. */
function toObject(row: InputRow): ObjectRow {
  const value: Record<string, unknown> = {};
  for (const column of row.columns) {
    const [cell] = row.read(column);
    if (cell === undefined) continue;
    const path = column.split('.');
    const last = path.pop() ?? column;
    let at = value;
    for (const name of path) {
      const inner = (at[name] ??= {}) as Record<string, unknown>;
      at = inner;
    }
    at[last] = cell;
  }
  return { line: row.line, value };
}

const toReason = ({ issues: [issue] }: z.ZodError) => `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`;

function toValue({ issues: [issue] }: z.ZodError, value: unknown): string {
  let at = value;
  for (const name of issue?.path ?? []) at = (at as Record<PropertyKey, unknown> | undefined)?.[name];
  return at === undefined ? '' : typeof at === 'string' ? at : JSON.stringify(at);
}
