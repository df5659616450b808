import { useState } from 'react';
import { addDays, countDays } from '../../records/alerts/items.ts';
import { formatShortDay } from '../../platform/format.ts';
import type { PeriodKind } from '../searches/kit/charts/periods.ts';
import { type Clock, type ClockMeasure, formatValue } from './clock-sentence.ts';
import { findPeriodDays, formatPeriodShort } from './period-names.ts';

type GrowthCurveProps = {
  /** The clock as known today. */
  readonly clock: Clock;
  readonly measure: ClockMeasure;
  readonly kind: PeriodKind;
  /** The day that is shown. */
  readonly day: string;
  readonly onDay: (day: string) => void;
};

/** How the latest full period grew by day, with a handle on the day that the screen is as known on. */
export function GrowthCurve({ clock, measure, kind, day, onDay }: GrowthCurveProps) {
  const { growth = [], latest } = clock;
  const [dragged, setDragged] = useState<string>();
  const last = growth.length - 1;
  if (!latest || last < 1) return null;
  const { start } = latest;
  const most = Math.max(1, growth[last] ?? 0);
  const shown = dragged ?? day;
  const at = Math.min(last, Math.max(0, countDays({ from: start, to: shown }) - 1));
  const endAt = countDays({ from: start, to: findPeriodDays(start, kind)[1] }) - 1;
  const value = formatValue(growth[at] ?? 0, measure);
  const place = (index: number) => (100 * index) / last;
  const points = growth.map((sum, index) => `${place(index).toFixed(2)} ${(100 - (84 * sum) / most).toFixed(2)}`);
  const name = formatPeriodShort(start, kind);
  const release = () => {
    if (dragged !== undefined) onDay(dragged);
    setDragged(undefined);
  };
  return (
    <div className="grid gap-1 text-11 text-ink-3 tabular-nums">
      <div className="relative h-24 border-b border-edge">
        <svg aria-hidden viewBox="0 0 100 100" preserveAspectRatio="none" className="absolute inset-0 size-full">
          <path d={`M0 100L${points.join('L')}L100 100Z`} fill="var(--color-accent)" fillOpacity={0.14} />
          <path
            d={`M${points.join('L')}`}
            fill="none"
            stroke="var(--color-accent)"
            strokeWidth={2}
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        {endAt < last && (
          <span
            aria-hidden
            className="absolute inset-y-0 border-l border-dashed border-edge"
            style={{ left: `${place(endAt)}%` }}
          />
        )}
        <span
          aria-hidden
          className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-accent"
          style={{ left: `${place(at)}%` }}
        >
          <b
            className={`absolute top-0 font-semibold whitespace-nowrap text-accent-ink ${place(at) > 50 ? 'right-1.5' : 'left-1.5'}`}
          >
            {value}
          </b>
        </span>
        <input
          type="range"
          aria-label={`Day, as ${name} grew`}
          aria-valuetext={`${formatShortDay(shown)}, ${value} of ${name} reported`}
          min={0}
          max={last}
          value={at}
          className="absolute inset-x-[-8px] bottom-[-9px] h-4.5 accent-accent"
          onChange={({ target }) => setDragged(addDays(start, target.valueAsNumber))}
          onPointerUp={release}
          onKeyUp={release}
          onBlur={release}
        />
      </div>
      <p aria-hidden className="relative mt-1.5 flex justify-between">
        <span>{formatShortDay(start)}</span>
        {endAt < last && place(endAt) > 25 && place(endAt) < 75 && (
          <span className="absolute -translate-x-1/2" style={{ left: `${place(endAt)}%` }}>
            {formatValue(growth[endAt] ?? 0, measure)} at {kind} end
          </span>
        )}
        <span>{formatShortDay(addDays(start, last))}</span>
      </p>
    </div>
  );
}
