import { employeeRange } from '#contract/enums.ts';
import { formatEmployeeRange, parseUtcDay } from '#contract/scalars.ts';
import { findStage, formatCountedRound, rankRound, type Round, toPlainRound } from '../../../../platform/rounds.ts';
import { arrangeNames, type ArrangedBars, arrangeScale } from './arrange-bars.ts';
import { findPeriod, formatPeriodName, getPeriodKey, type PeriodKind } from './periods.ts';

/** The facts of one record that charts use; a member is absent or null if unknown, never 0 or blank. */
export type ChartFacts = {
  /** Its date-time on a time axis. */
  readonly moment?: string | null;
  /** The round, if the record is a deal; it also determines the stage. */
  readonly round?: Round | null;
  /** US dollars. */
  readonly usd?: number | null;
  readonly industries?: readonly Named[] | null;
  readonly place?: string | null;
  /** The employee range of the API. */
  readonly employees?: string | null;
  /** The rounds of an investor or company. */
  readonly rounds?: readonly Round[] | null;
};
type Named = { readonly name: string | null };

/** The ways to divide records. */
export const divisions = ['month', 'quarter', 'round', 'industry', 'place', 'size', 'employees'] as const;
export type DivisionKey = (typeof divisions)[number];

const ranges: readonly string[] = employeeRange.options;

/** The lower bounds of the deal size bands in US dollars, and their names. */
export const sizeBands = [
  [0, 'Under $1M'],
  [1e6, '$1–5M'],
  [5e6, '$5–10M'],
  [10e6, '$10–25M'],
  [25e6, '$25–50M'],
  [50e6, '$50–100M'],
  [100e6, '$100–250M'],
  [250e6, '$250M–1B'],
  [1e9, '$1B and more'],
] as const;

/** Assigns records to bars. A record may be in several, or in none. */
export function arrangeRecords(by: DivisionKey, records: readonly ChartFacts[]): ArrangedBars {
  switch (by) {
    case 'month':
    case 'quarter':
      return arrangePeriods(by, records);
    case 'size':
      return arrangeScale(
        records.map(({ usd }) => (typeof usd === 'number' ? [sizeBands.findLastIndex(([bound]) => usd >= bound)] : [])),
        (position) => ({ key: String(sizeBands[position]?.[0]), label: sizeBands[position]?.[1] ?? '' }),
      );
    case 'employees':
      return arrangeScale(
        records.map(({ employees }) => [ranges.indexOf(employees ?? '')].filter((position) => position >= 0)),
        (position) => ({ key: ranges[position] ?? '', label: formatEmployeeRange(ranges[position] ?? '') }),
      );
    case 'round':
      return arrangeRounds(records);
    case 'industry':
      return arrangeNames(
        records.map(({ industries }) => industries?.flatMap(({ name }) => (name ? [name] : [])) ?? []),
        nameClass,
      );
    case 'place':
      return arrangeNames(
        records.map(({ place }) => (place ? [place] : [])),
        nameClass,
      );
  }
}

const nameClass = (name: string) => ({ key: name, label: name });

/** Periods of UTC days. Each date-time is parsed once, because many records have the same. */
function arrangePeriods(kind: PeriodKind, records: readonly ChartFacts[]): ArrangedBars {
  const periods = new Map<string, readonly number[]>();
  const parse = (moment: string): readonly number[] => {
    const day = parseUtcDay(moment);
    return day === undefined ? [] : [findPeriod(day, kind)];
  };
  const read = ({ moment }: ChartFacts) => {
    if (!moment) return [];
    const found = periods.get(moment) ?? parse(moment);
    periods.set(moment, found);
    return found;
  };
  return arrangeScale(records.map(read), (period) => ({
    key: getPeriodKey(period, kind),
    label: formatPeriodName(period, kind),
  }));
}

/** Rounds from early to late, extensions and pre-rounds of a series with it, unknown types last. */
function arrangeRounds(records: readonly ChartFacts[]): ArrangedBars {
  const rounds = new Map<string, Round>();
  const find = (key: string): Round => rounds.get(key) ?? { type: null };
  const read = ({ round, rounds: many }: ChartFacts) =>
    [...(round ? [toPlainRound(round)] : []), ...(many ?? [])].flatMap(({ type, pre }) => {
      if (!type) return [];
      const key = `${pre === true ? 'PRE_' : ''}${type}`;
      rounds.set(key, pre === undefined ? { type } : { type, pre });
      return [key];
    });
  return arrangeNames(
    records.map(read),
    (key) => ({ key, label: formatCountedRound(find(key)), stage: findStage(find(key)) }),
    (key) => rankRound(find(key)),
  );
}
