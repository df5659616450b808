import type { Position } from '#contract/market.ts';
import type { DealRecord } from '../../records/records.ts';
import { formatDayOf, formatMoney, toDay } from '../../platform/format.ts';
import { formatRoundType, toRound } from '../../platform/rounds.ts';
import { findPeriod, formatPeriodName } from '../searches/kit/charts/periods.ts';
import type { NamedPerson } from './people-list.tsx';

/** A disclosed round with its peers. */
type ComparedRound = { readonly deal: DealRecord; readonly raised: number; readonly position: Position };

/** What a brief adds to a record and its unlocked rounds. */
export type BriefFacts = {
  readonly now: number;
  readonly compared: readonly ComparedRound[];
  readonly people: readonly NamedPerson[];
};

/** Rounds of a company on one scale, each with the middle half of its peers and their median. */
export function RoundSizesFigure({ rounds }: { readonly rounds: readonly ComparedRound[] }) {
  const sizes = rounds.flatMap(({ raised, position: { percentiles } }) =>
    [raised, percentiles?.p25 ?? raised, percentiles?.p75 ?? raised].filter((usd) => usd > 0).map(Math.log10),
  );
  const [low, high] = [Math.min(...sizes), Math.max(...sizes)];
  const place = (usd: number) =>
    high > low ? 2 + (96 * (Math.log10(Math.max(usd, 10 ** low)) - low)) / (high - low) : 50;
  return (
    <table className="w-full tabular-nums">
      <caption className="sr-only">Round sizes against their peers</caption>
      <thead>
        <tr className="text-11.5 text-ink-3">
          {['Announced', 'Round', 'Small to large, logarithmic', 'Raised', 'Median of peers', 'Larger than'].map(
            (head, at) => (
              <th
                key={head}
                scope="col"
                className={`pr-3 font-medium last:pr-0 ${at > 2 ? 'text-right' : 'text-left'} ${at === 2 ? 'w-full max-tablet:hidden' : 'whitespace-nowrap'}`}
              >
                {head}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rounds.map(({ deal, raised, position: { percentiles, larger_than: share } }) => (
          <tr key={deal.id}>
            <td className="py-0.5 pr-3 whitespace-nowrap">{formatDayOf(deal.date)}</td>
            <td className="pr-3 whitespace-nowrap">{formatRoundType(toRound(deal))}</td>
            <td className="pr-3 max-tablet:hidden">
              <svg
                aria-hidden
                viewBox="0 0 100 20"
                preserveAspectRatio="none"
                className="block h-5 w-full overflow-visible"
              >
                <rect x="0" width="100" y="9.5" height="1" className="fill-line" />
                {percentiles && (
                  <>
                    <rect
                      x={place(percentiles.p25)}
                      width={place(percentiles.p75) - place(percentiles.p25)}
                      y="4"
                      height="12"
                      className="fill-mute"
                    />
                    <rect x={place(percentiles.median) - 0.2} width="0.4" y="2" height="16" className="fill-ink" />
                  </>
                )}
                <path
                  d={`M${place(raised)} 10h0`}
                  strokeWidth="9"
                  strokeLinecap="round"
                  vectorEffect="non-scaling-stroke"
                  className="stroke-accent"
                />
              </svg>
            </td>
            <td className="pr-3 text-right font-medium">{formatMoney(raised)}</td>
            <td className="pr-3 text-right">{percentiles ? formatMoney(percentiles.median) : 'few peers'}</td>
            <td className="text-right">{share === null ? '–' : `${Math.round(100 * share)}%`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type QuarterCount = { readonly name: string; readonly deals: number };
const quartersShown = 12;

/** Deals of the last 12 quarters up to a day; quarters before `knownAfter` are left out, because some are not unlocked. */
export function countQuarters(
  deals: readonly DealRecord[],
  until: string,
  knownAfter: string | undefined,
): QuarterCount[] {
  const last = findPeriod(until, 'quarter');
  const first = Math.max(
    last - quartersShown + 1,
    knownAfter === undefined ? last + 1 : knownAfter === '' ? 0 : findPeriod(knownAfter, 'quarter') + 1,
  );
  const days = deals.flatMap(({ date }) => toDay(date) ?? []);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => ({
    name: formatPeriodName(first + at, 'quarter'),
    deals: days.filter((day) => findPeriod(day, 'quarter') === first + at).length,
  }));
}

/** Deals by quarter as bars; SVG, because print leaves backgrounds out. */
export function QuartersFigure({ quarters }: { readonly quarters: readonly QuarterCount[] }) {
  const most = Math.max(1, ...quarters.map(({ deals }) => deals));
  return (
    <table className="block">
      <caption className="sr-only">Deals by quarter</caption>
      <tbody className="flex items-end gap-1.5">
        {quarters.map(({ name, deals }) => (
          <tr key={name} className="grid min-w-0 flex-1 text-center tabular-nums">
            <td className="text-11.5">{deals}</td>
            <td aria-hidden className="border-b border-edge p-0">
              <svg viewBox="0 0 10 60" preserveAspectRatio="none" className="block h-15 w-full">
                <rect x="0" width="10" y={60 - (60 * deals) / most} height={(60 * deals) / most} className="fill-bar" />
              </svg>
            </td>
            <th scope="row" className="order-last pt-0.5 text-11 font-normal whitespace-nowrap text-ink-3">
              {name.replace(/ 20(\d\d)$/, ' ’$1')}
            </th>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
