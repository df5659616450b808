import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildNameKey } from '../../db/name-key.ts';
import { columnsOf } from '../mapping/fields.ts';
import { openMappedFile, parseMapping } from '../mapping/mapped-file.ts';
import type { Mapping } from '../mapping/schema.ts';
import type { ImportedCompany, ImportedDeal } from '../records.ts';
import { findRealSets, readSource } from '../testing-sources.ts';
import { guessMapping } from './guess.ts';
import { type ReadRow, realTables, type RealTable } from './testing-real-tables.ts';

const data = findRealSets();
const folder = data && join(data, 'real-tables');
const hasTables = folder !== undefined && existsSync(folder);

type Cell = 'company' | 'date' | 'amount' | 'currency' | 'type' | 'investor' | 'place';
type WrongCell = { cell: Cell; text: string };
type Score = { right: number; unread: number; wrong: WrongCell[] };
type Compared = Score & { doubts: string[]; silent: string[] };

/** Imports a table by the guess alone and compares every cell with the reading. */
async function compare(table: RealTable, from: string): Promise<Compared> {
  const path = join(from, table.file);
  const proposal = await guessMapping(path, '2026-11-21');
  const mapping = parseMapping(JSON.stringify(proposal), 'proposal');
  const { all } = await readSource(openMappedFile(mapping, { path }));
  const names = new Map([...all('investor'), ...all('person')].map(({ key, name }) => [key, name]));
  const companies = new Map(all('company').map((company) => [company.key, company]));
  const found: Found[] =
    table.is === 'rounds'
      ? all('deal').map((deal) => describeDeal(deal, companies.get(deal.companyKey), names))
      : all('company').map((company) => describeCompany(company, names));
  if (table.is === 'companies') expect(all('deal').filter(({ raised }) => raised)).toEqual([]);
  const scored = score(table.read(from), found);
  const doubts = proposal['doubts'] as string[];
  const silent = scored.wrong.filter(
    ({ cell }) => !doubts.some((doubt) => explains(doubt, cell, listColumns(mapping, cell))),
  );
  return { ...scored, doubts, silent: silent.map(({ text }) => text) };
}

/** What a doubt says of cells that can be wrong; that a currency is assumed, for example, explains no wrong amount. */
const explained: Record<Cell, RegExp> = {
  company: /had another name before|read as Windows-1252|other columns than the header|two companies/,
  date: /not a date|day or month|two companies/,
  amount: /decimal sign|decimal point|not a plain amount|counting in|counted millions/,
  currency: /several currencies|no currency/,
  type: /unknown round type/,
  investor: /split at commas|part names|nobody is named|read as Windows-1252/,
  place: /another place before/,
};
/** Findings of whole rows, which name no column. */
const ofRows = /^(the company had another|the cells are in|one round has two)/;

const explains = (doubt: string, cell: Cell, columns: readonly string[]) =>
  explained[cell].test(doubt) &&
  (ofRows.test(doubt) || columns.some((column) => doubt.startsWith(`"${column}"`) || doubt.startsWith(column)));

function listColumns({ company, deal, investors }: Mapping, cell: Cell): string[] {
  const fields = {
    company: [company?.name],
    date: [deal?.date],
    amount: [deal?.raised, company?.total_raised],
    currency: [deal?.raised],
    type: [deal?.round_type],
    investor: investors,
    place: [company?.city, company?.state, company?.country, company?.location],
  };
  return fields[cell].flatMap((field) => (field ? columnsOf(field) : []));
}

type Found = Required<Pick<ReadRow, 'company' | 'date' | 'amount' | 'currency' | 'type'>> & {
  investors: Set<string>;
  places: string[];
};

const fold = (name: string) => buildNameKey(name).replaceAll(' ', '');
const foldAll = (list: readonly string[]) => list.map(fold);

/** Cities with two names. */
const sameCities: Record<string, string> = {
  cochin: 'kochi',
  cracow: 'krakow',
  gent: 'ghent',
  gurgaon: 'gurugram',
  nurnberg: 'nuremberg',
  praha: 'prague',
  roma: 'rome',
  sgravenhage: 'the hague',
  trivandrum: 'thiruvananthapuram',
  bangalore: 'bengaluru',
  denhaag: 'the hague',
  bombay: 'mumbai',
  uae: 'united arab emirates',
};

const describePlace = (company: ImportedCompany | undefined) =>
  [company?.placeText ?? '', ...Object.values(company?.place ?? {}).flat()].map((each) => foldPlace(each ?? ''));

const foldPlace = (place: string) => {
  const city = fold(place).replace(/^saint/, 'st');
  return fold(sameCities[city] ?? city);
};

function describeDeal(deal: ImportedDeal, company: ImportedCompany | undefined, names: Map<string, string>): Found {
  const [first] = deal.financings;
  const keys = [...(deal.investors ?? []).map(({ key }) => key), ...(deal.angels ?? [])];
  return {
    company: fold(company?.name ?? deal.companyKey),
    date: deal.date ?? null,
    amount: first?.sizeNative ?? null,
    currency: first?.currency ?? null,
    type: deal.roundType,
    investors: new Set(keys.map((key) => fold(names.get(key) ?? key))),
    places: describePlace(company),
  };
}

function describeCompany(company: ImportedCompany, names: Map<string, string>): Found {
  const keys = [...(company.backers?.investors ?? []), ...(company.backers?.people ?? [])];
  return {
    company: fold(company.name),
    date: null,
    amount: company.statedTotalUsd ?? null,
    currency: null,
    type: 'FUNDING_ROUND',
    investors: new Set(keys.map((key) => fold(names.get(key) ?? key))),
    places: describePlace(company),
  };
}

/** Compares each row with the record that agrees most with it. */
function score(rows: readonly ReadRow[], found: readonly Found[]): Score {
  const byCompany = new Map<string, Found[]>();
  for (const each of found) byCompany.set(each.company, [...(byCompany.get(each.company) ?? []), each]);
  const result = { right: 0, unread: 0, wrong: [] as WrongCell[] };
  for (const row of rows) {
    const candidates = byCompany.get(fold(row.company)) ?? [];
    const best = candidates
      .map((each) => judge(row, each))
      .toSorted((a, b) => b.right - a.right || a.wrong.length - b.wrong.length)[0];
    if (!best) result.wrong.push({ cell: 'company', text: `${row.company}: no record` });
    result.right += best?.right ?? 0;
    result.unread += best?.unread ?? 0;
    for (const { cell, text } of best?.wrong ?? []) result.wrong.push({ cell, text: `${row.company}: ${text}` });
  }
  return result;
}

function judge(row: ReadRow, found: Found): Score {
  const result = { right: 0, unread: 0, wrong: [] as WrongCell[] };
  const check = (cell: Cell, expected: string | number | null | undefined, actual: string | number | null) => {
    if (expected === undefined) return;
    if (expected === actual) result.right += 1;
    else if (actual === null || (cell === 'type' && actual === 'FUNDING_ROUND')) result.unread += 1;
    else result.wrong.push({ cell, text: `${cell} ${String(actual)}, not ${String(expected)}` });
  };
  for (const cell of ['date', 'amount', 'currency', 'type'] as const) check(cell, row[cell], found[cell]);
  for (const name of foldAll(row.investors ?? []))
    check(
      'investor',
      name,
      found.investors.has(name) ? name : found.investors.size === 0 ? null : [...found.investors].join(),
    );
  if (row.place) {
    const place = foldPlace(row.place);
    check(
      'place',
      place,
      found.places.some((each) => each.includes(place))
        ? place
        : found.places.join('') === ''
          ? null
          : found.places.join(),
    );
  }
  return result;
}

describe.skipIf(!hasTables)('tables that people share, by the guess alone', () => {
  test.each(realTables)(
    '$file',
    async (table) => {
      const { right, unread, wrong, doubts, silent } = await compare(table, folder ?? '');
      const cells = right + unread + wrong.length;
      if (process.env['FUNDSCOPE_TABLES_REPORT'])
        process.stdout.write(
          `${table.file} | ${cells} | ${((right / cells) * 100).toFixed(2)} % | ${unread} | ${wrong.length} | ${silent.length}\n${wrong
            .map(({ text }) => `    ${silent.includes(text) ? 'no doubt: ' : ''}${text}`)
            .join('\n')}\n${doubts.map((each) => `  - ${each.slice(0, 260)}`).join('\n')}\n`,
        );
      expect(right / cells).toBeGreaterThan(0.98);
      expect(silent).toEqual([]);
    },
    120_000,
  );
});
