import type { Ref } from 'react';
import type { Permalink } from '../lookups/permalink.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';
import { FailureNotice } from '../../purchase/failure-notice.tsx';
import { PricedButton } from '../../purchase/priced-button.tsx';
import { formatCredits } from '../../purchase/price.ts';
import { formatCount } from '../../platform/format.ts';
import { Button } from '../../platform/ui/button.tsx';
import { Notice } from '../../platform/ui/notice.tsx';
import { pricePage } from '../fetch/fetch-results.ts';
import type { SearchQuery } from '../query/search-query.ts';
import type { AnyResource } from '../resource/resource.ts';
import { describeQuery } from '../query/sentence.ts';

type SearchFootProps = {
  readonly resource: AnyResource;
  /** The query of the form; undefined while a field is invalid. */
  readonly next: SearchQuery | undefined;
  /** The highest price of the first page, in tenths; 0 when it is already loaded. */
  readonly tenths: number;
  readonly isLoaded: boolean;
  /** The price without the unverified values, in tenths. */
  readonly withoutTenths: number;
  readonly changed: boolean;
  /** Whether the next query differs from the current one only in its order. */
  readonly onlyOrder: boolean;
  /** Values that the service does not know; the search is not sent with them. */
  readonly unverified: readonly Permalink[];
  readonly total: number | null | undefined;
  /** Why counting failed. */
  readonly failure: Error | null;
  readonly pending: { readonly search: boolean; readonly count: boolean };
  readonly onSearch: (authorization: SpendAuthorization) => void;
  readonly onSearchWithout: (authorization: SpendAuthorization) => void;
  readonly onCount: (authorization: SpendAuthorization) => void;
  readonly onReset: () => void;
  readonly searchButton: Ref<HTMLButtonElement>;
};

/** The foot of the filter form: the search in words, its highest price, and the buttons. */
export function SearchFoot(props: SearchFootProps) {
  const { resource, next, tenths, isLoaded, failure, pending, onSearch, onCount, onReset, searchButton } = props;
  const sentence = next && `${describeQuery(resource, next)}, ${next.rows} on the first page.`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5 border-t border-line bg-panel px-4 py-3">
      {sentence !== undefined && (
        <p data-sentence className="line-clamp-4 text-[12px] text-ink-2" title={sentence}>
          {sentence}
        </p>
      )}
      <Price {...props} />
      {props.unverified.length > 0 && <UnverifiedValues {...props} />}
      {failure && !pending.count && <FailureNotice key={failure.message} failure={failure} />}
      <div className="flex gap-1">
        <PricedButton
          ref={searchButton}
          look="primary"
          tenths={isLoaded ? 0 : tenths}
          pricedBy="search-price"
          pending={pending.search}
          onConfirm={onSearch}
        >
          Search
          {!pending.search && (
            <kbd
              aria-hidden
              className="max-wide:hidden rounded border border-on-accent/50 px-1 py-0.5 font-mono text-[11px] leading-none"
            >
              Ctrl ↵
            </kbd>
          )}
        </PricedButton>
        <PricedButton
          tenths={pricePage(resource, 1)}
          pricedBy="count-price"
          pending={pending.count}
          onConfirm={onCount}
        >
          Count only
        </PricedButton>
        <Button look="ghost" onClick={onReset}>
          Reset
        </Button>
      </div>
    </div>
  );
}

/** An unknown place or industry is never dropped silently: without it a search may return far more. */
function UnverifiedValues({ unverified, withoutTenths, onSearchWithout }: SearchFootProps) {
  return (
    <Notice
      look="warn"
      urgent
      title="Nothing was sent"
      actions={
        <PricedButton upTo tenths={withoutTenths} onConfirm={onSearchWithout}>
          Search without {unverified.length === 1 ? 'it' : 'them'}
        </PricedButton>
      }
    >
      The service does not know {unverified.map(({ name }) => `“${name}”`).join(', ')}. Choose a suggestion under the
      field, or remove {unverified.length === 1 ? 'it' : 'them'}.
    </Notice>
  );
}

type PriceProps = Pick<SearchFootProps, 'resource' | 'tenths' | 'isLoaded' | 'changed' | 'onlyOrder' | 'total'>;

/** The price of the buttons below, and the count. */
function Price({ resource, tenths, isLoaded, changed, onlyOrder, total }: PriceProps) {
  return (
    <div className="text-[12px] text-ink-3">
      {changed && (
        <p className="mb-1 text-ink-2">
          {!onlyOrder
            ? 'Filters changed. The results are from the previous search.'
            : isLoaded
              ? 'Only the order changed, and all results are unlocked.'
              : 'Only the order changed, but not all results are loaded: the first page is charged again.'}
        </p>
      )}
      <p id="search-price">
        {isLoaded ? (
          'Already loaded. Showing it again is free.'
        ) : tenths === 0 ? (
          'All of these rows are unlocked. Showing them is free.'
        ) : (
          <>
            Up to <b className="font-semibold text-ink tabular-nums">{formatCredits(tenths)}</b> for the first page.
          </>
        )}{' '}
        <span id="count-price">Counting first costs {formatCredits(pricePage(resource, 1))}.</span>
      </p>
      <output className="block font-semibold text-ink empty:hidden">
        {total === undefined
          ? null
          : total === null
            ? 'The service did not return a total.'
            : `${formatCount(total, resource.one, resource.many)} match.`}
      </output>
    </div>
  );
}
