import { useQueries, useQueryClient } from '@tanstack/react-query';
import { formatCount } from '../../../../platform/format.ts';
import { readIsMetered, useIsCounted } from '../../../../platform/http/connection.ts';
import { pricePage } from '../fetch/buy-rows.ts';
import { countQuery, useMatchCount, useBoughtTotal } from '../fetch/counts.ts';
import type { Permalink } from '../lookups/permalink.ts';
import { readPermalinkCheck } from '../lookups/permalink-search.ts';
import type { SpendAuthorization } from '../../../../spending/spend-authorization.ts';
import { FailureNotice } from '../../../../spending/failure-notice.tsx';
import { PricedButton } from '../../../../spending/priced-button.tsx';
import { Button } from '../../../../platform/ui/button.tsx';
import { EmptyState } from '../../../../platform/ui/empty-state.tsx';
import type { Filter } from '#contract/filters.ts';
import { getFilterValues } from '../query/filter-kinds.ts';
import { buildBody, isFilterSet, withoutFilter, type SearchQuery } from '../query/search-query.ts';
import { useRefine } from '../results-chart/use-refine.ts';
import { useSearchQuery } from '../search/search-context.tsx';
import { describeFilter, collectNames } from '../query/sentence.ts';

type EmptyWordsProps = {
  readonly query: SearchQuery;
  /** Permalinks that the service ignored; undefined where the search was counted and not sent. */
  readonly ignored: ReadonlySet<string> | undefined;
};

/** Explains empty results: every filter that is set, whether the service knows its values, and what it excludes. */
export function EmptyMessage({ query, ignored }: EmptyWordsProps) {
  const { resource } = useSearchQuery();
  const set = resource.filters.filter((filter) => isFilterSet(filter, query));
  const isCounted = useIsCounted();
  return (
    <EmptyState title={`No ${resource.one} matches`} action={set.length > 0 && <Broaden query={query} filters={set} />}>
      <p>
        {ignored && readIsMetered() && 'You were not charged. '}
        {resource.emptyMessage}{' '}
        {set.length > 1 && !isCounted && 'Count without a filter to see which one excludes everything.'}
      </p>
      {set.length > 0 && (
        <ul aria-label="Filters of this search" className="mt-2 grid gap-1.5">
          {set.map((filter) => (
            <FilterLine key={filter.label} {...{ query, filter, ignored }} />
          ))}
        </ul>
      )}
    </EmptyState>
  );
}

type BroadenProps = { readonly query: SearchQuery; readonly filters: readonly Filter[] };

/** Removes the filter without which most is found; where that is not counted for free, all filters. */
function Broaden({ query, filters }: BroadenProps) {
  const { resource } = useSearchQuery();
  const isCounted = useIsCounted();
  const refine = useRefine();
  const counts = useQueries({
    queries: filters.map((filter) => countQuery(resource, withoutFilter(filter, query), isCounted)),
  });
  if (counts.some(({ isLoading }) => isLoading)) return null;
  const totals = counts.map(({ data }) => data?.total ?? 0);
  const most = Math.max(...totals);
  const best = most > 0 ? filters[totals.indexOf(most)] : undefined;
  return best ? (
    <Button variant="primary" onClick={() => refine(withoutFilter(best, query))}>
      {`Without ${describeFilter(best, buildBody([best], query), collectNames(query))}: ${formatCount(most, resource.one, resource.many)}`}
    </Button>
  ) : (
    <Button
      variant="primary"
      onClick={() => refine(filters.reduce((left, filter) => withoutFilter(filter, left), query))}
    >
      {filters.length === 1 ? 'Remove the filter' : 'Remove all filters'}
    </Button>
  );
}

function FilterLine({ query, filter, ignored }: EmptyWordsProps & { readonly filter: Filter }) {
  const { resource } = useSearchQuery();
  const broader = { resource, query: withoutFilter(filter, query) };
  const bought = useBoughtTotal(broader);
  const counted = useMatchCount(resource, broader.query);
  const total = counted.isFree ? counted.total : bought.total;
  const onCount = (authorization: SpendAuthorization) => bought.buy({ authorization, search: broader });
  return (
    <li className="grid gap-1">
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="font-medium text-ink">
          {describeFilter(filter, buildBody([filter], query), collectNames(query))}
        </span>
        {ignored && <Proofs {...{ filter, query, ignored }} />}
        {total !== undefined ? (
          <output className="font-semibold text-ink">
            {total === null
              ? 'The service did not return a total.'
              : `${formatCount(total, resource.one, resource.many)} without it`}
          </output>
        ) : counted.isLoading ? (
          'Counting'
        ) : (
          <PricedButton isListed upTo tenths={pricePage(resource, 1)} pending={bought.pending} onConfirm={onCount}>
            Count without it
          </PricedButton>
        )}
      </span>
      {bought.failure && <FailureNotice key={bought.failure.message} failure={bought.failure} />}
    </li>
  );
}

type ProofsProps = {
  readonly query: SearchQuery;
  readonly filter: Filter;
  readonly ignored: ReadonlySet<string>;
};

/** The places or industries of a filter that the service ignored, or that its free lookups did not know. */
function Proofs({ filter, query, ignored }: ProofsProps) {
  if (filter.kind !== 'locations' && filter.kind !== 'industries') return null;
  return (
    <ProvedValues
      field={filter.kind === 'locations' ? 'location' : 'industry'}
      values={getFilterValues<'locations' | 'industries'>(filter, query)[0]}
      ignored={ignored}
    />
  );
}

type ProvedValuesProps = {
  readonly field: 'location' | 'industry';
  readonly values: readonly Permalink[];
  readonly ignored: ReadonlySet<string>;
};

function ProvedValues({ field, values, ignored }: ProvedValuesProps) {
  const client = useQueryClient();
  const out = values.filter(({ permalink }) => ignored.has(permalink)).length;
  if (out > 0) return <span className="text-11.5 text-bad">{formatCount(out, 'value')} ignored by the service</span>;
  const unproved = values.filter(
    (value) => client.getQueryData(readPermalinkCheck(field, value).queryKey)?.state !== 'confirmed',
  ).length;
  if (unproved === 0) return null;
  return <span className="text-11.5 text-ink-3">{formatCount(unproved, 'value')} not checked</span>;
}
