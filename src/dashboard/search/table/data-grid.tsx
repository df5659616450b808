import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { edgeWidth, checkboxWidth, rowHeights, resizeColumn, type ColumnChoice } from './column-choice.ts';
import type { GridColumn, GridRow, GridView, GridSort } from './grid-column.ts';
import { GridHead } from './grid-head.tsx';
import type { Selection } from './selection.ts';
import { useWidth } from '../../platform/ui/use-width.ts';
import { watchEnd, useScrollPlace } from './use-scroller.ts';
import { type GridCell, type GridActions, createGridHandlers } from './grid-keys.ts';
import { GridBody } from './grid-body.tsx';
import { buildTracks, useGridTable } from './use-grid-table.ts';

type DataGridProps<R extends GridRow> = {
  readonly label: string;
  readonly columns: readonly GridColumn<R>[];
  readonly choice: ColumnChoice;
  readonly view: GridView<R>;
  readonly sorted: GridSort | undefined;
  readonly selection: Selection;
  readonly openId: string | undefined;
  readonly actions: GridActions;
};

/**
 * A virtualized grid: only visible rows are in the document, and the focused one, so that scrolling keeps the focus.
 * Arrow keys, Home, End and the page keys move, head included; Enter opens a row or sorts by a column, Space selects,
 * with Shift from the last selected row on, Ctrl+A selects all, Escape closes the details.
 */
export function DataGrid<R extends GridRow>(props: DataGridProps<R>) {
  const { label, columns, choice, view, sorted, selection, openId, actions } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<GridCell>({ row: 0, column: 0 });
  const follow = useRef(false);
  const scrollToRow = useRef<(row: number) => void>(() => undefined);
  const width = useWidth(scroller);
  const rowHeight = rowHeights[choice.density];
  const stopRow = Math.min(active.row, view.count - 1);
  const table = useGridTable(columns, choice, width);
  const place = useScrollPlace(label);
  const heads = table.getHeaderGroups().flatMap(({ headers }) => headers);
  const visible = heads.map(({ column }) => column);
  const [tracks, minWidth] = [buildTracks(visible, choice), table.getTotalSize() + checkboxWidth + edgeWidth];
  const overflows = width > 0 && minWidth > width;
  const layout = useMemo(() => ({ tracks, minWidth, overflows }), [tracks, minWidth, overflows]);
  const extent = { rows: view.count, columns: visible.length };
  const stop = { row: stopRow, column: Math.min(active.column, extent.columns - 1) };

  // The cell exists only after the render that the key caused.
  useLayoutEffect(() => {
    if (!follow.current) return;
    follow.current = false;
    scroller.current?.querySelector<HTMLElement>('[data-at][tabindex="0"]')?.focus({ preventScroll: true });
  });

  const buildHandlers = () =>
    createGridHandlers({
      view,
      selection,
      actions,
      stop,
      extent,
      pageRows: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2),
      onMove: (cell) => {
        follow.current = true;
        setActive(cell);
        if (cell.row >= 0) scrollToRow.current(cell.row);
      },
    });

  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={-1}
      aria-label={label}
      aria-multiselectable
      aria-rowcount={extent.rows + 1}
      aria-colcount={extent.columns}
      data-scroll-restoration-id={place.id}
      className="min-h-0 overflow-auto overscroll-contain outline-none"
      onKeyDown={(event) => buildHandlers().onKeyDown(event)}
      {...watchEnd(actions.onEnd)}
      onClick={(event) => buildHandlers().onClick(event)}
      onFocus={(event) => setActive((before) => readGridCell(event.target) ?? before)}
    >
      <GridHead
        heads={heads}
        layout={layout}
        sorted={sorted}
        allSelected={view.count > 0 && selection.ids.size >= view.count}
        focusColumn={stop.row < 0 ? stop.column : undefined}
        onNear={actions.onNear}
        onResize={(id, pixels) => actions.onChoice(resizeColumn(choice, id, pixels))}
      />
      {/* A new row height is a new list: the virtualizer caches sizes. */}
      <GridBody<R>
        key={rowHeight}
        {...{ scroller, scrollToRow, view, layout, rowHeight, stop, selection, openId }}
        columns={visible}
        top={place.top}
      />
    </div>
  );
}

function readGridCell(target: Element): GridCell | undefined {
  const at = target.closest<HTMLElement>('[data-at]')?.dataset['at'];
  const [row, column] = at?.split(' ').map(Number) ?? [];
  return row === undefined || column === undefined ? undefined : { row, column };
}
