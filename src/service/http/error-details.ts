import { z } from 'zod';
import { plan } from '#contract/enums.ts';
import { detailsSchema, insufficientCredits, problem, relayOutcome } from '#contract/error-body.ts';

const text = z.string();
/** The `details` of errors, by name. */
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
  credits: insufficientCredits,
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
  budget: detailsSchema(
    'BudgetDetails',
    { budget: z.enum(['session', 'day']), needed: z.number(), left: z.number(), help: text },
    { budget: 'day', needed: 25, left: 12, help: 'Change the budget, or load less. You were not charged.' },
  ),
  unconfirmed: detailsSchema(
    'UnconfirmedDetails',
    { purchase_id: text, credits: z.number(), help: text },
    {
      purchase_id: '7d0f6c1e-6f0b-4c53-9a94-9f2a4d3d8d11',
      credits: 25,
      help: 'Send it with repeat: true to try again. You were not charged for this one.',
    },
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
  relay: relayOutcome,
};
