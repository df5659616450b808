import { z } from 'zod';
import type { ColumnVisibilityState } from '@tanstack/react-table';
import { writeStored, readStored } from '../../../../platform/storage/storage.ts';
import { createState, type State } from '../../../../platform/state.ts';
import type { GridColumn, GridRow } from './grid-column.ts';

/** The stored form of a column choice: the state of TanStack Table that is about columns, and the row height. */
export const columnChoice = z.object({
  /** Ids from left to right; other columns follow. */
  columnOrder: z.array(z.string()),
  /** Columns that the user showed or hid. */
  columnVisibility: z.record(z.string(), z.boolean()),
  /** Widths that the user set, in pixels of the usual font size. */
  columnSizing: z.record(z.string(), z.number()),
  /** Columns fixed at the left. */
  columnPinning: z.object({ start: z.array(z.string()), end: z.array(z.string()) }),
  density: z.enum(['dense', 'usual', 'roomy']),
});
/** The user's choice of columns for a table. */
export type ColumnChoice = z.infer<typeof columnChoice>;

/** The default columns of a screen. */
export const defaultChoice: ColumnChoice = {
  columnOrder: [],
  columnVisibility: {},
  columnSizing: {},
  columnPinning: { start: [], end: [] },
  density: 'usual',
};

/** Row heights in pixels, as all lengths here at the usual font size of the browser. */
export const rowHeights = { dense: 28, usual: 36, roomy: 44 } as const;
export const minColumnWidth = 56;
export const maxColumnWidth = 640;
/** Widths of the checkbox column and of the right edge, in pixels. */
export const [checkboxWidth, edgeWidth] = [24, 8];

/** The choices of tables on this page. */
const choices = new Map<string, State<ColumnChoice>>();

/** The choice for a table, the same one for all that ask; stored on this device, an invalid one is ignored. */
export function findColumnChoice(table: string): State<ColumnChoice> {
  const known = choices.get(table);
  if (known) return known;
  const state = createState(readChoice(table));
  state.watch(() => writeStored(`columns.${table}`, JSON.stringify(state.read())));
  choices.set(table, state);
  return state;
}

function readChoice(table: string): ColumnChoice {
  try {
    return columnChoice.parse(JSON.parse(readStored(`columns.${table}`) ?? ''));
  } catch {
    return defaultChoice;
  }
}

/** Fewer rows may have the same value by chance. */
const minConstantRows = 5;

/** The columns that say nothing, because all rows have the same value. */
export const findConstantColumns = <R extends GridRow>(
  columns: readonly GridColumn<R>[],
  rows: readonly R[],
): ReadonlySet<string> => {
  const isConstant = ({ display, key }: GridColumn<R>) => {
    const [first] = rows;
    if (!display.leaves || !key || !first || rows.length < minConstantRows) return false;
    const value = key(first);
    return value !== null && rows.every((row) => key(row) === value);
  };
  return new Set(columns.filter(isConstant).map(({ id }) => id));
};

/**
 * Which columns are shown in a table of this width: the chosen ones, and as many others as fit without horizontal
 * scrolling. A column that the user adds or widens never hides another. Width 0 means not laid out yet.
 */
export function findVisibleColumns<R extends GridRow>(
  columns: readonly GridColumn<R>[],
  chosen: ColumnVisibilityState,
  width: number,
  constant: ReadonlySet<string> = new Set(),
): ColumnVisibilityState {
  let room = width - checkboxWidth - edgeWidth;
  const visible: ColumnVisibilityState = {};
  for (const { id, display } of columns.toSorted((one, other) => (one.display.from ?? 0) - (other.display.from ?? 0))) {
    const { from } = display;
    const off = display.off === true || constant.has(id);
    if (!off) room -= display.width;
    const fits = from === undefined || width === 0 || (room >= 0 && from <= width);
    visible[id] = chosen[id] ?? (!off && fits);
  }
  return visible;
}
