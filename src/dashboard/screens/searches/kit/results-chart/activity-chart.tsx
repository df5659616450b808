import { useEffect, useRef, type ReactNode } from 'react';
import { BarFigure } from '../charts/bar-figure.tsx';
import type { Bucket } from '../charts/figure-data.ts';
import { formatCount, formatUtcDay, capitalize } from '../../../../platform/format.ts';
import { ResultsAge } from '../../../../records/provenance.tsx';
import { useNow } from '../../../../platform/ui/use-browser.ts';
import { FailureNotice } from '../../../../spending/failure-notice.tsx';
import { PricedButton } from '../../../../spending/priced-button.tsx';
import { Button } from '../../../../platform/ui/button.tsx';
import { useIsCounted } from '../../../../platform/http/connection.ts';
import { countQuery, buildTotalRequest } from '../fetch/counts.ts';
import type { ActivitySpan, SearchQuery } from '../query/search-query.ts';
import { pricePage } from '../fetch/buy-rows.ts';
import type { ResourceQuery } from '../resource/resource.ts';
import { useSearchQuery } from '../search/search-context.tsx';
import { queryOptions, useMutation, useQueries, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { findPeriod, listPeriodDays, getPeriodKey, formatPeriodName, type PeriodKind } from '../charts/periods.ts';
import { findRequest, type UnlockedResponse } from '#contract/workspace/records.ts';
import { callWorkspace } from '../../../../platform/http/workspace.ts';
import { buyResponse } from '../../../../spending/buy.ts';
import type { SpendAuthorization } from '../../../../spending/spend-authorization.ts';

/** The number of matching records in each period. The service counts them, for free or for at most one row per period. */
export function ActivityChart({ tools }: { readonly tools: ReactNode }) {
  const search = useSearchQuery();
  const { resource, place } = search;
  const span = place.span ?? '12-months';
  const periods = buildActivityPeriods(search, span, formatUtcDay(useNow()));
  const isCounted = useIsCounted();
  const totals = useQueries({
    queries: periods.map((period) => countQuery(resource, period.search.query, isCounted)),
  });
  const isFree = isCounted && !totals.some(({ isError }) => isError);
  const activity = useActivity(periods, !isFree);
  const { counts, countedAt, missing, failure } = activity;
  const buckets = periods.map(({ key, label }, at): Bucket => ({
    key,
    label,
    values: { all: (isFree ? totals[at]?.data?.total : counts[at]?.total) ?? null },
  }));
  const isMonthly = span.endsWith('months');
  return (
    <>
      <BarFigure
        title={`Activity by ${isMonthly ? 'month' : 'quarter'}`}
        basis={`${resource.chart.activity.basis} The filters are those of this search. ${formatEnd(periods)}`}
        head={isMonthly ? 'Month' : 'Quarter'}
        unit="count"
        unknownName="not counted"
        series={[{ key: 'all', label: capitalize(resource.many), stage: 3 }]}
        buckets={buckets}
        tools={tools}
      />
      {!isFree && (
        <div className="mt-1 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1.5 text-11.5 text-ink-3 tabular-nums">
          <ActivityActions periods={periods} activity={activity} />
          <output>
            {periods.length - missing.length} of {formatCount(periods.length, 'period')} counted
            {countedAt > 0 && (
              <>
                , <ResultsAge at={countedAt} />
              </>
            )}
            . Periods without matches are free.
          </output>
        </div>
      )}
      {failure && <FailureNotice key={failure.message} failure={failure} />}
    </>
  );
}

type ActivityActionsProps = {
  readonly periods: readonly ActivityPeriod[];
  readonly activity: ReturnType<typeof useActivity>;
};

/** Counts the missing periods, or all again, at the maximum price; shows a stop button while it runs. */
function ActivityActions({ periods, activity }: ActivityActionsProps) {
  const { resource } = useSearchQuery();
  const { missing, isRunning, run, stop } = activity;
  const wanted = missing.length > 0 ? missing : periods;
  if (isRunning) {
    return (
      <>
        <progress
          aria-label="Periods counted"
          max={periods.length}
          value={periods.length - missing.length}
          className="w-32"
        />
        <Button onClick={stop}>Stop</Button>
      </>
    );
  }
  return (
    <PricedButton
      isListed
      upTo
      tenths={pricePage(resource, wanted.length)}
      onConfirm={(authorization) => run({ authorization, wanted })}
    >
      {missing.length === 0 ? 'Count again' : `Count ${formatCount(wanted.length, 'period')}`}
    </PricedButton>
  );
}

const formatEnd = (periods: readonly ActivityPeriod[]): string =>
  periods.length > 0 ? 'The last period may be incomplete.' : 'The search does not cover these periods.';

/** One period of an activity chart, and the query that counts it. */
type ActivityPeriod = { readonly key: string; readonly label: string; readonly search: ResourceQuery };

const spans: Record<ActivitySpan, { readonly kind: PeriodKind; readonly periods: number }> = {
  '12-months': { kind: 'month', periods: 12 },
  '24-months': { kind: 'month', periods: 24 },
  '8-quarters': { kind: 'quarter', periods: 8 },
  '20-quarters': { kind: 'quarter', periods: 20 },
};

/**
 * The periods of a search, oldest first, up to today or to the last day of the search. Periods are cut at the first and
 * the last day of the search.
 */
export function buildActivityPeriods(
  { resource, query }: ResourceQuery,
  span: ActivitySpan,
  today: string,
): ActivityPeriod[] {
  const { kind, periods } = spans[span];
  const [fromKey, toKey] = resource.chart.activity.keys;
  const [from, to] = [query[fromKey], query[toKey]];
  const end = to !== undefined && to < today ? to : today;
  if (from !== undefined && from > end) return [];
  const last = findPeriod(end, kind);
  const first = Math.max(last - periods + 1, from === undefined ? 0 : findPeriod(from, kind), 12);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => {
    const period = first + at;
    const [begins, ends] = listPeriodDays(period, kind);
    const days = {
      [fromKey]: from !== undefined && from > begins ? from : begins,
      [toKey]: to !== undefined && to < ends ? to : ends,
    };
    const counted: SearchQuery = {
      ...query,
      ...days,
      rows: 1,
      rounds: undefined,
      sort: resource.sorts[0]?.value ?? query.sort,
    };
    return {
      key: getPeriodKey(period, kind),
      label: formatPeriodName(period, kind),
      search: { resource, query: counted },
    };
  });
}

/** The stored count of a period with its time; null where it was not counted. Free. */
const periodCountQuery = ({ search }: ActivityPeriod, isEnabled: boolean) => {
  const request = buildTotalRequest(search);
  return queryOptions({
    queryKey: ['workspace', 'counts', request],
    queryFn: async ({ signal }): Promise<PeriodCount | null> => {
      const { response } = await callWorkspace(findRequest, { body: request, signal });
      return response && readCount(response);
    },
    enabled: isEnabled,
  });
};

type PeriodCount = { readonly total: number | null; readonly at: number };

function readCount({ meta, at }: UnlockedResponse): PeriodCount {
  const { total_count: total } = meta;
  return { total: typeof total === 'number' ? total : null, at: Date.parse(at) };
}

/**
 * Counts periods one after the other, one row each, and stores every count. It stops when asked to and throws the first
 * failure; the remaining periods are not charged.
 */
async function fetchCounts(
  authorization: SpendAuthorization,
  client: QueryClient,
  periods: readonly ActivityPeriod[],
  isStopped: () => boolean,
): Promise<void> {
  for (const period of periods) {
    if (isStopped()) return;
    const response = await buyResponse(authorization, { ...buildTotalRequest(period.search), refresh: true });
    client.setQueryData(periodCountQuery(period, true).queryKey, readCount(response));
  }
}

type CountRun = { readonly authorization: SpendAuthorization; readonly wanted: readonly ActivityPeriod[] };

/** The stored counts of periods, and the actions that count and stop. */
function useActivity(periods: readonly ActivityPeriod[], isPaid: boolean) {
  const client = useQueryClient();
  const counts = useQueries({ queries: periods.map((period) => periodCountQuery(period, isPaid)) });
  const stopped = useRef(false);
  // Leaving the chart stops the run, so that no request is paid unseen.
  useEffect(
    () => () => {
      stopped.current = true;
    },
    [],
  );
  const counting = useMutation({
    mutationFn: ({ authorization, wanted }: CountRun) => {
      stopped.current = false;
      return fetchCounts(authorization, client, wanted, () => stopped.current);
    },
  });
  return {
    counts: counts.map(({ data }) => data),
    /** When the oldest count arrived, in milliseconds; 0 if there is none. */
    countedAt: counts.reduce((oldest, { data }) => (data && (oldest === 0 || data.at < oldest) ? data.at : oldest), 0),
    missing: periods.filter((_, at) => !counts[at]?.data),
    isRunning: counting.isPending,
    failure: counting.error,
    run: counting.mutate,
    stop: () => {
      stopped.current = true;
    },
  };
}
