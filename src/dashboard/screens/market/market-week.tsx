import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { fewestDeals } from '#contract/market.ts';
import { formatCount, formatGrouped, formatMoney, formatShortDay } from '../../platform/format.ts';
import { isStillReading } from '../../platform/http/api-error.ts';
import { useConnected } from '../../platform/http/connection.ts';
import { writeUrl } from '../../platform/url/url.ts';
import type { SourcedMarket } from '../searches/kit/record/market-figures.ts';
import { toStage } from '../searches/kit/lookups/facet-query.ts';
import { buildClockBars, type ClockBar, findClockMax } from './clock-bars.ts';
import { type Clock, formatRange, formatYearChange, writeClockSentence } from './clock-sentence.ts';
import { blockQuery } from './market-requests.ts';
import { marketUrl } from './market-url.ts';
import { formatPeriodShort } from './period-names.ts';
import { FigureSentence } from './figure-sentence.tsx';
import { type MarketStage } from './stages.ts';
import { listNewReports, type Question, useQuestions, useWeek } from './week-questions.ts';

type MarketWeekProps = {
  /** The UTC day. */
  readonly today: string;
};

/** How the market of each saved search is doing: the first with its clock, the others in a sentence; free. */
export function MarketWeek({ today }: MarketWeekProps) {
  const [first, ...others] = useQuestions();
  return (
    <section
      aria-label={`Market: ${first.name}`}
      className="@container grid rounded-lg border border-line-2 empty:hidden"
    >
      <FirstQuestion question={first} today={today} />
      {others.map((question) => (
        <OtherQuestion key={question.name} question={question} />
      ))}
    </section>
  );
}

/** Whether the figures of a question say something; true while they load, and while the data is read. */
const isTelling = (now: SourcedMarket | undefined, error: Error | null): boolean =>
  now ? now.within >= fewestDeals && Boolean(now.clock?.latest) : error === null || isStillReading(error);

const QuestionLink = ({ question, children }: { readonly question: Question; readonly children: ReactNode }) => (
  <Link to="/market" search={writeUrl(marketUrl, question.url)} className="hover:underline">
    {children}
  </Link>
);

function FirstQuestion({ question, today }: MarketWeekProps & { readonly question: Question }) {
  const { now, error, before, sized } = useWeek(question, today);
  const { name, url } = question;
  if (!isTelling(now, error)) return null;
  const clock = now?.clock;
  return (
    <div className="flex min-h-31 items-center gap-x-6 gap-y-3 px-4.5 py-3 @max-[44rem]:flex-wrap @max-[36rem]:min-h-80">
      <div className="grid min-w-0 grow gap-1">
        <h2 className="text-12 text-ink-3">
          <QuestionLink question={question}>Market this week, {name}</QuestionLink>
        </h2>
        {clock ? (
          <FigureSentence url={url} parts={writeClockSentence(clock, 'deals', 'quarter')} />
        ) : (
          <p className="text-18 leading-7 font-medium text-ink-3">Reading the market</p>
        )}
        <p className="text-ink-2 tabular-nums">{clock && describeWeek(clock, before, sized)}</p>
      </div>
      {clock && <SmallClock clock={clock} />}
    </div>
  );
}

function OtherQuestion({ question }: { readonly question: Question }) {
  // What is requested depends on the service.
  useConnected();
  const { data, error } = useQuery(blockQuery('clock', question.url));
  if (!isTelling(data, error)) return null;
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 border-t border-line px-4.5 py-1.5 first:border-t-0">
      <h2 className="font-[550]">
        <QuestionLink question={question}>{question.name}</QuestionLink>
      </h2>
      {data?.clock && (
        <FigureSentence isPlain url={question.url} parts={writeClockSentence(data.clock, 'deals', 'quarter')} />
      )}
    </div>
  );
}

/** "24 more Q3 deals were reported since 22 Nov 2026. Seed median $3.0M, up 12% in a year." */
function describeWeek(clock: Clock, before: SourcedMarket | undefined, sized: SourcedMarket | undefined): string {
  const { latest } = clock;
  const [row] =
    before?.clock && latest ? listNewReports(clock, before.clock).filter(({ start }) => start === latest.start) : [];
  const seed = sized?.sizes?.recent.find(({ stage }) => stage === 'SEED');
  return [
    row && before
      ? `${row.added === 0 ? 'No' : formatGrouped(row.added)} more ${formatPeriodShort(row.start, 'quarter')} ${row.added === 1 ? 'deal was' : 'deals were'} reported since ${formatShortDay(before.known_on)}.`
      : '',
    seed?.percentiles ? `Seed median ${formatMoney(seed.percentiles.median)}${formatYearChange(seed.change)}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

/** The share of a column's height that a value has. */
const toHeight = (value: number, max: number): string => `${(value / max) * 100}%`;

/** Deals by quarter and stage, with expected late reports hatched; a screen reader gets the table. */
function SmallClock({ clock }: { readonly clock: Clock }) {
  const bars = buildClockBars(clock, { measure: 'deals', kind: 'quarter', whole: undefined, today: undefined });
  const max = findClockMax(bars);
  const last = clock.latest?.start;
  return (
    <figure className="w-95 shrink-0 @max-[60rem]:w-72 @max-[44rem]:w-full">
      <div aria-hidden className="flex h-17 items-end gap-1.5 border-b border-edge">
        {bars.map((bar) => (
          <Column key={bar.key} bar={bar} max={max} />
        ))}
      </div>
      <div aria-hidden className="flex gap-1.5 pt-1 text-11 leading-4 text-ink-2 tabular-nums">
        {bars.map(({ key }) => (
          <span
            key={key}
            className={`min-w-0 flex-1 whitespace-nowrap ${key === last ? 'font-semibold text-ink' : ''}`}
          >
            {key === last ? formatPeriodShort(key, 'quarter') : key.endsWith('-01-01') ? key.slice(0, 4) : ''}
          </span>
        ))}
      </div>
      <table className="sr-only">
        <caption>Deals by quarter</caption>
        <tbody>
          {bars.map(({ key, label, reported, expected }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td>
                {formatCount(reported ?? 0, 'deal')}
                {expected && `, ${formatRange(expected, 'deals')} expected`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

function Column({ bar: { values, reported, expected, label }, max }: { readonly bar: ClockBar; readonly max: number }) {
  const late = expected ? Math.max(0, expected.value - (reported ?? 0)) : 0;
  return (
    <div title={`${label}: ${formatCount(reported ?? 0, 'deal')}`} className="flex h-full grow flex-col-reverse gap-px">
      {Object.entries(values).map(([stage, value]) => (
        <i
          key={stage}
          className={`stage-${toStage(stage as MarketStage)} forced-colors:bg-[CanvasText]`}
          style={{ height: toHeight(value ?? 0, max) }}
        />
      ))}
      {late > 0 && <i className="hatched" style={{ height: toHeight(late, max) }} />}
    </div>
  );
}
