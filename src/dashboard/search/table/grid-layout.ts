import type { CSSProperties } from 'react';
import { markWidth, type ColumnChoice } from './column-choice.ts';
import type { GridRow } from './grid-column.ts';
import type { HeldColumn } from './grid-features.ts';

/** The tracks of the grid, how narrow it can be, and whether it is wider than the room it has. */
export type GridLayout = { readonly tracks: string; readonly leastWidth: number; readonly overflows: boolean };

/** Keeps a pinned column in sight; nothing for the others. */
export const toPinStyle = <R extends GridRow>(column: HeldColumn<R>): CSSProperties | undefined =>
  column.getIsPinned() ? { position: 'sticky', left: markWidth + column.getStart('start'), zIndex: 1 } : undefined;

/** The CSS grid tracks: of the mark, then of each column, which grows unless a person chose its width. */
export function toTracks<R extends GridRow>(visible: readonly HeldColumn<R>[], { widths }: ColumnChoice): string {
  const tracks = visible.map((column) => {
    const grow = widths[column.id] === undefined ? column.columnDef.meta?.look.grow : undefined;
    return grow === undefined ? `${column.getSize()}px` : `minmax(${column.getSize()}px, ${grow}fr)`;
  });
  return [`${markWidth}px`, ...tracks].join(' ');
}
