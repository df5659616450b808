import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { operations, parameterTexts, tags } from './openapi-operations.ts';
import { headers, toResponses } from './openapi-responses.ts';
import { createSchemas, type Json } from './openapi-schemas.ts';

const introduction =
  'Venture funding data: rounds, companies, investors and people. Every answer is JSON with success, data and meta. Use is metered in credits: x-credit-cost names the price of an operation, X-Credits-Used what an answer cost. Errors are never charged. A key may send 200 requests in any 60 seconds.';

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Under the same key the same request is answered again without being charged, for 24 hours.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
  example: 'c1f2b7c4-6d0b-4d8f-9c57-3f0c7f0f6a11',
};

/** The description of the whole API in OpenAPI 3.0.3, made from the contract (specification 9). */
export function toDescription(base = ''): Json {
  const schemas = createSchemas();
  const responses = new Map<string, Json>();
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints as readonly Endpoint[]) {
    const operation = toOperation(endpoint, schemas, responses);
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Fundscope API',
      version: '2.0.0',
      description: introduction,
      contact: { name: 'Whoever runs this service' },
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: `${base}/api/v1` }],
    security: [{ apiKey: [] }],
    tags,
    paths,
    components: {
      schemas: schemas.named(),
      responses: Object.fromEntries(responses),
      parameters: { IdempotencyKey: idempotencyKey },
      headers,
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'Authorization: Bearer vg_...; every operation needs it.',
        },
      },
    },
  };
}

function toOperation(endpoint: Endpoint, schemas: ReturnType<typeof createSchemas>, shared: Map<string, Json>): Json {
  const { id, summary, cost, body } = endpoint;
  const { tag, description, request, data } = operations[id as keyof typeof operations];
  const price = { credits: cost.tenths / 10, per: cost.per === 'row' ? 'row' : 'call' };
  const parameters = [
    ...(cost.per === 'nothing' ? [] : [{ $ref: '#/components/parameters/IdempotencyKey' }]),
    ...toParameters(endpoint, request, schemas),
  ];
  return {
    operationId: id,
    summary,
    description,
    tags: [tag],
    'x-credit-cost': price,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemas.toSchema(body, 'input'), example: request } },
          },
        }
      : {}),
    responses: toResponses(endpoint, data, schemas, shared),
  };
}

type ObjectSchema = { properties: Record<string, Json>; required?: string[] };

function toParameters({ params, query }: Endpoint, request: Json, { toSchema }: ReturnType<typeof createSchemas>) {
  const inPath = Object.keys(params?.shape ?? {}).map((name) => ({
    name,
    in: 'path',
    required: true,
    description: parameterTexts[name],
    schema: { type: 'string', format: 'uuid' },
    example: request[name],
  }));
  const written = query ? (toSchema(query, 'input') as unknown as ObjectSchema) : { properties: {} };
  const inQuery = Object.entries(written.properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: written.required?.includes(name) ?? false,
    description: parameterTexts[name],
    schema,
    ...(request[name] === undefined ? {} : { example: request[name] }),
  }));
  return [...inPath, ...inQuery];
}

/** Serves the description at the site's root, without a key (contract 3). */
export function registerDescription(app: FastifyInstance, base?: string): void {
  const description = JSON.stringify(toDescription(base));
  app.get('/openapi.json', async (_request, reply) => reply.type('application/json; charset=utf-8').send(description));
}
