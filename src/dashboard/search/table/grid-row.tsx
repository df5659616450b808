import { memo, type ReactNode } from 'react';
import type { GridRow } from './grid-column.ts';
import type { CellStyle } from './use-grid-table.ts';

type GridBodyRowProps<R extends GridRow> = {
  readonly tracks: string;
  readonly overflows: boolean;
  readonly cells: readonly CellStyle[];
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
  const { tracks, overflows, cells, row, index, start, size, focusColumn, isOpen, isSelected } = props;
  const background = isOpen || isSelected ? 'bg-selected' : 'bg-ground hover:bg-sunken';
  return (
    <div
      role="row"
      data-row={row.id}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-current={isOpen || undefined}
      className={`absolute inset-x-0 top-0 grid cursor-pointer border-b border-line pr-2 ${background} ${isOpen ? 'shadow-[inset_2px_0_var(--color-accent)] -outline-offset-2 forced-colors:outline' : ''}`}
      style={{ gridTemplateColumns: tracks, height: size, transform: `translateY(${start}px)` }}
    >
      {cells.map(({ id, draw, style, className }, at) => (
        <div
          key={id}
          role="gridcell"
          data-at={`${index} ${at}`}
          tabIndex={at === focusColumn ? 0 : -1}
          style={style}
          className={className}
        >
          {draw?.(row)}
        </div>
      ))}
      {/* Sticky cells, inherited backgrounds and checkboxes slow down scrolling, so each is used only where needed. */}
      <span
        data-checkbox
        aria-hidden
        className={`row-box order-first grid place-items-center ${overflows ? 'sticky left-0 z-[1] bg-inherit' : ''}`}
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
