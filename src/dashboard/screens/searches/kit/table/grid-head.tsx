import { FlexRender } from '@tanstack/react-table';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, type Ref, useRef } from 'react';
import { textScale } from '../../../../platform/ui/use-browser.ts';
import type { GridRow } from './grid-column.ts';
import {
  buildPinStyle,
  buildTracks,
  type DataTable,
  measureColumns,
  placeColumn,
  resizeColumn,
} from './use-data-table.tsx';

/** The column by which rows are in their default order. */
export type DefaultOrder = { readonly column?: string; readonly direction: 'ascending' | 'descending' };

type GridHeadProps<R extends GridRow> = {
  readonly table: DataTable<R>;
  readonly defaultOrder: DefaultOrder | undefined;
  /** The head that the Tab key reaches, if it is one. */
  readonly focusColumn: number | undefined;
  /** Receives that head. */
  readonly cell: Ref<HTMLDivElement>;
};

const directions = { asc: 'ascending', desc: 'descending' } as const;

/** The column heads, sticky at the top; a click on a sortable one sorts, dragging one moves its column. */
export function GridHead<R extends GridRow>({ table, defaultOrder, focusColumn, cell }: GridHeadProps<R>) {
  const isSorted = table.getAllLeafColumns().some((column) => column.getCanHide() && column.getIsSorted() !== false);
  return (
    <div
      role="rowgroup"
      className="sticky top-0 z-10 bg-ground"
      style={{ minWidth: measureColumns(table) * textScale }}
    >
      <div
        role="row"
        aria-rowindex={1}
        className="grid border-b border-line pr-2"
        style={{ gridTemplateColumns: buildTracks(table) }}
      >
        {table.getFlatHeaders().map((header, at) => {
          const { column } = header;
          const { id } = column;
          const sorts = column.getCanSort();
          const toggleSorting = column.getToggleSortingHandler();
          const sorted = column.getIsSorted();
          const isDefault = !isSorted && defaultOrder?.column === id;
          const direction = sorted ? directions[sorted] : isDefault ? defaultOrder.direction : undefined;
          const Arrow = direction === 'ascending' ? ArrowUp : ArrowDown;
          return (
            <div
              key={id}
              ref={at === focusColumn ? cell : undefined}
              role="columnheader"
              aria-sort={direction}
              data-at={`-1 ${at}`}
              tabIndex={at === focusColumn ? 0 : -1}
              style={buildPinStyle(column)}
              onClick={toggleSorting}
              onKeyDown={(event) => isPress(event) && toggleSorting?.(event)}
              {...buildColumnDrag(id, (moved) => placeColumn(table, moved, id))}
              className={`group relative flex h-8 min-w-0 items-center gap-1 bg-ground pr-2.5 text-12 font-medium whitespace-nowrap text-ink-3 -outline-offset-2 ${
                at === 0 ? '' : 'pl-2.5'
              } ${column.columnDef.meta?.align === 'end' ? 'justify-end' : ''} ${sorts ? 'cursor-pointer hover:text-ink' : ''}`}
            >
              <span className="truncate">
                <FlexRender header={header} />
              </span>
              {direction && <Arrow aria-hidden className="size-3 shrink-0" />}
              <ResizeEdge onResize={(pixels) => resizeColumn(table, id, pixels)} />
            </div>
          );
        })}
        <span
          data-checkbox
          aria-hidden
          className="order-first sticky left-0 z-[1] grid cursor-pointer place-items-center bg-ground"
          onClick={() => table.toggleAllRowsSelected()}
        >
          <input
            type="checkbox"
            tabIndex={-1}
            readOnly
            checked={table.getIsAllRowsSelected()}
            className="pointer-events-none size-3.5 accent-accent"
          />
        </span>
      </div>
    </div>
  );
}

const isPress = ({ key, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  (key === 'Enter' || key === ' ') && !ctrlKey && !metaKey;

const columnType = 'application/x-column';

/** Handlers that drag a column to the place of another one; the column sheet does the same by keyboard. */
const buildColumnDrag = (id: string, onPlace: (moved: string) => void) => ({
  draggable: true,
  onDragStart: ({ dataTransfer }: DragEvent) => dataTransfer.setData(columnType, id),
  onDragOver: (event: DragEvent) => event.dataTransfer.types.includes(columnType) && event.preventDefault(),
  onDrop: (event: DragEvent) => {
    const moved = event.dataTransfer.getData(columnType);
    if (moved === '') return;
    event.preventDefault();
    onPlace(moved);
  },
});

/**
 * Dragging the right edge resizes the column; keyboard users have the column sheet. TanStack Table's own handler starts
 * from the width in its state, and a column that grows is wider.
 */
function ResizeEdge({ onResize }: { readonly onResize: (pixels: number) => void }) {
  // The left edge of a column moves while it is resized: the columns before it take or give room.
  const grip = useRef({ x: 0, width: 0 });
  return (
    <i
      aria-hidden
      className="absolute inset-y-1.5 right-0 w-2 cursor-col-resize touch-none border-r border-transparent group-hover:border-line hover:border-edge"
      // The edge resizes, and does not drag the column or sort by it.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => event.stopPropagation()}
      onPointerDown={({ currentTarget, pointerId, clientX }) => {
        currentTarget.setPointerCapture(pointerId);
        grip.current = { x: clientX, width: currentTarget.parentElement?.offsetWidth ?? 0 };
      }}
      onPointerMove={({ currentTarget, pointerId, clientX }) => {
        const { x, width } = grip.current;
        if (currentTarget.hasPointerCapture(pointerId)) onResize((width + clientX - x) / textScale);
      }}
    />
  );
}
