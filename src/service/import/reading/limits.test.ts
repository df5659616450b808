import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collectAll, createSourceFolder, createZip, type SourceFolder } from '../testing-sources.ts';
import { findInputFiles } from './input-files.ts';
import { parseJsonList } from './json.ts';
import { createGuard, readLimits, type ReadLimits } from './limits.ts';
import { isBadRow } from './row.ts';
import { readRows } from './source-rows.ts';

let files: SourceFolder;
beforeAll(async () => {
  files = await createSourceFolder();
});
afterAll(() => files.remove());

/** Never ends: what reads it must stop by itself. */
function* repeat<T>(part: T): Generator<T> {
  for (;;) yield part;
}

/** A gzip file of a few kilobytes that unpacks to 64 MB. */
async function writeBomb(name: string, part: string): Promise<string> {
  const path = `${files.folder}/${name}`;
  const block = Buffer.alloc(1_000_000, part);
  await pipeline(Readable.from(Array.from({ length: 64 }, () => block)), createGzip(), createWriteStream(path));
  return path;
}

const small: ReadLimits = { ...readLimits, cell: 20, columns: 5, row: 200, object: 1_000, blankLines: 10 };
const read = (path: string, limits = small) => collectAll(readRows({ path }, { limits }));
/** The message and the remedy of a failure. */
const failureOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason as Error & { remedy?: string },
  );
  return [error?.message, error?.remedy];
};

describe('a file that goes beyond a limit is rejected with file, line and remedy', () => {
  test.each([
    ['a line without an end', 'line.csv.gz', 'x', 'line.csv cannot be read: line 1 has more than 1,000,000 bytes.'],
    ['a line of spaces', 'spaces.csv.gz', ' ', 'spaces.csv cannot be read: line 1 has more than 1,000,000 bytes.'],
    ['a line of JSONL', 'line.jsonl.gz', '{"a":', 'line.jsonl cannot be read: line 1 has more than 10,000,000 bytes.'],
    [
      'blank lines',
      'blank.csv.gz',
      '\n',
      'blank.csv cannot be read: more than 1,000,000 blank lines before line 1000002.',
    ],
    [
      'blank lines of Windows',
      'windows.csv.gz',
      ' \r\n',
      'windows.csv cannot be read: more than 1,000,000 blank lines before line 1000002.',
    ],
    [
      'blank lines in JSON',
      'blank.json.gz',
      '\n',
      'blank.json cannot be read: more than 1,000,000 blank lines before line 1000002.',
    ],
    [
      'nested brackets',
      'deep.json.gz',
      '[',
      'deep.json cannot be read as JSON: line 1: nested more than 100 levels deep.',
    ],
    [
      'nested brackets, one per line',
      'lines.json.gz',
      '[\n',
      'lines.json cannot be read as JSON: line 101: nested more than 100 levels deep.',
    ],
  ])('%s in a small gzip file', async (_, name, part, message) => {
    const path = await writeBomb(name, part);
    const [found, remedy] = await failureOf(read(path, readLimits));
    expect(found).toBe(message);
    expect(remedy).toMatch(/^(Check|Remove) .*\.$/);
  });

  test('a text without an end in JSON', async () => {
    const path = await files.write('text.json', `["${'a'.repeat(2_000)}`);
    expect(await failureOf(read(path))).toEqual([
      'text.json cannot be read as JSON: line 1: an object, or what is between two, has more than 1,000 characters.',
      'Check that it is a list of records, and remove what is not a record.',
    ]);
  });

  test('a gzip file that unpacks to far more than its size', async () => {
    const path = await files.write('bomb.csv.gz', gzipSync('Name\n' + 'Oak\n'.repeat(100_000)));
    const failure = failureOf(read(path, { ...readLimits, unpackedBytes: 1_000, unpackedTimes: 10 }));
    const [message, remedy] = await failure;
    expect(message).toMatch(
      /^bomb.csv cannot be read: at line \d+ it is more than 10 times as large as the packed file.$/,
    );
    expect(remedy).toContain('unpack it and import the plain file');
    expect(await read(path, { ...readLimits, unpackedBytes: 1_000_000 })).toHaveLength(100_000);
  });

  test('an entry of a zip file that unpacks to far more than its size, gzipped or not', async () => {
    const text = 'Name\n' + 'Oak\n'.repeat(100_000);
    for (const zip of [createZip({ 'a.csv': text }), createZip({ 'a.csv.gz': gzipSync(text) })]) {
      const [file] = await findInputFiles(await files.write('bomb.zip', zip));
      const limits = { ...readLimits, unpackedBytes: 1_000, unpackedTimes: 10 };
      await expect(collectAll(readRows(file ?? { path: '' }, { limits }))).rejects.toThrow(
        'it is more than 10 times as large as the packed file',
      );
    }
  });

  test('a zip file with too many files', async () => {
    const entries = Object.fromEntries(Array.from({ length: readLimits.files + 1 }, (_, at) => [`${at}.csv`, '']));
    const path = await files.write('many.zip', createZip(entries));
    await expect(findInputFiles(path)).rejects.toThrow('many.zip cannot be read: it holds more than 10,000 files.');
  });

  test('a table with too many columns', async () => {
    const path = await files.write('wide.csv', 'a,b,c,d,e,f\n1,2,3,4,5,6');
    expect(await failureOf(read(path))).toEqual([
      'wide.csv cannot be read: line 1 has more than 5 columns.',
      'Check its delimiter, or keep only the columns that you need.',
    ]);
  });
});

test('a row with a cell that is too long, too deep or too wide is rejected; the others are read', async () => {
  const long = 'x'.repeat(21);
  const table = await read(await files.write('cells.csv', `Name,City\nOak,${long}\nElm,Ulm`));
  const lines = [
    { name: 'Oak', city: long },
    { name: 'Fir', tags: ['a', long] },
    { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 },
    { name: 'Elm' },
  ].map((row) => JSON.stringify(row));
  const deep = `{"name":${'['.repeat(200)}${']'.repeat(200)}}`;
  const jsonl = await read(await files.write('cells.jsonl', [deep, ...lines].join('\n')));
  const describeRow = (row: (typeof table)[number]) => (isBadRow(row) ? [row.line, row.reason] : row.read('name'));
  expect(table.map((row) => (isBadRow(row) ? [row.line, row.reason] : row.read('Name')))).toEqual([
    [2, 'City: more than 20 characters'],
    ['Elm'],
  ]);
  expect(jsonl.map(describeRow)).toEqual([
    [1, 'nested more than 100 levels deep'],
    [2, 'city: more than 20 characters'],
    [3, 'tags: more than 20 characters'],
    [4, 'more than 5 members'],
    ['Elm'],
  ]);
});

describe('what never ends', () => {
  test.each(['x', '\n', ' \t\n', '\r', ' \r\n'])('is not read on by a guard: %j', async (part) => {
    const guard = createGuard({ name: 'file.csv', maxLine: 100, limits: small });
    const block = Buffer.from(part.repeat(1_000));
    await expect(
      pipeline(Readable.from(repeat(block)), guard, async (bytes) => {
        for await (const chunk of bytes) void chunk;
      }),
    ).rejects.toThrow('file.csv cannot be read');
  });

  test.each(['[', '{"a":', '["\\"', '[1,', '[" ', '[ ', '[{"a":1},{"b":"'])(
    'is not read on as JSON: %j, repeated',
    async (part) => {
      const chunks = Readable.from(repeat(part)) as AsyncIterable<string>;
      const [message] = await failureOf(collectAll(parseJsonList(chunks, undefined, small)));
      expect(message).toMatch(/line 1: |Unexpected/);
    },
  );
});

test('a table of UTF-16 or with the line ends of the old Mac is no long line', async () => {
  const table = 'Name\r' + 'Oak\r'.repeat(100);
  expect(await read(await files.write('mac.csv', table))).toHaveLength(100);
  const utf16 = Buffer.from(`\uFEFF${table.replaceAll('\r', '\r\n')}`, 'utf16le');
  expect(await read(await files.write('utf16.csv', utf16))).toHaveLength(100);
});
