import type { KeyboardEvent, MouseEvent, UIEvent } from 'react';
import { useElementScrollRestoration } from '@tanstack/react-router';
import { readSingleKeys } from '../../../../platform/storage/storage.ts';
import { hasDialog, isTyping, useWindowKeys } from '../../../../platform/ui/single-key.ts';
import type { GridRow } from './grid-column.ts';
import type { DataRow, DataTable } from './use-data-table.tsx';

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
  readonly onOpen: (id: string) => void;
  readonly onClose?: () => void;
  /** The user scrolled to the last row. */
  readonly onEnd?: () => void;
  /** A key that the grid does not handle, with the focused row; returns whether it was handled. */
  readonly onKey?: (key: string, id: string | undefined) => boolean;
};

type GridInput<R extends GridRow> = {
  readonly table: DataTable<R>;
  /** The rows in view. */
  readonly rows: readonly DataRow<R>[];
  readonly actions: GridActions;
  /** The cell that the Tab key reaches. */
  readonly activeCell: GridCell;
  readonly columns: number;
  /** How many rows are visible. */
  readonly pageRows: () => number;
  readonly onMove: (cell: GridCell) => void;
};

/** Selects a row or deselects it; a range selects all from the row before, as TanStack Table does with Shift. */
function selectRow<R extends GridRow>(row: DataRow<R> | undefined, isRange: boolean): void {
  const checked = isRange || row?.getIsSelected() === false;
  row?.getToggleSelectedHandler()({ target: { checked }, shiftKey: isRange });
}

/** Handles a key in a grid; a head sorts by itself. */
export function handleGridKey<R extends GridRow>(event: KeyboardEvent, input: GridInput<R>): void {
  const { table, rows, actions, activeCell, columns, pageRows, onMove } = input;
  const row = rows[activeCell.row];
  const isCtrl = event.ctrlKey || event.metaKey;
  if (event.key === 'Escape') return actions.onClose?.();
  if (event.key === 'Enter' && !isCtrl) {
    if (row && !isControl(event.target as Element)) actions.onOpen(row.id);
    return;
  }
  if (event.key === ' ' || (isCtrl && event.key === 'a')) {
    event.preventDefault();
    if (isCtrl) return table.toggleAllRowsSelected();
    return selectRow(row, event.shiftKey);
  }
  const isPlain = !isCtrl && !event.altKey && !event.repeat;
  const arrow = isCtrl || event.altKey || !readSingleKeys() ? undefined : { j: 'ArrowDown', k: 'ArrowUp' }[event.key];
  const next = moveCell(arrow ?? event.key, isCtrl, activeCell, {
    rows: rows.length,
    columns,
    pageRows: pageRows(),
  });
  if (!next && !(isPlain && actions.onKey?.(event.key, row?.id))) return;
  event.preventDefault();
  // The action may have removed the row; the focus stays at its position.
  if (!next) return onMove(activeCell);
  if (event.shiftKey && next.row >= 0 && next.row !== activeCell.row) {
    if (row?.getIsSelected() === false) selectRow(row, false);
    selectRow(rows[next.row], true);
  }
  onMove(next);
}

/** Handles a click on a row: rows have no handlers of their own, so that they are drawn again only for new data. */
export function handleRowClick<R extends GridRow>(event: MouseEvent, { rows, actions }: GridInput<R>): void {
  const target = event.target as Element;
  const row = rows[findRowIndex(target)];
  if (event.shiftKey || event.ctrlKey || event.metaKey || isCheckbox(target)) selectRow(row, event.shiftKey);
  else if (row && !isControl(target)) actions.onOpen(row.id);
}

const isCheckbox = (target: Element): boolean => target.closest('[data-checkbox]') !== null;

/** Whether an element is in a link or a button of a cell, which does its own work. */
const isControl = (target: Element): boolean => target.closest('a, button') !== null;

/** The index of the row that contains an element; -1 for the head. */
const findRowIndex = (target: Element): number =>
  Number(target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1);

/**
 * Keys outside the grid, such as in the details: J and K open the next and the previous row, others act on the open
 * one.
 */
export function useOpenKeys<R extends GridRow>(
  openId: string | undefined,
  rows: readonly DataRow<R>[],
  { onOpen, onKey }: GridActions,
  onMove: (row: DataRow<R>) => void,
): void {
  useWindowKeys((event) => {
    if (openId === undefined || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (!readSingleKeys() || isTyping(event.target) || hasDialog()) return;
    const by = { j: 1, k: -1 }[event.key];
    if (by === undefined) {
      if (!event.repeat) onKey?.(event.key, openId);
      return;
    }
    const at = rows.findIndex(({ id }) => id === openId);
    const next = rows[at + by];
    if (at < 0 || !next) return;
    onMove(next);
    onOpen(next.id);
  });
}

/** Selecting rows must not select the text between them; the pressed row gets the focus itself. */
export function handleRowPress(event: MouseEvent, onFocus: (cell: GridCell) => void): void {
  const target = event.target as Element;
  if (!event.shiftKey && !isCheckbox(target)) return;
  event.preventDefault();
  const row = findRowIndex(target);
  const cell = parseGridCell(target) ?? (row < 0 ? undefined : { row, column: 0 });
  if (cell) onFocus(cell);
}

/** The cell that contains an element; undefined outside of cells. */
export function parseGridCell(target: Element): GridCell | undefined {
  const at = target.closest<HTMLElement>('[data-at]')?.dataset['at'];
  const [row, column] = at?.split(' ').map(Number) ?? [];
  return row === undefined || column === undefined ? undefined : { row, column };
}

/** Pixels before the end that count as the end: a few rows. */
const nearPixels = 170;

/**
 * Handlers that report when a scroller reaches its end. They react to scrolling and the wheel only, never to a render:
 * loading more rows can cost credits, so it must follow a user action.
 */
export function watchEnd(onEnd: (() => void) | undefined) {
  const watch = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent<HTMLElement>) => {
    if (scrollHeight - scrollTop - clientHeight < nearPixels) onEnd?.();
  };
  return { onScroll: watch, onWheel: watch };
}

/** The stored scroll position of a list; its scroller has `id` as `data-scroll-restoration-id`. */
type ScrollPlace = { readonly id: string; readonly top: number };

/** The scroll position that Back and a reload restore, in pixels; 0 on a first visit. */
export function useScrollPlace(name: string): ScrollPlace {
  const id = `rows ${name}`;
  return { id, top: useElementScrollRestoration({ id })?.scrollY ?? 0 };
}
