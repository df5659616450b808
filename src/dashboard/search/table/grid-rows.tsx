import { memo, type ReactNode } from 'react';
import type { GridRow } from './grid-column.ts';
import type { HeldColumn } from './grid-features.ts';
import { toPinStyle, type GridLayout } from './grid-layout.ts';

type GridBodyRowProps<R extends GridRow> = {
  readonly layout: GridLayout;
  readonly columns: readonly HeldColumn<R>[];
  readonly row: R;
  readonly index: number;
  /** Where it begins and how high it is, in pixels. */
  readonly start: number;
  readonly size: number;
  /** The column whose cell is the grid's stop for the Tab key, when it lies in this row. */
  readonly focusColumn: number | undefined;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
};

/** One row of cells; a row that stays in sight is not drawn again. memo() forgets that it is generic. */
export const GridBodyRow = memo(BodyRow) as unknown as <R extends GridRow>(props: GridBodyRowProps<R>) => ReactNode;

function BodyRow<R extends GridRow>(props: GridBodyRowProps<R>) {
  const { layout, columns, row, index, start, size, focusColumn, isOpen, isSelected } = props;
  const ground = isOpen || isSelected ? 'bg-accent-soft' : 'bg-ground hover:bg-sunken';
  return (
    <div
      role="row"
      data-row={row.id}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-current={isOpen ? 'true' : undefined}
      className={`group/row absolute inset-x-0 top-0 grid cursor-pointer border-b border-line pr-2 ${ground}`}
      style={{ gridTemplateColumns: layout.tracks, height: size, transform: `translateY(${start}px)` }}
    >
      {columns.map((column, at) => (
        <div
          key={column.id}
          role="gridcell"
          data-at={`${index} ${at}`}
          tabIndex={at === focusColumn ? 0 : -1}
          style={toPinStyle(column)}
          className={`flex min-w-0 items-center rounded-[5px] px-2.5 whitespace-nowrap text-ink-2 outline-offset-[-2px] ${
            column.columnDef.meta?.look.align === 'end' ? 'justify-end tabular-nums' : ''
          } ${column.getIsPinned() ? 'bg-inherit' : ''}`}
        >
          {column.columnDef.meta?.draw(row)}
        </div>
      ))}
      {/* What sticks or inherits a ground costs at each scroll (a style that inherits is never shared), and so does a
          checkbox: each stands only where it does something. */}
      <span
        data-mark
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
