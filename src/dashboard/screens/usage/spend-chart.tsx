import type { PurchaseDay } from '#contract/workspace/purchases.ts';
import { formatGrouped, formatShortDay, formatUtcDay } from '../../platform/format.ts';
import { type PlainColumn, PlainTable } from '../../platform/ui/plain-table.tsx';
import { useNow } from '../../platform/ui/use-browser.ts';
import { formatCreditFigure } from '../../spending/price.ts';
import { BarFigure } from '../searches/kit/charts/bar-figure.tsx';

/** The number of days in the chart; the last one is today. */
const daysShown = 30;

type SpendDay = { readonly day: string; readonly tenths: number; readonly calls: number };

/** What was billed on each of the last days. */
function listLastDays(sums: readonly PurchaseDay[], now: number): SpendDay[] {
  const byDate = new Map(sums.map((sum) => [sum.date, sum]));
  return Array.from({ length: daysShown }, (_, at) => {
    const day = formatUtcDay(now - (daysShown - 1 - at) * 86_400_000);
    const { billed_tenths: tenths = 0, purchases: calls = 0 } = byDate.get(day) ?? {};
    return { day, tenths, calls };
  });
}

type SpendChartProps = {
  readonly days: readonly PurchaseDay[];
  /** The day that the list below shows alone. */
  readonly chosen: string | undefined;
  readonly onChoose: (day: string | undefined) => void;
};

/** Credits by day; a selected day shows its calls alone. A day without calls cannot be selected. */
export function SpendChart({ days: sums, chosen, onChoose }: SpendChartProps) {
  const days = listLastDays(sums, useNow());
  const withCalls = days.filter(({ calls }) => calls > 0);
  return (
    <section aria-label="Credits by day" className="shrink-0 border-b border-line px-4 pb-1 tablet:px-6 short:hidden">
      <BarFigure
        title="Credits by day"
        basis={`Last ${daysShown} days, UTC`}
        head="Day"
        unit="count"
        height={128}
        series={[{ key: 'credits', label: 'Credits', stage: 3 }]}
        buckets={days.map(({ day, tenths, calls }, at) => ({
          key: day,
          label: formatShortDay(day),
          // One a week, clear of both ends, where its text has room.
          tick: at % 7 === 3 ? formatShortDay(day).slice(0, -5) : undefined,
          values: calls > 0 ? { credits: tenths / 10 } : {},
        }))}
        table={
          <PlainTable
            caption="Credits by day"
            columns={columns}
            rows={withCalls.toReversed()}
            toKey={({ day }) => day}
          />
        }
        pick={{
          span: chosen === undefined ? undefined : { from: chosen, to: chosen },
          onPick: (span) => onChoose(withCalls.find(({ day }) => day === span?.from)?.day),
          isSingle: true,
        }}
      />
    </section>
  );
}

const columns: readonly PlainColumn<SpendDay>[] = [
  { name: 'Day', cell: ({ day }) => formatShortDay(day) },
  { name: 'Calls', className: 'text-right tabular-nums', cell: ({ calls }) => formatGrouped(calls) },
  { name: 'Credits', className: 'text-right tabular-nums', cell: ({ tenths }) => formatCreditFigure(tenths) },
];
