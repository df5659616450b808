import {
  type MouseEvent,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useCallback,
  type RefObject,
} from 'react';
import { checkboxWidth, type ColumnChoice, edgeWidth, rowHeights } from './column-choice.ts';
import type { GridColumn, GridGroups, GridRow, GridView, GridSort, GroupValue } from './grid-column.ts';
import { GridHead } from './grid-head.tsx';
import { GridBodyRow } from './grid-row.tsx';
import { createGroupedItems } from './grouped-items.ts';
import { watchPointer } from './pointed-row.ts';
import { formatGrouped } from '../../platform/format.ts';
import {
  type Selection,
  watchEnd,
  useScrollPlace,
  type GridCell,
  type GridActions,
  createGridHandlers,
} from './grid-input.ts';
import { readSingleKeys } from '../../platform/storage/storage.ts';
import { hasDialog, isTyping, useWindowKeys } from '../../platform/ui/single-key.ts';
import { textScale, useWidth } from '../../platform/ui/use-browser.ts';
import { buildTracks, useGridTable, buildCellStyle, type TableHeader, type TableColumn } from './use-grid-table.ts';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';

type DataGridProps<R extends GridRow> = {
  readonly label: string;
  readonly columns: readonly GridColumn<R>[];
  readonly choice: ColumnChoice;
  readonly view: GridView<R>;
  readonly groups?: GridGroups | undefined;
  /** The height of a row in pixels of the usual font size, where the user's choice does not apply. */
  readonly height?: number | undefined;
  readonly sorted: GridSort | undefined;
  readonly selection: Selection;
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
  const { label, columns, choice, view, groups, height, sorted, selection, openId, actions, hasBar = false } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const follow = useRef(false);
  const scrollToRow = useRef<(row: number) => void>(() => undefined);
  const width = useWidth(scroller) / textScale;
  const rowHeight = (height ?? rowHeights[choice.density]) * textScale;
  const table = useGridTable(columns, choice, width);
  const place = useScrollPlace(label);
  const headGroups = table.getHeaderGroups();
  const heads = useMemo(() => headGroups.flatMap(({ headers }) => headers), [headGroups]);
  const visible = heads.map(({ column }) => column);
  const tracks = buildTracks(visible, choice);
  const minWidth = table.getTotalSize() + checkboxWidth + edgeWidth;
  const { extent, activeCell, moveTo } = useActiveCell(view.count, visible);

  // The cell exists only after the render that the key caused.
  useLayoutEffect(() => {
    if (!follow.current) return;
    follow.current = false;
    scroller.current?.querySelector<HTMLElement>('[data-at][tabindex="0"]')?.focus({ preventScroll: true });
  });

  const buildHandlers = () =>
    createGridHandlers({
      view,
      selection,
      actions,
      activeCell,
      extent,
      pageRows: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2),
      onMove: (cell) => {
        follow.current = true;
        moveTo(cell);
        if (cell.row >= 0) scrollToRow.current(cell.row);
        const id = view.idAt(cell.row);
        if (openId !== undefined && id !== undefined && id !== openId) actions.onOpen(id);
      },
    });

  useOpenKeys(openId, view, actions, (row) => {
    moveTo({ ...activeCell, row });
    scrollToRow.current(row);
  });

  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={-1}
      aria-label={label}
      aria-multiselectable
      aria-rowcount={extent.rows + 1}
      aria-colcount={extent.columns}
      data-scroll-restoration-id={place.id}
      // Without a background of its own, a browser repaints all rows whenever they scroll.
      className={`min-h-0 overflow-auto overscroll-contain bg-ground outline-none ${hasBar ? 'pb-15' : ''}`}
      onKeyDown={(event) => buildHandlers().onKeyDown(event)}
      {...watchEnd(actions.onEnd)}
      onMouseDown={preventTextSelection}
      {...watchPointer}
      onClick={(event) => buildHandlers().onClick(event)}
      onFocus={(event) => {
        const cell = parseGridCell(event.target);
        if (cell) moveTo(cell);
      }}
    >
      <GridHead
        sorted={sorted}
        allSelected={view.count > 0 && selection.ids.size >= view.count}
        focusColumn={activeCell.row < 0 ? activeCell.column : undefined}
        onNear={actions.onNear}
        {...{ heads, tracks, minWidth, columns, choice }}
        onChoice={actions.onChoice}
      />
      {/* A new row height is a new list: the virtualizer caches sizes. */}
      <GridBody<R>
        key={rowHeight}
        {...{ scroller, scrollToRow, view, groups, heads, tracks, minWidth, rowHeight, activeCell, selection, openId }}
        overflows={width > 0 && minWidth > width}
        top={place.top}
      />
    </div>
  );
}

/** The cell that the Tab key reaches, by the id of its column, because columns come and go with the width. */
function useActiveCell<R extends GridRow>(rows: number, visible: readonly TableColumn<R>[]) {
  const extent = { rows, columns: visible.length };
  const [{ row, column, id }, setActive] = useState<GridCell & { readonly id?: string }>({ row: 0, column: 0 });
  const at = visible.findIndex((one) => one.id === id);
  const activeCell = {
    row: Math.min(row, rows - 1),
    column: at < 0 ? Math.min(column, extent.columns - 1) : at,
  };
  const moveTo = (cell: GridCell) => setActive({ ...cell, id: visible[cell.column]?.id ?? '' });
  return { extent, activeCell, moveTo };
}

/**
 * Keys outside the grid, such as in the details: J and K open the next and the previous row, others act on the open
 * one.
 */
function useOpenKeys<R extends GridRow>(
  openId: string | undefined,
  view: GridView<R>,
  { onOpen, onKey }: GridActions,
  onMove: (row: number) => void,
): void {
  useWindowKeys((event) => {
    if (openId === undefined || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (!readSingleKeys() || isTyping(event.target) || hasDialog()) return;
    const by = { j: 1, k: -1 }[event.key];
    if (by === undefined) {
      if (!event.repeat) onKey?.(event.key, openId);
      return;
    }
    let row = 0;
    while (row < view.count && view.idAt(row) !== openId) row += 1;
    const id = view.idAt(row + by);
    if (row === view.count || id === undefined) return;
    onMove(row + by);
    onOpen(id);
  });
}

/** Selecting rows must not select the text between them; the pressed row gets the focus itself. */
function preventTextSelection(event: MouseEvent): void {
  const target = event.target as Element;
  if (!event.shiftKey && target.closest('[data-checkbox]') === null) return;
  event.preventDefault();
  const cell =
    target.closest<HTMLElement>('[data-at]') ?? target.closest('[data-row]')?.querySelector<HTMLElement>('[data-at]');
  cell?.focus({ preventScroll: true });
}

function parseGridCell(target: Element): GridCell | undefined {
  const at = target.closest<HTMLElement>('[data-at]')?.dataset['at'];
  const [row, column] = at?.split(' ').map(Number) ?? [];
  return row === undefined || column === undefined ? undefined : { row, column };
}

type GridBodyProps<R extends GridRow> = {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Receives a function that scrolls to a row. */
  readonly scrollToRow: RefObject<(row: number) => void>;
  readonly view: GridView<R>;
  readonly groups: GridGroups | undefined;
  readonly heads: readonly TableHeader<R>[];
  readonly tracks: string;
  readonly minWidth: number;
  /** Whether the columns need more than the available width. */
  readonly overflows: boolean;
  readonly rowHeight: number;
  /** Scroll position to restore, in pixels. */
  readonly top: number;
  /** The cell that the Tab key reaches. */
  readonly activeCell: GridCell;
  readonly selection: Selection;
  readonly openId: string | undefined;
};

/** The visible rows and heads of groups. Scrolling renders this component only, and in it only rows that appear. */
function GridBody<R extends GridRow>(props: GridBodyProps<R>) {
  const { scroller, scrollToRow, view, groups, heads, tracks, minWidth, overflows, rowHeight } = props;
  const { top, activeCell, selection, openId } = props;
  const cells = useMemo(() => heads.map(({ column }, at) => buildCellStyle(column, at)), [heads]);
  const items = useMemo(() => createGroupedItems(view.count, groups?.spans), [view.count, groups]);
  // A new function, so that the virtualizer sizes the items of other groups anew.
  const getItemKey = useCallback((item: number) => (items.count > 0 ? item : -1), [items]);
  // Rows out of view are added after the first paint.
  const overscan = useDeferredValue(12, 0);
  const virtualizer = useVirtualizer({
    count: items.count,
    getItemKey,
    getScrollElement: () => scroller.current,
    estimateSize: (item) => (groups && 'head' in items.at(item) ? groupHeight : rowHeight),
    overscan,
    initialOffset: top,
    scrollPaddingStart: headHeight + (groups ? groupHeight : 0),
    // Includes the focused row, so that scrolling keeps the focus, and the head of the group in view.
    rangeExtractor: (range) => {
      const kept = [
        ...(activeCell.row < 0 ? [] : [items.findItem(activeCell.row)]),
        items.findHead(range.startIndex) ?? range.startIndex,
      ];
      return [...new Set([...defaultRangeExtractor(range), ...kept])].toSorted((a, b) => a - b);
    },
  });
  const stuck = items.findHead(virtualizer.range?.startIndex ?? 0);
  useLayoutEffect(() => {
    Object.assign(scrollToRow, { current: (row: number) => virtualizer.scrollToIndex(items.findItem(row)) });
  }, [scrollToRow, virtualizer, items]);
  return (
    <div
      role="rowgroup"
      className="relative"
      style={{ height: virtualizer.getTotalSize(), minWidth: minWidth * textScale }}
    >
      {virtualizer.getVirtualItems().map(({ index: itemAt, start, size }) => {
        const item = items.at(itemAt);
        if ('head' in item) {
          const span = groups?.spans[item.head];
          if (!groups || !span) return null;
          const at = itemAt === stuck ? undefined : start;
          return <GroupHead key={`group ${item.head}`} value={groups.readAt(span.first)} count={span.count} at={at} />;
        }
        const { row: index } = item;
        const row = view.rowAt(index);
        return row === undefined ? null : (
          <GridBodyRow
            // By position: a new order then changes texts, where keys by id would recreate every row.
            key={index}
            {...{ tracks, overflows, cells, row, index, start, size }}
            focusColumn={index === activeCell.row ? activeCell.column : undefined}
            isOpen={row.id === openId}
            isSelected={selection.ids.has(row.id)}
          />
        );
      })}
    </div>
  );
}

/** The heights of the column heads and of the head of a group, in pixels. */
const [headHeight, groupHeight] = [32 * textScale + 1, 34 * textScale];

type GroupHeadProps = {
  readonly value: GroupValue;
  readonly count: number;
  /** Its place in pixels; without one it sticks under the column heads. */
  readonly at: number | undefined;
};

/** The head of a group of rows: its name and how many rows it has. */
function GroupHead({ value: { name, sign }, count, at }: GroupHeadProps) {
  const place = at === undefined ? 'sticky top-[calc(2rem+1px)] z-[5]' : 'absolute inset-x-0 top-0';
  return (
    <div
      role="row"
      data-group
      className={`${place} flex h-8.5 items-center border-b border-line bg-sunken px-4 text-13 tablet:px-6`}
      style={at === undefined ? undefined : { transform: `translateY(${at}px)` }}
    >
      <div role="gridcell" className="sticky left-4 flex items-center gap-2 tablet:left-6">
        {sign}
        <span className="font-[550]">{name}</span>
        <span className="text-ink-3 tabular-nums">{formatGrouped(count)}</span>
      </div>
    </div>
  );
}
