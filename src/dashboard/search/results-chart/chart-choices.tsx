import { useId } from 'react';
import { activitySpans, type ChartPlace, type ChartState } from '../query/chart-place.ts';
import { divisionNames } from '../resource/resource-chart.ts';
import type { AnyResource } from '../resource/resource.ts';
import { toDivision } from './use-results-chart.ts';

type ChartChoicesProps = { readonly resource: AnyResource; readonly chart: ChartState };

const box = 'h-7 rounded-[7px] border border-edge bg-panel px-1.5 text-[12px] text-ink';
const none = { pick_from: undefined, pick_to: undefined } as const;

/** What the chart divides by, and what its bars measure; all of it free. */
export function ChartChoices({ resource, chart: { place, onChange } }: ChartChoicesProps) {
  const id = useId();
  const isActivity = place.chart === 'activity';
  return (
    <>
      <label htmlFor={id} className="sr-only">
        Chart by
      </label>
      <select
        id={id}
        value={isActivity ? 'activity' : toDivision(resource, place)?.by}
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
          className="min-h-6 rounded-[5px] border border-transparent px-2 text-[12px] text-ink-2 hover:text-ink aria-pressed:border-line aria-pressed:bg-panel aria-pressed:font-[550] aria-pressed:text-ink"
          onClick={() => onChoose(one)}
        >
          {one === 'usd' ? 'Amount' : 'Count'}
        </button>
      ))}
    </fieldset>
  );
}
