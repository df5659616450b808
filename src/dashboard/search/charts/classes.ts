import { findStage, formatRoundType, type Round, roundOrder, type Stage } from '../../platform/rounds.ts';
import { employeeRange } from '#contract/enums.ts';
import { formatEmployeeRange, parseUtcDay } from '#contract/scalars.ts';

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

/** A class of records: its key, name and stage color. */
export type RecordClass = { readonly key: string; readonly label: string; readonly stage?: Stage };

/** How records are classified. A class is an integer; `read` calls `put` with every class of a record. */
export type RecordClasses = {
  readonly read: (facts: ChartFacts, put: (code: number) => void) => void;
  readonly toName: (code: number) => RecordClass;
  /** Whether classes form a scale, so that empty ones between the ends are shown too. */
  readonly isScale: boolean;
  /** Whether the most frequent class comes first, instead of the smallest number. */
  readonly byCount: boolean;
};

/** The classes of a division. Create them for each use: names get their numbers in order of appearance. */
export function createRecordClasses(by: DivisionKey): RecordClasses {
  switch (by) {
    case 'month':
    case 'quarter':
      return createPeriodClasses(by);
    case 'size':
      return {
        read: ({ usd }, put) => {
          if (typeof usd === 'number') put(findBand(usd));
        },
        toName: (code) => ({ key: String(bounds[code] ?? 0), label: bandNames[code] ?? '' }),
        isScale: true,
        byCount: false,
      };
    case 'employees':
      return {
        read: ({ employees }, put) => {
          const code = ranges.indexOf(employees ?? '');
          if (code >= 0) put(code);
        },
        toName: (code) => ({ key: ranges[code] ?? '', label: formatEmployeeRange(ranges[code] ?? '') }),
        isScale: true,
        byCount: false,
      };
    case 'round':
      return createRoundClasses();
    case 'industry':
      return createNameClasses(({ industries }, put) => {
        for (const { name } of industries ?? []) if (name) put(name);
      });
    case 'place':
      return createNameClasses(({ place }, put) => {
        if (place) put(place);
      });
  }
}

const ranges: readonly string[] = employeeRange.options;

/** The lower bounds of the deal size bands, in US dollars. */
const bounds = [0, 1e6, 5e6, 10e6, 25e6, 50e6, 100e6, 250e6, 1e9];
const bandNames = [
  'Under $1M',
  '$1–5M',
  '$5–10M',
  '$10–25M',
  '$25–50M',
  '$50–100M',
  '$100–250M',
  '$250M–1B',
  '$1B and more',
];
const findBand = (usd: number): number =>
  Math.max(
    0,
    bounds.findLastIndex((bound) => usd >= bound),
  );

/** A time in UTC, for which the date part is the UTC day. */
const utcTime = /T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/;

/** Periods of UTC days. Each day is parsed once, because parsing 100,000 date-times takes half a second. */
function createPeriodClasses(kind: PeriodKind): RecordClasses {
  const periods = new Map<string, number | undefined>();
  const getCode = (text: string): number | undefined => {
    if (periods.has(text)) return periods.get(text);
    const day = parseUtcDay(text);
    const code = day === undefined ? undefined : findPeriod(day, kind);
    periods.set(text, code);
    return code;
  };
  return {
    read: ({ moment }, put) => {
      if (!moment) return;
      const code = getCode(utcTime.test(moment) ? moment.slice(0, moment.indexOf('T')) : moment);
      if (code !== undefined) put(code);
    },
    toName: (code) => ({ key: getPeriodKey(code, kind), label: formatPeriodName(code, kind) }),
    isScale: true,
    byCount: false,
  };
}

/** Rounds from early to late, a pre-round before its round, unknown types last. */
function createRoundClasses(): RecordClasses {
  const rounds = new Map<number, Round>();
  const foreign: string[] = [];
  const getCode = ({ type, pre }: Round): number => {
    const known = roundOrder.findIndex((one) => one === type);
    if (known < 0 && !foreign.includes(type ?? '')) foreign.push(type ?? '');
    const rank = known < 0 ? roundOrder.length + foreign.indexOf(type ?? '') : known;
    return rank * 2 + (pre === true ? 0 : 1);
  };
  const putRound = (round: Round, put: (code: number) => void) => {
    if (!round.type) return;
    const code = getCode(round);
    if (!rounds.has(code)) rounds.set(code, { type: round.type, pre: round.pre ?? false });
    put(code);
  };
  return {
    read: ({ round, rounds: many }, put) => {
      if (round) putRound(round, put);
      for (const one of many ?? []) putRound(one, put);
    },
    toName: (code) => {
      const round = rounds.get(code) ?? { type: null };
      return {
        key: `${round.pre === true ? 'PRE_' : ''}${round.type}`,
        label: formatRoundType(round),
        stage: findStage(round),
      };
    },
    isScale: false,
    byCount: false,
  };
}

/** Names, numbered in order of appearance. */
function createNameClasses(readNames: (facts: ChartFacts, put: (name: string) => void) => void): RecordClasses {
  const codes = new Map<string, number>();
  const names: string[] = [];
  return {
    read: (facts, put) =>
      readNames(facts, (name) => {
        const code = codes.get(name) ?? names.length;
        if (code === names.length) {
          codes.set(name, code);
          names.push(name);
        }
        put(code);
      }),
    toName: (code) => ({ key: names[code] ?? '', label: names[code] ?? '' }),
    isScale: false,
    byCount: true,
  };
}

/** Calendar months or quarters, in UTC. */
export type PeriodKind = 'month' | 'quarter';

const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const monthsIn = { month: 1, quarter: 3 } as const;

/** The number of the period that contains a UTC day (`YYYY-MM-DD`), counted from the year 0. */
export const findPeriod = (day: string, kind: PeriodKind): number =>
  Math.floor((Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1) / monthsIn[kind]);

const splitPeriod = (period: number, kind: PeriodKind): readonly [year: number, month: number] => {
  const months = period * monthsIn[kind];
  return [Math.floor(months / 12), months % 12];
};

/** A period in a URL: "2026-03" or "2026-Q1". */
export function getPeriodKey(period: number, kind: PeriodKind): string {
  const [year, month] = splitPeriod(period, kind);
  const part = kind === 'month' ? String(month + 1).padStart(2, '0') : `Q${month / 3 + 1}`;
  return `${String(year).padStart(4, '0')}-${part}`;
}

/** A period on screen: "Mar 2026" or "Q1 2026". */
export function formatPeriodName(period: number, kind: PeriodKind): string {
  const [year, month] = splitPeriod(period, kind);
  return `${kind === 'month' ? monthNames[month] : `Q${month / 3 + 1}`} ${year}`;
}

/** The first and the last UTC day of a period. */
export function listPeriodDays(period: number, kind: PeriodKind): readonly [first: string, last: string] {
  const first = period * monthsIn[kind];
  const last = first + monthsIn[kind] - 1;
  const [year, month] = splitPeriod(last, 'month');
  // The calendar repeats after 400 years; `Date.UTC` takes a year below 100 as one of the 20th century.
  const days = new Date(Date.UTC(2000 + (year % 400), month + 1, 0)).getUTCDate();
  return [`${getPeriodKey(first, 'month')}-01`, `${getPeriodKey(last, 'month')}-${days}`];
}
