import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { GridRow } from '../table/grid-column.ts';
import { Button } from '../../platform/ui/button.tsx';
import type { ExportSheetProps } from './export-sheet.tsx';

// lazy() forgets that it is generic.
const ExportSheet = lazy(() =>
  import('./export-sheet.tsx').then((module) => ({ default: module.ExportSheet })),
) as unknown as <R extends GridRow>(props: ExportSheetProps<R>) => ReactNode;

/** The way to a file of the rows on the screen. */
export function ExportButton<R extends GridRow>(props: Omit<ExportSheetProps<R>, 'onClose'>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Export</Button>
      {open && (
        <Suspense>
          <ExportSheet {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
