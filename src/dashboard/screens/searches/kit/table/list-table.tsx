import { Check } from 'lucide-react';
import type { RowSelectionState } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type Ref, useCallback, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import type { State } from '../../../../platform/state.ts';
import { textScale } from '../../../../platform/ui/use-browser.ts';
import type { ColumnChoice } from './column-choice.ts';
import { DataGrid, GroupName, type RowFinder } from './data-grid.tsx';
import type { GridColumn, GridRow } from './grid-column.ts';
import type { DefaultOrder } from './grid-head.tsx';
import { useScrollPlace, watchEnd } from './grid-input.ts';
import { type DataTable, useDataTable } from './use-data-table.tsx';

type ListTableProps<R extends GridRow> = {
  readonly ref?: Ref<RowFinder>;
  readonly label: string;
  /** Whether the screen is wide enough for a grid. */
  readonly wide: boolean;
  readonly columns: readonly GridColumn<R>[];
  readonly choice: State<ColumnChoice>;
  readonly rows: readonly R[];
  /** The order of the rows. */
  readonly order: DefaultOrder;
  readonly selection: RowSelectionState;
  readonly onSelection: (selection: RowSelectionState) => void;
  readonly openId?: string | undefined;
  readonly onOpen: (id: string) => void;
  readonly onClose?: () => void;
  /** A row on a narrow screen. */
  readonly children: (row: R) => ReactNode;
};

/** Rows in a fixed order: a grid whose heads do not sort, or a list on a narrow screen. */
export function ListTable<R extends GridRow>(props: ListTableProps<R>) {
  const { ref, label, wide, order, openId, onOpen, onClose, children, ...options } = props;
  const table = useDataTable(options);
  return wide ? (
    <DataGrid
      {...{ ref, label, table, openId }}
      defaultOrder={order}
      actions={{ onOpen, ...(onClose && { onClose }) }}
    />
  ) : (
    <ItemList {...{ ref, label, table, openId, onOpen }}>{children}</ItemList>
  );
}

type ItemListProps<R extends GridRow> = {
  readonly ref?: Ref<RowFinder> | undefined;
  readonly label: string;
  readonly table: DataTable<R>;
  /** The least height of an item in pixels of the usual font size. */
  readonly height?: number | undefined;
  readonly children: (row: R) => ReactNode;
  readonly openId: string | undefined;
  /** Whether a press selects a row instead of opening it. */
  readonly isSelecting?: boolean;
  readonly onOpen: (id: string) => void;
  /** The user scrolled to the last row. */
  readonly onEnd?: () => void;
};

/** The rows on a narrow screen: a virtualized list of items, each of which opens its row, or selects it. */
export function ItemList<R extends GridRow>(props: ItemListProps<R>) {
  const { ref, label, table, height = 56, children, openId, isSelecting = false, onOpen, onEnd } = props;
  const minHeight = height * textScale;
  const scroller = useRef<HTMLDivElement>(null);
  const scroll = useScrollPlace(label);
  /** What is on the screen, by the id of its row. */
  const items = useRef<Map<string, HTMLElement>>(new Map());
  useImperativeHandle<RowFinder, RowFinder>(ref, () => (id) => items.current.get(id ?? ''), []);
  const { rows } = table.getRowModel();
  const isGrouped = table.state.grouping.length > 0;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getItemKey: useCallback((at: number) => rows[at]?.id ?? at, [rows]),
    getScrollElement: () => scroller.current,
    estimateSize: () => minHeight,
    overscan: 8,
    initialOffset: scroll.top,
  });
  // The details over the list step to rows that are out of view.
  useLayoutEffect(() => {
    const at = openId === undefined ? -1 : rows.findIndex(({ id }) => id === openId);
    if (at >= 0) virtualizer.scrollToIndex(at);
  }, [openId, rows, virtualizer]);
  return (
    <div
      ref={scroller}
      {...watchEnd(onEnd)}
      data-scroll-restoration-id={scroll.id}
      className="min-h-0 scroll-y overscroll-contain bg-ground"
    >
      <ul aria-label={label} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          if (!row) return null;
          const isHead = row.getIsGrouped();
          return (
            <li
              key={row.id}
              ref={virtualizer.measureElement}
              data-index={index}
              style={{ transform: `translateY(${start}px)`, minHeight: isHead ? 0 : minHeight }}
              aria-setsize={isGrouped ? undefined : rows.length}
              aria-posinset={isGrouped ? undefined : index + 1}
              className={`absolute inset-x-0 top-0 border-b border-line ${isHead ? 'flex h-8.5 items-center gap-2 bg-sunken px-4' : 'grid'}`}
            >
              {isHead ? (
                <GroupName row={row} />
              ) : (
                <Item
                  ref={(item) => {
                    if (item) items.current.set(row.id, item);
                    return () => void items.current.delete(row.id);
                  }}
                  isSelected={isSelecting ? row.getIsSelected() : undefined}
                  onPress={() => (isSelecting ? row.toggleSelected() : onOpen(row.id))}
                >
                  {children(row.original)}
                </Item>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

type ItemProps = {
  readonly ref: Ref<HTMLButtonElement>;
  /** Undefined while a press opens the row. */
  readonly isSelected: boolean | undefined;
  readonly onPress: () => void;
  readonly children: ReactNode;
};

function Item({ ref, isSelected, onPress, children }: ItemProps) {
  return (
    <button
      ref={ref}
      type="button"
      aria-pressed={isSelected}
      className="group flex items-center gap-3 px-4 py-1 text-left -outline-offset-2 aria-pressed:bg-selected"
      onClick={onPress}
    >
      {isSelected !== undefined && (
        <span
          aria-hidden
          className="grid size-5 shrink-0 place-items-center rounded-[5px] border border-edge group-aria-pressed:border-transparent group-aria-pressed:bg-accent"
        >
          {isSelected && <Check className="size-4 text-on-accent" />}
        </span>
      )}
      <span className="grid min-w-0 grow grid-cols-1 gap-0.5">{children}</span>
    </button>
  );
}
