import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { emptyListMessage, metaSchemas } from '#contract/envelope.ts';
import { type ErrorCase, errorsOf, toErrorSchema } from './openapi-errors.ts';
import type { createSchemas, Json } from './openapi-schemas.ts';

type Schemas = ReturnType<typeof createSchemas>;

const figure = (description: string, example: number) => ({ description, schema: { type: 'integer' }, example });
const credits = (description: string, example: string) => ({
  description,
  schema: { type: 'string', pattern: '^\\d+\\.\\d$' },
  example,
});

/** Every header of an answer, by its component's name; the keys are as the wire writes them. */
export const headers = {
  'X-Request-Id': {
    description: 'Names the request in logs; a harmless one of the client is kept.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9-]{1,64}$' },
    example: '5f0c1c0e-8f3a-4b56-9a53-0d6f2c7e1b48',
  },
  'RateLimit-Limit': figure('Requests allowed in any 60 seconds.', 200),
  'RateLimit-Remaining': figure('Requests left.', 199),
  'RateLimit-Reset': figure('Seconds until the oldest request leaves the window.', 60),
  'Retry-After': figure('Whole seconds after which to try again.', 12),
  'X-Credits-Used': credits('What this answer cost, in credits.', '1.0'),
  'X-Credits-Remaining': credits('What is left after it; not for API-tier keys.', '1411.9'),
  'X-Ignored-Filters': {
    description: 'Filter values that named nothing known, as member=value with percent-encoding.',
    schema: { type: 'string', maxLength: 4096 },
    example: 'company.locations=no-such-place',
  },
  'Fundscope-Relevance': {
    description:
      'What ranked an answer to search_query: built-in, model and its name, or words while new records are being read.',
    schema: { type: 'string', maxLength: 256 },
    example: 'built-in',
  },
  'Idempotency-Replayed': {
    description: 'The answer was paid for before under the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  Allow: { description: 'The method that the path answers.', schema: { type: 'string' }, example: 'POST' },
} as const;
type HeaderName = keyof typeof headers;

const limits = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;
/** Answered by the socket itself, before there is a request. */
const unread = new Set([408, 431]);
const statusNames: Record<number, string> = {
  401: 'KeyRefused',
  402: 'CreditsShort',
  403: 'PlanRefused',
  405: 'OtherMethod',
  408: 'TooSlow',
  413: 'TooLarge',
  415: 'OtherType',
  429: 'TooMany',
  431: 'HeadersTooLarge',
  500: 'Failed',
  503: 'Unavailable',
  504: 'QueryTooLong',
};

const refer = (names: readonly HeaderName[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Every status that an endpoint can answer; those that all share are put into `shared`, by name. */
export function toResponses(endpoint: Endpoint, data: Json, schemas: Schemas, shared: Map<string, Json>): Json {
  const errors = Object.entries(errorsOf(endpoint)).map(([code, cases]) => {
    const [status, name] = [Number(code), statusNames[Number(code)]];
    const response = toErrorResponse(status, cases, endpoint.statusCodeInErrors === true, schemas);
    if (name === undefined) return [code, response] as const;
    shared.set(name, response);
    return [code, { $ref: `#/components/responses/${name}` }] as const;
  });
  return { 200: toSuccess(endpoint, data, schemas), ...Object.fromEntries(errors) };
}

function toSuccess(endpoint: Endpoint, data: Json, { toSchema }: Schemas): Json {
  const isBilled = endpoint.cost.per !== 'nothing';
  const body = z.strictObject({
    success: z.literal(true),
    data: endpoint.data,
    meta: metaSchemas[endpoint.meta],
    ...(endpoint.meta === 'single' ? {} : { message: emptyListMessage }),
  });
  return {
    description: endpoint.meta === 'single' ? 'The record.' : 'What was found; message says so when nothing was.',
    headers: refer([
      'X-Request-Id',
      ...limits,
      ...(isBilled ? (['X-Credits-Used', 'X-Credits-Remaining', 'Idempotency-Replayed'] as const) : []),
      ...(endpoint.method === 'POST' ? (['X-Ignored-Filters'] as const) : []),
      ...(endpoint.method === 'POST' && endpoint.id !== 'searchDeals' ? (['Fundscope-Relevance'] as const) : []),
    ]),
    content: {
      'application/json': {
        schema: toSchema(body, 'output'),
        example: { success: true, data, meta: toMetaExample(endpoint, data) },
      },
    },
  };
}

function toMetaExample({ meta, cost }: Endpoint, data: Json): Json {
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

function toErrorResponse(status: number, cases: readonly ErrorCase[], numbered: boolean, schemas: Schemas): Json {
  const bodies = cases.map((one) => schemas.toSchema(toErrorSchema(status, one, numbered), 'output'));
  const isWaiting = status === 429 || status === 503;
  return {
    description: cases.map(({ codes, when }) => `${codes.join(', ')}: ${when}`).join(' '),
    ...(unread.has(status)
      ? {}
      : {
          headers: refer([
            'X-Request-Id',
            ...limits,
            ...(status === 405 ? (['Allow'] as const) : []),
            ...(isWaiting ? (['Retry-After'] as const) : []),
          ]),
        }),
    content: { 'application/json': { schema: bodies.length === 1 ? bodies[0] : { anyOf: bodies } } },
  };
}
