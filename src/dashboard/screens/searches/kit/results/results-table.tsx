import type { RowSelectionState, SortingState } from '@tanstack/react-table';
import { useCallback, useMemo, useState, type ReactNode, type Ref } from 'react';
import { useRowsVersion } from '../../../../records/record-store.ts';
import { createState, type State } from '../../../../platform/state.ts';
import { formatCount, capitalize, formatGrouped } from '../../../../platform/format.ts';
import { useStatuses } from '../../../../records/status/statuses.ts';
import { Button } from '../../../../platform/ui/button.tsx';
import { useIsPhone } from '../../../../platform/ui/use-browser.ts';
import { findColumnChoice } from '../table/column-choice.ts';
import type { GridColumn, Grouping, GridRow } from '../table/grid-column.ts';
import type { SearchResults } from '../fetch/stored-results.ts';
import type { SearchUrl } from '../query/search-query.ts';
import { type Resource, isByMeaning, type RowDisplay, findShownSort } from '../resource/resource.ts';
import { useResults, useSearchQuery } from '../search/search-context.tsx';
import { type DataTable, listRows, useDataTable, countShown } from '../table/use-data-table.tsx';
import { DataGrid, type RowFinder } from '../table/data-grid.tsx';
import type { HeadBarsOf } from '../table/head-bars.tsx';
import { ItemList } from '../table/list-table.tsx';
import { buildStatusFile, buildStatusGrouping, type NarrowedRows, useNarrowedRows } from './status-filter.tsx';
import { RowStatus, StatusCell } from './row-status.tsx';
import { useSettledText } from './use-settled-text.ts';
import { useThenToTable } from './focus-rows.ts';
import { keepInRange, parseColumnRange } from '../results-chart/column-range.ts';
import { useHeadBars } from '../results-chart/use-head-bars.ts';
import { useRefine } from '../results-chart/use-refine.ts';
import { LoadFoot } from './load-more.tsx';
import { type BulkStatus, SelectedRows, useBulkStatus } from './selected-rows.tsx';
import { isBoardShown, ResultsBoard } from './results-board.tsx';
import { TotalsFoot } from './totals-foot.tsx';

/** The table of a search: TanStack Table with the loaded rows, and what is around it. */
export type TableState<R extends GridRow> = {
  readonly table: DataTable<R>;
  /** All loaded rows. */
  readonly ids: readonly string[];
  readonly columns: readonly GridColumn<R>[];
  /** The distributions in the heads. */
  readonly bars: HeadBarsOf | undefined;
  /** The height of a row in pixels, where the user's choice does not apply. */
  readonly height: number | undefined;
  readonly groupings: readonly Grouping<R>[];
  /** How the rows are grouped now. */
  readonly grouping: Grouping<R> | undefined;
  readonly narrowed: NarrowedRows;
  /** The selected rows that are in view, in their order. Hidden ones are not counted, changed or exported. */
  readonly selected: readonly string[];
  readonly bulkStatus: BulkStatus;
  /** Whether a press on an item of a narrow screen selects it. */
  readonly isSelecting: boolean;
  readonly onSelecting: (isSelecting: boolean) => void;
};

const noIds: readonly string[] = [];

/** The user's view of the loaded rows; free. `mask` holds 1 for each row that the chart selects. */
export function useTableState<R extends GridRow>(display: RowDisplay<R>, mask: Uint8Array | undefined): TableState<R> {
  const { resource, query, place, changePlace } = useSearchQuery();
  const { results } = useResults();
  const ids = results?.ids ?? noIds;
  const byMeaning = isByMeaning({ resource, query }) ? display.byMeaning : undefined;
  const groupings = useGroupings(resource, display.groupings);
  const isBoard = isBoardShown(display, place);
  const grouping = chooseGrouping(groupings, place, isBoard ? undefined : byMeaning?.grouping, isBoard);
  const shown = byMeaning?.[grouping === byMeaning.grouping ? 'groupedColumns' : 'columns'] ?? display.columns;
  const columns = useMemo(() => [...shown, buildStatusColumn(resource)], [resource, shown]);
  const picked = useMemo(() => (mask ? ids.filter((_, at) => mask[at] === 1) : ids), [ids, mask]);
  const narrowed = useNarrowedRows(resource, picked, place);
  const toRow = useToRow(display, results);
  const narrowedRows = useMemo(() => narrowed.ids.flatMap((id) => toRow(id) ?? []), [narrowed.ids, toRow]);
  const bars = useHeadBars(ids, narrowedRows, columns);
  const rows = useMemo(
    () => keepInRange(narrowedRows, columns, parseColumnRange(place.range)),
    [narrowedRows, columns, place.range],
  );
  const [find, onFind] = useSettledText(place.find, (next) => changePlace({ find: next }, 'replace'));
  const selection = findSelection(resource.name);
  const table = useDataTable({
    rows,
    columns,
    choice: findColumnChoice(resource.name),
    grouping,
    sorting: useMemo(() => parseSorting(columns, place.arranged), [columns, place.arranged]),
    onSorting: (next) => changePlace({ arranged: formatSorting(next) }, 'replace'),
    find,
    onFind,
    selection: selection.use(),
    onSelection: (next) => {
      bulkStatus.onForget();
      selection.write(next);
    },
  });
  const selected = table.getIsSomeRowsSelected() ? listSelected(table) : noIds;
  const bulkStatus = useBulkStatus(resource, selected);
  const [isSelecting, onSelecting] = useState(false);
  return {
    table,
    ids,
    columns,
    bars,
    height: byMeaning?.height,
    groupings,
    grouping,
    narrowed,
    selected,
    bulkStatus,
    isSelecting: isSelecting || selected.length > 0,
    onSelecting,
  };
}

const listSelected = <R extends GridRow>(table: DataTable<R>): string[] =>
  listRows(table).flatMap((row) => (row.getIsSelected() ? row.id : []));

/** The sorted column of the address; none for a column that cannot be sorted. */
function parseSorting<R extends GridRow>(columns: readonly GridColumn<R>[], arranged = ''): SortingState {
  const [id = '', direction] = arranged.split('~');
  const canSort = columns.some((column) => column.id === id && column.key);
  return canSort ? [{ id, desc: direction === 'descending' }] : [];
}

const formatSorting = ([sort]: SortingState): string | undefined =>
  sort && `${sort.id}~${sort.desc ? 'descending' : 'ascending'}`;

/** The groupings of a resource, and by status; a new status makes a new grouping. */
function useGroupings<R extends GridRow>(resource: Resource, groupings: readonly Grouping<R>[]) {
  const own = useStatuses(resource.statusKind);
  const companies = useStatuses('company');
  const byStatus = useMemo(() => buildStatusGrouping<R>(resource, own, companies), [resource, own, companies]);
  return useMemo(() => [...groupings, byStatus], [groupings, byStatus]);
}

/** The grouping of the address; without one a search by meaning is grouped by match while its order is by relevance. */
function chooseGrouping<R extends GridRow>(
  groupings: readonly Grouping<R>[],
  { group, arranged }: SearchUrl,
  byMatch: (Grouping<R> & { readonly isKnown: () => boolean }) | undefined,
  isBoard: boolean,
): Grouping<R> | undefined {
  const chosen = groupings.find(({ id }) => id === group);
  if (isBoard) return chosen ?? groupings[0];
  if (group !== undefined) return chosen;
  return arranged === undefined && byMatch?.isKnown() === true ? byMatch : undefined;
}

/** The status column of every table. */
const buildStatusColumn = (resource: Resource): GridColumn<GridRow> => ({
  id: 'status',
  header: 'Status',
  display: { width: 60, from: 600 },
  cell: ({ id }) => <RowStatus resource={resource} id={id} />,
  file: buildStatusFile(resource),
});

/** Builds rows from unlocked records; the same function until those change. */
function useToRow<R extends GridRow>(display: RowDisplay<R>, results: SearchResults | undefined) {
  const version = useRowsVersion();
  const figures = results?.figures;
  return useCallback(
    (id: string) => (version < 0 ? undefined : display.toRow(id, figures?.[id])),
    [display, figures, version],
  );
}

const selections = new Map<string, State<RowSelectionState>>();

/** The selection of a screen, for as long as the page is open. */
function findSelection(name: string): State<RowSelectionState> {
  const known = selections.get(name) ?? createState<RowSelectionState>({});
  selections.set(name, known);
  return known;
}

type ResultsTableProps<R extends GridRow> = {
  readonly display: RowDisplay<R>;
  readonly state: TableState<R>;
  readonly results: SearchResults;
  /** Receives what finds a row on the screen. */
  readonly rows: Ref<RowFinder>;
  /** Further actions on the selected rows. */
  readonly children: ReactNode;
};

/** The table with its tools and the buttons that load more. */
export function ResultsTable<R extends GridRow>({ display, state, results, rows, children }: ResultsTableProps<R>) {
  const { resource, query, place, openRecord } = useSearchQuery();
  const { onEnd } = useResults().allowance;
  const isPhone = useIsPhone();
  const { table, bars, selected } = state;
  const label = capitalize(resource.many);
  const openId = place.open;
  return (
    <>
      {isBoardShown(display, place) ? (
        <ResultsBoard ref={rows} {...{ display, state }} />
      ) : isPhone ? (
        <ItemList
          ref={rows}
          {...{ label, table, openId, onEnd }}
          height={display.itemHeight}
          isSelecting={state.isSelecting}
          onOpen={openRecord}
        >
          {(row) => (
            <span className="relative grid min-w-0 grid-cols-1 gap-0.5">
              {display.item(row)}
              {/* In a corner of its own: names and figures stay in line with those of other rows. */}
              <span className="absolute right-0 bottom-0 bg-ground pl-1.5 empty:hidden group-aria-pressed:bg-selected">
                <StatusCell resource={resource} id={row.id} />
              </span>
            </span>
          )}
        </ItemList>
      ) : (
        <DataGrid
          ref={rows}
          {...{ label, table, bars, openId }}
          height={state.height}
          defaultOrder={findShownSort(resource, query)}
          actions={{ onOpen: openRecord, onClose: () => openRecord(undefined), onEnd, onKey: state.bulkStatus.onKey }}
          hasBar={selected.length > 0}
        />
      )}
      <RowTools {...{ display, state, results }}>{children}</RowTools>
      <Totals {...{ state, results }} />
      {/* On a narrow screen the tools for the selected rows take its place. */}
      {(!isPhone || selected.length === 0) && <LoadFoot results={results} Unlock={display.Unlock} />}
    </>
  );
}

/** The totals of the selected rows, or of all rows in view. */
function Totals<R extends GridRow>({ state, results }: Pick<ResultsTableProps<R>, 'state' | 'results'>) {
  const { table, selected, ids } = state;
  const rows = table.getFilteredRowModel().flatRows;
  const inView = useMemo(() => rows.map(({ id }) => id), [rows]);
  const isSelection = selected.length > 0;
  return (
    <TotalsFoot ids={isSelection ? selected : inView} {...{ isSelection, loaded: ids.length, total: results.total }} />
  );
}

/** Tools for the loaded rows and the selected ones. All are free. */
function RowTools<R extends GridRow>({ display, state, results, children }: Omit<ResultsTableProps<R>, 'rows'>) {
  const thenToTable = useThenToTable();
  const { place, changePlace } = useSearchQuery();
  const isPhone = useIsPhone();
  const { table, ids, selected, narrowed, bulkStatus } = state;
  const { said, canUndo, onUndo } = bulkStatus;
  const { passed } = narrowed;
  return (
    <div className="relative mt-auto flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 px-4 text-12 text-ink-3 tablet:px-6">
      {place.arranged !== undefined && !isPhone && (
        <Line action="Default order" onAction={() => table.resetSorting(true)}>
          Only the loaded rows are sorted by this column.
        </Line>
      )}
      {!isPhone && <SortAll results={results} />}
      {/* The controls of these filters are in a menu. */}
      {(place.status ?? place.who ?? place.range) && (
        <Line
          action="Show all"
          onAction={() => changePlace({ status: undefined, who: undefined, range: undefined }, 'replace')}
        >
          {formatGrouped(countShown(table))} of {formatGrouped(ids.length)} loaded rows shown.
        </Line>
      )}
      {passed > 0 && (
        <Line action="Show passed" onAction={() => changePlace({ hide: undefined }, 'replace')}>
          {formatCount(passed, 'passed row')} hidden.
        </Line>
      )}
      {selected.length > 0 && (
        <SelectedRows {...{ table, selected, bulkStatus }}>
          {display.bulk?.(selected)}
          {children}
        </SelectedRows>
      )}
      {said !== undefined && (
        <span className="flex items-center gap-1">
          <output className="text-ink-2">{said}</output>
          {canUndo && (
            <Button variant="ghost" onClick={thenToTable(onUndo)}>
              Undo
            </Button>
          )}
        </span>
      )}
    </div>
  );
}

/** Offers the order of the sorted column for all matches, where not all are loaded and the service has it. */
function SortAll({ results: { ids, total } }: { readonly results: SearchResults }) {
  const { resource, query, draft, place } = useSearchQuery();
  const refine = useRefine();
  const thenToTable = useThenToTable();
  const [column, direction] = place.arranged?.split('~') ?? [];
  const sort = resource.sorts.find((one) => one.column === column && one.direction === direction);
  if (!sort || total === null || total <= ids.length || isByMeaning({ resource, query })) return null;
  if (sort.value === draft.sort) return null;
  const name = resource.sortLabels[sort.value]?.replace(/ first$/, '') ?? '';
  return (
    <Button variant="ghost" onClick={thenToTable(() => refine({ sort: sort.value }))}>
      {capitalize(name)} of all {formatGrouped(total)}
    </Button>
  );
}

type LineProps = { readonly children: ReactNode; readonly action: string; readonly onAction: () => void };

function Line({ children, action, onAction }: LineProps) {
  const thenToTable = useThenToTable();
  return (
    <span className="flex items-center gap-1">
      <output>{children}</output>
      <Button variant="ghost" onClick={thenToTable(onAction)}>
        {action}
      </Button>
    </span>
  );
}
