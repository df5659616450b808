import { z } from 'zod';

/** One problem of a VALIDATION_ERROR (specification 7.2, contract 5). */
export const problem = z
  .strictObject({
    field: z.string(),
    value: z.string(),
    message: z.string(),
    code: z.enum([
      'INVALID_TYPE',
      'UNKNOWN_PARAMETER',
      'INVALID_FINANCING_TYPE',
      'INVALID_ENUM_VALUE',
      'OUT_OF_RANGE',
      'INVALID_INTEGER',
      'INVALID_UUID',
      'INVALID_DATE',
      'EMPTY_ARRAY_PARAMETER',
      'EMPTY_STRING',
      'INVALID_RANGE',
      'TOO_MANY_VALUES',
      'MISSING_DEPENDENCY',
    ]),
    validOptions: z.array(z.string()),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof problem>;

/** An error body as any service of this shape sends it; every member but `error` may be missing (specification 7.1). */
export const errorBody = z.looseObject({
  success: z.literal(false).optional(),
  error: z.looseObject({
    code: z.string().optional(),
    message: z.string().optional(),
    details: z.unknown().optional(),
  }),
  statusCode: z.int().optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;

/** What `details` of a VALIDATION_ERROR hold. */
export const validationDetails = z.looseObject({ errors: z.array(problem.partial().loose()) });

/** What `details` of INSUFFICIENT_CREDITS hold (specification 7.2). */
export const creditDetails = z.looseObject({
  credits_needed: z.number(),
  monthly_credits_remaining: z.number().nullable(),
  purchased_credits_remaining: z.number().nullable(),
  help: z.string(),
});

/**
 * What `details` hold when a gateway could not bring the answer of a hosted service: `unknown` when a paid request was
 * sent and may have been charged, `not_charged` when nothing was sent or nothing was to be paid.
 */
export const relayDetails = z.looseObject({ outcome: z.enum(['unknown', 'not_charged']), help: z.string() });
