import { type ReactNode, useRef, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { Code, Copy, Download, History, Link2, Sheet } from 'lucide-react';
import { formatCount, formatShortDay } from '../../platform/format.ts';
import type { SpendAuthorization } from '../../spending/spend-authorization.ts';
import { FailureNotice } from '../../spending/failure-notice.tsx';
import { useFocusMain } from '../../platform/ui/main-region.ts';
import { PricedButton } from '../../spending/priced-button.tsx';
import { ActionButton } from '../../platform/ui/action-button.tsx';
import { IconButton, primaryLink } from '../../platform/ui/button.tsx';
import { type Deleted, DeletedNotice } from '../../platform/ui/notice.tsx';
import { hasRows, type SavedSearch } from '#contract/workspace/saved-searches.ts';
import {
  SavedLink,
  addSearch,
  buildShareAddress,
  changeSearch,
  chooseFreeSearchName,
  deleteSearch,
  readColumns,
  readNewRows,
  readViewedAt,
  useAreSearchesLoading,
  useSearches,
} from '../searches/kit/saved/searches.tsx';
import { LiveSheet } from '../../records/sheets/live-sheet.tsx';
import { StoredItem } from '../../records/stored-item.tsx';
import { useIsCounted } from '../../platform/http/connection.ts';
import { isMine, useIsViewer, useMembership } from '../../platform/http/membership.ts';
import { FileInput } from '../../platform/form/file-input.tsx';
import { formatAge } from '../../records/provenance.tsx';
import { useNow } from '../../platform/ui/use-browser.ts';
import { copyText } from '../../platform/ui/copy-and-save.tsx';
import { ListLoading } from '../searches/kit/results/skeleton.tsx';
import { CopiesSection } from '../searches/kit/saved/request-copies.tsx';
import { describeSaved } from '../searches/kit/saved/history.ts';
import {
  buildNewSearch,
  canCountNewRows,
  getSince,
  newRowsTenths,
  useFreeNewRows,
  useNewRows,
} from '../searches/kit/saved/new-rows.ts';
import { Backtest } from './backtest.tsx';
import { importSearches, saveSearchesFile } from './transfer.ts';
import { EmptyState } from '../../platform/ui/empty-state.tsx';

/** The saved searches with their actions. */
export function SearchesList({ who }: { readonly who: 'mine' | undefined }) {
  const membership = useMembership();
  const all = useSearches();
  const searches = who ? all.filter(({ by }) => isMine(by, membership)) : all;
  const isLoading = useAreSearchesLoading();
  const [message, setMessage] = useState('');
  const [deleted, setDeleted] = useState<Deleted>();
  const { pending, failure, find } = useNewRows();
  const focusMain = useFocusMain();
  const onUndone = () => {
    setDeleted(undefined);
    // The button that had the focus no longer exists.
    focusMain();
  };
  const checkable = useIsCounted() ? [] : searches.filter(canCountNewRows);

  return (
    <div className="grid min-h-0 content-start gap-3 scroll-y px-4 pt-3 pb-4 tablet:px-6">
      <Tools searches={searches} onMessage={setMessage}>
        {checkable.length > 0 && (
          <PricedButton
            isListed
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
        <DeletedNotice key={deleted.name} deleted={deleted} onClose={onUndone}>
          Its unlocked rows are kept.
        </DeletedNotice>
      )}
      {failure && <FailureNotice key={failure.message} failure={failure} />}
      {searches.length === 0 &&
        !deleted &&
        (isLoading ? (
          <ListLoading />
        ) : (
          <EmptyState
            title={who ? 'You have no saved searches' : 'No saved searches yet'}
            example={['European climate seed', 'Deals', '84 matches', '3 new']}
            action={
              <Link to="/deals" className={primaryLink}>
                Search deals
              </Link>
            }
          >
            Set filters on a search screen or on Market and press Save.
          </EmptyState>
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
              setMessage('');
              setDeleted({ name: saved.name, undo: deleteSearch(saved) });
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
  const importFile = async (file: File) => {
    const imported = importSearches(await file.text());
    if (!imported) return onMessage('This file has no saved searches. Nothing was changed.');
    const skipped = imported.skipped === 0 ? '' : ` ${imported.skipped} could not be read and were left out.`;
    onMessage(`${formatCount(imported.added, 'search', 'searches')} added.${skipped}`);
  };
  return (
    <div className="flex flex-wrap gap-1.5">
      {children}
      {searches.length > 0 && (
        <ActionButton onPress={() => saveSearchesFile('fundscope-searches', searches)}>Export all</ActionButton>
      )}
      <ActionButton onPress={() => input.current?.click()}>Import</ActionButton>
      <FileInput
        ref={input}
        label="File of saved searches"
        accept="application/json"
        onFile={(file) => void importFile(file)}
      />
    </div>
  );
}

/** What a saved search shows below itself. */
type Foot = 'code' | 'backtest' | 'sheet';

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
  const [foot, setFoot] = useState<Foot>();
  const { name } = saved;
  const toggle = (part: Foot) => setFoot(foot === part ? undefined : part);
  const share = async () => {
    const address = buildShareAddress(saved);
    onMessage((await copyText(address)) ? `Link to “${name}” copied.` : `Copying failed. Copy this link: ${address}`);
  };
  const duplicate = () => {
    addSearch({ ...saved, columns: readColumns(saved), name: chooseFreeSearchName(name) });
    onMessage(`“${name}” is duplicated.`);
  };
  return (
    <StoredItem
      name={name}
      by={saved.by}
      renderLink={(className) => (
        <SavedLink saved={saved} className={className}>
          {name}
        </SavedLink>
      )}
      findFreeName={(wanted) => chooseFreeSearchName(wanted, saved.id)}
      onRename={(next) => changeSearch(saved.id, { name: next })}
      onDelete={onDelete}
      actions={
        <>
          {onFind && (
            <PricedButton upTo tenths={newRowsTenths} pending={pending} onConfirm={onFind}>
              Check for new
            </PricedButton>
          )}
          <IconButton Icon={Copy} label={`Duplicate ${name}`} onPress={duplicate} />
          <IconButton Icon={Link2} label={`Copy link to ${name}`} onPress={() => void share()} />
          <FootButtons saved={saved} shown={foot} onToggle={toggle} />
          <IconButton
            Icon={Download}
            label={`Export ${name}`}
            onPress={() => saveSearchesFile('fundscope-search', [saved])}
          />
        </>
      }
      foot={
        foot === 'code' ? (
          <CopiesSection heading="h2" method="POST" path={`/${saved.screen}`} body={saved.body} />
        ) : foot === 'sheet' ? (
          <LiveSheet searchId={saved.id} />
        ) : (
          foot === 'backtest' && <Backtest saved={saved} />
        )
      }
    >
      <p className="text-ink-2">{describeSaved(saved)}</p>
      {hasRows(saved) && <LastOpened saved={saved} isPriced={onFind !== undefined} />}
    </StoredItem>
  );
}

type FootButtonsProps = {
  readonly saved: SavedSearch;
  readonly shown: Foot | undefined;
  readonly onToggle: (part: Foot) => void;
};

/** Shows and hides what a search of rows has below itself. */
function FootButtons({ saved, shown, onToggle }: FootButtonsProps) {
  const isCounted = useIsCounted();
  const isViewer = useIsViewer();
  const { name } = saved;
  if (!hasRows(saved)) return null;
  return (
    <>
      {isCounted && saved.screen === 'deals' && (
        <IconButton
          Icon={History}
          label={`${shown === 'backtest' ? 'Hide backtest' : 'Backtest'} of ${name}`}
          onPress={() => onToggle('backtest')}
        />
      )}
      {!isViewer && (
        <IconButton
          Icon={Sheet}
          label={`${shown === 'sheet' ? 'Hide live' : 'Live'} sheet of ${name}`}
          onPress={() => onToggle('sheet')}
        />
      )}
      <IconButton
        Icon={Code}
        label={`${shown === 'code' ? 'Hide' : 'Show'} code for ${name}`}
        onPress={() => onToggle('code')}
      />
    </>
  );
}

/** When the search was last opened, and how many rows are new since. */
function LastOpened({ saved, isPriced }: { readonly saved: SavedSearch; readonly isPriced: boolean }) {
  const openedAt = readViewedAt(saved);
  const found = readNewRows(saved);
  const now = useNow();
  return (
    <p className="text-12 text-ink-3 tabular-nums">
      {openedAt === undefined ? 'Not opened yet' : `Opened ${formatAge(openedAt, Math.max(openedAt, now))}`}
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
          {isPriced && `, checked ${formatAge(Date.parse(found.at), Math.max(Date.parse(found.at), now))}`}
        </>
      )}
      {!found && isPriced && `. Not checked for new rows since ${formatShortDay(getSince(saved))}, UTC`}
    </p>
  );
}
