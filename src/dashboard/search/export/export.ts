import { formatCount, formatUtcDay } from '../../platform/format.ts';
import { readConnected } from '../../platform/http/connection.ts';
import { saveFile } from '../../platform/ui/copy-and-save.tsx';
import { waitForNames } from '../../library/records/request-names.ts';
import { findStatus, getFilterName, readStatusOf } from '../../library/status/statuses.ts';
import type { SearchResultPages } from '../fetch/search-results.ts';
import type { Search } from '../form/use-search.ts';
import type { AnyResource, Resource } from '../resource/resource.ts';
import type { TableState } from '../results/use-table-state.tsx';
import { findVisibleColumns, orderColumns } from '../table/column-choice.ts';
import type { Cell, ExportColumn, GridColumn, GridRow } from '../table/grid-column.ts';
import { buildWorkbook, type ExportTable, toCsv } from './file-formats.ts';
import { buildManifest, buildManifestRows, type ExportManifest } from './manifest.ts';

export type ExportFormat = 'csv' | 'xlsx' | 'json';

/** What a file holds: the columns on screen or all, and whether it describes its search. */
export type ExportOptions = {
  readonly format: ExportFormat;
  readonly columns: 'screen' | 'all';
  readonly details: boolean;
};

/** The rows of a file from unlocked records; sends no request. */
export function buildExportTable<R>(columns: readonly ExportColumn<R>[], rows: readonly R[]): ExportTable {
  return {
    heads: columns.map(([head]) => head),
    formats: columns.map(([, , format]) => format),
    rows: rows.map((row) => columns.map(([, read]) => toCell(read(row)))),
  };
}

const toCell = (value: Cell | undefined): Cell => (value === undefined || value === '' ? null : value);

/** The file of an export; with a manifest it describes its search. */
export async function buildExportFile(
  format: ExportFormat,
  table: ExportTable,
  manifest?: ExportManifest,
): Promise<Blob> {
  const facts = manifest ? buildManifestRows(manifest) : [];
  if (format === 'xlsx') return buildWorkbook(table, facts);
  if (format === 'json') {
    const rows = table.rows.map((row) => Object.fromEntries(table.heads.map((head, at) => [head, row[at] ?? null])));
    return buildBlob(JSON.stringify({ manifest, rows }, null, 1), 'application/json');
  }
  const rows = table.rows.map((row) => row.map((cell) => (typeof cell === 'boolean' ? String(cell) : cell)));
  const notes = facts.map(([name, value]) => `${name}: ${value ?? ''}`);
  return buildBlob(toCsv([table.heads, ...rows], notes), 'text/csv;charset=utf-8');
}

const buildBlob = (text: string, type: string): Blob => new Blob([text], { type });

/** The state of a screen from which a file is exported. */
export type ExportSource<R extends GridRow> = {
  readonly resource: Resource<R>;
  readonly search: Search;
  readonly results: SearchResultPages;
  readonly table: TableState<R>;
  /** The width of the table in pixels, which decides what columns fit; 0 where there is none. */
  readonly width: number;
};

/** The number of exported rows: those selected, otherwise those in view. */
export const countExported = <R extends GridRow>({ selected, arranged }: TableState<R>): number =>
  selected.length > 0 ? selected.length : arranged.view.count;

/** The columns on screen, in their order. */
export function listScreenColumns<R extends GridRow>({ table, width }: ExportSource<R>): GridColumn<R>[] {
  const visible = findVisibleColumns(table.columns, table.choice, width);
  return orderColumns(table.columns, table.choice).filter(({ id }) => visible.has(id));
}

/** What those columns are in a file of these rows. */
export const buildScreenFile = <R extends GridRow>(
  columns: readonly GridColumn<R>[],
  rows: readonly R[],
): ExportColumn<R>[] =>
  columns.flatMap(({ file = [] }) =>
    file.filter(([, read], at) => at === 0 || rows.some((row) => toCell(read(row)) !== null)),
  );

/** Saves those rows as a file and returns a message about it. Sends no request but for free names. */
export async function saveRows<R extends GridRow>(
  source: ExportSource<R>,
  { format, columns, details }: ExportOptions,
): Promise<string> {
  const { resource, table } = source;
  const rows = findExported(table);
  const all = columns === 'all' ? [...(await resource.loadExported()), ...buildStatusExport(resource)] : undefined;
  const build = () => buildExportTable(all ?? buildScreenFile(listScreenColumns(source), rows), rows);
  // Reading the rows once requests their free names.
  build();
  await waitForNames();
  const manifest = details ? describeFile(source, rows.length) : undefined;
  const name = `${resource.name}-${formatUtcDay()}.${format}`;
  saveFile(name, await buildExportFile(format, build(), manifest));
  return `${formatCount(rows.length, 'row')} written to ${name}`;
}

function describeFile<R extends GridRow>(source: ExportSource<R>, rows: number): ExportManifest {
  const { resource, search, results, table } = source;
  return buildManifest(resource, search.query, {
    rows,
    loaded: table.ids.length,
    total: results.total,
    narrowedBy: describeNarrowing(source),
    paidTenths: results.paidTenths,
    loadedAt: search.loadedAt,
    connected: readConnected(),
  });
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
  const { status, who } = search.narrowing;
  const { passed } = table.narrowed;
  const wanted = table.arranged.wanted.trim();
  return [
    ...(status ? [`status: ${getFilterName(status).toLowerCase()}`] : []),
    ...(who ? ['who: mine'] : []),
    ...(passed > 0 ? [`${formatCount(passed, 'passed row')} hidden`] : []),
    ...(wanted === '' ? [] : [`found: ${wanted}`]),
    ...(table.selected.length > 0 ? ['selected rows only'] : []),
  ];
}

/** The columns for status and tags. Notes are not exported, because files are shared. */
function buildStatusExport({ statusKind, toCompanyId }: AnyResource): readonly ExportColumn<GridRow>[] {
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
