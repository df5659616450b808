import { FlexRender } from '@tanstack/react-table';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { GridRow, GridSort } from './grid-column.ts';
import { buildPinStyle, type GridLayout, type TableHeader } from './use-grid-table.ts';

type GridHeadProps<R extends GridRow> = {
  readonly heads: readonly TableHeader<R>[];
  readonly layout: GridLayout;
  readonly sorted: GridSort | undefined;
  readonly allSelected: boolean;
  /** The head that the Tab key reaches, if it is one. */
  readonly focusColumn: number | undefined;
  readonly onNear: (id: string) => void;
  readonly onResize: (id: string, pixels: number) => void;
};

/** The column heads, sticky at the top; a click on a sortable one sorts. */
export function GridHead<R extends GridRow>(props: GridHeadProps<R>) {
  const { heads, layout, sorted, allSelected, focusColumn, onNear, onResize } = props;
  return (
    <div role="rowgroup" className="sticky top-0 z-10 bg-ground" style={{ minWidth: layout.minWidth }}>
      <div
        role="row"
        aria-rowindex={1}
        className="grid border-b border-line pr-2"
        style={{ gridTemplateColumns: layout.tracks }}
      >
        {heads.map((header, at) => {
          const { id, columnDef } = header.column;
          const { look, sorts } = columnDef.meta ?? {};
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
              className={`group relative flex h-row min-w-0 items-center gap-1 bg-ground px-2.5 text-[11.5px] font-medium whitespace-nowrap text-ink-3 outline-offset-[-2px] ${
                look?.align === 'end' ? 'justify-end' : ''
              } ${sorts ? 'cursor-pointer hover:text-ink' : ''}`}
            >
              <span className="truncate">
                <FlexRender header={header} />
              </span>
              {direction && <Arrow aria-hidden className="size-3 shrink-0" />}
              <ResizeEdge onResize={(pixels) => onResize(id, pixels)} />
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

/** Dragging the right edge resizes the column; keyboard users have the column sheet. */
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
