import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readWorkbook } from '../../../../../testing/read-workbook.ts';
import { buildColumns } from '../record/column-kinds.tsx';
import type { Cell } from '../table/grid-column.ts';
import { crms, crmFiles, type CrmFile } from '#contract/crm.ts';
import { buildCrmFile, buildExportFile, buildExportTable, buildScreenFile } from './save-rows.ts';
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

type Exported = Readonly<Record<string, Cell>>;
const read = (head: string) => [head, (row: Exported) => row[head] ?? null] as const;
const acme: Exported = {
  deal_id: 'd1',
  company: 'Acme, Inc',
  domain: 'acme.example',
  round_type: 'SERIES_A',
  pre: false,
  extension: true,
  announced_utc: '2026-11-28',
  added_utc: '2026-11-29',
  raised_usd: 12_000_000.5,
  lead_investors: 'Alder Capital; Bay, Fund',
};
const readCrmFile = async (crm: (typeof crms)[number], file: CrmFile, row: Exported, owner = '') => {
  const text = await buildCrmFile({ crm, owner }, file, Object.keys(row).map(read), [row]).text();
  return parse<Record<string, string>>(text, { columns: true })[0]!;
};

test('a CRM file names deals, their required fields, amounts, days and lists as that CRM imports them', async () => {
  const name = 'Acme, Inc, Series A Extension, 2026-11-28';
  expect(await readCrmFile('attio', 'deals', acme, 'ann@fund.example')).toMatchObject({
    Name: name,
    'Deal stage': 'Lead',
    'Deal owner': 'ann@fund.example',
    'Deal value': '12000000.5',
    'Associated company': 'acme.example',
    Announced: '2026-11-28',
    'Lead investors': 'Alder Capital, Bay Fund',
  });
  expect(await readCrmFile('hubspot', 'deals', acme)).toMatchObject({
    'Deal Name': name,
    Pipeline: 'Sales Pipeline',
    'Deal Stage': 'Appointment Scheduled',
    'Company Domain Name': 'acme.example',
    'Close Date': '2026-11-28',
    'Lead investors': 'Alder Capital;Bay, Fund',
  });
  expect(await readCrmFile('affinity', 'deals', acme)).toMatchObject({
    'Opportunity Name': name,
    Announced: '11/28/2026',
    'Lead investors': 'Alder Capital; Bay, Fund',
  });
  const undated = { ...acme, announced_utc: null };
  expect(await readCrmFile('salesforce', 'deals', undated)).toMatchObject({
    'Opportunity Name': 'Acme, Inc, Series A Extension',
    Stage: 'Prospecting',
    'Close Date': '2026-11-29',
    Website: 'https://acme.example',
  });
});

test('a person of a CRM file has a first and a last name, and investors are companies with their own id', async () => {
  const person = { person_id: 'p1', name: 'Anna van der Berg', employer_domain: 'acme.example' };
  for (const crm of crms) {
    const { 'First Name': first, 'First name': other, ...row } = await readCrmFile(crm, 'people', person);
    expect(first ?? other).toBe('Anna van der');
    expect(Object.values(row)).toContain('Berg');
    expect(await readCrmFile(crm, 'people', { ...person, name: 'Cher' })).toMatchObject({ 'Fundscope ID': 'p1' });
    expect(await readCrmFile(crm, 'companies', { investor_id: 'f1', name: 'Alder Capital' })).toMatchObject({
      'Fundscope ID': 'f1',
    });
  }
});

test('no CRM file has a header twice, a byte order mark, or a cell that a spreadsheet would run', async () => {
  for (const crm of crms) {
    for (const file of crmFiles) {
      const written = ['name', 'description', 'company', 'title'].map(read);
      const rows = [{ name: '=1+1', company: '=1+1', description: '@cmd', title: '+1' }];
      const [heads = '', cells = ''] = (
        await buildCrmFile({ crm, owner: 'ann@fund.example' }, file, written, rows).text()
      ).split('\r\n');
      const headers = heads.split(',');
      expect(new Set(headers).size).toBe(headers.length);
      expect(heads).not.toMatch(/^\uFEFF/);
      expect(cells).not.toMatch(/(^|,)[=@+]/);
    }
  }
});
