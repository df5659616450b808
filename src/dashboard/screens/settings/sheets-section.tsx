import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMembership } from '../../platform/http/membership.ts';
import { Block } from '../../platform/ui/block.tsx';
import { Button, primaryLink } from '../../platform/ui/button.tsx';
import { SheetLines } from '../../records/sheets/live-sheet.tsx';
import { liveSheets } from '../../records/sheets/sheets.ts';
import { EmptyState } from '../../platform/ui/empty-state.tsx';

/** The live sheets of saved searches, with what to paste into a spreadsheet. All free. */
export function SheetsSection() {
  const { data: sheets = [] } = useQuery(liveSheets);
  const { members } = useMembership();
  const [opened, setOpened] = useState<string>();
  return (
    <Block title="Live sheets">
      {sheets.length === 0 ? (
        <EmptyState
          title="No live sheets yet"
          example={['European climate seed', 'CSV at a secret address', 'read 28 Nov 2026']}
          action={
            <Link to="/saved" className={primaryLink}>
              Choose a saved search
            </Link>
          }
        >
          Google Sheets and Excel can read a saved search.
        </EmptyState>
      ) : (
        <ul className="grid">
          {sheets.map((sheet) => (
            <li
              key={sheet.id}
              aria-label={sheet.name}
              className="grid grid-cols-1 gap-2 border-t border-line py-2.5 first:border-0"
            >
              <div className="flex flex-wrap items-center justify-between gap-2">
                <span className="min-w-0">
                  <b className="font-[550]">{sheet.name}</b>{' '}
                  <span className="text-12 text-ink-3">
                    {members.length > 1 && members.find(({ id }) => id === sheet.by)?.name}
                  </span>
                </span>
                <Button
                  aria-expanded={opened === sheet.id}
                  onClick={() => setOpened(opened === sheet.id ? undefined : sheet.id)}
                >
                  {opened === sheet.id ? 'Hide lines to paste' : 'Show lines to paste'}
                </Button>
              </div>
              {opened === sheet.id && <SheetLines sheet={sheet} />}
            </li>
          ))}
        </ul>
      )}
    </Block>
  );
}
