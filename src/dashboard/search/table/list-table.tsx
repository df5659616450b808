import type { ReactNode } from 'react';
import type { State } from '../../platform/state.ts';
import type { ColumnChoice } from './column-choice.ts';
import { DataGrid } from './data-grid.tsx';
import type { GridColumn, GridRow, GridView, Sorted } from './grid-column.ts';
import { ItemList } from './item-list.tsx';
import type { Selection } from './selection.ts';

type ListTableProps<R extends GridRow> = {
  readonly label: string;
  /** Whether there is room for a grid. */
  readonly wide: boolean;
  readonly columns: readonly GridColumn<R>[];
  readonly choice: State<ColumnChoice>;
  readonly rows: readonly R[];
  /** The order in which they stand. */
  readonly sorted: Sorted;
  readonly selection: Selection;
  readonly openId?: string | undefined;
  readonly onSelect: (selection: Selection) => void;
  readonly onOpen: (id: string) => void;
  readonly onClose?: () => void;
  /** A row of a narrow screen. */
  readonly children: (row: R) => ReactNode;
};

const doNothing = () => undefined;

const toView = <R extends GridRow>(rows: readonly R[]): GridView<R> => ({
  count: rows.length,
  idAt: (index) => rows[index]?.id,
  rowAt: (index) => rows[index],
});

/**
 * Rows that stand in one order alone, as a grid, whose heads order nothing because no column says a key, or as a list
 * where the screen is narrow.
 */
export function ListTable<R extends GridRow>(props: ListTableProps<R>) {
  const { label, wide, columns, choice, rows, sorted, selection, openId, children } = props;
  const { onSelect, onOpen, onClose = doNothing } = props;
  const chosen = choice.use();
  const view = toView(rows);
  if (!wide) {
    return (
      <ItemList label={label} view={view} onOpen={onOpen}>
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
      acts={{ onChoice: choice.write, onSelect, onSort: doNothing, onNear: doNothing, onOpen, onClose }}
    />
  );
}
