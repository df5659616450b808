import { useTable } from '@tanstack/react-table';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { isShown, toArranged, toLeastWidth, toResized, toTrack, type ColumnChoice } from './column-choice.ts';
import { toEndWatch } from './end-watch.ts';
import { gridFeatures, type GridColumn, type GridRow } from './grid-features.ts';
import { toMovedCell, type Cell } from './grid-keys.ts';
import { GridBodyRow, GridHead, type Sorted } from './grid-rows.tsx';
import { useWidth } from './use-width.ts';

const rowHeight = 34;

type DataGridProps<R extends GridRow> = {
  readonly label: string;
  readonly columns: readonly GridColumn<R>[];
  readonly choice: ColumnChoice;
  readonly onChoice: (choice: ColumnChoice) => void;
  readonly rows: readonly R[];
  readonly sorted: Sorted;
  readonly openId: string | undefined;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
  /** The person scrolled to where the rows end. */
  readonly onEnd?: () => void;
};

/**
 * A virtualized grid: only rows in sight are in the document, and the one that has the focus, so that scrolling never
 * loses it. Arrow keys, Home, End and the page keys move; Enter opens a row, Escape closes what is open.
 */
export function DataGrid<R extends GridRow>(props: DataGridProps<R>) {
  const { label, columns, choice, onChoice, rows, sorted, openId, onOpen, onClose, onEnd } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<Cell>({ row: 0, column: 0 });
  const follow = useRef(false);
  const columnVisibility = toVisibility(columns, choice, useWidth(scroller));
  const table = useTable({
    features: gridFeatures,
    columns: toArranged(columns, choice),
    data: rows,
    getRowId: (row) => row.id,
    state: { columnVisibility },
  });
  const visible = table.getVisibleLeafColumns();
  const tracks = visible.map(({ id, columnDef }) => toTrack(id, columnDef.meta, choice)).join(' ');
  const leastWidth = visible.reduce((sum, { id, columnDef }) => sum + toLeastWidth(id, columnDef.meta, choice), 16);
  const extent = { rows: rows.length, columns: visible.length };
  const stop = { row: Math.min(active.row, extent.rows - 1), column: Math.min(active.column, extent.columns - 1) };
  const virtualizer = useRows(scroller, extent.rows, stop.row);

  // The cell that a key moved to exists only after the render that the key caused.
  useLayoutEffect(() => {
    if (!follow.current) return;
    follow.current = false;
    scroller.current?.querySelector<HTMLElement>('[role="gridcell"][tabindex="0"]')?.focus({ preventScroll: true });
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return onClose();
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) return openAt(event.target, onOpen);
    const pageRows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2);
    const next = toMovedCell(event.key, event.ctrlKey || event.metaKey, stop, { ...extent, pageRows });
    if (!next) return;
    event.preventDefault();
    follow.current = true;
    setActive(next);
    virtualizer.scrollToIndex(next.row);
  };

  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={-1}
      aria-label={label}
      aria-rowcount={extent.rows + 1}
      aria-colcount={extent.columns}
      className="min-h-0 overflow-auto overscroll-contain outline-none"
      onKeyDown={onKeyDown}
      {...toEndWatch(onEnd)}
      onClick={(event) => openAt(event.target, onOpen)}
      onFocus={(event) => setActive((before) => toCell(event.target) ?? before)}
    >
      <GridHead
        {...{ table, sorted, tracks, leastWidth }}
        onResize={(id, pixels) => onChoice(toResized(choice, id, pixels))}
      />
      <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize(), minWidth: leastWidth }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = table.getRowModel().rows[index];
          const focusColumn = index === stop.row ? stop.column : undefined;
          return (
            row && (
              <GridBodyRow key={row.id} {...{ tracks, row, index, start, focusColumn }} isOpen={row.id === openId} />
            )
          );
        })}
      </div>
    </div>
  );
}

/** The rows in sight, a few beyond, and the one that holds the focus. */
function useRows(scroller: { readonly current: HTMLDivElement | null }, count: number, focusRow: number) {
  return useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollPaddingStart: rowHeight,
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), focusRow])].toSorted((a, b) => a - b),
  });
}

function openAt(target: EventTarget, open: (id: string) => void): void {
  const id = target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset['row'] : undefined;
  if (id !== undefined) open(id);
}

function toCell(target: Element): Cell | undefined {
  const at = target.closest<HTMLElement>('[data-at]')?.dataset['at'];
  const [row, column] = at?.split(' ').map(Number) ?? [];
  return row === undefined || column === undefined ? undefined : { row, column };
}

function toVisibility<R extends GridRow>(
  columns: readonly GridColumn<R>[],
  choice: ColumnChoice,
  width: number,
): Record<string, boolean> {
  return Object.fromEntries(columns.map(({ id = '', meta }) => [id, isShown(id, meta, choice, width)]));
}
