import type { Route } from '#contract/routes.ts';
import { formatCount, formatShortDay, formatUtcDay } from '../../platform/format.ts';
import { describeRounds, listRoundDays, nameRoute } from './route-text.ts';

type RouteTimingProps = {
  readonly routes: readonly Route[];
  /** The place of the open route. */
  readonly open: number;
};

/** When the rounds of each route happened, on one axis. */
export function RouteTiming({ routes, open }: RouteTimingProps) {
  const days = routes.map(listRoundDays);
  const all = days.flat().toSorted();
  const [first] = all;
  if (first === undefined) return null;
  const today = formatUtcDay();
  const firstYear = Number(first.slice(0, 4));
  const [start, end] = [`${firstYear}-01-01`, (all.at(-1) ?? today) > today ? (all.at(-1) ?? today) : today].map(
    Date.parse,
  ) as [number, number];
  const place = (day: string) => 1 + (98 * (Date.parse(day) - start)) / (end - start || 1);
  const lastYear = Number(new Date(end).toISOString().slice(0, 4));
  const step = Math.ceil((lastYear - firstYear + 1) / mostYears);
  const years = Array.from({ length: lastYear - firstYear + 1 }, (_, at) => firstYear + at).filter(
    (_, at) => at % step === 0,
  );
  return (
    <section aria-label="Timing" className="m-4 grid gap-1 rounded-[10px] border border-line-2 p-3.5 tablet:mx-6">
      <h2 className="text-13 font-semibold">
        Timing <span className="font-normal text-ink-3">rounds of each route</span>
      </h2>
      <table className="w-full text-12 tabular-nums">
        <caption className="sr-only">When the rounds of each route happened</caption>
        <tbody>
          {routes.map((route, at) => (
            <tr key={route.stops.map(({ id }) => id).join(' ')} className="border-b border-line">
              <th
                scope="row"
                className={`w-52 max-w-52 truncate py-1 pr-3 text-left max-tablet:w-28 max-tablet:max-w-28 ${at === open ? 'font-semibold' : 'font-normal'}`}
              >
                {nameRoute(route)}
              </th>
              <td title={describeRounds(route)}>
                <span className="sr-only">{describeDays(days[at] ?? [])}</span>
                <svg
                  aria-hidden
                  viewBox="0 0 100 24"
                  preserveAspectRatio="none"
                  className="block h-6 w-full overflow-visible"
                >
                  {(days[at] ?? []).map((day) => (
                    <path
                      key={day}
                      d={`M${place(day)} 12h0`}
                      strokeWidth="9"
                      strokeLinecap="round"
                      vectorEffect="non-scaling-stroke"
                      className={findTone(day, today)}
                    />
                  ))}
                </svg>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot aria-hidden>
          <tr className="text-11 text-ink-3">
            <td>Year</td>
            <td className="relative h-5">
              {years.map((year) => (
                <span
                  key={year}
                  className="absolute top-0.5 -translate-x-1/2 first:translate-x-0"
                  style={{ left: `${place(`${year}-01-01`)}%` }}
                >
                  {year}
                </span>
              ))}
            </td>
          </tr>
        </tfoot>
      </table>
      <p className="text-11 leading-4 text-ink-3">
        {formatCount(new Set(all).size, 'day')} with rounds that link us; jobs have no date. The darker, the more
        recent.
      </p>
    </section>
  );
}

const mostYears = 8;

const describeDays = (days: readonly string[]): string =>
  days.length === 0 ? 'no dated round' : days.map(formatShortDay).join(', ');

function findTone(day: string, today: string): string {
  const age = (Date.parse(today) - Date.parse(day)) / 86_400_000;
  return age <= 365 ? 'stroke-accent' : age <= 3 * 365 ? 'stroke-accent/60' : 'stroke-ink-3/60';
}
