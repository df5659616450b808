import { type ReactNode, useId } from 'react';
import { BarFigure } from '../charts/bar-figure.tsx';
import { findBarRange, type Bucket, type BarRange } from '../charts/figure-data.ts';
import { formatCount } from '../../platform/format.ts';
import { lazyPart } from '../../platform/ui/lazy-part.tsx';
import {
  activitySpans,
  type ChartPlace,
  chartHeight,
  type ChartState,
  type SearchQuery,
} from '../query/search-query.ts';
import { divisionNames, type AnyResource } from '../resource/resource.ts';
import { restKey, findDivision, type ResultsFigure } from './use-results-chart.ts';

const ActivityChart = lazyPart(() => import('./activity-chart.tsx').then((module) => module.ActivityChart));

type ResultsChartProps = {
  readonly resource: AnyResource;
  readonly query: SearchQuery;
  /** Undefined for the activity chart, which sends its own queries. */
  readonly figure: ResultsFigure | undefined;
  readonly chart: ChartState;
  readonly shown: number;
  readonly loaded: number;
};

/** The chart above the table: of the loaded rows, free, or of the activity, for a price. */
export function ResultsChart({ resource, query, figure, chart, shown, loaded }: ResultsChartProps) {
  const choices = <ChartChoices resource={resource} chart={chart} />;
  return (
    <section
      aria-label="Chart"
      className={`shrink-0 scroll-y border-y border-line bg-panel px-4.5 py-2.5 ${chartHeight}`}
    >
      {figure ? (
        <>
          <LoadedFigure figure={figure} chart={chart} choices={choices} />
          <SelectedBars picked={figure.picked} {...{ resource, chart, shown, loaded }} />
        </>
      ) : (
        <ActivityChart search={{ resource, query }} span={chart.place.span ?? '12-months'} tools={choices} />
      )}
    </section>
  );
}

type LoadedFigureProps = Pick<ResultsChartProps, 'chart'> & {
  readonly figure: ResultsFigure;
  readonly choices: ReactNode;
};

function LoadedFigure({ figure, chart: { place, onChange }, choices }: LoadedFigureProps) {
  const { title, basis, head, buckets, series, unit, unknownName, layout } = figure;
  const span =
    place.pick_from === undefined ? undefined : { from: place.pick_from, to: place.pick_to ?? place.pick_from };
  const onPick = (next: BarRange | undefined) => {
    const range = next && excludeRest(buckets, next);
    onChange({ pick_from: range?.from, pick_to: range?.to }, 'replace');
  };
  return (
    <BarFigure
      {...{ title, basis, head, buckets, series, unit, unknownName, layout }}
      pick={{ span, onPick }}
      tools={choices}
    />
  );
}

/** A range without the bar of rows that are not loaded. */
function excludeRest(buckets: readonly Bucket[], span: BarRange): BarRange | undefined {
  const [from, to] = findBarRange(buckets, span) ?? [0, -1];
  const loadedBars = buckets.slice(from, to + 1).filter(({ key }) => key !== restKey);
  const [first, last] = [loadedBars[0], loadedBars.at(-1)];
  return first && last && { from: first.key, to: last.key };
}

type SelectedBarsProps = Pick<ResultsChartProps, 'resource' | 'chart' | 'shown' | 'loaded'> & {
  readonly picked: string | undefined;
};

/** Says which rows the selected bars leave in the table, with a reset. Always rendered, so that nothing shifts. */
function SelectedBars({ resource, chart, picked, shown, loaded }: SelectedBarsProps) {
  return (
    <p className="mt-1 flex min-h-7 flex-wrap items-center gap-x-2.5 text-11.5 text-ink-3 tabular-nums">
      {picked === undefined ? (
        'Drag over bars, or press Shift with an arrow key, to see only their rows.'
      ) : (
        <>
          <output>
            <b className="font-semibold text-ink">{picked}</b>: {shown.toLocaleString('en-US')} of{' '}
            {formatCount(loaded, `loaded ${resource.one}`, `loaded ${resource.many}`)} in the table.
          </output>
          <button
            type="button"
            className="min-h-6 rounded-[5px] border border-edge px-2 text-ink hover:bg-sunken"
            onClick={() => chart.onChange({ pick_from: undefined, pick_to: undefined }, 'replace')}
          >
            Show all
          </button>
        </>
      )}
    </p>
  );
}

type ChartChoicesProps = { readonly resource: AnyResource; readonly chart: ChartState };

const box = 'h-7 rounded-[7px] border border-edge bg-panel px-1.5 text-12 text-ink';
const none = { pick_from: undefined, pick_to: undefined } as const;

/** What the chart divides by and what its bars measure; changing it is free. */
function ChartChoices({ resource, chart: { place, onChange } }: ChartChoicesProps) {
  const id = useId();
  const isActivity = place.chart === 'activity';
  return (
    <>
      <label htmlFor={id} className="sr-only">
        Chart by
      </label>
      <select
        id={id}
        value={isActivity ? 'activity' : findDivision(resource, place)?.by}
        className={box}
        onChange={({ target }) => onChange({ ...none, chart: target.value as ChartPlace['chart'] }, 'replace')}
      >
        <optgroup label="Loaded rows">
          {resource.chart.divisions.map(({ by }) => (
            <option key={by} value={by}>
              By {divisionNames[by]}
            </option>
          ))}
        </optgroup>
        <optgroup label="Counted by the service">
          <option value="activity">Activity</option>
        </optgroup>
      </select>
      {isActivity && <SpanChoice place={place} onChange={onChange} />}
      {!isActivity && resource.chart.amount && (
        <UnitChoice unit={place.unit} onChoose={(unit) => onChange({ unit }, 'replace')} />
      )}
    </>
  );
}

function SpanChoice({ place, onChange }: ChartState) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="sr-only">
        Periods
      </label>
      <select
        id={id}
        value={place.span ?? activitySpans[0]}
        className={box}
        onChange={({ target }) => onChange({ span: target.value as ChartPlace['span'] }, 'replace')}
      >
        {activitySpans.map((span) => (
          <option key={span} value={span}>
            {span.replace('-', ' ')}
          </option>
        ))}
      </select>
    </>
  );
}

type UnitChoiceProps = { readonly unit: 'usd' | undefined; readonly onChoose: (unit: 'usd' | undefined) => void };

function UnitChoice({ unit, onChoose }: UnitChoiceProps) {
  return (
    <fieldset aria-label="Bars show" className="flex gap-0.5 rounded-[7px] bg-sunken p-0.5">
      {([undefined, 'usd'] as const).map((one) => (
        <button
          key={one ?? 'count'}
          type="button"
          aria-pressed={unit === one}
          className="min-h-6 rounded-[5px] border border-transparent px-2 text-12 text-ink-2 hover:text-ink aria-pressed:border-line aria-pressed:bg-panel aria-pressed:font-[550] aria-pressed:text-ink"
          onClick={() => onChoose(one)}
        >
          {one === 'usd' ? 'Amount' : 'Count'}
        </button>
      ))}
    </fieldset>
  );
}
