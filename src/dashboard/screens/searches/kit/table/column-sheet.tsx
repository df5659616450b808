import { CheckBox } from '../../../../platform/form/check-box.tsx';
import { ArrowDown, ArrowUp, Pin } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../../platform/ui/button.tsx';
import { Sheet } from '../../../../platform/ui/sheet.tsx';
import { maxColumnWidth, minColumnWidth } from './column-choice.ts';
import type { GridRow } from './grid-column.ts';
import { type DataTable, listChoosableColumns, placeColumn, resizeColumn } from './use-data-table.tsx';

type ColumnSheetProps<R extends GridRow> = { readonly table: DataTable<R>; readonly onClose: () => void };

/** The sheet that shows, hides, orders, pins and resizes columns. */
export function ColumnSheet<R extends GridRow>({ table, onClose }: ColumnSheetProps<R>) {
  const columns = listChoosableColumns(table);
  const reset = () => {
    table.resetColumnOrder(true);
    table.resetColumnVisibility(true);
    table.resetColumnSizing(true);
    table.resetColumnPinning(true);
    table.options.meta?.onDensity('usual');
  };
  return (
    <Sheet title="Columns" onClose={onClose}>
      <ul aria-label="Columns" className="grid gap-0.5 p-3">
        {columns.map((column, index) => {
          const { id } = column;
          const name = column.columnDef.header as string;
          const isPinned = column.getIsPinned() !== false;
          const [previous, next] = [columns[index - 1], columns[index + 1]];
          return (
            <li key={id} className="grid grid-cols-[minmax(0,1fr)_6rem_auto_auto_auto] items-center gap-2">
              <CheckBox
                className="min-h-8 cursor-pointer"
                checked={column.getIsVisible()}
                onChange={column.getToggleVisibilityHandler()}
              >
                {name}
              </CheckBox>
              <input
                type="range"
                aria-label={`Width of ${name}`}
                min={minColumnWidth}
                max={maxColumnWidth}
                step={8}
                value={column.getSize()}
                className="accent-accent"
                onChange={({ target }) => resizeColumn(table, id, Number(target.value))}
              />
              <button
                type="button"
                aria-label={`Pin ${name}`}
                aria-pressed={isPinned}
                className="grid size-7 place-items-center rounded-md text-ink-3 hover:bg-sunken aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
                onClick={() => column.pin(isPinned ? false : 'start')}
              >
                <Pin aria-hidden className="size-4" />
              </button>
              <MoveButton label={`Move ${name} left`} onMove={previous && (() => placeColumn(table, id, previous.id))}>
                <ArrowUp aria-hidden className="size-4" />
              </MoveButton>
              <MoveButton label={`Move ${name} right`} onMove={next && (() => placeColumn(table, id, next.id))}>
                <ArrowDown aria-hidden className="size-4" />
              </MoveButton>
            </li>
          );
        })}
      </ul>
      <div className="flex flex-wrap items-center gap-3 border-t border-line p-3">
        <DensityChoice table={table} />
        <Button onClick={reset}>Reset</Button>
      </div>
    </Sheet>
  );
}

const densities = [
  ['dense', 'Dense'],
  ['usual', 'Usual'],
  ['roomy', 'Roomy'],
] as const;

function DensityChoice<R extends GridRow>({ table }: { readonly table: DataTable<R> }) {
  const { meta } = table.options;
  return (
    <fieldset className="flex items-center gap-3">
      <legend className="sr-only">Rows</legend>
      {densities.map(([density, name]) => (
        <label key={density} className="flex min-h-6 cursor-pointer items-center gap-1.5">
          <input
            type="radio"
            name="density"
            className="accent-accent"
            checked={meta?.density === density}
            onChange={() => meta?.onDensity(density)}
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}

type MoveButtonProps = {
  readonly label: string;
  /** Undefined where it cannot move that way. */
  readonly onMove: (() => void) | undefined;
  readonly children: ReactNode;
};

function MoveButton({ label, onMove, children }: MoveButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      // Not `disabled`, so that a column that reaches the end keeps the focus.
      aria-disabled={!onMove}
      className="grid size-7 place-items-center rounded-md hover:bg-sunken aria-disabled:text-line"
      onClick={() => onMove?.()}
    >
      {children}
    </button>
  );
}
