import { Check } from 'lucide-react';
import { textScale } from '../../platform/ui/use-browser.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { formatGrouped } from '../../platform/format.ts';
import type { State } from '../../platform/state.ts';
import type { ColumnChoice } from './column-choice.ts';
import { DataGrid } from './data-grid.tsx';
import type { GridColumn, GridGroups, GridRow, GridView, GridSort } from './grid-column.ts';
import { createGroupedItems } from './grouped-items.ts';
import { type Selection, toggleRow, watchEnd, useScrollPlace } from './grid-input.ts';

type ListTableProps<R extends GridRow> = {
  readonly label: string;
  /** Whether the screen is wide enough for a grid. */
  readonly wide: boolean;
  readonly columns: readonly GridColumn<R>[];
  readonly choice: State<ColumnChoice>;
  readonly rows: readonly R[];
  /** The order of the rows. */
  readonly sorted: GridSort;
  readonly selection: Selection;
  readonly openId?: string | undefined;
  readonly onSelect: (selection: Selection) => void;
  readonly onOpen: (id: string) => void;
  readonly onClose?: () => void;
  /** A row on a narrow screen. */
  readonly children: (row: R) => ReactNode;
};

const doNothing = () => undefined;

const buildView = <R extends GridRow>(rows: readonly R[]): GridView<R> => ({
  count: rows.length,
  idAt: (index) => rows[index]?.id,
  rowAt: (index) => rows[index],
});

/** Rows in a fixed order: a grid whose heads do not sort, or a list on a narrow screen. */
export function ListTable<R extends GridRow>(props: ListTableProps<R>) {
  const { label, wide, columns, choice, rows, sorted, selection, openId, children } = props;
  const { onSelect, onOpen, onClose = doNothing } = props;
  const chosen = choice.use();
  const view = buildView(rows);
  if (!wide) {
    return (
      <ItemList label={label} view={view} openId={openId} onOpen={onOpen}>
        {children}
      </ItemList>
    );
  }
  return (
    <DataGrid
      label={label}
      columns={columns}
      choice={chosen}
      view={view}
      sorted={sorted}
      selection={selection}
      openId={openId}
      actions={{ onChoice: choice.write, onSelect, onSort: doNothing, onNear: doNothing, onOpen, onClose }}
    />
  );
}

type ItemListProps<R extends GridRow> = {
  readonly label: string;
  readonly view: GridView<R>;
  readonly groups?: GridGroups | undefined;
  /** The least height of an item in pixels of the usual font size. */
  readonly height?: number | undefined;
  readonly children: (row: R) => ReactNode;
  readonly openId: string | undefined;
  /** The selected rows; undefined while a press opens a row. */
  readonly selection?: Selection | undefined;
  readonly onSelect?: (selection: Selection) => void;
  readonly onOpen: (id: string) => void;
  /** The user scrolled to the last row. */
  readonly onEnd?: () => void;
};

/** The rows on a narrow screen: a virtualized list of items, each of which opens its row, or selects it. */
export function ItemList<R extends GridRow>(props: ItemListProps<R>) {
  const { label, view, groups, height = 56, children, openId, selection, onSelect, onOpen, onEnd } = props;
  const minHeight = height * textScale;
  const scroller = useRef<HTMLDivElement>(null);
  const scroll = useScrollPlace(label);
  const items = useMemo(() => createGroupedItems(view.count, groups?.spans), [view.count, groups]);
  const virtualizer = useVirtualizer({
    count: items.count,
    getItemKey: useCallback((item: number) => (items.count > 0 ? item : -1), [items]),
    getScrollElement: () => scroller.current,
    estimateSize: () => minHeight,
    overscan: 8,
    initialOffset: scroll.top,
  });
  // The details over the list step to rows that are out of view.
  useLayoutEffect(() => {
    if (openId === undefined) return;
    for (let at = 0; at < view.count; at += 1)
      if (view.idAt(at) === openId) virtualizer.scrollToIndex(items.findItem(at));
  }, [openId, view, items, virtualizer]);
  return (
    <div
      ref={scroller}
      {...watchEnd(onEnd)}
      data-scroll-restoration-id={scroll.id}
      className="min-h-0 scroll-y overscroll-contain bg-ground"
    >
      <ul aria-label={label} className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const item = items.at(index);
          const place = {
            ref: virtualizer.measureElement,
            'data-index': index,
            style: { transform: `translateY(${start}px)`, minHeight: 'head' in item ? 0 : minHeight },
          };
          if ('head' in item) {
            const span = groups?.spans[item.head];
            if (!groups || !span) return null;
            const { name, sign } = groups.readAt(span.first);
            return (
              <li
                key={`group ${item.head}`}
                className="absolute inset-x-0 top-0 flex h-8.5 items-center gap-2 border-b border-line bg-sunken px-4"
                {...place}
              >
                {sign}
                <span className="font-[550]">{name}</span>
                <span className="text-ink-3 tabular-nums">{formatGrouped(span.count)}</span>
              </li>
            );
          }
          const row = view.rowAt(item.row);
          return row === undefined ? null : (
            <li
              key={row.id}
              {...place}
              aria-setsize={groups ? undefined : view.count}
              aria-posinset={groups ? undefined : item.row + 1}
              className="absolute inset-x-0 top-0 grid border-b border-line"
            >
              <Item
                id={row.id}
                isSelected={selection?.ids.has(row.id)}
                onPress={() => (selection ? onSelect?.(toggleRow(selection, row.id, item.row)) : onOpen(row.id))}
              >
                {children(row)}
              </Item>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

type ItemProps = {
  readonly id: string;
  /** Undefined while a press opens the row. */
  readonly isSelected: boolean | undefined;
  readonly onPress: () => void;
  readonly children: ReactNode;
};

function Item({ id, isSelected, onPress, children }: ItemProps) {
  return (
    <button
      type="button"
      data-item={id}
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
