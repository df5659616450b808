import { type CrmFile, nameImporter } from '#contract/crm.ts';
import { listCrmColumns } from '#contract/crm-columns.ts';
import { type CsvCell, formatCsvRange, formatCsvRow } from '#contract/csv.ts';
import { formatOrigin, listDisagreements, type RecordProvenance } from '#contract/sources.ts';
import type { RecordStatus } from '#contract/workspace/statuses.ts';
import { formatCount, formatUtcDay } from '../../../../platform/format.ts';
import { readConnected } from '../../../../platform/http/connection.ts';
import { saveFile } from '../../../../platform/ui/copy-and-save.tsx';
import { fetchProvenance } from '../../../../records/origin.tsx';
import { waitForNames } from '../../../../records/request-names.ts';
import { findStatus, readStatusOf } from '../../../../records/status/statuses.ts';
import type { Resource } from '../resource/resource.ts';
import type { Cell, CellFormat, ExportColumn, GridColumn, GridRow } from '../table/grid-column.ts';
import {
  describeNarrowing,
  type ExportFormat,
  type ExportOptions,
  type ExportSource,
  findExported,
  listIds,
  listScreenColumns,
  needsOrigins,
} from './export.ts';
import { buildWorkbook, type ExportTable, joinCell, toCsv } from './file-formats.ts';
import { buildManifest, buildManifestRows, type ExportManifest } from './manifest.ts';

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

/** What those columns are in a file of these rows. */
export const buildScreenFile = <R extends GridRow>(
  columns: readonly GridColumn<R>[],
  rows: readonly R[],
): ExportColumn<R>[] =>
  columns.flatMap(({ file = [] }) =>
    file.filter(([, read], at) => at === 0 || rows.some((row) => toCell(read(row)) !== null)),
  );

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
