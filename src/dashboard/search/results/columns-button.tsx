import { lazy, Suspense, useState } from 'react';
import type { ColumnChoice } from '../table/column-choice.ts';
import type { GridColumn, GridRow } from '../table/grid-column.ts';
import { Button } from '../../platform/ui/button.tsx';

const ColumnSheet = lazy(() => import('../table/column-sheet.tsx').then((module) => ({ default: module.ColumnSheet })));

type ColumnsButtonProps<R extends GridRow> = {
  readonly columns: readonly GridColumn<R>[];
  readonly choice: ColumnChoice;
  readonly onChoose: (choice: ColumnChoice) => void;
};

/** The way to choose columns. */
export function ColumnsButton<R extends GridRow>({ columns, choice, onChoose }: ColumnsButtonProps<R>) {
  const [width, setWidth] = useState<number>();
  return (
    <>
      <Button onClick={() => setWidth(document.querySelector('[role="grid"]')?.clientWidth ?? 0)}>Columns</Button>
      {width !== undefined && (
        <Suspense>
          <ColumnSheet
            columns={columns as readonly unknown[] as readonly GridColumn<GridRow>[]}
            choice={choice}
            width={width}
            onChoose={onChoose}
            onClose={() => setWidth(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
