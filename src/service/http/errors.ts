import { defineError, type ErrorDefinition, type ValuesOfError } from './error-definition.ts';
import { errorDetails } from './error-details.ts';

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
const oneRecord = [...oneOrganization, ...onePerson] as const;
const organizationSearch = ['lookUpCompanies', 'lookUpInvestors'] as const;
const recordSearch = [...organizationSearch, 'lookUpPeople'] as const;
const nameSearches = ['searchLocations', 'searchIndustries'] as const;
const oneDeal = ['readDeal', 'readDealInvestors'] as const;
const oneDelivery = [
  'changeDelivery',
  'removeDelivery',
  'renewDelivery',
  'sendConfirmation',
  'testDelivery',
  'readDeliveryMessages',
] as const;
const deliveryForms = ['createDelivery', 'changeDelivery'] as const;
const messageEndpoints = ['testDelivery', 'resendDeliveryMessage'] as const;
const mailingEndpoints = [...deliveryForms, 'sendConfirmation', ...messageEndpoints] as const;
const localEndpoints = ['changeCredits', 'checkImportFile', 'startImport', 'readImport', 'undoImport'] as const;
const deliveryEndpoints = ['readAccountDeliveries', 'createDelivery', ...oneDelivery, 'resendDeliveryMessage'] as const;
const deliveryIdHelp = 'GET /account/deliveries lists the deliveries of this account.';
const oneAlert = ['changeAlert', 'deleteAlert'] as const;
const alertEndpoints = [
  'readAlerts',
  'readAlertConfigurations',
  'readAccountAlerts',
  'createAlert',
  'previewAlert',
  ...oneAlert,
  ...deliveryEndpoints,
] as const;
/** The endpoints of a workspace that store what an account has a limit of. */
const storingEndpoints = [
  'changeStatuses',
  'changeList',
  'changeSavedSearch',
  'createSheet',
  'restoreWorkspace',
] as const;
/** The endpoints of a workspace that spend. */
const spendingEndpoints = ['startSearch', 'loadMore', 'unlockRecords', 'sendSingle', 'retryPurchase'] as const;
const { key, validation, search, identifier, relay } = errorDetails;

/**
 * Every error that the service and the gateway send: the service throws from this table, the OpenAPI document is built
 * from it, and a test provokes each row (specification 7, contract 5).
 */
export const errors = {
  invalidType: defineError(400, 'VALIDATION_ERROR', 'endpoints with a body', {
    message: '{problem}',
    details: validation,
  }),
  validation: defineError(422, 'VALIDATION_ERROR', 'all endpoints', { message: '{problem}', details: validation }),
  tooManyAlerts: defineError(422, 'VALIDATION_ERROR', ['createAlert'], {
    message: 'An account can save at most {max} alerts.',
    help: 'Delete an alert that you no longer need.',
    details: validation,
  }),
  idempotencyKeyReused: defineError(422, 'IDEMPOTENCY_KEY_REUSED', 'billed endpoints', {
    message: 'This Idempotency-Key was used for a different request.',
    help: 'Send a new key with every new request. You were not charged.',
  }),

  purchaseEnded: defineError(409, 'PURCHASE_ENDED', spendingEndpoints, {
    message: 'This purchase was given up before its response arrived.',
    help: 'Try again. You were not charged.',
  }),
  priceTooHigh: defineError(409, 'PRICE_TOO_HIGH', spendingEndpoints, {
    message: 'This request could cost {quoted} credits, more than the {left} that were confirmed.',
    help: 'Read the price again. You were not charged.',
  }),
  budgetExceeded: defineError(409, 'BUDGET_EXCEEDED', spendingEndpoints, {
    message: 'This costs up to {needed} credits, and {left} of the budget of the {budget} are left.',
    details: errorDetails.budget,
    help: 'Change the budget, or load less. You were not charged.',
  }),
  chargeUnconfirmed: defineError(409, 'CHARGE_UNCONFIRMED', spendingEndpoints, {
    message:
      'An earlier request like this one may have been charged. Sending it again may cost {credits} credits more.',
    details: errorDetails.unconfirmed,
    help: 'Send it with repeat: true to try again. You were not charged for this one.',
  }),
  searchNotFound: defineError(404, 'SEARCH_NOT_FOUND', ['loadMore', 'readSearch', 'readSearchRows', 'forgetSearch'], {
    message: 'No stored search has this id.',
    help: 'GET /workspace/searches lists the stored searches.',
  }),
  purchaseNotFound: defineError(404, 'PURCHASE_NOT_FOUND', ['changePurchase', 'retryPurchase'], {
    message: 'No paid request has this id.',
    help: 'GET /workspace/purchases lists them.',
  }),
  purchaseConfirmed: defineError(409, 'PURCHASE_CONFIRMED', ['retryPurchase'], {
    message: 'The charge of this request is known.',
    help: 'Only unconfirmed requests can be sent again.',
  }),

  missingKey: defineError(401, 'AUTH_ERROR', 'all endpoints', {
    message: 'The API key is missing.',
    details: key,
    values: bearer,
  }),
  unknownKey: defineError(401, 'INVALID_API_KEY', 'all endpoints', {
    message: 'The API key is not valid.',
    details: key,
    values: bearer,
  }),
  disabledKey: defineError(401, 'INACTIVE_API_KEY', 'all endpoints', {
    message: 'The API key is disabled.',
    details: key,
    values: bearer,
  }),
  memberRemoved: defineError(401, 'MEMBER_REMOVED', 'all endpoints', {
    message: 'You are no longer a member of this workspace.',
    details: key,
    values: { help: 'Ask an owner for a new invitation. What this browser has stays.', format: bearer.format },
  }),
  missingMetricsToken: defineError(401, 'AUTH_ERROR', 'metrics', {
    message: 'The metrics need a token.',
    details: key,
    values: {
      help: 'Send the value of FUNDSCOPE_METRICS_TOKEN in the Authorization header.',
      format: 'Authorization: Bearer <token>',
    },
  }),
  insufficientCredits: defineError(402, 'INSUFFICIENT_CREDITS', 'billed endpoints', {
    message: 'This request costs {price}, more than your balance.',
    details: errorDetails.credits,
  }),
  planRequired: defineError(403, 'API_TIER_REQUIRED', alertEndpoints, {
    message: 'Alerts are part of the Pro+ and API plans.',
    help: 'Use a key of an account on the Pro+ or API plan.',
    details: errorDetails.plan,
  }),
  localKeyRequired: defineError(403, 'LOCAL_KEY_REQUIRED', localEndpoints, {
    message: 'Only the dashboard on the machine of the service can do this.',
    help: 'Ask the operator, who can use the commands "fundscope credits" and "fundscope import".',
  }),
  viewerCannotSpend: defineError(403, 'VIEWER_CANNOT_SPEND', 'billed endpoints', {
    message: 'Viewers spend no credits.',
    help: 'Ask an owner to make you a member. You were not charged.',
  }),
  memberRequired: defineError(403, 'MEMBER_REQUIRED', deliveryEndpoints, {
    message: 'Viewers of the workspace cannot do this.',
    help: 'Ask an owner to make you a member.',
  }),
  ownerRequired: defineError(
    403,
    'OWNER_REQUIRED',
    ['inviteMember', 'renewInvitation', 'changeMember', 'deleteWorkspace', 'restoreWorkspace', 'changeBudget'],
    {
      message: 'Only owners of the workspace can do this.',
      help: 'Ask an owner.',
    },
  ),
  firstOwnerStays: defineError(409, 'FIRST_OWNER_STAYS', ['changeMember'], {
    message: 'The first owner of a workspace stays its owner.',
    help: 'Make others owners too, if they should manage members.',
  }),
  memberNotFound: defineError(404, 'MEMBER_NOT_FOUND', ['changeMember', 'renewInvitation'], {
    message: 'No member of this workspace has this id.',
    help: 'GET /workspace/members lists the members.',
  }),
  listNotFound: defineError(404, 'LIST_NOT_FOUND', ['readList', 'changeList'], {
    message: 'No list of this workspace has this id.',
    help: 'GET /workspace/lists lists them. A new one needs a name and a text.',
  }),
  savedSearchNotFound: defineError(404, 'SAVED_SEARCH_NOT_FOUND', ['changeSavedSearch', 'createSheet'], {
    message: 'No saved search of this workspace has this id.',
    help: 'GET /workspace/saved-searches lists them. A new one needs name, screen, search and body.',
  }),
  sheetNotFound: defineError(404, 'SHEET_NOT_FOUND', ['renewSheet', 'deleteSheet'], {
    message: 'No live sheet of yours has this id.',
    help: 'GET /workspace/sheets lists them.',
  }),
  workspaceFull: defineError(422, 'WORKSPACE_FULL', storingEndpoints, {
    message: 'An account can store at most {max}.',
    help: '{remedy}',
  }),
  invitationEnded: defineError(404, 'INVITATION_ENDED', ['joinWorkspace'], {
    message: 'This invitation was used before, has expired or was replaced.',
    help: 'Ask an owner of the workspace for a new link.',
  }),
  rateLimitExceeded: defineError(429, 'RATE_LIMIT_EXCEEDED', 'all endpoints', {
    message: 'More than {limit} requests in {window}.',
    details: errorDetails.limit,
    help: 'Try again in {seconds} seconds. This request did not count.',
    headers: { 'retry-after': '{seconds}' },
  }),

  invalidDealId: defineError(400, 'INVALID_DEAL_ID', oneDeal, {
    message: 'The deal id is not a UUID.',
    help: dealIdHelp,
  }),
  dealNotFound: defineError(404, 'DEAL_NOT_FOUND', oneDeal, { message: 'No deal has this id.', help: dealIdHelp }),
  companyNotFound: defineError(404, 'COMPANY_NOT_FOUND', ['readCompany'], {
    message: 'No company has this identifier.',
    help: notCharged,
  }),
  investorNotFound: defineError(404, 'INVESTOR_NOT_FOUND', ['readInvestor'], {
    message: 'No investor has this identifier.',
    help: notCharged,
  }),
  personNotFound: defineError(404, 'PERSON_NOT_FOUND', ['readPerson'], {
    message: 'No person has this identifier.',
    help: notCharged,
  }),
  routeTargetNotFound: defineError(404, 'ROUTE_TARGET_NOT_FOUND', ['readRoutes', 'readUnlockedRoutes'], {
    message: 'No {kind} has this id.',
    help: notCharged,
  }),
  dealOwnerNotFound: defineError(404, 'NOT_FOUND', dealsOfOrganization, {
    message: 'No {resource} has this identifier.',
    details: identifier,
  }),
  dealPersonNotFound: defineError(404, 'PERSON_NOT_FOUND', ['readPersonDeals'], {
    message: 'No person has this identifier.',
    details: identifier,
  }),

  missingIdentifier: defineError(400, 'MISSING_IDENTIFIER', oneRecord, {
    message: 'No identifier was sent.',
    help: 'Send exactly one of {accepted}.',
  }),
  multipleIdentifiers: defineError(400, 'MULTIPLE_IDENTIFIERS', oneRecord, {
    message: 'More than one identifier was sent.',
    help: 'Send exactly one of {accepted}. Sent: {sent}.',
  }),
  invalidId: defineError(400, 'INVALID_ID', [...oneRecord, 'lookUpPeople'], {
    message: 'id must be a UUID.',
    help: 'Send the id of a search result.',
  }),
  invalidDomain: defineError(400, 'INVALID_DOMAIN', [...oneOrganization, ...organizationSearch], {
    message: 'domain must be a domain or a URL.',
    help: 'Send a domain such as example.com.',
  }),
  invalidLinkedinUrl: defineError(400, 'INVALID_LINKEDIN_URL', [...oneRecord, ...recordSearch], {
    message: 'linkedin must be a LinkedIn URL.',
    help: 'Send a URL such as linkedin.com/company/example or linkedin.com/in/example.',
  }),
  invalidCrunchbaseUrl: defineError(400, 'INVALID_CRUNCHBASE_URL', [...oneRecord, ...recordSearch], {
    message: 'crunchbase must be a Crunchbase URL.',
    help: 'Send a URL such as crunchbase.com/organization/example or crunchbase.com/person/example.',
  }),
  invalidTwitterUrl: defineError(400, 'INVALID_TWITTER_URL', [...onePerson, 'lookUpPeople'], {
    message: 'twitter must be a Twitter or X URL.',
    help: 'Send a URL such as x.com/example.',
  }),
  invalidPage: defineError(400, 'INVALID_PAGE', dealHistories, {
    message: 'page must be a whole number from 0.',
    help: 'The first page is 0.',
  }),
  invalidPageSize: defineError(400, 'INVALID_PAGE_SIZE', dealHistories, {
    message: 'page_size must be a whole number from 1 to 500.',
    help: 'The default is 10.',
  }),

  missingSearchParameter: defineError(400, 'MISSING_SEARCH_PARAMS', recordSearch, {
    message: 'No search parameter was sent.',
    help: 'Send one of {accepted}.',
    details: search,
  }),
  multipleSearchParameters: defineError(400, 'MULTIPLE_SEARCH_PARAMS', ['lookUpCompanies'], {
    message: 'More than one search parameter was sent.',
    help: 'Send exactly one of {accepted}. Sent: {sent}.',
    details: search,
  }),
  emptySearchTerm: defineError(400, 'EMPTY_SEARCH_TERM', [...recordSearch, ...nameSearches], {
    message: '{parameter} is blank.',
    help: 'Send a value for {parameter}.',
    details: search,
  }),
  missingName: defineError(400, 'MISSING_SEARCH_PARAMS', nameSearches, {
    message: 'name is missing.',
    help: 'Send the name of {kind}.',
    details: search,
  }),
  multipleLocationTypes: defineError(400, 'MULTIPLE_LOCATION_TYPE_PARAMS', ['searchLocations'], {
    message: 'type and location_type are the same parameter.',
    help: 'Send one of them.',
    details: search,
  }),
  multipleIndustryTypes: defineError(400, 'MULTIPLE_INDUSTRY_TYPE_PARAMS', ['searchIndustries'], {
    message: 'type and industry_type are the same parameter.',
    help: 'Send one of them.',
    details: search,
  }),

  missingParameters: defineError(400, 'MISSING_PARAMETERS', ['readAlerts'], {
    message: 'Missing: {missingParams}.',
    help: 'Send alert_ids, start_date and end_date.',
    details: errorDetails.missingParameters,
  }),
  invalidAlertIds: defineError(400, 'INVALID_ALERT_ID', ['readAlerts'], {
    message: 'An alert id is not a UUID.',
    help: 'Send ids from GET /alerts/configurations, separated by commas.',
  }),
  tooManyAlertIds: defineError(400, 'TOO_MANY_ALERT_IDS', ['readAlerts'], {
    message: 'More than {max} alert ids were sent.',
    help: 'Send at most {max} at a time.',
  }),
  invalidDateFormat: defineError(400, 'INVALID_DATE_FORMAT', ['readAlerts'], {
    message: '{field} is not a date-time.',
    details: errorDetails.date,
    values: { expected: 'YYYY-MM-DDTHH:mm:ssZ' },
  }),
  invalidDateRange: defineError(400, 'INVALID_DATE_RANGE', ['readAlerts'], {
    message: 'start_date is after end_date.',
    help: 'Send a start_date that is not after end_date.',
  }),
  dateRangeTooLarge: defineError(400, 'DATE_RANGE_TOO_LARGE', ['readAlerts'], {
    message: 'The period is longer than {max} days.',
    help: 'Send a shorter period.',
  }),
  futureDate: defineError(400, 'FUTURE_DATE', ['readAlerts'], {
    message: 'start_date is in the future.',
    help: 'Send a start_date that is not in the future.',
  }),
  alertsNotFound: defineError(404, 'ALERT_NOT_FOUND', ['readAlerts'], {
    message: 'An alert with one of these ids does not exist.',
    help: 'GET /alerts/configurations lists the alerts of this account.',
  }),
  invalidAlertId: defineError(400, 'INVALID_ALERT_ID', oneAlert, {
    message: 'The alert id is not a UUID.',
    help: configurationIdHelp,
  }),
  alertNotFound: defineError(404, 'ALERT_NOT_FOUND', oneAlert, {
    message: 'No alert has this id.',
    help: configurationIdHelp,
  }),

  deliveryRejected: defineError(422, 'VALIDATION_ERROR', deliveryForms, {
    message: 'An alert is not of this account, or it has {max} deliveries already.',
    help: 'Choose alerts from GET /account/alerts, or delete a delivery.',
    details: validation,
  }),
  invalidDeliveryId: defineError(400, 'INVALID_DELIVERY_ID', [...oneDelivery, 'resendDeliveryMessage'], {
    message: 'The id is not a UUID.',
    help: deliveryIdHelp,
  }),
  deliveryNotFound: defineError(404, 'DELIVERY_NOT_FOUND', [...oneDelivery, 'resendDeliveryMessage'], {
    message: 'No delivery or message has this id.',
    help: deliveryIdHelp,
  }),
  deliveryStopped: defineError(409, 'DELIVERY_STOPPED', messageEndpoints, {
    message: 'This delivery is stopped, so it sends nothing.',
    help: 'Resume it first: change it with stopped: false.',
  }),
  deliveryUnconfirmed: defineError(409, 'DELIVERY_UNCONFIRMED', messageEndpoints, {
    message: 'The email address is not confirmed, so nothing is sent there.',
    help: 'Open the link in the mail that was sent there, or send that mail again.',
  }),
  mailLimitReached: defineError(409, 'MAIL_LIMIT_REACHED', mailingEndpoints, {
    message: 'At most {max} such mails are sent in an hour.',
    help: 'Try again in an hour.',
  }),

  routeNotFound: defineError(404, 'NOT_FOUND', 'unknown routes', {
    message: 'This endpoint does not exist.',
    help: 'Check the path and the method.',
  }),
  methodNotAllowed: defineError(405, 'METHOD_NOT_ALLOWED', 'all endpoints', {
    message: 'This endpoint does not support the method.',
    help: 'Use {allowed}.',
    headers: { allow: '{allowed}' },
  }),
  payloadTooLarge: defineError(413, 'PAYLOAD_TOO_LARGE', 'endpoints with a body', {
    message: 'The body is larger than {max} MiB.',
    help: 'Send fewer values.',
  }),
  unsupportedMediaType: defineError(415, 'UNSUPPORTED_MEDIA_TYPE', 'endpoints with a body', {
    message: 'The body must be JSON.',
    help: 'Send the header Content-Type: application/json.',
  }),
  requestTimeout: defineError(408, 'REQUEST_TIMEOUT', 'all endpoints', {
    message: 'The request took too long to arrive.',
  }),
  headersTooLarge: defineError(431, 'HEADERS_TOO_LARGE', 'all endpoints', {
    message: 'The request headers are too large.',
  }),
  badRequest: defineError(400, 'BAD_REQUEST', 'HTTP parser', { message: 'The request is not valid HTTP.' }),

  unexpected: defineError(500, 'INTERNAL_SERVER_ERROR', 'all endpoints', {
    message: 'An unexpected error occurred.',
    details: errorDetails.text,
    values: 'You were not charged. Try again.',
  }),
  databaseUnavailable: defineError(503, 'SERVICE_UNAVAILABLE', 'all endpoints', {
    message: 'The database is not available. Try again shortly.',
    help: notCharged,
    headers: { 'retry-after': '2' },
  }),
  databaseDiskFull: defineError(503, 'SERVICE_UNAVAILABLE', 'all endpoints', {
    message: 'The disk of the database is full. Try again when the operator has freed space.',
    help: notCharged,
    headers: { 'retry-after': '60' },
  }),
  serviceBusy: defineError(503, 'SERVICE_UNAVAILABLE', 'all endpoints', {
    message: 'The service is busy. Try again shortly.',
    help: notCharged,
    headers: { 'retry-after': '2' },
  }),
  indexNotReady: defineError(503, 'SERVICE_UNAVAILABLE', ['readMarket', 'readPosition', 'readRoutes'], {
    message: 'The index in memory is not ready. Try again shortly.',
    help: 'It is read after every start and import. With FUNDSCOPE_INDEX=off, or with too little memory, there is none.',
    headers: { 'retry-after': '2' },
  }),
  queryTimeout: defineError(504, 'TIMEOUT', 'all endpoints', {
    message: 'The query took too long.',
    help: 'You were not charged. Use narrower filters and try again.',
  }),

  hostedServiceTimeout: defineError(504, 'TIMEOUT', 'hosted service', {
    message: 'The hosted service did not respond in time.',
    details: relay,
  }),
  hostedServiceUnreachable: defineError(503, 'SERVICE_UNAVAILABLE', 'hosted service', {
    message: 'The hosted service cannot be reached: {reason}.',
    details: relay,
    headers: { 'retry-after': '2' },
  }),
  hostedServiceLost: defineError(503, 'SERVICE_UNAVAILABLE', 'hosted service', {
    message: 'The hosted service cannot be reached: {reason}.',
    details: relay,
  }),
  hostedServiceMoved: defineError(503, 'SERVICE_UNAVAILABLE', 'hosted service', {
    message: 'The hosted service redirects to another address. Set FUNDSCOPE_UPSTREAM to that address.',
    details: relay,
  }),
} satisfies Record<string, ErrorDefinition>;
export type ErrorName = keyof typeof errors;

/** The values that an error of the table needs. */
export type ErrorValues<N extends ErrorName> = ValuesOfError<(typeof errors)[N]>;
