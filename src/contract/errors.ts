import type { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import type { EndpointId } from './endpoints.ts';
import { errorDetails } from './error-details.ts';

/** Where an error is thrown: endpoints by their id or as a group, or code outside of any endpoint. */
export type ErrorSource =
  | readonly EndpointId[]
  | 'all endpoints'
  | 'endpoints with a body'
  | 'billed endpoints'
  | 'unknown routes'
  | 'HTTP parser'
  | 'hosted service'
  | 'metrics';

/** One error of the API. Texts have `{placeholders}`, which the thrower fills. Errors are never charged. */
export type ErrorDefinition = {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** The shape of `details`; without it there are none. */
  readonly details?: z.ZodType;
  /** Members of `details` that are always the same, or `details` itself where it is a text. */
  readonly values?: Readonly<Record<string, string>> | string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly thrownBy: ErrorSource;
};

const bearer = {
  help: 'Send your API key in the Authorization header.',
  format: 'Authorization: Bearer <API_KEY>',
};
const notCharged = { help: 'You were not charged.' };
const dealIdHelp = { help: 'Send the id of a deal from POST /deals.' };
const configurationIdHelp = { help: 'Send the configuration_id of an alert from GET /account/alerts.' };
const dealsOfOrganization = ['readCompanyDeals', 'readInvestorDeals'] as const;
const dealHistories = [...dealsOfOrganization, 'readPersonDeals'] as const;
const oneOrganization = ['readCompany', 'readInvestor', ...dealsOfOrganization] as const;
const onePerson = ['readPerson', 'readPersonDeals'] as const;
const organizationSearch = ['lookUpCompanies', 'lookUpInvestors'] as const;
const nameSearches = ['searchLocations', 'searchIndustries'] as const;
const oneDeal = ['readDeal', 'readLineup'] as const;
const oneAlert = ['changeAlert', 'deleteAlert'] as const;
const alertEndpoints = [
  'readAlerts',
  'readAlertConfigurations',
  'readAccountAlerts',
  'createAlert',
  'previewAlert',
  ...oneAlert,
] as const;
const { help, key, validation, search, identifier, relay } = errorDetails;

/**
 * Every error that the service and the gateway send: the service throws from this table, the OpenAPI document is made
 * from it, and a test provokes each row (specification 7, contract 5).
 */
export const errors = {
  invalidType: {
    status: 400,
    code: 'VALIDATION_ERROR',
    message: '{problem}',
    details: validation,
    thrownBy: 'endpoints with a body',
  },
  validation: {
    status: 422,
    code: 'VALIDATION_ERROR',
    message: '{problem}',
    details: validation,
    thrownBy: 'all endpoints',
  },
  tooManyAlerts: {
    status: 422,
    code: 'VALIDATION_ERROR',
    message: 'An account can save at most {max} alerts.',
    details: validation,
    values: { help: 'Delete an alert that you no longer need.' },
    thrownBy: ['createAlert'],
  },
  idempotencyKeyReused: {
    status: 422,
    code: 'IDEMPOTENCY_KEY_REUSED',
    message: 'This Idempotency-Key was used for a different request.',
    details: help,
    values: { help: 'Send a new key with every new request. You were not charged.' },
    thrownBy: 'billed endpoints',
  },

  missingKey: {
    status: 401,
    code: 'AUTH_ERROR',
    message: 'The API key is missing.',
    details: key,
    values: bearer,
    thrownBy: 'all endpoints',
  },
  unknownKey: {
    status: 401,
    code: 'INVALID_API_KEY',
    message: 'The API key is not valid.',
    details: key,
    values: bearer,
    thrownBy: 'all endpoints',
  },
  disabledKey: {
    status: 401,
    code: 'INACTIVE_API_KEY',
    message: 'The API key is disabled.',
    details: key,
    values: bearer,
    thrownBy: 'all endpoints',
  },
  missingMetricsToken: {
    status: 401,
    code: 'AUTH_ERROR',
    message: 'The metrics need a token.',
    details: key,
    values: {
      help: 'Send the value of FUNDSCOPE_METRICS_TOKEN in the Authorization header.',
      format: 'Authorization: Bearer <token>',
    },
    thrownBy: 'metrics',
  },
  insufficientCredits: {
    status: 402,
    code: 'INSUFFICIENT_CREDITS',
    message: 'This request costs {price}, more than your balance.',
    details: errorDetails.credits,
    thrownBy: 'billed endpoints',
  },
  planRequired: {
    status: 403,
    code: 'API_TIER_REQUIRED',
    message: 'Alerts are part of the Pro+ and API plans.',
    details: errorDetails.plan,
    values: { help: 'Use a key of an account on the Pro+ or API plan.' },
    thrownBy: alertEndpoints,
  },
  rateLimitExceeded: {
    status: 429,
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'More than {limit} requests in 60 seconds.',
    details: errorDetails.limit,
    values: { window: '60 seconds', help: 'Try again in {seconds} seconds. This request did not count.' },
    headers: { 'retry-after': '{seconds}' },
    thrownBy: 'all endpoints',
  },

  invalidDealId: {
    status: 400,
    code: 'INVALID_DEAL_ID',
    message: 'The deal id is not a UUID.',
    details: help,
    values: dealIdHelp,
    thrownBy: oneDeal,
  },
  dealNotFound: {
    status: 404,
    code: 'DEAL_NOT_FOUND',
    message: 'No deal has this id.',
    details: help,
    values: dealIdHelp,
    thrownBy: oneDeal,
  },
  companyNotFound: {
    status: 404,
    code: 'COMPANY_NOT_FOUND',
    message: 'No company has this identifier.',
    details: help,
    values: notCharged,
    thrownBy: ['readCompany'],
  },
  investorNotFound: {
    status: 404,
    code: 'INVESTOR_NOT_FOUND',
    message: 'No investor has this identifier.',
    details: help,
    values: notCharged,
    thrownBy: ['readInvestor'],
  },
  personNotFound: {
    status: 404,
    code: 'PERSON_NOT_FOUND',
    message: 'No person has this identifier.',
    details: help,
    values: notCharged,
    thrownBy: ['readPerson'],
  },
  dealOwnerNotFound: {
    status: 404,
    code: 'NOT_FOUND',
    message: 'No {resource} has this identifier.',
    details: identifier,
    thrownBy: dealsOfOrganization,
  },
  dealPersonNotFound: {
    status: 404,
    code: 'PERSON_NOT_FOUND',
    message: 'No person has this identifier.',
    details: identifier,
    thrownBy: ['readPersonDeals'],
  },

  missingIdentifier: {
    status: 400,
    code: 'MISSING_IDENTIFIER',
    message: 'No identifier was sent.',
    details: help,
    values: { help: 'Send exactly one of {accepted}.' },
    thrownBy: [...oneOrganization, ...onePerson],
  },
  multipleIdentifiers: {
    status: 400,
    code: 'MULTIPLE_IDENTIFIERS',
    message: 'More than one identifier was sent.',
    details: help,
    values: { help: 'Send exactly one of {accepted}. Sent: {sent}.' },
    thrownBy: [...oneOrganization, ...onePerson],
  },
  invalidId: {
    status: 400,
    code: 'INVALID_ID',
    message: 'id must be a UUID.',
    details: help,
    values: { help: 'Send the id of a search result.' },
    thrownBy: [...oneOrganization, ...onePerson, 'lookUpPeople'],
  },
  invalidDomain: {
    status: 400,
    code: 'INVALID_DOMAIN',
    message: 'domain must be a domain or a URL.',
    details: help,
    values: { help: 'Send a domain such as example.com.' },
    thrownBy: [...oneOrganization, ...organizationSearch],
  },
  invalidLinkedinUrl: {
    status: 400,
    code: 'INVALID_LINKEDIN_URL',
    message: 'linkedin must be a LinkedIn URL.',
    details: help,
    values: { help: 'Send a URL such as linkedin.com/company/example or linkedin.com/in/example.' },
    thrownBy: [...oneOrganization, ...onePerson, ...organizationSearch, 'lookUpPeople'],
  },
  invalidCrunchbaseUrl: {
    status: 400,
    code: 'INVALID_CRUNCHBASE_URL',
    message: 'crunchbase must be a Crunchbase URL.',
    details: help,
    values: { help: 'Send a URL such as crunchbase.com/organization/example or crunchbase.com/person/example.' },
    thrownBy: [...oneOrganization, ...onePerson, ...organizationSearch, 'lookUpPeople'],
  },
  invalidTwitterUrl: {
    status: 400,
    code: 'INVALID_TWITTER_URL',
    message: 'twitter must be a Twitter or X URL.',
    details: help,
    values: { help: 'Send a URL such as x.com/example.' },
    thrownBy: [...onePerson, 'lookUpPeople'],
  },
  invalidPage: {
    status: 400,
    code: 'INVALID_PAGE',
    message: 'page must be a whole number from 0.',
    details: help,
    values: { help: 'The first page is 0.' },
    thrownBy: dealHistories,
  },
  invalidPageSize: {
    status: 400,
    code: 'INVALID_PAGE_SIZE',
    message: 'page_size must be a whole number from 1 to 500.',
    details: help,
    values: { help: 'The default is 10.' },
    thrownBy: dealHistories,
  },

  missingSearchParameter: {
    status: 400,
    code: 'MISSING_SEARCH_PARAMS',
    message: 'No search parameter was sent.',
    details: search,
    values: { help: 'Send one of {accepted}.' },
    thrownBy: [...organizationSearch, 'lookUpPeople'],
  },
  multipleSearchParameters: {
    status: 400,
    code: 'MULTIPLE_SEARCH_PARAMS',
    message: 'More than one search parameter was sent.',
    details: search,
    values: { help: 'Send exactly one of {accepted}. Sent: {sent}.' },
    thrownBy: ['lookUpCompanies'],
  },
  emptySearchTerm: {
    status: 400,
    code: 'EMPTY_SEARCH_TERM',
    message: '{parameter} is blank.',
    details: search,
    values: { help: 'Send a value for {parameter}.' },
    thrownBy: [...organizationSearch, 'lookUpPeople', ...nameSearches],
  },
  missingName: {
    status: 400,
    code: 'MISSING_SEARCH_PARAMS',
    message: 'name is missing.',
    details: search,
    values: { help: 'Send the name of {kind}.' },
    thrownBy: nameSearches,
  },
  multipleLocationTypes: {
    status: 400,
    code: 'MULTIPLE_LOCATION_TYPE_PARAMS',
    message: 'type and location_type are the same parameter.',
    details: search,
    values: { help: 'Send one of them.' },
    thrownBy: ['searchLocations'],
  },
  multipleIndustryTypes: {
    status: 400,
    code: 'MULTIPLE_INDUSTRY_TYPE_PARAMS',
    message: 'type and industry_type are the same parameter.',
    details: search,
    values: { help: 'Send one of them.' },
    thrownBy: ['searchIndustries'],
  },

  missingParameters: {
    status: 400,
    code: 'MISSING_PARAMETERS',
    message: 'Missing: {missingParams}.',
    details: errorDetails.missingParameters,
    values: { help: 'Send alert_ids, start_date and end_date.' },
    thrownBy: ['readAlerts'],
  },
  invalidAlertIds: {
    status: 400,
    code: 'INVALID_ALERT_ID',
    message: 'An alert id is not a UUID.',
    details: help,
    values: { help: 'Send ids from GET /alerts/configurations, separated by commas.' },
    thrownBy: ['readAlerts'],
  },
  tooManyAlertIds: {
    status: 400,
    code: 'TOO_MANY_ALERT_IDS',
    message: 'More than {max} alert ids were sent.',
    details: help,
    values: { help: 'Send at most {max} at a time.' },
    thrownBy: ['readAlerts'],
  },
  invalidDateFormat: {
    status: 400,
    code: 'INVALID_DATE_FORMAT',
    message: '{field} is not a date-time.',
    details: errorDetails.date,
    values: { expected: 'YYYY-MM-DDTHH:mm:ssZ' },
    thrownBy: ['readAlerts'],
  },
  invalidDateRange: {
    status: 400,
    code: 'INVALID_DATE_RANGE',
    message: 'start_date is after end_date.',
    details: help,
    values: { help: 'Send a start_date that is not after end_date.' },
    thrownBy: ['readAlerts'],
  },
  dateRangeTooLarge: {
    status: 400,
    code: 'DATE_RANGE_TOO_LARGE',
    message: 'The period is longer than {max} days.',
    details: help,
    values: { help: 'Send a shorter period.' },
    thrownBy: ['readAlerts'],
  },
  futureDate: {
    status: 400,
    code: 'FUTURE_DATE',
    message: 'start_date is in the future.',
    details: help,
    values: { help: 'Send a start_date that is not in the future.' },
    thrownBy: ['readAlerts'],
  },
  alertsNotFound: {
    status: 404,
    code: 'ALERT_NOT_FOUND',
    message: 'An alert with one of these ids does not exist.',
    details: help,
    values: { help: 'GET /alerts/configurations lists the alerts of this account.' },
    thrownBy: ['readAlerts'],
  },
  invalidAlertId: {
    status: 400,
    code: 'INVALID_ALERT_ID',
    message: 'The alert id is not a UUID.',
    details: help,
    values: configurationIdHelp,
    thrownBy: oneAlert,
  },
  alertNotFound: {
    status: 404,
    code: 'ALERT_NOT_FOUND',
    message: 'No alert has this id.',
    details: help,
    values: configurationIdHelp,
    thrownBy: oneAlert,
  },

  routeNotFound: {
    status: 404,
    code: 'NOT_FOUND',
    message: 'This endpoint does not exist.',
    details: help,
    values: { help: 'Check the path and the method.' },
    thrownBy: 'unknown routes',
  },
  methodNotAllowed: {
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    message: 'This endpoint does not support the method.',
    details: help,
    values: { help: 'Use {allowed}.' },
    headers: { allow: '{allowed}' },
    thrownBy: 'all endpoints',
  },
  payloadTooLarge: {
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    message: 'The body is larger than 1 MiB.',
    details: help,
    values: { help: 'Send fewer values.' },
    thrownBy: 'endpoints with a body',
  },
  unsupportedMediaType: {
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'The body must be JSON.',
    details: help,
    values: { help: 'Send the header Content-Type: application/json.' },
    thrownBy: 'endpoints with a body',
  },
  requestTimeout: {
    status: 408,
    code: 'REQUEST_TIMEOUT',
    message: 'The request took too long to arrive.',
    thrownBy: 'all endpoints',
  },
  headersTooLarge: {
    status: 431,
    code: 'HEADERS_TOO_LARGE',
    message: 'The request headers are too large.',
    thrownBy: 'all endpoints',
  },
  badRequest: {
    status: 400,
    code: 'BAD_REQUEST',
    message: 'The request is not valid HTTP.',
    thrownBy: 'HTTP parser',
  },

  unexpected: {
    status: 500,
    code: 'INTERNAL_SERVER_ERROR',
    message: 'An unexpected error occurred.',
    details: errorDetails.text,
    values: 'You were not charged. Try again.',
    thrownBy: 'all endpoints',
  },
  databaseUnavailable: {
    status: 503,
    code: 'SERVICE_UNAVAILABLE',
    message: 'The database is not available. Try again shortly.',
    details: help,
    values: notCharged,
    headers: { 'retry-after': '2' },
    thrownBy: 'all endpoints',
  },
  serviceBusy: {
    status: 503,
    code: 'SERVICE_UNAVAILABLE',
    message: 'The service is busy. Try again shortly.',
    details: help,
    values: notCharged,
    headers: { 'retry-after': '2' },
    thrownBy: 'all endpoints',
  },
  queryTimeout: {
    status: 504,
    code: 'TIMEOUT',
    message: 'The query took too long.',
    details: help,
    values: { help: 'You were not charged. Use narrower filters and try again.' },
    thrownBy: 'all endpoints',
  },

  hostedServiceTimeout: {
    status: 504,
    code: 'TIMEOUT',
    message: 'The hosted service did not respond in time.',
    details: relay,
    thrownBy: 'hosted service',
  },
  hostedServiceUnreachable: {
    status: 503,
    code: 'SERVICE_UNAVAILABLE',
    message: 'The hosted service cannot be reached: {reason}.',
    details: relay,
    headers: { 'retry-after': '2' },
    thrownBy: 'hosted service',
  },
  hostedServiceLost: {
    status: 503,
    code: 'SERVICE_UNAVAILABLE',
    message: 'The hosted service cannot be reached: {reason}.',
    details: relay,
    thrownBy: 'hosted service',
  },
  hostedServiceMoved: {
    status: 503,
    code: 'SERVICE_UNAVAILABLE',
    message: 'The hosted service redirects to another address. Set FUNDSCOPE_UPSTREAM to that address.',
    details: relay,
    thrownBy: 'hosted service',
  },
} as const satisfies Record<string, ErrorDefinition>;
export type ErrorName = keyof typeof errors;

/** Whether an endpoint can throw an error. */
export function canThrow({ id, body, cost }: Endpoint, { thrownBy }: ErrorDefinition): boolean {
  if (typeof thrownBy !== 'string') return (thrownBy as readonly string[]).includes(id);
  if (thrownBy === 'all endpoints') return true;
  if (thrownBy === 'endpoints with a body') return body !== undefined;
  return thrownBy === 'billed endpoints' && cost.per !== 'nothing';
}

type Placeholders<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;
type Texts<D> =
  | (D extends { message: infer M extends string } ? M : never)
  | (D extends { values: infer V extends Record<string, string> } ? V[keyof V] : never)
  | (D extends { headers: infer H extends Record<string, string> } ? H[keyof H] : never);
type DetailsOf<D> = D extends { details: infer S extends z.ZodObject } ? z.output<S> : unknown;
type ConstantsOf<D> = D extends { values: infer V extends Record<string, string> } ? keyof V : never;

/** What the thrower of an error fills in: its placeholders, and the members of `details` that are not constant. */
export type ErrorValues<N extends ErrorName> = Omit<DetailsOf<(typeof errors)[N]>, ConstantsOf<(typeof errors)[N]>> & {
  readonly [P in Exclude<Placeholders<Texts<(typeof errors)[N]>>, keyof DetailsOf<(typeof errors)[N]>>]:
    string | number | readonly string[];
};
