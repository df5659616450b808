// @vitest-environment jsdom
import { strFromU8, unzipSync } from 'fflate';
import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CsvCell, formatCsvRow } from '#contract/csv.ts';
import { buildEnrichment } from './lists/list-files.ts';
import { buildExportFile } from './searches/kit/export/save-rows.ts';
import type { ExportManifest } from './searches/kit/export/manifest.ts';
import { toCsv } from './searches/kit/export/file-formats.ts';

/** Files with text of others are opened in spreadsheets, which run what begins like a formula. */

/** How spreadsheets part cells: by comma, or by the list separator of the user's language. */
const delimiters = [',', ';', '\t', '|'];

/** Reads cells as a spreadsheet does: a quote counts only where a cell begins, and every line break ends a row. */
function readCells(text: string, delimiter: string): string[] {
  const cells: string[] = [];
  let [cell, isQuoted, isBegun] = ['', false, false];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]!;
    if (isQuoted && letter === '"' && text[at + 1] === '"') {
      cell += letter;
      at += 1;
    } else if (isQuoted && letter === '"') isQuoted = false;
    else if (!isQuoted && letter === '"' && !isBegun) [isQuoted, isBegun] = [true, true];
    else if (!isQuoted && (letter === delimiter || letter === '\r' || letter === '\n')) {
      cells.push(cell);
      [cell, isBegun] = ['', false];
    } else {
      cell += letter;
      isBegun = true;
    }
  }
  return [...cells, cell];
}

/** Spreadsheets skip spaces and what they cannot show; full-width signs count as well. */
const runs = /^[\s\p{C}]*[=+\-@＝＋－＠]/u;
const isNumber = (cell: string): boolean => /^\s*-?\d+(\.\d+)?\s*$/.test(cell);
const findFormulas = (text: string): string[] =>
  delimiters.flatMap((delimiter) =>
    readCells(text.replace(/^\uFEFF/, ''), delimiter).filter((cell) => runs.test(cell) && !isNumber(cell)),
  );

const hostile = [
  '=1+1',
  "=cmd|'/C calc'!A0",
  '@SUM(A1)',
  '-1+1',
  '+1',
  '\t=1',
  '\r=1',
  '\r\n=1',
  '\u0000=1',
  '\u200B=1',
  '\u00A0=1',
  '＝1',
  '"=1',
  'x;=1',
  'x;"=1";y',
  'x; \u200B"" =1;y',
  'x\t=1\ty',
  'x|=1|y',
  'x\r\n=1',
  'x\u0085=1',
  'x,=1',
  'x,"=1"',
  '"x;=1',
  '";"",=1',
];
const text = fc.oneof(
  fc.constantFrom(...hostile),
  fc.array(fc.constantFrom(...hostile), { maxLength: 3 }).map((parts) => parts.join('')),
  fc.stringMatching(/^[=+@;,|"'\r\n\t a1\u200B]{0,9}$/),
  fc.string(),
);
const cell: fc.Arbitrary<CsvCell> = fc.oneof({ weight: 4, arbitrary: text }, fc.nat(), fc.constant(null));
const manifest = (query: string): ExportManifest => ({
  query,
  request: { path: '/deals', body: { company: { search_query: query } } },
  answered_at: '2026-11-22T00:00:00.000Z',
  saved_at: '2026-11-22T00:00:00.000Z',
  rows: 1,
  rows_loaded: 1,
  rows_matching: null,
  narrowed_by: [query],
  credits_of_answer: 2.5,
  credits_of_this_file: 0,
  source: query,
  licence: query,
});
const buildTable = (texts: readonly string[]) => ({ heads: texts, formats: texts.map(() => undefined), rows: [texts] });

/** Every way to write CSV, with a text in each place that others can fill. */
const writers: Record<string, (texts: string[]) => string | Promise<string>> = {
  'a table': (texts) => toCsv([texts, texts]),
  'its notes': (texts) => toCsv([texts], texts),
  'rows of a search with its details': async (texts) =>
    (await buildExportFile('csv', buildTable(texts), manifest(texts.join('')))).text(),
  'an enriched list': (texts) =>
    toCsv(
      buildEnrichment(
        { heads: texts },
        [
          {
            id: 'x',
            number: 1,
            key: undefined,
            names: '',
            candidates: [],
            cells: texts,
            state: 'bad',
            why: texts[0] ?? '',
            leftOut: false,
            companyId: undefined,
          },
        ],
        { heads: texts, read: () => undefined },
      ),
    ),
};

describe('no cell is a formula, with any delimiter', () => {
  test.each(Object.entries(writers))('in %s', async (_, write) => {
    for (const one of hostile) expect(findFormulas(await write([one]))).toEqual([]);
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 4 }), async (texts) => {
        expect(findFormulas(await write(texts))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test('in rows of text and numbers', () => {
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }), (rows) => {
        expect(findFormulas(rows.map(formatCsvRow).join(''))).toEqual([]);
      }),
      { numRuns: 2000 },
    );
  });

  test('in a workbook', async () => {
    const file = await buildExportFile('xlsx', buildTable(hostile), manifest(hostile.join('')));
    const parts = Object.entries(unzipSync(new Uint8Array(await file.arrayBuffer())));
    const sheets = parts.filter(([name]) => /sheets\/.*\.xml$/.test(name)).map(([, bytes]) => strFromU8(bytes));
    expect(sheets).toHaveLength(2);
    // A formula has an element of its own, and text has the type of text.
    for (const sheet of sheets) {
      expect(sheet).not.toMatch(/<f[\s>]|t="str"/);
      expect(sheet).toMatch(/t="(s|inlineStr)"/);
    }
  });
});

const sourceDir = join(import.meta.dirname, '../..');

test('only one file puts cells between delimiters', () => {
  const sources = readdirSync(sourceDir, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /^(contract|client|service|gateway|dashboard)\/.*\.tsx?$/.test(path) && !/\.test\.|testing/.test(path),
  );
  const writing = sources.filter((path) =>
    /\.join\((?:(['"`])[,;|]\1|delimiter)\).*\\r?\\n/.test(readFileSync(join(sourceDir, path), 'utf8')),
  );
  expect(writing).toEqual(['contract/csv.ts']);
});
