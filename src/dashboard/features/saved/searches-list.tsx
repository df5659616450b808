import { type ReactNode, useRef, useState } from 'react';
import { Code, Copy, Download, Link2, Pencil, Trash2 } from 'lucide-react';
import { formatCount, formatShortDay } from '../../platform/format.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { FailureNotice } from '../../purchase/failure-notice.tsx';
import { PricedButton } from '../../purchase/priced-button.tsx';
import { Button, IconButton } from '../../platform/ui/button.tsx';
import { Notice, UndoNotice } from '../../platform/ui/notice.tsx';
import {
  SavedLink,
  type SavedSearch,
  addSearch,
  buildShareAddress,
  changeSearch,
  chooseFreeSearchName,
  deleteSearch,
  readNewRows,
  readViewedAt,
  useSearches,
} from '../../search/saved/searches.tsx';
import { AuthorName } from '../../library/status/authors.tsx';
import { useIsReceiving } from '../../library/records/sync-state.ts';
import { useIsCounted } from '../../platform/http/connection.ts';
import { useOpenAccount } from '../../platform/http/account.ts';
import { isMine, useMembership } from '../../platform/http/membership.ts';
import { RenameForm } from '../../platform/form/rename-form.tsx';
import { formatAge } from '../../library/records/provenance.tsx';
import { useNow } from '../../platform/ui/use-browser.ts';
import { copyText } from '../../platform/ui/copy-and-save.tsx';
import { ListLoading } from '../../search/results/skeleton.tsx';
import { CopiesSection } from '../../search/saved/request-copies.tsx';
import { describeRequest } from '../../search/saved/history.ts';
import { buildNewSearch, canCountNewRows, getSince, newRowsTenths, useFreeNewRows, useNewRows } from './new-rows.ts';
import { importSearches, saveSearchesFile } from './transfer.ts';

/** The saved searches with their actions. */
export function SearchesList({ who }: { readonly who: 'mine' | undefined }) {
  const membership = useMembership();
  const all = useSearches();
  const searches = who ? all.filter(({ by }) => isMine(by, membership)) : all;
  const isReceiving = useIsReceiving();
  const isOpen = useOpenAccount() !== undefined;
  const [message, setMessage] = useState('');
  const [deleted, setDeleted] = useState<SavedSearch>();
  const { pending, failure, find } = useNewRows();
  const onUndone = () => {
    setDeleted(undefined);
    // The button that had the focus no longer exists.
    document.getElementById('main')?.focus();
  };
  const checkable = useIsCounted() ? [] : searches.filter(canCountNewRows);

  return (
    <div className="grid min-h-0 content-start gap-3 scroll-y px-4.5 wide:px-6 pb-4">
      <Tools searches={searches} onMessage={setMessage}>
        {checkable.length > 0 && (
          <PricedButton
            upTo
            tenths={newRowsTenths * checkable.length}
            pending={pending.size > 0}
            onConfirm={(authorization: SpendAuthorization) => void find(authorization, checkable)}
          >
            Check all for new
          </PricedButton>
        )}
      </Tools>
      <output className="text-ink-2 empty:hidden">{message}</output>
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
          Its unlocked rows are kept.
        </UndoNotice>
      )}
      {failure && <FailureNotice key={failure.message} failure={failure} />}
      {searches.length === 0 &&
        !deleted &&
        (isReceiving ? (
          <ListLoading />
        ) : (
          <div data-first-visit>
            <Notice title={isOpen ? (who ? 'You have no saved searches' : 'No saved searches yet') : 'Loading'}>
              Set filters on a search screen and press Save.
            </Notice>
          </div>
        ))}
      <ul aria-label="Saved searches" className="grid grid-cols-1 border-t border-line empty:hidden">
        {searches.map((saved) => (
          <SearchItem
            key={saved.id}
            saved={saved}
            pending={pending.has(saved.id)}
            onFind={checkable.includes(saved) ? (authorization) => void find(authorization, [saved]) : undefined}
            onMessage={setMessage}
            onDelete={() => {
              deleteSearch(saved.id);
              setMessage('');
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
  readonly onMessage: (text: string) => void;
  readonly children: ReactNode;
};

function Tools({ searches, onMessage, children }: ToolsProps) {
  const input = useRef<HTMLInputElement>(null);
  const importFile = async (file: File | undefined) => {
    if (!file) return;
    const imported = importSearches(await file.text());
    if (!imported) return onMessage('This file has no saved searches. Nothing was changed.');
    const skipped = imported.skipped === 0 ? '' : ` ${imported.skipped} could not be read and were left out.`;
    onMessage(`${formatCount(imported.added, 'search', 'searches')} added.${skipped}`);
  };
  return (
    <div className="flex flex-wrap gap-1.5">
      {children}
      {searches.length > 0 && (
        <Button onClick={() => saveSearchesFile('fundscope-searches', searches)}>Export all</Button>
      )}
      <Button onClick={() => input.current?.click()}>Import</Button>
      <input
        ref={input}
        type="file"
        accept="application/json"
        aria-label="File of saved searches"
        className="hidden"
        onChange={(event) => {
          void importFile(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </div>
  );
}

type SearchItemProps = {
  readonly saved: SavedSearch;
  readonly pending: boolean;
  /** Counts its new rows at a price; undefined where that is free, or cannot be done. */
  readonly onFind: ((authorization: SpendAuthorization) => void) | undefined;
  readonly onMessage: (text: string) => void;
  readonly onDelete: () => void;
};

/** One saved search: its filters, when it was last opened, its new rows, and its actions. */
function SearchItem({ saved, pending, onFind, onMessage, onDelete }: SearchItemProps) {
  useFreeNewRows(saved);
  const [renaming, setRenaming] = useState(false);
  const [hasCode, setHasCode] = useState(false);
  const rename = useRef<HTMLButtonElement>(null);
  const onRenamed = () => {
    setRenaming(false);
    rename.current?.focus();
  };
  const { name } = saved;
  const share = async () => {
    const address = buildShareAddress(saved);
    onMessage((await copyText(address)) ? `Link to “${name}” copied.` : `Copying failed. Copy this link: ${address}`);
  };
  const duplicate = () => {
    addSearch({ ...saved, name: chooseFreeSearchName(name) });
    onMessage(`“${name}” is duplicated.`);
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 border-b border-line py-2.5">
      <div className="grid min-w-0 grow basis-80 gap-0.5">
        {renaming ? (
          <RenameForm
            name={name}
            findFreeName={(wanted) => chooseFreeSearchName(wanted, saved.id)}
            onRename={(next) => changeSearch(saved.id, { name: next })}
            onDone={onRenamed}
          />
        ) : (
          <SavedLink saved={saved} className="w-fit max-w-full truncate text-14 font-semibold hover:text-accent-ink">
            {name}
          </SavedLink>
        )}
        <p className="text-ink-2">
          {describeRequest({ method: 'POST', path: `/${saved.screen}`, body: saved.body, summary: '' }, saved.search)}
        </p>
        <LastOpened saved={saved} isPriced={onFind !== undefined} />
        <AuthorName by={saved.by} />
      </div>
      <div className="flex flex-wrap items-center gap-1">
        {onFind && (
          <PricedButton upTo tenths={newRowsTenths} pending={pending} onConfirm={onFind}>
            Check for new
          </PricedButton>
        )}
        <div className="flex flex-wrap gap-1">
          <IconButton ref={rename} Icon={Pencil} label={`Rename ${name}`} onPress={() => setRenaming(true)} />
          <IconButton Icon={Copy} label={`Duplicate ${name}`} onPress={duplicate} />
          <IconButton Icon={Link2} label={`Copy link to ${name}`} onPress={() => void share()} />
          <IconButton
            Icon={Code}
            label={`${hasCode ? 'Hide' : 'Show'} code for ${name}`}
            onPress={() => setHasCode(!hasCode)}
          />
          <IconButton
            Icon={Download}
            label={`Export ${name}`}
            onPress={() => saveSearchesFile('fundscope-search', [saved])}
          />
          <IconButton Icon={Trash2} label={`Delete ${name}`} onPress={onDelete} />
        </div>
      </div>
      {hasCode && (
        <div className="basis-full">
          <CopiesSection heading="h2" method="POST" path={`/${saved.screen}`} body={saved.body} />
        </div>
      )}
    </li>
  );
}

/** When the search was last opened, and how many rows are new since. */
function LastOpened({ saved, isPriced }: { readonly saved: SavedSearch; readonly isPriced: boolean }) {
  const openedAt = readViewedAt(saved);
  const found = readNewRows(saved);
  const now = useNow();
  return (
    <p className="text-12 text-ink-3 tabular-nums">
      {openedAt === undefined ? 'Not opened on this device' : `Opened ${formatAge(openedAt, Math.max(openedAt, now))}`}
      {found && (
        <>
          {'. '}
          {found.total ? (
            <>
              <SavedLink
                saved={{ ...saved, search: buildNewSearch(saved, found.since) }}
                className="font-semibold text-accent-ink underline underline-offset-2"
              >
                {formatCount(found.total, 'new row')}
              </SavedLink>{' '}
              added since {formatShortDay(found.since)}, UTC
            </>
          ) : found.total === null ? (
            'The service gave no total'
          ) : (
            `No rows added since ${formatShortDay(found.since)}, UTC`
          )}
          {isPriced && `, checked ${formatAge(found.at, Math.max(found.at, now))}`}
        </>
      )}
      {!found && isPriced && `. Not checked for new rows since ${formatShortDay(getSince(saved))}, UTC`}
    </p>
  );
}
