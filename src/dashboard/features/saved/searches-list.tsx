import { useRef, useState, type ReactNode } from 'react';
import { toCount } from '../../platform/format.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { FailureNotice } from '../../purchase/failure-notice.tsx';
import { PricedButton } from '../../purchase/priced-button.tsx';
import { Button } from '../../platform/ui/button.tsx';
import { Notice } from '../../platform/ui/notice.tsx';
import { UndoNotice } from '../../platform/ui/undo-notice.tsx';
import { canFindNew, foundTenths } from './new-rows.ts';
import { SearchItem } from './search-item.tsx';
import { deleteSearch, useSearches, type SavedSearch } from '../../search/saved/searches.ts';
import { importSearches, saveExport } from './transfer.ts';
import { useFindNew } from './use-find-new.ts';

/** The saved searches with everything that can be done to them. */
export function SearchesList() {
  const searches = useSearches();
  const [said, setSaid] = useState('');
  const [deleted, setDeleted] = useState<SavedSearch>();
  const { pending, failure, find } = useFindNew();
  const onUndone = () => {
    setDeleted(undefined);
    // The button that had the focus is gone.
    document.getElementById('main')?.focus();
  };
  const checkable = searches.filter(canFindNew);

  return (
    <div className="grid min-h-0 content-start gap-3 overflow-y-auto px-4.5 pb-4">
      <Tools searches={searches} onSaid={setSaid}>
        {checkable.length > 0 && (
          <PricedButton
            upTo
            tenths={foundTenths * checkable.length}
            pending={pending.size > 0}
            onConfirm={(authorization: SpendAuthorization) => void find(authorization, checkable)}
          >
            Check all for new
          </PricedButton>
        )}
      </Tools>
      <output className="text-ink-2 empty:hidden">{said}</output>
      {deleted && (
        <UndoNotice
          key={deleted.id}
          title={`“${deleted.name}” is deleted`}
          onUndo={() => {
            deleteSearch(deleted.id, false);
            onUndone();
          }}
          onDismiss={onUndone}
        >
          Its owned rows stay.
        </UndoNotice>
      )}
      {failure && <FailureNotice key={failure.message} failure={failure} />}
      {searches.length === 0 && !deleted && (
        <Notice title="No search is saved">
          Set filters on a search screen and press “Save”. Filters, order and columns are kept under its name; opening
          it again costs nothing while its answer is owned.
        </Notice>
      )}
      <ul aria-label="Saved searches" className="grid grid-cols-[minmax(0,1fr)] border-t border-line empty:hidden">
        {searches.map((saved) => (
          <SearchItem
            key={saved.id}
            saved={saved}
            pending={pending.has(saved.id)}
            onFind={(authorization) => void find(authorization, [saved])}
            onSaid={setSaid}
            onDelete={() => {
              deleteSearch(saved.id);
              setSaid('');
              setDeleted(saved);
            }}
          />
        ))}
      </ul>
    </div>
  );
}

type ToolsProps = {
  readonly searches: readonly SavedSearch[];
  readonly onSaid: (text: string) => void;
  readonly children: ReactNode;
};

function Tools({ searches, onSaid, children }: ToolsProps) {
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    const imported = importSearches(await file.text());
    if (!imported) return onSaid('This file holds no saved searches of Fundscope. Nothing was changed.');
    const refused = imported.refused === 0 ? '' : ` ${imported.refused} could not be read and were left out.`;
    onSaid(`${toCount(imported.added, 'search', 'searches')} added.${refused}`);
  };
  return (
    <div className="flex flex-wrap gap-1.5">
      {children}
      {searches.length > 0 && <Button onClick={() => saveExport('fundscope-searches', searches)}>Export all</Button>}
      <Button onClick={() => input.current?.click()}>Import</Button>
      <input
        ref={input}
        type="file"
        accept="application/json"
        aria-label="File of saved searches"
        className="hidden"
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </div>
  );
}
