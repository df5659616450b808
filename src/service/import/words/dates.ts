import { parseUtcDay, trimValue } from '#contract/scalars.ts';
import { parseMonthName } from './month-names.ts';

export const dateOrders = ['day-first', 'month-first', 'year-first'] as const;
export type DateOrder = (typeof dateOrders)[number];
export const dateClocks = ['unix-seconds', 'unix-milliseconds', 'excel'] as const;

export type DateStyle = {
  /** Which number of 3/4/2021 is the day; if omitted, such a date is unknown. */
  order?: DateOrder | undefined;
  /** The unit of a plain number. */
  clock?: (typeof dateClocks)[number] | undefined;
};

/** A day, or the first day of a month, a quarter, half a year or a year. */
export type ParsedDate = { day: string; precision: 'day' | 'month' | 'quarter' | 'half-year' | 'year' };

/** Two-digit years below this are in this century. */
const centuryTurn = 70;
const msPerDay = 86_400_000;

/** Parses a date in any usual notation; undefined for an invalid or ambiguous one. */
export function parseDate(text: string, style: DateStyle = {}): ParsedDate | undefined {
  const word = trimValue(text).normalize('NFKC');
  if (style.clock && /^\d{1,13}(\.\d+)?$/.test(word)) return parseClock(Number(word), style.clock);
  const iso = /^\d{4}-\d{2}-/.test(word) ? parseUtcDay(word) : undefined;
  if (iso) return { day: iso, precision: 'day' };
  return parseNumbers(word, style.order) ?? parseNamedMonth(word) ?? parsePartial(word);
}

function parseClock(value: number, clock: NonNullable<DateStyle['clock']>): ParsedDate | undefined {
  const epochs = { 'unix-seconds': value * 1000, 'unix-milliseconds': value, excel: (value - 25_569) * msPerDay };
  const moment = new Date(epochs[clock]);
  return Number.isNaN(moment.getTime()) ? undefined : toDay(parseUtcDay(moment.toISOString()), 'day');
}

/** 2021/3/4, 20210304, and 4/3/2021 if the order is known or only one is possible. */
function parseNumbers(word: string, order: DateOrder | undefined): ParsedDate | undefined {
  const [, year, month, day] = /^(\d{4})[-/.]?(\d{1,2})[-/.]?(\d{1,2})$/.exec(word) ?? [];
  if (year && month && day && (/\D/.test(word) || word.length === 8)) return buildDate(year, month, day);
  const [, first, second, last] = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{1,2})(?:[ T].*)?$/.exec(word) ?? [];
  if (!first || !second || !last) return undefined;
  if (order === 'year-first') return first.length === 2 && last.length < 4 ? buildDate(first, second, last) : undefined;
  if (last.length === 1) return undefined;
  if (order === 'day-first') return buildDate(last, second, first);
  if (order === 'month-first') return buildDate(last, first, second);
  if (Number(first) > 12 && last.length === 4) return buildDate(last, second, first);
  if (Number(second) > 12 && last.length === 4) return buildDate(last, first, second);
  return undefined;
}

/** "4 Mar 2021", "March 4th, 2021", "04-MAR-21", "Thu, 4 March 2021", "4 de marzo de 2021", "2021年3月4日". */
function parseNamedMonth(word: string): ParsedDate | undefined {
  const eastern = /^(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월](?:\s*(\d{1,2})\s*[日일号號]?)?$/u.exec(word);
  if (eastern) return buildDate(eastern[1], eastern[2], eastern[3] ?? '1', eastern[3] ? 'day' : 'month');
  const plain = word
    .toLowerCase()
    .replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\s+/, '')
    .replace(/\s+\d{1,2}:\d{2}.*$/, '')
    .replace(/\s+(?:of|de|del|do)\s+/g, ' ');
  const dayFirst = /^(\d{1,2})(?:st|nd|rd|th|er|º|ª|\.)?[\s.-]*([\p{L}\p{M}]{2,})\.?[\s,./'-]+(\d{4}|\d{2})$/u.exec(
    plain,
  );
  if (dayFirst) return buildDate(dayFirst[3], toMonth(dayFirst[2]), dayFirst[1]);
  const monthFirst = /^([\p{L}\p{M}]{2,})[\s.-]+(\d{1,2})(?:st|nd|rd|th)?[,\s-]+(\d{4})$/u.exec(plain);
  if (monthFirst) return buildDate(monthFirst[3], toMonth(monthFirst[1]), monthFirst[2]);
  const yearFirst = /^(\d{4})[\s,./-]+([\p{L}\p{M}]{2,})\.?[\s-]+(\d{1,2})$/u.exec(plain);
  return yearFirst ? buildDate(yearFirst[1], toMonth(yearFirst[2]), yearFirst[3]) : undefined;
}

/** "March 2021", "Mar-21", "2021-03", "03/2021", "Q1 2021", "H2 2021", "2021" and "2021.0": the first day of that time. */
function parsePartial(word: string): ParsedDate | undefined {
  const plain = word.toLowerCase().replace(/\s+(?:of|de|del|do)\s+/g, ' ');
  const named =
    /^([\p{L}\p{M}]{2,})\.?[\s,./'-]+'?(\d{4}|\d{2})$/u.exec(plain) ??
    turn(/^(\d{4})[\s,./-]+([\p{L}\p{M}]{2,})\.?$/u.exec(plain));
  const month = toMonth(named?.[1]);
  if (named && month) return buildDate(named[2], month, '1', 'month');
  const numbered = turn(/^(\d{4})[-/.]([01]?[1-9]|10)$/.exec(plain)) ?? /^(\d{1,2})[-/.](\d{4})$/.exec(plain);
  if (numbered) return buildDate(numbered[2], numbered[1], '1', 'month');
  const part =
    /^([qths])([1-4])[\s/'-]*(\d{4}|\d{2})$/.exec(plain.replace(/^([1-4])([qths])/, '$2$1')) ??
    turn(/^(\d{4})[\s/-]*([qths])([1-4])$/.exec(plain.replace(/([1-4])([qths])$/, '$2$1')));
  if (part) return buildPart(part[1] ?? '', Number(part[2]), part[3]);
  const year = /^([12]\d{3})(?:\.0)?年?$/u.exec(plain);
  return year ? buildDate(year[1], '1', '1', 'year') : undefined;
}

/** The groups of a pattern with the year, which is first, behind the others. */
function turn(found: RegExpExecArray | null): string[] | null {
  if (!found) return null;
  const [whole, year, ...others] = found;
  return [whole, ...others, year ?? ''];
}

/** A quarter ("q" or, as in French and Spanish, "t"), or half a year ("h" or "s"). */
function buildPart(kind: string, number: number, year: string | undefined): ParsedDate | undefined {
  if (kind === 'q' || kind === 't') return buildDate(year, String(number * 3 - 2), '1', 'quarter');
  return number > 2 ? undefined : buildDate(year, String(number * 6 - 5), '1', 'half-year');
}

function toMonth(name: string | undefined): string | undefined {
  const month = name === undefined ? undefined : parseMonthName(name);
  return month === undefined ? undefined : String(month);
}

function buildDate(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
  precision: ParsedDate['precision'] = 'day',
): ParsedDate | undefined {
  if (!year || !month || !day) return undefined;
  const whole = year.length === 2 ? `${Number(year) < centuryTurn ? 20 : 19}${year}` : year;
  return toDay(parseUtcDay(`${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`), precision);
}

const toDay = (day: string | undefined, precision: ParsedDate['precision']) => (day ? { day, precision } : undefined);

/** A day with a time, as a time in UTC in ISO 8601; without an offset it is UTC. Undefined for anything else. */
export function parseDateTime(text: string): string | undefined {
  const written = text.replace(/ (?=[+-]\d{2}:?\d{2}$)/, '').replace(/ UTC$/, 'Z');
  if (!/\d[T ]\d/.test(text) || !parseUtcDay(written)) return undefined;
  const zoned = /(Z|[+-]\d{2}:?\d{2})$/i.test(written) ? written : `${written}Z`;
  return new Date(zoned.replace(' ', 'T').replace(/([+-]\d{2})(\d{2})$/, '$1:$2')).toISOString();
}
