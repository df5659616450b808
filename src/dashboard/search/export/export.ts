import type { Config } from '#contract/config.ts';
import { buildBody, type SearchQuery, type Section } from '../query/search-query.ts';
import type { AnyResource, Cell, ExportColumn } from '../resource/resource.ts';
import { describeQuery } from '../query/sentence.ts';
import { toCsv } from './csv.ts';

export type ExportFormat = 'csv' | 'xlsx' | 'json';

/** What a file holds and where it came from. */
export type Manifest = {
  readonly query: string;
  readonly request: { readonly path: string; readonly body: Section };
  readonly answered_at: string;
  readonly saved_at: string;
  readonly rows: number;
  readonly rows_loaded: number;
  readonly rows_matching: number | null;
  /** Why it holds fewer rows than were loaded; empty when it holds all. */
  readonly narrowed_by: readonly string[];
  /** What the loaded rows were billed when they came. */
  readonly credits_of_answer: number;
  readonly credits_of_this_file: 0;
  readonly source: string;
  readonly licence: string;
};

/** A table ready to be written in any format. */
export type Sheet = { readonly heads: readonly string[]; readonly rows: readonly (readonly Cell[])[] };

/** The rows of a file out of owned records; nothing is asked. */
export function buildSheet<R>(columns: readonly ExportColumn<R>[], rows: readonly R[]): Sheet {
  return {
    heads: columns.map(([head]) => head),
    rows: rows.map((row) => columns.map(([, read]) => read(row) ?? null)),
  };
}

type Facts = {
  readonly rows: number;
  readonly loaded: number;
  readonly total: number | null;
  readonly narrowedBy: readonly string[];
  readonly paidTenths: number;
  readonly answeredAt: number;
  /** What answered; undefined where that is not known. */
  readonly connected: Config | undefined;
};

/** Says what a file holds: which query, when, how many of how many, and whose data it is. */
export function buildManifest(resource: AnyResource, query: SearchQuery, facts: Facts): Manifest {
  const body = buildBody(resource.filters, query);
  return {
    query: `${describeQuery(resource, query)}.`,
    request: { path: `/${resource.name}`, body },
    answered_at: new Date(facts.answeredAt).toISOString(),
    saved_at: new Date().toISOString(),
    rows: facts.rows,
    rows_loaded: facts.loaded,
    rows_matching: facts.total,
    narrowed_by: facts.narrowedBy,
    credits_of_answer: facts.paidTenths / 10,
    credits_of_this_file: 0,
    ...readOrigin(facts.connected),
  };
}

/** Whose rows these are, and under which licence; a hosted service names neither. */
function readOrigin(connected: Config | undefined): Pick<Manifest, 'source' | 'licence'> {
  if (connected?.service !== 'own') {
    return {
      source: `hosted service at ${connected?.host ?? 'an unknown host'}`,
      licence: 'as agreed with the hosted service',
    };
  }
  const { sources } = connected;
  return {
    source: ['own service', ...sources.map(({ title }) => title)].join(', '),
    licence: [...new Set(sources.map(({ licence }) => licence))].join(', '),
  };
}

/** The manifest as lines of name and value, for formats that know no structure. */
const buildManifestRows = (manifest: Manifest): (readonly [string, Cell])[] =>
  Object.entries(manifest).map(([name, value]) => [
    name,
    typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
  ]);

/** A table as the bytes of a file, and its manifest in the same file, or beside it where that would break readers. */
export async function buildFiles(format: ExportFormat, sheet: Sheet, manifest: Manifest): Promise<[string, Blob][]> {
  if (format === 'json') {
    const rows = sheet.rows.map((row) => Object.fromEntries(sheet.heads.map((head, at) => [head, row[at] ?? null])));
    return [['json', buildBlob(JSON.stringify({ manifest, rows }, null, 1), 'application/json')]];
  }
  if (format === 'xlsx') {
    const { buildWorkbook } = await import('./workbook.ts');
    return [['xlsx', await buildWorkbook(sheet, buildManifestRows(manifest))]];
  }
  const csv = toCsv([
    sheet.heads,
    ...sheet.rows.map((row) => row.map((cell) => (typeof cell === 'boolean' ? String(cell) : cell))),
  ]);
  return [
    ['csv', buildBlob(csv, 'text/csv;charset=utf-8')],
    ['manifest.json', buildBlob(JSON.stringify(manifest, null, 1), 'application/json')],
  ];
}

const buildBlob = (text: string, type: string): Blob => new Blob([text], { type });
