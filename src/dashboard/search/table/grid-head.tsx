import { FlexRender } from '@tanstack/react-table';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { DragEvent } from 'react';
import { textScale } from '../../platform/ui/use-browser.ts';
import { type ColumnChoice, placeColumn, resizeColumn } from './column-choice.ts';
import type { GridColumn, GridRow, GridSort } from './grid-column.ts';
import { buildPinStyle, type TableHeader } from './use-grid-table.ts';

type GridHeadProps<R extends GridRow> = {
  readonly heads: readonly TableHeader<R>[];
  readonly tracks: string;
  readonly minWidth: number;
  readonly sorted: GridSort | undefined;
  readonly allSelected: boolean;
  /** The head that the Tab key reaches, if it is one. */
  readonly focusColumn: number | undefined;
  readonly onNear: (id: string) => void;
  readonly columns: readonly GridColumn<R>[];
  readonly choice: ColumnChoice;
  readonly onChoice: (choice: ColumnChoice) => void;
};

/** The column heads, sticky at the top; a click on a sortable one sorts, dragging one moves its column. */
export function GridHead<R extends GridRow>(props: GridHeadProps<R>) {
  const { heads, tracks, minWidth, sorted, allSelected, focusColumn, onNear, columns, choice, onChoice } = props;
  const onPlace = (id: string, at: string) => onChoice(placeColumn(columns, choice, id, at));
  return (
    <div role="rowgroup" className="sticky top-0 z-10 bg-ground" style={{ minWidth: minWidth * textScale }}>
      <div
        role="row"
        aria-rowindex={1}
        className="grid border-b border-line pr-2"
        style={{ gridTemplateColumns: tracks }}
      >
        {heads.map((header, at) => {
          const { id, columnDef } = header.column;
          const { display, sorts } = columnDef.meta ?? {};
          const direction = sorted?.column === id ? sorted.direction : undefined;
          const Arrow = direction === 'ascending' ? ArrowUp : ArrowDown;
          return (
            <div
              key={id}
              role="columnheader"
              aria-sort={direction}
              data-column={sorts ? id : undefined}
              data-at={`-1 ${at}`}
              tabIndex={at === focusColumn ? 0 : -1}
              style={buildPinStyle(header.column)}
              onPointerEnter={() => onNear(id)}
              {...buildColumnDrag(id, onPlace)}
              className={`group relative flex h-8 min-w-0 items-center gap-1 bg-ground pr-2.5 text-12 font-medium whitespace-nowrap text-ink-3 -outline-offset-2 ${
                at === 0 ? '' : 'pl-2.5'
              } ${display?.align === 'end' ? 'justify-end' : ''} ${sorts ? 'cursor-pointer hover:text-ink' : ''}`}
            >
              <span className="truncate">
                <FlexRender header={header} />
              </span>
              {direction && <Arrow aria-hidden className="size-3 shrink-0" />}
              <ResizeEdge onResize={(pixels) => onChoice(resizeColumn(choice, id, pixels))} />
            </div>
          );
        })}
        <span
          data-checkbox
          aria-hidden
          className="order-first sticky left-0 z-[1] grid cursor-pointer place-items-center bg-ground"
        >
          <input
            type="checkbox"
            tabIndex={-1}
            readOnly
            checked={allSelected}
            className="pointer-events-none size-3.5 accent-accent"
          />
        </span>
      </div>
    </div>
  );
}

const columnType = 'application/x-column';

/** Handlers that drag a column to the place of another one; the column sheet does the same by keyboard. */
const buildColumnDrag = (id: string, onPlace: (id: string, at: string) => void) => ({
  draggable: true,
  onDragStart: ({ dataTransfer }: DragEvent) => dataTransfer.setData(columnType, id),
  onDragOver: (event: DragEvent) => event.dataTransfer.types.includes(columnType) && event.preventDefault(),
  onDrop: (event: DragEvent) => {
    const moved = event.dataTransfer.getData(columnType);
    if (moved === '') return;
    event.preventDefault();
    onPlace(moved, id);
  },
});

/** Dragging the right edge resizes the column; keyboard users have the column sheet. */
function ResizeEdge({ onResize }: { readonly onResize: (pixels: number) => void }) {
  return (
    <i
      aria-hidden
      data-resize
      className="absolute inset-y-1.5 right-0 w-2 cursor-col-resize touch-none border-r border-transparent group-hover:border-line hover:border-edge"
      // The edge resizes, and does not drag the column.
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={({ currentTarget, pointerId, clientX }) => {
        const left = currentTarget.parentElement?.getBoundingClientRect().left;
        if (left !== undefined && currentTarget.hasPointerCapture(pointerId)) onResize((clientX - left) / textScale);
      }}
    />
  );
}
