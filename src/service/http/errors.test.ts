import { describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { accountEndpoints, endpoints } from '#contract/endpoints.ts';
import { buildService } from '../app.ts';
import { checkEveryResponse } from '../../testing/openapi-check.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { type RequestParts, startService } from '../../testing/service.ts';
import { seedRecords, uuidOf } from '../../testing/records.ts';
import { canThrow, type ErrorDefinition } from './error-definition.ts';
import { type ErrorName, errors, type ErrorValues } from './errors.ts';
import { HttpError, buildErrorBody } from './http-error.ts';

const service = openForTests(() => startService({ seed: seedRecords, clock: () => new Date('2026-01-15T12:00:00Z') }));

/** Errors that take more than one request to provoke; other tests assert their whole body. */
const provokedElsewhere = {
  rateLimitExceeded: 'rate-limit.test.ts',
  requestTimeout: 'http-app.test.ts',
  headersTooLarge: 'http-app.test.ts',
  badRequest: 'http-app.test.ts',
  queryTimeout: 'query-pool.test.ts',
  serviceBusy: 'query-pool.test.ts',
  indexNotReady: 'market/market.test.ts',
  routeTargetNotFound: 'routes/routes.test.ts',
  tooManyAlerts: 'alerts/account-alerts.test.ts',
  deliveryRejected: 'alerts/deliveries/routes.test.ts',
  deliveryStopped: 'alerts/deliveries/routes.test.ts',
  deliveryUnconfirmed: 'alerts/deliveries/confirmations.test.ts',
  mailLimitReached: 'alerts/deliveries/confirmations.test.ts',
  disabledKey: 'below',
  insufficientCredits: 'below',
  planRequired: 'below',
  idempotencyKeyReused: 'below',
  purchaseEnded: 'workspace/purchases.test.ts',
  unexpected: 'below',
  databaseUnavailable: 'below',
  searchNotFound: 'workspace/searches.test.ts',
  purchaseNotFound: 'workspace/searches.test.ts',
  priceTooHigh: 'workspace/purchases.test.ts',
  budgetExceeded: 'workspace/purchases.test.ts',
  chargeUnconfirmed: 'workspace/purchases.test.ts',
  purchaseConfirmed: 'gateway/server/hosted-purchases.test.ts',
  memberRemoved: 'workspace/members.test.ts',
  viewerCannotSpend: 'workspace/members.test.ts',
  memberRequired: 'alerts/deliveries/confirmations.test.ts',
  ownerRequired: 'workspace/members.test.ts',
  firstOwnerStays: 'workspace/members.test.ts',
  memberNotFound: 'workspace/members.test.ts',
  invitationEnded: 'workspace/members.test.ts',
  listNotFound: 'workspace/lists.test.ts',
  savedSearchNotFound: 'workspace/saved-searches.test.ts',
  sheetNotFound: 'workspace/sheets/sheets.test.ts',
  workspaceFull: 'workspace/lists.test.ts',
  databaseDiskFull: 'gateway/server/full-disk.test.ts',
  missingMetricsToken: 'gateway/server/proxy.test.ts',
  hostedServiceTimeout: 'gateway/server/relay.test.ts',
  hostedServiceUnreachable: 'gateway/server/relay.test.ts',
  hostedServiceLost: 'gateway/server/relay.test.ts',
  hostedServiceMoved: 'gateway/server/relay.test.ts',
} as const satisfies Partial<Record<ErrorName, string>>;

type Provoked = Exclude<ErrorName, keyof typeof provokedElsewhere>;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Provocation<N extends ErrorName> = readonly [
  request: `${Method} ${string}`,
  parts: RequestParts,
  values: ErrorValues<N>,
];

const unknownId = uuidOf('company', 99);
const json = { 'content-type': 'application/json' };
const help = 'Correct these values and send the request again. You were not charged.';
const problem = (field: string, value: string, what: string, code: string) => {
  const message = `${field} ${what}.`;
  return { problem: message, errors: [{ field, value, message, code, validOptions: [] }], help } as never;
};
const organization = ['id', 'domain', 'linkedin', 'crunchbase'];
const searchBy = ['name', 'domain', 'linkedin', 'crunchbase'];
const companySearch = {
  valid: ['/company/search?name=acme', '/company/search?linkedin=linkedin.com/company/acme'],
  invalid: ['/company/search', '/company/search?name='],
};
const locationSearch = {
  valid: ['/location/search?name=berlin&type=CITY'],
  invalid: ['/location/search', '/location/search?name='],
};
const industrySearch = {
  valid: ['/industry/search?name=software'],
  invalid: ['/industry/search', '/industry/search?name='],
};
const alerts = (changed: Record<string, string>): RequestParts => ({
  query: { alert_ids: unknownId, start_date: '2026-01-01T00:00:00Z', end_date: '2026-01-02T00:00:00Z', ...changed },
});

/** Requests that provoke each error, with the values in its texts and details. */
const provocations: { readonly [N in Provoked]: readonly Provocation<N>[] } = {
  invalidType: [
    ['POST /deals', { body: { page: 'x' } }, problem('page', 'x', 'must be a number', 'INVALID_TYPE')],
    [
      'POST /deals',
      { body: '{', headers: json },
      {
        problem: 'The body is not valid JSON.',
        errors: [
          { field: 'body', value: '', message: 'The body is not valid JSON.', code: 'INVALID_TYPE', validOptions: [] },
        ],
        help: 'Send a JSON object with Content-Type: application/json.',
      },
    ],
  ],
  validation: [
    ['POST /deals', { body: { page: -1 } }, problem('page', '-1', 'must be at least 0', 'OUT_OF_RANGE')],
    [
      'GET /company',
      { query: { id: unknownId, x: '1' } },
      problem('x', '1', 'is not a parameter of this endpoint', 'UNKNOWN_PARAMETER'),
    ],
    [
      'GET /industry/search',
      { query: { name: 'x', limit: '0' } },
      problem('limit', '0', 'must be at least 1', 'OUT_OF_RANGE'),
    ],
  ],
  missingKey: [['GET /company', { key: null }, {}]],
  unknownKey: [['GET /company', { key: `vg_${'0'.repeat(12)}_${'a'.repeat(32)}` }, {}]],
  invalidDealId: [['GET /deals/1', {}, {}]],
  dealNotFound: [
    [`GET /deals/${unknownId}`, {}, {}],
    [`GET /deals/${unknownId}/investors`, {}, {}],
  ],
  companyNotFound: [['GET /company', { query: { id: unknownId } }, {}]],
  investorNotFound: [['GET /investor', { query: { id: unknownId } }, {}]],
  personNotFound: [['GET /person', { query: { id: unknownId } }, {}]],
  dealOwnerNotFound: [
    [
      'GET /company/deals',
      { query: { domain: 'nobody.example' } },
      { resource: 'company', identifier_type: 'domain', identifier_value: 'nobody.example' },
    ],
    [
      'GET /investor/deals',
      { query: { id: unknownId } },
      { resource: 'investor', identifier_type: 'id', identifier_value: unknownId },
    ],
  ],
  dealPersonNotFound: [
    ['GET /person/deals', { query: { id: unknownId } }, { identifier_type: 'id', identifier_value: unknownId }],
  ],
  missingIdentifier: [['GET /company', {}, { accepted: organization }]],
  multipleIdentifiers: [
    ['GET /company', { query: { id: 'a', domain: 'b' } }, { accepted: organization, sent: ['id', 'domain'] }],
  ],
  invalidId: [['GET /company', { query: { id: 'a' } }, {}]],
  invalidDomain: [['GET /investor', { query: { domain: 'a b' } }, {}]],
  invalidLinkedinUrl: [['GET /person', { query: { linkedin: 'a' } }, {}]],
  invalidCrunchbaseUrl: [['GET /person', { query: { crunchbase: 'a' } }, {}]],
  invalidTwitterUrl: [['GET /person/deals', { query: { twitter: 'a' } }, {}]],
  invalidPage: [['GET /company/deals', { query: { id: unknownId, page: '-1' } }, {}]],
  invalidPageSize: [['GET /investor/deals', { query: { id: unknownId, page_size: '501' } }, {}]],
  missingSearchParameter: [['GET /company/search', {}, { accepted: searchBy, provided: [], examples: companySearch }]],
  multipleSearchParameters: [
    [
      'GET /company/search',
      { query: { name: 'a', domain: 'b.example' } },
      { accepted: searchBy, sent: ['name', 'domain'], provided: ['name', 'domain'], examples: companySearch },
    ],
  ],
  emptySearchTerm: [
    [
      'GET /company/search',
      { query: { name: ' ' } },
      { parameter: 'name', provided: ['name'], examples: companySearch },
    ],
    [
      'GET /location/search',
      { query: { name: '' } },
      { parameter: 'name', provided: ['name'], examples: locationSearch },
    ],
  ],
  missingName: [
    ['GET /location/search', {}, { kind: 'a location', provided: [], examples: locationSearch }],
    ['GET /industry/search', {}, { kind: 'an industry', provided: [], examples: industrySearch }],
  ],
  multipleLocationTypes: [
    [
      'GET /location/search',
      { query: { name: 'x', type: 'CITY', location_type: 'CITY' } },
      { provided: ['name', 'type', 'location_type'], examples: locationSearch },
    ],
  ],
  multipleIndustryTypes: [
    [
      'GET /industry/search',
      { query: { name: 'x', type: 'INDUSTRY', industry_type: 'INDUSTRY' } },
      { provided: ['name', 'type', 'industry_type'], examples: industrySearch },
    ],
  ],
  missingParameters: [
    ['GET /alerts', { query: { alert_ids: unknownId } }, { missingParams: ['start_date', 'end_date'] }],
  ],
  invalidAlertIds: [['GET /alerts', alerts({ alert_ids: 'x' }), {}]],
  tooManyAlertIds: [
    [
      'GET /alerts',
      alerts({ alert_ids: Array.from({ length: 11 }, (_, at) => uuidOf('deal', at)).join(',') }),
      { max: 10 },
    ],
  ],
  invalidDateFormat: [
    ['GET /alerts', alerts({ start_date: '2026-01-01' }), { field: 'start_date', provided: '2026-01-01' }],
  ],
  invalidDateRange: [['GET /alerts', alerts({ start_date: '2026-01-03T00:00:00Z' }), {}]],
  dateRangeTooLarge: [['GET /alerts', alerts({ start_date: '2024-12-31T00:00:00Z' }), { max: 365 }]],
  futureDate: [['GET /alerts', alerts({ start_date: '2026-01-15T12:00:01Z', end_date: '2026-01-16T00:00:00Z' }), {}]],
  alertsNotFound: [['GET /alerts', alerts({}), {}]],
  invalidAlertId: [['DELETE /account/alerts/1', {}, {}]],
  invalidDeliveryId: [['DELETE /account/deliveries/1', {}, {}]],
  deliveryNotFound: [[`DELETE /account/deliveries/${unknownId}`, {}, {}]],
  localKeyRequired: [['POST /account/credits', { body: { add: 1 } }, {}]],
  alertNotFound: [[`DELETE /account/alerts/${unknownId}`, {}, {}]],
  routeNotFound: [
    ['GET /nothing', {}, {}],
    ['GET /account/nothing', {}, {}],
  ],
  methodNotAllowed: [
    ['PUT /deals', {}, { allowed: ['POST'] }],
    ['PUT /account/alerts', {}, { allowed: ['GET', 'POST'] }],
  ],
  payloadTooLarge: [
    ['POST /deals', { body: JSON.stringify({ x: 'x'.repeat(1024 * 1024) }), headers: json }, { max: 1 }],
  ],
  unsupportedMediaType: [['POST /deals', { body: '{}', headers: { 'content-type': 'text/plain' } }, {}]],
};

const cases = Object.entries(provocations).flatMap(([name, list]) =>
  list.map(([request, parts, values]) => ({ name: name as ErrorName, request, parts, values })),
);

describe('the whole body of every error', () => {
  it.each(cases)('$name: $request', async ({ name, request, parts, values }) => {
    const [method, path] = request.split(' ') as [Method, string];
    const response = await service.inject(method, path.startsWith('/account') ? path : `/api/v1${path}`, parts);
    const error = new HttpError(name, values as never);
    const hasStatusCode = /^\w+ \/(deals\/|alerts|location|industry|account\/(alerts|deliveries)\/)/.test(request);
    expect(response.body).toBe(JSON.stringify(buildErrorBody(error, hasStatusCode)));
    expect(response.statusCode).toBe(errors[name].status);
    expect(response.headers['x-credits-used']).toBeUndefined();
    expect(response.headers).toMatchObject(error.headers);
  });

  it('has the four shapes of the specification', async () => {
    const send = async (path: string, parts?: RequestParts) => (await service.inject('GET', path, parts)).body;
    const keyDetails = `{"help":"Send your API key in the Authorization header.","format":"Authorization: Bearer <API_KEY>"}`;
    expect(await send('/api/v1/company', { key: null })).toBe(
      `{"error":{"code":"AUTH_ERROR","message":"The API key is missing.","details":${keyDetails}}}`,
    );
    expect(await send('/api/v1/deals/1')).toBe(
      '{"success":false,"error":{"code":"INVALID_DEAL_ID","message":"The deal id is not a UUID.",' +
        '"details":{"help":"Send the id of a deal from POST /deals."}},"statusCode":400}',
    );
    expect(await send('/api/v1/company')).toBe(
      '{"success":false,"error":{"code":"MISSING_IDENTIFIER","message":"No identifier was sent.",' +
        '"details":{"help":"Send exactly one of id, domain, linkedin, crunchbase."}}}',
    );
    const { key } = await service.createKey({ monthly: 0, purchased: 0 });
    expect(await send('/api/v1/company', { query: { id: uuidOf('company', 1) }, key })).toBe(
      '{"error":{"code":"INSUFFICIENT_CREDITS","message":"This request costs 1 credit, more than your balance.",' +
        '"details":{"credits_needed":1,"monthly_credits_remaining":0,"purchased_credits_remaining":0,' +
        '"help":"/settings"}},"success":false}',
    );
  });

  const summarize = ({ statusCode, body }: { statusCode: number; body: string }) => [statusCode, body];
  const expected = (error: HttpError) => [error.status, JSON.stringify(buildErrorBody(error))];

  it('401 INACTIVE_API_KEY', async () => {
    const { key } = await service.createKey();
    await service.sql`UPDATE api_keys SET disabled_at = now() WHERE prefix = ${key.slice(3, 15)}`;
    expect(summarize(await service.inject('GET', '/api/v1/company', { key }))).toEqual(
      expected(new HttpError('disabledKey')),
    );
  });

  it('403 API_TIER_REQUIRED', async () => {
    const { key } = await service.createKey({ plan: 'FREE' });
    const response = await service.inject('GET', '/api/v1/alerts/configurations', { key });
    expect(summarize(response)).toEqual(expected(new HttpError('planRequired', { current_tier: 'FREE' })));
  });

  it('422 IDEMPOTENCY_KEY_REUSED', async () => {
    const headers = { 'idempotency-key': 'reused' };
    await service.inject('POST', '/api/v1/deals', { body: { page_size: 1 }, headers });
    const response = await service.inject('POST', '/api/v1/deals', { body: { page_size: 2 }, headers });
    expect(summarize(response)).toEqual(expected(new HttpError('idempotencyKeyReused')));
  });

  it('500 INTERNAL_SERVER_ERROR, with details as text and nothing internal', async () => {
    const broken = await startService({ seed: seedRecords });
    await broken.sql`ALTER TABLE deals RENAME COLUMN date TO day`;
    const response = await broken.inject('POST', '/api/v1/deals', { body: {} });
    expect([response.statusCode, response.body]).toEqual([
      500,
      '{"success":false,"error":{"code":"INTERNAL_SERVER_ERROR","message":"An unexpected error occurred.",' +
        '"details":"You were not charged. Try again."}}',
    ]);
    expect(await broken.sql`SELECT FROM ledger`).toHaveLength(0);
    await broken.close();
  });

  it('503 SERVICE_UNAVAILABLE with Retry-After', async () => {
    const closed = await startService();
    await closed.sql.end();
    const response = await closed.inject('POST', '/api/v1/deals', { body: {} });
    expect(summarize(response)).toEqual(expected(new HttpError('databaseUnavailable')));
    expect(response.headers['retry-after']).toBe('2');
    await closed.close();
  });

  it('404 NOT_FOUND for a path that cannot be decoded', async () => {
    const app = checkEveryResponse(await buildService({ db: service.sql }));
    expect(summarize(await app.inject({ url: '/api/v1/deals/%zz' }))).toEqual(expected(new HttpError('routeNotFound')));
    await app.close();
  });
});

/** The statuses and codes of specification 7 and contract 5, those of accounts, and those of Node's HTTP parser. */
const documentedErrors = `
400 VALIDATION_ERROR INVALID_DEAL_ID INVALID_ID MISSING_IDENTIFIER MULTIPLE_IDENTIFIERS INVALID_DOMAIN
  INVALID_LINKEDIN_URL INVALID_CRUNCHBASE_URL INVALID_TWITTER_URL INVALID_PAGE INVALID_PAGE_SIZE MISSING_SEARCH_PARAMS
  MULTIPLE_SEARCH_PARAMS EMPTY_SEARCH_TERM MULTIPLE_LOCATION_TYPE_PARAMS MULTIPLE_INDUSTRY_TYPE_PARAMS
  MISSING_PARAMETERS INVALID_ALERT_ID INVALID_DELIVERY_ID TOO_MANY_ALERT_IDS INVALID_DATE_FORMAT INVALID_DATE_RANGE DATE_RANGE_TOO_LARGE
  FUTURE_DATE BAD_REQUEST
401 AUTH_ERROR INVALID_API_KEY INACTIVE_API_KEY MEMBER_REMOVED
402 INSUFFICIENT_CREDITS
403 API_TIER_REQUIRED LOCAL_KEY_REQUIRED VIEWER_CANNOT_SPEND MEMBER_REQUIRED OWNER_REQUIRED
404 DEAL_NOT_FOUND COMPANY_NOT_FOUND INVESTOR_NOT_FOUND PERSON_NOT_FOUND ALERT_NOT_FOUND DELIVERY_NOT_FOUND MEMBER_NOT_FOUND INVITATION_ENDED LIST_NOT_FOUND
  SAVED_SEARCH_NOT_FOUND SHEET_NOT_FOUND SEARCH_NOT_FOUND PURCHASE_NOT_FOUND ROUTE_TARGET_NOT_FOUND NOT_FOUND
405 METHOD_NOT_ALLOWED
408 REQUEST_TIMEOUT
409 PURCHASE_ENDED FIRST_OWNER_STAYS DELIVERY_STOPPED PRICE_TOO_HIGH BUDGET_EXCEEDED CHARGE_UNCONFIRMED PURCHASE_CONFIRMED DELIVERY_UNCONFIRMED MAIL_LIMIT_REACHED
413 PAYLOAD_TOO_LARGE
415 UNSUPPORTED_MEDIA_TYPE
422 VALIDATION_ERROR IDEMPOTENCY_KEY_REUSED WORKSPACE_FULL
429 RATE_LIMIT_EXCEEDED
431 HEADERS_TOO_LARGE
500 INTERNAL_SERVER_ERROR
503 SERVICE_UNAVAILABLE
504 TIMEOUT`;

describe('the table of errors', () => {
  const rows: readonly ErrorDefinition[] = Object.values(errors);

  it('has the statuses and codes of the contract, and no others', () => {
    const documented = documentedErrors
      .trim()
      .split(/\n(?=\d)/)
      .flatMap((line) => {
        const [status, ...codes] = line.split(/\s+/);
        return codes.map((code) => `${status} ${code}`);
      });
    expect([...new Set(rows.map(({ status, code }) => `${status} ${code}`))].toSorted()).toEqual(documented.toSorted());
  });

  it('names an endpoint or another source for every error', () => {
    const all: readonly Endpoint[] = [...endpoints, ...accountEndpoints];
    const outside = ['unknown routes', 'HTTP parser', 'hosted service', 'metrics'];
    for (const row of rows) {
      const isThrown = all.some((endpoint) => canThrow(endpoint, row));
      expect(isThrown || outside.includes(row.thrownBy as string), row.code).toBe(true);
    }
  });
});
