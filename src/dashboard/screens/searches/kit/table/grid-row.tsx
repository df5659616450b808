import { FlexRender } from '@tanstack/react-table';
import { memo, type ReactNode, type Ref } from 'react';
import type { GridRow } from './grid-column.ts';
import { buildPinStyle, type DataColumn, type DataRow } from './use-data-table.tsx';

type GridBodyRowProps<R extends GridRow> = {
  readonly row: DataRow<R>;
  /** Its position among the rows in view. */
  readonly index: number;
  /** The visible columns; another array draws the row again. */
  readonly columns: readonly DataColumn<R>[];
  readonly tracks: string;
  /** Whether the columns need more than the available width. */
  readonly overflows: boolean;
  /** Position and height in pixels. */
  readonly start: number;
  readonly size: number;
  /** The column of the cell that the Tab key reaches, if it is in this row. */
  readonly focusColumn: number | undefined;
  /** Receives that cell. */
  readonly cell: Ref<HTMLDivElement>;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
};

/** One row of cells. memo() loses the type parameter, so it is cast back. */
export const GridBodyRow = memo(BodyRow) as <R extends GridRow>(props: GridBodyRowProps<R>) => ReactNode;

function BodyRow<R extends GridRow>(props: GridBodyRowProps<R>) {
  const { row, index, tracks, overflows, start, size, focusColumn, isOpen, isSelected } = props;
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
      {row.getVisibleCells().map((cell, at) => {
        const { column } = cell;
        const pin = buildPinStyle(column);
        return (
          <div
            key={column.id}
            ref={at === focusColumn ? props.cell : undefined}
            role="gridcell"
            data-at={`${index} ${at}`}
            tabIndex={at === focusColumn ? 0 : -1}
            style={pin}
            className={`flex min-w-0 items-center rounded-[5px] pr-2.5 whitespace-nowrap text-ink-2 -outline-offset-2 ${at === 0 ? '' : 'pl-2.5'} ${
              column.columnDef.meta?.align === 'end' ? 'justify-end tabular-nums' : ''
            } ${pin ? 'bg-inherit' : ''}`}
          >
            <FlexRender cell={cell} />
          </div>
        );
      })}
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
