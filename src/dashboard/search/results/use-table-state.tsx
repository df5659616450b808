import { useCallback, useMemo, useState } from 'react';
import { useRowsVersion } from '../../library/records/records.ts';
import { createState, type State } from '../../platform/state.ts';
import { type ColumnChoice, findColumnChoice } from '../table/column-choice.ts';
import type { GridColumn, Grouping, GridRow } from '../table/grid-column.ts';
import type { SearchResultPages } from '../fetch/search-results.ts';
import { buildStatusFile, buildStatusGrouping, type NarrowedRows, useNarrowedRows } from './status-filter.tsx';
import { type AnyResource, isByMeaning, type Resource } from '../resource/resource.ts';
import type { Search } from '../form/use-search.ts';
import { type RowOrder, useRowOrder } from '../table/use-row-order.ts';
import { noSelection, type Selection } from '../table/grid-input.ts';
import { formatCount } from '../../platform/format.ts';
import { RowStatus } from './row-status.tsx';
import {
  addTag,
  readStatusOf,
  setStatuses,
  statusNames,
  undoStatuses,
  useCanUndo,
  useStatuses,
} from '../../library/status/statuses.ts';
import type { StatusValue } from '../../library/status/record-status.ts';

/** The state of the table: rows shown, selection, order, status filter and layout. */
export type TableState<R extends GridRow> = Selected & {
  readonly ids: readonly string[];
  readonly columns: readonly GridColumn<R>[];
  /** The height of a row in pixels, where the user's choice does not apply. */
  readonly height: number | undefined;
  readonly groupings: readonly Grouping<R>[];
  /** How the rows are grouped now. */
  readonly grouping: Grouping<R> | undefined;
  readonly arranged: RowOrder<R>;
  readonly narrowed: NarrowedRows;
  readonly bulkStatus: BulkStatus;
  /** Whether a press on an item of a narrow screen selects it. */
  readonly isSelecting: boolean;
  readonly onSelecting: (isSelecting: boolean) => void;
  readonly choice: ColumnChoice;
  readonly onChoice: (choice: ColumnChoice) => void;
};

const noIds: readonly string[] = [];
/** The user's view of the loaded rows; free. `mask` holds 1 for each row that the chart selects. */
export function useTableState<R extends GridRow>(
  resource: Resource<R>,
  search: Search,
  mask: Uint8Array | undefined,
): TableState<R> {
  const { results, narrowing, arrangement } = search;
  const ids = results?.ids ?? noIds;
  const choice = findColumnChoice(resource.name);
  const byMeaning = isByMeaning({ resource, query: search.query }) ? resource.byMeaning : undefined;
  const groupings = useGroupings(resource);
  const grouping = chooseGrouping(groupings, search, byMeaning?.grouping);
  const shown = byMeaning?.[grouping === byMeaning.grouping ? 'groupedColumns' : 'columns'] ?? resource.columns;
  const columns = useMemo(() => [...shown, buildStatusColumn(resource)], [resource, shown]);
  const narrowed = useNarrowedRows(resource, ids, narrowing);
  const rows = useMemo(() => applyMask(ids, narrowed.rows, mask), [ids, narrowed.rows, mask]);
  const toRow = useToRow(resource, results);
  const arranged = useRowOrder({ ids, toRow, columns, rows, grouping }, arrangement);
  const { onSelect, ...selected } = useSelected(resource.name, ids, arranged.order);
  const bulkStatus = useBulkStatus(resource, selected.selected);
  const [isSelecting, onSelecting] = useState(false);
  return {
    ...selected,
    ids,
    columns,
    height: byMeaning?.height,
    groupings,
    grouping,
    arranged,
    narrowed,
    bulkStatus,
    isSelecting: isSelecting || selected.selected.length > 0,
    onSelecting,
    onSelect: (next) => {
      bulkStatus.onForget();
      onSelect(next);
    },
    choice: choice.use(),
    onChoice: choice.write,
  };
}

/** The groupings of a resource, and by status; a new status makes a new grouping. */
function useGroupings<R extends GridRow>(resource: Resource<R>): readonly Grouping<R>[] {
  const own = useStatuses(resource.statusKind);
  const companies = useStatuses('company');
  const byStatus = useMemo(() => buildStatusGrouping<R>(resource, own, companies), [resource, own, companies]);
  return useMemo(() => [...(resource.groupings ?? []), byStatus], [resource, byStatus]);
}

/** The grouping of the address; without one a search by meaning is grouped by match while its order is by relevance. */
function chooseGrouping<R extends GridRow>(
  groupings: readonly Grouping<R>[],
  { group, arrangement }: Search,
  byMatch: (Grouping<R> & { readonly isKnown: () => boolean }) | undefined,
): Grouping<R> | undefined {
  if (group !== undefined) return groupings.find(({ id }) => id === group);
  return arrangement.arranged === undefined && byMatch?.isKnown() === true ? byMatch : undefined;
}

/** The positions of the rows that the chart selects; undefined for all loaded rows. */
const applyMask = (ids: readonly string[], rows: Uint32Array | undefined, mask: Uint8Array | undefined) =>
  mask ? (rows ?? Uint32Array.from(ids.keys())).filter((row) => mask[row] === 1) : rows;

/** The status column of every table. */
const buildStatusColumn = (resource: AnyResource): GridColumn<GridRow> => ({
  id: 'mark',
  header: 'Status',
  display: { width: 60, from: 600 },
  cell: ({ id }) => <RowStatus resource={resource} id={id} />,
  file: buildStatusFile(resource),
});

/** Builds rows from unlocked records; the same function until those change. */
function useToRow<R extends GridRow>(resource: Resource<R>, results: SearchResultPages | undefined) {
  const version = useRowsVersion();
  const figures = results?.figures;
  return useCallback(
    (id: string) => (version < 0 ? undefined : resource.toRow(id, figures?.[id])),
    [resource, figures, version],
  );
}

const selections = new Map<string, State<Selection>>();

/** The selection of a screen, for as long as the page is open. */
function findSelection(name: string): State<Selection> {
  const known = selections.get(name) ?? createState(noSelection);
  selections.set(name, known);
  return known;
}

/** The selected rows that are in view. */
export type Selected = {
  /** The ids, in display order. */
  readonly selected: readonly string[];
  readonly selection: Selection;
  readonly onSelect: (selection: Selection) => void;
  readonly onSelectNone: () => void;
};

/**
 * The selection, limited to rows in view: hidden rows are not counted, changed or exported, and are selected again
 * when they are shown. It stays while another screen is open.
 */
function useSelected(name: string, ids: readonly string[], order: Uint32Array): Selected {
  const state = findSelection(name);
  const [all, setAll] = [state.use(), state.write];
  const selected = useMemo(() => {
    const inView: string[] = [];
    if (all.ids.size === 0) return inView;
    for (const row of order) {
      const id = ids[row];
      if (id !== undefined && all.ids.has(id)) inView.push(id);
    }
    return inView;
  }, [ids, order, all]);
  const hasMore = selected.length < all.ids.size;
  const selection = useMemo(() => (hasMore ? { ...all, ids: new Set(selected) } : all), [hasMore, all, selected]);
  return {
    selected,
    selection,
    onSelect: (next) => {
      const away = hasMore ? [...all.ids].filter((id) => !selection.ids.has(id)) : [];
      setAll(away.length > 0 ? { ...next, ids: new Set([...next.ids, ...away]) } : next);
    },
    onSelectNone: () => setAll(noSelection),
  };
}

const keys: Readonly<Record<string, StatusValue>> = { s: 'shortlist', x: 'pass' };

/** Sets the status of many rows at once, and undoes it. */
type BulkStatus = {
  /** The last change, in words; undefined after another action. */
  readonly said: string | undefined;
  readonly canUndo: boolean;
  /** The status that all selected rows have; null when they differ or have none. */
  readonly status: StatusValue | null;
  readonly onStatus: (status: StatusValue) => void;
  readonly onTag: (tag: string) => void;
  readonly onUndo: () => void;
  /** S and X set the status of the selected rows, or of the focused one; U undoes the last change. */
  readonly onKey: (key: string, id: string | undefined) => boolean;
  readonly onForget: () => void;
};

/** Sets a status on the selected rows of a table; a status that all of them have is removed. */
function useBulkStatus({ statusKind, one, many }: AnyResource, selected: readonly string[]): BulkStatus {
  const statuses = useStatuses(statusKind);
  const canUndo = useCanUndo(statusKind);
  const [said, setSaid] = useState<string>();
  const first = statuses.get(selected[0] ?? '')?.status ?? null;
  const isCommon = first !== null && selected.every((id) => statuses.get(id)?.status === first);

  const decide = (status: StatusValue, ids: readonly string[]) => {
    const isTaken = ids.every((id) => readStatusOf(statusKind, id).status === status);
    setStatuses(statusKind, ids, { status: isTaken ? null : status });
    setSaid(`${isTaken ? 'Status removed' : statusNames[status]}: ${formatCount(ids.length, one, many)}.`);
  };
  const undo = () => {
    const undone = canUndo ? undoStatuses() : undefined;
    setSaid(undone ? `Undone: ${formatCount(undone.ids.length, one, many)}.` : 'Nothing to undo.');
  };
  return {
    said,
    canUndo,
    status: isCommon ? first : null,
    onStatus: (status) => decide(status, selected),
    onTag: (tag) => {
      addTag(statusKind, selected, tag);
      setSaid(`Tagged ${tag}: ${formatCount(selected.length, one, many)}.`);
    },
    onUndo: undo,
    onKey: (key, id) => {
      const status = keys[key.toLowerCase()];
      const ids = selected.length > 0 || id === undefined ? selected : [id];
      if (key.toLowerCase() === 'u') undo();
      else if (status === undefined || ids.length === 0) return false;
      else decide(status, ids);
      return true;
    },
    onForget: () => setSaid(undefined),
  };
}
