import { formatCount } from '../../platform/format.ts';
import { FailureNotice } from '../../purchase/failure-notice.tsx';
import { PricedButton } from '../../purchase/priced-button.tsx';
import { Button } from '../../platform/ui/button.tsx';
import { Notice } from '../../platform/ui/notice.tsx';
import {
  isRunning,
  searchList,
  searchListRest,
  stopListSearch,
  priceListSearch,
  useListSearch,
  type ListSearch,
} from './list-search.ts';
import { readMatches } from '../../library/lists/lists.ts';

type ListSearchBarProps = {
  readonly listId: string;
  /** Identifiers that are neither searched nor unlocked, each once. */
  readonly wanted: readonly string[];
};

/** Searches the rest of a list: its maximum price, its progress and its outcome. */
export function ListSearchBar({ listId, wanted }: ListSearchBarProps) {
  const run = useListSearch();
  const own = run?.listId === listId ? run : undefined;
  const busy = isRunning(run);
  const rest = readMatches(listId).cuts.reduce((sum, cut) => sum + cut.rest, 0);
  return (
    <div className="grid gap-2 empty:hidden">
      {own && isRunning(own) && <SearchProgress run={own} />}
      {(own?.step === 'finished' || own?.step === 'stopped') && (
        <output ref={focusIfLost} tabIndex={-1} className="w-fit text-ink-2 tabular-nums">
          {own.step === 'finished'
            ? `${formatCount(own.done, 'line')} searched.`
            : `Stopped after ${own.done.toLocaleString('en-US')} of ${formatCount(own.of, 'line')}. The results so far are stored.`}
        </output>
      )}
      {own?.step === 'failed' && own.failure && <FailureNotice key={own.failure.message} failure={own.failure} />}
      {own && own.strays > 0 && (
        <Notice look="warn" title={`${formatCount(own.strays, 'company matches', 'companies match')} no line`}>
          They are unlocked, and you find them on the Companies screen.
        </Notice>
      )}
      {(wanted.length > 0 || (own && isRunning(own))) && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <PricedButton
            look="primary"
            upTo
            tenths={priceListSearch(wanted.length)}
            pricedBy={`${listId}-price`}
            pending={busy}
            onConfirm={(authorization) => void searchList(authorization, listId, wanted)}
          >
            Search {formatCount(wanted.length, 'company', 'companies')}
          </PricedButton>
          <p id={`${listId}-price`} className="text-[12px] text-ink-3">
            Up to{' '}
            <b className="font-semibold text-ink tabular-nums">
              {formatCount(priceListSearch(wanted.length) / 10, 'credit')}
            </b>
            . You pay only for companies that are found.
          </p>
        </div>
      )}
      {!busy && rest > 0 && (
        <Notice
          title={`${formatCount(rest, 'more company matches', 'more companies match')} your list`}
          actions={
            <PricedButton
              upTo
              tenths={priceListSearch(rest)}
              onConfirm={(authorization) => void searchListRest(authorization, listId)}
            >
              Load {rest.toLocaleString('en-US')} more
            </PricedButton>
          }
        >
          Several companies share an address in your list. Load them to complete the matches.
        </Notice>
      )}
    </div>
  );
}

/** The button disappears when nothing is left to search, and with it the focus. */
function focusIfLost(output: HTMLOutputElement | null): void {
  if (document.activeElement === document.body) output?.focus();
}

function SearchProgress({ run: { done, of, step } }: { readonly run: ListSearch }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <progress aria-label="Searched" value={done} max={of} className="h-2 w-56 accent-accent" />
      <output className="tabular-nums">
        {done.toLocaleString('en-US')} of {of.toLocaleString('en-US')} searched
      </output>
      {step === 'running' ? (
        <Button onClick={stopListSearch}>Stop</Button>
      ) : (
        <span className="text-ink-3">Stopping after the current request</span>
      )}
    </div>
  );
}
