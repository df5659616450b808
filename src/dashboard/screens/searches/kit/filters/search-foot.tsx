import type { RefObject } from 'react';
import { useIsMetered } from '../../../../platform/http/connection.ts';
import { ActionButton } from '../../../../platform/ui/action-button.tsx';
import { toDraft } from '../query/search-query.ts';
import type { ResourceQuery } from '../resource/resource.ts';
import { useSearchQuery, useSpending } from '../search/search-context.tsx';
import type { SearchForm } from '../search/next-search.ts';
import { FailureNotice } from '../../../../spending/failure-notice.tsx';
import { PricedButton } from '../../../../spending/priced-button.tsx';
import { formatCount, formatShortDay, formatUtcDay } from '../../../../platform/format.ts';
import { pricePage } from '../fetch/buy-rows.ts';
import { buildIdsOnly } from '../fetch/stored-results.ts';
import { useUnlockedCount, useUnlockedRows } from '../fetch/unlocked-rows.ts';
import { describeQuery } from '../query/sentence.ts';
import { Notice } from '../../../../platform/ui/notice.tsx';

type SearchFootProps = { readonly searchButton: RefObject<HTMLButtonElement | null> };

/** The foot of the filter form: the search in words, its highest price, and the buttons. */
export function SearchFoot({ searchButton }: SearchFootProps) {
  const { resource, blank, form } = useSearchQuery();
  const { next, rows, count } = useSpending();
  const which = next?.rounds === 'newest' ? ', the newest round of each company' : '';
  const sentence = next && `${describeQuery(resource, next)}${which}, ${rows} on the first page.`;
  return (
    <div className="grid max-h-[60%] shrink-0 grid-cols-1 gap-2.5 border-t border-line bg-panel px-4 py-3">
      <div className="grid min-h-0 content-start gap-2.5 scroll-y">
        {sentence !== undefined && (
          <p data-sentence className="text-12 text-ink-2">
            {sentence}
          </p>
        )}
        <SearchNote />
        <UnlockedWarning />
        <UnverifiedValues />
        {count.failure && !count.pending && <FailureNotice key={count.failure.message} failure={count.failure} />}
      </div>
      <div className="flex flex-wrap gap-1">
        <SearchButton ref={searchButton} />
        <CountButton />
        <ActionButton variant="ghost" onPress={() => form.reset(toDraft(resource.filters, blank))}>
          Reset
        </ActionButton>
      </div>
    </div>
  );
}

/** Sends the next search, at its highest price. */
export function SearchButton({ ref }: { readonly ref: RefObject<HTMLButtonElement | null> }) {
  const { resource } = useSearchQuery();
  const { next, rows, tenths, isLoaded, findPart, pending, onSearch } = useSpending();
  return (
    <PricedButton
      isListed
      ref={ref}
      variant="primary"
      upTo
      tenths={isLoaded ? 0 : tenths}
      plan={resource.extras && (next && !isLoaded && tenths > 0 ? resource.extras.describe(next, rows) : '')}
      what={`Search for at most ${formatCount(rows, 'row')}`}
      findPart={findPart}
      pending={pending}
      onConfirm={onSearch}
    >
      Search
    </PricedButton>
  );
}

/** Counts the matches of the next search, where the service does not do it for free. */
export function CountButton() {
  const { resource } = useSearchQuery();
  const { isFree, pending, onCount } = useSpending().count;
  if (isFree) return null;
  return (
    <PricedButton isListed tenths={pricePage(resource, 1)} pending={pending} onConfirm={onCount}>
      Count
    </PricedButton>
  );
}

/** Warns before rows that are unlocked are charged again, and offers to ask for newer ones alone. */
export function UnlockedWarning() {
  const { resource, form } = useSearchQuery();
  const { next, rows, isLoaded } = useSpending();
  return next && !isLoaded ? <UnlockedRowsNote search={{ resource, query: next }} {...{ rows, form }} /> : null;
}

type UnlockedRowsNoteProps = {
  readonly search: ResourceQuery;
  readonly rows: number;
  readonly form: SearchForm;
};

function UnlockedRowsNote({ search, rows, form }: UnlockedRowsNoteProps) {
  const isMetered = useIsMetered();
  const unlocked = useUnlockedRows(search, undefined);
  const count = useUnlockedCount(search, unlocked, rows);
  if (!count || !isMetered || buildIdsOnly(search) !== undefined) return null;
  const day = formatUtcDay(unlocked.at);
  return (
    <p className="text-12 text-ink-3">
      Up to {count} of {formatCount(rows, 'row')} {rows === 1 ? 'is' : 'are'} already unlocked and would be charged
      again.{' '}
      {unlocked.at > 0 && (
        <button
          type="button"
          className="min-h-6 font-[550] text-accent-ink underline-offset-2 hover:underline"
          onClick={() => form.setValue('added_from', formatShortDay(day), { shouldDirty: true })}
        >
          Only rounds added since {formatShortDay(day)}
        </button>
      )}
    </p>
  );
}

/** What changed since the last search, and the count. */
export function SearchNote() {
  const { resource } = useSearchQuery();
  const { next, changed, count } = useSpending();
  const { total, isFree } = count;
  return (
    <div className="text-12 text-ink-3 empty:hidden">
      {changed && <p className="mb-1 text-ink-2">The results are from the previous search.</p>}
      <output className="block font-semibold text-ink empty:hidden">
        {total === undefined
          ? isFree && next && 'Counting'
          : total === null
            ? 'The service did not return a total.'
            : `${formatCount(total, resource.one, resource.many)} ${total === 1 ? 'matches' : 'match'}.`}
      </output>
    </div>
  );
}

/** An unknown place or industry is never dropped silently: without it a search may return far more. */
export function UnverifiedValues() {
  const { blocked } = useSpending();
  if (!blocked) return null;
  const { unverified, checkFailure: failure, tenths, onSearch } = blocked;
  if (failure) return <FailureNotice key={failure.message} failure={failure} />;
  const pronoun = unverified.length === 1 ? 'it' : 'them';
  return (
    <Notice
      variant="warn"
      urgent
      title="Nothing was sent"
      actions={
        <PricedButton isListed upTo tenths={tenths} onConfirm={onSearch}>
          {`Search without ${pronoun}`}
        </PricedButton>
      }
    >
      The service does not know {unverified.map(({ name }) => `“${name}”`).join(', ')}. Choose a suggestion under the
      field, or remove {pronoun}.
    </Notice>
  );
}
