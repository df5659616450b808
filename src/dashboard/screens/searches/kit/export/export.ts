import { type Crm, type CrmFile, listCrmColumns, nameImporter } from '#contract/crm.ts';
import { type CsvCell, formatCsvRange, formatCsvRow } from '#contract/csv.ts';
import { formatOrigin, listDisagreements, type RecordProvenance } from '#contract/sources.ts';
import type { RecordStatus } from '#contract/workspace/statuses.ts';
import { formatCount, formatDayOf, formatUtcDay } from '../../../../platform/format.ts';
import { readConnected } from '../../../../platform/http/connection.ts';
import { saveFile } from '../../../../platform/ui/copy-and-save.tsx';
import { areSourcesKnown, fetchProvenance } from '../../../../records/origin.tsx';
import { waitForNames } from '../../../../records/request-names.ts';
import { findStatus, getFilterName, readStatusOf } from '../../../../records/status/statuses.ts';
import type { SearchResults } from '../fetch/stored-results.ts';
import type { SearchUrl } from '../query/search-query.ts';
import type { Resource, ResourceQuery, RowDisplay } from '../resource/resource.ts';
import type { TableState } from '../results/results-table.tsx';
import type { Cell, CellFormat, ExportColumn, GridColumn, GridRow } from '../table/grid-column.ts';
import { listRows, listVisibleColumns } from '../table/use-data-table.tsx';
import { buildWorkbook, type ExportTable, joinCell, toCsv } from './file-formats.ts';
import { buildManifest, buildManifestRows, type ExportManifest } from './manifest.ts';

export type ExportFormat = 'csv' | 'xlsx' | 'json' | 'crm';

/** What a file holds: the columns on screen or all, and whether it describes its search. */
export type ExportOptions = {
  readonly format: ExportFormat;
  readonly columns: 'screen' | 'all';
  readonly details: boolean;
  /** Whether it has the notes, owners and next steps of the rows; left out by default, because files are shared. */
  readonly notes: boolean;
  /** Whether it says of each row from which sources, files and rows it is. */
  readonly sources: boolean;
  /** Whose importer the file of format `crm` is for, and the email address of the owner there; empty for none. */
  readonly crm: Crm;
  readonly owner: string;
  /** The first UTC day on which rows were added; empty for all. */
  readonly since: string;
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
  format: Exclude<ExportFormat, 'crm'>,
  table: ExportTable,
  manifest?: ExportManifest,
): Promise<Blob> {
  const facts = manifest ? buildManifestRows(manifest) : [];
  if (format === 'xlsx') return buildWorkbook([['Rows', table]], facts);
  if (format === 'json') {
    const rows = table.rows.map((row) => Object.fromEntries(table.heads.map((head, at) => [head, row[at] ?? null])));
    return buildBlob(JSON.stringify({ manifest, rows }, null, 1), 'application/json');
  }
  const rows = table.rows.map((row) => row.map((cell, at) => toCsvText(cell, table.formats[at])));
  const notes = facts.map(([name, value]) => `${name}: ${value ?? ''}`);
  return buildBlob(toCsv([table.heads, ...rows], notes), 'text/csv;charset=utf-8');
}

/** The file that a CRM takes for these columns of rows, without a byte order mark. */
export function buildCrmFile<R>(
  { crm, owner }: Pick<ExportOptions, 'crm' | 'owner'>,
  file: CrmFile,
  columns: readonly ExportColumn<R>[],
  rows: readonly R[],
): Blob {
  const reads = new Map(columns.map(([head, read]) => [head, read]));
  const written = listCrmColumns(crm, file, owner);
  const lines = rows.map((row) => written.map(([, read]) => read((head) => reads.get(head)?.(row))));
  return buildBlob([written.map(([header]) => header), ...lines].map(formatCsvRow).join(''), 'text/csv;charset=utf-8');
}

/** Spreadsheets take 1-10 for a day, but only in CSV. */
const toCsvText = (cell: Cell, format: CellFormat | undefined): CsvCell =>
  typeof cell === 'boolean'
    ? String(cell)
    : format === 'range' && typeof cell === 'string'
      ? formatCsvRange(cell)
      : cell;

const buildBlob = (text: string, type: string): Blob => new Blob([text], { type });

/** The state of a screen from which a file is exported. */
export type ExportSource<R extends GridRow> = ResourceQuery & {
  readonly display: RowDisplay<R>;
  readonly place: SearchUrl;
  readonly results: SearchResults;
  readonly state: TableState<R>;
};

/** The columns on screen, in their order. */
export const listScreenColumns = <R extends GridRow>({ state: { table, columns } }: ExportSource<R>): GridColumn<R>[] =>
  listVisibleColumns(table).flatMap(({ id }) => columns.find((column) => column.id === id) ?? []);

/** What those columns are in a file of these rows. */
export const buildScreenFile = <R extends GridRow>(
  columns: readonly GridColumn<R>[],
  rows: readonly R[],
): ExportColumn<R>[] =>
  columns.flatMap(({ file = [] }) =>
    file.filter(([, read], at) => at === 0 || rows.some((row) => toCell(read(row)) !== null)),
  );

/** The ids of the exported rows, whenever they were added. */
export const listIds = <R extends GridRow>(source: Pick<ExportSource<R>, 'display' | 'state'>): string[] =>
  findExported(source, { since: '' }).map(({ id }) => id);

/** Saves those rows as a file and returns a message about it. Sends no request but for free names and sources. */
export async function saveRows<R extends GridRow>(source: ExportSource<R>, options: ExportOptions): Promise<string> {
  const { format, columns, details, notes, sources, crm } = options;
  const { resource, display } = source;
  const origins = needsOrigins(source, options)
    ? await fetchProvenance(resource.statusKind, listIds(source))
    : undefined;
  const rows = findExported(source, options, origins);
  if (format === 'crm') {
    const file = crmFileOf[resource.name];
    const build = () => buildCrmFile(options, file, display.exported, rows);
    build();
    await waitForNames();
    const name = `${resource.name}-${crm}-${formatUtcDay()}.csv`;
    saveFile(name, build());
    return `${formatCount(rows.length, 'row')} written to ${name}. Import it in ${nameImporter(crm, file)}.`;
  }
  const all = columns === 'all' ? [...display.exported, ...buildStatusExport(resource)] : undefined;
  const ids = rows.map(({ id }) => id);
  const own = [
    ...(notes ? buildNotesExport(resource) : []),
    ...(sources ? buildSourcesExport(await fetchProvenance(resource.statusKind, ids)) : []),
  ];
  const build = () => buildExportTable([...(all ?? buildScreenFile(listScreenColumns(source), rows)), ...own], rows);
  // Reading the rows once requests their free names.
  build();
  await waitForNames();
  const manifest = details ? describeFile(source, options, rows.length) : undefined;
  const name = `${resource.name}-${formatUtcDay()}.${format}`;
  saveFile(name, await buildExportFile(format, build(), manifest));
  return `${formatCount(rows.length, 'row')} written to ${name}`;
}

/** Investors are companies in a CRM. */
const crmFileOf: Readonly<Record<Resource['name'], CrmFile>> = {
  deals: 'deals',
  companies: 'companies',
  investors: 'companies',
  people: 'people',
};

function describeFile<R extends GridRow>(
  source: ExportSource<R>,
  options: ExportOptions,
  rows: number,
): ExportManifest {
  const { resource, query, results, state } = source;
  return buildManifest(resource, query, {
    rows,
    loaded: state.ids.length,
    total: results.total,
    narrowedBy: describeNarrowing(source, options),
    paidTenths: results.billed_tenths,
    loadedAt: Date.parse(results.loaded_at),
    connected: readConnected(),
  });
}

const findAddedDay = <R extends GridRow>({ exported }: RowDisplay<R>) =>
  exported.find(([head]) => head === 'added_utc')?.[1];

/** Whether it can be known on which day its rows were added: rows say it, or else the service does. */
export const hasAddedDay = <R extends GridRow>(display: RowDisplay<R>): boolean =>
  findAddedDay(display) !== undefined || areSourcesKnown();

/** Whether the service has to be asked when rows were added. */
export const needsOrigins = <R extends GridRow>(
  { display }: Pick<ExportSource<R>, 'display'>,
  { since }: Pick<ExportOptions, 'since'>,
): boolean => since !== '' && findAddedDay(display) === undefined && areSourcesKnown();

type Origins = ReadonlyMap<string, Pick<RecordProvenance, 'added_at'>>;

/** The exported rows: those selected, otherwise those in view, as far as they were added since a day. */
export function findExported<R extends GridRow>(
  { display, state: { selected, table } }: Pick<ExportSource<R>, 'display' | 'state'>,
  { since }: Pick<ExportOptions, 'since'>,
  origins?: Origins,
): R[] {
  const readAdded = findAddedDay(display) ?? (({ id }: R) => origins?.get(id)?.added_at.slice(0, 10));
  return listRows(table)
    .filter((row) => selected.length === 0 || row.getIsSelected())
    .map(({ original }) => original)
    .filter((row) => since === '' || String(readAdded(row) ?? '') >= since);
}

/** Why a file contains fewer rows than are loaded; empty if it contains all. */
export function describeNarrowing<R extends GridRow>(
  { display, place, state }: ExportSource<R>,
  { since }: Pick<ExportOptions, 'since'>,
): readonly string[] {
  const { status, who } = place;
  const { passed } = state.narrowed;
  const wanted = (state.table.state.globalFilter as string).trim();
  return [
    ...(status ? [`status: ${getFilterName(status).toLowerCase()}`] : []),
    ...(who ? ['who: mine'] : []),
    ...(passed > 0 ? [`${formatCount(passed, 'passed row')} hidden`] : []),
    ...(wanted === '' ? [] : [`found: ${wanted}`]),
    ...(state.selected.length > 0 ? ['selected rows only'] : []),
    ...(since !== '' && hasAddedDay(display) ? [`added since ${formatDayOf(since)}`] : []),
  ];
}

type ReadCompanyStatus = (id: string) => RecordStatus | undefined;

const createCompanyReader =
  ({ toCompanyId }: Resource): ReadCompanyStatus =>
  (id) => {
    const companyId = toCompanyId?.(id);
    return companyId === undefined ? undefined : readStatusOf('company', companyId);
  };

/** The columns for what members wrote: that of the row, or else that of its company. */
function buildNotesExport(resource: Resource): readonly ExportColumn<GridRow>[] {
  const readCompany = createCompanyReader(resource);
  const read = (member: 'note' | 'owner' | 'next' | 'due') => (row: GridRow) =>
    [readStatusOf(resource.statusKind, row.id), readCompany(row.id)].map((status) => status?.[member]).find(Boolean);
  return [
    ['note', read('note')],
    ['owner', read('owner')],
    ['next_step', read('next')],
    ['next_step_due_utc', read('due'), 'day'],
  ];
}

/** The columns that say where rows come from: one entry for each source, then the facts on which they disagree. */
function buildSourcesExport(found: ReadonlyMap<string, RecordProvenance>): readonly ExportColumn<GridRow>[] {
  const read = (list: (record: RecordProvenance) => (string | undefined)[]) => (row: GridRow) => {
    const record = found.get(row.id);
    return record ? joinCell(list(record)) : null;
  };
  return [
    ['sources', read(({ sources }) => sources.map(({ title }) => title))],
    ['source_rows', read(({ sources }) => sources.map(formatOrigin))],
    ['source_days_utc', read(({ sources }) => sources.map(({ imported_at }) => imported_at.slice(0, 10)))],
    ['source_conflicts', read(listDisagreements)],
  ];
}

/** The columns for status and tags. */
function buildStatusExport(resource: Resource): readonly ExportColumn<GridRow>[] {
  const { statusKind, toCompanyId } = resource;
  const readCompany = createCompanyReader(resource);
  return [
    ['status', ({ id }) => readStatusOf(statusKind, id).status],
    ...(toCompanyId ? [['company_status', ({ id }) => readCompany(id)?.status] as ExportColumn<GridRow>] : []),
    ['tags', ({ id }) => joinCell(findStatus(readStatusOf(statusKind, id), readCompany(id)).tags)],
  ];
}
