import { type ReactNode, useId } from 'react';
import { BarFigure } from '../charts/bar-figure.tsx';
import { findBarRange, type Bucket, type BarRange } from '../charts/figure-data.ts';
import { formatCount } from '../../../../platform/format.ts';
import { Segments } from '../../../../platform/ui/segments.tsx';
import { activitySpans, type ChartPlace, chartHeight } from '../query/search-query.ts';
import { divisionNames } from '../resource/resource.ts';
import { useSearchQuery } from '../search/search-context.tsx';
import { restKey, findDivision, type ResultsFigure } from './use-results-chart.ts';
import { ActivityChart } from './activity-chart.tsx';

type ResultsChartProps = {
  /** Undefined for the activity chart, which sends its own queries. */
  readonly figure: ResultsFigure | undefined;
  readonly shown: number;
  readonly loaded: number;
};

/** The chart above the table: of the loaded rows, free, or of the activity, for a price. */
export function ResultsChart({ figure, shown, loaded }: ResultsChartProps) {
  const choices = <ChartChoices />;
  return (
    <section
      aria-label="Chart"
      className={`shrink-0 scroll-y border-y border-line bg-panel px-4.5 py-2.5 ${chartHeight}`}
    >
      {figure ? (
        <>
          <LoadedFigure figure={figure} choices={choices} />
          <SelectedBars picked={figure.picked} {...{ shown, loaded }} />
        </>
      ) : (
        <ActivityChart tools={choices} />
      )}
    </section>
  );
}

type LoadedFigureProps = { readonly figure: ResultsFigure; readonly choices: ReactNode };

function LoadedFigure({ figure, choices }: LoadedFigureProps) {
  const { place, changePlace } = useSearchQuery();
  const { title, basis, head, buckets, series, unit, unknownName, layout } = figure;
  const span =
    place.pick_from === undefined ? undefined : { from: place.pick_from, to: place.pick_to ?? place.pick_from };
  const onPick = (next: BarRange | undefined) => {
    const range = next && excludeRest(buckets, next);
    changePlace({ pick_from: range?.from, pick_to: range?.to }, 'replace');
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

type SelectedBarsProps = Pick<ResultsChartProps, 'shown' | 'loaded'> & {
  readonly picked: string | undefined;
};

/** Says which rows the selected bars leave in the table, with a reset. Always rendered, so that nothing shifts. */
function SelectedBars({ picked, shown, loaded }: SelectedBarsProps) {
  const { resource, changePlace } = useSearchQuery();
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
            onClick={() => changePlace(none, 'replace')}
          >
            Show all
          </button>
        </>
      )}
    </p>
  );
}

const box = 'h-7 rounded-[7px] border border-edge bg-panel px-1.5 text-12 text-ink';
const none = { pick_from: undefined, pick_to: undefined } as const;

/** What the chart divides by and what its bars measure; changing it is free. */
function ChartChoices() {
  const { resource, place, changePlace } = useSearchQuery();
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
        onChange={({ target }) => changePlace({ ...none, chart: target.value as ChartPlace['chart'] }, 'replace')}
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
      {isActivity && <SpanChoice />}
      {!isActivity && resource.chart.amount && (
        <Segments
          label="Bars show"
          value={place.unit ?? 'count'}
          choices={units}
          onChange={(unit) => changePlace({ unit: unit === 'usd' ? unit : undefined }, 'replace')}
        />
      )}
    </>
  );
}

function SpanChoice() {
  const { place, changePlace } = useSearchQuery();
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
        onChange={({ target }) => changePlace({ span: target.value as ChartPlace['span'] }, 'replace')}
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

const units = [
  ['count', 'Count'],
  ['usd', 'Amount'],
] as const;
