import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Delimited } from '../delimited.ts';
import { toReadError } from './read-error.ts';
import { ImportError } from '../import-error.ts';
import { inspectInput, toDecoder, type Encoding } from './encoding.ts';
import { openInput, toInputName, type InputFile } from './input-files.ts';
import { JsonListError, splitJsonList, type JsonElement } from './json-split.ts';
import type { BadRow, InputRow } from './row.ts';

export type JsonOptions = {
  /** One object a line, or one list of objects. */
  lines: boolean;
  /** The names of the members that lead to the list, joined by a point. */
  records?: string | undefined;
  encoding?: Encoding | undefined;
  onProgress?: Delimited['onProgress'];
};

/** An object of a file of JSON, or what is wrong with it. */
export type JsonRow = { line: number; value: Record<string, unknown> };

export async function* readJson(file: InputFile, options: JsonOptions): AsyncGenerator<JsonRow | BadRow> {
  const name = toInputName(file);
  let rows = 0;
  try {
    for await (const element of readElements(file, options)) {
      rows += 1;
      yield toJsonRow(element);
    }
  } catch (error) {
    if (!(error instanceof JsonListError)) throw toReadError(name, error);
    const remedy = 'A list of objects is wanted; a mapping can name where it stands ("records": "data.deals").';
    throw new ImportError(`${name} cannot be read as JSON: ${error.message}.`, remedy, { cause: error });
  }
  if (rows === 0) throw new ImportError(`${name} is empty.`, 'Check that it is the right file.');
}

/** Objects as rows of a table: a member inside another is the column `outer.inner`, a list is a list of texts. */
export async function* readJsonRows(file: InputFile, options: JsonOptions): AsyncGenerator<InputRow | BadRow> {
  for await (const row of readJson(file, options)) yield 'reason' in row ? row : toInputRow(row);
}

async function* readElements(file: InputFile, { lines, records, encoding, onProgress }: JsonOptions) {
  const decoder = toDecoder(encoding ?? (await inspectInput(file)).encoding);
  const input = await openInput(file);
  const flow = pipeline(input.source, input.unpack ?? new PassThrough(), decoder).catch(() => undefined);
  let rows = 0;
  try {
    const text = withoutMark(decoder as AsyncIterable<string>);
    const elements = lines ? splitLines(text) : splitJsonList(text, records?.split('.'));
    for await (const element of elements) {
      yield element;
      rows += 1;
      if (rows % 1000 === 0) onProgress?.(toInputName(file), input.fraction(), rows);
    }
    onProgress?.(toInputName(file), 1, rows);
  } finally {
    input.close();
    decoder.destroy();
    await flow;
  }
}

async function* withoutMark(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let first = true;
  for await (const chunk of chunks) {
    yield first ? chunk.replace(/^\uFEFF/, '') : chunk;
    first = false;
  }
}

async function* splitLines(chunks: AsyncIterable<string>): AsyncGenerator<JsonElement> {
  let line = 0;
  let rest = '';
  for await (const chunk of chunks) {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    for (const text of parts) {
      line += 1;
      if (text.trim() !== '') yield { line, text };
    }
  }
  if (rest.trim() !== '') yield { line: line + 1, text: rest };
}

function toJsonRow({ line, text }: JsonElement): JsonRow | BadRow {
  const bad = (reason: string): BadRow => ({ line, reason, text: text.slice(0, 500), blank: false });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return bad('no valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return bad('no object');
  return { line, value: value as Record<string, unknown> };
}

function toInputRow({ line, value }: JsonRow): InputRow {
  const cells = new Map<string, string[]>();
  flatten(value, '', cells);
  return { line, columns: [...cells.keys()], read: (column) => cells.get(column) ?? [] };
}

function flatten(value: unknown, at: string, cells: Map<string, string[]>): void {
  if (Array.isArray(value)) {
    for (const element of value) flatten(element, at, cells);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) flatten(member, at === '' ? key : `${at}.${key}`, cells);
  } else {
    const text = toText(value).trim();
    const cell = cells.get(at);
    if (cell && text) cell.push(text);
    else if (!cell) cells.set(at, text ? [text] : []);
  }
}

const toText = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value);
