import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { companyCatalogue } from '#contract/company-filters.ts';
import { dealCatalogue } from '#contract/deal-filters.ts';
import { endpoints } from '#contract/endpoints.ts';
import { describeMembers, type SearchCatalogue } from '#contract/filters.ts';
import { investorCatalogue } from '#contract/investor-filters.ts';
import { personCatalogue } from '#contract/person-filters.ts';
import { operations, parameterTexts, tags } from './openapi-operations.ts';
import { buildResponses, headers } from './openapi-responses.ts';
import { createSchemaCollector, type Json, type SchemaCollector } from './openapi-schemas.ts';

const introduction =
  'Venture funding data: rounds, companies, investors and people. Every response is JSON with success, data and meta. Requests cost credits: x-credit-cost is the price of an operation, X-Credits-Used that of a response. Errors are never charged. Each key can send 200 requests in any 60 seconds.';

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes a retry safe: for 24 hours the same request with the same key returns the same response and is not charged again. Send a new key, such as a random UUID, with every new request.',
  // Without an example, because consoles would send it with every request.
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
};

/** The named body of each search, and the catalogue that describes its filters. */
const searchBodies: Readonly<Record<string, SearchCatalogue>> = {
  DealSearch: dealCatalogue,
  CompanySearch: companyCatalogue,
  InvestorSearch: investorCatalogue,
  PersonSearch: personCatalogue,
};

/** The OpenAPI 3.0.3 document of /api/v1, made from the contract (specification 9). */
export function buildOpenApiDocument(base = ''): Json {
  const schemas = createSchemaCollector();
  const responses = new Map<string, Json>();
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints as readonly Endpoint[]) {
    const operation = buildOperation(endpoint, schemas, responses);
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Fundscope API',
      version: '2.0.0',
      description: introduction,
      contact: { name: 'The operator of this service' },
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: `${base}/api/v1` }],
    security: [{ apiKey: [] }],
    tags,
    paths,
    components: {
      schemas: describeSearches(schemas.listNamed()),
      responses: Object.fromEntries(responses),
      parameters: { IdempotencyKey: idempotencyKey },
      headers,
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'Your API key, as in `Authorization: Bearer vg_...`.',
        },
      },
    },
  };
}

function buildOperation(endpoint: Endpoint, schemas: SchemaCollector, shared: Map<string, Json>): Json {
  const { id, summary, cost, body } = endpoint;
  const { tag, description, request, data } = operations[id as keyof typeof operations];
  const price = { credits: cost.tenths / 10, per: cost.per === 'row' ? 'row' : 'call' };
  const parameters = [
    ...(cost.per === 'nothing' ? [] : [{ $ref: '#/components/parameters/IdempotencyKey' }]),
    ...buildParameters(endpoint, request, schemas),
  ];
  return {
    operationId: id,
    summary,
    description: `${description} ${describePrice(cost)}`,
    tags: [tag],
    'x-credit-cost': price,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemas.addSchema(body, 'input'), example: request } },
          },
        }
      : {}),
    responses: buildResponses(endpoint, data, schemas, shared),
  };
}

function describePrice({ tenths, per }: Endpoint['cost']): string {
  if (per === 'nothing') return 'Free.';
  return `Price: ${tenths / 10} ${tenths === 10 ? 'credit' : 'credits'} per ${per === 'row' ? 'row' : 'request'}.`;
}

type ObjectSchema = { properties: Record<string, Json>; required?: string[] };

function buildParameters({ params, query }: Endpoint, request: Json, { addSchema }: SchemaCollector) {
  const inPath = Object.keys(params?.shape ?? {}).map((name) => ({
    name,
    in: 'path',
    required: true,
    description: parameterTexts[name],
    schema: { type: 'string', format: 'uuid' },
    example: request[name],
  }));
  const converted = query ? (addSchema(query, 'input') as unknown as ObjectSchema) : { properties: {} };
  const inQuery = Object.entries(converted.properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: converted.required?.includes(name) ?? false,
    description: parameterTexts[name],
    schema,
    ...(request[name] === undefined ? {} : { example: request[name] }),
  }));
  return [...inPath, ...inQuery];
}

/** Adds the help of each filter to its member of a request body. */
function describeSearches(named: Record<string, Json>): Json {
  for (const [name, catalogue] of Object.entries(searchBodies)) {
    for (const [path, text] of describeMembers(catalogue)) {
      const member = path
        .split('.')
        .reduce<Json | undefined>((schema, part) => (schema as Partial<ObjectSchema>).properties?.[part], named[name]);
      if (!member) throw new Error(`${name} has no member ${path}`);
      const { description } = member as { description?: string };
      member['description'] = description === undefined ? text : `${text} ${description}`;
    }
  }
  return named;
}

/** Serves /openapi.json, without a key (contract 3). It is built at the first request, because few clients need it. */
export function registerOpenApi(app: FastifyInstance, base?: string): void {
  let document: string | undefined;
  app.get('/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(buildOpenApiDocument(base));
    return reply.type('application/json; charset=utf-8').send(document);
  });
}
