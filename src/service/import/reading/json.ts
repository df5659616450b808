import { JSONParser } from '@streamparser/json';
import { isObject } from '#contract/json.ts';
import type { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ImportError } from '../import-error.ts';
import { createDecoder, inspectInput } from './encoding.ts';
import { openInput, getInputName, createReadError, type InputFile, type OnProgress } from './input-files.ts';
import { formatReadLimit, isShallow, openDepthCheck, readLimits, type ReadLimits } from './limits.ts';
import { type BadRow, maxRowText } from './row.ts';

type JsonOptions = {
  /** One object per line, or one list of objects. */
  lines: boolean;
  /** The path of the list, such as `data.deals`. */
  records?: string | undefined;
  encoding?: string | undefined;
  limits?: ReadLimits | undefined;
  onProgress?: OnProgress | undefined;
};

/** An object of a JSON file. */
type JsonRow = { line: number; value: Record<string, unknown> };

/** Reads the objects of a JSON or JSONL file one at a time; an error has its line number. */
export async function* readJson(file: InputFile, options: JsonOptions): AsyncGenerator<JsonRow | BadRow> {
  const name = getInputName(file);
  const { limits = readLimits } = options;
  const guarded = { limits, maxLine: options.lines ? limits.object : undefined };
  const { encoding, sample } = await inspectInput(file, guarded);
  const records = options.records ?? findListPath(sample);
  const lines = options.lines || (records === undefined && hasObjectLines(sample));
  const decoder = createDecoder(options.encoding ?? encoding);
  const input = await openInput(file, guarded);
  const flow = pipeline(input.source, input.unpack, input.guard, decoder).catch((error: unknown) => error);
  const text = decoder as unknown as AsyncIterable<string>;
  let rows = 0;
  try {
    for await (const row of lines ? parseJsonLines(text, limits) : parseJsonList(text, records, limits)) {
      rows += 1;
      yield row;
      if (rows % 1000 === 0) options.onProgress?.(name, input.fraction(), rows);
    }
    options.onProgress?.(name, 1, rows);
  } catch (error) {
    if (!(error instanceof JsonListError)) throw createReadError(name, error);
    throw new ImportError(`${name} cannot be read as JSON: ${error.message}.`, error.remedy, { cause: error });
  } finally {
    input.close();
    (decoder as unknown as PassThrough).destroy();
    await flow;
  }
  if (rows === 0) throw new ImportError(`${name} is empty.`, 'Check that it is the right file.');
}

/** Whether a text has one object per line, whatever the name of its file. */
const hasObjectLines = (sample: string): boolean => /^\s*\{[^\n]*\}\s*\n\s*\{/.test(sample);

/**
 * The path of the longest list of objects in an object, such as "data.raises", by the beginning of a text; undefined if the
 * text is a list itself or has none.
 */
export function findListPath(sample: string): string | undefined {
  const open: { key: string; list: boolean; start: number; path: string; objects: boolean }[] = [];
  const token = /"(?:[^"\\]|\\.)*"|[[\]{}]/gs;
  let [key, best] = ['', { path: undefined as string | undefined, length: 0 }];
  const close = (end: number) => {
    const ended = open.pop();
    if (ended?.list && ended.objects && end - ended.start > best.length)
      best = { path: ended.path, length: end - ended.start };
  };
  for (let found = token.exec(sample); found; found = token.exec(sample)) {
    const [text] = found;
    const above = open.at(-1);
    if (text.startsWith('"')) key = text.slice(1, -1);
    else if (text === ']' || text === '}') close(found.index);
    else {
      if (!above && text === '[') return undefined;
      if (above?.list && text === '{') above.objects = true;
      const inList = open.some(({ list }) => list);
      const path = above && !above.list ? [above.path, key].filter(Boolean).join('.') : '';
      open.push({ key, list: text === '[' && !inList, start: found.index, path, objects: false });
    }
  }
  while (open.length > 0) close(sample.length);
  return best.path;
}

/** Why a text cannot be parsed as a list of objects. */
class JsonListError extends Error {
  override readonly name = 'JsonListError';
  readonly remedy: string;

  constructor(
    message: string,
    remedy = 'The file must be a list of objects; a mapping can name its path ("records": "data.deals").',
  ) {
    super(message);
    this.remedy = remedy;
  }
}

/** The elements of the list at `records` in a stream of JSON; only one of them is in memory at a time. */
export async function* parseJsonList(
  chunks: AsyncIterable<string>,
  records: string | undefined,
  limits: ReadLimits = readLimits,
): AsyncGenerator<JsonRow | BadRow> {
  const path = records ? `$.${records}` : '$';
  const parser = new JSONParser({ paths: [path, `${path}.*`], keepStack: false });
  const depth = path.split('.').length;
  let line = 1;
  let elements: (JsonRow | BadRow)[] = [];
  let found = false;
  const isShallowSoFar = openDepthCheck(limits.depth);
  let length = 0;
  const fail = (message: string, remedy?: string): never => {
    throw new JsonListError(message, remedy);
  };
  const check = (part: string) => {
    if (!isShallowSoFar(part)) fail(`line ${line}: ${describeDepth(limits)}`, 'Check that it is the right file.');
    length += part.length;
    if (length <= limits.object) return;
    const problem = `line ${line}: an object, or what is between two, has more than ${formatReadLimit(limits.object)} characters`;
    fail(problem, 'Check that it is a list of records, and remove what is not a record.');
  };
  parser.onError = (error) =>
    error instanceof JsonListError
      ? fail(error.message, error.remedy)
      : fail(`line ${line}: ${error.message.split(' at ')[0]}`);
  parser.onValue = ({ value, key, stack }) => {
    const isElement = stack.length === depth && typeof key === 'number';
    if (isElement) {
      elements.push(parseJsonRow(line, value));
      length = 0;
    } else if (stack.length === depth) fail(createNoListError(records));
    else found ||= Array.isArray(value) || fail(createNoListError(records));
  };
  for await (const chunk of chunks) {
    for (const part of chunk.split(/(?<=\n)/)) {
      check(part);
      parser.write(part);
      if (part.endsWith('\n')) line += 1;
    }
    yield* elements;
    elements = [];
  }
  if (!parser.isEnded) fail(`line ${line}: it is not complete`);
  if (!found) fail(createNoListError(records));
}

const createNoListError = (records: string | undefined) =>
  records ? `it has no list at ${records}` : 'it is not a list';

async function* parseJsonLines(chunks: AsyncIterable<string>, limits: ReadLimits): AsyncGenerator<JsonRow | BadRow> {
  let line = 0;
  let rest = '';
  for await (const chunk of chunks) {
    rest += chunk;
    // Not for every chunk of a long line, which would take the square of its length.
    if (!chunk.includes('\n')) continue;
    const parts = rest.split('\n');
    rest = parts.pop() ?? '';
    for (const text of parts) {
      line += 1;
      if (text.trim() !== '') yield parseLine(line, text, limits);
    }
  }
  if (rest.trim() !== '') yield parseLine(line + 1, rest, limits);
}

function parseLine(line: number, text: string, limits: ReadLimits): JsonRow | BadRow {
  const reject = (reason: string) => ({ line, reason, text: text.slice(0, maxRowText), blank: false });
  if (!isShallow(text, limits)) return reject(describeDepth(limits));
  try {
    return parseJsonRow(line, JSON.parse(text));
  } catch {
    return reject('not valid JSON');
  }
}

const describeDepth = ({ depth }: ReadLimits) => `nested more than ${depth} levels deep`;

function parseJsonRow(line: number, value: unknown): JsonRow | BadRow {
  if (isObject(value)) return { line, value };
  return { line, reason: 'not an object', text: JSON.stringify(value).slice(0, maxRowText), blank: false };
}
