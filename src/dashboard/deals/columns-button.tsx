import { lazy, Suspense, useState } from 'react';
import type { GridColumn } from '../table/grid-features.ts';
import { Button } from '../ui/button.tsx';
import { dealColumnChoice, dealColumns } from './columns.tsx';
import type { DealRow } from './rows.ts';

const ColumnSheet = lazy(() => import('../table/column-sheet.tsx').then((module) => ({ default: module.ColumnSheet })));

/** The columns for these rows. */
export const toColumns = (rows: readonly DealRow[]): readonly GridColumn<DealRow>[] =>
  dealColumns(rows.some(({ company }) => company !== undefined));

/** The way to choose columns. */
export function ColumnsButton({ rows }: { readonly rows: readonly DealRow[] }) {
  const [width, setWidth] = useState<number>();
  const choice = dealColumnChoice.use();
  return (
    <>
      <Button onClick={() => setWidth(document.querySelector('[role="grid"]')?.clientWidth ?? 0)}>Columns</Button>
      {width !== undefined && (
        <Suspense>
          <ColumnSheet
            columns={toColumns(rows) as readonly GridColumn<{ readonly id: string }>[]}
            choice={choice}
            width={width}
            onChoose={dealColumnChoice.write}
            onClose={() => setWidth(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
