import { z } from 'zod';
import { keepStored, readStored } from '../../platform/storage/storage.ts';
import { createState, type State } from '../../platform/state.ts';
import type { ColumnLook, GridColumn, GridRow } from './grid-column.ts';

/** What a choice of columns looks like where it is kept or shared. */
export const columnChoice = z.object({
  /** Ids from left to right; columns that it does not name follow. */
  order: z.array(z.string()),
  /** What was shown or hidden by choice; the rest is as the screen has it. */
  shown: z.record(z.string(), z.boolean()),
  /** Chosen widths in pixels. */
  widths: z.record(z.string(), z.number()),
  /** Columns that stay in sight at the left. */
  pinned: z.array(z.string()).default([]),
  density: z.enum(['dense', 'usual', 'roomy']).default('usual'),
});
/** What a person made of the columns of a table. */
export type ColumnChoice = z.infer<typeof columnChoice>;

const blank: ColumnChoice = { order: [], shown: {}, widths: {}, pinned: [], density: 'usual' };

/** How high a row is in pixels. */
export const rowHeights = { dense: 28, usual: 34, roomy: 44 } as const;
const narrowest = 56;
const widest = 640;

/** The choice for one table, kept on this device; what cannot be read there counts as none. */
export function createColumnChoice(table: string): State<ColumnChoice> {
  const name = `columns.${table}`;
  const state = createState(read(readStored(name)));
  const choice: State<ColumnChoice> = {
    ...state,
    write: (next) => {
      state.write(next);
      keepStored(name, JSON.stringify(next));
    },
  };
  choices.set(table, choice);
  return choice;
}

/** The choices of tables that are on this page already. */
const choices = new Map<string, State<ColumnChoice>>();

/** Makes a choice for a table from outside of it, before its screen is loaded too. */
export function chooseColumns(table: string, next: ColumnChoice): void {
  const choice = choices.get(table);
  if (choice) choice.write(next);
  else keepStored(`columns.${table}`, JSON.stringify(next));
}

function read(text = ''): ColumnChoice {
  try {
    return columnChoice.parse(JSON.parse(text));
  } catch {
    return blank;
  }
}

/** The columns in their chosen order, the pinned ones first. */
export function toArranged<C extends { readonly id: string }>(
  columns: readonly C[],
  { order, pinned }: ColumnChoice,
): C[] {
  const at = ({ id }: C) => (order.includes(id) ? order.indexOf(id) : order.length);
  const loose = ({ id }: C) => Number(!pinned.includes(id));
  return columns.toSorted((one, other) => loose(one) - loose(other) || at(one) - at(other));
}

/** The width of the mark that selects a row, and of the edge at the right of all columns, in pixels. */
export const [markWidth, edgeWidth] = [34, 8];

/**
 * The ids of the columns that stand in a table of such a width: those that were chosen, and of the others as many, the
 * ones for narrow tables first, as fit by themselves without moving the table sideways. What a person adds or widens
 * takes none away. Before the table is laid out (0) all stand that are not off.
 */
export function toVisible<R extends GridRow>(
  columns: readonly GridColumn<R>[],
  { shown }: ColumnChoice,
  width: number,
): ReadonlySet<string> {
  let room = width - markWidth - edgeWidth;
  const fitting = new Set<string>();
  for (const { id, look } of columns.toSorted((one, other) => (one.look.from ?? 0) - (other.look.from ?? 0))) {
    if (look.off === true) continue;
    room -= look.width;
    const { from } = look;
    if (from === undefined || width === 0 || (room >= 0 && from <= width)) fitting.add(id);
  }
  return new Set(columns.flatMap(({ id }) => ((shown[id] ?? fitting.has(id)) ? id : [])));
}

/** The least width of a column in pixels. */
export const toLeastWidth = (id: string, look: ColumnLook | undefined, { widths }: ColumnChoice): number =>
  widths[id] ?? look?.width ?? 100;

/** The choice with a column one place further left (-1) or right (1). */
export function toMoved<R extends GridRow>(
  columns: readonly GridColumn<R>[],
  choice: ColumnChoice,
  id: string,
  by: -1 | 1,
): ColumnChoice {
  const order = toArranged(columns, choice).map((column) => column.id);
  const from = order.indexOf(id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= order.length) return choice;
  order.splice(to, 0, ...order.splice(from, 1));
  return { ...choice, order };
}

/** The choice with a column of another width, between what can be read and what fits. */
export const toResized = (choice: ColumnChoice, id: string, pixels: number): ColumnChoice => ({
  ...choice,
  widths: { ...choice.widths, [id]: Math.round(Math.min(widest, Math.max(narrowest, pixels))) },
});

/** The choice with a column shown or hidden. */
export const toShown = (choice: ColumnChoice, id: string, shown: boolean): ColumnChoice => ({
  ...choice,
  shown: { ...choice.shown, [id]: shown },
});

/** The choice with a column pinned to the left, or loose again. */
export const toPinned = (choice: ColumnChoice, id: string, pinned: boolean): ColumnChoice => ({
  ...choice,
  pinned: pinned ? [...choice.pinned, id] : choice.pinned.filter((other) => other !== id),
});

/** No choice: the columns as the screen has them. */
export const toBlankChoice = (): ColumnChoice => blank;
export const columnWidths = { narrowest, widest } as const;
