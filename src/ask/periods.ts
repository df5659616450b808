import { en } from 'chrono-node';
import { parseUtcDay, trimValue } from '#contract/scalars.ts';

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

const monthNames = 'january february march april may june july august september october november december'.split(' ');
const numberWords = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const readNumber = (text: string): number => numberWords.indexOf(text) + 1 || Number(text);
const units: Record<string, string> = { d: 'day', w: 'week', m: 'month', q: 'quarter', y: 'year' };
const readUnit = (text: string): string => units[text.charAt(0)] ?? text;

const dateWord = String.raw`\d{4}|[a-z]{3,9}|q[1-4]`;
/** Words that do not change a period, and short forms, each with its plain form. */
const plainForms: readonly (readonly [RegExp, string])[] = [
  [/\s+/g, ' '],
  [/\b(\d{1,2})(?:st|nd|rd|th)\b/g, '$1'],
  [/(?<=\b(?:last|past) )couple(?: of)? /, 'two '],
  [/(?<=\b(?:last|past) )few /, 'three '],
  [/\bfirst (?=half|quarter)|\b1st (?=half|quarter)/g, '1 '],
  [/\bsecond (?=half|quarter)/g, '2 '],
  [/\bthird (?=quarter)/g, '3 '],
  [/\bfourth (?=quarter)/g, '4 '],
  [/\b([1-4]) ([hq])(?:alf|uarter)(?: of)?(?= |$)/g, '$2$1'],
  [new RegExp(`^((?:in |from |between )?(?:${dateWord}))-(${dateWord})(?= |$)`), '$1 to $2'],
  [/^in ([a-z]{3,9}) '?(\d\d)$/, '$1 20$2'],
  [/^(?:in|during|within|over) (?!a )/, ''],
  [/^(?:the )?(?:past|the last|the previous) (week|month|quarter|year)$/, 'last 1 $1'],
  [/^of the (?=(?:week|month|quarter|year)$)/, 'this '],
  [/^the /, ''],
  [/^(since|after|before|until) the (?:start|beginning|end) of /, '$1 '],
  [/^(?:this )?year to date$/, 'ytd'],
  [/^(.+?),? (?:onwards?|on|or later|and later|to (?:date|today|now)|until (?:today|now))$/, 'since $1'],
  [/^(.+?) (?:or|and) (?:earlier|before)$/, 'until $1'],
  [/^since (?:since|from) /, 'since '],
];

type Reading = (parts: readonly string[], today: string) => ClosedPeriod | undefined;
const patterns: readonly (readonly [RegExp, Reading])[] = [
  [/^(\d{4}-\d\d-\d\d)$/, ([text = '']) => asDay(parseUtcDay(text))],
  [/^((?:19|20)\d\d)$/, ([year]) => months(Number(year), 0, 12)],
  [/^((?:19|20)\d\d)-(0\d|1[0-2])$/, ([year, month]) => months(Number(year), Number(month) - 1, 1)],
  [/^(0?\d|1[0-2])\/((?:19|20)\d\d)$/, ([month, year]) => months(Number(year), Number(month) - 1, 1)],
  [/^([a-z]{3,4})$/, ([name = ''], today) => readNamedDay(monthNames.find((one) => one.startsWith(name)) ?? '', today)],
  [/^q([1-4])[ ,/-]*'?(\d{4}|\d\d)$/, ([quarter, year = '']) => months(readYear(year), 3 * Number(quarter) - 3, 3)],
  [/^(\d{4})[ ,/-]*q([1-4])$/, ([year = '', quarter]) => months(readYear(year), 3 * Number(quarter) - 3, 3)],
  [/^h([12])[ ,/-]*'?(\d{4}|\d\d)$/, ([half, year = '']) => months(readYear(year), 6 * Number(half) - 6, 6)],
  [
    /^(?:this|current) (week|wk|month|mo|mth|quarter|qtr|year|yr)$/,
    ([unit = ''], today) => readCalendar(readUnit(unit), 0, today),
  ],
  [
    /^(?:last|previous|past) (week|wk|month|mo|mth|quarter|qtr|year|yr)$/,
    ([unit = ''], today) => readCalendar(readUnit(unit), -1, today),
  ],
  [/^ytd$/, (_, today) => ({ from: `${today.slice(0, 4)}-01-01`, to: today })],
  [
    new RegExp(
      String.raw`^(?:(?:the )?(?:last|past|previous|recent) )?(\d{1,4}|${numberWords.join('|')}) ?(days?|d|weeks?|wks?|w|months?|mths?|mos?|m|quarters?|qtrs?|q|years?|yrs?|y)$`,
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

/** A text whose days by number are in ISO 8601, and how one that can be read in two ways was read. */
type OrderedDays = { readonly text: string; readonly order?: 'month first' | 'day first' };

/**
 * Writes days by number as the importer reads them: a point parts the day, which is first, from the month; of 3/4/2021 the
 * other days of the text say which is first, otherwise the month is.
 */
export function orderDays(text: string): OrderedDays {
  const pattern = /(?<!\d)(\d{1,2})([/.-])(\d{1,2})\2((?:19|20)\d\d)(?!\d)/g;
  const found = [...text.matchAll(pattern)];
  const dayFirst = found.some(([, first, sign]) => Number(first) > 12 || sign === '.');
  const open = found.some(
    ([, first, sign, second]) => sign !== '.' && Number(first) <= 12 && Number(second) <= 12 && first !== second,
  );
  const written = text.replace(pattern, (whole, first: string, sign: string, second: string, year: string) => {
    const isDayFirst = sign === '.' || Number(first) > 12 || (dayFirst && Number(second) <= 12);
    const [day, month] = isDayFirst ? [first, second] : [second, first];
    return Number(month) > 12 ? whole : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  });
  return { text: written, ...(open ? { order: dayFirst ? 'day first' : 'month first' } : {}) };
}

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

/** "12-18 months ago", "more than a year ago" */
function readAgo(text: string, today: string): Period | undefined {
  const startOf = (count = '', unit = '') => readSpan(`last ${count.replace(/^an?$/, '1')} ${unit}`, today)?.from;
  const [, near, far, unitOfBoth] = /^(\d+) ?(?:-|to) ?(\d+) (\w+) ago$/.exec(text) ?? [];
  if (near !== undefined) return readRange(startOf(far, unitOfBoth) ?? '', startOf(near, unitOfBoth) ?? '', today);
  const [, side, count, unit] = /^(more than|over|at least|less than) (\w+) (\w+) ago$/.exec(text) ?? [];
  const from = side === undefined ? undefined : startOf(count, unit);
  if (from === undefined) return undefined;
  return side === 'less than' ? { from } : { to: addDays(from, -1) };
}

/** "jan to mar 2025": a start without a year has that of the end. */
function readRange(begin: string, end: string, today: string): Period | undefined {
  const last = readSpan(end === 'today' || end === 'now' ? today : end, today);
  const hasYear = /\d{4}|'\d\d/.test(begin);
  const first =
    last && (readSpan(hasYear ? begin : `${begin} ${last.to.slice(0, 4)}`, today) ?? readSpan(begin, today));
  return first && first.from <= last.to ? { from: first.from, to: last.to } : undefined;
}

/** A quarter or half without a year: the newest one that has begun. */
const addYear = (text: string, today: string): string =>
  text.replace(
    /^((?:since|after|before|until|till) )?([qh])([1-4])$/,
    (_, before = '', letter: string, nth: string) => {
      const first = (letter === 'q' ? 3 : 6) * (Number(nth) - 1) + 1;
      const year = Number(today.slice(0, 4)) - (first > Number(today.slice(5, 7)) ? 1 : 0);
      return `${before}${letter}${nth} ${year}`;
    },
  );

/**
 * Reads the period that a text names, relative to a UTC day: "2025", "Q3 2025", "Nov 2025", "last 12 months", "in the
 * last week", "since March 2024", "2024 onwards", "jan to mar 2025", "12-18 months ago", "yesterday", "2025-11-03".
 * Undefined if it names none, or if day and month could be swapped.
 */
export function readPeriod(given: string, today: string): Period | undefined {
  const lower = trimValue(given).toLowerCase();
  const text = addYear(
    plainForms.reduce((words, [form, plain]) => words.replace(form, plain), lower),
    today,
  );
  const span = readAgo(text, today) ?? readSpan(text, today);
  if (span) return span;
  const range = /^(?:from |between )?(.+?)(?: to | until | through | and | ?– ?| ?— ?| - )(.+)$/.exec(text);
  if (range?.[1] !== undefined && range[2] !== undefined) return readRange(range[1], range[2], today);
  const [, side, edge = ''] = /^(since|from|after|until|till|through|up to|before) (.+)$/.exec(text) ?? [];
  const bound = side === undefined ? undefined : readSpan(edge, today);
  if (!bound) return undefined;
  if (side === 'since' || side === 'from') return { from: bound.from };
  if (side === 'after') return { from: addDays(bound.to, 1) };
  return { to: side === 'before' ? addDays(bound.from, -1) : bound.to };
}
