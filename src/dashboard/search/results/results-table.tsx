import type { ReactNode } from 'react';
import type { ChartState } from '../query/chart-place.ts';
import type { Search } from '../form/use-search.ts';
import { formatCount } from '../../platform/format.ts';
import { DataGrid } from '../table/data-grid.tsx';
import type { GridRow, Sorted } from '../table/grid-column.ts';
import type { SearchResultPages } from '../fetch/search-results.ts';
import { LoadFoot } from './load-more.tsx';
import { findShownSort } from '../resource/order.ts';
import type { SearchQuery } from '../query/search-query.ts';
import type { AnyResource, Resource, ScreenParts } from '../resource/resource.ts';
import { StatusCell } from './status-cell.tsx';
import { RowTools } from './row-tools.tsx';
import type { TableState } from './use-table-state.tsx';
import { ItemList } from '../table/list-table.tsx';

/** What the results know and can do. */
export type ResultsProps<R extends GridRow> = {
  readonly resource: Resource<R>;
  readonly search: Search;
  readonly parts: ScreenParts<R>;
  readonly wide: boolean;
  readonly openId: string | undefined;
  readonly chart: ChartState;
  /** What is to be said before everything else. */
  readonly notice: ReactNode;
  /** What stands there before anything was asked. */
  readonly empty: ReactNode;
  /** Stands beside the heading: the way to the filters on a narrow screen. */
  readonly corner: ReactNode;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
};

export type ResultsTableProps<R extends GridRow> = ResultsProps<R> & {
  readonly answer: SearchResultPages;
  readonly table: TableState<R>;
};

/** The rows, what can be done with them on the screen, and what leads on. */
export function ResultsTable<R extends GridRow>(props: ResultsTableProps<R>) {
  const { resource, search, parts, wide, openId, onOpen, onClose, answer, table } = props;
  const { query, pending, allowance, batch, onMore } = search;
  const { ids, arranged, choice } = table;
  const label = resource.many.charAt(0).toUpperCase() + resource.many.slice(1);
  return (
    <>
      <RowTools {...props} />
      {wide ? (
        <DataGrid
          label={label}
          columns={table.columns}
          choice={choice}
          view={arranged.view}
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
            onKey: table.marking.onKey,
          }}
        />
      ) : (
        <ItemList label={label} view={arranged.view} onOpen={onOpen} onEnd={allowance.onEnd}>
          {(row) => (
            <span className="flex min-w-0 items-center gap-2.5">
              <StatusCell resource={resource} id={row.id} />
              <span className="grid min-w-0 grow grid-cols-[minmax(0,1fr)] gap-0.5">{resource.item(row)}</span>
            </span>
          )}
        </ItemList>
      )}
      <LoadFoot {...{ resource, answer, pending, allowance, batch, onMore }} rows={query.rows}>
        {answer.ownedBefore > 0 &&
          `${formatCount(answer.ownedBefore, 'row')} of these ${answer.ownedBefore === 1 ? 'was' : 'were'} owned before and billed again. `}
        {parts.remark?.(ids)}
      </LoadFoot>
    </>
  );
}

/** The column that shows the order of the service. */
function getServiceOrder(resource: AnyResource, query: SearchQuery): Sorted | undefined {
  const { column, direction } = findShownSort(resource, query);
  return column === undefined ? undefined : { column, direction };
}
