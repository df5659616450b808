import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { ImportError } from '../import-error.ts';
import { findOneInput, type InputFile, type OnProgress } from '../reading/input-files.ts';
import { isJson, readSourceRows } from '../reading/source-rows.ts';
import { type ReportedFeed, reportFeed, type ReportWriter } from '../report.ts';
import { mapRows, type RowToMap } from './mapper.ts';
import { type Mapping, mappingSchema } from './schema.ts';

type MappedOptions = { mapping: string; path: string; onProgress?: OnProgress | undefined };

/** Opens any table as a source, with a mapping file. */
export async function openMapped({ mapping: mappingPath, path, onProgress }: MappedOptions): Promise<ReportedFeed> {
  const mapping = await readMapping(mappingPath);
  return openMappedFile(mapping, await findOneInput(path), onProgress);
}

export function openMappedFile(mapping: Mapping, file: InputFile, onProgress?: OnProgress): ReportedFeed {
  const { key, title, licence, address, created_at: snapshot } = mapping.source;
  return reportFeed({ key, title, licence, address, snapshot }, (report) =>
    mapRows(readMappedRows(mapping, file, report, onProgress), report),
  );
}

async function* readMappedRows(
  mapping: Mapping,
  file: InputFile,
  report: ReportWriter,
  onProgress: OnProgress | undefined,
): AsyncGenerator<RowToMap> {
  // A member missing from a JSON object is unknown; a table must have all columns.
  let checked = isJson(mapping.format, file);
  for await (const row of readSourceRows(file, { ...mapping.format, report, onProgress })) {
    if (!checked) checkMappedColumns(mapping, row.columns);
    checked = true;
    yield { mapping, row };
  }
}

function checkMappedColumns(mapping: Mapping, columns: readonly string[]): void {
  const { company, investor, person, deal, deals, investors, people, amounts } = mapping;
  const named = findColumns({ company, investor, person, deal, deals, investors, people, amounts }, []);
  const missing = named.filter(({ column }) => !columns.includes(column));
  if (missing.length === 0) return;
  const lines = missing.map(({ column, place }) => `  ${place}: there is no column "${column}"`).join('\n');
  throw new ImportError(
    `The mapping names columns that the file does not have:\n${lines}`,
    `The file has: ${columns.map((column) => `"${column}"`).join(', ')}`,
  );
}

const singles = new Set(['column', 'currency_column', 'usd_column', 'usd_rate_column', 'type_column']);
/** One of the columns in "any" is enough, and those of a list of objects are not columns of the table. */
const lists = new Set(['columns', 'key', 'when']);

/** Every column that a mapping names, with its path in the mapping. */
function findColumns(value: unknown, path: string[]): { column: string; place: string }[] {
  if (typeof value !== 'object' || value === null || 'each' in value) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const place = [...path, name].join('.');
    if (name === 'words') return [];
    if (singles.has(name) && typeof member === 'string') return [{ column: member, place }];
    if (lists.has(name) && Array.isArray(member)) return member.map((column: string) => ({ column, place }));
    return findColumns(member, [...path, name]);
  });
}

/** Reads a mapping file; every mistake is reported with its path. */
export async function readMapping(path: string): Promise<Mapping> {
  const text = await readFile(path, 'utf8').catch((cause: Error) => {
    throw new ImportError(`The mapping ${path} cannot be read.`, 'Check the path.', { cause });
  });
  return parseMapping(text, path);
}

export function parseMapping(text: string, name: string): Mapping {
  const read = mappingSchema.safeParse(parseJson(text.replace(/^\uFEFF/, ''), name));
  if (read.success) return read.data;
  const lines = read.error.issues.map(describeIssue).join('\n');
  throw new ImportError(`The mapping ${name} has mistakes:\n${lines}`, 'Correct them and import again.', {
    cause: read.error,
  });
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const { message } = cause as Error;
    const position = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
    const before = text.slice(0, position).split('\n');
    const place = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
    const what = message.replace(/ in JSON at position.*$/s, '').replace(/^Unexpected end.*/, 'it ends too early');
    throw new ImportError(`${name} is not valid JSON: ${place}: ${what}.`, 'Correct it there.', { cause });
  }
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const place = issue.path.length > 0 ? issue.path.join('.') : 'the whole';
  if (issue.code !== 'unrecognized_keys') return `  ${place}: ${issue.message}`;
  const valid = listKeys(mappingSchema, issue.path);
  return `  ${place}: ${issue.message}${valid.length > 0 ? `. Valid keys: ${valid.join(', ')}` : ''}`;
}

/** The valid members of a mapping at a path. */
function listKeys(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodUnion)
    return [...new Set(inner.options.flatMap((option) => listKeys(option as z.ZodType, path)))];
  const [name, ...rest] = path;
  if (inner instanceof z.ZodArray) return name === undefined ? [] : listKeys(inner.element as z.ZodType, rest);
  if (!(inner instanceof z.ZodObject)) return [];
  const shape = inner.shape as Record<string, z.ZodType>;
  if (name === undefined) return Object.keys(shape);
  const member = shape[String(name)];
  return member ? listKeys(member, rest) : [];
}

function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return unwrap(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodPipe ? unwrap(schema.out as z.ZodType) : schema;
}
