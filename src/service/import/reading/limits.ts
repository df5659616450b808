import { Transform } from 'node:stream';
import { ImportError } from '../import-error.ts';

/** How much a reader takes; a broken or hostile file beyond it costs neither memory nor time. */
export type ReadLimits = {
  /** Characters of a cell of a table, or of a text in JSON. */
  cell: number;
  /** Columns of a table, or members of an object with those of its objects. */
  columns: number;
  /** Bytes of a row of a table. */
  row: number;
  /** Bytes of a line of JSONL, and characters of an object in a JSON list. */
  object: number;
  /** Levels of objects and lists in JSON. */
  depth: number;
  /** Lines with nothing but white space, one after the other. */
  blankLines: number;
  /** A gzip or zip file is unpacked up to this many times its size, and up to `unpackedBytes` in any case. */
  unpackedTimes: number;
  unpackedBytes: number;
  /** Files in a zip file. */
  files: number;
};

export const readLimits: ReadLimits = {
  cell: 100_000,
  columns: 1_000,
  row: 1_000_000,
  object: 10_000_000,
  depth: 100,
  blankLines: 1_000_000,
  unpackedTimes: 100,
  unpackedBytes: 1_000_000_000,
  files: 10_000,
};

export const formatReadLimit = (limit: number): string => limit.toLocaleString('en');

/** A file that goes beyond a limit: where and how, and what to do. */
export const createLimitError = (name: string, problem: string, remedy: string): ImportError =>
  new ImportError(`${name} cannot be read: ${problem}.`, remedy);

/** What a guard lets through. */
export type GuardOptions = {
  /** The name of the file in messages. */
  name: string;
  /** The size of the packed file; undefined for a plain one. */
  packedBytes?: number | undefined;
  /** The longest line in bytes; undefined for a format in which lines have no meaning. */
  maxLine?: number | undefined;
  limits: ReadLimits;
};

const [lineFeed, carriageReturn, space] = [10, 13, 32];

/** Passes the unpacked bytes of a file on until they go beyond a limit. */
export function createGuard({ name, packedBytes, maxLine = Infinity, limits }: GuardOptions): Transform {
  const maxBytes =
    packedBytes === undefined ? Infinity : Math.max(packedBytes * limits.unpackedTimes, limits.unpackedBytes);
  let [bytes, line, length, blankLines, before] = [0, 1, 0, 0, 0];
  let isBlank = true;
  const endLine = () => {
    line += 1;
    blankLines = isBlank ? blankLines + 1 : 0;
    length = 0;
    isBlank = true;
  };
  const findProblem = (chunk: Buffer): ImportError | undefined => {
    for (const byte of chunk) {
      if (byte === carriageReturn || (byte === lineFeed && before !== carriageReturn)) endLine();
      else if (byte !== lineFeed) {
        length += 1;
        if (byte > space) isBlank = false;
      }
      // In UTF-16 a zero byte follows every ASCII letter.
      if (byte !== 0) before = byte;
      if (length > maxLine) return createLineError(name, line, maxLine);
      if (blankLines > limits.blankLines) return createBlankError(name, line, limits);
    }
    bytes += chunk.length;
    return bytes > maxBytes ? createUnpackError(name, line, limits) : undefined;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const problem = findProblem(chunk);
      if (problem) done(problem);
      else done(null, chunk);
    },
  });
}

const createLineError = (name: string, line: number, maxLine: number) =>
  createLimitError(
    name,
    `line ${line} has more than ${formatReadLimit(maxLine)} bytes`,
    'Check that each row of the table, or each object, has its own line.',
  );

const createBlankError = (name: string, line: number, { blankLines }: ReadLimits) =>
  createLimitError(
    name,
    `more than ${formatReadLimit(blankLines)} blank lines before line ${line}`,
    'Remove the blank lines and import again.',
  );

const createUnpackError = (name: string, line: number, { unpackedTimes }: ReadLimits) =>
  createLimitError(
    name,
    `at line ${line} it is more than ${unpackedTimes} times as large as the packed file`,
    'Check what it contains. If it is what you expect, unpack it and import the plain file.',
  );

/** Counts levels of objects and lists in the parts of a JSON text; returns false from the first part that is deeper. */
export function openDepthCheck(maxDepth: number): (part: string) => boolean {
  let depth = 0;
  let isString = false;
  let isEscaped = false;
  return (part) => {
    for (let at = 0; at < part.length; at += 1) {
      const letter = part[at];
      if (isEscaped) isEscaped = false;
      else if (isString) {
        if (letter === '\\') isEscaped = true;
        else if (letter === '"') isString = false;
      } else if (letter === '"') isString = true;
      else if (letter === '[' || letter === '{') depth += 1;
      else if (letter === ']' || letter === '}') depth -= 1;
      if (depth > maxDepth) return false;
    }
    return true;
  };
}

/** Whether a JSON text has no more levels than a reader takes. */
export const isShallow = (text: string, { depth }: ReadLimits): boolean => openDepthCheck(depth)(text);
