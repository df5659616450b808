import type { KeyboardEvent, MouseEvent, UIEvent } from 'react';
import { readScrollTop } from '../../platform/url/scroll-places.ts';
import { readSingleKeys } from '../../platform/storage/storage.ts';
import type { ColumnChoice } from './column-choice.ts';
import type { GridRow, GridView } from './grid-column.ts';
import { markScrolling } from './slices.ts';

/** A cell of a grid, both counted from 0; the head is row -1. */
export type GridCell = { readonly row: number; readonly column: number };

/** The size of a grid, and how many rows a page key moves. */
type GridExtent = { readonly rows: number; readonly columns: number; readonly pageRows: number };

/** The cell that a key moves to, inside the grid; undefined for other keys. */
export function moveCell(
  key: string,
  isCtrl: boolean,
  from: GridCell,
  { rows, columns, pageRows }: GridExtent,
): GridCell | undefined {
  const clamp = (value: number, min: number, count: number) => Math.max(min, Math.min(count - 1, value));
  const to = (row: number, column: number): GridCell => ({
    row: clamp(row, -1, rows),
    column: clamp(column, 0, columns),
  });
  switch (key) {
    case 'ArrowDown':
      return to(isCtrl ? rows - 1 : from.row + 1, from.column);
    case 'ArrowUp':
      return to(isCtrl ? 0 : from.row - 1, from.column);
    case 'ArrowRight':
      return to(from.row, isCtrl ? columns - 1 : from.column + 1);
    case 'ArrowLeft':
      return to(from.row, isCtrl ? 0 : from.column - 1);
    case 'PageDown':
      return to(from.row + pageRows, from.column);
    case 'PageUp':
      return to(from.row - pageRows, from.column);
    case 'Home':
      return to(isCtrl ? 0 : from.row, 0);
    case 'End':
      return to(isCtrl ? rows - 1 : from.row, columns - 1);
    default:
      return undefined;
  }
}

/** What a grid reports. */
export type GridActions = {
  readonly onChoice: (choice: ColumnChoice) => void;
  readonly onSelect: (selection: Selection) => void;
  readonly onSort: (column: string) => void;
  /** The pointer is over the head of a column. */
  readonly onNear: (column: string) => void;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
  /** The user scrolled to the last row. */
  readonly onEnd?: () => void;
  /** A key that the grid does not handle, with the focused row; returns whether it was handled. */
  readonly onKey?: (key: string, id: string | undefined) => boolean;
};

type Grid = {
  readonly view: GridView<GridRow>;
  readonly selection: Selection;
  readonly actions: GridActions;
  /** The cell that the Tab key reaches. */
  readonly activeCell: GridCell;
  readonly extent: Omit<GridExtent, 'pageRows'>;
  /** How many rows are visible. */
  readonly pageRows: () => number;
  readonly onMove: (cell: GridCell) => void;
};

/** The keyboard and mouse handlers of a grid. */
export function createGridHandlers({ view, selection, actions, activeCell, extent, pageRows, onMove }: Grid) {
  const select = (row: number, extend: boolean) => {
    const id = view.idAt(row);
    if (id === undefined) return;
    actions.onSelect(extend ? extendSelection(selection, row, view.idAt) : toggleRow(selection, id, row));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isCtrl = event.ctrlKey || event.metaKey;
    if (event.key === 'Escape') return actions.onClose();
    if (event.key === 'Enter' && !isCtrl) return activate(event.target, actions);
    if (event.key === ' ' || (isCtrl && event.key === 'a')) {
      event.preventDefault();
      if (isCtrl) return actions.onSelect(toggleAllRows(selection, view.count, view.idAt));
      return activeCell.row < 0 ? activate(event.target, actions) : select(activeCell.row, event.shiftKey);
    }
    const isPlain = !isCtrl && !event.altKey && !event.repeat;
    const arrow = isCtrl || event.altKey || !readSingleKeys() ? undefined : { j: 'ArrowDown', k: 'ArrowUp' }[event.key];
    const next = moveCell(arrow ?? event.key, isCtrl, activeCell, { ...extent, pageRows: pageRows() });
    if (!next && !(isPlain && actions.onKey?.(event.key, view.idAt(activeCell.row)))) return;
    event.preventDefault();
    // The action may have removed the row; the focus stays at its position.
    if (!next) return onMove(activeCell);
    if (event.shiftKey && next.row >= 0 && next.row !== activeCell.row) {
      actions.onSelect(
        extendSelection({ ...selection, anchor: selection.anchor ?? activeCell.row }, next.row, view.idAt),
      );
    }
    onMove(next);
  };
  const onClick = (event: MouseEvent) => {
    const target = event.target as Element;
    const row = Number(target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1);
    const isCheckbox = target.closest('[data-checkbox]') !== null;
    if (row >= 0 && (isCheckbox || event.shiftKey || event.ctrlKey || event.metaKey))
      return select(row, event.shiftKey);
    if (isCheckbox) return actions.onSelect(toggleAllRows(selection, view.count, view.idAt));
    if (target.closest('[data-resize]') === null) activate(target, actions);
  };

  return { onKeyDown, onClick };
}

/** Opens the row that contains the element, or sorts by the column whose head it is. */
function activate(target: EventTarget, { onOpen, onSort }: GridActions): void {
  // A link or a button in a cell does its own work and opens no row.
  if (!(target instanceof Element) || target.closest('a, button') !== null) return;
  const id = target.closest<HTMLElement>('[data-row]')?.dataset['row'];
  const column = target.closest<HTMLElement>('[data-column]')?.dataset['column'];
  if (id !== undefined) onOpen(id);
  else if (column !== undefined) onSort(column);
}

/** The selected rows, and the row number that a range starts from. */
export type Selection = { readonly ids: ReadonlySet<string>; readonly anchor: number | undefined };

export const noSelection: Selection = { ids: new Set(), anchor: undefined };

export function toggleRow({ ids }: Selection, id: string, at: number): Selection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: at };
}

/** Selects every row from the anchor to a row, both included; without an anchor only that row. */
export function extendSelection(
  { ids, anchor }: Selection,
  to: number,
  idAt: (index: number) => string | undefined,
): Selection {
  const from = anchor ?? to;
  const next = new Set(ids);
  for (let at = Math.min(from, to); at <= Math.max(from, to); at += 1) {
    const id = idAt(at);
    if (id !== undefined) next.add(id);
  }
  return { ids: next, anchor: from };
}

/** Selects all rows, or none if all were selected. */
export function toggleAllRows(
  { ids }: Selection,
  count: number,
  idAt: (index: number) => string | undefined,
): Selection {
  const all = extendSelection({ ids: new Set(), anchor: 0 }, count - 1, idAt).ids;
  const isFull = all.size > 0 && [...all].every((id) => ids.has(id));
  return isFull ? noSelection : { ids: all, anchor: undefined };
}

/** Pixels before the end that count as the end: a few rows. */
const nearPixels = 170;

/**
 * Handlers that note scrolling, and report when a scroller reaches its end. They react to scrolling and the wheel only,
 * never to a render: loading more rows can cost credits, so it must follow a user action.
 */
export function watchEnd(onEnd: (() => void) | undefined) {
  const watch = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent<HTMLElement>) => {
    markScrolling();
    if (scrollHeight - scrollTop - clientHeight < nearPixels) onEnd?.();
  };
  return { onScroll: watch, onWheel: watch };
}

/** The stored scroll position of a list; its scroller has `id` as `data-scroll-restoration-id`. */
type ScrollPlace = { readonly id: string; readonly top: number };

/** The scroll position that Back and a reload restore, in pixels; 0 on a first visit. */
export function useScrollPlace(name: string): ScrollPlace {
  const id = `rows ${name}`;
  return { id, top: readScrollTop(id) };
}
