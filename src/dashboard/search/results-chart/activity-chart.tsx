import type { ReactNode } from 'react';
import { BarFigure } from '../charts/bar-figure.tsx';
import type { Bucket } from '../charts/figure-data.ts';
import { toCount } from '../../platform/format.ts';
import { AnswerAge, useNow } from '../../library/records/age.tsx';
import { FailureNotice } from '../../purchase/failure-notice.tsx';
import { PricedButton } from '../../purchase/priced-button.tsx';
import { Button } from '../../platform/ui/button.tsx';
import { toPeriods, type Period } from './activity.ts';
import type { ActivitySpan } from '../query/chart-place.ts';
import { toPageTenths } from '../fetch/search-pages.ts';
import type { ResourceQuery } from '../resource/resource.ts';
import { useActivity } from './use-activity.ts';

type ActivityChartProps = {
  readonly asked: ResourceQuery;
  readonly span: ActivitySpan;
  readonly tools: ReactNode;
};

/** How many records match in each period, counted by the service for at most one row each. */
export function ActivityChart({ asked, span, tools }: ActivityChartProps) {
  const { resource } = asked;
  const periods = toPeriods(asked, span, new Date(useNow()).toISOString().slice(0, 10));
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
        basis={`${resource.chart.activity.basis} The filters are those of the query on the screen. ${toEndText(periods)}`}
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
          {periods.length - missing.length} of {toCount(periods.length, 'period')} counted
          {countedAt > 0 && (
            <>
              , <AnswerAge at={countedAt} />
            </>
          )}
          . A period without a match costs nothing.
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
      tenths={toPageTenths(resource, wanted.length)}
      onConfirm={(authorization) => void run(authorization, wanted)}
    >
      {missing.length === 0 ? 'Count again' : `Count ${toCount(wanted.length, 'period')}`}
    </PricedButton>
  );
}

const toEndText = (periods: readonly Period[]): string =>
  periods.length > 0 ? 'The last period may not be over yet.' : 'The query asks for no day of these periods.';
