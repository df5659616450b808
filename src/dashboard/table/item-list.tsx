import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, type ReactNode } from 'react';
import { toEndWatch } from './end-watch.ts';
import type { GridRow } from './grid-features.ts';

const itemHeight = 56;

type ItemListProps<R extends GridRow> = {
  readonly label: string;
  readonly rows: readonly R[];
  readonly children: (row: R) => ReactNode;
  readonly onOpen: (id: string) => void;
  /** The person scrolled to where the rows end. */
  readonly onEnd?: () => void;
};

/** The rows of a narrow screen: a virtualized list of two-line items, each of which opens its row. */
export function ItemList<R extends GridRow>({ label, rows, children, onOpen, onEnd }: ItemListProps<R>) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => itemHeight,
    overscan: 8,
  });
  return (
    <div ref={scroller} {...toEndWatch(onEnd)} className="min-h-0 overflow-y-auto overscroll-contain">
      <ul aria-label={label} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return row === undefined ? null : (
            <li
              key={row.id}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0 h-item border-b border-line"
              style={{ transform: `translateY(${start}px)` }}
            >
              <button
                type="button"
                className="grid size-full content-center gap-0.5 px-4 text-left outline-offset-[-2px]"
                onClick={() => onOpen(row.id)}
              >
                {children(row)}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
