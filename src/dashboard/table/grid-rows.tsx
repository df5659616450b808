import { FlexRender, type Row, type Table } from '@tanstack/react-table';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { gridFeatures, GridRow } from './grid-features.ts';

/** Which column the rows are ordered by, and how. */
export type Sorted = { readonly column: string; readonly direction: 'ascending' | 'descending' };

type GridTable<R extends GridRow> = Table<typeof gridFeatures, R>;

type GridHeadProps<R extends GridRow> = {
  readonly table: GridTable<R>;
  readonly sorted: Sorted;
  readonly tracks: string;
  readonly leastWidth: number;
  readonly onResize: (id: string, pixels: number) => void;
};

/** The heads of the columns; they stay in sight. */
export function GridHead<R extends GridRow>(props: GridHeadProps<R>) {
  const { table, sorted, tracks, leastWidth, onResize } = props;
  return (
    <div role="rowgroup" className="sticky top-0 z-10 bg-ground" style={{ minWidth: leastWidth }}>
      <div
        role="row"
        aria-rowindex={1}
        className="grid border-b border-line px-2"
        style={{ gridTemplateColumns: tracks }}
      >
        {table.getVisibleLeafColumns().map(({ id, columnDef }) => {
          const direction = sorted.column === id ? sorted.direction : undefined;
          const Arrow = direction === 'ascending' ? ArrowUp : ArrowDown;
          return (
            <div
              key={id}
              role="columnheader"
              aria-sort={direction}
              className={`group relative flex h-row min-w-0 items-center gap-1 px-2.5 whitespace-nowrap text-[11.5px] font-medium text-ink-3 ${
                columnDef.meta?.align === 'end' ? 'justify-end' : ''
              }`}
            >
              <span className="truncate">{typeof columnDef.header === 'string' ? columnDef.header : id}</span>
              {direction && <Arrow aria-hidden className="size-3 shrink-0" />}
              <ResizeEdge onResize={(pixels) => onResize(id, pixels)} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** The right edge of a head, to be dragged; the keyboard has the sheet of columns for the same. */
function ResizeEdge({ onResize }: { readonly onResize: (pixels: number) => void }) {
  return (
    <i
      aria-hidden
      data-resize
      className="absolute inset-y-1.5 right-0 w-2 cursor-col-resize touch-none border-r border-transparent group-hover:border-line hover:border-edge"
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={({ currentTarget, pointerId, clientX }) => {
        const left = currentTarget.parentElement?.getBoundingClientRect().left;
        if (left !== undefined && currentTarget.hasPointerCapture(pointerId)) onResize(clientX - left);
      }}
    />
  );
}

type GridBodyRowProps<R extends GridRow> = {
  readonly tracks: string;
  readonly row: Row<typeof gridFeatures, R>;
  readonly index: number;
  readonly start: number;
  /** The column whose cell is the grid's stop for the Tab key, when it lies in this row. */
  readonly focusColumn: number | undefined;
  readonly isOpen: boolean;
};

/** One row of cells. */
export function GridBodyRow<R extends GridRow>(props: GridBodyRowProps<R>) {
  const { tracks, row, index, start, focusColumn, isOpen } = props;
  return (
    <div
      role="row"
      data-row={row.id}
      aria-rowindex={index + 2}
      aria-selected={isOpen}
      className={`absolute inset-x-0 top-0 grid h-row cursor-pointer border-b border-line px-2 ${
        isOpen ? 'bg-accent-soft' : 'hover:bg-sunken'
      }`}
      style={{ gridTemplateColumns: tracks, transform: `translateY(${start}px)` }}
    >
      {row.getVisibleCells().map((cell, column) => (
        <div
          key={cell.id}
          role="gridcell"
          data-at={`${index} ${column}`}
          tabIndex={column === focusColumn ? 0 : -1}
          className={`flex min-w-0 items-center rounded-[5px] px-2.5 whitespace-nowrap text-ink-2 outline-offset-[-2px] ${
            cell.column.columnDef.meta?.align === 'end' ? 'justify-end tabular-nums' : ''
          }`}
        >
          <FlexRender cell={cell} />
        </div>
      ))}
    </div>
  );
}
