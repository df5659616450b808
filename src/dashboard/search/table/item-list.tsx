import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, type ReactNode } from 'react';
import { toEndWatch } from './end-watch.ts';
import { useScrollPlace } from './use-scroll-place.ts';
import type { GridRow, GridView } from './grid-column.ts';

const itemHeight = 56;

type ItemListProps<R extends GridRow> = {
  readonly label: string;
  readonly view: GridView<R>;
  readonly children: (row: R) => ReactNode;
  readonly onOpen: (id: string) => void;
  /** The person scrolled to where the rows end. */
  readonly onEnd?: () => void;
};

/** The rows of a narrow screen: a virtualized list of two-line items, each of which opens its row. */
export function ItemList<R extends GridRow>({ label, view, children, onOpen, onEnd }: ItemListProps<R>) {
  const scroller = useRef<HTMLDivElement>(null);
  const place = useScrollPlace(label);
  const virtualizer = useVirtualizer({
    count: view.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => itemHeight,
    overscan: 8,
    initialOffset: place.top,
  });
  return (
    <div
      ref={scroller}
      {...toEndWatch(onEnd)}
      data-scroll-restoration-id={place.id}
      className="min-h-0 overflow-y-auto overscroll-contain"
    >
      <ul aria-label={label} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = view.rowAt(index);
          return row === undefined ? null : (
            <li
              key={row.id}
              aria-setsize={view.count}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0 h-item border-b border-line"
              style={{ transform: `translateY(${start}px)` }}
            >
              <button
                type="button"
                className="grid size-full grid-cols-[minmax(0,1fr)] content-center gap-0.5 px-4 text-left outline-offset-[-2px]"
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
