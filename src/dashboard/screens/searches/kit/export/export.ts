import type { Crm } from '#contract/crm.ts';
import type { RecordProvenance } from '#contract/sources.ts';
import { formatCount, formatDayOf } from '../../../../platform/format.ts';
import { areSourcesKnown } from '../../../../records/origin.tsx';
import { getFilterName } from '../../../../records/status/statuses.ts';
import type { SearchResults } from '../fetch/stored-results.ts';
import type { SearchUrl } from '../query/search-query.ts';
import type { ResourceQuery, RowDisplay } from '../resource/resource.ts';
import type { TableState } from '../results/results-table.tsx';
import type { GridColumn, GridRow } from '../table/grid-column.ts';
import { listRows, listVisibleColumns } from '../table/use-data-table.tsx';

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

/** The ids of the exported rows, whenever they were added. */
export const listIds = <R extends GridRow>(source: Pick<ExportSource<R>, 'display' | 'state'>): string[] =>
  findExported(source, { since: '' }).map(({ id }) => id);

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
