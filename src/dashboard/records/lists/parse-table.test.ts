import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listDelimiters, guessLayout, parseListTable } from './parse-table.ts';
import { toCsv } from '../../screens/searches/kit/export/file-formats.ts';

test.each(listDelimiters)('recognizes %j, the header line and the columns by their content', (delimiter) => {
  const text = [
    ['Id', 'Firma', 'Web', 'Social', 'Mail'],
    ['1', 'Acme', 'https://www.acme.com/about', 'linkedin.com/company/acme/', 'info@acme.com'],
    ['2', '"Bolt; Sons, Co"', 'bolt.co.uk', '', ''],
  ]
    .map((cells) => cells.join(delimiter))
    .join('\r\n');
  expect(guessLayout(text)).toEqual({ delimiter, header: true, columns: { domain: 2, linkedin: 3 } });
});

test('reads the line that names the delimiter as no row', () => {
  const text = '\uFEFFsep=;\nAccount;Website\nOnda, Ltd;onda.example\n';
  expect(guessLayout(text)).toEqual({ delimiter: ';', header: true, columns: { domain: 1, name: 0 } });
  const { heads, lines } = parseListTable(text, { delimiter: ';', header: true });
  expect([heads, lines]).toEqual([['Account', 'Website'], [{ number: 3, cells: ['Onda, Ltd', 'onda.example'] }]]);
});

test('recognizes a file without a header, and one without identifiers', () => {
  expect(guessLayout('acme.com\nbolt.de\n')).toEqual({ delimiter: ',', header: false, columns: { domain: 0 } });
  expect(guessLayout('acme.com')).toEqual({ delimiter: ',', header: false, columns: { domain: 0 } });
  expect(guessLayout('42,7\n43,8\n')).toEqual({ delimiter: ',', header: false, columns: {} });
});

test('finds the names of companies by their header, and without one as the first text of each line', () => {
  expect(guessLayout('Id,Company name,City\n1,Acme,Berlin\n')).toMatchObject({ header: true, columns: { name: 1 } });
  expect(guessLayout('Acme Robotics\nBolt\n')).toEqual({ delimiter: ',', header: false, columns: { name: 0 } });
  expect(guessLayout('Name;Web\nAcme;acme.com\nBolt;\n').columns).toEqual({ name: 0, domain: 1 });
});

test('numbers lines like an editor, with blank lines, line breaks in cells and any line end', () => {
  const text = 'Name,Web\r\n\r\n"Acme\nInc",acme.com\rBolt "the best",bolt.de\n\nCore,core.io';
  const { heads, lines, brokenAt } = parseListTable(text, { delimiter: ',', header: true });
  expect(heads).toEqual(['Name', 'Web']);
  expect(lines).toEqual([
    { number: 3, cells: ['Acme\nInc', 'acme.com'] },
    { number: 5, cells: ['Bolt "the best"', 'bolt.de'] },
    { number: 7, cells: ['Core', 'core.io'] },
  ]);
  expect(brokenAt).toBeUndefined();
});

test('reports the first unreadable line, and keeps the lines before it', () => {
  const { lines, brokenAt } = parseListTable('acme.com\n"bolt.de\ncore.io\n', { delimiter: ',', header: false });
  expect(lines).toEqual([{ number: 1, cells: ['acme.com'] }]);
  expect(brokenAt).toBe(2);
});

test('reads back every cell of any file that we write ourselves', () => {
  const cell = fc.string({ unit: 'grapheme' }).filter((text) => !/^[\s'=+\-@＝＋－＠]/.test(text));
  const rows = fc
    .integer({ min: 2, max: 5 })
    .chain((width) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 20 }),
    );
  fc.assert(
    fc.property(rows, (cells) => {
      const { lines } = parseListTable(toCsv(cells).slice(1), { delimiter: ',', header: false });
      expect(lines.map((line) => line.cells)).toEqual(cells);
    }),
  );
});
