import { z } from 'zod';
import { plan } from './enums.ts';

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

const text = z.string();
const detailsSchema = <S extends z.ZodRawShape>(id: string, shape: S, example: z.input<z.ZodObject<S>>) =>
  z.strictObject(shape).meta({ id, example });

/** The `details` of errors, by their shape. */
export const errorDetails = {
  help: detailsSchema('HelpDetails', { help: text }, { help: 'You were not charged.' }),
  validation: detailsSchema(
    'ValidationDetails',
    { errors: z.array(problem), help: text },
    {
      errors: [
        {
          field: 'page_size',
          value: '501',
          message: 'page_size must be at most 500.',
          code: 'OUT_OF_RANGE',
          validOptions: [],
        },
      ],
      help: 'Correct these values and send the request again. You were not charged.',
    },
  ),
  credits: detailsSchema(
    'CreditDetails',
    {
      credits_needed: z.number(),
      monthly_credits_remaining: z.number().nullable(),
      purchased_credits_remaining: z.number().nullable(),
      help: text,
    },
    { credits_needed: 25, monthly_credits_remaining: 0, purchased_credits_remaining: 3, help: '/settings' },
  ),
  key: detailsSchema(
    'KeyDetails',
    { help: text, format: text },
    { help: 'Send your API key in the Authorization header.', format: 'Authorization: Bearer <API_KEY>' },
  ),
  limit: detailsSchema(
    'LimitDetails',
    { limit: z.int(), window: text, help: text },
    { limit: 200, window: '60 seconds', help: 'Try again in 12 seconds. This request did not count.' },
  ),
  plan: detailsSchema(
    'PlanDetails',
    { current_tier: plan.extract(['FREE', 'PRO']), help: text },
    { current_tier: 'FREE', help: 'Use a key of an account on the Pro+ or API plan.' },
  ),
  missingParameters: detailsSchema(
    'MissingParameterDetails',
    { missingParams: z.array(text), help: text },
    { missingParams: ['end_date'], help: 'Send alert_ids, start_date and end_date.' },
  ),
  date: detailsSchema(
    'DateDetails',
    { field: text, provided: text, expected: text },
    { field: 'start_date', provided: '2026-11-01', expected: 'YYYY-MM-DDTHH:mm:ssZ' },
  ),
  identifier: detailsSchema(
    'IdentifierDetails',
    { identifier_type: text, identifier_value: text },
    { identifier_type: 'domain', identifier_value: 'unknown.example' },
  ),
  search: detailsSchema(
    'SearchDetails',
    { help: text, provided: z.array(text), examples: z.strictObject({ valid: z.array(text), invalid: z.array(text) }) },
    {
      help: 'Send the name of a location.',
      provided: [],
      examples: { valid: ['/location/search?name=berlin&type=CITY'], invalid: ['/location/search'] },
    },
  ),
  text,
  /** From a gateway in front of a hosted service: `unknown` when the request was sent and may have been charged. */
  relay: detailsSchema(
    'RelayDetails',
    { outcome: z.enum(['unknown', 'not_charged']), help: text },
    { outcome: 'not_charged', help: 'You were not charged. Try again shortly.' },
  ),
};

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
export type ErrorBody = z.infer<typeof errorBody>;

/** Tolerant forms of three details, for clients. */
export const validationDetails = z.looseObject({ errors: z.array(problem.partial().loose()) });
export const creditDetails = errorDetails.credits.loose();
export const relayDetails = errorDetails.relay.loose();

/**
 * The members of an error body in their order, quirks of specification 7.1 included: 401 has no `success`, in 402 and
 * 429 it follows `error`, and some endpoints add `statusCode` to 400, 404 and 422.
 */
export function orderErrorMembers<E, S, C>(
  status: number,
  { error, success, statusCode }: { error: E; success: S; statusCode: C | undefined },
): { error: E; success?: S; statusCode?: C } {
  if (status === 401) return { error };
  if (status === 402 || status === 429) return { error, success };
  const hasStatusCode = statusCode !== undefined && (status === 400 || status === 404 || status === 422);
  return { success, error, ...(hasStatusCode ? { statusCode } : {}) };
}
