import {
  columnFilteringFeature,
  columnGroupingFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  createExpandedRowModel,
  createFilteredRowModel,
  createGroupedRowModel,
  createSortedRowModel,
  constructFilterFn,
  functionalUpdate,
  globalFilteringFeature,
  metaHelper,
  rowExpandingFeature,
  rowSelectionFeature,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  useTable,
  type Column,
  type Header,
  type OnChangeFn,
  type Row,
  type RowSelectionState,
  type SortingState,
  type Updater,
} from '@tanstack/react-table';
import { type CSSProperties, useMemo, useState } from 'react';
import { foldText } from '../../../../platform/format.ts';
import type { State } from '../../../../platform/state.ts';
import { textScale } from '../../../../platform/ui/use-browser.ts';
import {
  checkboxWidth,
  edgeWidth,
  type ColumnChoice,
  findConstantColumns,
  findVisibleColumns,
  maxColumnWidth,
  minColumnWidth,
} from './column-choice.ts';
import type { ColumnDisplay, GridColumn, Grouping, GridRow } from './grid-column.ts';

type DataTableOptions<R extends GridRow> = {
  /** The rows in their default order; the same array until they change. */
  readonly rows: readonly R[];
  readonly columns: readonly GridColumn<R>[];
  readonly choice: State<ColumnChoice>;
  readonly grouping?: Grouping<R> | undefined;
  readonly selection: RowSelectionState;
  readonly onSelection: (next: RowSelectionState) => void;
  readonly sorting?: SortingState;
  readonly onSorting?: (next: SortingState) => void;
  /** The text to find in every column with a key, whatever its case and accents. */
  readonly find?: string;
  readonly onFind?: (next: string) => void;
};

/**
 * A table of rows: TanStack Table with its own row models. What columns the user chose is stored with `choice`; sorting,
 * find text and selection belong to the screen.
 */
export function useDataTable<R extends GridRow>(options: DataTableOptions<R>) {
  const { rows, columns, choice, grouping, selection, onSelection } = options;
  const { sorting = noSorting, onSorting, find = '', onFind } = options;
  const { density, columnVisibility: chosen, ...layout } = choice.use();
  // The grid tells its width once it is laid out.
  const [width, setWidth] = useState(0);
  const constant = useMemo(() => findConstantColumns(columns, rows), [columns, rows]);
  const columnVisibility = useMemo(
    () => ({ ...findVisibleColumns(columns, chosen, width, constant), [groupId]: false }),
    [columns, chosen, width, constant],
  );
  const defined = useMemo(() => columns.map((column) => defineColumn(column)), [columns]);
  const withGroup = useMemo(() => [...defined, defineGroup(grouping)], [defined, grouping]);
  // TanStack Table remembers the values of a row, and another grouping has others.
  const data = useMemo(() => (grouping ? [...rows] : rows), [rows, grouping]);
  const change =
    <Slice extends keyof ColumnChoice>(slice: Slice): OnChangeFn<ColumnChoice[Slice]> =>
    (updater: Updater<ColumnChoice[Slice]>) => {
      const before = choice.read();
      choice.write({ ...before, [slice]: functionalUpdate(updater, before[slice]) });
    };
  return useTable({
    features: dataFeatures,
    columns: withGroup,
    data,
    getRowId: ({ id }) => id,
    state: {
      ...layout,
      columnVisibility,
      sorting: useMemo(() => [...sortByGroup(grouping), ...sorting], [grouping, sorting]),
      grouping: grouping ? byGroup : noGroup,
      globalFilter: find,
      rowSelection: selection,
      expanded: true,
    },
    meta: { density, onDensity: change('density'), onWidth: setWidth },
    onColumnOrderChange: change('columnOrder'),
    onColumnVisibilityChange: change('columnVisibility'),
    onColumnSizingChange: change('columnSizing'),
    onColumnPinningChange: change('columnPinning'),
    onRowSelectionChange: (updater) => onSelection(functionalUpdate(updater, selection)),
    onSortingChange: (updater) => onSorting?.(functionalUpdate(updater, sorting)),
    onGlobalFilterChange: (updater) => onFind?.(functionalUpdate(updater, find)),
    globalFilterFn: includesFolded,
    getColumnCanGlobalFilter: ({ id }) => id !== groupId,
    enableRowSelection: (row) => !row.getIsGrouped(),
    enableMultiSort: false,
    sortDescFirst: false,
    groupedColumnMode: false,
    autoResetExpanded: false,
  });
}

const noSorting: SortingState = [];

/** The hidden column by which rows are grouped. */
const groupId = 'group';
const [byGroup, noGroup] = [[groupId], []];

const sortByGroup = <R extends GridRow>(grouping: Grouping<R> | undefined): SortingState =>
  grouping ? [{ id: groupId, desc: grouping.direction === 'descending' }] : [];

function defineGroup<R extends GridRow>(grouping: Grouping<R> | undefined) {
  return createColumnHelper<DataFeatures, R>().accessor((row): unknown => grouping?.read(row)?.order, {
    id: groupId,
    enableHiding: false,
    sortFn: sortFn_basic,
    sortUndefined: 'last',
    cell({ row }) {
      const { name, sign } = grouping?.read(row.original) ?? { name: grouping?.none };
      return (
        <>
          {sign}
          <span className="font-[550]">{name}</span>
        </>
      );
    },
  });
}

function defineColumn<R extends GridRow>({ id, header, display, cell, key }: GridColumn<R>) {
  const helper = createColumnHelper<DataFeatures, R>();
  const column = {
    id,
    header,
    size: display.width,
    minSize: minColumnWidth,
    maxSize: maxColumnWidth,
    meta: display,
    cell: ({ row }: { readonly row: { readonly original: R } }) => cell(row.original),
  };
  if (!key) return helper.display(column);
  const readValue = (row: R): unknown => {
    const value = key(row);
    if (typeof value === 'string') return foldText(value);
    return value === null || Number.isNaN(value) ? undefined : value;
  };
  return helper.accessor(readValue, {
    ...column,
    sortFn: sortFn_basic,
    sortUndefined: 'last',
    // Of amounts and counts, the largest are looked for.
    sortDescFirst: display.align === 'end',
  });
}

/** Keeps values that contain the text; they are folded already. */
const includesFolded = constructFilterFn({
  resolveFilterValue: (text: string) => foldText(text.trim()),
  filter: (value: string | number | undefined, text: string) =>
    text === '' || (value !== undefined && String(value).includes(text)),
});

/** What the columns of one table and the row height need beyond TanStack Table. */
type DataTableMeta = {
  readonly density: ColumnChoice['density'];
  readonly onDensity: OnChangeFn<ColumnChoice['density']>;
  /** Called with the width of the grid in pixels of the usual font size; it decides which columns fit. */
  readonly onWidth: (width: number) => void;
};

const dataFeatures = tableFeatures({
  columnFilteringFeature,
  columnGroupingFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  globalFilteringFeature,
  rowExpandingFeature,
  rowSelectionFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  groupedRowModel: createGroupedRowModel(),
  sortedRowModel: createSortedRowModel(),
  expandedRowModel: createExpandedRowModel(),
  columnMeta: metaHelper<ColumnDisplay>(),
  tableMeta: metaHelper<DataTableMeta>(),
});
type DataFeatures = typeof dataFeatures;

export type DataTable<R extends GridRow> = ReturnType<typeof useDataTable<R>>;
export type DataColumn<R extends GridRow> = Column<DataFeatures, R>;
export type DataHeader<R extends GridRow> = Header<DataFeatures, R>;
export type DataRow<R extends GridRow> = Row<DataFeatures, R>;

/** The rows in view in their order, without the heads of groups. */
export const listRows = <R extends GridRow>(table: DataTable<R>): DataRow<R>[] =>
  table.getRowModel().rows.filter((row) => !row.getIsGrouped());

/** How many rows are in view. */
export const countShown = <R extends GridRow>(table: DataTable<R>): number => table.getFilteredRowModel().rows.length;

/** The columns on screen, from left to right. */
export const listVisibleColumns = <R extends GridRow>(table: DataTable<R>): DataColumn<R>[] =>
  table.getFlatHeaders().map(({ column }) => column);

/** The columns that the user can choose, pinned ones first. */
export const listChoosableColumns = <R extends GridRow>(table: DataTable<R>): DataColumn<R>[] =>
  [...table.getStartLeafColumns(), ...table.getCenterLeafColumns()].filter((column) => column.getCanHide());

/** Puts a column in the place of another one. */
export function placeColumn<R extends GridRow>(table: DataTable<R>, id: string, at: string): void {
  const order = listChoosableColumns(table).map((column) => column.id);
  const [from, to] = [order.indexOf(id), order.indexOf(at)];
  if (from < 0 || to < 0) return;
  order.splice(to, 0, ...order.splice(from, 1));
  table.setColumnOrder(order);
  table.setColumnPinning(({ start, end }) => ({ start: order.filter((one) => start.includes(one)), end }));
}

/** Sets the width of a column in pixels of the usual font size. */
export const resizeColumn = <R extends GridRow>(table: DataTable<R>, id: string, pixels: number): void =>
  table.setColumnSizing((sizes) => ({ ...sizes, [id]: Math.round(pixels) }));

/** The style that keeps a pinned column in place; undefined for other columns. */
export const buildPinStyle = <R extends GridRow>(column: DataColumn<R>): CSSProperties | undefined =>
  column.getIsPinned()
    ? { position: 'sticky', left: (checkboxWidth + column.getStart('start')) * textScale, zIndex: 1 }
    : undefined;

/** The least width of all visible columns with the checkbox, in pixels of the usual font size. */
export const measureColumns = <R extends GridRow>(table: DataTable<R>): number =>
  table.getTotalSize() + checkboxWidth + edgeWidth;

/** The CSS grid tracks: the checkbox, then each column, which grows unless the user set its width. */
export function buildTracks<R extends GridRow>(table: DataTable<R>): string {
  const tracks = listVisibleColumns(table).map((column) => {
    const isSized = column.id in table.state.columnSizing;
    const grow = isSized ? undefined : column.columnDef.meta?.grow;
    const size = `${column.getSize() * textScale}px`;
    return grow === undefined ? size : `minmax(${size}, ${grow}fr)`;
  });
  return [`${checkboxWidth * textScale}px`, ...tracks].join(' ');
}
