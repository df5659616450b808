import type { ReactNode } from 'react';
import type { ChartState, SearchQuery } from '../query/search-query.ts';
import type { Search } from '../form/use-search.ts';
import { formatCount, formatGrouped, capitalize } from '../../platform/format.ts';
import { DataGrid } from '../table/data-grid.tsx';
import type { GridRow, GridSort } from '../table/grid-column.ts';
import type { SearchResultPages } from '../fetch/search-results.ts';
import { useExtrasRun } from '../fetch/extras.ts';
import { LoadFoot } from './load-more.tsx';
import { type AnyResource, findShownSort, type Resource, type ScreenParts } from '../resource/resource.ts';
import { StatusCell } from './row-status.tsx';
import type { TableState } from './use-table-state.tsx';
import { ItemList } from '../table/list-table.tsx';
import { thenToTable } from './focus-rows.ts';
import { Button } from '../../platform/ui/button.tsx';
import { lazyPart } from '../../platform/ui/lazy-part.tsx';

// lazyPart() loses the type parameter.
const SelectedRows = lazyPart(() => import('./selected-rows.tsx').then((module) => module.SelectedRows)) as unknown as <
  R extends GridRow,
>(
  props: ResultsTableProps<R>,
) => ReactNode;

/** What the results area shows and does. */
export type ResultsProps = {
  readonly resource: AnyResource;
  readonly search: Search;
  readonly wide: boolean;
  /** Whether the details have room next to the table. */
  readonly hasRoom: boolean;
  readonly openId: string | undefined;
  readonly chart: ChartState;
  /** A notice above everything else. */
  readonly notice: ReactNode;
  /** Shown before the first search. */
  readonly empty: ReactNode;
  /** The filter bar, under the heading. */
  readonly filters: ReactNode;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
};

/** The same with how rows of one kind are shown. */
export type RowsProps<R extends GridRow> = ResultsProps & {
  readonly resource: Resource<R>;
  readonly parts: ScreenParts<R>;
};

export type ResultsTableProps<R extends GridRow> = RowsProps<R> & {
  readonly results: SearchResultPages;
  readonly table: TableState<R>;
};

/** The table with its tools and the buttons that load more. */
export function ResultsTable<R extends GridRow>(props: ResultsTableProps<R>) {
  const { resource, search, parts, wide, openId, onOpen, onClose, results, table } = props;
  const { query, allowance } = search;
  const { ids, arranged, choice } = table;
  const label = capitalize(resource.many);
  return (
    <>
      {wide ? (
        <DataGrid
          label={label}
          columns={table.columns}
          choice={choice}
          view={arranged.view}
          groups={arranged.groups}
          height={table.height}
          sorted={arranged.sorted ?? getServiceOrder(resource, query)}
          selection={table.selection}
          openId={openId}
          actions={{
            onChoice: table.onChoice,
            onSelect: table.onSelect,
            onSort: arranged.onSort,
            onNear: arranged.onNear,
            onOpen,
            onClose,
            onEnd: allowance.onEnd,
            onKey: table.bulkStatus.onKey,
          }}
          hasBar={table.selected.length > 0}
        />
      ) : (
        <ItemList
          label={label}
          view={arranged.view}
          groups={arranged.groups}
          height={resource.itemHeight}
          openId={openId}
          selection={table.isSelecting ? table.selection : undefined}
          onSelect={table.onSelect}
          onOpen={onOpen}
          onEnd={allowance.onEnd}
        >
          {(row) => (
            <span className="relative grid min-w-0 grid-cols-1 gap-0.5">
              {resource.item(row)}
              {/* In a corner of its own: names and figures stay in line with those of other rows. */}
              <span className="absolute right-0 bottom-0 bg-ground pl-1.5 empty:hidden group-aria-pressed:bg-selected">
                <StatusCell resource={resource} id={row.id} />
              </span>
            </span>
          )}
        </ItemList>
      )}
      <RowTools {...props} />
      {/* On a narrow screen the tools for the selected rows take its place. */}
      {(wide || table.selected.length === 0) && (
        <LoadFoot
          {...{ search, results }}
          renderUnlock={parts.unlock && ((render) => parts.unlock?.(ids, render))}
          progress={<ExtrasProgress resource={resource} />}
        >
          {parts.remark?.(ids)}
        </LoadFoot>
      )}
    </>
  );
}

/** The column of the default order. */
function getServiceOrder(resource: AnyResource, query: SearchQuery): GridSort | undefined {
  const { column, direction } = findShownSort(resource, query);
  return column === undefined ? undefined : { column, direction };
}

/** Tools for the loaded rows and the selected ones. All are free. */
export function RowTools<R extends GridRow>(props: ResultsTableProps<R>) {
  const { wide, table, search } = props;
  const { selected, arranged, narrowed, bulkStatus } = table;
  const { said, canUndo, onUndo } = bulkStatus;
  const { passed } = narrowed;
  const { narrowing, onNarrow } = search;
  const isSorted = arranged.sorted !== undefined && wide;
  return (
    <div className="relative mt-auto flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 px-4 text-12 text-ink-3 tablet:px-6">
      {isSorted && (
        <Line action="Default order" onAction={() => arranged.onSort('')}>
          {arranged.readRows < table.ids.length
            ? `Sorted the first ${formatGrouped(arranged.readRows)} of ${formatGrouped(table.ids.length)} rows so far.`
            : 'Only the loaded rows are sorted by this column.'}
        </Line>
      )}
      {/* The controls of these filters are in a menu on a narrow screen. */}
      {!wide && (narrowing.status ?? narrowing.who) && (
        <Line action="Show all" onAction={() => onNarrow({ ...narrowing, status: undefined, who: undefined })}>
          {formatGrouped(arranged.view.count)} of {formatGrouped(table.ids.length)} loaded rows shown.
        </Line>
      )}
      {passed > 0 && (
        <Line action="Show passed" onAction={() => onNarrow({ ...narrowing, hide: false })}>
          {formatCount(passed, 'passed row')} hidden.
        </Line>
      )}
      {selected.length > 0 && <SelectedRows {...props} />}
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

type LineProps = { readonly children: ReactNode; readonly action: string; readonly onAction: () => void };

function Line({ children, action, onAction }: LineProps) {
  return (
    <span className="flex items-center gap-1">
      <output>{children}</output>
      <Button variant="ghost" onClick={thenToTable(onAction)}>
        {action}
      </Button>
    </span>
  );
}

/** How far the names of a search are loaded, and how to stop it. */
function ExtrasProgress({ resource }: { readonly resource: AnyResource }) {
  const run = useExtrasRun(resource);
  if (run?.isRunning !== true || run.of === 0) return null;
  return (
    <span className="flex items-center gap-1.5 text-12 text-ink-2 tabular-nums">
      <progress aria-label="Names loaded" value={run.done} max={run.of} className="w-20" />
      {run.done} of {run.of}
      <Button variant="ghost" onClick={run.onStop}>
        Stop
      </Button>
    </span>
  );
}
