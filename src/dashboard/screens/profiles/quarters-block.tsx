import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { ResultsAge } from '../../records/provenance.tsx';
import type { DealRecord } from '../../records/records.ts';
import { formatAll, formatGrouped, formatShortDay, toDay, formatUtcDay } from '../../platform/format.ts';
import { findStage, type Stage } from '../../platform/rounds.ts';
import { BarFigure } from '../searches/kit/charts/bar-figure.tsx';
import { listStageSeries } from '../searches/kit/charts/division.ts';
import type { Bucket } from '../searches/kit/charts/figure-data.ts';
import { findPeriod, formatPeriodName } from '../searches/kit/charts/periods.ts';
import { type DealsBody, facetQuery, type MonthCount, toStage } from '../searches/kit/lookups/facet-query.ts';
import { type DealHistoryState, describeCoverage } from '../searches/kit/record/deal-history-section.tsx';
import { useIsCounted } from '../../platform/http/connection.ts';
import type { ProfileUrlState } from './profile-url.ts';
import { Button } from '../../platform/ui/button.tsx';
import { useFocusAfter, useNow } from '../../platform/ui/use-browser.ts';
import { Segments } from '../../platform/ui/segments.tsx';

/** Deals of one stage in one quarter. */
type QuarterPart = {
  readonly deals: number;
  /** US dollars of the disclosed rounds; null where none is disclosed. */
  readonly usd: number | null;
  readonly undisclosed: number;
};

/** Deals of one stage on one UTC day or in one month; `day` is undefined without a date. */
type StageDeals = QuarterPart & { readonly day: string | undefined; readonly stage: Stage };

/** A quarter in UTC with its deals by stage; a stage without deals is absent. */
export type Quarter = { readonly name: string; readonly parts: ReadonlyMap<Stage, QuarterPart> };

/** The last quarters up to a day, without a gap, and how many deals are outside of them. */
type Quarters = {
  readonly quarters: readonly Quarter[];
  readonly earlier: number;
  readonly later: number;
  readonly undated: number;
};

type DatedRound = Pick<DealRecord, 'date' | 'round_type' | 'pre' | 'total_round_raised'>;

/** An unlocked deal as what `countByQuarter` counts. */
export const toStageDeals = ({ date, round_type: type, pre, total_round_raised: usd }: DatedRound): StageDeals => ({
  day: toDay(date),
  stage: findStage({ type, pre }),
  deals: 1,
  usd,
  undisclosed: usd === null ? 1 : 0,
});

/** The deals that the service counted in a month; their amounts are not known. */
export const countedStageDeals = ({ month, stage, deals }: MonthCount): StageDeals => ({
  day: month === null ? undefined : `${month}-01`,
  stage: toStage(stage),
  deals: deals ?? 0,
  usd: null,
  undisclosed: deals ?? 0,
});

/** After more quarters than this without a deal, only those up to the newest deal are drawn. */
const maxSilent = 4;

/**
 * Counts deals by UTC quarter and stage, up to the quarter of `today` (`YYYY-MM-DD`) or, after a year without a deal, of
 * the newest one; from the first deal on but at most `max` quarters back.
 */
export function countByQuarter(all: readonly StageDeals[], today: string, max: number): Quarters {
  const current = findPeriod(today, 'quarter');
  const dated = all.flatMap((one) =>
    one.day === undefined ? [] : [{ ...one, index: findPeriod(one.day, 'quarter') }],
  );
  const newest = dated.reduce((best, { index }) => (index <= current ? Math.max(best, index) : best), 0);
  const last = newest > 0 && current - newest > maxSilent ? newest : current;
  const earliest = dated.reduce((first, { index }) => Math.min(first, index), last);
  const first = Math.max(earliest, last - max + 1);
  const quarters = Array.from({ length: dated.length === 0 ? 0 : last - first + 1 }, (_, at) => ({
    name: formatPeriodName(first + at, 'quarter'),
    parts: sumByStage(dated.filter(({ index }) => index === first + at)),
  }));
  return {
    quarters,
    earlier: countDeals(dated.filter(({ index }) => index < first)),
    later: countDeals(dated.filter(({ index }) => index > last)),
    undated: countDeals(all) - countDeals(dated),
  };
}

const countDeals = (all: readonly StageDeals[]): number => all.reduce((sum, { deals }) => sum + deals, 0);

function sumByStage(all: readonly StageDeals[]): Map<Stage, QuarterPart> {
  const parts = new Map<Stage, QuarterPart>();
  for (const { stage, deals, usd, undisclosed } of all) {
    const before = parts.get(stage) ?? { deals: 0, usd: null, undisclosed: 0 };
    parts.set(stage, {
      deals: before.deals + deals,
      usd: usd === null ? before.usd : (before.usd ?? 0) + usd,
      undisclosed: before.undisclosed + undisclosed,
    });
  }
  return parts;
}

type QuartersBlockProps = {
  /** Whose deals, as a filter of a search for deals. */
  readonly investors: NonNullable<DealsBody['investors']>;
  readonly history: DealHistoryState;
  readonly url: ProfileUrlState;
  /** What unlocks the rest. */
  readonly children?: ReactNode;
};

/** Five years; older deals are counted in the text. */
const maxQuarters = 20;

/** Deals per quarter and stage: all where the service counts them for free, the unlocked ones otherwise and in US dollars. */
export function QuartersBlock({ investors, history, url, children }: QuartersBlockProps) {
  const today = formatUtcDay(useNow());
  // Only unlocked deals have amounts.
  const hasAmounts = history.deals.some(({ date }) => toDay(date) !== undefined);
  const by = hasAmounts ? url.value.by : 'count';
  const isCounted = useIsCounted() && by === 'count' && !history.whole;
  const { data, isLoading, isError, refetch } = useQuery(facetQuery('months', { investors }, isCounted));
  const [isRetried, setRetried] = useState(false);
  const block = useRef<HTMLElement>(null);
  useFocusAfter(isRetried && data !== undefined, block);
  const counted = isCounted ? data?.months?.map(countedStageDeals) : undefined;
  const all = counted ?? history.deals.map(toStageDeals);
  const found = countByQuarter(all, today, maxQuarters);
  const buckets = buildBuckets(found.quarters, by);
  const coverage = counted ? formatAll(countDeals(counted), 'deal') : describeCoverage(history);
  return (
    <section
      ref={block}
      aria-label="Deals per quarter"
      tabIndex={-1}
      className="grid grid-cols-1 gap-3 rounded-[10px] border border-line bg-panel p-4"
    >
      {found.quarters.length === 0 ? (
        <div className={isLoading ? 'min-h-80' : ''}>
          <h2 className="text-13 font-semibold">Deals per quarter, by stage</h2>
          <p className="mt-0.5 text-11.5 text-ink-3">
            {!isLoading &&
              describeNone(all.length > 0 ? coverage : undefined, counted !== undefined || history.whole, isError)}
          </p>
          {isError && all.length === 0 && (
            <Button
              className="mt-2"
              onClick={() => {
                setRetried(true);
                void refetch();
              }}
            >
              Try again
            </Button>
          )}
        </div>
      ) : (
        <div>
          <BarFigure
            title="Deals per quarter, by stage"
            basis={[
              `${coverage}, by announcement date in UTC`,
              ...describeLeftOut(found, by),
              ...(counted ? [] : describeGaps(history)),
            ].join('; ')}
            head="Quarter"
            unit={by === 'count' ? 'count' : 'usd'}
            series={listStageSeries(buckets)}
            buckets={buckets}
            unknownName={by === 'count' ? 'not known' : 'without a dollar amount'}
            tools={
              hasAmounts && (
                <Segments
                  label="Figures"
                  value={by}
                  choices={figures}
                  onChange={(next) => url.write({ ...url.value, by: next }, 'replace')}
                />
              )
            }
          />
          {!counted && history.at !== undefined && (
            <p className="mt-1 text-11.5 text-ink-3 first-letter:uppercase">
              <ResultsAge at={history.at} />
            </p>
          )}
        </div>
      )}
      {children}
    </section>
  );
}

/** Why there is no bar: no deal has a date, there are none, or they are neither counted nor unlocked. */
function describeNone(coverage: string | undefined, isComplete: boolean, isError: boolean): string {
  if (coverage !== undefined) return `${coverage}. None has a date.`;
  if (isComplete) return 'No deals.';
  return isError ? 'The deals could not be counted.' : 'You have not unlocked any deals yet.';
}

const figures = [
  ['count', 'Count'],
  ['amount', 'Amount'],
] as const;

/** More quarters than this do not fit with their names, so the axis names the years. */
const mostNamed = 6;

/** The bars of the chart. */
export const buildBuckets = (quarters: readonly Quarter[], by: 'count' | 'amount'): Bucket[] =>
  quarters.map((quarter) => ({
    ...buildBucket(quarter, by),
    ...(quarters.length > mostNamed && quarter.name.startsWith('Q1 ') ? { tick: quarter.name.slice(3) } : {}),
  }));

function buildBucket({ name, parts }: Quarter, by: 'count' | 'amount'): Bucket {
  const values = Object.fromEntries(
    [...parts].map(([stage, { deals, usd }]) => [String(stage), by === 'count' ? deals : usd]),
  );
  const undisclosed = [...parts.values()].reduce((sum, part) => sum + part.undisclosed, 0);
  return { key: name, label: name, values, ...(by === 'amount' && undisclosed > 0 ? { unknown: undisclosed } : {}) };
}

/** What the chart leaves out. */
function describeLeftOut({ earlier, later, undated, quarters }: Quarters, by: string): string[] {
  const left = [
    ...(earlier > 0 ? [`${formatGrouped(earlier)} before ${quarters[0]?.name ?? ''}`] : []),
    ...(later > 0 ? [`${formatGrouped(later)} dated later`] : []),
    ...(undated > 0 ? [`${formatGrouped(undated)} without a date`] : []),
  ];
  return [
    ...(by === 'amount' ? ['disclosed round sizes only'] : []),
    ...(left.length > 0 ? [`not shown: ${left.join(', ')}`] : []),
  ];
}

/** Since when the unlocked deals are complete; empty where all are. */
const describeGaps = ({ whole, knownAfter }: DealHistoryState): string[] =>
  whole
    ? []
    : [
        knownAfter === undefined
          ? 'incomplete'
          : `complete after ${knownAfter === '' ? 'the first deal' : formatShortDay(knownAfter)}`,
      ];
