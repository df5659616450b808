import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { emptyListMessage, metaSchemas } from '#contract/envelope.ts';
import { canThrow, type ErrorDefinition } from './error-definition.ts';
import { errors } from './errors.ts';
import { orderErrorMembers } from './http-error.ts';
import type { Json, SchemaCollector } from './openapi-schemas.ts';

const integerHeader = (description: string, example: number) => ({
  description,
  schema: { type: 'integer' },
  example,
});
const creditsHeader = (description: string, example: string) => ({
  description,
  schema: { type: 'string', pattern: '^\\d+\\.\\d$' },
  example,
});

/** Every response header, by its name on the wire. */
export const headers = {
  'X-Request-Id': {
    description: 'Identifies the request in logs. A safe id of the client is used as it is.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9-]{1,64}$' },
    example: '5f0c1c0e-8f3a-4b56-9a53-0d6f2c7e1b48',
  },
  'RateLimit-Limit': integerHeader('Requests allowed in any 60 seconds.', 200),
  'RateLimit-Remaining': integerHeader('Requests left.', 199),
  'RateLimit-Reset': integerHeader('Seconds until the oldest request leaves the window.', 60),
  'Retry-After': integerHeader('Seconds to wait before trying again.', 12),
  'X-Credits-Used': creditsHeader('The price of this response in credits.', '1.0'),
  'X-Credits-Remaining': creditsHeader('The balance after it; not sent to API-tier keys.', '1411.9'),
  'X-Ignored-Filters': {
    description: 'Unknown filter values, as member=value with percent-encoding.',
    schema: { type: 'string', maxLength: 4096 },
    example: 'company.locations=no-such-place',
  },
  'Fundscope-Relevance': {
    description:
      'What ranked the results of a search_query: built-in, a model with its name, or words while new records are being indexed.',
    schema: { type: 'string', maxLength: 256 },
    example: 'built-in',
  },
  'Idempotency-Replayed': {
    description: 'The response is a copy, paid before with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  Allow: { description: 'The methods that the path supports.', schema: { type: 'string' }, example: 'POST' },
} as const;
type HeaderName = keyof typeof headers;

const rateLimitHeaders = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;

const refer = (names: readonly HeaderName[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Error responses that are the same for every endpoint, as named components. */
const sharedResponses: Record<number, string> = {
  401: 'Unauthorized',
  402: 'PaymentRequired',
  405: 'MethodNotAllowed',
  408: 'RequestTimeout',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  429: 'TooManyRequests',
  431: 'RequestHeaderFieldsTooLarge',
  500: 'InternalServerError',
  503: 'ServiceUnavailable',
  504: 'GatewayTimeout',
};

/** All responses of an endpoint; those that every endpoint has are added to `shared`, by name. */
export function buildResponses(
  endpoint: Endpoint,
  data: Json,
  schemas: SchemaCollector,
  shared: Map<string, Json>,
): Json {
  const thrown = Object.entries<ErrorDefinition>(errors).filter(([, error]) => canThrow(endpoint, error));
  const statuses = new Set(thrown.map(([, { status }]) => status));
  const responses = [...statuses].map((status) => {
    const rows = thrown.filter(([, error]) => error.status === status);
    const response = buildErrorResponse(status, rows, endpoint.statusCodeInErrors === true, schemas);
    const name = sharedResponses[status];
    if (name === undefined) return [status, response] as const;
    shared.set(name, response);
    return [status, { $ref: `#/components/responses/${name}` }] as const;
  });
  return { 200: buildSuccess(endpoint, data, schemas), ...Object.fromEntries(responses) };
}

function buildSuccess(endpoint: Endpoint, data: Json, { addSchema }: SchemaCollector): Json {
  const isBilled = endpoint.cost.per !== 'nothing';
  const body = z.strictObject({
    success: z.literal(true),
    data: endpoint.data,
    meta: metaSchemas[endpoint.meta],
    ...(endpoint.meta === 'single' ? {} : { message: emptyListMessage }),
  });
  return {
    description: endpoint.meta === 'single' ? 'The record.' : 'The results; message is only sent without any.',
    headers: refer([
      'X-Request-Id',
      ...rateLimitHeaders,
      ...(isBilled ? (['X-Credits-Used', 'X-Credits-Remaining', 'Idempotency-Replayed'] as const) : []),
      ...(endpoint.method === 'POST' ? (['X-Ignored-Filters'] as const) : []),
      ...(endpoint.method === 'POST' && endpoint.id !== 'searchDeals' ? (['Fundscope-Relevance'] as const) : []),
    ]),
    content: {
      'application/json': {
        schema: addSchema(body, 'output'),
        example: { success: true, data, meta: buildMetaExample(endpoint, data) },
      },
    },
  };
}

function buildMetaExample({ meta, cost }: Endpoint, data: Json): Json {
  const rows = Object.values(data).reduce<number>((sum, part) => sum + (Array.isArray(part) ? part.length : 1), 0);
  if (meta === 'count') return { total_count: rows };
  const balance = { credit_source: 'monthly', monthly_credits_remaining: 1411, purchased_credits_remaining: 200 };
  return {
    ...(meta === 'list' ? { total_count: rows } : {}),
    page: 0,
    page_size: meta === 'list' ? 10 : 1,
    credits_used: Math.floor((cost.tenths * (cost.per === 'row' ? rows : 1)) / 10),
    ...(cost.per === 'nothing' ? {} : balance),
  };
}

type ErrorRow = readonly [name: string, definition: ErrorDefinition];

function buildErrorResponse(
  status: number,
  rows: readonly ErrorRow[],
  hasStatusCode: boolean,
  schemas: SchemaCollector,
): Json {
  const names = new Map(rows.map((row) => [nameErrorSchema(row), row[1]]));
  const bodies = [...names].map(([name, error]) =>
    schemas.addSchema(buildErrorSchema(name, error, hasStatusCode), 'output'),
  );
  // The HTTP parser sends these two before there is a request.
  const hasHeaders = status !== 408 && status !== 431;
  const extra: HeaderName[] = [
    ...(status === 405 ? (['Allow'] as const) : []),
    ...(status === 429 || status === 503 ? (['Retry-After'] as const) : []),
  ];
  return {
    description: rows.map(([, error]) => `${error.code}: ${describeError(error)}`).join(' '),
    ...(hasHeaders ? { headers: refer(['X-Request-Id', ...rateLimitHeaders, ...extra]) } : {}),
    content: {
      'application/json': { schema: buildUnion(status, bodies, schemas) },
    },
  };
}

/** The description of an error in the document; placeholders are shown as words. */
function describeError({ status, code, message }: ErrorDefinition): string {
  if (code !== 'VALIDATION_ERROR') return message.replaceAll(/\{(\w+)\}/g, '<$1>');
  return status === 400
    ? 'The body is not a JSON object, or a value has the wrong JSON type.'
    : 'A value is not allowed. details.errors lists every problem.';
}

/** The 422 errors of billed endpoints get a name, because nearly every operation has them. */
function buildUnion(status: number, bodies: readonly Json[], { addNamed }: SchemaCollector): Json {
  const [first, ...others] = bodies;
  if (first && others.length === 0) return first;
  const union = { anyOf: bodies };
  if (status !== 422) return union;
  const suffix = JSON.stringify(bodies).includes('WithStatusCode') ? 'WithStatusCode' : '';
  return addNamed(`UnprocessableError${suffix}`, union);
}

/** The name of an error's schema: its code, or its row's name if an earlier row with that code has other details. */
function nameErrorSchema([name, { code, details }]: ErrorRow): string {
  const first = Object.values<ErrorDefinition>(errors).find((error) => error.code === code);
  if (first?.details !== details) return `${capitalizeFirst(name)}Error`;
  const words = code
    .replace(/_ERROR$/, '')
    .toLowerCase()
    .split('_');
  return `${words.map(capitalizeFirst).join('')}Error`;
}

/** The schema of one error's body, including the quirks of specification 7.1. */
function buildErrorSchema(name: string, { status, code, details }: ErrorDefinition, hasStatusCode: boolean): z.ZodType {
  const hasMember = hasStatusCode && (status === 400 || status === 404 || status === 422);
  const members = orderErrorMembers(status, {
    error: z.strictObject({ code: z.literal(code), message: z.string(), ...(details ? { details } : {}) }),
    success: z.literal(false),
    statusCode: hasMember ? z.literal(status) : undefined,
  });
  return z.strictObject(members).meta({ id: `${name}${hasMember ? 'WithStatusCode' : ''}` });
}

const capitalizeFirst = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
