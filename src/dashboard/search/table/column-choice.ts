import { z } from 'zod';
import { writeStored, readStored } from '../../platform/storage/storage.ts';
import { createState, type State } from '../../platform/state.ts';
import type { ColumnDisplay, GridColumn, GridRow } from './grid-column.ts';

/** The stored form of a column choice. */
export const columnChoice = z.object({
  /** Ids from left to right; other columns follow. */
  order: z.array(z.string()),
  /** Columns that the user showed or hid. */
  shown: z.record(z.string(), z.boolean()),
  /** Widths that the user set, in pixels. */
  widths: z.record(z.string(), z.number()),
  /** Columns fixed at the left. */
  pinned: z.array(z.string()).default([]),
  density: z.enum(['dense', 'usual', 'roomy']).default('usual'),
});
/** The user's choice of columns for a table. */
export type ColumnChoice = z.infer<typeof columnChoice>;

const blank: ColumnChoice = { order: [], shown: {}, widths: {}, pinned: [], density: 'usual' };

/** Row heights in pixels, as all lengths here at the usual font size of the browser. */
export const rowHeights = { dense: 28, usual: 36, roomy: 44 } as const;
export const minColumnWidth = 56;
export const maxColumnWidth = 640;

/** The choice for one table, stored on this device; an invalid one is ignored. */
export function createColumnChoice(table: string): State<ColumnChoice> {
  const name = `columns.${table}`;
  const state = createState(read(readStored(name)));
  const choice: State<ColumnChoice> = {
    ...state,
    write: (next) => {
      state.write(next);
      writeStored(name, JSON.stringify(next));
    },
  };
  choices.set(table, choice);
  return choice;
}

/** The choices of tables on this page. */
const choices = new Map<string, State<ColumnChoice>>();

/** The choice for a table, the same one for all that ask. */
export const findColumnChoice = (table: string): State<ColumnChoice> => choices.get(table) ?? createColumnChoice(table);

/** Sets the choice for a table, even before its screen is loaded. */
export function chooseColumns(table: string, next: ColumnChoice): void {
  const choice = choices.get(table);
  if (choice) choice.write(next);
  else writeStored(`columns.${table}`, JSON.stringify(next));
}

function read(text = ''): ColumnChoice {
  try {
    return columnChoice.parse(JSON.parse(text));
  } catch {
    return blank;
  }
}

/** The columns in the chosen order, pinned ones first. */
export function orderColumns<C extends { readonly id: string }>(
  columns: readonly C[],
  { order, pinned }: ColumnChoice,
): C[] {
  const at = ({ id }: C) => (order.includes(id) ? order.indexOf(id) : order.length);
  const isLoose = ({ id }: C) => Number(!pinned.includes(id));
  return columns.toSorted((one, other) => isLoose(one) - isLoose(other) || at(one) - at(other));
}

/** Widths of the checkbox column and of the right edge, in pixels. */
export const [checkboxWidth, edgeWidth] = [24, 8];

/**
 * The ids of the columns shown in a table of this width: the chosen ones, and as many others as fit without horizontal
 * scrolling. A column that the user adds or widens never hides another. Width 0 means not laid out yet.
 */
export function findVisibleColumns<R extends GridRow>(
  columns: readonly GridColumn<R>[],
  { shown }: ColumnChoice,
  width: number,
): ReadonlySet<string> {
  let room = width - checkboxWidth - edgeWidth;
  const fitting = new Set<string>();
  for (const { id, display } of columns.toSorted((one, other) => (one.display.from ?? 0) - (other.display.from ?? 0))) {
    if (display.off === true) continue;
    room -= display.width;
    const { from } = display;
    if (from === undefined || width === 0 || (room >= 0 && from <= width)) fitting.add(id);
  }
  return new Set(columns.flatMap(({ id }) => ((shown[id] ?? fitting.has(id)) ? id : [])));
}

/** The width of a column in pixels. */
export const getColumnWidth = (id: string, display: ColumnDisplay | undefined, { widths }: ColumnChoice): number =>
  widths[id] ?? display?.width ?? 100;

/** The choice with a column moved one place left (-1) or right (1). */
export function moveColumn<R extends GridRow>(
  columns: readonly GridColumn<R>[],
  choice: ColumnChoice,
  id: string,
  by: -1 | 1,
): ColumnChoice {
  const order = orderColumns(columns, choice).map((column) => column.id);
  const from = order.indexOf(id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= order.length) return choice;
  order.splice(to, 0, ...order.splice(from, 1));
  return { ...choice, order };
}

/** The choice with a column put in the place of another one. */
export function placeColumn<R extends GridRow>(
  columns: readonly GridColumn<R>[],
  choice: ColumnChoice,
  id: string,
  at: string,
): ColumnChoice {
  const order = orderColumns(columns, choice).map((column) => column.id);
  const [from, to] = [order.indexOf(id), order.indexOf(at)];
  if (from < 0 || to < 0 || from === to) return choice;
  order.splice(to, 0, ...order.splice(from, 1));
  return { ...choice, order };
}

/** The choice with another column width, within the limits. */
export const resizeColumn = (choice: ColumnChoice, id: string, pixels: number): ColumnChoice => ({
  ...choice,
  widths: { ...choice.widths, [id]: Math.round(Math.min(maxColumnWidth, Math.max(minColumnWidth, pixels))) },
});

/** The choice with a column shown or hidden. */
export const showColumn = (choice: ColumnChoice, id: string, shown: boolean): ColumnChoice => ({
  ...choice,
  shown: { ...choice.shown, [id]: shown },
});

/** The choice with a column pinned or unpinned. */
export const pinColumn = (choice: ColumnChoice, id: string, pinned: boolean): ColumnChoice => ({
  ...choice,
  pinned: pinned ? [...choice.pinned, id] : choice.pinned.filter((other) => other !== id),
});

/** The default columns of the screen. */
export const createDefaultChoice = (): ColumnChoice => blank;
