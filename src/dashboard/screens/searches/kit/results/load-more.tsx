import { type FunctionComponent, type ReactNode, useId, useRef, useState } from 'react';
import { formatCount, formatGrouped } from '../../../../platform/format.ts';
import { limiter } from '../../../../platform/http/limiter.ts';
import { Button } from '../../../../platform/ui/button.tsx';
import { Overflow } from '../../../../platform/ui/overflow.tsx';
import { useKeepFocus } from '../../../../platform/ui/use-browser.ts';
import { findAffordableRows } from '../../../../spending/price.ts';
import { useIsFree } from '../../../../spending/use-free-load.ts';
import { PricedButton, type PurchasePart } from '../../../../spending/priced-button.tsx';
import type { Batch } from '../fetch/batch.ts';
import { priceRows } from '../fetch/buy-rows.ts';
import { useExtrasRun } from '../fetch/extras.ts';
import { countRemaining, type SearchResults } from '../fetch/stored-results.ts';
import { estimateUnlocked, useUnlockedRows } from '../fetch/unlocked-rows.ts';
import type { UnlockProps } from '../resource/resource.ts';
import { useResults, useSearchQuery } from '../search/search-context.tsx';
import { ExtrasProgress } from './extras-progress.tsx';

type LoadFootProps = {
  readonly results: SearchResults;
  readonly Unlock: FunctionComponent<UnlockProps> | undefined;
};

/**
 * One button with one price: it unlocks the loaded rows, or loads more where nothing of them is locked. The menu has
 * the other ways to load: a batch, all remaining rows, or rows while scrolling. Nothing is loaded by itself.
 */
export function LoadFoot({ results, Unlock }: LoadFootProps) {
  const { resource, query } = useSearchQuery();
  const { batch, allowance } = useResults();
  const extrasRun = useExtrasRun(resource);
  const [chosen, setChosen] = useState(query.rows);
  const isRunning = batch !== undefined && batch.end === undefined && batch.pages > 1;
  const ended = batch ? formatEndNote(batch) : '';
  const foot = useRef<HTMLDivElement>(null);
  useKeepFocus(foot, isRunning);
  const renderActions = (unlock: ReactNode | null) => (
    <LoadActions {...{ results, unlock, chosen }} onChoose={setChosen} />
  );
  return (
    <div
      ref={foot}
      tabIndex={-1}
      aria-busy={isRunning}
      className="flex min-h-12 shrink-0 flex-wrap items-center justify-between gap-x-3 gap-y-1.5 border-t border-line bg-ground px-4 py-1.5 text-ink-3 tabular-nums outline-none tablet:px-6 short:min-h-10 short:py-0.5 print:hidden"
    >
      <span className="short:sr-only">
        {ended !== '' && `${ended} `}
        {formatLoaded(results)}
      </span>
      {isRunning && <BatchLine batch={batch} loaded={results.loaded} />}
      {extrasRun?.isRunning === true && extrasRun.of > 0 && <ExtrasProgress label="Names loaded" run={extrasRun} />}
      {!isRunning && (
        // While a sentence is read, its search has the only price.
        <div className="flex min-w-0 grow flex-wrap items-center justify-end gap-x-3 gap-y-1.5 [body:has([data-asking])_&]:hidden max-tablet:flex-nowrap max-tablet:[&_button]:justify-center max-tablet:[&>:first-child]:grow max-tablet:[&>span>button]:grow">
          {Unlock ? <Unlock ids={results.ids}>{renderActions}</Unlock> : renderActions(null)}
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

type LoadActionsProps = Pick<LoadMenuProps, 'chosen' | 'onChoose'> & {
  readonly results: SearchResults;
  readonly unlock: ReactNode | null;
};

function LoadActions({ results, unlock, chosen, onChoose }: LoadActionsProps) {
  const search = useSearchQuery();
  const { pending, loadMore } = useResults();
  const remaining = countRemaining(results);
  const more = Math.min(chosen, remaining ?? chosen);
  const unlocked = useUnlockedRows(search, results);
  const repeated = estimateUnlocked(search, unlocked, more, results);
  const findPart = (leftTenths: number): PurchasePart | undefined => {
    const affordable = findAffordableRows(more, leftTenths, (count) => priceRows(search, count));
    if (affordable === 0) return undefined;
    return {
      name: `Load ${formatCount(affordable, 'row')}`,
      tenths: priceRows(search, affordable),
      onConfirm: (authorization) => void loadMore(authorization, affordable),
    };
  };
  if (more === 0) return unlock;
  const load = (
    <PricedButton
      isListed
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
      onConfirm={(authorization) => void loadMore(authorization, more)}
    >
      {`Load ${formatGrouped(more)} more`}
    </PricedButton>
  );
  return (
    <>
      {unlock ?? load}
      <Overflow label="More ways to load">
        <LoadMenu {...{ more, remaining, chosen, onChoose }}>{unlock !== null && load}</LoadMenu>
      </Overflow>
    </>
  );
}

type LoadMenuProps = {
  /** How many rows the next batch has, and how many there are; undefined where the service does not say. */
  readonly more: number;
  readonly remaining: number | undefined;
  readonly chosen: number;
  readonly onChoose: (rows: number) => void;
  readonly children: ReactNode;
};

/** The menu of the ways to load: so many rows, all that remain, or while scrolling. */
function LoadMenu({ more, remaining, chosen, onChoose, children }: LoadMenuProps) {
  const search = useSearchQuery();
  const { pending, allowance, loadMore } = useResults();
  const isFree = useIsFree();
  return (
    <>
      <BatchChoice {...{ remaining, chosen, onChoose }} />
      {children}
      {remaining !== undefined && remaining > more && (
        <PricedButton
          upTo
          tenths={priceRows(search, remaining)}
          pending={pending}
          onConfirm={(authorization) => void loadMore(authorization, remaining)}
        >
          {`Load the remaining ${formatGrouped(remaining)}`}
        </PricedButton>
      )}
      {!isFree && allowance.leftRows === undefined && (
        <PricedButton
          upTo
          tenths={priceRows(search, more)}
          onConfirm={(authorization) => allowance.onArm(authorization, more)}
        >
          Load as I scroll
        </PricedButton>
      )}
    </>
  );
}

const batches = [25, 50, 100, 250, 500];

function BatchChoice({
  remaining = Infinity,
  chosen,
  onChoose,
}: Pick<LoadMenuProps, 'remaining' | 'chosen' | 'onChoose'>) {
  const { query } = useSearchQuery();
  const id = useId();
  const sizes = [...new Set([...batches, query.rows])].toSorted((a, b) => a - b).filter((size) => size < remaining);
  return (
    <>
      <label htmlFor={id} className="sr-only">
        Rows to load
      </label>
      <select
        id={id}
        value={Math.min(chosen, remaining)}
        className="h-8 max-w-28 rounded-[7px] border border-edge bg-panel px-1.5 text-ink"
        onChange={({ target }) => onChoose(Number(target.value))}
      >
        {sizes.map((size) => (
          <option key={size} value={size}>
            {size} rows
          </option>
        ))}
        {Number.isFinite(remaining) && <option value={remaining}>all {formatGrouped(remaining)} that remain</option>}
      </select>
    </>
  );
}

const formatLoaded = ({ total, rows }: SearchResults): string =>
  total === null
    ? `${formatGrouped(rows)} loaded. The service did not return a total.`
    : `${formatGrouped(rows)} of ${formatGrouped(total)} loaded.`;

/** The progress of a batch, with a stop button. */
export function BatchLine({ batch, loaded }: { readonly batch: Batch; readonly loaded: number }) {
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
