import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CsvCell } from '#contract/csv.ts';
import { toCsv } from './file-formats.ts';

/** An independent reading, letter by letter as RFC 4180 says. */
function parse(text: string): string[][] {
  const rows: string[][] = [[]];
  let [field, quoted, at] = ['', false, 0];
  const end = () => rows.at(-1)!.push(field) && (field = '');
  while (at < text.length) {
    const [letter, next] = [text[at]!, text[at + 1]];
    at += 1;
    if (quoted) {
      if (letter !== '"') field += letter;
      else if (next === '"') [field, at] = [`${field}"`, at + 1];
      else quoted = false;
    } else if (letter === '"' && field === '') quoted = true;
    else if (letter === ',') end();
    else if (letter === '\r' && next === '\n') {
      end();
      rows.push([]);
      at += 1;
    } else field += letter;
  }
  return rows.slice(0, -1);
}

const cell: fc.Arbitrary<CsvCell> = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.stringMatching(/^[=+\-@,"\r\n\t a-z0-9]{0,12}$/),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constant(null),
);
const table = fc
  .integer({ min: 1, max: 5 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }));

describe('CSV', () => {
  test('read back by another reader holds every cell', () => {
    fc.assert(
      fc.property(table, (rows) => {
        const read = parse(toCsv(rows).slice(1));
        const expected = rows.map((cells) => cells.map((one) => (one === null ? '' : String(one))));
        expect(read.map((cells) => cells.length)).toEqual(rows.map((cells) => cells.length));
        // Apostrophes are all that is added.
        const bare = (cells: string[]) => cells.map((text) => text.replaceAll("'", ''));
        expect(read.map(bare)).toEqual(expected.map(bare));
      }),
    );
  });

  test('holds no text that a spreadsheet would calculate, and every number as a number', () => {
    fc.assert(
      fc.property(table, (rows) => {
        parse(toCsv(rows).slice(1)).forEach((cells, y) =>
          cells.forEach((text, x) => {
            if (typeof rows[y]![x] === 'number') expect(Number(text)).toBe(rows[y]![x] === 0 ? 0 : rows[y]![x]);
            else expect(/^\s*[=+@]|^[\t\r\n]/.test(text)).toBe(false);
          }),
        );
      }),
    );
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['-1+1', "'-1+1"],
    ['@sum', "'@sum"],
    ['＝1', "'＝1"],
    ['\t=1', "'\t'=1"],
    ['\r=1', `"'\r'=1"`],
    ['Seed; =1+1;-5; A', "Seed;' =1+1;-5; A"],
    ['a; b-c', 'a; b-c'],
    ['-5', '-5'],
    [-5.5, '-5.5'],
    ['Anvil, Inc', '"Anvil, Inc"'],
    ['say "so"', '"say ""so"""'],
    [null, ''],
  ])('%j is written %s', (value, text) => {
    expect(toCsv([[value]])).toBe(`\uFEFF${text}\r\n`);
  });
});
