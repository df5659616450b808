import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { toCount } from '../../platform/format.ts';
import { boughtKinds, toStore } from '../../library/records/records.ts';
import { clearRecords } from '../../library/records/stored.ts';
import { Button } from '../../platform/ui/button.tsx';
import { LazySheet } from '../../platform/ui/lazy-sheet.tsx';

/** Clears what is owned, after a question that says what it means. */
export function ClearButton({ onSaid }: { readonly onSaid: (text: string) => void }) {
  const client = useQueryClient();
  /** Rows that would go; undefined while nothing is asked. */
  const [rows, setRows] = useState<number>();
  const clear = async () => {
    await clearRecords(client);
    setRows(undefined);
    onSaid('All owned rows and answers are cleared from this device.');
  };
  return (
    <>
      <Button onClick={() => setRows(boughtKinds.reduce((sum, kind) => sum + toStore(kind).count(), 0))}>Clear</Button>
      {rows !== undefined && (
        <Suspense>
          <LazySheet title="Clear what is owned" onClose={() => setRows(undefined)}>
            <div className="grid gap-4 p-4">
              <p>
                {toCount(rows, 'row or answer', 'rows and answers')} would leave this device. Showing them again would
                have to be paid again. Marks, notes, saved searches and the ledger stay.
              </p>
              <div className="flex flex-wrap gap-2">
                <Button look="primary" onClick={() => void clear()}>
                  Clear them
                </Button>
                <Button onClick={() => setRows(undefined)}>Keep them</Button>
              </div>
            </div>
          </LazySheet>
        </Suspense>
      )}
    </>
  );
}
