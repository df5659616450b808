import { FigureList, type ShownFigure } from '../../platform/ui/figure-list.tsx';
import { type AlertItem, formatDayRange, listNativeFinancings } from '../../records/alerts/items.ts';
import { formatCount, formatGrouped, formatMoney } from '../../platform/format.ts';
import { findStage, formatNativeAmounts, stageNames } from '../../platform/rounds.ts';
import { daysBefore } from '../searches/kit/resource/template.ts';
import { HomeCard } from './card.tsx';
import { sumAmounts } from '../searches/kit/results/sum-amounts.ts';

/** The number of weeks in the chart; the last one ends today. */
export const weeksShown = 13;

type WeekProps = {
  /** The deals of the last seven days. */
  readonly items: readonly AlertItem[];
  /** Those of all weeks shown; undefined while they load. */
  readonly history: readonly AlertItem[] | undefined;
  readonly today: string;
};

/** The week in figures, and the weeks before it. */
export function WeekFigures({ items, history, today }: WeekProps) {
  const { total, median } = sumAmounts(items.map(({ usd }) => usd));
  const native = formatNativeAmounts(listNativeFinancings(items));
  const weeks = history && divideWeeks(history, today);
  const before = weeks?.at(-2)?.items.length;
  const figures: readonly ShownFigure[] = [
    {
      label: 'Deals matched',
      value: formatGrouped(items.length),
      note: before === undefined ? undefined : describeChange(items.length - before),
    },
    total === null
      ? { label: 'Raised', value: native || 'No dollar amount' }
      : {
          label: 'Raised',
          value: formatMoney(total),
          note: native ? `and ${native}` : undefined,
        },
    ...(median === null ? [] : [{ label: 'Median round', value: formatMoney(median) }]),
  ];
  return (
    <section
      aria-label="Last seven days"
      className="@container flex items-center gap-5 rounded-lg border border-line-2 px-4.5 py-3.5 wide:min-h-23.5"
    >
      <div className="max-tablet:grow @min-[36rem]:shrink-0">
        <FigureList figures={figures} />
      </div>
      {weeks && <WeeksChart weeks={weeks} />}
    </section>
  );
}

const describeChange = (more: number): string =>
  more === 0
    ? 'as many as the week before'
    : `${formatGrouped(Math.abs(more))} ${more > 0 ? 'more' : 'fewer'} than the week before`;

type Week = { readonly from: string; readonly to: string; readonly items: readonly AlertItem[] };

/** The deals by weeks of seven UTC days, the last of which ends today. */
function divideWeeks(items: readonly AlertItem[], today: string): Week[] {
  const end = new Date(`${today}T00:00:00Z`);
  return Array.from({ length: weeksShown }, (_, at) => {
    const back = (weeksShown - 1 - at) * 7;
    const [from, to] = [daysBefore(end, back + 6), daysBefore(end, back)];
    return { from, to, items: items.filter(({ day }) => day !== null && day >= from && day <= to) };
  });
}

/** Deals by week and stage; a screen reader gets the table. */
function WeeksChart({ weeks }: { readonly weeks: readonly Week[] }) {
  const max = Math.max(1, ...weeks.map(({ items }) => items.length));
  const [first, last] = [weeks[0], weeks.at(-1)];
  return (
    <figure className="ml-auto w-full max-w-47.5 min-w-0 @max-[36rem]:hidden">
      <div aria-hidden className="flex h-11 items-end gap-[3px] border-b border-edge">
        {weeks.map((week) => (
          <div
            key={week.from}
            title={`${formatDayRange(week)}: ${formatCount(week.items.length, 'deal')}`}
            className={`flex grow flex-col-reverse gap-px ${week === last ? '' : 'opacity-40'}`}
            style={{ height: `${(week.items.length / max) * 100}%` }}
          >
            {countStagesOf(week.items).map(([stage, count]) => (
              <i key={stage} className={`stage-${stage} forced-colors:bg-[CanvasText]`} style={{ flexGrow: count }} />
            ))}
          </div>
        ))}
      </div>
      <div aria-hidden className="flex justify-between pt-1 text-11 leading-4 text-ink-3">
        <span>{formatWeekStart(first?.from)}</span>
        <span>{formatWeekStart(last?.from)}</span>
      </div>
      <table className="sr-only">
        <caption>Matched deals by week</caption>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.from}>
              <th scope="row">{formatDayRange(week)}</th>
              <td>{formatCount(week.items.length, 'deal')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

const formatWeekStart = (day = ''): string => formatDayRange({ from: day, to: day }).replace(/ \d{4}$/, '');

function countStagesOf(items: readonly AlertItem[]): [stage: number, count: number][] {
  const counts = new Map<number, number>();
  for (const { round } of items) counts.set(findStage(round), (counts.get(findStage(round)) ?? 0) + 1);
  return [...counts].toSorted(([one], [other]) => (one || 9) - (other || 9));
}

/** The week by stage and by location. */
export function WeekDivisions({ items }: { readonly items: readonly AlertItem[] }) {
  const stages = countStagesOf(items).map(([stage, count]): Bar => [stageNames[stage] ?? '', count, stage]);
  return (
    <div className="grid gap-4 tablet:grid-cols-2">
      <BarsCard title="Stage" bars={stages} />
      <BarsCard title="Location" bars={countCountriesOf(items)} />
    </div>
  );
}

type Bar = readonly [name: string, count: number, stage?: number];

const countriesShown = 5;

function countCountriesOf(items: readonly AlertItem[]): Bar[] {
  const counts = new Map<string, number>();
  for (const { deal } of items) {
    const country = deal.location?.country ?? 'Not known';
    counts.set(country, (counts.get(country) ?? 0) + 1);
  }
  const sorted = [...counts].toSorted(([, one], [, other]) => other - one);
  const rest = sorted.slice(countriesShown - 1).reduce((sum, [, count]) => sum + count, 0);
  return sorted.length <= countriesShown ? sorted : [...sorted.slice(0, countriesShown - 1), ['Other', rest]];
}

function BarsCard({ title, bars }: { readonly title: string; readonly bars: readonly Bar[] }) {
  const max = Math.max(1, ...bars.map(([, count]) => count));
  return (
    <HomeCard title={title}>
      <table className="mb-2.5 grid px-3.5">
        <caption className="sr-only">Deals of the last seven days by {title.toLowerCase()}</caption>
        <tbody className="grid">
          {bars.map(([name, count, stage]) => (
            <tr key={name} className="grid h-6.5 grid-cols-[7rem_minmax(0,1fr)_1.75rem] items-center gap-2.5">
              <th scope="row" className="truncate text-left font-normal">
                {name}
              </th>
              <td aria-hidden>
                <i
                  className={`block h-2 rounded-xs ${stage === undefined ? 'stage-3' : `stage-${stage}`} forced-colors:bg-[CanvasText]`}
                  style={{ width: `${(count / max) * 100}%` }}
                />
              </td>
              <td className="text-right font-medium tabular-nums">{formatGrouped(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </HomeCard>
  );
}
