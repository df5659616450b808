import { useMutation, useQuery } from '@tanstack/react-query';
import type { SavedSheet } from '#contract/workspace/sheets.ts';
import { isMine, useMembership } from '../../platform/http/membership.ts';
import { Button } from '../../platform/ui/button.tsx';
import { CodeBlock } from '../../platform/ui/code-block.tsx';
import { DeleteTwice } from '../../platform/ui/delete-twice.tsx';
import { CopyButton } from '../../platform/ui/copy-and-save.tsx';
import { Notice } from '../../platform/ui/notice.tsx';
import {
  addSheet,
  getSheetAddress,
  isLocalAddress,
  liveSheets,
  removeSheet,
  renewSheetAddress,
  sheetPrograms,
} from './sheets.ts';

/** The live sheet of a saved search, or the button that creates it. */
export function LiveSheet({ searchId }: { readonly searchId: string }) {
  const membership = useMembership();
  const { data, error } = useQuery(liveSheets);
  const adding = useMutation({ mutationFn: () => addSheet(searchId) });
  const problem = error ?? adding.error;
  const sheet = data?.find((one) => one.search_id === searchId && isMine(one.by ?? undefined, membership));
  return (
    <section aria-label="Live sheet" className="grid grid-cols-1 gap-2">
      <h2 className="font-semibold">Live sheet</h2>
      {sheet ? (
        <SheetLines sheet={sheet} />
      ) : (
        <>
          <p className="text-ink-2">Rows of this search at a secret address that Google Sheets and Excel read.</p>
          <Button
            className="justify-self-start"
            aria-disabled={!data || adding.isPending}
            onClick={() => data && !adding.isPending && adding.mutate()}
          >
            Create a live sheet
          </Button>
        </>
      )}
      {problem && <Notice title="The live sheet is not available">{problem.message}</Notice>}
    </section>
  );
}

/** What is pasted where, what the rows are, and the end of an address. */
export function SheetLines({ sheet }: { readonly sheet: SavedSheet }) {
  const acting = useMutation({ mutationFn: (work: () => Promise<void>) => work() });
  const address = getSheetAddress(sheet);
  return (
    <>
      {sheetPrograms.map(([name, where, formula]) => (
        <div key={name} className="grid grid-cols-1 gap-1">
          <div className="flex flex-wrap items-center justify-between gap-x-2">
            <span className="text-12 text-ink-2">
              <b className="font-[550] text-ink">{name}</b>, {where}
            </span>
            <CopyButton text={formula(address)} label={`line for ${name}`}>
              Copy line
            </CopyButton>
          </div>
          <CodeBlock label={`Line for ${name}`} text={formula(address)} />
        </div>
      ))}
      <p className="text-12 text-ink-3">
        {sheet.runs
          ? 'Every reading has the rows of that moment, at most 5,000.'
          : 'It has the rows that are loaded, at most 5,000, and never buys.'}{' '}
        Anyone with the address reads it.
        {isLocalAddress(address) && ' Google Sheets cannot reach this machine; Excel on it can.'}
      </p>
      <div className="flex flex-wrap gap-1.5">
        <Button onClick={() => acting.mutate(() => renewSheetAddress(sheet.id))}>Renew address</Button>
        <DeleteTwice what="Delete its address" onDelete={() => acting.mutate(() => removeSheet(sheet.id))} />
      </div>
      {acting.error && <Notice title="Nothing was changed">{acting.error.message}</Notice>}
    </>
  );
}
