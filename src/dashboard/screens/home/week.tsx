import { type AlertItem, listNativeFinancings } from '../../records/alerts/items.ts';
import { formatGrouped, formatMoney } from '../../platform/format.ts';
import { findStage, formatNativeAmounts, stageNames } from '../../platform/rounds.ts';
import { TitledCard } from '../../platform/ui/titled-card.tsx';
import { sumAmounts } from '../searches/kit/results/sum-amounts.ts';

/** What a week raised: "$412M raised, median $6.2M", or "$2.0M and EUR 34.5M raised". */
export function describeWeek(items: readonly AlertItem[]): string {
  const { total, median } = sumAmounts(items.map(({ usd }) => usd));
  const native = formatNativeAmounts(listNativeFinancings(items));
  const raised = [total === null ? '' : formatMoney(total), native].filter(Boolean).join(' and ');
  if (raised === '') return 'no amount disclosed';
  return `${raised} raised${median === null ? '' : `, median ${formatMoney(median)}`}`;
}

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
    <TitledCard title={title}>
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
                  className={`block h-2 rounded-xs ${stage === undefined ? 'bg-bar' : `stage-${stage}`} forced-colors:bg-[CanvasText]`}
                  style={{ width: `${(count / max) * 100}%` }}
                />
              </td>
              <td className="text-right font-medium tabular-nums">{formatGrouped(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TitledCard>
  );
}
