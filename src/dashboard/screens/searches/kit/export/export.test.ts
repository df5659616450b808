import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readWorkbook } from '../../../../../testing/read-workbook.ts';
import { buildColumns } from '../record/column-kinds.tsx';
import type { Cell } from '../table/grid-column.ts';
import { buildExportFile, buildExportTable, buildScreenFile } from './export.ts';
import { joinCell } from './file-formats.ts';
import type { ExportManifest } from './manifest.ts';

const manifest: ExportManifest = {
  query: 'All things, newest\nfirst.',
  request: { path: '/things', body: {} },
  answered_at: '2026-11-22T00:00:00.000Z',
  saved_at: '2026-11-22T00:00:00.000Z',
  rows: 2,
  rows_loaded: 2,
  rows_matching: null,
  narrowed_by: [],
  credits_of_answer: 2.5,
  credits_of_this_file: 0,
  source: 'own service',
  licence: 'CC BY 4.0',
};
const cell: fc.Arbitrary<Cell> = fc.oneof(fc.string({ minLength: 1 }), fc.integer(), fc.boolean(), fc.constant(null));

type Thing = {
  readonly id: string;
  readonly day: string | null;
  readonly usd: number | null;
  readonly deals: readonly [part: number | null, of: number];
};
const columns = buildColumns<Thing>({
  name: { header: 'Name', kind: 'text', read: ({ id }) => id },
  day: { header: 'Announced', kind: 'day', read: ({ day }) => day },
  usd: { header: 'Raised', kind: 'money', read: ({ usd }) => usd },
  deals: { header: 'Deals', kind: 'part', read: ({ deals }) => deals },
});
const things: Thing[] = [
  { id: '=1+1 & "so" <on>', day: '2026-11-20T23:30:00Z', usd: 11_500_000, deals: [null, 4100] },
  { id: 'Crème', day: null, usd: null, deals: [null, 2] },
];
const build = (rows: Thing[]) => buildExportTable(buildScreenFile(columns, rows), rows);
const readBytes = async (file: Blob) => Buffer.from(await file.arrayBuffer());

test('a JSON file holds every row unchanged, and its search where wanted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { maxLength: 20 }), fc.boolean(), async (rows, details) => {
      const table = buildExportTable<readonly [Cell, Cell]>(
        [
          ['one', ([one]) => one],
          ['other', ([, other]) => other],
        ],
        rows,
      );
      const file = await buildExportFile('json', table, details ? manifest : undefined);
      expect(JSON.parse(await file.text())).toEqual({
        ...(details && { manifest }),
        rows: rows.map(([one, other]) => ({ one, other })),
      });
    }),
  );
});

test('a CSV file begins with its heads, or with the search in # lines, and reads the same either way', async () => {
  const plain = await (await buildExportFile('csv', build(things))).text();
  expect(plain.split('\r\n')[0]).toBe('Name,Announced,Raised (USD),Deals');
  const described = await (await buildExportFile('csv', build(things), manifest)).text();
  expect(described.split('\r\n')[0]).toBe('# query: All things, newest first.');
  expect(described).toContain('\r\n# credits_of_answer: 2.5\r\n');
  const read = (text: string) => parse(text, { bom: true, columns: true, comment: '#', comment_no_infix: true });
  expect(read(described)).toEqual(read(plain));
  expect(read(plain)).toEqual([
    { Name: `'${things[0]!.id}`, Announced: '2026-11-20', 'Raised (USD)': '11500000', Deals: '4100' },
    { Name: 'Crème', Announced: '', 'Raised (USD)': '', Deals: '2' },
  ]);
});

test('a workbook read back has text as text, days as dates, amounts as numbers with their format', async () => {
  const [rows, ...others] = readWorkbook(await readBytes(await buildExportFile('xlsx', build(things))));
  expect(others).toEqual([]);
  const day = (Date.parse('2026-11-20') - Date.parse('1899-12-30')) / 86_400_000;
  expect(rows!.cells).toMatchObject({
    A1: { value: 'Name' },
    C1: { value: 'Raised (USD)' },
    A2: { value: things[0]!.id },
    B2: { value: day, format: 'yyyy-mm-dd' },
    C2: { value: 11_500_000, format: '"$"#,##0' },
    D2: { value: 4100, format: '#,##0' },
    A3: { value: 'Crème' },
    D3: { value: 2 },
  });
  expect(Object.keys(rows!.cells)).not.toContain('B3');
  expect(rows!.widths).toHaveLength(4);
  expect(rows!.widths[0]).toBeGreaterThan(things[0]!.id.length);
});

test('a workbook describes its search on a second sheet where wanted', async () => {
  const file = await buildExportFile('xlsx', build(things), manifest);
  const [, search] = readWorkbook(await readBytes(file));
  expect(search).toMatchObject({ name: 'Search', cells: { A1: { value: 'query' }, B1: { value: manifest.query } } });
  expect(Object.values(search!.cells).map(({ value }) => value)).toContain(2.5);
});

test('a range is words in CSV, which spreadsheets would read as a day, and stays as it is elsewhere', async () => {
  const table = buildExportTable<Thing>([['employees', () => '1-10', 'range']], things.slice(1));
  expect(await (await buildExportFile('csv', table)).text()).toContain('1 to 10');
  expect(JSON.parse(await (await buildExportFile('json', table)).text())).toEqual({ rows: [{ employees: '1-10' }] });
  const [rows] = readWorkbook(await readBytes(await buildExportFile('xlsx', table)));
  expect(rows!.cells['A2']).toMatchObject({ value: '1-10' });
});

test('several names are one cell with one separator, in every file', () => {
  expect(joinCell(['Fintech', null, 'Payments, global'])).toBe('Fintech; Payments, global');
  expect(joinCell([undefined])).toBeNull();
});

test('matching deals are a column of their own where a row has them', () => {
  const searched: Thing[] = [...things, { id: 'Third', day: null, usd: null, deals: [3, 41] }];
  const { heads, rows } = build(searched);
  expect(heads).toEqual(['Name', 'Announced', 'Raised (USD)', 'Deals', 'Deals, matching']);
  expect(rows.map((row) => row.slice(3))).toEqual([
    [4100, null],
    [2, null],
    [41, 3],
  ]);
});
