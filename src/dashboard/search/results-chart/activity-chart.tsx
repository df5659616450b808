import { useEffect, useRef, useState, type ReactNode } from 'react';
import { BarFigure } from '../charts/bar-figure.tsx';
import type { Bucket } from '../charts/figure-data.ts';
import { formatCount } from '../../platform/format.ts';
import { ResultsAge, useNow } from '../../library/records/provenance.tsx';
import { FailureNotice } from '../../purchase/failure-notice.tsx';
import { PricedButton } from '../../purchase/priced-button.tsx';
import { Button } from '../../platform/ui/button.tsx';
import type { ActivitySpan, SearchQuery } from '../query/search-query.ts';
import { pricePage, requestTotal, formatQueryKey } from '../fetch/fetch-results.ts';
import type { ResourceQuery } from '../resource/resource.ts';
import { useQueries, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { findPeriod, listPeriodDays, getPeriodKey, formatPeriodName, type PeriodKind } from '../charts/classes.ts';
import { storedQuery } from '../../library/records/stored-query.ts';
import type { SpendAuthorization } from '../../purchase/spend-authorization.ts';

type ActivityChartProps = {
  readonly asked: ResourceQuery;
  readonly span: ActivitySpan;
  readonly tools: ReactNode;
};

/** How many records match in each period, counted by the service for at most one row each. */
export function ActivityChart({ asked, span, tools }: ActivityChartProps) {
  const { resource } = asked;
  const periods = listPeriods(asked, span, new Date(useNow()).toISOString().slice(0, 10));
  const activity = useActivity(periods);
  const { counts, countedAt, missing, failure } = activity;
  const buckets = periods.map(({ key, label }, at): Bucket => ({
    key,
    label,
    values: { all: counts[at]?.total ?? null },
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
        series={[{ key: 'all', label: resource.many.charAt(0).toUpperCase() + resource.many.slice(1), look: 3 }]}
        buckets={buckets}
        tools={tools}
      />
      <div className="mt-1 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1.5 text-[11.5px] text-ink-3 tabular-nums">
        <ActivityActs asked={asked} periods={periods} activity={activity} />
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
      {failure && <FailureNotice key={failure.message} failure={failure} />}
    </>
  );
}

type ActivityActsProps = {
  readonly asked: ResourceQuery;
  readonly periods: readonly Period[];
  readonly activity: ReturnType<typeof useActivity>;
};

/** Counts what is missing, or all again, at the highest price; while it runs, the way to stop. */
function ActivityActs({ asked: { resource }, periods, activity }: ActivityActsProps) {
  const { missing, running, run, stop } = activity;
  const wanted = missing.length > 0 ? missing : periods;
  if (running) {
    return (
      <>
        <progress
          aria-label="Periods counted"
          max={periods.length}
          value={periods.length - missing.length}
          className="h-1.5 w-32 accent-accent"
        />
        <Button onClick={stop}>Stop</Button>
      </>
    );
  }
  return (
    <PricedButton
      upTo
      tenths={pricePage(resource, wanted.length)}
      onConfirm={(authorization) => void run(authorization, wanted)}
    >
      {missing.length === 0 ? 'Count again' : `Count ${formatCount(wanted.length, 'period')}`}
    </PricedButton>
  );
}

const formatEnd = (periods: readonly Period[]): string =>
  periods.length > 0 ? 'The last period may not be over yet.' : 'The search covers no day of these periods.';

/** One period of an activity chart, and the query that counts it. */
export type Period = { readonly key: string; readonly label: string; readonly asked: ResourceQuery };

const spans: Record<ActivitySpan, { readonly kind: PeriodKind; readonly periods: number }> = {
  '12-months': { kind: 'month', periods: 12 },
  '24-months': { kind: 'month', periods: 24 },
  '8-quarters': { kind: 'quarter', periods: 8 },
  '20-quarters': { kind: 'quarter', periods: 20 },
};

/**
 * The periods of a query, oldest first: the last ones up to today, or up to the last day that it asks for, and none
 * before its first day. The days of each lie within those of the query.
 */
export function listPeriods({ resource, query }: ResourceQuery, span: ActivitySpan, today: string): Period[] {
  const { kind, periods } = spans[span];
  const [fromKey, toKey] = resource.chart.activity.keys;
  const [from, to] = [query[fromKey] as string | undefined, query[toKey] as string | undefined];
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
    const counted: SearchQuery = { ...query, ...days, rows: 1, sort: resource.sorts[0]?.value ?? query.sort };
    return {
      key: getPeriodKey(period, kind),
      label: formatPeriodName(period, kind),
      asked: { resource, query: counted },
    };
  });
}

const periodCount = z.object({ total: z.number().nullable() });
type PeriodCount = z.infer<typeof periodCount>;

/** How many records match in a period, as far as it was counted: watching it never asks. */
export const countedIn = ({ asked }: Period): ReturnType<typeof storedQuery<PeriodCount>> =>
  storedQuery<PeriodCount>([`${asked.resource.name} activity`, formatQueryKey(asked)], periodCount);

/**
 * Counts periods one after the other, one row each, and keeps every count as it comes. It stops where it is told to and
 * at the first failure, which it throws; the rest of the act is not spent.
 */
export async function fetchCounts(
  authorization: SpendAuthorization,
  client: QueryClient,
  periods: readonly Period[],
  isStopped: () => boolean,
): Promise<void> {
  for (const period of periods) {
    if (isStopped()) return;
    const queryFn = async () => ({ total: await requestTotal(authorization, period.asked) });
    await client.query({ ...countedIn(period), queryFn, staleTime: 0 });
  }
}

/** The counts of periods as far as they were bought, and the acts that buy and stop. */
export function useActivity(periods: readonly Period[]) {
  const client = useQueryClient();
  const counts = useQueries({ queries: periods.map(countedIn) });
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<Error>();
  const stopped = useRef(false);
  // Who leaves the chart stops the run: no request goes out that nobody sees.
  useEffect(
    () => () => {
      stopped.current = true;
    },
    [],
  );
  const run = async (authorization: SpendAuthorization, wanted: readonly Period[]) => {
    if (running) return;
    stopped.current = false;
    setRunning(true);
    setFailure(undefined);
    try {
      await fetchCounts(authorization, client, wanted, () => stopped.current);
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)));
    }
    setRunning(false);
  };
  return {
    counts: counts.map(({ data }) => data),
    /** When the oldest of them was counted, in milliseconds; 0 where none was. */
    countedAt: counts.reduce(
      (oldest, { data, dataUpdatedAt: at }) => (data && (oldest === 0 || at < oldest) ? at : oldest),
      0,
    ),
    missing: periods.filter((_, at) => counts[at]?.data === undefined),
    running,
    failure,
    run,
    stop: () => {
      stopped.current = true;
    },
  };
}
