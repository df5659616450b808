import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { companySort, searchCompanies } from '#contract/companies.ts';
import { dealSort, searchDeals } from '#contract/deals.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { investorSort, searchInvestors } from '#contract/investors.ts';
import { personSort, searchPeople } from '#contract/people.ts';
import { operations } from './http/openapi-operations.ts';
import { loadDemo } from './import/demo/load-demo.ts';
import {
  findModelCompanies,
  findModelDeals,
  findModelFirms,
  findModelPeople,
  type Counted,
} from './testing-fuzz-model.ts';
import { drawLookUp, drawName } from './testing-fuzz-lookups.ts';
import { companyOrders, dealOrders, firmOrders, personOrders, sortModel } from './testing-fuzz-orders.ts';
import { createDraws } from './testing-fuzz-requests.ts';
import { readWorld, type World } from './testing-fuzz-world.ts';
import { drawWrong } from './testing-fuzz-wrong.ts';
import { type RequestParts, type TestService, startService } from './testing.ts';

const today = '2026-11-21';
/** Requests in all; CI draws more, and FUNDSCOPE_FUZZ_RUNS as many as wanted. */
const wantedRuns = Number(process.env['FUNDSCOPE_FUZZ_RUNS'] ?? (process.env['CI'] ? 5000 : 1000));
const seed = Number(process.env['FUNDSCOPE_FUZZ_SEED'] ?? 1);
const share = (part: number) => ({ numRuns: Math.max(5, Math.round(wantedRuns * part)), seed });

let service: TestService;
let world: World;
// Slow enough for the rate limit, and still the same day when all is drawn.
let nowMs = Date.parse(`${today}T00:00:00Z`);
beforeAll(async () => {
  service = await startService({
    seed: (sql) => loadDemo(sql, { companies: 250, deals: 600, today }),
    clock: () => new Date((nowMs += 310)),
  });
  await service.sql`UPDATE accounts SET purchased_tenths = 1000000000000`;
  world = await readWorld(service);
}, 120_000);
afterAll(() => service.close());

type Body = Record<string, unknown>;
type Row = { id: string } & Record<string, unknown>;
type ListAnswer = {
  data: Record<string, Row[]>;
  meta: { total_count: number; page: number; page_size: number; credits_used: number };
  message?: string;
};

/** Asks for a page, and holds what every list answer must keep; testing.ts holds it against /openapi.json. */
async function askPage(path: string, member: string, parts: RequestParts, method: 'GET' | 'POST' = 'POST') {
  const answer = await service.inject(method, `/api/v1${path}`, parts);
  expect(answer.statusCode, answer.body).toBe(200);
  const { data, meta, message } = answer.json<ListAnswer>();
  const rows = data[member] ?? [];
  expect(rows.length).toBeLessThanOrEqual(meta.page_size);
  expect(meta.credits_used).toBe(rows.length);
  expect(answer.headers['x-credits-used']).toBe(`${rows.length}.0`);
  expect(message === undefined).toBe(rows.length > 0);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  return { rows, total: meta.total_count, ignored: String(answer.headers['x-ignored-filters'] ?? '') };
}

/** What the model says of a search: which records, in which order, and which figures they carry. */
type Expected = { id: string; shows: (row: Row, hasQuery: boolean) => void };
type Search = {
  endpoint: Endpoint;
  path: '/deals' | '/companies' | '/investors' | '/people';
  member: string;
  sorts: readonly string[];
  /** Whether a searched text shows its relevance on the rows. */
  showsRelevance?: boolean;
  find: (body: Body) => Expected[];
};

const toCounted = ({ record, counted }: Counted<{ id: string }>): Expected => ({
  id: record.id,
  shows: (row, hasQuery) => {
    if (hasQuery) return expect(Number(row['filtered_deal_count'] ?? 0)).toBeLessThanOrEqual(counted?.length ?? 0);
    expect([row['filtered_deal_count'], row['filtered_lead_count']]).toEqual(
      counted ? [counted.length, counted.filter(({ led }) => led).length] : [null, null],
    );
  },
});

const toPlain = (record: { id: string }): Expected => ({ id: record.id, shows: () => undefined });
const toId = ({ record }: Counted<{ id: string }>) => record.id;
type Sections = Record<string, Record<string, unknown> | undefined>;

const searches: Search[] = [
  {
    endpoint: searchDeals,
    path: '/deals',
    member: 'deals',
    sorts: dealSort.options,
    find: ({ sort_by = 'most_recent_deal', ...body }) =>
      sortModel(findModelDeals(world, body as Sections), dealOrders[String(sort_by)]!, ({ id }) => id).map(toPlain),
  },
  {
    endpoint: searchCompanies,
    path: '/companies',
    member: 'companies',
    sorts: companySort.options,
    showsRelevance: true,
    find: ({ sort_by = 'most_recent_raise', ...body }) =>
      sortModel(findModelCompanies(world, body as Sections), companyOrders[String(sort_by)]!, ({ id }) => id).map(
        toPlain,
      ),
  },
  {
    endpoint: searchInvestors,
    path: '/investors',
    member: 'investors',
    sorts: investorSort.options,
    find: ({ sort_by = 'most_recent_deal', ...body }) =>
      sortModel(findModelFirms(world, body as Sections), firmOrders[String(sort_by)]!, toId).map(toCounted),
  },
  {
    endpoint: searchPeople,
    path: '/people',
    member: 'people',
    sorts: personSort.options,
    find: ({ sort_by = 'most_recent_deal_date', ...body }) =>
      sortModel(findModelPeople(world, body), personOrders[String(sort_by)]!, toId).map(toCounted),
  },
];

const paging = fc.record({
  page: fc.oneof(
    { weight: 4, arbitrary: fc.nat(3) },
    { weight: 1, arbitrary: fc.constantFrom(1e6, Number.MAX_SAFE_INTEGER) },
  ),
  page_size: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.constantFrom(1, 500)),
});

/** The values that a request must name as ignored: permalinks that are none, or are of another member. */
function toIgnored(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([key, member]: [string, unknown]) => {
    const at = path === '' ? key : `${path}.${key}`;
    const known = key.endsWith('locations')
      ? world.places
      : { industries: world.industries, super_categories: world.superCategories }[key];
    if (!known || !Array.isArray(member)) return toIgnored(member, at);
    return (member as string[]).filter((one) => !known.has(one)).map((one) => `${at}=${encodeURIComponent(one)}`);
  });
}

describe.each(searches)('POST $path', (search) => {
  const { endpoint, path, member, find, showsRelevance } = search;
  const drawRight = () => createDraws(world)(path, endpoint.body!);

  it('finds what a plain reading of all records finds, counts it, and pages it in order', async () => {
    await fc.assert(
      fc.asyncProperty(drawRight(), paging, paging, async (body, first, second) => {
        const hasQuery = JSON.stringify(body).includes('"search_query"');
        const expected = find(body);
        const byId = new Map(expected.map((one) => [one.id, one]));
        const { rows, total, ignored } = await askPage(path, member, { body: { ...body, ...first } });
        for (const row of rows) {
          expect(byId.has(row.id), `${row.id} does not belong here`).toBe(true);
          byId.get(row.id)?.shows(row, hasQuery);
        }
        const named = toIgnored(body).join(',');
        if (named.length <= 4096) expect(ignored.split(',').toSorted()).toEqual(named.split(',').toSorted());
        else expect(ignored).toMatch(/(^|,)more=\d+$/);
        if (hasQuery) {
          expect(total).toBeLessThanOrEqual(expected.length);
          if (showsRelevance) checkRelevance(rows, body);
          const all = await askPage(path, member, { body: { ...body, page: 0, page_size: 500 } });
          expect([all.rows.length, all.total]).toEqual([total, total]);
          expect(rows.map(({ id }) => id)).toEqual(toSlice(all.rows, first).map(({ id }) => id));
        } else {
          expect(total).toBe(expected.length);
          expect(rows.map(({ id }) => id)).toEqual(toSlice(expected, first).map(({ id }) => id));
          const other = await askPage(path, member, { body: { ...body, ...second } });
          expect(other.total).toBe(total);
          expect(other.rows.map(({ id }) => id)).toEqual(toSlice(expected, second).map(({ id }) => id));
        }
      }),
      share(0.11),
    );
  }, 600_000);

  it('refuses every body that is one step wrong, on its field', async () => {
    await fc.assert(
      fc.asyncProperty(drawWrong(endpoint.body!, drawRight()), async ({ body, field, status, code }) => {
        const answer = await service.inject('POST', `/api/v1${path}`, { body });
        const { error } = answer.json<{
          error: { code: string; details: { errors: { field: string; code: string }[] } };
        }>();
        expect([answer.statusCode, error.code], JSON.stringify(error)).toEqual([status, 'VALIDATION_ERROR']);
        const problems = error.details.errors.filter((one) => one.field === field || one.field.startsWith(`${field}.`));
        expect(
          problems.map((one) => one.code),
          JSON.stringify(error),
        ).toContain(code);
        expect(answer.headers['x-credits-used']).toBeUndefined();
      }),
      share(0.06),
    );
  }, 600_000);

  it('refuses bodies that are no JSON object, and takes a whole MiB', async () => {
    const raw = fc.oneof(
      fc.json(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('', '[]', 'null', '{"a":', '{"__proto__":{}}'),
    );
    await fc.assert(
      fc.asyncProperty(raw, async (text) => {
        const answer = await service.inject('POST', `/api/v1${path}`, {
          body: text,
          headers: { 'content-type': 'application/json' },
        });
        expect(isEmptyObject(text) ? [200] : [400, 422]).toContain(answer.statusCode);
      }),
      share(0.01),
    );
    for (const [size, status] of [
      [1024 * 1024, 422],
      [1024 * 1024 + 1, 413],
    ] as const) {
      const body = `{"x":"${'x'.repeat(size - 8)}"}`;
      const answer = await service.inject('POST', `/api/v1${path}`, {
        body,
        headers: { 'content-type': 'application/json' },
      });
      expect(answer.statusCode).toBe(status);
    }
  }, 600_000);
});

const toSlice = <T>(all: readonly T[], { page, page_size }: { page: number; page_size: number }): T[] =>
  all.slice(page * page_size, (page + 1) * page_size);

function isEmptyObject(text: string): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === '{}';
  } catch {
    return false;
  }
}

function checkRelevance(rows: readonly Row[], body: Body): void {
  const floor = Number((body['company'] as Body | undefined)?.['min_relevance'] ?? 0);
  const found = rows.map(({ similarity }) => Number(similarity));
  expect(found.every((one) => one >= floor && one <= 1 && one > 0)).toBe(true);
  expect(found).toEqual(found.toSorted((a, b) => b - a));
}

type Data = Record<string, Row | Row[] | undefined>;

describe('the look-ups', () => {
  it('of one record, of a round and of histories bring what the records say, or 404', async () => {
    await fc.assert(
      fc.asyncProperty(drawLookUp(world), async (asked) => {
        const answer = await service.inject('GET', `/api/v1${asked.path}`, { query: asked.query });
        if ('status' in asked) {
          expect(answer.statusCode, answer.body).toBe(asked.status);
          expect(answer.headers['x-credits-used']).toBeUndefined();
          return;
        }
        const { data, meta } = answer.json<{ data: Data; meta: { credits_used: number; total_count?: number } }>();
        const ids = Object.values(data).flatMap((part) => [part ?? []].flat().map(({ id }) => id));
        expect(asked.path.endsWith('/investors') ? ids.toSorted() : ids).toEqual(asked.ids);
        expect(meta.credits_used).toBe(ids.length);
        if (asked.total !== undefined) expect(meta.total_count).toBe(asked.total);
      }),
      share(0.2),
    );
  }, 600_000);

  it('by name bring at most ten rows, each once, best first, whatever the name is', async () => {
    const kinds = fc.constantFrom(['company', 'companies'], ['investor', 'investors'], ['person', 'people']);
    await fc.assert(
      fc.asyncProperty(kinds, drawName(world), async ([kind, member], name) => {
        const answer = await service.inject('GET', `/api/v1/${kind}/search`, { query: { name } });
        expect([answer.statusCode, answer.headers['x-credits-used']], answer.body).toEqual([200, '0.1']);
        const rows = answer.json<{ data: Data }>().data[member ?? ''] as Row[];
        const scores = rows.map(({ relevance_score }) => Number(relevance_score ?? 1));
        expect(rows.length).toBeLessThanOrEqual(10);
        expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
        expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      }),
      share(0.08),
    );
  }, 600_000);

  it('of places and industries bring known permalinks of the wanted type, at most as many as asked for, free', async () => {
    const kinds = fc.constantFrom(
      ...(['CITY', 'STATE', 'REGION', 'COUNTRY'] as const).map((type) => ['location', 'locations', type] as const),
      ...(['INDUSTRY', 'SUPER_CATEGORY'] as const).map((type) => ['industry', 'industries', type] as const),
    );
    const limits = fc.integer({ min: 1, max: 50 });
    await fc.assert(
      fc.asyncProperty(kinds, drawName(world), limits, async ([kind, member, type], name, limit) => {
        const query = { name, type, limit: String(limit) };
        const answer = await service.inject('GET', `/api/v1/${kind}/search`, { query });
        const { data, meta } = answer.json<{
          data: Record<string, Record<string, string>[]>;
          meta: { total_count: number };
        }>();
        const rows = data[member] ?? [];
        expect([answer.statusCode, answer.headers['x-credits-used']]).toEqual([200, undefined]);
        expect(rows.length).toBe(Math.min(limit, meta.total_count));
        expect(rows.every((row) => row[`${kind}_type`] === type)).toBe(true);
        const known = { CITY: world.places, INDUSTRY: world.industries, SUPER_CATEGORY: world.superCategories };
        expect(rows.every(({ permalink = '' }) => (known[type as 'CITY'] ?? world.places).has(permalink))).toBe(true);
      }),
      share(0.04),
    );
  }, 600_000);

  it.each(
    (endpoints as readonly Endpoint[]).filter(({ method }) => method === 'GET').map(({ id, path }) => [id, path]),
  )('%s refuses a parameter that it does not know, and one that is given twice', async (id, path) => {
    const { request } = operations[id as keyof typeof operations];
    const { id: pathId, ...others } = request;
    const url = `/api/v1${path?.replace('{id}', String(pathId)) ?? ''}`;
    const valid = path?.includes('{id}') ? others : request;
    const right = Object.fromEntries(Object.entries(valid).map(([key, value]) => [key, String(value)]));
    const wrong: [Record<string, string | string[]>, string][] = [
      [{ ...right, constructor: '1' }, 'UNKNOWN_PARAMETER'],
      [{ ...right, extra: ['1', '2'] }, 'TOO_MANY_VALUES'],
    ];
    for (const [query, code] of wrong) {
      const answer = await service.inject('GET', url, { query });
      expect([answer.statusCode, answer.json()]).toMatchObject([422, { error: { details: { errors: [{ code }] } } }]);
    }
  });
});

describe('the figures of records', () => {
  it('of every firm agree with its deals, those of the last twelve months too', () => {
    const since = '2025-11-22';
    for (const { parts, ...firm } of world.firms) {
      const recent = parts.filter(({ deal: { date } }) => date !== null && date >= since && date.slice(0, 10) <= today);
      const dates = parts.flatMap(({ deal: { date } }) => (date === null ? [] : [date]));
      expect([firm.total_deal_count, firm.lead_deal_count, firm.most_recent_deal_date]).toEqual([
        parts.length,
        parts.filter(({ led }) => led).length,
        dates.toSorted().at(-1) ?? null,
      ]);
      expect([firm.deal_count_last_12_months, firm.lead_deal_count_last_12_months]).toEqual([
        recent.length,
        recent.filter(({ led }) => led).length,
      ]);
    }
  });

  it('of every company agree with its rounds', () => {
    for (const { rounds, latest, ...company } of world.companies) {
      const raised = rounds.flatMap(({ total_round_raised }) => total_round_raised ?? []);
      const backers = new Set(rounds.flatMap((deal) => [...deal.investor_ids, ...deal.angel_investor_ids]));
      expect([company.num_funding_rounds, company.num_investors, company.latest_deal?.id]).toEqual([
        rounds.length,
        backers.size,
        latest?.id,
      ]);
      expect(company.total_raised).toBe(raised.length === 0 ? null : raised.reduce((sum, one) => sum + one, 0));
    }
  });

  it('of every person agree with the deals', () => {
    for (const { parts, investor_highlights: highlights, is_angel } of world.people) {
      expect([highlights?.total_deal_count ?? 0, highlights?.lead_deal_count ?? 0, is_angel]).toEqual([
        parts.length,
        parts.filter(({ led }) => led).length,
        parts.some(({ angel }) => angel),
      ]);
    }
  });
});

describe('GET /alerts', () => {
  it('matches what POST /deals finds under the same filters, in the period, newest first', async () => {
    const filters = fc.record(
      {
        locations: fc.subarray([...world.places].slice(0, 3).concat('europe', 'united-states', 'germany'), {
          minLength: 1,
        }),
        super_categories: fc.subarray([...world.superCategories].slice(0, 12), { minLength: 1 }),
        financing_types: fc.subarray(['Seed', 'Pre-Seed', 'series a', 'Series-B', 'No such round'], { minLength: 1 }),
        deal_size_min: fc.constantFrom(0, 1_000_000, 20_000_000),
      },
      { requiredKeys: [] },
    );
    const human = {
      Seed: ['SEED', false],
      'Pre-Seed': ['SEED', true],
      'series a': ['SERIES_A', false],
      'Series-B': ['SERIES_B', false],
    } as const;
    await fc.assert(
      fc.asyncProperty(filters, fc.nat(700), fc.nat(360), async (wanted, ago, length) => {
        const [saved] = await service.sql<
          { id: string }[]
        >`INSERT INTO alert_configurations (account_id, name, frequency, filters)
          VALUES (${service.accountId}, 'Drawn', 'DAILY', ${service.sql.json(wanted)}) RETURNING id`;
        const start = new Date(Date.parse(`${today}T00:00:00Z`) - ago * 86_400_000);
        const end = new Date(start.getTime() + length * 86_400_000 - 1);
        const query = { alert_ids: saved?.id ?? '', start_date: start.toISOString(), end_date: end.toISOString() };
        const answer = await service.inject('GET', '/api/v1/alerts', { query });
        if (end < start) {
          expect(answer.statusCode).toBe(400);
          return;
        }
        const { locations, super_categories, financing_types, deal_size_min } = wanted;
        const types = financing_types?.flatMap((name) => {
          const [type, pre] = human[name as keyof typeof human] ?? [];
          return type === undefined ? [] : [{ type, pre }];
        });
        const expected = findModelDeals(world, {
          deal: {
            ...(types ? { financing_types: types } : {}),
            ...(deal_size_min === undefined ? {} : { size_min: deal_size_min }),
          },
          company: { ...(locations ? { locations } : {}), ...(super_categories ? { super_categories } : {}) },
        }).filter(({ date }) => date !== null && date >= query.start_date && date <= query.end_date);
        const { data } = answer.json<{ data: { alerts: { deals: Row[] }[] } }>();
        expect(data.alerts[0]?.deals.map(({ id }) => id)).toEqual(
          sortModel(expected, dealOrders['most_recent_deal']!, ({ id }) => id).map(({ id }) => id),
        );
      }),
      share(0.02),
    );
  }, 600_000);
});
