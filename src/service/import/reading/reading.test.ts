import fc from 'fast-check';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gzipSync } from 'node:zlib';
import { collectAll, createSourceFolder, createZip, type SourceFolder } from '../testing-sources.ts';
import { inspectInput } from './encoding.ts';
import { findInputFiles, findOneInput, getInputName } from './input-files.ts';
import { findListPath, parseJsonList } from './json.ts';
import { readRows } from './source-rows.ts';
import { isBadRow, type InputRow } from './row.ts';
import { detectDialect, readTable, type TableOptions } from './table.ts';

let files: SourceFolder;
beforeAll(async () => {
  files = await createSourceFolder();
});
afterAll(() => files.remove());

const readText = (row: InputRow, column: string) => row.read(column).join(', ');

/** The rows of a file as texts; a bad row as its reason. */
async function read(path: string, options: TableOptions = {}): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const row of readTable(await findOneInput(path), options)) {
    rows.push(isBadRow(row) ? [row.reason] : row.columns.map((column) => readText(row, column)));
  }
  return rows;
}

/** Mac OS Roman and Windows-1252 for the few letters that are used here. */
const bytes: Record<string, Record<string, number>> = {
  macintosh: { é: 0x8e, ü: 0x9f, ñ: 0x96, '’': 0xd5 },
  'windows-1252': { é: 0xe9, ü: 0xfc, ñ: 0xf1, '’': 0x92 },
};
const encode = (text: string, encoding: string) =>
  Buffer.from(Array.from(text, (letter) => bytes[encoding]?.[letter] ?? letter.charCodeAt(0)));

const table = 'Name,City\nCafé Müller,Zürich\nPeñasco,Québec';
const rows = [
  ['Café Müller', 'Zürich'],
  ['Peñasco', 'Québec'],
];
const bigEndian = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('a table', () => {
  test.each([
    ['UTF-8', Buffer.from(table)],
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${table}`)],
    ['UTF-16, little-endian, with its mark', Buffer.from(`\uFEFF${table}`, 'utf16le')],
    ['UTF-16, big-endian, with its mark', bigEndian(`\uFEFF${table}`)],
    ['UTF-16 without a mark', Buffer.from(table, 'utf16le')],
    ['Windows-1252', encode(table, 'windows-1252')],
    ['Mac OS Roman', encode(table, 'macintosh')],
    ['line ends of Windows', Buffer.from(table.replaceAll('\n', '\r\n'))],
    ['line ends of the old Mac', Buffer.from(table.replaceAll('\n', '\r'))],
    ['gzip', gzipSync(table)],
  ])('is read the same from %s', async (name, content) => {
    const path = await files.write(`${name.replaceAll(' ', '-')}.csv`, content);
    expect(await read(path)).toEqual(rows);
  });

  test.each([
    [';', 'Name;Amount\n"a;b";1,5\nc;2,5'],
    ['\t', 'Name\tAmount\na, b, c\t1,5\nd\t2,5'],
    ['|', 'Name|Amount\na, b|1\nc, d|2'],
    [',', 'Name,Text\na,"one; two; three"\nb,"x; y"'],
  ])('has its delimiter detected: %j', (delimiter, sample) => {
    expect(detectDialect(sample).delimiter).toBe(delimiter);
  });

  test('keeps line breaks and U+2028 inside of quotes', async () => {
    const path = await files.write('breaks.csv', 'Name,Text\n"Oak","one\r\ntwo\u2028three"\nElm,x');
    expect(await read(path)).toEqual([
      ['Oak', 'one\r\ntwo\u2028three'],
      ['Elm', 'x'],
    ]);
  });

  test('reads quotes in a tab-separated file literally', async () => {
    const path = await files.write('quotes.tsv', 'Name\tText\nOak\tthe "best\nElm\t5" pipe');
    expect(await read(path)).toEqual([
      ['Oak', 'the "best'],
      ['Elm', '5" pipe'],
    ]);
    const quoted = await files.write('quoted.tsv', 'Name\tText\n"Oak"\t"a\tb"\n"Elm"\t"c"');
    expect(await read(quoted)).toEqual([
      ['Oak', 'a\tb'],
      ['Elm', 'c'],
    ]);
  });

  test('reports blank rows, rows of another width, and headers that are blank or repeated', async () => {
    const path = await files.write('bad.csv', 'Name,,Name\nOak,1,2\n,,\nElm,1\n');
    expect(await read(path)).toEqual([['Oak', '1', '2'], ['the row is blank'], ['2 cells instead of 3']]);
    const [first] = await collectAll(readTable({ path }));
    expect(first && !isBadRow(first) && first.columns).toEqual(['Name', 'column 2', 'Name (column 3)']);
  });

  test('has its header below the lines of a title', async () => {
    const lines = ['Rounds of 2025', '"Downloaded, by Ada"', ';;', 'Name;Amount;City', 'Oak;1,5;Ulm', 'Elm;2;Bonn'];
    const path = await files.write('titled.csv', lines.join('\n'));
    expect(await read(path)).toEqual([
      ['Oak', '1,5', 'Ulm'],
      ['Elm', '2', 'Bonn'],
    ]);
    expect(await read(await files.write('one-column.csv', 'Name\nOak\nElm'))).toEqual([['Oak'], ['Elm']]);
  });

  test('finds a letter after a megabyte of plain ASCII', async () => {
    const path = await files.write(
      'late.csv',
      Buffer.concat([Buffer.from('Name\n' + 'plain\n'.repeat(200_000)), encode('Café', 'windows-1252')]),
    );
    expect((await inspectInput({ path })).encoding).toBe('windows-1252');
    expect((await read(path, { delimiter: ',' })).at(-1)).toEqual(['Café']);
  });

  test.each([
    ['windows-1251', 'Имя,Город\nЯндекс,Москва\nСбербанк России,Санкт-Петербург'],
    ['cp932', 'Name,City\n株式会社メルカリ,東京\n楽天,東京'],
    ['gb18030', 'Name,City\n北京字节跳动科技有限公司,北京市海淀区'],
    ['cp949', 'Name,City\n카카오,서울\n네이버,성남'],
  ])('in %s is decoded correctly', async (encoding, text) => {
    const path = await files.write(`${encoding}.csv`, iconv.encode(text, encoding));
    expect((await inspectInput({ path })).encoding).toBe(encoding);
    expect((await read(path)).at(-1)).toEqual(text.split('\n').at(-1)?.split(','));
  });

  test('says what is wrong with a file that cannot be read', async () => {
    await expect(read(`${files.folder}/none.csv`)).rejects.toThrow('There is no file or folder');
    await expect(read('/dev/null')).rejects.toThrow('/dev/null is not a file.');
    await expect(read(await files.write('empty.csv', ''))).rejects.toThrow('empty.csv is empty');
    const binary = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]);
    await expect(read(await files.write('picture.csv', binary))).rejects.toThrow('picture.csv is not a text file.');
    await expect(read(await files.write('long.csv', `a,b\n"${'x,y\n'.repeat(300_000)}`))).rejects.toThrow(
      /long.csv cannot be read as a table: a row of more than a million bytes before the end of line \d+/,
    );
    await expect(read(await files.write('cut.csv.gz', gzipSync(table).subarray(0, 40)))).rejects.toThrow(
      'cut.csv is not a complete gzip file: unexpected end of file',
    );
    await expect(read(await files.write('cut.zip', 'PK and nothing else'))).rejects.toThrow('not a complete zip file');
  });
});

test('the one data file of a folder is found next to a README; several are named as they are', async () => {
  const folder = `${files.folder}/one`;
  const path = await files.write('one/raises.csv.gz', gzipSync(table));
  await files.write('one/README.md', '# Raises');
  expect(await findOneInput(folder)).toEqual({ path });
  await files.write('one/more.csv', table);
  await expect(findOneInput(folder)).rejects.toThrow('holds more.csv, raises.csv.gz, but an import reads one file');
});

describe('a zip file', () => {
  test('lists its entries, without folders and the metadata files that macOS adds', async () => {
    const zip = createZip({ 'set/a.csv': table, 'set/b.csv': 'Name\nx', '__MACOSX/set/._a.csv': 'junk' });
    const path = await files.write('set.zip', zip);
    expect((await findInputFiles(path)).map(getInputName)).toEqual(['a.csv', 'b.csv']);
    await expect(findOneInput(path)).rejects.toThrow('holds a.csv, b.csv, but an import reads one file');
  });

  test('that is a workbook of LibreOffice, or one with another ending, says so', async () => {
    for (const [name, parts] of [
      ['book.xls', { '[Content_Types].xml': 'x', 'xl/workbook.xml': 'x' }],
      ['book.ods', { 'content.xml': 'x', mimetype: 'x' }],
    ] as const) {
      const path = await files.write(name, createZip(parts));
      await expect(findOneInput(path)).rejects.toThrow(`${name} is a workbook that cannot be read`);
    }
  });

  test('is read as the file in it', async () => {
    expect(await read(await files.write('one.zip', createZip({ 'a.csv': encode(table, 'macintosh') })))).toEqual(rows);
  });

  test('is found in a folder among other files, at any depth', async () => {
    await files.write('deep/er/b.csv.gz', gzipSync('x'));
    await files.write('deep/a.zip', createZip({ 'c.tsv': 'x' }));
    expect((await findInputFiles(`${files.folder}/deep`)).map(getInputName)).toEqual(['c.tsv', 'b.csv']);
  });
});

async function parse(text: string, size: number, records?: string): Promise<unknown[]> {
  async function* chunks(): AsyncGenerator<string> {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
  }
  const elements = await collectAll(parseJsonList(chunks(), records));
  return elements.map((row) => ('reason' in row ? row.reason : row.value));
}

describe('a list of JSON', () => {
  test('yields its objects, however the text is split', async () => {
    const objects = fc.array(
      fc.dictionary(
        fc.string().filter((key) => key !== '__proto__'),
        fc.jsonValue(),
      ),
    );
    await fc.assert(
      fc.asyncProperty(objects, fc.integer({ min: 1, max: 9 }), async (list, size) => {
        const expected = JSON.parse(JSON.stringify(list)) as unknown;
        expect(await parse(JSON.stringify(list), size)).toEqual(expected);
        const nested = JSON.stringify({ a: { x: [0] }, data: { deals: list, more: list } }, null, 1);
        expect(await parse(nested, size, 'data.deals')).toEqual(expected);
      }),
      { numRuns: 50, seed: 14 },
    );
  });

  test.each([
    ['{"a":1}', undefined, 'it is not a list'],
    ['{"a":[1]}', 'b', 'it has no list at b'],
    ['{"a":{"b":1}}', 'a', 'it has no list at a'],
    ['[1,\n[2]', undefined, 'line 2: it is not complete'],
    ['[{},\n{},\n{"a":]', undefined, 'line 3: Unexpected'],
    ['[1}', undefined, 'line 1: Unexpected'],
  ])('that is invalid is rejected with its line: %s', async (text, records, message) => {
    await expect(parse(text, 3, records)).rejects.toThrow(message);
  });

  test('reads rows with nested members and lists, and reports what is not an object', async () => {
    const path = await files.write(
      'rows.json',
      '{"data":[{"name":"Oak","hq":{"city":"Rome"},"backers":[{"n":"A"},{"n":"B"}],"x":null,"n":5}, 7]}',
    );
    const [first, second] = await collectAll(readRows({ path }, { records: 'data' }));
    const row = first && !isBadRow(first) ? first : undefined;
    expect(['name', 'hq.city', 'backers.n', 'x', 'n'].map((column) => row?.read(column))).toEqual([
      ['Oak'],
      ['Rome'],
      ['A', 'B'],
      [],
      ['5'],
    ]);
    expect(row?.each('backers').map((backer) => backer.read('n'))).toEqual([['A'], ['B']]);
    expect(second).toMatchObject({ line: 1, reason: 'not an object', text: '7' });
  });

  test('of lines continues after a line that is not JSON', async () => {
    const path = await files.write('rows.jsonl', '\uFEFF{"name":"Oak"}\r\n{"name":\n\n{"name":"Elm"}');
    const found = await collectAll(readRows({ path }));
    expect(found.map((row) => [row.line, isBadRow(row) ? row.reason : readText(row, 'name')])).toEqual([
      [1, 'Oak'],
      [2, 'not valid JSON'],
      [4, 'Elm'],
    ]);
  });
});

describe('a workbook', () => {
  const readAll = async (path: string) => {
    const found: string[][] = [];
    for await (const row of readRows(await findOneInput(path)))
      found.push(isBadRow(row) ? [row.reason] : row.columns.map((column) => readText(row, column)));
    return found;
  };
  const writeBook = async () => {
    const { default: writeSheets } = await import('write-excel-file/node');
    const cells = (...values: (string | number | Date)[]) =>
      values.map((value) => (value instanceof Date ? { value, type: Date, format: 'yyyy-mm-dd' } : { value }));
    return writeSheets([
      { sheet: 'About', data: [[{ value: 'Rounds of 2023' }]] },
      {
        sheet: 'Rounds',
        data: [
          cells('Rounds'),
          cells('Company', 'Date', 'Amount'),
          cells('Oak', new Date('2023-01-02'), 1_500_000),
          cells('Elm', '', 2.5),
        ],
      },
    ] as never).toBuffer();
  };

  test('is read by its first sheet with a table, below its title, also packed', async () => {
    const book = await writeBook();
    const expected = [
      ['Oak', '2023-01-02', '1500000'],
      ['Elm', '', '2.5'],
    ];
    for (const [name, content] of [
      ['rounds.xlsx', book],
      ['rounds.xlsx.gz', gzipSync(book)],
      ['packed.zip', createZip({ 'rounds.xlsx': book })],
    ] as const)
      expect(await readAll(await files.write(name, content)), name).toEqual(expected);
  });

  test('that is cut off says so', async () => {
    const book = await writeBook();
    const path = await files.write('cut.xlsx.gz', gzipSync(book.subarray(0, 300)));
    await expect(readAll(path)).rejects.toThrow('cut.xlsx is not a complete XLSX file');
  });
});

describe('a list inside an object', () => {
  test.each([
    ['{"data": [{"a": 1}]}', 'data'],
    [
      '{"count": 2, "columns": [{"a": 1}], "result": {"raises": [{"a": 1, "b": [{"c": 1}]}, {"a": 2}]}}',
      'result.raises',
    ],
    ['{"names": ["a", "b"], "rows": [ {"a": "]}"} ', 'rows'],
    ['[{"data": [{"a": 1}]}]', undefined],
    ['{"a": 1}', undefined],
  ])('of %s is at %s', (text, path) => {
    expect(findListPath(text)).toBe(path);
  });

  test('is read without a mapping, and so are lines of objects in a file that is called JSON', async () => {
    for (const [name, text] of [
      ['wrapped.json', '{"data": [{"Name": "Oak"}, {"Name": "Elm"}]}'],
      ['lines.json', '{"Name": "Oak"}\n{"Name": "Elm"}\n'],
    ] as const) {
      const found: string[] = [];
      for await (const row of readRows(await findOneInput(await files.write(name, text))))
        if (!isBadRow(row)) found.push(readText(row, 'Name'));
      expect(found).toEqual(['Oak', 'Elm']);
    }
  });
});
