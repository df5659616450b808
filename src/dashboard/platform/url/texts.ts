import { z } from 'zod';
import { parseUtcDay } from '#contract/scalars.ts';

/** A whole number, 0 or more, written as digits. */
export const wholeParameter = z.codec(z.string().regex(/^\d{1,15}$/), z.int().min(0), {
  decode: Number,
  encode: String,
});

/** A number, 0 or more, as JavaScript writes it. */
export const amountParameter = z.codec(z.string().regex(/^\d+(\.\d+)?(e\+?\d+)?$/), z.number().min(0), {
  decode: Number,
  encode: String,
});

/** A UTC day, `YYYY-MM-DD`. */
export const dayParameter = z.string().refine((text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && parseUtcDay(text) === text);

/** A marker that is set or not there. */
export const flagParameter = z.codec(z.literal('1'), z.literal(true), {
  decode: () => true as const,
  encode: () => '1' as const,
});

/** Text that is not blank, without blanks at its ends. */
export const plainParameter = z.string().trim().min(1).max(2000);

/** A number from 0 to 1. */
export const fractionParameter = z.codec(z.string().regex(/^(0(\.\d+)?|1(\.0+)?)$/), z.number().min(0).max(1), {
  decode: Number,
  encode: String,
});
