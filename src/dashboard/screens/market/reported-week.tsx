import { Link } from '@tanstack/react-router';
import { capitalize, formatCount, formatGrouped, formatShortDay } from '../../platform/format.ts';
import { writeUrl } from '../../platform/url/url.ts';
import { cardLink, TitledCard } from '../../platform/ui/titled-card.tsx';
import { LoadingLines } from '../../platform/ui/loading.tsx';
import { marketUrl } from './market-url.ts';
import { formatPeriodOf } from './period-names.ts';
import { listNewReports, useQuestions, useWeek } from './week-questions.ts';

type ReportedWeekProps = {
  /** The UTC day. */
  readonly today: string;
};

const periodsShown = 4;

/** What was reported of each quarter in the last seven days, for the first question; nothing without new reports. */
export function ReportedWeek({ today }: ReportedWeekProps) {
  const [question] = useQuestions();
  const { now, before, isLoading } = useWeek(question, today);
  if (isLoading) {
    return (
      <TitledCard title="Reported this week">
        <div className="h-56 border-t border-line p-3.5">
          <LoadingLines />
        </div>
      </TitledCard>
    );
  }
  if (!now?.clock || !before?.clock) return null;
  const all = listNewReports(now.clock, before.clock);
  const added = all.reduce((sum, row) => sum + row.added, 0);
  if (added === 0) return null;
  const running = all.find(({ isRunning }) => isRunning);
  const late = added - (running?.added ?? 0);
  return (
    <TitledCard
      title="Reported this week"
      count={formatCount(added, 'deal')}
      aside={
        <Link to="/market" search={writeUrl(marketUrl, question.url)} className={cardLink}>
          Open market
        </Link>
      }
    >
      <table className="w-full border-t border-line tabular-nums">
        <caption className="sr-only">Deals by quarter, seven days ago and now, {question.name}</caption>
        <thead>
          <tr className="h-8 text-11.5 text-ink-3 *:font-medium">
            <th scope="col" className="pl-3.5 text-left">
              Quarter
            </th>
            <th scope="col" className="text-right">
              {formatShortDay(before.known_on)}
            </th>
            <th scope="col" className="text-right">
              Now
            </th>
            <th scope="col" className="pr-3.5 text-right">
              New
            </th>
          </tr>
        </thead>
        <tbody>
          {all.slice(0, periodsShown).map((row) => (
            <tr key={row.start} className="h-9 border-t border-line *:text-right">
              <th scope="row" className="pl-3.5 text-left! font-normal">
                {formatPeriodOf(row.start, 'quarter')}
                {row.isRunning && ' to date'}
              </th>
              <td className="text-ink-2">{formatGrouped(row.before)}</td>
              <td className="font-[550]">{formatGrouped(row.now)}</td>
              <td className="pr-3.5 text-accent-ink">{row.added === 0 ? '0' : `+${formatGrouped(row.added)}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="border-t border-line px-3.5 py-2 text-11 leading-4 text-ink-3">
        {running &&
          `${formatGrouped(late)} of the ${formatGrouped(added)} were announced before ${formatShortDay(running.start)}. `}
        {capitalize(question.name)}, all stages.
      </p>
    </TitledCard>
  );
}
