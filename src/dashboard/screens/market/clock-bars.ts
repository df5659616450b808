import { facetStages } from '#contract/facets.ts';
import type { Bucket } from '../searches/kit/charts/figure-data.ts';
import type { PeriodKind } from '../searches/kit/charts/periods.ts';
import { type Clock, type ClockMeasure, formatRange, formatValue, isExpected } from './clock-sentence.ts';
import { formatPeriodOf, formatPeriodShort } from './period-names.ts';
import type { MarketStage } from './stages.ts';

type ClockPeriod = Clock['periods'][number];

/** A column of the clock, with what is drawn around it. */
export type ClockBar = Bucket & {
  readonly isRunning: boolean;
  readonly reported: number | null;
  /** With late reports; absent where nothing more is expected. */
  readonly expected: ClockPeriod['expected'];
  /** The same period a year before at the same age, or as known today. */
  readonly before: number | undefined;
  /** The whole question, scaled to the average of what is selected. */
  readonly whole: number | undefined;
  readonly text: string;
  /** The range of what is expected; blank where that is hardly more than what is reported. */
  readonly rangeText: string;
};

/** The layer of a period that is not divided by stage. */
export const undivided = 'all';

type ClockBarsOptions = {
  readonly measure: ClockMeasure;
  readonly kind: PeriodKind;
  /** The clock of the whole question, while this one counts what is selected. */
  readonly whole: Clock | undefined;
  /** The clock as known today, in place of the year before. */
  readonly today: Clock | undefined;
};

/** The columns of the clock. */
export function buildClockBars(clock: Clock, { measure, kind, whole, today }: ClockBarsOptions): ClockBar[] {
  const scaled = whole && scaleTo(clock, whole);
  const now = today && new Map(today.periods.map(({ start, value }) => [start, value]));
  return clock.periods.map((period) => {
    const { start, value, stages, is_running: isRunning, year_before: yearBefore } = period;
    const before = now ? now.get(start) : yearBefore;
    return {
      key: start,
      label: `${formatPeriodOf(start, kind)}${isRunning ? ' to date' : ''}`,
      values:
        stages.length === 0
          ? { [undivided]: value }
          : Object.fromEntries(stages.map(({ stage, value: part }) => [stage, part])),
      isRunning,
      reported: value,
      expected: isExpected(period, measure) ? period.expected : null,
      before: before ?? undefined,
      whole: scaled?.get(start),
      text: value === null ? '' : formatValue(value, measure),
      rangeText:
        isExpected(period, measure) && (start === clock.latest?.start || isMuchLater(period))
          ? formatRange(period.expected, measure).replace(' to ', '–')
          : '',
    };
  });
}

/** Late reports below this share of what is reported are drawn, but not written. */
const writtenShare = 0.15;

const isMuchLater = ({ value, expected }: ClockPeriod): boolean =>
  expected !== null && expected.value > (value ?? 0) * (1 + writtenShare);

/** What a period has with its late reports; null while it runs. */
const readWhole = ({ is_running: isRunning, expected, value }: ClockPeriod): number | null =>
  isRunning ? null : (expected?.value ?? value);

/** The values of the whole question by period, with late reports, at the average of a part of it. */
function scaleTo(part: Clock, whole: Clock): Map<string, number> {
  const shared = part.periods.flatMap((own) => {
    const of = whole.periods.find(({ start }) => start === own.start);
    const [some, all] = [readWhole(own), of ? readWhole(of) : null];
    return some === null || all === null ? [] : [{ start: own.start, some, all }];
  });
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const factor = sum(shared.map(({ some }) => some)) / Math.max(1, sum(shared.map(({ all }) => all)));
  return new Map(shared.map(({ start, all }) => [start, all * factor]));
}

/** The highest value that is drawn. */
export const findClockMax = (bars: readonly ClockBar[]): number =>
  Math.max(
    1,
    ...bars.flatMap(({ reported, expected, before, whole }) => [
      reported ?? 0,
      expected?.high ?? 0,
      before ?? 0,
      whole ?? 0,
    ]),
  );

type TickOptions = { readonly room: number; readonly isLatest: boolean };

/** The name of a period below its column. */
export function formatTick({ key, isRunning }: ClockBar, kind: PeriodKind, { room, isLatest }: TickOptions): string {
  const short = formatPeriodShort(key, kind).slice(0, 3);
  if (isRunning && room > 48) return `${short} to date`;
  if (key.slice(5, 7) === '01') return key.slice(0, 4);
  return room > 28 || isLatest ? short : '';
}

/** The sum of each stage over all periods; stages without deals are left out. */
export function sumStages(clock: Clock): readonly (readonly [stage: MarketStage, value: number])[] {
  const sums = new Map<MarketStage, number>();
  for (const { stages } of clock.periods) {
    for (const { stage, value } of stages) sums.set(stage, (sums.get(stage) ?? 0) + value);
  }
  return facetStages.flatMap((stage) => (sums.has(stage) ? [[stage, sums.get(stage) ?? 0] as const] : []));
}
