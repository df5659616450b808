import { z } from 'zod';

/** A uuid of any version and case, 8-4-4-4-12 hex digits; parsed to lower case (contract, conventions). */
export const uuid = z.guid().toLowerCase();

/** An integer in a query, where every value is text. */
export const queryInteger = z.coerce.number<string | number>().int();

/** An amount in US dollars, 0 or more. */
export const usd = z.number().min(0);

/** Text that may be empty. NUL and lone surrogates, which PostgreSQL cannot store, are removed. */
export const optionalText = z.string().overwrite((value) => value.replaceAll(/[\0\p{Surrogate}]/gu, '').trim());

/** Text that is not blank. */
export const text = optionalText.min(1, 'must not be blank');

/** Text of a record; null where it is not known. */
export const nullableText = z.string().nullable();

/** The most characters of a single value: an amount, a date, a name, or the name of an enum. */
export const maxValueLength = 500;

/** The most characters of an address of a page. */
export const maxAddressLength = 2_000;

/** The text without the space around it; '' if it is too long to be a single value, so that no pattern reads it. */
export function trimValue(value: string): string {
  const trimmed = value.trim();
  return trimmed.length > maxValueLength ? '' : trimmed;
}

/** The maximum number of values in a list filter (contract 5). */
export const maxListValues = 500;

/** A date bound of a filter, parsed to its UTC day. */
export const utcDay = z
  .string()
  .meta({ description: 'YYYY-MM-DD, or a date-time of which the UTC day counts; inclusive.', example: '2026-01-31' })
  .transform((value, context) => {
    const day = parseUtcDay(value);
    if (day) return day;
    context.addIssue({
      code: 'custom',
      params: { code: 'INVALID_DATE' },
      message: 'must be a date (YYYY-MM-DD) or a date-time of the years 1 to 9999',
    });
    return z.NEVER;
  });

const datePattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** A UTC date-time on day 1 to 28, which exists in every month. */
const commonDateTime = /^(?!0000)\d{4}-\d{2}-(?:[01]\d|2[0-8])T(?!24)\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/;

/**
 * The UTC day, `YYYY-MM-DD`, of a date or date-time of the years 1 to 9999; undefined for anything else.
 * A date-time without an offset is UTC (contract, conventions).
 */
export function parseUtcDay(value: string): string | undefined {
  // Fast path for what records contain: tables parse hundreds of thousands of dates.
  if (commonDateTime.test(value) && !Number.isNaN(Date.parse(value))) return value.slice(0, 10);
  const parts = datePattern.exec(trimValue(value));
  if (!parts) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', offset = 'Z'] = parts;
  const date = `${year}-${month}-${day}`;
  const midnight = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== date) return undefined;
  const zone = offset.toUpperCase() === 'Z' ? 'Z' : offset.replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2');
  const moment = new Date(`${date}T${hour}:${minute}:${second}${zone}`);
  if (Number.isNaN(moment.getTime())) return undefined;
  const utc = moment.toISOString();
  return /^\d{4}-/.test(utc) && !utc.startsWith('0000') ? utc.slice(0, 10) : undefined;
}

/**
 * A range of employees for display: "1001-5000" is "1,001–5,000"; with an en dash spreadsheets do not read it as a
 * date.
 */
export const formatEmployeeRange = (range: string): string =>
  range.replaceAll(/(\d)(\d{3})\b/g, '$1,$2').replace('-', '–');
