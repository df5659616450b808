import type { State } from '../state.ts';
import type { ColumnChoice } from './column-choice.ts';
import { DataGrid } from './data-grid.tsx';
import type { GridColumn, GridRow, Sorted } from './grid-column.ts';
import { toListView } from './list-view.ts';
import type { Selection } from './selection.ts';

type ListGridProps<R extends GridRow> = {
  readonly label: string;
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
};

const doNothing = () => undefined;

/** A grid of rows that stand in one order alone: its heads order nothing, because no column says a key. */
export function ListGrid<R extends GridRow>(props: ListGridProps<R>) {
  const { label, columns, choice, rows, sorted, selection, openId, onSelect, onOpen, onClose = doNothing } = props;
  return (
    <DataGrid
      label={label}
      columns={columns}
      choice={choice.use()}
      view={toListView(rows)}
      sorted={sorted}
      selection={selection}
      openId={openId}
      acts={{ onChoice: choice.write, onSelect, onSort: doNothing, onNear: doNothing, onOpen, onClose }}
    />
  );
}
