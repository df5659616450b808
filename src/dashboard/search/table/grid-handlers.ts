import type { KeyboardEvent, MouseEvent } from 'react';
import type { ColumnChoice } from './column-choice.ts';
import type { GridRow, GridView } from './grid-column.ts';
import { toMovedCell, type Cell, type Extent } from './grid-keys.ts';
import { toAllSelected, toExtended, toToggled, type Selection } from './selection.ts';

/** What can be done in a grid. */
export type GridActs = {
  readonly onChoice: (choice: ColumnChoice) => void;
  readonly onSelect: (selection: Selection) => void;
  /** The head of a column was pressed. */
  readonly onSort: (column: string) => void;
  /** The pointer came to the head of a column. */
  readonly onNear: (column: string) => void;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
  /** The person scrolled to where the rows end. */
  readonly onEnd?: () => void;
  /** Hears a key that the grid has no use for, with the row that has the focus; true when it was of use. */
  readonly onKey?: (key: string, id: string | undefined) => boolean;
};

type Grid = {
  readonly view: GridView<GridRow>;
  readonly selection: Selection;
  readonly acts: GridActs;
  /** The cell that is the grid's stop for the Tab key. */
  readonly stop: Cell;
  readonly extent: Omit<Extent, 'pageRows'>;
  /** How many rows are in sight. */
  readonly pageRows: () => number;
  readonly onMove: (cell: Cell) => void;
};

/** What keys and the mouse do in a grid. */
export function toGridHandlers({ view, selection, acts, stop, extent, pageRows, onMove }: Grid) {
  const select = (row: number, extend: boolean) => {
    const id = view.idAt(row);
    if (id === undefined) return;
    acts.onSelect(extend ? toExtended(selection, row, view.idAt) : toToggled(selection, id, row));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const far = event.ctrlKey || event.metaKey;
    if (event.key === 'Escape') return acts.onClose();
    if (event.key === 'Enter' && !far) return actAt(event.target, acts);
    if (event.key === ' ' || (far && event.key === 'a')) {
      event.preventDefault();
      if (far) return acts.onSelect(toAllSelected(selection, view.count, view.idAt));
      return stop.row < 0 ? actAt(event.target, acts) : select(stop.row, event.shiftKey);
    }
    const next = toMovedCell(event.key, far, stop, { ...extent, pageRows: pageRows() });
    const isPlain = !far && !event.altKey && !event.repeat;
    if (!next && !(isPlain && acts.onKey?.(event.key, view.idAt(stop.row)))) return;
    event.preventDefault();
    // What the key did may have taken the row out of sight: the focus stays at its place.
    if (!next) return onMove(stop);
    if (event.shiftKey && next.row >= 0 && next.row !== stop.row) {
      acts.onSelect(toExtended({ ...selection, anchor: selection.anchor ?? stop.row }, next.row, view.idAt));
    }
    onMove(next);
  };
  const onClick = (event: MouseEvent) => {
    const target = event.target as Element;
    const row = Number(target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1);
    const marks = target.closest('[data-mark]') !== null;
    if (row >= 0 && (marks || event.shiftKey || event.ctrlKey || event.metaKey)) return select(row, event.shiftKey);
    if (marks) return acts.onSelect(toAllSelected(selection, view.count, view.idAt));
    if (target.closest('[data-resize]') === null) actAt(target, acts);
  };

  return { onKeyDown, onClick };
}

/** Opens the row that an element lies in, or orders by the column whose head it is. */
function actAt(target: EventTarget, { onOpen, onSort }: GridActs): void {
  // A link in a cell goes where it leads, and opens no row.
  if (!(target instanceof Element) || target.closest('a') !== null) return;
  const id = target.closest<HTMLElement>('[data-row]')?.dataset['row'];
  const column = target.closest<HTMLElement>('[data-column]')?.dataset['column'];
  if (id !== undefined) onOpen(id);
  else if (column !== undefined) onSort(column);
}
