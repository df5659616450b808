import { FlexRender } from '@tanstack/react-table';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, type Ref, useId, useRef } from 'react';
import { textScale } from '../../../../platform/ui/use-browser.ts';
import type { GridRow } from './grid-column.ts';
import { BarStrip, describeBars, describeSpan, type HeadBars, type HeadBarsOf, useHeadBrush } from './head-bars.tsx';
import {
  buildPinStyle,
  buildTracks,
  type DataHeader,
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
  /** The distributions in the heads; with them all heads are higher. */
  readonly bars: HeadBarsOf | undefined;
  /** The head that the Tab key reaches, if it is one. */
  readonly focusColumn: number | undefined;
  /** Receives that head. */
  readonly cell: Ref<HTMLDivElement>;
};

const directions = { asc: 'ascending', desc: 'descending' } as const;

/** The column heads, sticky at the top; a click on a sortable one sorts, dragging one moves its column. */
export function GridHead<R extends GridRow>({ table, defaultOrder, bars, focusColumn, cell }: GridHeadProps<R>) {
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
        className={`grid border-b border-line pr-2 ${bars ? 'h-[calc(3.5rem+1px)]' : 'h-[calc(2rem+1px)]'}`}
        style={{ gridTemplateColumns: buildTracks(table) }}
      >
        {table.getFlatHeaders().map((header, at) => (
          <Head
            key={header.id}
            {...{ table, header, at }}
            bars={bars?.get(header.column.id)}
            isDefault={!isSorted && defaultOrder?.column === header.column.id}
            defaultDirection={defaultOrder?.direction}
            isFocused={at === focusColumn}
            cell={at === focusColumn ? cell : undefined}
          />
        ))}
        <span
          data-checkbox
          aria-hidden
          className="order-first sticky left-0 z-[1] grid cursor-pointer place-items-center content-end bg-ground pb-2 print:invisible"
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

type HeadProps<R extends GridRow> = {
  readonly table: DataTable<R>;
  readonly header: DataHeader<R>;
  readonly at: number;
  readonly bars: HeadBars | undefined;
  /** Whether rows are in their default order, and that is by this column. */
  readonly isDefault: boolean;
  readonly defaultDirection: DefaultOrder['direction'] | undefined;
  readonly isFocused: boolean;
  readonly cell: Ref<HTMLDivElement> | undefined;
};

/** The head of one column: its name, its order, and how its values are distributed. */
function Head<R extends GridRow>(props: HeadProps<R>) {
  const { table, header, at, bars, isDefault, defaultDirection, isFocused, cell } = props;
  const { column } = header;
  const { id } = column;
  const nameId = useId();
  const head = bars && bars.bars.length > 0 ? bars : undefined;
  const brush = useHeadBrush(head);
  const sorts = column.getCanSort();
  const toggleSorting = column.getToggleSortingHandler();
  const sorted = column.getIsSorted();
  const direction = sorted ? directions[sorted] : isDefault ? defaultDirection : undefined;
  const Arrow = direction === 'ascending' ? ArrowUp : ArrowDown;
  const align = column.columnDef.meta?.align === 'end' ? 'justify-end' : '';
  return (
    <>
      <div
        ref={cell}
        role="columnheader"
        aria-sort={direction}
        aria-labelledby={nameId}
        aria-describedby={head && `${nameId}-bars`}
        aria-keyshortcuts={head && 'Shift+ArrowLeft Shift+ArrowRight'}
        data-at={`-1 ${at}`}
        tabIndex={isFocused ? 0 : -1}
        style={buildPinStyle(column)}
        onClick={toggleSorting}
        onKeyDown={(event) => !brush.onKey(event) && isPress(event) && toggleSorting?.(event)}
        onBlur={brush.onLeave}
        {...buildColumnDrag(id, (moved) => placeColumn(table, moved, id))}
        className={`group relative flex min-w-0 flex-col justify-end bg-ground pr-2.5 text-12 font-medium whitespace-nowrap text-ink-3 -outline-offset-2 ${
          at === 0 ? '' : 'pl-2.5'
        } ${sorts ? 'cursor-pointer hover:text-ink' : ''}`}
      >
        <span className={`flex min-w-0 items-center gap-1 ${head ? 'h-6' : 'h-8'} ${align}`}>
          <span id={nameId} className="truncate">
            <FlexRender header={header} />
          </span>
          {direction && <Arrow aria-hidden className="size-3 shrink-0" />}
        </span>
        {head && (
          <>
            <BarStrip head={head} brush={brush} />
            <output className="sr-only">{brush.shown && describeSpan(head.bars, brush.shown, head.basis)}</output>
          </>
        )}
        <ResizeEdge onResize={(pixels) => resizeColumn(table, id, pixels)} />
      </div>
      {head && (
        <span id={`${nameId}-bars`} hidden>
          {describeBars(head)}
        </span>
      )}
    </>
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
