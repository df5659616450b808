import { useRef, useState, type ReactNode } from 'react';
import { PricedButton, type PurchasePart } from '../../purchase/priced-button.tsx';
import { findAffordableRows } from '../../purchase/price.ts';
import { Button } from '../../platform/ui/button.tsx';
import { lazyPart } from '../../platform/ui/lazy-part.tsx';
import { Overflow } from '../../platform/ui/overflow.tsx';
import { useKeepFocus } from '../../platform/ui/use-browser.ts';
import { priceRows } from '../fetch/fetch-results.ts';
import { estimateUnlocked, useUnlockedRows } from '../fetch/unlocked-rows.ts';
import { countRemaining, type SearchResultPages } from '../fetch/search-results.ts';
import type { Batch } from '../fetch/batch.ts';
import type { Search } from '../form/use-search.ts';
import type { LoadMenuProps } from './load-menu.tsx';
import { limiter } from '../../platform/http/limiter.ts';
import { formatCount, formatGrouped } from '../../platform/format.ts';

const LoadMenu = lazyPart(() => import('./load-menu.tsx').then((module) => module.LoadMenu));

/** Renders with the button that unlocks the loaded rows, or with null where nothing of them is locked. */
type RenderUnlock = (render: (unlock: ReactNode | null) => ReactNode) => ReactNode;

type LoadFootProps = {
  readonly search: Search;
  readonly results: SearchResultPages;
  /** What unlocks the loaded rows, where something of them is locked; it passes null on where nothing is. */
  readonly renderUnlock?: RenderUnlock | undefined;
  /** The progress of what is being unlocked. */
  readonly progress: ReactNode;
  /** Further notes about the rows. */
  readonly children: ReactNode;
};

/**
 * One button with one price: it unlocks the loaded rows, or loads more where nothing of them is locked. The menu has
 * the other ways to load: a batch, all remaining rows, or rows while scrolling. Nothing is loaded by itself.
 */
export function LoadFoot(props: LoadFootProps) {
  const { search, results, renderUnlock, progress, children } = props;
  const { allowance, batch } = search;
  // No rows are added to those of a shared link.
  const remaining = search.isShared ? 0 : countRemaining(results);
  const [chosen, setChosen] = useState(search.query.rows);
  const more = Math.min(chosen, remaining ?? chosen);
  const isRunning = batch !== undefined && batch.end === undefined && batch.pages > 1;
  const ended = batch ? formatEndNote(batch) : '';
  const foot = useRef<HTMLDivElement>(null);
  useKeepFocus(foot, isRunning);
  const renderActions = (unlock: ReactNode | null) => (
    <LoadActions {...{ search, results, unlock, more, remaining, chosen }} onChoose={setChosen} />
  );
  return (
    <div
      ref={foot}
      tabIndex={-1}
      aria-busy={isRunning}
      className="flex min-h-12 shrink-0 flex-wrap items-center justify-between gap-x-3 gap-y-1.5 border-t border-line bg-ground px-4 py-1.5 text-ink-3 tabular-nums outline-none tablet:px-6 short:min-h-10 short:py-0.5"
    >
      <span className="short:sr-only">
        {ended !== '' && `${ended} `}
        {formatLoaded(results)} {children}
      </span>
      {isRunning && <BatchLine batch={batch} loaded={results.bought} />}
      {progress}
      {!isRunning && (
        // While a sentence is read, its search has the only price.
        <div className="flex min-w-0 grow flex-wrap items-center justify-end gap-x-3 gap-y-1.5 [body:has([data-asking])_&]:hidden max-tablet:flex-nowrap max-tablet:[&_button]:justify-center max-tablet:[&>:first-child]:grow max-tablet:[&>span>button]:grow">
          {renderUnlock ? renderUnlock(renderActions) : renderActions(null)}
        </div>
      )}
      {allowance.leftRows !== undefined && (
        <output className="flex items-center gap-2 font-medium text-accent-ink">
          Loading as you scroll: {formatGrouped(allowance.leftRows)} rows left
          <Button onClick={allowance.onStop}>Stop</Button>
        </output>
      )}
    </div>
  );
}

type LoadActionsProps = LoadMenuProps & { readonly results: SearchResultPages; readonly unlock: ReactNode | null };

function LoadActions({ results, unlock, ...menu }: LoadActionsProps) {
  const { search, more } = menu;
  const unlocked = useUnlockedRows(search, results);
  const repeated = unlocked ? estimateUnlocked(search, unlocked, more, results) : 0;
  const { pending, onMore } = search;
  const findPart = (leftTenths: number): PurchasePart | undefined => {
    const affordable = findAffordableRows(more, leftTenths, (count) => priceRows(search, count));
    if (affordable === 0) return undefined;
    return {
      name: `Load ${formatCount(affordable, 'row')}`,
      tenths: priceRows(search, affordable),
      onConfirm: (authorization) => void onMore(authorization, affordable),
    };
  };
  if (more === 0) return unlock;
  const load = (
    <PricedButton
      upTo
      variant={unlock === null ? 'primary' : 'plain'}
      tenths={priceRows(search, more)}
      plan={
        repeated > 0
          ? `About ${formatGrouped(repeated)} of them ${repeated === 1 ? 'is' : 'are'} unlocked and would be charged again.`
          : ''
      }
      findPart={findPart}
      pending={pending}
      onConfirm={(authorization) => void onMore(authorization, more)}
    >
      Load {formatGrouped(more)} more
    </PricedButton>
  );
  return (
    <>
      {unlock ?? load}
      <Overflow label="More ways to load">
        <LoadMenu {...menu}>{unlock !== null && load}</LoadMenu>
      </Overflow>
    </>
  );
}

const formatLoaded = ({ total, ids }: SearchResultPages): string =>
  total === null
    ? `${formatGrouped(ids.length)} loaded. The service did not return a total.`
    : `${formatGrouped(ids.length)} of ${formatGrouped(total)} loaded.`;

type BatchLineProps = { readonly batch: Batch; readonly loaded: number };

/** The progress of a batch, with a stop button. */
export function BatchLine({ batch, loaded }: BatchLineProps) {
  const { pages, done, readRows, isStopping, onStop } = batch;
  const isPaused = limiter.useWaitsUntil() !== undefined;
  const rows = formatGrouped(readRows);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 tabular-nums">
      <progress aria-label="Rows loaded" value={loaded} max={readRows} className="w-32" />
      <span className="font-medium text-ink">
        {formatGrouped(done)} of {formatCount(pages, 'page')}, {formatGrouped(loaded)} of {rows} rows
      </span>
      <Button aria-disabled={isStopping} onClick={() => isStopping || onStop()}>
        {isStopping ? 'Stopping after this page' : 'Cancel'}
      </Button>
      <output className="text-warn empty:hidden">
        {isPaused ? 'Paused: too many requests this minute. Continues automatically.' : ''}
      </output>
    </div>
  );
}

/** Says why a batch did not load all its rows. */
export function formatEndNote({ end, done, pages }: Batch): string {
  if (end === 'moved') return 'Stopped, because the results changed. Loaded rows are unlocked.';
  if (end !== 'stopped') return '';
  return `Stopped after ${formatGrouped(done)} of ${formatCount(pages, 'page')}; loaded rows are unlocked, the rest was not requested.`;
}
