import { ArrowDown, ArrowUp, Pin } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../platform/ui/button.tsx';
import { Sheet } from '../../platform/ui/sheet.tsx';
import {
  maxColumnWidth,
  minColumnWidth,
  orderColumns,
  createDefaultChoice,
  getColumnWidth,
  moveColumn,
  pinColumn,
  resizeColumn,
  showColumn,
  findVisibleColumns,
  type ColumnChoice,
} from './column-choice.ts';
import type { GridColumn, GridRow } from './grid-column.ts';

type ColumnSheetProps<R extends GridRow> = {
  readonly columns: readonly GridColumn<R>[];
  readonly choice: ColumnChoice;
  /** The width of the table, which decides the default columns. */
  readonly width: number;
  readonly onChoose: (choice: ColumnChoice) => void;
  readonly onClose: () => void;
};

/** The sheet that shows, hides, orders, pins and resizes columns. */
export function ColumnSheet<R extends GridRow>({ columns, choice, width, onChoose, onClose }: ColumnSheetProps<R>) {
  const ordered = orderColumns(columns, choice);
  const visible = findVisibleColumns(columns, choice, width);
  return (
    <Sheet title="Columns" onClose={onClose}>
      <ul aria-label="Columns" className="grid gap-0.5 p-3">
        {ordered.map(({ id, header: name, display }, index) => {
          const pinned = choice.pinned.includes(id);
          return (
            <li key={id} className="grid grid-cols-[minmax(0,1fr)_6rem_auto_auto_auto] items-center gap-2">
              <label className="flex min-h-8 cursor-pointer items-center gap-2">
                <input
                  type="checkbox"
                  className="size-4 accent-accent"
                  checked={visible.has(id)}
                  onChange={({ target }) => onChoose(showColumn(choice, id, target.checked))}
                />
                {name}
              </label>
              <input
                type="range"
                aria-label={`Width of ${name}`}
                min={minColumnWidth}
                max={maxColumnWidth}
                step={8}
                value={getColumnWidth(id, display, choice)}
                className="accent-accent"
                onChange={({ target }) => onChoose(resizeColumn(choice, id, Number(target.value)))}
              />
              <button
                type="button"
                aria-label={`Pin ${name}`}
                aria-pressed={pinned}
                className="grid size-7 place-items-center rounded-md text-ink-3 hover:bg-sunken aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
                onClick={() => onChoose(pinColumn(choice, id, !pinned))}
              >
                <Pin aria-hidden className="size-4" />
              </button>
              <MoveButton
                label={`Move ${name} left`}
                inert={index === 0}
                onMove={() => onChoose(moveColumn(columns, choice, id, -1))}
              >
                <ArrowUp aria-hidden className="size-4" />
              </MoveButton>
              <MoveButton
                label={`Move ${name} right`}
                inert={index === ordered.length - 1}
                onMove={() => onChoose(moveColumn(columns, choice, id, 1))}
              >
                <ArrowDown aria-hidden className="size-4" />
              </MoveButton>
            </li>
          );
        })}
      </ul>
      <div className="flex flex-wrap items-center gap-3 border-t border-line p-3">
        <DensityChoice choice={choice} onChoose={onChoose} />
        <Button onClick={() => onChoose(createDefaultChoice())}>Reset</Button>
      </div>
    </Sheet>
  );
}

const densities = [
  ['dense', 'Dense'],
  ['usual', 'Usual'],
  ['roomy', 'Roomy'],
] as const;

function DensityChoice({ choice, onChoose }: Pick<ColumnSheetProps<GridRow>, 'choice' | 'onChoose'>) {
  return (
    <fieldset className="flex items-center gap-3">
      <legend className="sr-only">Rows</legend>
      {densities.map(([density, name]) => (
        <label key={density} className="flex min-h-6 cursor-pointer items-center gap-1.5">
          <input
            type="radio"
            name="density"
            className="accent-accent"
            checked={choice.density === density}
            onChange={() => onChoose({ ...choice, density })}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}

type MoveButtonProps = {
  readonly label: string;
  readonly inert: boolean;
  readonly onMove: () => void;
  readonly children: ReactNode;
};

function MoveButton({ label, inert, onMove, children }: MoveButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      // Not `disabled`, so that a column that reaches the end keeps the focus.
      aria-disabled={inert}
      className="grid size-7 place-items-center rounded-md hover:bg-sunken aria-disabled:text-line"
      onClick={() => inert || onMove()}
    >
      {children}
    </button>
  );
}
