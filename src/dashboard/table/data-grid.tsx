import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState } from 'react';
import {
  isShown,
  rowHeights,
  toArranged,
  toLeastWidth,
  toPinnedLefts,
  toResized,
  toTrack,
  type ColumnChoice,
} from './column-choice.ts';
import { toEndWatch } from './end-watch.ts';
import type { GridColumn, GridRow, GridView, Sorted } from './grid-column.ts';
import { toGridHandlers, type GridActs } from './grid-handlers.ts';
import type { Cell } from './grid-keys.ts';
import { GridHead } from './grid-head.tsx';
import { GridBodyRow, markWidth } from './grid-rows.tsx';
import type { Selection } from './selection.ts';
import { useWidth } from './use-width.ts';

type DataGridProps<R extends GridRow> = {
  readonly label: string;
  readonly columns: readonly GridColumn<R>[];
  readonly choice: ColumnChoice;
  readonly view: GridView<R>;
  readonly sorted: Sorted | undefined;
  readonly selection: Selection;
  readonly openId: string | undefined;
  readonly acts: GridActs;
};

/**
 * A virtualized grid: only rows in sight are in the document, and the one that has the focus, so that scrolling never
 * loses it. Arrow keys, Home, End and the page keys move, the head included; Enter opens a row or orders by a column,
 * Space selects, with Shift from the last selected row on, Ctrl+A selects all, Escape closes what is open.
 */
export function DataGrid<R extends GridRow>(props: DataGridProps<R>) {
  const { label, columns, choice, view, sorted, selection, openId, acts } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<Cell>({ row: 0, column: 0 });
  const follow = useRef(false);
  const width = useWidth(scroller);
  const visible = toArranged(columns, choice).filter(({ id, look }) => isShown(id, look, choice, width));
  const layout = toLayout(visible, choice);
  const rowHeight = rowHeights[choice.density];
  const extent = { rows: view.count, columns: visible.length };
  const stop = { row: Math.min(active.row, extent.rows - 1), column: Math.min(active.column, extent.columns - 1) };
  const virtualizer = useRows(scroller, extent.rows, stop.row, rowHeight);

  // The cell that a key moved to exists only after the render that the key caused.
  useLayoutEffect(() => {
    if (!follow.current) return;
    follow.current = false;
    scroller.current?.querySelector<HTMLElement>('[data-at][tabindex="0"]')?.focus({ preventScroll: true });
  });

  const toHandlers = () =>
    toGridHandlers({
      view,
      selection,
      acts,
      stop,
      extent,
      pageRows: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2),
      onMove: (cell) => {
        follow.current = true;
        setActive(cell);
        if (cell.row >= 0) virtualizer.scrollToIndex(cell.row);
      },
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
      className="min-h-0 overflow-auto overscroll-contain outline-none"
      onKeyDown={(event) => toHandlers().onKeyDown(event)}
      {...toEndWatch(acts.onEnd)}
      onClick={(event) => toHandlers().onClick(event)}
      onFocus={(event) => setActive((before) => toCell(event.target) ?? before)}
    >
      <GridHead
        columns={visible}
        layout={layout}
        sorted={sorted}
        allSelected={view.count > 0 && selection.ids.size >= view.count}
        focusColumn={stop.row < 0 ? stop.column : undefined}
        onNear={acts.onNear}
        onResize={(id, pixels) => acts.onChoice(toResized(choice, id, pixels))}
      />
      <div role="rowgroup" className="relative" style={toBodyStyle(virtualizer.getTotalSize(), layout)}>
        {virtualizer.getVirtualItems().map(({ index, start, size }) => {
          const row = view.rowAt(index);
          return (
            row && (
              <GridBodyRow
                key={row.id}
                columns={visible}
                layout={layout}
                row={row}
                place={{ index, start, size }}
                focusColumn={index === stop.row ? stop.column : undefined}
                isOpen={row.id === openId}
                isSelected={selection.ids.has(row.id)}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

/** The tracks of the grid, and where the pinned columns stand. */
function toLayout<R extends GridRow>(visible: readonly GridColumn<R>[], choice: ColumnChoice) {
  const tracks = visible.map(({ id, look }) => toTrack(id, look, choice));
  return {
    tracks: [`${markWidth}px`, ...tracks].join(' '),
    leastWidth: visible.reduce((sum, { id, look }) => sum + toLeastWidth(id, look, choice), markWidth + 8),
    lefts: toPinnedLefts(visible, choice, markWidth),
  };
}
export type GridLayout = ReturnType<typeof toLayout>;

const toBodyStyle = (height: number, { leastWidth }: GridLayout) => ({ height, minWidth: leastWidth });

/** The rows in sight, a few beyond, and the one that holds the focus. */
function useRows(
  scroller: { readonly current: HTMLDivElement | null },
  count: number,
  focusRow: number,
  rowHeight: number,
) {
  return useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollPaddingStart: rowHeights.usual,
    // Another height is another list: sizes are kept by key.
    getItemKey: (index) => `${rowHeight} ${index}`,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...(focusRow < 0 ? [] : [focusRow])])].toSorted((a, b) => a - b),
  });
}

function toCell(target: Element): Cell | undefined {
  const at = target.closest<HTMLElement>('[data-at]')?.dataset['at'];
  const [row, column] = at?.split(' ').map(Number) ?? [];
  return row === undefined || column === undefined ? undefined : { row, column };
}
