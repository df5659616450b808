import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, type RefObject, useLayoutEffect } from 'react';
import { rowHeights } from './column-choice.ts';
import type { GridRow, GridView } from './grid-column.ts';
import type { GridCell } from './grid-keys.ts';
import type { Selection } from './selection.ts';
import { buildPinStyle, type GridLayout, type TableColumn } from './use-grid-table.ts';

type GridBodyProps<R extends GridRow> = {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Receives a function that scrolls to a row. */
  readonly scrollToRow: RefObject<(row: number) => void>;
  readonly view: GridView<R>;
  readonly columns: readonly TableColumn<R>[];
  readonly layout: GridLayout;
  readonly rowHeight: number;
  /** Scroll position to restore, in pixels. */
  readonly top: number;
  /** The cell that the Tab key reaches. */
  readonly stop: GridCell;
  readonly selection: Selection;
  readonly openId: string | undefined;
};

/** The visible rows. Scrolling renders this component only, and in it only rows that appear. */
export function GridBody<R extends GridRow>(props: GridBodyProps<R>) {
  const { scroller, scrollToRow, view, columns, layout, rowHeight, top, stop, selection, openId } = props;
  const virtualizer = useVirtualizer({
    count: view.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    initialOffset: top,
    scrollPaddingStart: rowHeights.usual,
    // Includes the focused row, so that scrolling keeps the focus.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...(stop.row < 0 ? [] : [stop.row])])].toSorted((a, b) => a - b),
  });
  useLayoutEffect(() => {
    Object.assign(scrollToRow, { current: virtualizer.scrollToIndex });
  }, [scrollToRow, virtualizer]);
  return (
    <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize(), minWidth: layout.minWidth }}>
      {virtualizer.getVirtualItems().map(({ index, start, size }) => {
        const row = view.rowAt(index);
        return row === undefined ? null : (
          <GridBodyRow
            // By position: a new order then changes texts, where keys by id would recreate every row.
            key={index}
            layout={layout}
            columns={columns}
            row={row}
            index={index}
            start={start}
            size={size}
            focusColumn={index === stop.row ? stop.column : undefined}
            isOpen={row.id === openId}
            isSelected={selection.ids.has(row.id)}
          />
        );
      })}
    </div>
  );
}

type GridBodyRowProps<R extends GridRow> = {
  readonly layout: GridLayout;
  readonly columns: readonly TableColumn<R>[];
  readonly row: R;
  readonly index: number;
  /** Position and height in pixels. */
  readonly start: number;
  readonly size: number;
  /** The column of the cell that the Tab key reaches, if it is in this row. */
  readonly focusColumn: number | undefined;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
};

/** One row of cells. memo() loses the type parameter, so it is cast back. */
export const GridBodyRow = memo(BodyRow) as unknown as <R extends GridRow>(props: GridBodyRowProps<R>) => ReactNode;

function BodyRow<R extends GridRow>(props: GridBodyRowProps<R>) {
  const { layout, columns, row, index, start, size, focusColumn, isOpen, isSelected } = props;
  const background = isOpen || isSelected ? 'bg-accent-soft' : 'bg-ground hover:bg-sunken';
  return (
    <div
      role="row"
      data-row={row.id}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-current={isOpen ? 'true' : undefined}
      className={`group/row absolute inset-x-0 top-0 grid cursor-pointer border-b border-line pr-2 ${background}`}
      style={{ gridTemplateColumns: layout.tracks, height: size, transform: `translateY(${start}px)` }}
    >
      {columns.map((column, at) => (
        <div
          key={column.id}
          role="gridcell"
          data-at={`${index} ${at}`}
          tabIndex={at === focusColumn ? 0 : -1}
          style={buildPinStyle(column)}
          className={`flex min-w-0 items-center rounded-[5px] px-2.5 whitespace-nowrap text-ink-2 outline-offset-[-2px] ${
            column.columnDef.meta?.look.align === 'end' ? 'justify-end tabular-nums' : ''
          } ${column.getIsPinned() ? 'bg-inherit' : ''}`}
        >
          {column.columnDef.meta?.draw(row)}
        </div>
      ))}
      {/* Sticky cells, inherited backgrounds and checkboxes slow down scrolling, so each is used only where needed. */}
      <span
        data-checkbox
        aria-hidden
        className={`order-first grid place-items-center ${layout.overflows ? 'sticky left-0 z-[1] bg-inherit' : ''} ${
          isSelected
            ? ''
            : 'before:hidden before:size-3 before:rounded-[3px] before:border before:border-edge before:bg-panel group-hover/row:before:block'
        }`}
      >
        {isSelected && (
          <input
            type="checkbox"
            tabIndex={-1}
            readOnly
            checked
            className="pointer-events-none size-3.5 accent-accent"
          />
        )}
      </span>
    </div>
  );
}
