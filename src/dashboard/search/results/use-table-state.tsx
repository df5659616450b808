import { useCallback, useMemo } from 'react';
import { useRowsVersion } from '../../library/records/record-store.ts';
import type { State } from '../../platform/state.ts';
import { createColumnChoice, type ColumnChoice } from '../table/column-choice.ts';
import type { GridColumn, GridRow } from '../table/grid-column.ts';
import type { SearchAnswer } from '../fetch/search-results.ts';
import { MarkCell } from './mark-cell.tsx';
import { useNarrowed, type Narrowed } from './narrowing.ts';
import type { AnyResource, Resource } from '../resource/resource.ts';
import { useMarking, type Marking } from './use-marking.ts';
import type { Search } from '../form/use-search.ts';
import { useSelected, type Selected } from './use-selected.ts';
import { type RowOrder, useRowOrder } from '../table/use-row-order.ts';

/** The table as the person has it: what is loaded, shown, selected, marked, arranged, and how it is laid out. */
export type TableState<R extends GridRow> = Selected & {
  readonly ids: readonly string[];
  readonly columns: readonly GridColumn<R>[];
  readonly arranged: RowOrder<R>;
  readonly narrowed: Narrowed;
  readonly marking: Marking;
  readonly choice: ColumnChoice;
  readonly onChoice: (choice: ColumnChoice) => void;
};

const noIds: readonly string[] = [];
const choices = new Map<string, State<ColumnChoice>>();

/** What a person made of the columns of a screen, kept on this device. */
function toChoice(name: string): State<ColumnChoice> {
  const known = choices.get(name) ?? createColumnChoice(name);
  choices.set(name, known);
  return known;
}

/** Holds what a person does with the loaded rows; none of it costs anything. `kept` marks those that a chart picked. */
export function useTableState<R extends GridRow>(
  resource: Resource<R>,
  search: Search,
  kept: Uint8Array | undefined,
): TableState<R> {
  const { answer, narrowing, arrangement } = search;
  const ids = answer?.ids ?? noIds;
  const choice = toChoice(resource.name);
  const columns = useMemo(() => [...resource.columns, toMarkColumn(resource)], [resource]);
  const narrowed = useNarrowed(resource, ids, narrowing);
  const rows = useMemo(() => toKept(ids, narrowed.rows, kept), [ids, narrowed.rows, kept]);
  const arranged = useRowOrder(ids, useToRow(resource, answer), columns, rows, arrangement);
  const { onSelect, ...selected } = useSelected(ids, arranged.order);
  const marking = useMarking(resource, selected.selected);
  return {
    ...selected,
    ids,
    columns,
    arranged,
    narrowed,
    marking,
    onSelect: (next) => {
      marking.onForget();
      onSelect(next);
    },
    choice: choice.use(),
    onChoice: choice.write,
  };
}

/** The numbers of the rows that are marked, among those that are left; undefined when all loaded rows are. */
const toKept = (ids: readonly string[], rows: Uint32Array | undefined, kept: Uint8Array | undefined) =>
  kept ? (rows ?? Uint32Array.from(ids.keys())).filter((row) => kept[row] === 1) : rows;

/** The column of every table with the person's own marks. */
const toMarkColumn = (resource: AnyResource): GridColumn<GridRow> => ({
  id: 'mark',
  header: 'Mark',
  look: { width: 64 },
  cell: ({ id }) => <MarkCell resource={resource} id={id} />,
});

/** Makes a row out of what is owned; the same function as long as that is the same. */
function useToRow<R extends GridRow>(resource: Resource<R>, answer: SearchAnswer | undefined) {
  const version = useRowsVersion();
  const figures = answer?.figures;
  return useCallback(
    (id: string) => (version < 0 ? undefined : resource.toRow(id, figures?.[id])),
    [resource, figures, version],
  );
}
