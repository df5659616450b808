import { waitForNames } from '../../library/records/request-names.ts';
import type { Config } from '#contract/config.ts';
import { buildBody, type SearchQuery, type Section } from '../query/search-query.ts';
import type { AnyResource, Cell, ExportColumn, Resource } from '../resource/resource.ts';
import { describeQuery } from '../query/sentence.ts';
import { buildWorkbook, toCsv } from './file-formats.ts';
import { formatCount } from '../../platform/format.ts';
import { findStatus, getFilterName, readStatusOf } from '../../library/status/statuses.ts';
import { readConnected } from '../../platform/http/connection.ts';
import type { GridRow } from '../table/grid-column.ts';
import type { SearchResultPages } from '../fetch/search-results.ts';
import { saveFile } from '../../platform/ui/copy-and-save.tsx';
import type { Search } from '../form/use-search.ts';
import type { TableState } from '../results/use-table-state.tsx';

export type ExportFormat = 'csv' | 'xlsx' | 'json';

/** The contents and origin of an exported file. */
export type ExportManifest = {
  readonly query: string;
  readonly request: { readonly path: string; readonly body: Section };
  readonly answered_at: string;
  readonly saved_at: string;
  readonly rows: number;
  readonly rows_loaded: number;
  readonly rows_matching: number | null;
  /** Why it contains fewer rows than were loaded; empty if it contains all. */
  readonly narrowed_by: readonly string[];
  /** The credits charged for the loaded rows. */
  readonly credits_of_answer: number;
  readonly credits_of_this_file: 0;
  readonly source: string;
  readonly licence: string;
};

/** A table ready to be written in any format. */
export type ExportTable = { readonly heads: readonly string[]; readonly rows: readonly (readonly Cell[])[] };

/** The rows of a file from unlocked records; sends no request. */
export function buildExportTable<R>(columns: readonly ExportColumn<R>[], rows: readonly R[]): ExportTable {
  return {
    heads: columns.map(([head]) => head),
    rows: rows.map((row) => columns.map(([, read]) => read(row) ?? null)),
  };
}

type ExportFacts = {
  readonly rows: number;
  readonly loaded: number;
  readonly total: number | null;
  readonly narrowedBy: readonly string[];
  readonly paidTenths: number;
  readonly loadedAt: number;
  /** The service that sent the rows; undefined if unknown. */
  readonly connected: Config | undefined;
};

/** Describes a file: its search, date, row counts and data source. */
export function buildManifest(resource: AnyResource, query: SearchQuery, facts: ExportFacts): ExportManifest {
  const body = buildBody(resource.filters, query);
  return {
    query: `${describeQuery(resource, query)}.`,
    request: { path: `/${resource.name}`, body },
    answered_at: new Date(facts.loadedAt).toISOString(),
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

/** The data source and licence; a hosted service reports neither. */
function readOrigin(connected: Config | undefined): Pick<ExportManifest, 'source' | 'licence'> {
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

/** The manifest as rows of name and value, for formats without nested values. */
const buildManifestRows = (manifest: ExportManifest): (readonly [string, Cell])[] =>
  Object.entries(manifest).map(([name, value]) => [
    name,
    typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
  ]);

/** The files of an export. The manifest is in the same file, or in a second one for CSV. */
export async function buildExportFiles(
  format: ExportFormat,
  sheet: ExportTable,
  manifest: ExportManifest,
): Promise<[string, Blob][]> {
  if (format === 'json') {
    const rows = sheet.rows.map((row) => Object.fromEntries(sheet.heads.map((head, at) => [head, row[at] ?? null])));
    return [['json', buildBlob(JSON.stringify({ manifest, rows }, null, 1), 'application/json')]];
  }
  if (format === 'xlsx') {
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

/** The state of a screen from which a file is exported. */
export type ExportSource<R extends GridRow> = {
  readonly resource: Resource<R>;
  readonly search: Search;
  readonly results: SearchResultPages;
  readonly table: TableState<R>;
};

/** The number of exported rows: those selected, otherwise those in view. */
export const countExported = <R extends GridRow>({ selected, arranged }: TableState<R>): number =>
  selected.length > 0 ? selected.length : arranged.view.count;

/** Saves those rows as a file and returns a message about it. Sends no request. */
export async function saveRows<R extends GridRow>(source: ExportSource<R>, format: ExportFormat): Promise<string> {
  const { resource, search, results, table } = source;
  const rows = findExported(table);
  const manifest = buildManifest(resource, search.query, {
    rows: rows.length,
    loaded: table.ids.length,
    total: results.total,
    narrowedBy: describeNarrowing(source),
    paidTenths: results.paidTenths,
    loadedAt: search.loadedAt,
    connected: readConnected(),
  });
  const columns = [...resource.exported, ...buildStatusExport(resource)];
  // Reading the rows once requests their free names.
  buildExportTable(columns, rows);
  await waitForNames();
  const name = `${resource.name}-${new Date().toISOString().slice(0, 10)}`;
  const files = await buildExportFiles(format, buildExportTable(columns, rows), manifest);
  for (const [ending, blob] of files) saveFile(`${name}.${ending}`, blob);
  return `${formatCount(rows.length, 'row')} written to ${name}.${files[0]?.[0] ?? format}`;
}

function findExported<R extends GridRow>({ selected, selection, arranged: { view } }: TableState<R>): R[] {
  const rows: R[] = [];
  for (let at = 0; at < view.count; at += 1) {
    const row = view.rowAt(at);
    if (row && (selected.length === 0 || selection.ids.has(row.id))) rows.push(row);
  }
  return rows;
}

/** Why a file contains fewer rows than are loaded; empty if it contains all. */
export function describeNarrowing<R extends GridRow>({ search, table }: ExportSource<R>): readonly string[] {
  const { status } = search.narrowing;
  const { passed } = table.narrowed;
  const wanted = table.arranged.wanted.trim();
  return [
    ...(status ? [`mark: ${getFilterName(status).toLowerCase()}`] : []),
    ...(passed > 0 ? [`${formatCount(passed, 'passed row')} hidden`] : []),
    ...(wanted === '' ? [] : [`found: ${wanted}`]),
    ...(table.selected.length > 0 ? [`selected: ${formatCount(table.selected.length, 'row')}`] : []),
  ];
}

/** The columns for status and tags. Notes are not exported, because files are shared. */
export function buildStatusExport({ statusKind, toCompanyId }: AnyResource): readonly ExportColumn<GridRow>[] {
  const readCompany = (id: string) => {
    const companyId = toCompanyId?.(id);
    return companyId === undefined ? undefined : readStatusOf('company', companyId);
  };
  return [
    ['mark', ({ id }) => readStatusOf(statusKind, id).status],
    ...(toCompanyId ? [['company_mark', ({ id }) => readCompany(id)?.status] as ExportColumn<GridRow>] : []),
    ['tags', ({ id }) => findStatus(readStatusOf(statusKind, id), readCompany(id)).tags.join('; ') || null],
  ];
}
