import { fewestDeals, type Market, type marketMeasures } from '#contract/market.ts';
import { addDays, countDays } from '../../records/alerts/items.ts';
import { formatGrouped, formatMoney, formatShortDay } from '../../platform/format.ts';
import type { PeriodKind } from '../searches/kit/charts/periods.ts';
import type { DealsBehind } from './deals-link.tsx';
import { findPeriodDays, formatPeriodOf, formatPeriodShort } from './period-names.ts';

export type Clock = NonNullable<Market['clock']>;
export type ClockMeasure = (typeof marketMeasures)[number];
type Compared = NonNullable<NonNullable<Clock['latest']>['previous']>;

/** A piece of a sentence; a figure knows the deals behind it. */
export type SentencePart = {
  readonly text: string;
  readonly behind?: DealsBehind;
  readonly isStrong?: true;
};

/** A value of the clock: "412", "$4.1B". */
export const formatValue = (value: number, measure: ClockMeasure): string =>
  measure === 'deals' ? formatGrouped(Math.round(value)) : formatMoney(value);

/** "560 to 660", or one value where both ends read the same. */
export function formatRange({ low, high }: { readonly low: number; readonly high: number }, measure: ClockMeasure) {
  const [from, to] = [formatValue(low, measure), formatValue(high, measure)];
  return from === to ? from : `${from} to ${to}`;
}

type ClockPeriod = Clock['periods'][number];

/** Whether another value is expected: a count only grows, and a median moves either way. */
export const isExpected = <Period extends Pick<ClockPeriod, 'expected' | 'value'>>(
  period: Period,
  measure: ClockMeasure,
): period is Period & { readonly expected: NonNullable<ClockPeriod['expected']> } =>
  period.expected !== null && (measure === 'median' || period.expected.high > (period.value ?? 0));

const say = (text: string): SentencePart => ({ text });

/**
 * What the latest full period has, what is expected of it, and how it compares with others at the same age. A difference
 * that chance explains is no difference, and a comparison of different ages is named only to deny it.
 */
export function writeClockSentence(clock: Clock, measure: ClockMeasure, kind: PeriodKind): readonly SentencePart[] {
  const { latest, periods } = clock;
  const period = latest && periods.find(({ start }) => start === latest.start);
  if (!latest || !period) return [say(`No full ${kind} yet.`)];
  const name = { text: `${formatPeriodShort(latest.start, kind)}: `, isStrong: true } as const;
  const { value } = period;
  if (value === null) return [name, say(`fewer than ${fewestDeals} disclosed amounts, so no median is shown.`)];
  const behind = { marks: [{ kind: 'days', start: period.start, end: period.end }] } as const;
  const shown = formatValue(value, measure);
  const reported: SentencePart = { text: measure === 'median' ? `median ${shown}` : `${shown} reported`, behind };
  const rest: SentencePart[] = isExpected(period, measure)
    ? [say(', '), { text: `${formatRange(period.expected, measure)} expected`, behind }]
    : [];
  return [
    name,
    reported,
    ...rest,
    say('. '),
    ...compare(latest.previous, { value, latest, kind, measure, lead: 'At the same age ' }),
    ...compare(latest.year_before, { value, latest, kind, measure, lead: ' A year before, ' }),
  ];
}

type ComparedWith = {
  readonly value: number;
  readonly latest: NonNullable<Clock['latest']>;
  readonly kind: PeriodKind;
  readonly measure: ClockMeasure;
  readonly lead: string;
};

function compare(other: Compared | null, { value, latest, kind, measure, lead }: ComparedWith): SentencePart[] {
  const before = other?.value ?? null;
  if (!other || before === null) return [];
  const [start, end] = findPeriodDays(other.start, kind);
  const isSameYear = start.slice(0, 4) === latest.start.slice(0, 4);
  return [
    say(`${lead}${isSameYear ? formatPeriodShort(start, kind) : formatPeriodOf(start, kind)} had `),
    {
      text: formatValue(before, measure),
      behind: { marks: [{ kind: 'days', start, end }], addedTo: addDays(end, latest.age) },
    },
    say(`: ${describeDifference(value, other)}.`),
  ];
}

/** "up 4%, not down 31%", "too close to call". */
function describeDifference(value: number, { value: before, by_now: now, is_close: isClose }: Compared): string {
  const honest = isClose ? 'too close to call' : formatChangeInWords(value, before ?? 0);
  const naive = now === null || now === before ? honest : formatChangeInWords(value, now);
  const isOtherWay = naive.split(' ')[0] !== honest.split(' ')[0];
  return naive !== honest &&
    naive !== unchanged &&
    (isOtherWay || Math.abs(value / (now ?? 1) - value / (before ?? 1)) >= 0.05)
    ? `${honest}, not ${naive}`
    : honest;
}

const unchanged = 'unchanged';

/** "up 4%", "down 31%", "unchanged", "up from none". */
function formatChangeInWords(value: number, before: number): string {
  if (before === 0) return value === 0 ? unchanged : 'up from none';
  const percent = Math.round((value / before - 1) * 100);
  return percent === 0 ? unchanged : `${percent > 0 ? 'up' : 'down'} ${Math.abs(percent)}%`;
}

/** A change as a signed percentage: "+4%", "−31%", "0%". */
export function formatSignedChange(change: number): string {
  const percent = Math.round(change * 100);
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)}%`;
}

/** What follows a figure that was another a year before: ", up 12% in a year"; blank where that is not known. */
export function formatYearChange(change: number | null): string {
  if (change === null) return '';
  const percent = Math.round(change * 100);
  return percent === 0 ? ', unchanged in a year' : `, ${percent > 0 ? 'up' : 'down'} ${Math.abs(percent)}% in a year`;
}

/** Why there is no estimate of late reports, or how it was tested; and how much of the running period has passed. */
export function writeClockBasis(
  clock: Clock,
  { deals, knownOn, kind }: { readonly deals: number; readonly knownOn: string; readonly kind: PeriodKind },
): string {
  const { periods, estimate } = clock;
  const [first, last] = [periods[0], periods.at(-1)];
  const span = first && last ? ` announced ${formatShortDay(first.start)} to ${formatShortDay(last.end)}, UTC` : '';
  const parts = [`n ${formatGrouped(deals)} deals${span}, by first report`];
  if (estimate.state === 'estimated') {
    parts.push(
      estimate.tested === 0
        ? 'Expected: from the ages at which earlier deals were reported'
        : `Expected: from the ages at which earlier deals were reported; the range held in ${estimate.held} of ${estimate.tested} ${kind}s before`,
    );
  } else if (estimate.reason === 'bulk_import') {
    const day = estimate.day === null ? 'one day' : formatShortDay(estimate.day);
    parts.push(`Late reports are not estimated, because the deals were added in bulk on ${day}`);
  } else if (estimate.reason === 'counted') {
    parts.push('Late reports are not estimated, because counts do not say when deals were added');
  } else parts.push(`Late reports are not estimated, because that takes 8 ${kind}s with reports`);
  if (last?.is_running === true) {
    const [start, end] = findPeriodDays(last.start, kind);
    const [passed, whole] = [countDays({ from: start, to: knownOn }), countDays({ from: start, to: end })];
    parts.push(`${formatPeriodShort(start, kind)} covers ${passed} of ${whole} days`);
  }
  return `${parts.join('. ')}.`;
}

/** A sentence as plain text, for files and pictures. */
export const joinSentence = (parts: readonly SentencePart[]): string =>
  parts
    .map(({ text }) => text)
    .join('')
    .trim();
