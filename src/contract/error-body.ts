import { z } from 'zod';

/** One invalid value of a VALIDATION_ERROR (specification 7.2, contract 5). */
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

/** The schema of the `details` of an error, with its component name and an example. */
export const detailsSchema = <S extends z.ZodRawShape>(id: string, shape: S, example: z.input<z.ZodObject<S>>) =>
  z.strictObject(shape).meta({ id, example });

/** The `details` of 402. */
export const insufficientCredits = detailsSchema(
  'CreditDetails',
  {
    credits_needed: z.number(),
    monthly_credits_remaining: z.number().nullable(),
    purchased_credits_remaining: z.number().nullable(),
    help: z.string(),
  },
  { credits_needed: 25, monthly_credits_remaining: 0, purchased_credits_remaining: 3, help: '/settings' },
);

/** From a gateway in front of a hosted service: `unknown` if the request was sent and may have been charged. */
export const relayOutcome = detailsSchema(
  'RelayDetails',
  { outcome: z.enum(['unknown', 'not_charged']), help: z.string() },
  { outcome: 'not_charged', help: 'You were not charged. Try again shortly.' },
);

/** An error body of any service of this shape; every member but `error` may be missing (specification 7.1). */
export const errorBody = z.looseObject({
  success: z.literal(false).optional(),
  error: z.looseObject({
    code: z.string().optional(),
    message: z.string().optional(),
    details: z.unknown().optional(),
  }),
  statusCode: z.int().optional(),
});

/** Tolerant forms of three details, for clients. */
export const validationDetails = z.looseObject({ errors: z.array(problem.partial().loose()) });
export const creditDetails = insufficientCredits.loose();
export const relayDetails = relayOutcome.loose();

/**
 * The seconds of a Retry-After; that of an HTTP-date counts from the `Date` of the same response, if it has one.
 * Undefined if it is missing or invalid.
 */
export function parseRetryAfter(headers: { get(name: string): string | null }): number | undefined {
  const text = headers.get('Retry-After')?.trim() ?? '';
  if (/^\d{1,15}$/.test(text)) return Number(text);
  // Date.parse accepts "1.5" as well.
  if (!/[a-z]{3}/i.test(text)) return undefined;
  const now = Date.parse(headers.get('Date') ?? '') || Date.now();
  const until = Date.parse(text);
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - now) / 1000));
}
