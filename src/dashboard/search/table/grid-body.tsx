import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, type RefObject } from 'react';
import { rowHeights } from './column-choice.ts';
import type { GridRow, GridView } from './grid-column.ts';
import type { HeldColumn } from './grid-features.ts';
import type { Cell } from './grid-keys.ts';
import type { GridLayout } from './grid-layout.ts';
import { GridBodyRow } from './grid-rows.tsx';
import type { Selection } from './selection.ts';

type GridBodyProps<R extends GridRow> = {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** Is given the way to bring a row in sight. */
  readonly bringer: RefObject<(row: number) => void>;
  readonly view: GridView<R>;
  readonly columns: readonly HeldColumn<R>[];
  readonly layout: GridLayout;
  readonly rowHeight: number;
  /** How far the rows were scrolled when the screen was left. */
  readonly top: number;
  /** The cell that is the grid's stop for the Tab key. */
  readonly stop: Cell;
  readonly selection: Selection;
  readonly openId: string | undefined;
};

/** The rows in sight. Scrolling draws this part alone, and of it only rows that come in sight. */
export function GridBody<R extends GridRow>(props: GridBodyProps<R>) {
  const { scroller, bringer, view, columns, layout, rowHeight, top, stop, selection, openId } = props;
  const virtualizer = useVirtualizer({
    count: view.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    initialOffset: top,
    scrollPaddingStart: rowHeights.usual,
    // With the row that has the focus, so that scrolling never loses it.
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), ...(stop.row < 0 ? [] : [stop.row])])].toSorted((a, b) => a - b),
  });
  useLayoutEffect(() => {
    Object.assign(bringer, { current: virtualizer.scrollToIndex });
  }, [bringer, virtualizer]);
  return (
    <div
      role="rowgroup"
      className="relative"
      style={{ height: virtualizer.getTotalSize(), minWidth: layout.leastWidth }}
    >
      {virtualizer.getVirtualItems().map(({ index, start, size }) => {
        const row = view.rowAt(index);
        return row === undefined ? null : (
          <GridBodyRow
            // By place: another order then changes words in the document, where rows by id would all be made anew.
            key={index}
            layout={layout}
            columns={columns}
            row={row}
            index={index}
            start={start}
            size={size}
            focusColumn={index === stop.row ? stop.column : undefined}
            isOpen={row.id === openId}
            isSelected={selection.ids.has(row.id)}
          />
        );
      })}
    </div>
  );
}
