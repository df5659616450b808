import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { dealCatalogue } from '#contract/deal-filters.ts';
import { fewestDeals } from '#contract/market.ts';
import { addDays } from '../../records/alerts/items.ts';
import { capitalize, formatCount, formatGrouped, formatMoney, formatShortDay } from '../../platform/format.ts';
import { isStillReading } from '../../platform/http/api-error.ts';
import { useConnected } from '../../platform/http/connection.ts';
import { RecordMark } from '../../records/company-mark.tsx';
import { parseRawSearch, type RawSearch } from '../../platform/url/raw-search.ts';
import { readUrl, writeUrl } from '../../platform/url/url.ts';
import { cardLink, cardRow, TitledCard } from '../../platform/ui/titled-card.tsx';
import { ProfileLink } from '../searches/kit/record/profile-link.tsx';
import { LoadingLines } from '../../platform/ui/loading.tsx';
import type { SourcedMarket } from '../searches/kit/record/market-figures.ts';
import { useSearches } from '../searches/kit/saved/searches.tsx';
import { toStage } from '../searches/kit/lookups/facet-query.ts';
import { buildClockBars, type ClockBar, findClockMax } from './clock-bars.ts';
import { type Clock, formatRange, formatYearChange, writeClockSentence } from './clock-sentence.ts';
import { blockQuery } from './market-requests.ts';
import { type MarketUrl, marketUrl } from './market-url.ts';
import { formatPeriodOf, formatPeriodShort } from './period-names.ts';
import { FigureSentence } from './figure-sentence.tsx';
import { formatStageInSentence, type MarketStage } from './stages.ts';

/** A question about the market with its name. */
type Question = { readonly name: string; readonly url: MarketUrl };

const maxQuestions = 3;

/** The saved questions and searches of deals as questions about all their days; all deals where there is none. */
function useQuestions(): readonly [Question, ...Question[]] {
  const saved = useSearches().filter(({ screen }) => screen === 'market' || screen === 'deals');
  const [first, ...others] = saved
    .slice(0, maxQuestions)
    .map(({ name, search }) => ({ name, url: toQuestion(parseRawSearch(search)) }));
  return first ? [first, ...others] : [{ name: 'all deals', url: toQuestion({}) }];
}

const days = new Set(['from', 'to', 'added_from', 'added_to']);
const filterKeys: ReadonlySet<string> = new Set(
  dealCatalogue.filters.flatMap(({ keys }) => keys).filter((key) => !days.has(key)),
);

/** The deals of an address on all their days, as known today, shown as the market shows them first. */
const toQuestion = (raw: RawSearch): MarketUrl =>
  readUrl(marketUrl, Object.fromEntries(Object.entries(raw).filter(([key]) => filterKeys.has(key)))).value;

/** The figures of a question now and seven days ago. */
function useWeek({ url }: Question, today: string) {
  // What is requested depends on the service.
  useConnected();
  const { data: now, error, isPending } = useQuery(blockQuery('clock', url));
  const earlier = useQuery(blockQuery('clock', { ...url, known: addDays(today, -7) }));
  const { data: sized } = useQuery(blockQuery('sizes', url));
  return { now, error, before: earlier.data, sized, isLoading: isPending || earlier.isPending };
}

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
    <div className="flex min-h-31 items-center gap-6 px-4.5 py-3 @max-[36rem]:min-h-54">
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

type NewReports = {
  readonly start: string;
  readonly isRunning: boolean;
  readonly before: number;
  readonly now: number;
  readonly added: number;
};

/** What each period had on an earlier day and has now, the newest first. */
export function listNewReports(now: Clock, before: Clock): readonly NewReports[] {
  const earlier = new Map(before.periods.map(({ start, deals }) => [start, deals]));
  return now.periods
    .map(({ start, deals, is_running: isRunning }) => {
      const had = earlier.get(start) ?? 0;
      return { start, isRunning, before: had, now: deals, added: deals - had };
    })
    .toReversed();
}

/** The share of a column's height that a value has. */
const toHeight = (value: number, max: number): string => `${(value / max) * 100}%`;

/** Deals by quarter and stage, with expected late reports hatched; a screen reader gets the table. */
function SmallClock({ clock }: { readonly clock: Clock }) {
  const bars = buildClockBars(clock, { measure: 'deals', kind: 'quarter', whole: undefined, today: undefined });
  const max = findClockMax(bars);
  const [first, last] = [bars[0]?.key, clock.latest?.start];
  return (
    <figure className="w-95 shrink-0 @max-[60rem]:w-60 @max-[44rem]:hidden">
      <div aria-hidden className="flex h-17 items-end gap-1.5 border-b border-edge">
        {bars.map((bar) => (
          <Column key={bar.key} bar={bar} max={max} />
        ))}
      </div>
      <div aria-hidden className="flex justify-between pt-1 text-11 leading-4 text-ink-3 tabular-nums">
        <span>{first && formatPeriodOf(first, 'quarter')}</span>
        <span>{last && formatPeriodOf(last, 'quarter')}</span>
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

const periodsShown = 4;

/** What was reported of each quarter in the last seven days, for the first question; nothing without new reports. */
export function ReportedWeek({ today }: MarketWeekProps) {
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

const leadsShown = 3;

/** The stage of most of the rounds that an investor led: "all seed", "mostly seed". */
function nameMostLed(stages: readonly { readonly stage: MarketStage; readonly deals: number }[]): string {
  const [first] = stages.toSorted((one, other) => other.deals - one.deals);
  return first ? `${stages.length === 1 ? 'all' : 'mostly'} ${formatStageInSentence(first.stage)}` : '';
}

/** Investors that led their first round in 24 months, over all deals; nothing where there is none. */
export function NewLeads() {
  useConnected();
  const { data } = useQuery(blockQuery('leads', toQuestion({})));
  const newcomers = data?.leads?.newcomers ?? [];
  if (newcomers.length === 0) return null;
  return (
    <TitledCard title="New leads" count="first led round in 24 months">
      {newcomers.slice(0, leadsShown).map(({ investor, led, stages, typical }) => (
        <ProfileLink key={investor.id} kind="investor" id={investor.id} className={`${cardRow} hover:no-underline`}>
          <RecordMark kind="investor" id={investor.id} name={investor.name} size="medium" />
          <span className="grid min-w-0 grow leading-4.5">
            <span className="truncate font-[550]">{investor.name}</span>
            <span className="truncate text-ink-3">
              {formatGrouped(led)} led, {nameMostLed(stages)}
            </span>
          </span>
          <span className="w-20 shrink-0 text-right tabular-nums">
            {typical === null ? 'Undisclosed' : formatMoney(typical)}
          </span>
        </ProfileLink>
      ))}
    </TitledCard>
  );
}
