import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { creditDetails, problem } from '#contract/errors.ts';

/** Errors that share a status and the shape of their details, with the sentence that explains them. */
export type ErrorCase = { readonly codes: readonly string[]; readonly details?: z.ZodType; readonly when: string };
/** What an operation may refuse, by status. */
export type ErrorTable = Record<number, readonly ErrorCase[]>;

const named = <S extends z.ZodRawShape>(id: string, shape: S, example: z.input<z.ZodObject<S>>) =>
  z.strictObject(shape).meta({ id, example });
const text = z.string();

const help = named('HelpDetails', { help: text }, { help: 'Nothing was charged.' });
const validation = named(
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
    help: 'Correct the named fields and send the request again. Nothing was charged.',
  },
);
const credits = named('CreditDetails', creditDetails.shape, {
  credits_needed: 25,
  monthly_credits_remaining: 0,
  purchased_credits_remaining: 3,
  help: '/settings',
});
const key = named(
  'KeyDetails',
  { help: text, format: text },
  { help: 'Send your API key in the Authorization header.', format: 'Authorization: Bearer <API_KEY>' },
);
const limit = named(
  'LimitDetails',
  { limit: z.int(), window: text, help: text },
  { limit: 200, window: '60 seconds', help: 'Wait 12 seconds, then try again. This request did not count.' },
);
const plan = named(
  'PlanDetails',
  { current_tier: z.enum(['FREE', 'PRO']), help: text },
  { current_tier: 'FREE', help: 'Use a key of an account on a Pro+ or API plan.' },
);
const missing = named(
  'MissingParameterDetails',
  { missingParams: z.array(text), help: text },
  { missingParams: ['end_date'], help: 'Give alert_ids, start_date and end_date.' },
);
const moment = named(
  'DateDetails',
  { field: text, provided: text, expected: text },
  { field: 'start_date', provided: '2026-11-01', expected: 'YYYY-MM-DDTHH:mm:ssZ' },
);
const owner = named(
  'IdentifierDetails',
  { identifier_type: text, identifier_value: text },
  { identifier_type: 'domain', identifier_value: 'unknown.example' },
);
const search = named(
  'SearchDetails',
  { help: text, provided: z.array(text), examples: z.strictObject({ valid: z.array(text), invalid: z.array(text) }) },
  {
    help: 'Give the location to look for as name.',
    provided: [],
    examples: { valid: ['/location/search?name=berlin&type=CITY'], invalid: ['/location/search'] },
  },
);

const validationCase = (when: string): ErrorCase => ({ codes: ['VALIDATION_ERROR'], details: validation, when });
const helpCase = (codes: readonly string[], when: string): ErrorCase => ({ codes, details: help, when });

/** What every operation may answer: refused before or after it was read, or failed. */
const everywhere: ErrorTable = {
  401: [{ codes: ['AUTH_ERROR', 'INVALID_API_KEY', 'INACTIVE_API_KEY'], details: key, when: 'No valid key was sent.' }],
  405: [helpCase(['METHOD_NOT_ALLOWED'], 'The path answers another method, which Allow names.')],
  408: [{ codes: ['REQUEST_TIMEOUT'], when: 'The request did not arrive in time.' }],
  429: [{ codes: ['RATE_LIMIT_EXCEEDED'], details: limit, when: 'Too many requests in 60 seconds.' }],
  431: [{ codes: ['HEADERS_TOO_LARGE'], when: 'The request headers are too large.' }],
  500: [{ codes: ['INTERNAL_SERVER_ERROR'], details: text, when: 'An unexpected error; nothing was charged.' }],
  503: [helpCase(['SERVICE_UNAVAILABLE'], 'The database is away or busy; nothing was charged.')],
  504: [helpCase(['TIMEOUT'], 'The query took longer than the service allows; nothing was charged.')],
};

const withBody: ErrorTable = {
  400: [validationCase('The body is no JSON object, or a value has the wrong JSON type.')],
  413: [helpCase(['PAYLOAD_TOO_LARGE'], 'The body is larger than 1 MiB.')],
  415: [helpCase(['UNSUPPORTED_MEDIA_TYPE'], 'The body is not application/json.')],
};

const billed: ErrorTable = {
  402: [{ codes: ['INSUFFICIENT_CREDITS'], details: credits, when: 'The balance is short; nothing was charged.' }],
};

const organization = ['INVALID_ID', 'INVALID_DOMAIN', 'INVALID_LINKEDIN_URL', 'INVALID_CRUNCHBASE_URL'];
const personal = ['INVALID_ID', 'INVALID_LINKEDIN_URL', 'INVALID_CRUNCHBASE_URL', 'INVALID_TWITTER_URL'];
const single = ['MISSING_IDENTIFIER', 'MULTIPLE_IDENTIFIERS'];
const paging = ['INVALID_PAGE', 'INVALID_PAGE_SIZE'];

const identifier = (codes: readonly string[]): ErrorTable => ({
  400: [helpCase([...single, ...codes], 'No identifier, several, or one in a wrong form.')],
});
const lookUp = (searchCodes: readonly string[], forms: readonly string[] = []): ErrorTable => ({
  400: [
    { codes: searchCodes, details: search, when: 'Nothing to look for, or too much.' },
    ...(forms.length > 0 ? [helpCase(forms, 'An identifier in a wrong form.')] : []),
  ],
});
const notFound = (code: string, what: string): ErrorTable => ({ 404: [helpCase([code], `${what}; nothing charged.`)] });
const noOwner = (code: string): ErrorTable => ({
  404: [{ codes: [code], details: owner, when: 'Nobody has this identifier; nothing charged.' }],
});
const dealPath: ErrorTable = {
  400: [helpCase(['INVALID_DEAL_ID'], 'The id is not a uuid.')],
  ...notFound('DEAL_NOT_FOUND', 'No deal has this id'),
};
const allOfAlerts: ErrorTable = {
  403: [{ codes: ['API_TIER_REQUIRED'], details: plan, when: 'The plan of the key has no alerts.' }],
};
const searching = ['MISSING_SEARCH_PARAMS', 'EMPTY_SEARCH_TERM'];
const wrongAlerts = ['INVALID_ALERT_ID', 'TOO_MANY_ALERT_IDS', 'INVALID_DATE_RANGE', 'DATE_RANGE_TOO_LARGE'];
const addresses = organization.filter((code) => code !== 'INVALID_ID');

/** What single operations refuse beyond that, by their id (contract 5). */
const own: Record<string, ErrorTable> = {
  readDeal: dealPath,
  readLineup: dealPath,
  readCompanyDeals: { ...identifier([...organization, ...paging]), ...noOwner('NOT_FOUND') },
  readInvestorDeals: { ...identifier([...organization, ...paging]), ...noOwner('NOT_FOUND') },
  readPersonDeals: { ...identifier([...personal, ...paging]), ...noOwner('PERSON_NOT_FOUND') },
  readCompany: { ...identifier(organization), ...notFound('COMPANY_NOT_FOUND', 'No company matches') },
  readInvestor: { ...identifier(organization), ...notFound('INVESTOR_NOT_FOUND', 'No firm matches') },
  readPerson: { ...identifier(personal), ...notFound('PERSON_NOT_FOUND', 'No person matches') },
  lookUpCompanies: lookUp([...searching, 'MULTIPLE_SEARCH_PARAMS'], addresses),
  lookUpInvestors: lookUp(searching, addresses),
  lookUpPeople: lookUp(searching, personal),
  searchLocations: lookUp([...searching, 'MULTIPLE_LOCATION_TYPE_PARAMS']),
  searchIndustries: lookUp([...searching, 'MULTIPLE_INDUSTRY_TYPE_PARAMS']),
  readAlerts: {
    ...allOfAlerts,
    400: [
      { codes: ['MISSING_PARAMETERS'], details: missing, when: 'A parameter is missing.' },
      { codes: ['INVALID_DATE_FORMAT'], details: moment, when: 'A date is no date-time.' },
      helpCase([...wrongAlerts, 'FUTURE_DATE'], 'The alerts or the period are not allowed.'),
    ],
    ...notFound('ALERT_NOT_FOUND', 'The account has no such alert'),
  },
  readAlertConfigurations: allOfAlerts,
};

const refused = 'A value that is not allowed; errors lists every problem.';
const reused = helpCase(['IDEMPOTENCY_KEY_REUSED'], 'The Idempotency-Key was used for another request.');

/** Every error that an operation can answer with, by status. */
export function errorsOf({ id, body, cost }: Endpoint): ErrorTable {
  const isBilled = cost.per !== 'nothing';
  return {
    ...everywhere,
    ...(body ? withBody : {}),
    ...(isBilled ? billed : {}),
    422: isBilled ? [validationCase(refused), reused] : [validationCase(refused)],
    ...own[id],
  };
}

/** The body of an error, quirks of specification 7.1 included. */
export function toErrorSchema(status: number, { codes, details }: ErrorCase, numbered: boolean): z.ZodType {
  const error = z.strictObject({ code: z.enum(codes), message: text, ...(details ? { details } : {}) });
  if (status === 401) return z.strictObject({ error });
  const isNumbered = numbered && (status === 400 || status === 404 || status === 422);
  return z.strictObject({
    success: z.literal(false),
    error,
    ...(isNumbered ? { statusCode: z.literal(status) } : {}),
  });
}
