import { en } from 'chrono-node';
import { parseUtcDay } from '../scalars.ts';

/** UTC days, inclusive; an absent end is open. */
export type Period = { readonly from?: string; readonly to?: string };
type ClosedPeriod = Required<Period>;

const msPerDay = 86_400_000;
const utc = (year: number, month: number, day = 1): Date => new Date(Date.UTC(year, month, day));
const addDays = (day: string, days: number): string => formatDay(new Date(Date.parse(day) + days * msPerDay));
const formatDay = (date: Date): string => date.toISOString().slice(0, 10);

/** Some months from the first of a month: (2025, 0, 3) is the first quarter. */
const months = (year: number, month: number, count: number): ClosedPeriod => ({
  from: formatDay(utc(year, month)),
  to: formatDay(utc(year, month + count, 0)),
});

const monthsOf: Record<string, number> = { month: 1, quarter: 3, year: 12 };

const monthNames = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
/** The newest month of a short name that has begun. */
function readShortMonth(name: string, today: string): ClosedPeriod {
  const month = monthNames.indexOf(name.slice(0, 3));
  const [year, now] = [Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1];
  return months(month > now ? year - 1 : year, month, 1);
}

/** The calendar week (from Monday), month, quarter or year `offset` after the current one. */
function readCalendar(unit: string, offset: number, today: string): ClosedPeriod {
  if (unit === 'week') {
    const weekday = (new Date(today).getUTCDay() + 6) % 7;
    const from = addDays(today, 7 * offset - weekday);
    return { from, to: addDays(from, 6) };
  }
  const count = monthsOf[unit] ?? 1;
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1];
  return months(year, (Math.floor(month / count) + offset) * count, count);
}

/** The last n days, weeks, months or years, including today. */
function readLast(count: number, unit: string, today: string): ClosedPeriod {
  if (unit === 'day' || unit === 'week') {
    return { from: addDays(today, 1 - count * (unit === 'week' ? 7 : 1)), to: today };
  }
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  const first = utc(year, month - 1 - count * (monthsOf[unit] ?? 1));
  const length = utc(first.getUTCFullYear(), first.getUTCMonth() + 1, 0).getUTCDate();
  const before = formatDay(utc(first.getUTCFullYear(), first.getUTCMonth(), Math.min(day, length)));
  return { from: addDays(before, 1), to: today };
}

const readYear = (text: string): number => (text.length === 2 ? 2000 + Number(text) : Number(text));

const unitNames = '(days?|d|weeks?|w|months?|mo?|quarters?|q|years?|yrs?|y)';
const numberWords = [
  '',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const readNumber = (text: string): number => Math.max(numberWords.indexOf(text), 0) || Number(text);
const units: Record<string, string> = { d: 'day', w: 'week', m: 'month', q: 'quarter', y: 'year' };
/** "last yr" as "last year", "6 mo" as "6 month", "past few weeks" as "past three weeks". */
export const spellUnits = (text: string): string =>
  text
    .replaceAll(
      /(?<=(?:\b(?:last|past|previous|this|current|recent|couple of)|\d) ?)(wk|mo|mth|qtr|yr)(?=s?\b)/g,
      (unit) => units[unit.charAt(0)] ?? unit,
    )
    .replace(/(?<=\b(?:last|past) )(?:couple(?: of)?|few)(?= )/, (few) => (few === 'few' ? 'three' : 'two'));
const readUnit = (text: string): string => units[text.charAt(0)] ?? text;

type Reading = (parts: readonly string[], today: string) => ClosedPeriod | undefined;
const patterns: readonly (readonly [RegExp, Reading])[] = [
  [/^(\d{4}-\d\d-\d\d)$/, ([text = '']) => asDay(parseUtcDay(text))],
  [/^((?:19|20)\d\d)$/, ([year]) => months(Number(year), 0, 12)],
  [/^((?:19|20)\d\d)-(0\d|1[0-2])$/, ([year, month]) => months(Number(year), Number(month) - 1, 1)],
  [/^(0?\d|1[0-2])\/((?:19|20)\d\d)$/, ([month, year]) => months(Number(year), Number(month) - 1, 1)],
  [/^(jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)$/, ([name = ''], today) => readShortMonth(name, today)],
  [/^q([1-4])[ ,/-]*'?(\d{4}|\d\d)$/, ([quarter, year = '']) => months(readYear(year), 3 * Number(quarter) - 3, 3)],
  [/^(\d{4})[ ,/-]*q([1-4])$/, ([year = '', quarter]) => months(readYear(year), 3 * Number(quarter) - 3, 3)],
  [/^h([12])[ ,/-]*'?(\d{4}|\d\d)$/, ([half, year = '']) => months(readYear(year), 6 * Number(half) - 6, 6)],
  [/^(?:this|current) (week|month|quarter|year)$/, ([unit = ''], today) => readCalendar(unit, 0, today)],
  [/^(?:last|previous|past) (week|month|quarter|year)$/, ([unit = ''], today) => readCalendar(unit, -1, today)],
  [/^(?:ytd|(?:this )?year to date)$/, (_, today) => ({ from: `${today.slice(0, 4)}-01-01`, to: today })],
  [
    new RegExp(
      String.raw`^(?:(?:the )?(?:last|past|previous|recent) )?(\d{1,4}|${numberWords.slice(1).join('|')}) ?${unitNames}$`,
    ),
    ([count = '', unit = ''], today) => readLast(readNumber(count), readUnit(unit), today),
  ],
];

const asDay = (day: string | undefined): ClosedPeriod | undefined =>
  day === undefined ? undefined : { from: day, to: day };

/** A day, month, quarter, half or year, or a span up to today, in words. */
function readSpan(text: string, today: string): ClosedPeriod | undefined {
  for (const [pattern, read] of patterns) {
    const parts = pattern.exec(text);
    const span = parts && read(parts.slice(1), today);
    if (span) return span.from <= span.to ? span : undefined;
  }
  return readNamedDay(text, today);
}

/** Whether day and month could be swapped: 5/3/2024. */
const isAmbiguous = (text: string): boolean => {
  const [, first = '', second = ''] = /^(\d{1,2})[/-](\d{1,2})[/-]\d{2,4}$/.exec(text) ?? [];
  return first !== '' && Number(first) <= 12 && Number(second) <= 12 && Number(first) !== Number(second);
};

/** A day or month by name or number; without a year, the newest that is not in the future. */
function readNamedDay(text: string, today: string): ClosedPeriod | undefined {
  if (isAmbiguous(text)) return undefined;
  const [found] = en.parse(text, { instant: new Date(`${today}T12:00:00Z`), timezone: 0 });
  if (found?.index !== 0 || found.text.length !== text.length || found.end || found.start.isCertain('hour'))
    return undefined;
  const { start } = found;
  if (!(['month', 'weekday', 'day'] as const).some((part) => start.isCertain(part))) return undefined;
  let year = start.get('year') ?? 0;
  const [month, day] = [(start.get('month') ?? 1) - 1, start.get('day') ?? 1];
  const isFuture = formatDay(utc(year, month, start.isCertain('day') ? day : 1)) > today;
  if (isFuture && !start.isCertain('year')) year -= 1;
  if (!start.isCertain('day') && !start.isCertain('weekday')) return months(year, month, 1);
  return asDay(formatDay(utc(year, month, day)));
}

/**
 * Reads the period that a text names, relative to a UTC day: "2025", "Q3 2025", "Nov 2025", "last 12 months", "last
 * week", "since March 2024", "jan to mar 2025", "yesterday", "2025-11-03". Undefined if it names none, or if day and
 * month could be swapped.
 */
export function readPeriod(given: string, today: string): Period | undefined {
  const text = spellUnits(given.trim().toLowerCase().replaceAll(/\s+/g, ' '));
  const [, since, begin] = /^(since|from|after) (.+)$/.exec(text) ?? [];
  const [, until, end] = /^(until|till|through|up to|before) (.+)$/.exec(text) ?? [];
  const range = /^(?:from |between )?(.+?)(?: to | until | and | ?– ?| ?— ?| - )(.+)$/.exec(text);
  const span = readSpan(text, today);
  if (span) return span;
  if (range?.[1] !== undefined && range[2] !== undefined) return readRange(range[1], range[2], today);
  if (begin !== undefined) {
    const first = readSpan(begin, today);
    return first && { from: since === 'after' ? addDays(first.to, 1) : first.from };
  }
  const last = end === undefined ? undefined : readSpan(end, today);
  return last && { to: until === 'before' ? addDays(last.from, -1) : last.to };
}

/** "jan to mar 2025": a start without a year has that of the end. */
function readRange(begin: string, end: string, today: string): Period | undefined {
  const last = readSpan(end === 'today' || end === 'now' ? today : end, today);
  const hasYear = /\d{4}|'\d\d/.test(begin);
  const first =
    last && (readSpan(hasYear ? begin : `${begin} ${last.to.slice(0, 4)}`, today) ?? readSpan(begin, today));
  return first && first.from <= last.to ? { from: first.from, to: last.to } : undefined;
}
