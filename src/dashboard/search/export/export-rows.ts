import { formatCount } from '../../platform/format.ts';
import { getFilterName, findStatus } from '../../library/status/standing.ts';
import { readConnected } from '../../platform/http/config.ts';
import type { GridRow } from '../table/grid-column.ts';
import type { SearchResultPages } from '../fetch/search-results.ts';
import { saveFile } from '../../platform/ui/save-file.ts';
import { type ExportFormat, buildFiles, buildManifest, buildSheet } from './export.ts';
import type { AnyResource, ExportColumn, Resource } from '../resource/resource.ts';
import type { Search } from '../form/use-search.ts';
import type { TableState } from '../results/use-table-state.tsx';
import { readStatusOf } from '../../library/status/marks.ts';

/** What a file is made of. */
export type ExportSource<R extends GridRow> = {
  readonly resource: Resource<R>;
  readonly search: Search;
  readonly answer: SearchResultPages;
  readonly table: TableState<R>;
};

/** How many rows a file would hold: those selected, else those in view. */
export const countExported = <R extends GridRow>({ selected, arranged }: TableState<R>): number =>
  selected.length > 0 ? selected.length : arranged.view.count;

/** Saves those rows as a file; answers with what was written. Nothing is asked. */
export async function saveRows<R extends GridRow>(source: ExportSource<R>, format: ExportFormat): Promise<string> {
  const { resource, search, answer, table } = source;
  const rows = findExported(table);
  const manifest = buildManifest(resource, search.query, {
    rows: rows.length,
    loaded: table.ids.length,
    total: answer.total,
    narrowedBy: describeNarrowing(source),
    paidTenths: answer.paidTenths,
    answeredAt: search.answeredAt,
    connected: readConnected(),
  });
  const name = `${resource.name}-${new Date().toISOString().slice(0, 10)}`;
  const files = await buildFiles(
    format,
    buildSheet([...resource.exported, ...buildStatusExport(resource)], rows),
    manifest,
  );
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

/** Why a file holds fewer rows than are loaded, in words; nothing when it holds all. */
export function describeNarrowing<R extends GridRow>({ search, table }: ExportSource<R>): readonly string[] {
  const { mark } = search.narrowing;
  const { passed } = table.narrowed;
  const wanted = table.arranged.wanted.trim();
  return [
    ...(mark ? [`mark: ${getFilterName(mark).toLowerCase()}`] : []),
    ...(passed > 0 ? [`${formatCount(passed, 'passed row')} hidden`] : []),
    ...(wanted === '' ? [] : [`found: ${wanted}`]),
    ...(table.selected.length > 0 ? [`selected: ${formatCount(table.selected.length, 'row')}`] : []),
  ];
}

/** What a file says of a row's marks: verdict and tags. Notes stay on this device, because files are passed on. */
export function buildStatusExport({ marked, toCompanyId }: AnyResource): readonly ExportColumn<GridRow>[] {
  const readCompany = (id: string) => {
    const companyId = toCompanyId?.(id);
    return companyId === undefined ? undefined : readStatusOf('company', companyId);
  };
  return [
    ['mark', ({ id }) => readStatusOf(marked, id).verdict],
    ...(toCompanyId ? [['company_mark', ({ id }) => readCompany(id)?.verdict] as ExportColumn<GridRow>] : []),
    ['tags', ({ id }) => findStatus(readStatusOf(marked, id), readCompany(id)).tags.join('; ') || null],
  ];
}
