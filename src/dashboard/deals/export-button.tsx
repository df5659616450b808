import { useState } from 'react';
import { toCount } from '../format.ts';
import { Button } from '../ui/button.tsx';
import type { DealRow } from './rows.ts';

/** Saves the loaded rows as a file, and says how many it wrote; nothing is asked. */
export function ExportButton({ rows }: { readonly rows: readonly DealRow[] }) {
  const [said, setSaid] = useState('');
  return (
    <>
      <Button
        onClick={() =>
          void import('./export.ts').then(({ saveDeals }) => {
            const file = saveDeals(rows);
            setSaid(`${toCount(rows.length, 'row')} written to ${file}`);
          })
        }
      >
        Export CSV
      </Button>
      <output className="self-center text-[11.5px] text-ink-3 empty:hidden">{said}</output>
    </>
  );
}
