import type { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import type { EndpointId } from './endpoints.ts';
import { errorDetails } from './error-details.ts';

/** Where an error is thrown: endpoints by their id or as a group, or code outside of any endpoint. */
type ErrorSource =
  | readonly EndpointId[]
  | 'all endpoints'
  | 'endpoints with a body'
  | 'billed endpoints'
  | 'unknown routes'
  | 'HTTP parser'
  | 'hosted service'
  | 'metrics';

/** One error of the API. Texts have `{placeholders}`, which the throwing code fills. Errors are never charged. */
export type ErrorDefinition = {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** The shape of `details`; without it there are none. */
  readonly details?: z.ZodType;
  /** Constant members of `details`, or `details` itself if it is a text. */
  readonly values?: Readonly<Record<string, string>> | string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly thrownBy: ErrorSource;
};

/** `help` is the member of `details` with this name, or all of `details` if no other shape is given. */
type Texts = { readonly message: string; readonly help?: string } & Pick<
  ErrorDefinition,
  'details' | 'values' | 'headers'
>;

function define<const T extends Texts>(status: number, code: string, thrownBy: ErrorSource, texts: T) {
  const { help, ...given } = texts;
  const helped = help === undefined ? given : { details: errorDetails.help, ...given, values: { help } };
  return { status, code, thrownBy, ...helped } as {
    readonly status: number;
    readonly code: string;
    readonly thrownBy: ErrorSource;
  } & T;
}

const bearer = {
  help: 'Send your API key in the Authorization header.',
  format: 'Authorization: Bearer <API_KEY>',
};
const notCharged = 'You were not charged.';
const dealIdHelp = 'Send the id of a deal from POST /deals.';
const configurationIdHelp = 'Send the configuration_id of an alert from GET /account/alerts.';
const dealsOfOrganization = ['readCompanyDeals', 'readInvestorDeals'] as const;
const dealHistories = [...dealsOfOrganization, 'readPersonDeals'] as const;
const oneOrganization = ['readCompany', 'readInvestor', ...dealsOfOrganization] as const;
const onePerson = ['readPerson', 'readPersonDeals'] as const;
const organizationSearch = ['lookUpCompanies', 'lookUpInvestors'] as const;
const nameSearches = ['searchLocations', 'searchIndustries'] as const;
const oneDeal = ['readDeal', 'readDealInvestors'] as const;
const oneDelivery = [
  'changeDelivery',
  'removeDelivery',
  'renewDelivery',
  'testDelivery',
  'readDeliveryMessages',
] as const;
const deliveryIdHelp = 'GET /account/deliveries lists the deliveries of this account.';
const oneAlert = ['changeAlert', 'deleteAlert'] as const;
const alertEndpoints = [
  'readAlerts',
  'readAlertConfigurations',
  'readAccountAlerts',
  'createAlert',
  'previewAlert',
  ...oneAlert,
  'readAccountDeliveries',
  'createDelivery',
  ...oneDelivery,
  'resendDeliveryMessage',
] as const;
const { key, validation, search, identifier, relay } = errorDetails;

/**
 * Every error that the service and the gateway send: the service throws from this table, the OpenAPI document is built
 * from it, and a test provokes each row (specification 7, contract 5).
 */
export const errors = {
  invalidType: define(400, 'VALIDATION_ERROR', 'endpoints with a body', { message: '{problem}', details: validation }),
  validation: define(422, 'VALIDATION_ERROR', 'all endpoints', { message: '{problem}', details: validation }),
  tooManyAlerts: define(422, 'VALIDATION_ERROR', ['createAlert'], {
    message: 'An account can save at most {max} alerts.',
    help: 'Delete an alert that you no longer need.',
    details: validation,
  }),
  idempotencyKeyReused: define(422, 'IDEMPOTENCY_KEY_REUSED', 'billed endpoints', {
    message: 'This Idempotency-Key was used for a different request.',
    help: 'Send a new key with every new request. You were not charged.',
  }),
  purchaseEnded: define(409, 'PURCHASE_ENDED', 'billed endpoints', {
    message: 'This purchase was given up before the request arrived.',
    help: 'Send it again with a new Idempotency-Key. You were not charged.',
  }),

  missingKey: define(401, 'AUTH_ERROR', 'all endpoints', {
    message: 'The API key is missing.',
    details: key,
    values: bearer,
  }),
  unknownKey: define(401, 'INVALID_API_KEY', 'all endpoints', {
    message: 'The API key is not valid.',
    details: key,
    values: bearer,
  }),
  disabledKey: define(401, 'INACTIVE_API_KEY', 'all endpoints', {
    message: 'The API key is disabled.',
    details: key,
    values: bearer,
  }),
  memberRemoved: define(401, 'MEMBER_REMOVED', 'all endpoints', {
    message: 'You are no longer a member of this workspace.',
    details: key,
    values: { help: 'Ask an owner for a new invitation. What this browser has stays.', format: bearer.format },
  }),
  missingMetricsToken: define(401, 'AUTH_ERROR', 'metrics', {
    message: 'The metrics need a token.',
    details: key,
    values: {
      help: 'Send the value of FUNDSCOPE_METRICS_TOKEN in the Authorization header.',
      format: 'Authorization: Bearer <token>',
    },
  }),
  insufficientCredits: define(402, 'INSUFFICIENT_CREDITS', 'billed endpoints', {
    message: 'This request costs {price}, more than your balance.',
    details: errorDetails.credits,
  }),
  planRequired: define(403, 'API_TIER_REQUIRED', alertEndpoints, {
    message: 'Alerts are part of the Pro+ and API plans.',
    help: 'Use a key of an account on the Pro+ or API plan.',
    details: errorDetails.plan,
  }),
  localKeyRequired: define(403, 'LOCAL_KEY_REQUIRED', ['changeCredits'], {
    message: 'Only the dashboard on the machine of the service can add credits.',
    help: 'Ask the operator, who can use the command "fundscope credits".',
  }),
  viewerCannotSpend: define(403, 'VIEWER_CANNOT_SPEND', 'billed endpoints', {
    message: 'Viewers spend no credits.',
    help: 'Ask an owner to make you a member. You were not charged.',
  }),
  ownerRequired: define(
    403,
    'OWNER_REQUIRED',
    ['inviteMember', 'renewInvitation', 'changeMember', 'deleteWorkspace', 'changeBudget'],
    {
      message: 'Only owners of the workspace can do this.',
      help: 'Ask an owner.',
    },
  ),
  firstOwnerStays: define(409, 'FIRST_OWNER_STAYS', ['changeMember'], {
    message: 'The first owner of a workspace stays its owner.',
    help: 'Make others owners too, if they should manage members.',
  }),
  memberNotFound: define(404, 'MEMBER_NOT_FOUND', ['changeMember', 'renewInvitation'], {
    message: 'No member of this workspace has this id.',
    help: 'GET /workspace/members lists the members.',
  }),
  invitationEnded: define(404, 'INVITATION_ENDED', ['joinWorkspace'], {
    message: 'This invitation was used before, has expired or was replaced.',
    help: 'Ask an owner of the workspace for a new link.',
  }),
  rateLimitExceeded: define(429, 'RATE_LIMIT_EXCEEDED', 'all endpoints', {
    message: 'More than {limit} requests in {window}.',
    details: errorDetails.limit,
    values: { help: 'Try again in {seconds} seconds. This request did not count.' },
    headers: { 'retry-after': '{seconds}' },
  }),

  invalidDealId: define(400, 'INVALID_DEAL_ID', oneDeal, { message: 'The deal id is not a UUID.', help: dealIdHelp }),
  dealNotFound: define(404, 'DEAL_NOT_FOUND', oneDeal, { message: 'No deal has this id.', help: dealIdHelp }),
  companyNotFound: define(404, 'COMPANY_NOT_FOUND', ['readCompany'], {
    message: 'No company has this identifier.',
    help: notCharged,
  }),
  investorNotFound: define(404, 'INVESTOR_NOT_FOUND', ['readInvestor'], {
    message: 'No investor has this identifier.',
    help: notCharged,
  }),
  personNotFound: define(404, 'PERSON_NOT_FOUND', ['readPerson'], {
    message: 'No person has this identifier.',
    help: notCharged,
  }),
  dealOwnerNotFound: define(404, 'NOT_FOUND', dealsOfOrganization, {
    message: 'No {resource} has this identifier.',
    details: identifier,
  }),
  dealPersonNotFound: define(404, 'PERSON_NOT_FOUND', ['readPersonDeals'], {
    message: 'No person has this identifier.',
    details: identifier,
  }),

  missingIdentifier: define(400, 'MISSING_IDENTIFIER', [...oneOrganization, ...onePerson], {
    message: 'No identifier was sent.',
    help: 'Send exactly one of {accepted}.',
  }),
  multipleIdentifiers: define(400, 'MULTIPLE_IDENTIFIERS', [...oneOrganization, ...onePerson], {
    message: 'More than one identifier was sent.',
    help: 'Send exactly one of {accepted}. Sent: {sent}.',
  }),
  invalidId: define(400, 'INVALID_ID', [...oneOrganization, ...onePerson, 'lookUpPeople'], {
    message: 'id must be a UUID.',
    help: 'Send the id of a search result.',
  }),
  invalidDomain: define(400, 'INVALID_DOMAIN', [...oneOrganization, ...organizationSearch], {
    message: 'domain must be a domain or a URL.',
    help: 'Send a domain such as example.com.',
  }),
  invalidLinkedinUrl: define(
    400,
    'INVALID_LINKEDIN_URL',
    [...oneOrganization, ...onePerson, ...organizationSearch, 'lookUpPeople'],
    {
      message: 'linkedin must be a LinkedIn URL.',
      help: 'Send a URL such as linkedin.com/company/example or linkedin.com/in/example.',
    },
  ),
  invalidCrunchbaseUrl: define(
    400,
    'INVALID_CRUNCHBASE_URL',
    [...oneOrganization, ...onePerson, ...organizationSearch, 'lookUpPeople'],
    {
      message: 'crunchbase must be a Crunchbase URL.',
      help: 'Send a URL such as crunchbase.com/organization/example or crunchbase.com/person/example.',
    },
  ),
  invalidTwitterUrl: define(400, 'INVALID_TWITTER_URL', [...onePerson, 'lookUpPeople'], {
    message: 'twitter must be a Twitter or X URL.',
    help: 'Send a URL such as x.com/example.',
  }),
  invalidPage: define(400, 'INVALID_PAGE', dealHistories, {
    message: 'page must be a whole number from 0.',
    help: 'The first page is 0.',
  }),
  invalidPageSize: define(400, 'INVALID_PAGE_SIZE', dealHistories, {
    message: 'page_size must be a whole number from 1 to 500.',
    help: 'The default is 10.',
  }),

  missingSearchParameter: define(400, 'MISSING_SEARCH_PARAMS', [...organizationSearch, 'lookUpPeople'], {
    message: 'No search parameter was sent.',
    help: 'Send one of {accepted}.',
    details: search,
  }),
  multipleSearchParameters: define(400, 'MULTIPLE_SEARCH_PARAMS', ['lookUpCompanies'], {
    message: 'More than one search parameter was sent.',
    help: 'Send exactly one of {accepted}. Sent: {sent}.',
    details: search,
  }),
  emptySearchTerm: define(400, 'EMPTY_SEARCH_TERM', [...organizationSearch, 'lookUpPeople', ...nameSearches], {
    message: '{parameter} is blank.',
    help: 'Send a value for {parameter}.',
    details: search,
  }),
  missingName: define(400, 'MISSING_SEARCH_PARAMS', nameSearches, {
    message: 'name is missing.',
    help: 'Send the name of {kind}.',
    details: search,
  }),
  multipleLocationTypes: define(400, 'MULTIPLE_LOCATION_TYPE_PARAMS', ['searchLocations'], {
    message: 'type and location_type are the same parameter.',
    help: 'Send one of them.',
    details: search,
  }),
  multipleIndustryTypes: define(400, 'MULTIPLE_INDUSTRY_TYPE_PARAMS', ['searchIndustries'], {
    message: 'type and industry_type are the same parameter.',
    help: 'Send one of them.',
    details: search,
  }),

  missingParameters: define(400, 'MISSING_PARAMETERS', ['readAlerts'], {
    message: 'Missing: {missingParams}.',
    help: 'Send alert_ids, start_date and end_date.',
    details: errorDetails.missingParameters,
  }),
  invalidAlertIds: define(400, 'INVALID_ALERT_ID', ['readAlerts'], {
    message: 'An alert id is not a UUID.',
    help: 'Send ids from GET /alerts/configurations, separated by commas.',
  }),
  tooManyAlertIds: define(400, 'TOO_MANY_ALERT_IDS', ['readAlerts'], {
    message: 'More than {max} alert ids were sent.',
    help: 'Send at most {max} at a time.',
  }),
  invalidDateFormat: define(400, 'INVALID_DATE_FORMAT', ['readAlerts'], {
    message: '{field} is not a date-time.',
    details: errorDetails.date,
    values: { expected: 'YYYY-MM-DDTHH:mm:ssZ' },
  }),
  invalidDateRange: define(400, 'INVALID_DATE_RANGE', ['readAlerts'], {
    message: 'start_date is after end_date.',
    help: 'Send a start_date that is not after end_date.',
  }),
  dateRangeTooLarge: define(400, 'DATE_RANGE_TOO_LARGE', ['readAlerts'], {
    message: 'The period is longer than {max} days.',
    help: 'Send a shorter period.',
  }),
  futureDate: define(400, 'FUTURE_DATE', ['readAlerts'], {
    message: 'start_date is in the future.',
    help: 'Send a start_date that is not in the future.',
  }),
  alertsNotFound: define(404, 'ALERT_NOT_FOUND', ['readAlerts'], {
    message: 'An alert with one of these ids does not exist.',
    help: 'GET /alerts/configurations lists the alerts of this account.',
  }),
  invalidAlertId: define(400, 'INVALID_ALERT_ID', oneAlert, {
    message: 'The alert id is not a UUID.',
    help: configurationIdHelp,
  }),
  alertNotFound: define(404, 'ALERT_NOT_FOUND', oneAlert, {
    message: 'No alert has this id.',
    help: configurationIdHelp,
  }),

  deliveryRejected: define(422, 'VALIDATION_ERROR', ['createDelivery', 'changeDelivery'], {
    message: 'An alert is not of this account, or it has {max} deliveries already.',
    help: 'Choose alerts from GET /account/alerts, or delete a delivery.',
    details: validation,
  }),
  invalidDeliveryId: define(400, 'INVALID_DELIVERY_ID', [...oneDelivery, 'resendDeliveryMessage'], {
    message: 'The id is not a UUID.',
    help: deliveryIdHelp,
  }),
  deliveryNotFound: define(404, 'DELIVERY_NOT_FOUND', [...oneDelivery, 'resendDeliveryMessage'], {
    message: 'No delivery or message has this id.',
    help: deliveryIdHelp,
  }),
  deliveryStopped: define(409, 'DELIVERY_STOPPED', ['testDelivery', 'resendDeliveryMessage'], {
    message: 'This delivery is stopped, so it sends nothing.',
    help: 'Resume it first: change it with stopped: false.',
  }),

  routeNotFound: define(404, 'NOT_FOUND', 'unknown routes', {
    message: 'This endpoint does not exist.',
    help: 'Check the path and the method.',
  }),
  methodNotAllowed: define(405, 'METHOD_NOT_ALLOWED', 'all endpoints', {
    message: 'This endpoint does not support the method.',
    help: 'Use {allowed}.',
    headers: { allow: '{allowed}' },
  }),
  payloadTooLarge: define(413, 'PAYLOAD_TOO_LARGE', 'endpoints with a body', {
    message: 'The body is larger than 1 MiB.',
    help: 'Send fewer values.',
  }),
  unsupportedMediaType: define(415, 'UNSUPPORTED_MEDIA_TYPE', 'endpoints with a body', {
    message: 'The body must be JSON.',
    help: 'Send the header Content-Type: application/json.',
  }),
  requestTimeout: define(408, 'REQUEST_TIMEOUT', 'all endpoints', { message: 'The request took too long to arrive.' }),
  headersTooLarge: define(431, 'HEADERS_TOO_LARGE', 'all endpoints', { message: 'The request headers are too large.' }),
  badRequest: define(400, 'BAD_REQUEST', 'HTTP parser', { message: 'The request is not valid HTTP.' }),

  unexpected: define(500, 'INTERNAL_SERVER_ERROR', 'all endpoints', {
    message: 'An unexpected error occurred.',
    details: errorDetails.text,
    values: 'You were not charged. Try again.',
  }),
  databaseUnavailable: define(503, 'SERVICE_UNAVAILABLE', 'all endpoints', {
    message: 'The database is not available. Try again shortly.',
    help: notCharged,
    headers: { 'retry-after': '2' },
  }),
  databaseDiskFull: define(503, 'SERVICE_UNAVAILABLE', 'all endpoints', {
    message: 'The disk of the database is full. Try again when the operator has freed space.',
    help: notCharged,
    headers: { 'retry-after': '60' },
  }),
  serviceBusy: define(503, 'SERVICE_UNAVAILABLE', 'all endpoints', {
    message: 'The service is busy. Try again shortly.',
    help: notCharged,
    headers: { 'retry-after': '2' },
  }),
  queryTimeout: define(504, 'TIMEOUT', 'all endpoints', {
    message: 'The query took too long.',
    help: 'You were not charged. Use narrower filters and try again.',
  }),

  hostedServiceTimeout: define(504, 'TIMEOUT', 'hosted service', {
    message: 'The hosted service did not respond in time.',
    details: relay,
  }),
  hostedServiceUnreachable: define(503, 'SERVICE_UNAVAILABLE', 'hosted service', {
    message: 'The hosted service cannot be reached: {reason}.',
    details: relay,
    headers: { 'retry-after': '2' },
  }),
  hostedServiceLost: define(503, 'SERVICE_UNAVAILABLE', 'hosted service', {
    message: 'The hosted service cannot be reached: {reason}.',
    details: relay,
  }),
  hostedServiceMoved: define(503, 'SERVICE_UNAVAILABLE', 'hosted service', {
    message: 'The hosted service redirects to another address. Set FUNDSCOPE_UPSTREAM to that address.',
    details: relay,
  }),
} satisfies Record<string, ErrorDefinition>;
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
type TextsOf<D> =
  | (D extends { message: infer M extends string } ? M : never)
  | (D extends { help: infer H extends string } ? H : never)
  | (D extends { values: infer V extends Record<string, string> } ? V[keyof V] : never)
  | (D extends { headers: infer H extends Record<string, string> } ? H[keyof H] : never);
type DetailsOf<D> = D extends { details: infer S extends z.ZodObject }
  ? z.output<S>
  : D extends { help: string }
    ? { help: string }
    : unknown;
type ConstantsOf<D> =
  | (D extends { values: infer V extends Record<string, string> } ? keyof V : never)
  | (D extends { help: string } ? 'help' : never);

/** The values that an error needs: its placeholders, and the members of `details` that are not constant. */
export type ErrorValues<N extends ErrorName> = Omit<DetailsOf<(typeof errors)[N]>, ConstantsOf<(typeof errors)[N]>> & {
  readonly [P in Exclude<Placeholders<TextsOf<(typeof errors)[N]>>, keyof DetailsOf<(typeof errors)[N]>>]:
    string | number | readonly string[];
};
