import { FlexRender } from '@tanstack/react-table';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type Ref,
  type RefObject,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { formatGrouped } from '../../../../platform/format.ts';
import { textScale, useWidth } from '../../../../platform/ui/use-browser.ts';
import { rowHeights } from './column-choice.ts';
import type { GridRow } from './grid-column.ts';
import { type DefaultOrder, GridHead } from './grid-head.tsx';
import {
  type GridActions,
  type GridCell,
  handleRowClick,
  handleRowPress,
  handleGridKey,
  parseGridCell,
  useOpenKeys,
  useScrollPlace,
  watchEnd,
} from './grid-input.ts';
import { GridBodyRow } from './grid-row.tsx';
import type { HeadBarsOf } from './head-bars.tsx';
import { watchPointer } from './pointed-row.ts';
import {
  buildTracks,
  type DataColumn,
  type DataRow,
  type DataTable,
  listVisibleColumns,
  measureColumns,
} from './use-data-table.tsx';

/**
 * Finds what the focus returns to when the details of a row close: its item in a list, the cell that the Tab key
 * reaches in a grid, whichever row that is in.
 */
export type RowFinder = (id?: string) => HTMLElement | null | undefined;

type DataGridProps<R extends GridRow> = {
  readonly ref?: Ref<RowFinder> | undefined;
  readonly label: string;
  readonly table: DataTable<R>;
  /** The height of a row in pixels of the usual font size, where the user's choice does not apply. */
  readonly height?: number | undefined;
  /** The column of the default order, which its head shows while no other is sorted. */
  readonly defaultOrder?: DefaultOrder | undefined;
  /** The distributions over its columns. */
  readonly bars?: HeadBarsOf | undefined;
  readonly openId: string | undefined;
  readonly actions: GridActions;
  /** Whether a bar floats over the last rows. */
  readonly hasBar?: boolean;
};

/**
 * A virtualized grid: only visible rows are in the document, and the focused one, so that scrolling keeps the focus.
 * Arrow keys, Home, End and the page keys move, head included; Enter opens a row or sorts by a column, Space selects,
 * with Shift from the last selected row on, Ctrl+A selects all, Escape closes the details.
 */
export function DataGrid<R extends GridRow>(props: DataGridProps<R>) {
  const { ref, label, table, height, defaultOrder, bars, openId, actions, hasBar = false } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const width = useGridWidth(table, scroller);
  const rowHeight = (height ?? rowHeights[table.options.meta?.density ?? 'usual']) * textScale;
  const place = useScrollPlace(label);
  const items = table.getRowModel().rows;
  const rows = useMemo(() => items.filter((row) => !row.getIsGrouped()), [items]);
  const columns = listVisibleColumns(table);
  const { activeCell, moveTo } = useActiveCell(columns, rows, openId);
  const cell = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => () => cell.current, []);
  const focusCell = useCellFocus(cell);
  const scrollToRow = useRef<(row: DataRow<R>) => void>(null);
  const input = {
    table,
    rows,
    actions,
    activeCell,
    columns: columns.length,
    pageRows: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2),
    onMove: (next: GridCell) => {
      const row = rows[next.row];
      focusCell();
      moveTo(next);
      if (row) scrollToRow.current?.(row);
      if (openId !== undefined && row && row.id !== openId) actions.onOpen(row.id);
    },
  };
  useOpenKeys(openId, rows, actions, (row) => {
    moveTo({ ...activeCell, row: rows.indexOf(row) });
    scrollToRow.current?.(row);
  });

  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={-1}
      aria-label={label}
      aria-multiselectable
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      data-scroll-restoration-id={place.id}
      // Without a background of its own, a browser repaints all rows whenever they scroll.
      className={`min-h-0 overflow-auto overscroll-contain bg-ground outline-none ${hasBar ? 'pb-15' : ''}`}
      onKeyDown={(event) => handleGridKey(event, input)}
      {...watchEnd(actions.onEnd)}
      onMouseDown={(event) =>
        handleRowPress(event, (pressed) => {
          focusCell();
          moveTo(pressed);
        })
      }
      {...watchPointer}
      onClick={(event) => handleRowClick(event, input)}
      onFocus={(event) => {
        const focused = parseGridCell(event.target);
        if (focused) moveTo(focused);
      }}
    >
      <GridHead
        {...{ table, defaultOrder, bars, cell }}
        focusColumn={activeCell.row < 0 ? activeCell.column : undefined}
      />
      {/* A new row height is a new list: the virtualizer estimates sizes once. */}
      <GridBody
        key={rowHeight}
        ref={scrollToRow}
        {...{ table, scroller, cell, rowHeight, activeCell, openId, width }}
        headHeight={(bars ? 56 : 32) * textScale + 1}
        top={place.top}
      />
    </div>
  );
}

/** The height of the head of a group, in pixels. */
const groupHeight = 34 * textScale;

type GridBodyProps<R extends GridRow> = {
  /** Receives a function that scrolls to a row. */
  readonly ref: Ref<(row: DataRow<R>) => void>;
  readonly table: DataTable<R>;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly cell: Ref<HTMLDivElement>;
  readonly rowHeight: number;
  /** The height of the column heads, in pixels. */
  readonly headHeight: number;
  /** The cell that the Tab key reaches. */
  readonly activeCell: GridCell;
  readonly openId: string | undefined;
  /** Scroll position to restore, in pixels. */
  readonly top: number;
  /** The width of the grid. */
  readonly width: number;
};

/** The visible rows and heads of groups. Scrolling renders this component only, and in it only rows that appear. */
function GridBody<R extends GridRow>(props: GridBodyProps<R>) {
  const { ref, table, cell, activeCell, openId, width, ...options } = props;
  const { headHeight } = options;
  const items = table.getRowModel().rows;
  const heads = useMemo(() => items.flatMap((row, at) => (row.getIsGrouped() ? at : [])), [items]);
  const findItem = (index: number) => heads.reduce((at, head) => (head <= at ? at + 1 : at), index);
  const virtualizer = useGridVirtualizer({ items, heads, active: findItem(activeCell.row), ...options });
  useImperativeHandle(ref, () => (row) => virtualizer.scrollToIndex(items.indexOf(row)), [virtualizer, items]);
  const stuck = heads.findLast((at) => at <= (virtualizer.range?.startIndex ?? 0));
  const flatHeaders = table.getFlatHeaders();
  const columns = useMemo(() => flatHeaders.map(({ column }) => column), [flatHeaders]);
  const tracks = buildTracks(table);
  const minWidth = measureColumns(table);
  return (
    <div
      role="rowgroup"
      className="relative"
      style={{ height: virtualizer.getTotalSize(), minWidth: minWidth * textScale }}
    >
      {virtualizer.getVirtualItems().map(({ index: at, start, size }) => {
        const row = items[at];
        if (!row) return null;
        if (row.getIsGrouped()) {
          return <GroupHead key={row.id} {...{ row, headHeight }} start={at === stuck ? undefined : start} />;
        }
        const index = at - heads.filter((head) => head < at).length;
        return (
          <GridBodyRow
            // By position: a new order then changes texts, where keys by id would recreate every row.
            key={index}
            {...{ row, index, columns, tracks, start, size, cell }}
            overflows={width > 0 && minWidth > width}
            focusColumn={index === activeCell.row ? activeCell.column : undefined}
            isOpen={row.id === openId}
            isSelected={row.getIsSelected()}
          />
        );
      })}
    </div>
  );
}

type VirtualizerOptions<R extends GridRow> = Pick<GridBodyProps<R>, 'scroller' | 'rowHeight' | 'headHeight' | 'top'> & {
  readonly items: readonly DataRow<R>[];
  /** The positions of the heads of groups. */
  readonly heads: readonly number[];
  /** The position of the active row; negative where a head has the focus. */
  readonly active: number;
};

/** Keeps the active row in the document, so that scrolling keeps the focus, and the head of the group in view. */
function useGridVirtualizer<R extends GridRow>(options: VirtualizerOptions<R>) {
  const { items, heads, active, scroller, rowHeight, headHeight, top } = options;
  return useVirtualizer({
    count: items.length,
    getItemKey: useCallback((at: number) => items[at]?.id ?? at, [items]),
    getScrollElement: () => scroller.current,
    estimateSize: (at) => (items[at]?.getIsGrouped() ? groupHeight : rowHeight),
    overscan: 12,
    initialOffset: top,
    scrollPaddingStart: headHeight + (heads.length > 0 ? groupHeight : 0),
    rangeExtractor: (range) => {
      const head = heads.findLast((at) => at <= range.startIndex) ?? -1;
      const kept = [active, head].filter((at) => at >= 0);
      return [...new Set([...defaultRangeExtractor(range), ...kept])].toSorted((a, b) => a - b);
    },
  });
}

/** The width of the grid in pixels of the usual font size, which decides which columns fit. */
function useGridWidth<R extends GridRow>(table: DataTable<R>, scroller: RefObject<HTMLElement | null>): number {
  const width = useWidth(scroller) / textScale;
  const onWidth = table.options.meta?.onWidth;
  useLayoutEffect(() => onWidth?.(width), [onWidth, width]);
  return width;
}

/** The cell that the Tab key reaches, by the id of its column, because columns come and go with the width. */
function useActiveCell<R extends GridRow>(
  columns: readonly DataColumn<R>[],
  rows: readonly DataRow<R>[],
  openId: string | undefined,
) {
  const [{ row, column, id }, setActive] = useState<GridCell & { readonly id?: string }>(() => {
    const opened = rows.findIndex((one) => one.id === openId);
    return { row: Math.max(0, opened), column: 0 };
  });
  const at = columns.findIndex((one) => one.id === id);
  const activeCell = {
    row: Math.min(row, rows.length - 1),
    column: at < 0 ? Math.min(column, columns.length - 1) : at,
  };
  const moveTo = (cell: GridCell) => setActive({ ...cell, id: columns[cell.column]?.id ?? '' });
  return { activeCell, moveTo };
}

/** Returns a function that moves the focus to the active cell, which exists only after the next render. */
function useCellFocus(cell: RefObject<HTMLElement | null>): () => void {
  const isWanted = useRef(false);
  useLayoutEffect(() => {
    if (!isWanted.current) return;
    isWanted.current = false;
    cell.current?.focus({ preventScroll: true });
  });
  return () => void (isWanted.current = true);
}

type GroupHeadProps<R extends GridRow> = {
  readonly row: DataRow<R>;
  /** Its place in pixels; without one it sticks under the column heads. */
  readonly start: number | undefined;
  readonly headHeight: number;
};

/** The head of a group of rows: its name and how many rows it has. */
function GroupHead<R extends GridRow>({ row, start, headHeight }: GroupHeadProps<R>) {
  const place = start === undefined ? 'sticky z-[5]' : 'absolute inset-x-0 top-0';
  return (
    <div
      role="row"
      data-group
      className={`${place} flex h-8.5 items-center border-b border-line bg-sunken px-4 text-13 tablet:px-6`}
      style={start === undefined ? { top: headHeight } : { transform: `translateY(${start}px)` }}
    >
      <div role="gridcell" className="sticky left-4 flex items-center gap-2 tablet:left-6">
        <GroupName row={row} />
      </div>
    </div>
  );
}

/** The name of a group of rows and how many it has. */
export function GroupName<R extends GridRow>({ row }: { readonly row: DataRow<R> }) {
  const cell = row.getAllCellsByColumnId()[row.groupingColumnId ?? ''];
  return (
    <>
      {cell && <FlexRender cell={cell} />}
      <span className="text-ink-3 tabular-nums">{formatGrouped(row.subRows.length)}</span>
    </>
  );
}
