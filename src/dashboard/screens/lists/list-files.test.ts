// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { toDelimiter } from '../../records/lists/lists.ts';
import { parseListTable } from '../../records/lists/parse-table.ts';
import { decodeText, encodeListText, formatEnriched } from './list-files.ts';

const utf16 = (text: string, little: boolean): number[] =>
  Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)).flatMap((code) => {
    const [low, high] = [code & 0xff, code >> 8];
    return little ? [low, high] : [high, low];
  });
const latin = (text: string): number[] => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
const utf8 = (text: string): number[] => [...new TextEncoder().encode(text)];
const text = 'Name;Domain\r\nBäckerei Übel;uebel.de\r\n';

test.each([
  ['UTF-8', utf8(text)],
  ['UTF-8', [0xef, 0xbb, 0xbf, ...utf8(text)]],
  ['UTF-16', [0xff, 0xfe, ...utf16(text, true)]],
  ['UTF-16', [0xfe, 0xff, ...utf16(text, false)]],
  ['UTF-16', utf16(text, true)],
  ['UTF-16', utf16(text, false)],
  ['Latin-1', latin(text)],
])('reads every letter of %s, with or without its mark', (encoding, bytes) => {
  expect(decodeText(new Uint8Array(bytes))).toEqual({ text, encoding });
});

test.each([
  ['an empty file', []],
  ['a workbook', [0x50, 0x4b, 3, 4]],
  ['what is no text', [...utf8('a,b'), 0, 0xff]],
])('rejects %s with a message', (_, bytes) => {
  expect(decodeText(new Uint8Array(bytes))).toMatchObject({ problem: expect.stringMatching(/\.$/) as string });
});

test.each(['UTF-8', 'UTF-16', 'Latin-1'])(
  'writes every letter in %s, as a file in that encoding is read',
  (encoding) => {
    expect(decodeText(encodeListText(text, encoding))).toEqual({ text, encoding });
  },
);

test('a letter that the encoding of the file lacks is not lost', () => {
  expect(decodeText(encodeListText('Łódź', 'Latin-1'))).toEqual({ text: 'Łódź', encoding: 'UTF-8' });
});

test.each([',', ';', '\t'])('an enriched file keeps the delimiter %j, also in cells', (delimiter) => {
  const rows = [
    ['Name', 'Domain'],
    [`Übel${delimiter}Co`, 'uebel.de'],
  ];
  const file = decodeText(
    formatEnriched(rows, { layout: { delimiter, header: true, columns: {} }, encoding: 'Latin-1' }),
  );
  const table = parseListTable(file.text ?? '', { delimiter: toDelimiter(delimiter), header: true });
  expect([file, table.heads, table.lines.map(({ cells }) => cells)]).toMatchObject([
    { encoding: 'Latin-1' },
    rows[0],
    [rows[1]],
  ]);
});
