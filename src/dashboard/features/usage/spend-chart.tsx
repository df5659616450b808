import type { DaySums, LoggedCall } from '#contract/calls.ts';
import { use, useState } from 'react';
import { useNow } from '../../platform/ui/use-browser.ts';
import { formatShortDay, formatUtcDay } from '../../platform/format.ts';
import { useSingleKey } from '../../platform/ui/single-key.ts';
import { IsBuilt } from '../../platform/ui/is-built.ts';
import { Button } from '../../platform/ui/button.tsx';
import { formatCreditFigure, formatCredits } from '../../purchase/price.ts';

/** The number of days in the chart; the last one is today. */
const daysShown = 30;

type SpendDay = { readonly day: string; readonly tenths: number; readonly calls: number };

/** What was billed on each of the last days, calls and sums of older calls together. */
function sumByDay(calls: readonly LoggedCall[], sums: DaySums, now: number): SpendDay[] {
  const days = new Map<string, { tenths: number; calls: number }>();
  const add = (day: string, tenths: number, count: number) => {
    const before = days.get(day) ?? { tenths: 0, calls: 0 };
    days.set(day, { tenths: before.tenths + tenths, calls: before.calls + count });
  };
  for (const call of calls) add(formatUtcDay(call.at), call.otherKey === true ? 0 : call.billedTenths, call.calls);
  for (const [day, totals] of Object.entries(sums)) add(day, totals.billedTenths, totals.calls);
  return Array.from({ length: daysShown }, (_, at) => {
    const day = formatUtcDay(now - (daysShown - 1 - at) * 86_400_000);
    return { day, ...(days.get(day) ?? { tenths: 0, calls: 0 }) };
  });
}

type SpendChartProps = {
  readonly calls: readonly LoggedCall[];
  readonly days: DaySums;
  /** The day that the list below shows alone. */
  readonly chosen: string | undefined;
  readonly onChoose: (day: string | undefined) => void;
};

/** Credits by day; a day is a button that shows its calls alone. */
export function SpendChart({ calls, days: sums, chosen, onChoose }: SpendChartProps) {
  const [isTable, setTable] = useState(false);
  const isBuilt = use(IsBuilt);
  useSingleKey('v', () => setTable(!isTable));
  const days = sumByDay(calls, sums, useNow());
  const max = Math.max(10, ...days.map(({ tenths }) => tenths));
  return (
    <section
      data-first-visit
      aria-label="Credits by day"
      className="shrink-0 border-b border-line px-4 pb-2 tablet:px-6 short:hidden"
    >
      <div className="flex min-h-7 items-center gap-2">
        <h2 className="font-semibold">Credits by day</h2>
        <span className="text-ink-3">Last {daysShown} days, UTC</span>
        <Button
          variant="ghost"
          aria-pressed={isTable}
          aria-keyshortcuts="V"
          className="ml-auto h-6.5"
          onClick={() => setTable(!isTable)}
        >
          {isTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </div>
      {isTable ? (
        <DaysTable days={days.filter(({ calls: count }) => count > 0)} />
      ) : (
        <>
          <div className="relative mt-1 flex h-26 items-end gap-1 border-y border-t-line border-b-edge max-tablet:gap-px">
            <span className="absolute top-0 left-0 -translate-y-1/2 bg-ground pr-1 text-11 text-ink-3 tabular-nums">
              {formatCreditFigure(max)}
            </span>
            {days.map((one) => (
              <DayBar
                key={one.day}
                day={one}
                max={max}
                isChosen={one.day === chosen}
                isFaded={chosen !== undefined && one.day !== chosen}
                onPress={() => onChoose(one.day === chosen ? undefined : one.day)}
              />
            ))}
          </div>
          <div aria-hidden className="flex justify-between pt-1 text-11 leading-4 text-ink-3 tabular-nums">
            <span>{!isBuilt && formatShortDay(days[0]?.day ?? '').slice(0, -5)}</span>
            <span>Today</span>
          </div>
        </>
      )}
    </section>
  );
}

type DayBarProps = {
  readonly day: SpendDay;
  /** The figure at the top of the axis, in tenths. */
  readonly max: number;
  readonly isChosen: boolean;
  readonly isFaded: boolean;
  readonly onPress: () => void;
};

/** A day with free calls alone is a stub; one without calls is empty, and no button. */
function DayBar({ day: { day, tenths, calls }, max, isChosen, isFaded, onPress }: DayBarProps) {
  if (calls === 0) return <span aria-hidden className="h-full grow basis-0" />;
  const label = `${formatShortDay(day)}, ${tenths === 0 ? 'free calls' : formatCredits(tenths)}`;
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      aria-pressed={isChosen}
      className={`flex h-full grow basis-0 items-end ${isFaded ? 'opacity-40' : ''}`}
      onClick={onPress}
    >
      <i
        aria-hidden
        className={`w-full rounded-t-xs ${tenths === 0 ? 'bg-line-2' : 'stage-3'} forced-colors:bg-[CanvasText]`}
        style={{ height: `max(2px, ${(tenths / max) * 100}%)` }}
      />
    </button>
  );
}

function DaysTable({ days }: { readonly days: readonly SpendDay[] }) {
  return (
    <div className="max-h-31 scroll-y">
      <table className="w-full max-w-md tabular-nums">
        <thead>
          <tr className="text-left text-12 text-ink-3">
            <th className="font-medium">Day</th>
            <th className="text-right font-medium">Calls</th>
            <th className="text-right font-medium">Credits</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ day, tenths, calls }) => (
            <tr key={day}>
              <td>{formatShortDay(day)}</td>
              <td className="text-right">{calls.toLocaleString('en-US')}</td>
              <td className="text-right">{formatCreditFigure(tenths)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
