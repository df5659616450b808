import { z } from 'zod';

/** A uuid of any version and case, 8-4-4-4-12 hex digits; lower case after reading (contract, conventions). */
export const uuid = z.guid().toLowerCase();

/** An amount in US dollars, 0 or more. */
export const usd = z.number().min(0);

/** Text that is not blank; NUL and lone surrogates, which no record can hold, are taken out. */
export const text = z
  .string()
  .overwrite((value) => value.replaceAll(/[\0\p{Surrogate}]/gu, '').trim())
  .min(1, 'must not be blank');

const dayShape = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** A moment of UTC on a day that every month has; the last days of a month are read with more care. */
const plainMoment = /^(?!0000)\d{4}-\d{2}-(?:[01]\d|2[0-8])T(?!24)\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/;

/**
 * The UTC day, `YYYY-MM-DD`, of a date or date-time, years 1 to 9999; undefined for anything else.
 * A date-time without an offset is UTC (contract, conventions).
 */
export function toUtcDay(value: string): string | undefined {
  // Nearly every moment is written so, and a table reads hundreds of thousands.
  if (plainMoment.test(value) && !Number.isNaN(Date.parse(value))) return value.slice(0, 10);
  const parts = dayShape.exec(value.trim());
  if (!parts) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', offset = 'Z'] = parts;
  const written = `${year}-${month}-${day}`;
  const midnight = new Date(`${written}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== written) return undefined;
  const zone = offset.toUpperCase() === 'Z' ? 'Z' : offset.replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2');
  const moment = new Date(`${written}T${hour}:${minute}:${second}${zone}`);
  if (Number.isNaN(moment.getTime())) return undefined;
  const utc = moment.toISOString();
  return /^\d{4}-/.test(utc) && !utc.startsWith('0000') ? utc.slice(0, 10) : undefined;
}

/** A date bound: read as its UTC day. */
export const utcDay = z
  .string()
  .meta({ description: 'YYYY-MM-DD, or a date-time of which the UTC day counts; inclusive.', example: '2026-01-31' })
  .transform((value, context) => {
    const day = toUtcDay(value);
    if (day) return day;
    context.addIssue({
      code: 'custom',
      params: { code: 'INVALID_DATE' },
      message: 'must be a date (YYYY-MM-DD) or a date-time of the years 1 to 9999',
    });
    return z.NEVER;
  });

/** At most this many values in a filter's list; URL and domain lists hold fewer (contract 5). */
export const listLimit = 500;
/** At most this many URLs or domains in a list (contract 5). */
export const urlListLimit = 100;

/** A list filter: its values are OR-ed; an empty one is refused. */
export const listOf = <T extends z.ZodType>(item: T, most = listLimit) => z.array(item).min(1).max(most);

/** 0-based page number. */
export const page = z.int().min(0).default(0);
/** Rows a page, 1 to 500. */
export const pageSize = z.int().min(1).max(500).default(10);

type Bounds = Record<string, unknown>;

/**
 * Refuses a minimum above its maximum, or a start after its end; the issue stands on the lower member.
 * It is checked even when other members are wrong, so that one answer lists every problem.
 */
export function ordered<S extends z.ZodType>(schema: S, low: string, high: string): S {
  return schema.refine(
    (value) => {
      const [from, to] = [(value as Bounds)[low], (value as Bounds)[high]];
      if (typeof from === 'number' && typeof to === 'number') return from <= to;
      if (typeof from !== 'string' || typeof to !== 'string') return true;
      const [first, last] = [toUtcDay(from), toUtcDay(to)];
      return !first || !last || first <= last;
    },
    {
      path: [low],
      params: { code: 'INVALID_RANGE' },
      message: `must not be above ${high}`,
      when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
    },
  );
}
