import { type SpecData, Validator } from '@seriousme/openapi-schema-validator';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { checkExchange, checkValue } from '../../testing/openapi-check.ts';
import { openForTests } from '../../testing/open-for-tests.ts';
import { startService } from '../../testing/service.ts';
import { seedRecords } from '../../testing/records.ts';
import { buildOpenApiDocument } from './openapi.ts';
import { operations } from './openapi-operations.ts';

const service = openForTests(() => startService({ seed: seedRecords, clock: () => new Date('2026-11-21T12:00:00Z') }));

const description = buildOpenApiDocument();
const text = JSON.stringify(description);
const all = endpoints as readonly Endpoint[];

describe('the description', () => {
  it('is valid OpenAPI 3.0.3 according to an independent validator', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(JSON.parse(text) as SpecData);
    expect({ valid, errors, version: validator.version }).toEqual({ valid: true, errors: undefined, version: '3.0' });
    expect(description).toMatchObject({ openapi: '3.0.3', info: { version: '2.0.0' } });
  });

  it('is served at the root of the site without a key', async () => {
    const answer = await service.inject('GET', '/openapi.json', { key: null });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(answer.json()).toEqual(JSON.parse(text));
  });

  it.each(all.map((endpoint) => [endpoint.id, endpoint] as const))('%s has text, price and answers', (id, endpoint) => {
    const { paths } = description as { paths: Record<string, Record<string, Record<string, unknown>>> };
    const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()];
    expect(operation).toMatchObject({
      operationId: id,
      summary: endpoint.summary,
      description: expect.stringMatching(/\.$/) as string,
      'x-credit-cost': { credits: endpoint.cost.tenths / 10, per: endpoint.cost.per === 'row' ? 'row' : 'call' },
    });
    const statuses = Object.keys(operation?.['responses'] as object);
    expect(statuses).toEqual(expect.arrayContaining(['200', '401', '422', '429', '500', '503', '504']));
    expect(statuses.includes('402')).toBe(endpoint.cost.per !== 'nothing');
    expect(statuses.includes('403')).toBe(endpoint.path.startsWith('/alerts') || endpoint.cost.per !== 'nothing');
    expect(statuses.includes('413')).toBe(endpoint.method === 'POST');
  });

  it('names every part once, closes every object, and has no excessive pattern or bound', () => {
    expect(text).not.toContain('definitions');
    expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER));
    const nodes: Record<string, unknown>[] = [];
    JSON.parse(text, (_key, value: unknown) => {
      if (typeof value === 'object' && value !== null) nodes.push(value as Record<string, unknown>);
      return value;
    });
    const objects = nodes.filter(({ type, properties }) => type === 'object' && properties !== undefined);
    expect(objects.length).toBeGreaterThan(50);
    expect(objects.filter(({ additionalProperties }) => additionalProperties !== false)).toEqual([]);
    expect(nodes.filter(({ pattern }) => typeof pattern === 'string' && pattern.length > 40)).toEqual([]);
    const { schemas } = (description as { components: { schemas: object } }).components;
    const bodies = Object.values(schemas).map((schema) => JSON.stringify(schema));
    expect(new Set(bodies).size).toBe(bodies.length);
    for (const name of Object.keys(schemas)) expect(text).toContain(`"#/components/schemas/${name}"`);
  });
});

type Node = Record<string, unknown>;
/** Every object of a JSON value with its pointer. */
function listNodes(value: unknown, pointer = '#'): (readonly [pointer: string, node: Node])[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.entries(value).flatMap(([key, part]) =>
    listNodes(part, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
  return Array.isArray(value) ? below : [[pointer, value as Node], ...below];
}

describe('what client generators read', () => {
  const nodes = listNodes(JSON.parse(text));
  const find = (pattern: RegExp) => nodes.filter(([pointer]) => pattern.test(pointer));
  const bodies = all.flatMap(({ id, body }) => (body ? [[id, body] as const] : []));

  it.each(bodies)('%s requires no member that has a default', (_, body) => {
    const converted = listNodes(z.toJSONSchema(body, { target: 'openapi-3.0', io: 'input' }));
    const withDefault = converted.filter(([, node]) => 'default' in node).map(([pointer]) => pointer);
    const required = converted.flatMap(([pointer, node]) =>
      Array.isArray(node['required']) ? node['required'].map((name) => `${pointer}/properties/${String(name)}`) : [],
    );
    expect(withDefault.length).toBeGreaterThan(2);
    expect(withDefault.filter((pointer) => required.includes(pointer))).toEqual([]);
  });

  it('describes defaults in words, because several generators require members with a default', () => {
    expect(nodes.filter(([, node]) => 'default' in node)).toEqual([]);
    expect(text).toContain('Default: 10.');
  });

  it('has nothing next to a reference, where it would be ignored', () => {
    const references = nodes.filter(([, node]) => typeof node['$ref'] === 'string');
    expect(references.length).toBeGreaterThan(200);
    expect(references.filter(([, node]) => Object.keys(node).length > 1)).toEqual([]);
  });

  it('writes a named value that may be null as its reference or null', () => {
    const isNull = { type: 'string', nullable: true, enum: [null] };
    const nullable = nodes.filter(([, { anyOf }]) => Array.isArray(anyOf) && JSON.stringify(anyOf).includes('[null]'));
    expect(nullable.length).toBeGreaterThan(5);
    for (const [pointer, { anyOf }] of nullable) {
      const reference = { $ref: expect.stringContaining('#/components/schemas/') as string };
      expect([pointer, anyOf]).toEqual([pointer, [reference, isNull]]);
    }
    const enums = nodes.filter(([, node]) => Array.isArray(node['enum']) && node['nullable'] === true);
    expect(enums.filter(([, node]) => (node['enum'] as unknown[]).length > 1)).toEqual([]);
  });

  it('names the body of every error', () => {
    const schemas = find(/\/responses\/([45]\d\d|[A-Z]\w+)\/content\/application~1json\/schema$/);
    expect(schemas.length).toBeGreaterThan(40);
    for (const [pointer, { $ref, anyOf }] of schemas) {
      const parts = $ref === undefined ? (anyOf as Node[]) : [{ $ref }];
      for (const part of parts)
        expect([pointer, part['$ref']]).toEqual([pointer, expect.stringContaining('/schemas/')]);
    }
  });

  it('describes every filter in the words of the catalogue', () => {
    const members = find(/\/schemas\/(Deal|Company|Investor|Person)Search(\/properties\/\w+)+$/);
    const undescribed = members.filter(([, node]) => !('properties' in node) && node['description'] === undefined);
    expect(members.length).toBeGreaterThan(80);
    // An alias of company.search_query, which has the description.
    const alias = '#/components/schemas/CompanySearch/properties/search_query';
    expect(undescribed.map(([pointer]) => pointer)).toEqual([alias]);
  });

  const examples = nodes.filter(([, node]) => 'example' in node);
  it('has more than 60 examples', () => expect(examples.length).toBeGreaterThan(60));
  it.each(examples)('%s: its example is valid', (pointer, node) => {
    expect(() => checkValue('schema' in node ? `${pointer}/schema` : pointer, node['example'])).not.toThrow();
  });
});

describe('the examples', () => {
  it.each(all.map((endpoint) => [endpoint.id, endpoint] as const))('%s takes its own request', async (id, endpoint) => {
    const { request } = operations[id as keyof typeof operations];
    const { id: pathId, ...query } = request;
    const isInPath = endpoint.params !== undefined;
    const answer = await service.inject(
      endpoint.method,
      `/api/v1${endpoint.path.replace('{id}', String(pathId))}`,
      endpoint.body ? { body: request } : { query: splitTexts(isInPath ? query : request) },
    );
    expect([200, 404]).toContain(answer.statusCode);
  });

  it.each(all.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s shows an answer that it can give',
    (id, { data }) => {
      const example = operations[id as keyof typeof operations].data;
      expect(data.parse(example)).toEqual(example);
    },
  );
});

const splitTexts = (query: object): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));

describe('the check of every answer in the tests', () => {
  it('detects an undocumented parameter, and a value that its parameter does not allow', async () => {
    const lookUp = { method: 'GET', url: '/api/v1/location/search?name=berlin', body: undefined };
    const answer = await service.inject('GET', lookUp.url);
    expect(() => checkExchange({ ...lookUp, answer })).not.toThrow();
    expect(() => checkExchange({ ...lookUp, query: { mood: 'good' }, answer })).toThrow('mood');
    expect(() => checkExchange({ ...lookUp, query: { limit: '51' }, answer })).toThrow('<= 50');
    expect(() => checkExchange({ ...lookUp, query: { type: 'VILLAGE' }, answer })).toThrow('allowed values');
  });

  const exchange = async (change: (answer: LightMyRequestResponse) => object) => {
    const body = { page_size: 1 };
    const answer = await service.inject('POST', '/api/v1/deals', { body });
    const changed = Object.assign(Object.create(answer) as LightMyRequestResponse, change(answer));
    return () => checkExchange({ method: 'POST', url: '/api/v1/deals', body, answer: changed });
  };
  const withDeal = (member: object) => (answer: LightMyRequestResponse) => {
    const body = answer.json<{ data: { deals: object[] } }>();
    return { json: () => ({ ...body, data: { deals: body.data.deals.map((deal) => ({ ...deal, ...member })) } }) };
  };

  it.each([
    ['nothing', () => ({}), undefined],
    ['a status that is not described', () => ({ statusCode: 418 }), 'does not describe 418'],
    ['another body', () => ({ json: () => ({ success: true }) }), 'as described'],
    ['a member that is not described', withDeal({ mood: 'good' }), 'additional properties'],
    ['a null where none is described', withDeal({ round_type: null }), 'round_type'],
    ['no null where one is', withDeal({ date: null, valuation: null }), undefined],
    ['a date that is none', withDeal({ date: 'today' }), 'date-time'],
    ['a header that is not described', () => ({ headers: { 'x-mood': 'good' } }), 'x-mood'],
    ['a header of another form', () => ({ headers: { 'x-credits-used': '1' } }), 'pattern'],
  ])('sees %s', async (_name, change, message) => {
    const checking = await exchange(change);
    if (message === undefined) expect(checking).not.toThrow();
    else expect(checking).toThrow(message);
  });
});
