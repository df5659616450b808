import type { CompanyList } from '#contract/workspace/lists.ts';
import { formatCount } from '../../platform/format.ts';
import { useIsMetered } from '../../platform/http/connection.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Notice } from '../../platform/ui/notice.tsx';
import { decodeNameKey } from '../../records/lists/identifier.ts';
import { FailureNotice } from '../../spending/failure-notice.tsx';
import { formatCredits } from '../../spending/price.ts';
import { PricedButton } from '../../spending/priced-button.tsx';
import { priceNameSearch } from '../searches/kit/lookups/record-search.ts';
import {
  isRunning,
  type ListSearch,
  priceCompanies,
  priceListSearch,
  searchList,
  searchListRest,
  stopListSearch,
  useListSearch,
  type Wanted,
} from './list-search.ts';

type ListSearchBarProps = {
  readonly list: CompanyList;
  readonly wanted: Wanted;
};

/** Searches the rest of a list: its maximum price, its progress and its outcome. */
export function ListSearchBar({ list, wanted }: ListSearchBarProps) {
  const run = useListSearch();
  const own = run?.listId === list.id ? run : undefined;
  const busy = isRunning(run);
  const rest = list.incomplete.reduce((sum, batch) => sum + batch.rest, 0);
  const { lines, locked } = wanted;
  const hasNames = lines.some((key) => decodeNameKey(key) !== undefined);
  const isMetered = useIsMetered();
  return (
    <div className="grid gap-2 empty:hidden">
      {own && isRunning(own) && <SearchProgress run={own} />}
      {(own?.step === 'finished' || own?.step === 'stopped') && (
        <output ref={focusIfLost} tabIndex={-1} className="w-fit text-ink-2 tabular-nums">
          {own.step === 'finished'
            ? `${formatCount(own.done, 'company', 'companies')} searched.`
            : `Stopped after ${own.done.toLocaleString('en-US')} of ${formatCount(own.of, 'line')}. The results so far are stored.`}
        </output>
      )}
      {own?.step === 'failed' && own.failure && <FailureNotice key={own.failure.message} failure={own.failure} />}
      {own && own.strays > 0 && (
        <Notice variant="warn" title={`${formatCount(own.strays, 'company matches', 'companies match')} no line`}>
          They are unlocked, and you find them on the Companies screen.
        </Notice>
      )}
      {(lines.length + locked.length > 0 || (own && isRunning(own))) && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <PricedButton
            isListed
            variant="primary"
            upTo
            tenths={priceListSearch(lines) + priceCompanies(locked.length)}
            pending={busy}
            onConfirm={(authorization) => void searchList(authorization, list.id, wanted)}
          >
            {lines.length > 0
              ? `Search ${formatCount(lines.length, 'company', 'companies')}`
              : `Unlock ${formatCount(locked.length, 'company', 'companies')}`}
          </PricedButton>
          {isMetered && lines.length > 0 && (
            <p className="text-12 text-ink-3">
              You pay only for companies that are found
              {hasNames && `, and ${formatCredits(priceNameSearch('company'))} for each name`}.
            </p>
          )}
        </div>
      )}
      {!busy && rest > 0 && (
        <Notice
          title={`${formatCount(rest, 'more company matches', 'more companies match')} your list`}
          actions={
            <PricedButton
              isListed
              upTo
              tenths={priceCompanies(rest)}
              onConfirm={(authorization) => void searchListRest(authorization, list)}
            >
              {`Load ${rest.toLocaleString('en-US')} more`}
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
      <progress aria-label="Searched" value={done} max={of} className="w-56" />
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
