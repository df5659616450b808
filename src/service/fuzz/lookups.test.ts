import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { operations } from '../http/openapi-operations.ts';
import type { TestService } from '../../testing/service.ts';
import { fuzzTimeoutMs, share, startFuzz } from './testing-fuzz.ts';
import { drawLookup, drawName } from './testing-lookups.ts';
import type { ResponseRow } from './testing-searches.ts';
import type { World } from './testing-facts.ts';

let service: TestService;
let sendPlain: TestService['inject'];
let world: World;
beforeAll(async () => {
  ({ service, sendPlain, world } = await startFuzz());
}, 300_000);
afterAll(() => service.close());

type Query = Record<string, string | string[]>;
const lookUp = (path: string, query: Query) => service.inject('GET', `/api/v1${path}`, { query });

it(
  'one record, one round and histories are what the records say, or 404',
  async () => {
    const property = fc.asyncProperty(drawLookup(world), async (sent) => {
      const response = await lookUp(sent.path, sent.query);
      if ('status' in sent) {
        expect(response.statusCode, response.body).toBe(sent.status);
        expect(response.headers['x-credits-used']).toBeUndefined();
        return;
      }
      const { data, meta } = response.json<{
        data: Record<string, ResponseRow | ResponseRow[]>;
        meta: { credits_used: number; total_count?: number };
      }>();
      const ids = Object.values(data).flatMap((part) => [part].flat().map(({ id }) => id));
      expect(sent.path.endsWith('/investors') ? ids.toSorted() : ids).toEqual(sent.ids);
      expect(meta.credits_used).toBe(ids.length);
      if (sent.total !== undefined) expect(meta.total_count).toBe(sent.total);
    });
    await fc.assert(property, share(0.2));
  },
  fuzzTimeoutMs,
);

it(
  'a name returns at most ten rows, each once, best first, the same with and without an index',
  async () => {
    const kinds = fc.constantFrom(
      ['company', 'companies'] as const,
      ['investor', 'investors'] as const,
      ['person', 'people'] as const,
    );
    const property = fc.asyncProperty(kinds, drawName(world), async ([kind, member], name) => {
      const response = await lookUp(`/${kind}/search`, { name });
      expect([response.statusCode, response.headers['x-credits-used']], response.body).toEqual([200, '0.1']);
      const rows = response.json<{ data: Record<string, ResponseRow[]> }>().data[member] ?? [];
      const scores = rows.map(({ relevance_score }) => Number(relevance_score ?? 1));
      expect(rows.length).toBeLessThanOrEqual(10);
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      const plain = await sendPlain('GET', `/api/v1/${kind}/search`, { query: { name } });
      expect(rows).toEqual(plain.json<{ data: Record<string, ResponseRow[]> }>().data[member]);
    });
    await fc.assert(property, share(0.08));
  },
  fuzzTimeoutMs,
);

/** Every kind of place and industry, with the permalinks that it may contain. */
const drawKind = () =>
  fc.constantFrom(
    ...['CITY', 'STATE', 'REGION', 'COUNTRY'].map((type) => ['location', 'locations', type, world.places] as const),
    ['industry', 'industries', 'INDUSTRY', world.industries] as const,
    ['industry', 'industries', 'SUPER_CATEGORY', world.superCategories] as const,
  );

it(
  'places and industries are known permalinks of the wanted type, at most as many as requested, free',
  async () => {
    const limits = fc.integer({ min: 1, max: 50 });
    const property = fc.asyncProperty(
      drawKind(),
      drawName(world),
      limits,
      async ([kind, member, type, known], name, limit) => {
        const response = await lookUp(`/${kind}/search`, { name, type, limit: String(limit) });
        const { data, meta } = response.json<{
          data: Record<string, Record<string, string>[]>;
          meta: { total_count: number };
        }>();
        const rows = data[member] ?? [];
        expect([response.statusCode, response.headers['x-credits-used']]).toEqual([200, undefined]);
        expect(rows.length).toBe(Math.min(limit, meta.total_count));
        for (const row of rows) {
          expect([row[`${kind}_type`], known.has(row['permalink'] ?? '')]).toEqual([type, true]);
        }
      },
    );
    await fc.assert(property, share(0.05));
  },
  fuzzTimeoutMs,
);

const lookUps = (endpoints as readonly Endpoint[]).filter(({ method }) => method === 'GET');

describe.each(lookUps)('$id', ({ id, path }) => {
  const { request } = operations[id as keyof typeof operations];
  const { id: pathId, ...others } = request;
  const inPath = path.includes('{id}');
  const right = Object.fromEntries(
    Object.entries(inPath ? others : request).map(([name, value]) => [name, String(value)]),
  );

  it.each([
    ['a parameter that it does not know', { constructor: '1' }, 'UNKNOWN_PARAMETER'],
    ['one that is given twice', { extra: ['1', '2'] }, 'TOO_MANY_VALUES'],
  ])('rejects %s', async (_name, wrong: Query, code) => {
    const response = await lookUp(path.replace('{id}', String(pathId)), { ...right, ...wrong });
    expect([response.statusCode, response.json()]).toMatchObject([422, { error: { details: { errors: [{ code }] } } }]);
  });
});
