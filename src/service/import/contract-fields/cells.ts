import { parseUtcDay } from '#contract/scalars.ts';
import { z } from 'zod';
import { readCurrency } from '../words/amounts.ts';

/** The names of the contract's fields, read from a table's cells as from JSON: an empty cell is unknown. */
const blankIsNull = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? null : value);
export const optional = <S extends z.ZodType>(schema: S) => z.preprocess(blankIsNull, schema.nullish());

export const key = z.string().trim().min(1).max(200);
export const text = optional(z.string());
export const amount = optional(
  z.preprocess(
    (value) => (typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value),
    z.number().min(0),
  ),
);
export const flag = optional(
  z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean()),
);
export const day = optional(
  z.string().transform((value, context) => {
    const found = parseUtcDay(value);
    if (!found) context.addIssue({ code: 'custom', message: 'must be a date, YYYY-MM-DD or a date-time' });
    return found ?? null;
  }),
);
export const moment = optional(
  z.string().transform((value, context) => {
    const time = toMoment(value);
    if (!time) context.addIssue({ code: 'custom', message: 'must be a date or a date-time' });
    return time ?? null;
  }),
);
export const currency = optional(
  z.string().refine((code) => readCurrency(code)?.[0] === code, 'must be a currency code such as EUR'),
);

/** A day stays one; a date-time without an offset is UTC. */
function toMoment(value: string): string | undefined {
  const written = value.trim();
  if (!parseUtcDay(written) || written.length === 10) return parseUtcDay(written);
  const zoned = /(Z|[+-]\d{2}:?\d{2})$/i.test(written) ? written : `${written}Z`;
  return new Date(zoned.replace(' ', 'T').replace(/([+-]\d{2})(\d{2})$/, '$1:$2')).toISOString();
}

/** A list: JSON, or in a table's cell also plain values with | between them. */
export const listOf = <S extends z.ZodType>(item: S) =>
  z.preprocess((value) => {
    if (typeof value !== 'string') return value ?? [];
    if (!value.trim().startsWith('['))
      return value
        .split('|')
        .map((part) => part.trim())
        .filter(Boolean);
    try {
      return JSON.parse(value) as unknown;
    } catch {
      return value;
    }
  }, z.array(item));
