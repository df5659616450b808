import { useQuery } from '@tanstack/react-query';
import { lazy, useMemo, useRef } from 'react';
import type { Market } from '#contract/market.ts';
import { formatGrouped } from '../../platform/format.ts';
import { LazyPart } from '../../platform/ui/missing-part.tsx';
import { Segments } from '../../platform/ui/segments.tsx';
import type { BarRange } from '../searches/kit/charts/figure-data.ts';
import { buildClockBars, sumStages, undivided } from './clock-bars.ts';
import { type Clock, formatValue, joinSentence, writeClockSentence } from './clock-sentence.ts';
import { FigureSentence } from './figure-sentence.tsx';
import { MarketBlock } from './market-block.tsx';
import { useMarket } from './market-context.tsx';
import { blockQuery } from './market-requests.ts';
import { findPeriodDays, formatPeriodShort } from './period-names.ts';
import { toStage } from '../searches/kit/lookups/facet-query.ts';
import { formatStage, getMarketColor, type MarketStage } from './stages.ts';
import { buildClockTable } from './tables.ts';

// The chart library is large.
const ClockDrawing = lazy(async () => ({ default: (await import('./clock-drawing.tsx')).ClockDrawing }));
const SameAgeDrawing = lazy(async () => ({ default: (await import('./same-age-drawing.tsx')).SameAgeDrawing }));

const measures = [
  ['deals', 'Deals'],
  ['amount', 'Amount'],
  ['median', 'Median round'],
] as const;
const periods = [
  ['quarter', 'Quarters'],
  ['month', 'Months'],
] as const;

/** Deals by period with the late reports that are expected, and what the latest period says at the same age. */
export function ClockBlock() {
  const { url, change, figures } = useMarket();
  const { measure, period } = url;
  const clock = figures.clock.data?.clock;
  return (
    <MarketBlock
      block="clock"
      title={clockTitles[measure](period)}
      headline={
        clock ? (
          <FigureSentence url={url} parts={writeClockSentence(clock, measure, period)} />
        ) : (
          <p className="text-18 leading-7 font-medium text-ink-3">Reading the market</p>
        )
      }
      toSentence={(market) => (market.clock ? joinSentence(writeClockSentence(market.clock, measure, period)) : '')}
      tools={
        <>
          <Segments label="Measure" value={measure} choices={measures} onChange={(next) => change({ measure: next })} />
          <Segments label="Periods" value={period} choices={periods} onChange={(next) => change({ period: next })} />
        </>
      }
      toTable={(market) => buildClockTable(market, url)}
      minHeight="17rem"
    >
      {(market) => market.clock && <ClockFigures market={market} clock={market.clock} />}
    </MarketBlock>
  );
}

/** The title of the clock by what it measures. */
const clockTitles = {
  deals: (kind: string) => `Deals by ${kind}`,
  amount: (kind: string) => `Amount raised by ${kind}`,
  median: (kind: string) => `Median round by ${kind}`,
} as const;

type ClockFiguresProps = { readonly market: Market; readonly clock: Clock };

function ClockFigures({ market, clock }: ClockFiguresProps) {
  const { url, selection, selecting, select } = useMarket();
  const { measure, period: kind } = url;
  const drawing = useRef<SVGSVGElement>(null);
  // The whole question, next to what is selected in another block.
  const isPart = selecting !== undefined && selecting !== 'clock';
  const { data: whole } = useQuery({ ...blockQuery('clock', url, true), enabled: isPart });
  const isCompared = url.compared === true && url.known !== undefined;
  const { known: _known, ...today } = url;
  const { data: now } = useQuery({ ...blockQuery('clock', today), enabled: isCompared });
  const stages = sumStages(clock);
  const bars = useMemo(
    () =>
      buildClockBars(clock, {
        measure,
        kind,
        whole: isPart && measure !== 'median' ? whole?.clock : undefined,
        today: isCompared ? now?.clock : undefined,
      }),
    [clock, measure, kind, isPart, whole, isCompared, now],
  );
  const marked = selection.flatMap((mark) => (mark.kind === 'stage' ? mark.stage : []));
  // A median has no stages, nor has a period whose stages were not counted.
  const isUndivided = clock.periods.some(({ stages: own, value }) => own.length === 0 && value !== null && value > 0);
  const series = [
    ...stages.map(([stage]) => ({
      key: stage,
      label: formatStage(stage),
      stage: toStage(stage),
      color: getMarketColor(stage),
      isDimmed: marked.length > 0 && !marked.includes(stage),
    })),
    ...(isUndivided || stages.length === 0
      ? [
          {
            key: undivided,
            label: measures.find(([key]) => key === measure)?.[1] ?? '',
            stage: 0 as const,
            color: 'var(--color-bar)',
            isDimmed: false,
          },
        ]
      : []),
  ];
  const days = selection.find((mark) => mark.kind === 'days');
  const span = days && { from: days.start, to: findPeriodDays(days.end, kind)[0] };
  const pickDays = (range: BarRange | undefined) =>
    select(range ? [{ kind: 'days', start: range.from, end: findPeriodDays(range.to, kind)[1] }] : []);
  return (
    <>
      <ClockLegend {...{ stages, marked, isPart, isCompared }} isCounted={isCounted(clock)} />
      <div className="grid grow grid-cols-[minmax(0,1fr)_16.75rem] @max-[60rem]:grid-cols-[minmax(0,1fr)_13.75rem] @max-[44rem]:grid-cols-1">
        <div className="h-(--clock-height,15rem) min-w-0 pr-4.5 pl-3.5 @max-[36rem]:pr-3 @max-[36rem]:pl-2">
          <LazyPart>
            <ClockDrawing
              title={clockTitles[measure](kind)}
              {...{ bars, series, measure, kind, drawing }}
              latest={clock.latest?.start}
              pick={{ span, onPick: pickDays }}
            />
          </LazyPart>
        </div>
        <SameAge clock={clock} />
      </div>
      <p className="sr-only">{describeScope(market)}</p>
    </>
  );
}

/** Counts of a service do not say when deals were added. */
const isCounted = ({ estimate }: Clock): boolean => estimate.state === 'none' && estimate.reason === 'counted';

const describeScope = ({ total, within }: Market): string =>
  within === total ? '' : `${formatGrouped(within)} of ${formatGrouped(total)} deals are selected.`;

type ClockLegendProps = {
  readonly stages: readonly (readonly [stage: MarketStage, value: number])[];
  readonly marked: readonly MarketStage[];
  readonly isPart: boolean;
  readonly isCompared: boolean;
  readonly isCounted: boolean;
};

/** The stages with their figures, each of which selects its deals, and what the other signs mean. */
function ClockLegend({ stages, marked, isPart, isCompared, isCounted: hasNoAges }: ClockLegendProps) {
  const { url, select } = useMarket();
  const toggle = (stage: MarketStage) => {
    const next = marked.includes(stage) ? marked.filter((one) => one !== stage) : [...marked, stage];
    select(next.map((one) => ({ kind: 'stage', stage: one })));
  };
  return (
    <ul aria-label="Stages" className="flex flex-wrap gap-0.5 px-2.25 pb-0.5 text-12 tabular-nums">
      {stages.map(([stage, value]) => (
        <li key={stage}>
          <button
            type="button"
            aria-pressed={marked.includes(stage)}
            className={`inline-flex min-h-6 items-center gap-1.5 rounded-[5px] px-1.25 whitespace-nowrap hover:bg-sunken aria-pressed:bg-accent-soft ${marked.length > 0 && !marked.includes(stage) ? 'text-ink-3' : 'text-ink-2'}`}
            onClick={() => toggle(stage)}
          >
            <i
              aria-hidden
              className="size-2.25 rounded-xs forced-color-adjust-none"
              style={{ background: getMarketColor(stage) }}
            />
            {formatStage(stage)} <b className="font-medium text-ink">{formatValue(value, url.measure)}</b>
          </button>
        </li>
      ))}
      {!hasNoAges && <LegendSign sign="late">Expected late, 80% range</LegendSign>}
      {(!hasNoAges || isCompared) && (
        <LegendSign sign="ghost">{isCompared ? 'As known today' : 'Year before, same age'}</LegendSign>
      )}
      {isPart && url.measure !== 'median' && <LegendSign sign="whole">Whole question, scaled</LegendSign>}
    </ul>
  );
}

const signs = {
  late: (
    <>
      <rect x={0.5} y={1.5} width={11} height={9} fill="none" stroke="var(--color-edge)" />
      <path d="M1 6L6 1M1 10L10 1M6 11L12 5" stroke="var(--color-edge)" fill="none" />
      <path d="M15 1h7M18.5 1v11M15 12h7" stroke="var(--color-ink)" strokeWidth={1.5} fill="none" />
    </>
  ),
  ghost: <path d="M8 12V1H15V12" stroke="var(--color-edge)" fill="none" />,
  whole: <path d="M2 6H20" stroke="var(--color-ink)" strokeWidth={1.5} strokeDasharray="3 3" fill="none" />,
};

type LegendSignProps = { readonly sign: keyof typeof signs; readonly children: string };

const LegendSign = ({ sign, children }: LegendSignProps) => (
  <li className="inline-flex min-h-6 items-center gap-1.5 px-1.25 whitespace-nowrap text-ink-3">
    <svg aria-hidden width={22} height={13} viewBox="0 0 22 13">
      {signs[sign]}
    </svg>
    {children}
  </li>
);

/** Reports by days since the end of a period, at the right of the bars. */
function SameAge({ clock }: { readonly clock: Clock }) {
  const { url } = useMarket();
  const { latest, ages } = clock;
  const name = (start: string) => formatPeriodShort(start, url.period);
  return (
    <figure className="min-w-0 border-l border-line pr-3.5 pl-4 @max-[44rem]:hidden">
      <figcaption className="pt-0.5 text-12 leading-4">
        <b className="block font-semibold">At the same age</b>
        <span className="text-ink-3">By days since the {url.period} ended</span>
      </figcaption>
      {isCounted(clock) ? (
        <p className="mt-2 text-12 text-ink-3">Counts do not say when deals were added. Load the deals to see this.</p>
      ) : latest ? (
        <>
          <div aria-hidden className="mt-2 h-[calc(var(--clock-height,15rem)-4.5rem)]">
            <LazyPart>
              <SameAgeDrawing clock={clock} measure={url.measure} kind={url.period} />
            </LazyPart>
          </div>
          <ul aria-label="Lines" className="flex flex-wrap gap-x-2.75 text-11 text-ink-2">
            <LineKey className="h-0.75 bg-accent">{name(latest.start)}</LineKey>
            {latest.previous && <LineKey className="h-0.75 bg-ink-3">{name(latest.previous.start)}</LineKey>}
            {ages.earlier_periods > 0 && (
              <LineKey className="h-2.25 bg-mute">{`${ages.earlier_periods} earlier ${url.period}s`}</LineKey>
            )}
          </ul>
        </>
      ) : (
        <p className="mt-2 text-12 text-ink-3">No full {url.period} yet.</p>
      )}
    </figure>
  );
}

const LineKey = ({ className, children }: { readonly className: string; readonly children: string }) => (
  <li className="inline-flex items-center gap-1.5 whitespace-nowrap">
    <i aria-hidden className={`w-3.5 rounded-xs forced-color-adjust-none ${className}`} />
    {children}
  </li>
);
