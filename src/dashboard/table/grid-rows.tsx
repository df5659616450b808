import { FlexRender } from '@tanstack/react-table';
import type { GridRow } from './grid-column.ts';
import type { HeldRow } from './grid-features.ts';
import { toPinStyle, type GridLayout } from './grid-layout.ts';

type GridBodyRowProps<R extends GridRow> = {
  readonly layout: GridLayout;
  readonly row: HeldRow<R>;
  /** The column whose cell is the grid's stop for the Tab key, when it lies in this row. */
  readonly focusColumn: number | undefined;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
};

/** One row of cells. */
export function GridBodyRow<R extends GridRow>(props: GridBodyRowProps<R>) {
  const { layout, row, focusColumn, isOpen, isSelected } = props;
  const { place } = row.original;
  const ground = isOpen || isSelected ? 'bg-accent-soft' : 'bg-ground hover:bg-sunken';
  return (
    <div
      role="row"
      data-row={row.id}
      data-index={place.index}
      aria-rowindex={place.index + 2}
      aria-selected={isSelected}
      aria-current={isOpen ? 'true' : undefined}
      className={`group/row absolute inset-x-0 top-0 grid cursor-pointer border-b border-line pr-2 ${ground}`}
      style={{ gridTemplateColumns: layout.tracks, height: place.size, transform: `translateY(${place.start}px)` }}
    >
      {row.getVisibleCells().map((cell, column) => (
        <div
          key={cell.column.id}
          role="gridcell"
          data-at={`${place.index} ${column}`}
          tabIndex={column === focusColumn ? 0 : -1}
          style={toPinStyle(cell.column)}
          className={`flex min-w-0 items-center rounded-[5px] bg-inherit px-2.5 whitespace-nowrap text-ink-2 outline-offset-[-2px] ${
            cell.column.columnDef.meta?.look.align === 'end' ? 'justify-end tabular-nums' : ''
          }`}
        >
          <FlexRender cell={cell} />
        </div>
      ))}
      <span data-mark aria-hidden className="order-first sticky left-0 z-[1] grid place-items-center bg-inherit">
        <input
          type="checkbox"
          tabIndex={-1}
          readOnly
          checked={isSelected}
          className="pointer-events-none size-3.5 accent-accent opacity-0 group-hover/row:opacity-100 checked:opacity-100"
        />
      </span>
    </div>
  );
}
